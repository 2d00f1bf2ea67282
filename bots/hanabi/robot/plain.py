"""The plain robot's Hanabi: hat guessing, by conventions that are the same for all seats and public.

Each clue tells every player but its giver a number that says something of that player's own hand.

*Numbers.* With n players the numbers are those below 4 * (n - 1). What everybody knows of a hand decides the
questions that it answers (`questions`), and its true answers, written as one number in mixed radix, the first
answer as the lowest digit, are the number of the hand. First: which of the three cards that are the likeliest
to be playable (of equally likely ones the newer first) is the first that is, or none? Then, while the numbers
go round: what is the card of which the least is open? Its kinds, dead ones as one answer, then by how
many cards must come before them, then by suit, are dealt to the answers that there is room for.

*Clues.* The number of a clue is 4 * k, plus 2 for a rank, plus 1 if it touches the marked card; k counts the
players between giver and receiver, and marked is the card of the receiver of which the least is known, the
newest of them. A giver says the sum of the numbers of all other hands, modulo 4 * (n - 1). Everybody sees all
of those hands but his own, so that the difference tells him the number of his own. Where no clue
says it, none is given. What the clue says by itself counts, too: of several the giver takes the one
that leaves the least open.

*What everybody knows* (`common`) is gone through from the first turn again by each seat: answers, the letter
of clues, cards that are gone, and cards whose copies are all gone or known.

*Turns* (`turn`). A card that is surely playable is played, low ones first. Cards of no use are discarded
while the deck is long enough for all that is still to be played. Then a clue, then the discard that
costs least by what can still be lost. In the last round a card that may be playable is tried where a strike
costs nothing, unless a clue helps somebody who still has a turn.

*Others.* A misplay before the last round, when a card might have been discarded instead, shows everybody that
somebody speaks another language. From then on clues mean what they say and no more (`literal`); so they do in
all variants but those with plain suits only, and with characters or card cycling. What a clue says by its
letter stands above what it says by convention.
"""

from __future__ import annotations

from bots.game import Brain
from bots.hanabi.robot.literal import Literal
from bots.hanabi.robot.replay import Replay, conventional, replayed
from bots.hanabi.robot.suits import touched
from bots.hanabi.robot.turn import Turn
from protocol.v1.hanabi import Action, HanabiOwn, HanabiPub, SeatNumber


class HanabiPlain(Brain):
    """Plays from its own view alone; the same view gives the same answer, whatever came before it."""

    def __init__(self) -> None:
        self._last: Replay | None = None

    def choose(self, pub: HanabiPub, own: HanabiOwn) -> Action:
        """The answer to the decision in `own`. Raises ValueError where there is none."""
        legal = own.legal_actions()
        if own.seat is None or not legal:
            raise ValueError("expected a view from a seat that has to act")
        chosen = self._by_convention(pub, own, own.seat) if conventional(pub) else None
        return chosen if chosen in legal else Literal(pub, own, own.seat).choose()

    def _by_convention(self, pub: HanabiPub, own: HanabiOwn, seat: SeatNumber) -> Action | None:
        """What the conventions say, None where they do not hold."""
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
