"""The records of hands of Spades that were played on this server, and the state after any action."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import islice

from msgspec import Struct
from msgspec.structs import replace

from server.errors import BadRecord
from server.games.spades.rules import SPADES
from server.games.spades.state import SpadesState
from server.records.spades.hands import moves_of
from server.records.spades.record import GameRecord, Look, Passed, Players, RecordedBid, RecordedHand
from server.records.spades.validate import preset_of

SITE = "Kibitz"


class Finished(Struct, frozen=True):
    """A finished hand of Spades with the names of its players by seat.

    The times of a hand's beginning and end are milliseconds since 1970, or 0 if unknown.
    """

    state: SpadesState
    players: Players = ()
    began_ms: int = 0
    ended_ms: int = 0


def record_of(hands: Sequence[Finished], table: str = "", event: str = "") -> GameRecord:
    """Return the record of a game of Spades with the given finished hands; earlier hands may be missing.

    Raises BadRecord if `hands`, the finished hands, is empty.
    """
    if not hands:
        raise BadRecord("expected at least one finished hand of Spades, got none")
    last, played = hands[-1], tuple(_hand(each) for each in hands)
    recorded_numbers, ended = {hand.hand for hand in played}, last.state.ended
    assert ended is not None, "expected a hand that is over"
    names = last.players
    return GameRecord(
        site=SITE,
        table=table,
        event=event,
        date=None if played[0].began is None else played[0].began.date(),
        preset=preset_of(last.state.rules),
        rules=last.state.rules,
        players=names,
        scores=tuple(side.after for side in ended.sides),
        winner=ended.winner,
        hands_missing=tuple(number for number in range(1, last.state.hand) if number not in recorded_numbers),
        hands=tuple(replace(hand, players=None) if hand.players == names else hand for hand in played),
    )


def _hand(finished: Finished) -> RecordedHand:
    state, deal, ended = finished.state, finished.state.deal, finished.state.ended
    assert deal is not None and ended is not None, "expected a hand that is over"
    return RecordedHand(
        hand=state.hand,
        dealer=state.dealer,
        began=_moment(finished.began_ms),
        ended=_moment(finished.ended_ms),
        players=finished.players,
        deal=deal.hands,
        stock=deal.stock,
        kept=state.kept,
        looked=tuple(Look(seat, bids) for seat, bids in state.revealed.items()),
        bids=tuple(RecordedBid(seat, bid.tricks, bid.nil, bid.blind) for seat, bid in state.bids.items()),
        passes=tuple(Passed(passed.seat, passed.to, passed.cards) for passed in state.passes),
        plays=state.plays,
        tricks=ended.tricks,
        sides=ended.sides,
    )


def _moment(ms: int) -> datetime | None:
    return datetime.fromtimestamp(ms / 1000, UTC) if ms else None


def turns_of(state: SpadesState) -> int:
    """Return the number of actions of a finished hand of Spades: draws, looks, bids, passes and cards."""
    return len(tuple(moves_of(state.rules, _hand(Finished(state)))))


def position(state: SpadesState, turn: int) -> SpadesState:
    """Return the state of a finished hand of Spades after its first `turn` actions."""
    deal, sides = state.deal, len(state.scores)
    assert deal is not None, "expected a hand that has been dealt"
    before = SpadesState(
        rules=state.rules,
        hand=state.hand,
        dealer=state.dealer,
        numbers=(None,) * sides,
        scores=state.scores,
        results=state.results,
        winner=state.winner,
    )
    then = SPADES.apply(before, None, deal)
    for _, seat, action in islice(moves_of(state.rules, _hand(Finished(state))), turn):
        then = SPADES.apply(then, then.turn if seat is None else seat, action)
    return then
