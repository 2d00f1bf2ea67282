"""The plain robot at Hanabi: hat guessing by public conventions, which are the same for all seats.

Each clue gives every player except the giver a number with information about the player's own hand.

In a game with n players, the possible numbers are 0 to 4 * (n - 1) - 1. The public knowledge of a hand
determines a list of questions about the hand (`questions`). The true answers are the digits of the hand's
number, the first answer being the lowest digit; the base of a digit is the number of possible answers. The
first question is: which of the three cards that are most likely playable is the first playable card, if any?
Of equally likely cards, the newer card is the first. More questions follow while there are unused numbers.
Each of them asks for the kind of the card with the fewest possibilities. The possible kinds of this card are
sorted by the number of cards that must be played before them, then by suit. All dead kinds count as one kind.
If there are more kinds than possible answers, the sorted kinds are dealt to the answers in turn, as cards are
dealt to players.

The number of a clue is 4 * k, plus 2 if the clue is of a rank, plus 1 if the clue touches the marked card.
Here k is the number of players that sit between the giver and the receiver of the clue. The marked card is
the receiver's card with the most possibilities, or the newest card if there are several.

The giver of a clue adds up the numbers of all other hands, modulo 4 * (n - 1), and chooses a clue with this
number. Each other player sees all of these hands except the player's own. This player subtracts the numbers
of the visible hands from the number of the clue; the result is the number of the player's own hand. If no
clue has the right number, the giver gives no clue. If several clues have the right number, the giver chooses
the clue that leaves the fewest possibilities by its literal meaning.

Each seat computes the public knowledge (`public_knowledge`) from the first turn of the game on. Public
knowledge follows from the answers, from the literal meaning of clues and from the cards that have left the
hands. If it is known where all copies of a card are, no other card can be of this kind.

On its turn (`turn`), a seat plays a card that is certainly playable, usually the lowest. Without such a card,
the seat discards a useless card, as long as the deck stays long enough to play all cards that are still
needed. Otherwise the seat gives a clue. If the seat has no clue to give, it makes the discard with the lowest
expected cost. In the last round, if a strike costs nothing, the seat plays a card that is possibly playable,
unless a clue helps a player that still has a turn.

If a player misplays before the last round although a discard was possible, then some player does not follow
these conventions. After such a misplay the robot takes clues only literally (`literal`). The robot always
takes clues only literally in variants with special suits, at tables with characters, and with card cycling.
If the literal meaning of a clue contradicts its conventional meaning, the literal meaning counts.
"""

from __future__ import annotations

from bots.game import Brain
from bots.hanabi.robot.literal import Literal
from bots.hanabi.robot.replay import Replay, conventional, replayed
from bots.hanabi.robot.suits import touched
from bots.hanabi.robot.turn import Turn
from protocol.v1.hanabi import Action, HanabiOwn, HanabiPub, SeatNumber


class HanabiPlain(Brain):
    """The decisions of the plain robot at Hanabi. The same view always leads to the same action."""

    def __init__(self) -> None:
        self._last: Replay | None = None

    def choose(self, pub: HanabiPub, own: HanabiOwn) -> Action:
        """Return the action for the decision of this seat. Raises ValueError if the seat has no decision."""
        legal = own.legal_actions()
        if own.seat is None or not legal:
            raise ValueError("expected the view of a seat that has to decide, got a view without decision")
        chosen = self._by_convention(pub, own, own.seat) if conventional(pub) else None
        return chosen if chosen in legal else Literal(pub, own, own.seat).choose()

    def _by_convention(self, pub: HanabiPub, own: HanabiOwn, seat: SeatNumber) -> Action | None:
        """Return the action by the conventions, or None if they do not apply or determine no action."""
        replay = self._last = replayed(self._last, pub, own, seat)
        if replay.broken or [*map(tuple, replay.common.hands)] != [*pub.hands]:
            return None
        return _turn(replay, pub, own, seat).choose()


def _turn(replay: Replay, pub: HanabiPub, own: HanabiOwn, seat: SeatNumber) -> Turn:
    seen, clues = replay.seen, []
    for clue in own.clues or ():
        cards = touched(pub.variant, clue)
        clues.append((clue, tuple(order for order in pub.hands[clue.to] if cards >> seen[order] & 1)))
    return Turn(
        common=replay.common,
        me=seat,
        seen=seen,
        possible=pub.possible,
        clues=tuple(clues),
        full=not own.discards,
        strikes=pub.strikes or 0,
        discarded=sum(fate.how == "discarded" for fate in pub.fates.values()),
        turns_left=None if pub.end_turn is None else pub.end_turn - pub.turns,
    )
