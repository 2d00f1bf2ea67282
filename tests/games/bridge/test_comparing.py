"""Tests of the comparison of tables of bridge, as the parts of the server that know no game use it."""

from __future__ import annotations

from typing import get_args

import pytest

from protocol.v1.bridge import ArtificialScore, Deal, Options, Result, Scoring
from server.errors import IllegalAction
from server.games.base import TableResults
from server.games.bridge import results
from server.games.bridge.rules import BRIDGE
from server.games.bridge.state import BridgeState
from tests.games.bridge.deals import auction, call, deal, play_on

COMPARING = BRIDGE.comparing
assert COMPARING is not None
PASSED_OUT = "P P P P"


def next_board(over: BridgeState) -> BridgeState:
    """Return the next board, dealt and not yet called."""
    before = results.carried(over)
    return BRIDGE.apply(before, None, deal(board=before.board))


def test_each_scoring_of_the_protocol_has_a_name_for_people() -> None:
    assert tuple(COMPARING.scorings) == get_args(Scoring)
    assert all(COMPARING.scorings.values())


def test_a_board_has_a_result_to_compare_once_it_is_over() -> None:
    in_play = auction("1NT P P P")
    assert COMPARING.results(in_play) == {}
    over = play_on(in_play)
    assert COMPARING.results(over) == {1: results.result(over)}


def test_earlier_boards_have_results_during_and_after_the_next_one() -> None:
    second = next_board(auction(PASSED_OUT))
    assert COMPARING.results(second) == {1: Result(0)}
    assert COMPARING.results(call(second, PASSED_OUT)) == {1: Result(0), 2: Result(0)}


def test_a_ruling_on_an_earlier_board_changes_its_result() -> None:
    second = next_board(auction(PASSED_OUT))
    ruling = ArtificialScore("plus", "minus", board=1)
    corrected = COMPARING.results(BRIDGE.rule(second, ruling, 0))
    assert corrected[1].adjusted == ruling


def test_tables_compare_their_results_by_the_number_of_the_board() -> None:
    boards = deal(board=1), deal(board=2)
    tables = [
        TableResults(name, tuple("NESW"), {1: Result(score), 2: Result(-score), 3: Result(7600)})
        for name, score in (("A", 420), ("B", -50))
    ]
    comparison = COMPARING.compare(boards, tables, "imp")
    assert isinstance(comparison, COMPARING.comparison_type)
    assert [[line.north_south for line in each.lines] for each in comparison.travellers] == [
        [10, -10],
        [10, -10],
    ]


def test_an_unknown_scoring_is_refused() -> None:
    with pytest.raises(IllegalAction, match="expected the scoring mp, imp, butler or bam, got vp"):
        COMPARING.compare([], [], "vp")


@pytest.mark.parametrize("options", [Options(), Options(scoring="total")])
def test_boards_with_duplicate_scores_are_compared(options: Options) -> None:
    COMPARING.check(options, [deal(board=1), deal(board=2)])


@pytest.mark.parametrize(
    ("options", "boards", "reason"),
    [
        (Options(scoring="rubber"), (), "this table is scored as rubber"),
        (Options(scoring="chicago", chicago="duplicate"), (), "this table is scored as chicago"),
        (Options(scoring="total", partners="cut"), (), "this table cuts for partners"),
        (Options(), (deal(board=4), deal(board=4)), "boards with different numbers"),
    ],
)
def test_tables_that_cannot_be_compared_are_refused(
    options: Options, boards: tuple[Deal, ...], reason: str
) -> None:
    with pytest.raises(IllegalAction, match=reason):
        COMPARING.check(options, boards)
