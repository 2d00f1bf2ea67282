"""The record of a board that was finished here has its players, its times, its venue and its ruling."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from protocol.v1.bridge import ArtificialScore, AssignScore, AwardTricks, Contract, Result, Seat, Strain
from protocol.v1.bridge.rulings import Outcome
from protocol.v1.bridge.views import Ruled
from server.games.bridge.rules import BRIDGE
from server.games.bridge.state import BridgeState
from server.records.base import FinishedDeal
from server.records.bridge.finished import Venue, record_of_finished
from server.records.bridge.record import BoardRecord
from tests.games.bridge.deals import auction, call, dealt, play_on

PLAYERS = ("Ann", None, "Sue", "Wes")
BEGAN_MS, ENDED_MS = 1_700_000_000_000, 1_700_000_450_000
VENUE = Venue("t7", "Club night")
ONE_NOTRUMP = Contract(1, Strain.NOTRUMP, Seat.SOUTH)


def played_board(**options: Any) -> BridgeState:
    """Return a board in 1NT by South that is played to its last card."""
    return play_on(auction("P P 1NT P P P", **options))


def record(
    state: BridgeState, result: Result | None = None, imps: int | None = None, venue: Venue = VENUE
) -> BoardRecord:
    """Return the record of a finished board, with its own result unless another is the current one."""
    ended = FinishedDeal(0, state, PLAYERS, state, 0, began_ms=BEGAN_MS, ended_ms=ENDED_MS)
    own = BRIDGE.result(state)
    assert own is not None
    return record_of_finished(ended, own if result is None else result, imps, venue)


def test_a_record_names_its_players_its_times_and_its_venue() -> None:
    found = record(played_board(), imps=-3, venue=Venue("t7", "Club night", "open"))
    assert found.players == PLAYERS
    assert found.info == {
        "Event": "Club night",
        "Site": "Kibitz",
        "Date": "2023.11.14",
        "Room": "Open",
        "Table": "t7",
        "Scoring": "IMP",
        "ScoreIMP": "NS -3",
        "UTCDate": "2023.11.14",
        "UTCTime": "22:13:20",
        "EndDate": "2023.11.14",
        "EndTime": "22:20:50",
    }


def test_the_score_is_that_of_the_result_for_both_sides() -> None:
    state = played_board()
    own = BRIDGE.result(state)
    assert own is not None
    assert record(state).scores == (own.score_ns, -own.score_ns)
    assert record(state, replace(own, score_ns=90, score_ew=-120)).scores == (90, -120)


@pytest.mark.parametrize(
    ("options", "name", "has_points"),
    [
        ({"scoring": "total"}, "TotalPoints", True),
        ({"scoring": "rubber"}, "Rubber", False),
        ({"scoring": "chicago", "chicago": "four_deal"}, "Chicago", False),
    ],
)
def test_a_board_of_a_scoring_that_adds_up_has_the_name_of_the_scoring(
    options: dict[str, str], name: str, has_points: bool
) -> None:
    found = record(played_board(**options))
    assert (found.info["Scoring"], found.scores is not None) == (name, has_points)


def test_a_board_passed_out_has_no_tricks() -> None:
    found = record(call(dealt(), "P P P P"))
    assert (found.passed_out, found.tricks, found.scores) == (True, None, (0, 0))


def test_tricks_that_a_later_ruling_awarded_are_recorded_with_the_ruling() -> None:
    state = played_board()
    own = BRIDGE.result(state)
    assert own is not None and own.tricks is not None
    found = record(state, replace(own, tricks=own.tricks + 1))
    assert found.tricks == own.tricks + 1
    assert found.info["Ruling"] == f"declarer is awarded {own.tricks + 1} tricks"
    assert "Ruling" not in record(state).info


def test_a_ruling_that_ended_the_board_is_recorded_with_its_reason() -> None:
    state = played_board()
    own = BRIDGE.result(state)
    assert own is not None and own.tricks is not None
    awarded = replace(state, event=Ruled(AwardTricks(own.tricks, reason="a revoke")))
    assert record(awarded).info["Ruling"] == f"declarer is awarded {own.tricks} tricks (a revoke)"


@pytest.mark.parametrize(
    ("ruling", "words", "scores"),
    [
        (
            ArtificialScore("plus", "average", reason="noise"),
            "artificial: average plus for NS, average for EW (noise)",
            None,
        ),
        (
            AssignScore((Outcome(60, ONE_NOTRUMP, 7), Outcome(40))),
            "assigned: 60 % 1NT by South with 7 tricks, 40 % passed out",
            (54, -54),
        ),
        (
            AssignScore((Outcome(100, ONE_NOTRUMP, 7),), (Outcome(100, ONE_NOTRUMP, 1),)),
            "assigned: 100 % 1NT by South with 7 tricks for NS, 100 % 1NT by South with 1 trick for EW",
            (54, -54),
        ),
    ],
    ids=["artificial", "assigned", "assigned for each side"],
)
def test_an_adjusted_score_is_recorded_in_words(
    ruling: ArtificialScore | AssignScore, words: str, scores: tuple[int, int] | None
) -> None:
    state = played_board()
    found = record(state, Result(54, ONE_NOTRUMP, adjusted=ruling))
    assert (found.info["Ruling"], found.scores) == (words, scores)
    assert found.tricks == state.tricks[0], "the tricks are those that the cards won"
