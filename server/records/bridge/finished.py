"""The record of a board that was finished at a table of this server, with its players, time and venue."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from protocol.rules.bridge.auction import is_over
from protocol.v1.bridge import SEATS, ArtificialScore, AssignScore, AwardTricks, Options, Result, Seat
from protocol.v1.bridge.rulings import Outcome
from protocol.v1.bridge.views import Ruled
from protocol.words import with_count
from server.games.bridge.rules import BRIDGE
from server.games.bridge.state import BridgeState
from server.records.base import FinishedDeal
from server.records.bridge.from_game import record_of
from server.records.bridge.record import BoardRecord, Info

SITE = "Kibitz"
SCORINGS = {"total": "TotalPoints", "rubber": "Rubber", "chicago": "Chicago"}
"""PBN's names for the scorings in which the points of several boards are added up."""


class Venue(Struct, frozen=True):
    """The venue of a board: the table's id, the name of the table or of its match, and the match's room."""

    table: str
    event: str
    room: str = ""


def record_of_finished(ended: FinishedDeal, result: Result, imps: int | None, venue: Venue) -> BoardRecord:
    """Return the record of a finished board of bridge.

    `result` is the current result of the board, which a later ruling may have changed. `imps` are the IMPs of
    North-South, or None if the board has no result at another table of a match. All times in the record of a
    finished board are UTC.
    """
    state = ended.state
    assert isinstance(state, BridgeState), "expected a board of bridge"
    record = record_of(state)
    north, east, south, west = (ended.players[seat] for seat in SEATS)
    return replace(
        record,
        players=(north, east, south, west),
        passed_out=record.passed_out and is_over(state.calls),
        tricks=_tricks(state, result),
        scores=_scores(state.options, result),
        info=_info(ended, state, result, imps, venue),
    )


def _tricks(state: BridgeState, result: Result) -> int | None:
    """Return the number of tricks that declarer won on a finished board.

    For a board with an adjusted score, the tricks that declarer won in play are returned, if all cards were
    played.
    """
    if result.adjusted is None or state.contract is None or len(state.plays) < 52:
        return result.tricks
    return state.tricks[state.contract.declarer % 2]


def _scores(options: Options, result: Result) -> tuple[int, int] | None:
    """Return the points of both sides, or None if the scoring gives no points to one board alone."""
    adds_up = options.scoring == "rubber" or (options.scoring == "chicago" and options.chicago == "four_deal")
    if adds_up or isinstance(result.adjusted, ArtificialScore):
        return None
    return result.score_ns, -result.score_ns if result.score_ew is None else result.score_ew


def _info(ended: FinishedDeal, state: BridgeState, result: Result, imps: int | None, venue: Venue) -> Info:
    dealt, over = (datetime.fromtimestamp(ms / 1000, UTC) for ms in (ended.began_ms, ended.ended_ms))
    values = {
        "Event": venue.event,
        "Site": SITE,
        "Date": f"{dealt:%Y.%m.%d}",
        "Room": venue.room.title(),
        "Table": venue.table,
        "Scoring": "IMP" if venue.room else SCORINGS.get(state.options.scoring, ""),
        "ScoreIMP": "" if imps is None else f"NS {imps}",
        "Ruling": _ruling(state, result),
        "UTCDate": f"{dealt:%Y.%m.%d}",
        "UTCTime": f"{dealt:%H:%M:%S}",
        "EndDate": f"{over:%Y.%m.%d}",
        "EndTime": f"{over:%H:%M:%S}",
    }
    return {name: text for name, text in values.items() if text}


def _ruling(state: BridgeState, result: Result) -> str:
    """Return the text of the director's ruling on the score of a board, or "" without a ruling."""
    played, event = BRIDGE.result(state), state.event
    if result.adjusted is not None:
        return _adjusted(result.adjusted)
    if isinstance(event, Ruled) and isinstance(event.ruling, AwardTricks) and result == played:
        return _with_reason(
            f"declarer is awarded {with_count(event.ruling.tricks, 'trick')}", event.ruling.reason
        )
    if played is None or result.tricks == played.tricks:
        return ""
    return f"declarer is awarded {with_count(result.tricks or 0, 'trick')}"


def _adjusted(ruling: AssignScore | ArtificialScore) -> str:
    match ruling:
        case ArtificialScore(north_south=ours, east_west=theirs, reason=reason):
            return _with_reason(f"artificial: {_average(ours)} for NS, {_average(theirs)} for EW", reason)
        case AssignScore(outcomes=outcomes, east_west=None, reason=reason):
            return _with_reason(f"assigned: {_weighted_outcomes(outcomes)}", reason)
        case AssignScore(outcomes=outcomes, east_west=opponents_outcomes, reason=reason):
            ns, ew = _weighted_outcomes(outcomes), _weighted_outcomes(opponents_outcomes or ())
            return _with_reason(f"assigned: {ns} for NS, {ew} for EW", reason)
        case _:
            assert_never(ruling)


def _average(kind: str) -> str:
    return kind if kind == "average" else f"average {kind}"


def _weighted_outcomes(outcomes: tuple[Outcome, ...]) -> str:
    return ", ".join(f"{each.weight} % {_outcome(each)}" for each in outcomes)


def _outcome(outcome: Outcome) -> str:
    contract = outcome.contract
    if contract is None:
        return "passed out"
    declarer, tricks = Seat(contract.declarer).name.title(), with_count(outcome.tricks or 0, "trick")
    return f"{contract} by {declarer} with {tricks}"


def _with_reason(assigned: str, reason: str) -> str:
    return f"{assigned} ({reason})" if reason else assigned
