"""Tests of the result of a board, and of the state that the next board starts from."""

from __future__ import annotations

import pytest

from protocol.v1.bridge import (
    ArtificialScore,
    AssignScore,
    AwardTricks,
    Contract,
    Options,
    Outcome,
    Result,
    Seat,
    Strain,
    Vulnerability,
)
from server.games.bridge import results
from server.games.bridge.match import Paired, ScoreReported, TableEnded
from server.games.bridge.rules import BRIDGE
from server.games.bridge.state import BridgeState, EarlierBoard, MatchScore
from tests.games.bridge.deals import auction, call, deal, dealt, play_on, refused

PASSED_OUT = "P P P P"
FOUR_SPADES = Contract(4, Strain.SPADES, Seat.SOUTH)


def next_board(over: BridgeState) -> BridgeState:
    """Return the next board, dealt and passed out."""
    before = results.carried(over)
    board = deal(board=before.board)
    return call(BRIDGE.apply(before, None, board), PASSED_OUT)


def test_a_board_has_no_result_before_it_is_over() -> None:
    assert results.result(dealt()) is None
    assert results.result(auction("1NT P P P")) is None
    assert results.result(auction(PASSED_OUT)) == Result(score_ns=0)


def test_a_played_board_has_the_duplicate_score_of_its_contract() -> None:
    state = play_on(auction("1NT P P P"))
    ended = results.result(state)
    assert ended is not None and ended.contract == Contract(1, Strain.NOTRUMP, Seat.NORTH)
    assert ended.tricks == state.tricks[0]


def test_the_next_board_has_the_next_number_and_nothing_of_the_cards() -> None:
    after = results.carried(play_on(auction("1NT P P P")))
    assert (after.board, after.finished, after.phase, after.deal, after.calls) == (2, 1, "deal", None, ())
    assert list(after.results) == [1]


def test_a_match_tells_the_result_of_an_earlier_board_once_the_other_table_plays_it_no_more() -> None:
    start = BRIDGE.rule(BRIDGE.start(Options()), Paired("open", "other"), 0)
    over = call(BRIDGE.apply(start, None, deal()), PASSED_OUT)
    assert list(results.visible_results(over) or ()) == [1]
    after = results.carried(over)
    assert list(after.results) == [1] and results.visible_results(after) is None
    for ruling in (ScoreReported(1, MatchScore(420)), TableEnded()):
        assert list(results.visible_results(BRIDGE.rule(after, ruling, 0)) or ()) == [1]


def test_a_table_keeps_the_results_of_its_last_32_boards() -> None:
    state = auction(PASSED_OUT)
    for _ in range(results.MOST_RESULTS):
        state = next_board(state)
    assert state.board == 33
    assert list(state.results) == list(range(1, 33))
    assert list(results.carried(state).results) == list(range(2, 34))


def test_visible_results_include_this_board_once_it_is_over() -> None:
    assert results.visible_results(dealt()) is None
    over = next_board(auction(PASSED_OUT))
    assert list(results.visible_results(over) or ()) == [1, 2]
    assert list(results.visible_results(results.carried(over)) or ()) == [1, 2]


def test_a_corrected_result_replaces_that_of_one_earlier_board() -> None:
    state = results.carried(next_board(auction(PASSED_OUT)))
    corrected = results.corrected(state, 1, Result(score_ns=420))
    assert {board: ended.score_ns for board, ended in corrected.results.items()} == {1: 420, 2: 0}
    assert [each.result.score_ns for each in corrected.earlier_boards] == [420, 0]


def test_an_earlier_board_is_rescored_at_its_own_vulnerability() -> None:
    made = Result(score_ns=620, contract=FOUR_SPADES, tricks=10, claimed=True)
    before = EarlierBoard(7, Vulnerability.BOTH, made)
    assert results.rescored(before, AwardTricks(9)) == Result(-100, FOUR_SPADES, tricks=9, claimed=True)
    assert results.rescored(before, AssignScore((Outcome(100, FOUR_SPADES, 11),))).score_ns == 650


def test_no_tricks_are_awarded_on_an_earlier_board_that_was_passed_out() -> None:
    with refused("this board has no contract, so no tricks can be awarded"):
        results.rescored(EarlierBoard(7, Vulnerability.NONE, Result(0)), AwardTricks(9))


@pytest.mark.parametrize("average", ["plus", "average", "minus"])
def test_an_artificial_score_of_an_earlier_board_has_no_points(average: str) -> None:
    made = EarlierBoard(1, Vulnerability.NONE, Result(420, FOUR_SPADES, 10))
    ruling = ArtificialScore(average, "average")
    ended = results.rescored(made, ruling)
    assert (ended.score_ns, ended.tricks, ended.adjusted) == (0, None, ruling)
