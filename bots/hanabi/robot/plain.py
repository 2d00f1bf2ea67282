"""The robot `plain` at Hanabi: hat guessing by public conventions, which are the same for all seats.

In hat guessing, each clue tells every player except the giver a number with information about the player's
own hand.

In a game with n players, the numbers that clues and hands can have are 0 to 4 * (n - 1) - 1. In hat guessing,
the public knowledge of a hand determines a list of questions about the hand (module `questions`). The true
answers to the questions are the digits of the hand's number, the first answer being the lowest digit; the
base of a digit is the number of possible answers. The first question about a hand is: which of the three
cards that are most likely playable is the first playable card, if any? Of cards that are equally likely to be
playable, the newer card is the first. More questions about the hand follow as long as its number can express
more answers. Each further question about a hand asks for the identity of the card with the fewest
possibilities. The possible identities of the card that is asked for are sorted by the number of cards that
must be played before them, then by suit. In a question about a hand, all identities that can never be played
count as one. If a card can have more identities than the question can have answers, the sorted identities are
dealt to the answers in turn, as cards are dealt to players.

The number that a clue stands for is 4 * k, plus 2 if the clue is of a rank, plus 1 if the clue touches the
receiver's marked card. In the formula for the number of a clue, k is the number of players that sit between
the giver and the receiver. The marked card, by which clues differ, is the receiver's card with the most
possibilities, or the newest of several such cards.

The giver of a clue adds up the numbers of all other players' hands, modulo 4 * (n - 1) for n players, and
chooses a clue with this number. Each player other than the giver of a clue sees all hands that the clue adds
up, except the player's own. A player subtracts the numbers of the visible hands from the number of the clue;
the result is the number of the player's own hand. If no legal clue has the number that the other hands add up
to, the giver gives no clue. If several clues have the right number, the giver chooses the clue with the
literal meaning that leaves the fewest possibilities.

Each player works out the public knowledge (module `public_knowledge`) from the first turn of the game on. The
public knowledge follows from the answers that clues have given, from the literal meaning of clues and from
the cards that have left the hands. If it is known where all copies of a card are, no other card in a hand can
have its suit and rank.

On its turn (module `turn`), a seat plays a card that is certainly playable, usually the lowest. If no card is
certainly playable, the seat on turn discards a useless card, as long as the deck stays long enough to play
all cards that are still needed. A seat that knows of no playable card and makes no such discard of a useless
card gives a clue. If the seat on turn has no clue to give, it makes the discard with the lowest expected
cost. In the last round, if a strike costs nothing, the seat on turn plays a card that is possibly playable,
unless a clue helps a player that still has a turn.

If a player misplays before the last round although a discard was possible, then some player does not follow
the hat-guessing conventions. After a misplay that breaks the conventions, the robot takes clues only
literally (module `literal`). The robot `plain` always takes clues only literally in variants with special
suits, at tables with characters, and with card cycling. If the literal meaning of a clue contradicts its
meaning by the conventions, the literal meaning counts.
"""

from __future__ import annotations

from bots.game import Brain
from bots.hanabi.robot.literal import Literal
from bots.hanabi.robot.replay import Replay, conventional, replayed
from bots.hanabi.robot.suits import touched_by
from bots.hanabi.robot.turn import Turn
from protocol.v1.hanabi import Action, HanabiOwn, HanabiPub, SeatNumber


class HanabiPlain(Brain):
    """The decisions of the robot `plain` at Hanabi.

    The robot always chooses the same action for the same view.
    """

    def __init__(self) -> None:
        self._last: Replay | None = None

    def choose(self, pub: HanabiPub, own: HanabiOwn) -> Action:
        """Return the robot's action for the decision that this seat has to make.

        Raises ValueError if the seat has no decision to make.
        """
        legal = own.legal_actions()
        if own.seat is None or not legal:
            raise ValueError("expected the view of a player that has to decide, got a view without decision")
        chosen = self._by_convention(pub, own, own.seat) if conventional(pub) else None
        return chosen if chosen in legal else Literal(pub, own, own.seat).choose()

    def _by_convention(self, pub: HanabiPub, own: HanabiOwn, seat: SeatNumber) -> Action | None:
        """Return the action by hat guessing, or None if its conventions do not apply or name no action."""
        replay = self._last = replayed(self._last, pub, own, seat)
        if replay.broken or [*map(tuple, replay.common.hands)] != [*pub.hands]:
            return None
        return _turn(replay, pub, own, seat).choose()


def _turn(replay: Replay, pub: HanabiPub, own: HanabiOwn, seat: SeatNumber) -> Turn:
    seen, clues = replay.seen, []
    for clue in own.clues or ():
        cards = touched_by(pub.variant, clue)
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
