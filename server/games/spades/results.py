"""How a hand ended, what the next one starts from, and the record of a hand that is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from protocol.v1.spades import Bid, Deal, Hand, HandResult, Keep, MakeBid, Pass, Play, PlayCard, Reveal
from server.games.spades import scoring
from server.games.spades.exchange import Given
from server.games.spades.rules import seats_of, sides_of

if TYPE_CHECKING:
    from server.games.spades.state import SpadesState

KEPT = 32
"""How many results of a game are kept in sight."""


def finished(state: SpadesState) -> SpadesState:
    """The hand over with its result, once its last card is played."""
    rules = state.rules
    sides = [_earned(state, side) for side in range(sides_of(rules))]
    settled = scoring.settle(rules, sides, state.scores)
    after = tuple(side.after for side in settled)
    ended = HandResult(
        hand=state.hand,
        dealer=state.dealer,
        bids=tuple(bid for _, bid in sorted(state.bids.items())),
        tricks=state.tricks,
        sides=settled,
        last_trick=state.plays[-rules.players :],
        winner=scoring.winner(rules, after, state.hand, [side.wins for side in sides]),
    )
    return replace(state, phase="over", turn=None, ended=ended)


def _earned(state: SpadesState, side: int) -> scoring.Earned:
    placed = {seat: bid for seat, bid in state.bids.items() if seat in seats_of(state.rules, side)}
    if not placed:
        return scoring.unbid(sum(state.tricks[seat] for seat in seats_of(state.rules, side)))
    tricks = [state.tricks[seat] for seat in placed]
    return scoring.earned(state.rules, tuple(placed.values()), tricks)


def carried(state: SpadesState) -> SpadesState:
    """What the next hand starts from, or the end of the game."""
    ended = state.ended
    assert ended is not None, "expected a hand that is over"
    return type(state)(
        rules=state.rules,
        hand=state.hand + 1,
        dealer=(state.dealer + 1) % state.rules.players,
        scores=tuple(side.after for side in ended.sides),
        numbers=(None,) * len(ended.sides),
        results=shown(state),
        winner=ended.winner,
    )


def shown(state: SpadesState) -> dict[int, HandResult]:
    """The results of the last hands, this one too when it is over."""
    if state.ended is None:
        return state.results
    known = {**state.results, state.hand: state.ended}
    return dict(list(known.items())[-KEPT:])


class HandRecord(Struct, frozen=True, gc=False):
    """A hand that is over, card for card: what a replay needs to judge it again.

    `bids` are by seat, in their order, `revealed` the seats that looked before they bid.
    `kept` are the cards that two players kept of the stock, in their order. `passes` are in their order, and
    `plays` too.
    """

    deal: Deal
    kept: Hand
    bids: dict[int, Bid]
    revealed: tuple[int, ...]
    passes: tuple[Given, ...]
    plays: tuple[Play, ...]
    result: HandResult


Move = tuple[int | None, Deal | Keep | Reveal | MakeBid | Pass | PlayCard]


def moves(record: HandRecord) -> tuple[Move, ...]:
    """Who did what in a recorded hand, chance first: applied one by one they judge the record again.

    Who looked at a hand did so before all bids here, which changes no bid that was made.
    """
    first = (record.deal.dealer + 1) % len(record.deal.hands)
    kept = (((first + turn) % 2, Keep(card)) for turn, card in enumerate(record.kept))
    return (
        (None, record.deal),
        *kept,
        *((seat, Reveal()) for seat in record.revealed),
        *((seat, MakeBid(bid)) for seat, bid in record.bids.items()),
        *((given.seat, Pass(given.cards)) for given in record.passes),
        *((each.seat, PlayCard(each.card)) for each in record.plays),
    )


def record(state: SpadesState) -> HandRecord:
    """The whole hand, hidden cards and all. Only of a hand that is over."""
    assert state.deal is not None and state.ended is not None, "expected a hand that is over"
    return HandRecord(
        deal=state.deal,
        kept=state.kept,
        bids=state.bids,
        revealed=state.revealed,
        passes=state.passes,
        plays=state.plays,
        result=state.ended,
    )
