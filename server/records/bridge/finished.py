"""The record of a board that was finished at a table of this server, with its players, time and place."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from protocol.v1.bridge import SEATS, ArtificialScore, AssignScore, AwardTricks, Options, Result, Seat
from protocol.v1.bridge.rulings import Outcome
from protocol.v1.bridge.views import Ruled
from protocol.words import counted
from server.games.bridge.auction import is_over
from server.games.bridge.rules import BRIDGE
from server.games.bridge.state import BridgeState
from server.records.base import FinishedDeal
from server.records.bridge.from_game import record_of
from server.records.bridge.record import BoardRecord, Info

SITE = "Kibitz"
SCORINGS = {"total": "TotalPoints", "rubber": "Rubber", "chicago": "Chicago"}
"""How PBN calls a score that adds up; a board by itself is scored by comparison, if at all."""


class Place(Struct, frozen=True):
    """Where a board was played: the table's id, what the sitting is called, and the room of a match."""

    table: str
    event: str
    room: str = ""


def recorded(ended: FinishedDeal, result: Result, imps: int | None, place: Place) -> BoardRecord:
    """Return the record of a finished board of bridge.

    `result` is the board's as it stands now, a later ruling may have changed it; `imps` are those of
    North-South where the board has been compared. Times are UTC.
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
        info=_info(ended, state, result, imps, place),
    )


def _tricks(state: BridgeState, result: Result) -> int | None:
    """Declarer's; of a board with another score than its own those of the cards, if all were played."""
    if result.adjusted is None or state.contract is None or len(state.plays) < 52:
        return result.tricks
    return state.tricks[state.contract.declarer % 2]


def _scores(options: Options, result: Result) -> tuple[int, int] | None:
    """The points of both sides; none where a board has no points of its own."""
    adds_up = options.scoring == "rubber" or (options.scoring == "chicago" and options.chicago == "four_deal")
    if adds_up or isinstance(result.adjusted, ArtificialScore):
        return None
    return result.score_ns, -result.score_ns if result.score_ew is None else result.score_ew


def _info(ended: FinishedDeal, state: BridgeState, result: Result, imps: int | None, place: Place) -> Info:
    dealt, over = (datetime.fromtimestamp(ms / 1000, UTC) for ms in (ended.began_ms, ended.ended_ms))
    told = {
        "Event": place.event,
        "Site": SITE,
        "Date": f"{dealt:%Y.%m.%d}",
        "Room": place.room.title(),
        "Table": place.table,
        "Scoring": "IMP" if state.match is not None else SCORINGS.get(state.options.scoring, ""),
        "ScoreIMP": "" if imps is None else f"NS {imps}",
        "Ruling": _ruling(state, result),
        "UTCDate": f"{dealt:%Y.%m.%d}",
        "UTCTime": f"{dealt:%H:%M:%S}",
        "EndDate": f"{over:%Y.%m.%d}",
        "EndTime": f"{over:%H:%M:%S}",
    }
    return {name: text for name, text in told.items() if text}


def _ruling(state: BridgeState, result: Result) -> str:
    """The director's ruling on the score in words, "" for none."""
    played, event = BRIDGE.result(state), state.event
    if result.adjusted is not None:
        return _adjusted(result.adjusted)
    if isinstance(event, Ruled) and isinstance(event.ruling, AwardTricks) and result == played:
        return _because(f"declarer is awarded {counted(event.ruling.tricks, 'trick')}", event.ruling.reason)
    if played is None or result.tricks == played.tricks:
        return ""
    return f"declarer is awarded {counted(result.tricks or 0, 'trick')}"


def _adjusted(ruling: AssignScore | ArtificialScore) -> str:
    match ruling:
        case ArtificialScore(north_south=ours, east_west=theirs, reason=reason):
            return _because(f"artificial: {_average(ours)} for NS, {_average(theirs)} for EW", reason)
        case AssignScore(outcomes=outcomes, east_west=None, reason=reason):
            return _because(f"assigned: {_weighed(outcomes)}", reason)
        case AssignScore(outcomes=outcomes, east_west=others, reason=reason):
            words = f"assigned: {_weighed(outcomes)} for NS, {_weighed(others or ())} for EW"
            return _because(words, reason)
        case _:
            assert_never(ruling)


def _average(kind: str) -> str:
    return kind if kind == "average" else f"average {kind}"


def _weighed(outcomes: tuple[Outcome, ...]) -> str:
    return ", ".join(f"{each.weight} % {_outcome(each)}" for each in outcomes)


def _outcome(outcome: Outcome) -> str:
    contract = outcome.contract
    if contract is None:
        return "passed out"
    return (
        f"{contract} by {Seat(contract.declarer).name.title()} with {counted(outcome.tricks or 0, 'trick')}"
    )


def _because(words: str, reason: str) -> str:
    return f"{words} ({reason})" if reason else words
