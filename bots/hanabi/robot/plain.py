"""The plain robot's Hanabi: hat guessing by public conventions, the same for all seats.

Each clue gives every player except its giver a number with information about that player's own hand.

*Numbers.* With n players the numbers are those below 4 * (n - 1). The public knowledge of a hand decides
which questions its number answers (`questions`). The number of a hand is its true answers in mixed radix,
with the first answer as the lowest digit. The first question is about the three cards that are most likely
playable (the newer first if equally likely): which is the first playable card among them, if any? Further
questions follow while there are unused numbers. Each further question asks for the identity of the card with
the fewest possibilities. The possible kinds of that card are sorted by the number of cards that must be
played before them, then by suit. All dead kinds count as one. The sorted kinds are distributed over the
possible answers.

*Clues.* The number of a clue is 4 * k, plus 2 for a rank, plus 1 if it touches the marked card. Here k is the
number of players between giver and receiver. The marked card is the receiver's card with the most
possibilities, the newest if there are several. A giver chooses a clue with the number that is the sum of the
numbers of all other hands, modulo 4 * (n - 1). Each receiver sees all of those hands except one, the own
hand. The number of the clue minus the numbers of the visible hands is thus the number of the receiver's own
hand. If no clue has the right number, the giver gives no clue. If several clues have the right number, the
giver chooses the clue that leaves the fewest possibilities by its literal meaning.

*Public knowledge* (`public_knowledge`) is computed by each seat from the first turn of the game: from the
answers, the literal meaning of clues, the cards that have left the hands, and the kinds of cards for which
the places of all copies are known.

*Turns* (`turn`). A seat plays a card that is certainly playable, the lowest first. Otherwise it discards a
useless card while the deck is long enough for all cards that must still be played. Otherwise the seat gives a
clue, and if it has no clue to give, it makes the discard with the lowest expected cost. In the last round, if
a strike costs nothing, the seat plays a card that may be playable, unless a clue helps a player with a turn
left.

*Other conventions.* A misplay before the last round, while a discard was possible, shows that some player
does not follow these conventions. After such a misplay the robot takes clues literally (`literal`). The robot
always takes clues literally in variants with special suits, at tables with characters, and with card cycling.
If the literal meaning of a clue contradicts its conventional meaning, the literal meaning wins.
"""

from __future__ import annotations

from bots.game import Brain
from bots.hanabi.robot.literal import Literal
from bots.hanabi.robot.replay import Replay, conventional, replayed
from bots.hanabi.robot.suits import touched
from bots.hanabi.robot.turn import Turn
from protocol.v1.hanabi import Action, HanabiOwn, HanabiPub, SeatNumber


class HanabiPlain(Brain):
    """The plain robot's brain at Hanabi. The same view always leads to the same answer."""

    def __init__(self) -> None:
        self._last: Replay | None = None

    def choose(self, pub: HanabiPub, own: HanabiOwn) -> Action:
        """Return the answer to the decision in `own`. Raises ValueError if there is no decision."""
        legal = own.legal_actions()
        if own.seat is None or not legal:
            raise ValueError("expected the view of a seat that has to decide, got one without a decision")
        chosen = self._by_convention(pub, own, own.seat) if conventional(pub) else None
        return chosen if chosen in legal else Literal(pub, own, own.seat).choose()

    def _by_convention(self, pub: HanabiPub, own: HanabiOwn, seat: SeatNumber) -> Action | None:
        """Return the conventional action, None if the conventions do not apply."""
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
