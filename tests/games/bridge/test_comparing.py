"""Tests of the comparison of tables of bridge, as the parts of the server that know no game use it."""

from __future__ import annotations

from typing import get_args

import pytest

from protocol.v1.bridge import Result, Scoring
from server.errors import IllegalAction
from server.games.base import TableResults
from server.games.bridge.rules import BRIDGE
from server.games.bridge.state import EarlierBoard
from tests.games.bridge.deals import deal

COMPARING = BRIDGE.comparing
assert COMPARING is not None


def test_each_scoring_of_the_protocol_has_a_name_for_people() -> None:
    assert tuple(COMPARING.scorings) == get_args(Scoring)
    assert all(COMPARING.scorings.values())


def finished(scores: dict[int, int]) -> dict[int, EarlierBoard]:
    """Return the results of boards with these scores of North-South."""
    return {
        board: EarlierBoard(board, deal(board=board).vulnerable, Result(score))
        for board, score in scores.items()
    }


def test_tables_compare_their_results_by_the_number_of_the_board() -> None:
    boards = deal(board=1), deal(board=2)
    tables = [
        TableResults(name, tuple("NESW"), finished({1: score, 2: -score, 3: 7600}))
        for name, score in (("A", 420), ("B", -50))
    ]
    comparison = COMPARING.compare(boards, tables, "imp")
    assert isinstance(comparison, COMPARING.comparison_type)
    assert [[line.north_south for line in each.lines] for each in comparison.travellers] == [
        [10, -10],
        [10, -10],
    ]


def test_an_unknown_scoring_is_refused() -> None:
    with pytest.raises(IllegalAction, match="expected the scoring mp, imp, butler, bam or total, got vp"):
        COMPARING.compare([], [], "vp")
