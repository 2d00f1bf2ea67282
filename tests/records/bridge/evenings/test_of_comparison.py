"""Tests of the comparison of tables as an evening to export."""

from __future__ import annotations

from fractions import Fraction
from typing import get_args

import pytest

from protocol.v1.bridge import Deal, Result, Scoring
from server.games.base import TableResults
from server.games.bridge import scoring as contract_scores
from server.games.bridge.scores.ranking import compare
from server.records.bridge.evenings import csv_rows, pbn_tables, printing
from server.records.bridge.evenings.evening import Evening
from server.records.bridge.evenings.of_comparison import of_comparison
from server.records.bridge.usebio import dumps, evenings
from tests.records.bridge.comparing.played import evening as played


def exported(scoring: Scoring, *tables: TableResults) -> Evening:
    """Return the comparison of tables on board 1 as an evening."""
    dealt = Deal(1, contract_scores.dealer_of(1), contract_scores.vulnerability_of(1), ((), (), (), ()))
    return of_comparison(compare([dealt], tables, scoring), "Class")


FOUR = (
    TableResults("A", ("An", "Ae", "As", "Aw"), {1: Result(420)}),
    TableResults("B", ("Bn", "Be", "Bs", "Bw"), {1: Result(-50)}),
)


def test_pairs_are_numbered_by_their_tables_and_directions() -> None:
    evening = exported("mp", *FOUR)
    assert [(each.number, each.direction, each.place, each.percent) for each in evening.entrants] == [
        ("1NS", "NS", "1", 100),
        ("2NS", "NS", "2", 0),
        ("2EW", "EW", "1", 100),
        ("1EW", "EW", "2", 0),
    ]
    assert [(each.sides, each.score, each.points) for each in evening.boards[0].results] == [
        ((("1NS",), ("1EW",)), 420, (2, 0)),
        ((("2NS",), ("2EW",)), -50, (0, 2)),
    ]
    assert [person.name for person in evening.entrants[0].players] == ["An", "As"]


def test_teams_have_a_room_in_each_direction() -> None:
    evening = exported("bam", *FOUR)
    assert evening.form == "teams" and [each.number for each in evening.entrants] == ["1", "2"]
    own = [result.sides for result in evening.boards[0].results]
    assert own == [(("1",), ("2",)), (("2",), ("1",))]


def test_a_pair_of_both_directions_is_one_entrant() -> None:
    turned = TableResults("B", ("Bn", "An", "Bs", "As"), {1: Result(-50)}, ("b", "a"))
    first = TableResults("A", ("An", "Ae", "As", "Aw"), {1: Result(420)}, ("a", "c"))
    evening = exported("mp", first, turned)
    (pair,) = [each for each in evening.entrants if each.players[0].name == "An"]
    sides = [side for result in evening.boards[0].results for side in result.sides]
    assert sides.count((pair.number,)) == 2 and evening.winners == 1


@pytest.mark.parametrize("scoring", get_args(Scoring))
def test_a_comparison_with_rulings_is_written_in_each_format(scoring: Scoring) -> None:
    evening = of_comparison(played(scoring), "Class")
    (back,) = evenings(dumps(evening).encode())
    assert back.scoring == scoring
    assert sum(len(board.results) for board in back.boards) == sum(
        len(board.results) for board in evening.boards
    )
    for text in (pbn_tables.dumps(evening), csv_rows.dumps(evening), printing.document(evening)):
        assert "North" in text or "PairId" in text or "TeamId" in text or "north_south" in text
    assert all(each.total is None or isinstance(each.total, Fraction) for each in evening.entrants)
