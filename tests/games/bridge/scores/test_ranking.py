"""Tests of travellers and rankings of boards that several tables have played."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import json

from protocol.v1.bridge import (
    ArtificialScore,
    AssignScore,
    Comparison,
    Contract,
    Outcome,
    Ranked,
    Result,
    Scoring,
    Seat,
    Strain,
    Vulnerability,
)
from server.games.base import TableResults
from server.games.bridge.scores.points import Conditions
from server.games.bridge.scores.ranking import compare, hundredths
from tests.games.bridge.scores.evenings import deal, evening

SCORINGS: tuple[Scoring, ...] = get_args(Scoring)
PLUS = Result(0, adjusted=ArtificialScore("plus", "plus"))
POINTS = st.integers(-76, 76).map(lambda tens: 100 * tens)


def table(
    name: str, *scores: int | Result | None, players: str = "", entrants: tuple[str, ...] = ()
) -> TableResults:
    """Return a table with these scores of boards 1, 2 and so on; None is a board that it has not played.

    By default, the players of table `A` are called `An`, `Ae`, `As` and `Aw`.
    """
    found = {
        n: each if isinstance(each, Result) else Result(each)
        for n, each in enumerate(scores, 1)
        if each is not None
    }
    return TableResults(
        name, tuple(players.split()) or tuple(name + seat for seat in "nesw"), found, entrants
    )


def compared(
    *tables: TableResults, scoring: Scoring = "mp", conditions: Conditions | None = None
) -> Comparison:
    """Return the comparison of nine boards."""
    return compare([deal(n) for n in range(1, 10)], tables, scoring, conditions)


def order(comparison: Comparison) -> dict[str, list[tuple[str | None, str, float, float | None]]]:
    """Return each ranking: the place, the players without a missing one, the points and the average."""
    return {
        ranking.entrants: [
            (each.place, " ".join(filter(None, each.players)), each.points, each.average)
            for each in ranking.places
        ]
        for ranking in comparison.rankings
    }


def places(comparison: Comparison, entrants: str) -> Sequence[Ranked]:
    """Return the places of one ranking."""
    return next(ranking.places for ranking in comparison.rankings if ranking.entrants == entrants)


# Travellers


def test_a_traveller_has_the_best_score_of_north_south_first_and_artificial_scores_last() -> None:
    comparison = compared(
        table("A", -50), table("B", PLUS), table("C", 420), table("D", -50), table("E", 420)
    )
    (traveller,) = comparison.travellers
    assert [(line.table, line.result.score_ns) for line in traveller.lines] == [
        (2, 420),
        (4, 420),
        (0, -50),
        (3, -50),
        (1, 0),
    ]


def test_a_traveller_has_the_dealer_and_the_vulnerability_of_its_deal() -> None:
    (second,) = compared(table("A", None, 420), table("B", None, -50)).travellers
    assert (second.board, second.dealer, second.vulnerable) == (2, Seat.EAST, Vulnerability.NS)


def test_travellers_are_in_the_order_of_play_and_without_boards_that_have_no_result() -> None:
    tables = table("A", 420, None, 100), table("B", -50)
    backwards = compare([deal(n) for n in (3, 2, 1)], tables, "mp")
    assert [each.board for each in backwards.travellers] == [3, 1]


def test_results_of_boards_that_are_not_to_be_compared_stay_untold() -> None:
    comparison = compare([deal(1)], [table("A", 420, 7600), table("B", -50, -7600)], "mp")
    assert b"7600" not in json.encode(comparison)


def test_points_on_a_traveller_are_rounded_to_hundredths() -> None:
    comparison = compared(table("A", 420, 0), table("B", 100, 0), table("C", -50, 0), table("D", None, 0))
    assert [(line.north_south, line.east_west) for line in comparison.travellers[0].lines] == [
        (5.67, 0.33),
        (3.0, 3.0),
        (0.33, 5.67),
    ]
    assert comparison.travellers[0].top == 6


@pytest.mark.parametrize(
    ("points", "rounded"),
    [
        (Fraction(1, 200), 0.01),
        (Fraction(-1, 200), -0.01),
        (Fraction(1, 201), 0.0),
        (Fraction(2, 3), 0.67),
        (5, 5.0),
    ],
)
def test_a_half_is_rounded_away_from_0(points: Fraction | int, rounded: float) -> None:
    assert hundredths(points) == rounded


def test_only_butler_has_a_datum_and_only_points_with_a_maximum_have_a_top() -> None:
    tables = table("A", 420), table("B", -50)
    found = {scoring: compared(*tables, scoring=scoring).travellers[0] for scoring in SCORINGS}
    assert {scoring: (each.top, each.datum) for scoring, each in found.items()} == {
        "mp": (2, None),
        "imp": (None, None),
        "butler": (None, 190),
        "bam": (2, None),
        "total": (None, None),
    }


# Rankings of pairs


def test_north_south_and_east_west_are_ranked_apart() -> None:
    comparison = compared(table("A", 420, 100), table("B", 420, -50), table("C", -50, -100))
    assert order(comparison) == {
        "NS": [("1", "An As", 7, 87.5), ("2", "Bn Bs", 5, 62.5), ("3", "Cn Cs", 0, 0)],
        "EW": [("1", "Ce Cw", 8, 100), ("2", "Be Bw", 3, 37.5), ("3", "Ae Aw", 1, 12.5)],
    }


def test_equal_averages_share_a_place_and_the_next_place_is_left_out() -> None:
    comparison = compared(table("A", 420), table("B", 420), table("C", -50), table("D", -50))
    assert [each.place for each in places(comparison, "NS")] == ["1=", "1=", "3=", "3="]
    assert [each.tables for each in places(comparison, "NS")] == [(0,), (1,), (2,), (3,)]
    assert [each.tables for each in places(comparison, "EW")] == [(2,), (3,), (0,), (1,)]


def test_places_are_decided_before_averages_are_rounded() -> None:
    game = Contract(4, Strain.SPADES, Seat.SOUTH)
    assigned = AssignScore((Outcome(99, game, 10), Outcome(1, game, 11)))
    better = Result(420, adjusted=assigned)
    rest = [0] * 8
    comparison = compared(
        table("A", 420, *rest), table("B", better, *rest), table("C", -50, *rest), scoring="imp"
    )
    first, second, _ = places(comparison, "NS")
    assert (first.players[0], first.place, first.average) == ("Bn", "1", 0.56)
    assert (second.players[0], second.place, second.average) == ("An", "2", 0.56)


@pytest.mark.parametrize(("scoring", "points", "average"), [("imp", 18, 9), ("butler", 14, 7)])
def test_at_imps_the_mean_of_a_board_decides(scoring: Scoring, points: float, average: float) -> None:
    comparison = compared(table("A", 620, 420), table("B", 140, 170), table("C", 140, -50), scoring=scoring)
    best = places(comparison, "NS")[0]
    assert (best.players, best.points, best.average, best.boards) == (("An", "As"), points, average, 2)


def test_boards_that_a_table_has_not_played_neither_help_nor_hurt_its_pairs() -> None:
    comparison = compared(table("A", 420, 420, 420), table("B", 420, -50), table("C", -50, -50, -50))
    assert [(each.players[0], each.boards) for each in places(comparison, "NS")] == [
        ("An", 3),
        ("Bn", 2),
        ("Cn", 3),
    ]
    assert [each.average for each in places(comparison, "NS")] == [87.5, 50, 12.5]


def test_a_pair_with_no_compared_board_has_no_place_and_stands_last() -> None:
    comparison = compared(table("A", None, 420), table("B", 420), table("C", 100))
    assert order(comparison)["NS"] == [
        ("1", "Bn Bs", 2, 100),
        ("2", "Cn Cs", 0, 0),
        (None, "An As", 0, None),
    ]


@pytest.mark.parametrize("scoring", ["mp", "imp", "butler"])
def test_a_single_table_has_travellers_and_no_places(scoring: Scoring) -> None:
    comparison = compared(table("A", 420, -50), scoring=scoring)
    assert [line.north_south for each in comparison.travellers for line in each.lines] == [None, None]
    assert order(comparison) == {"NS": [(None, "An As", 0, None)], "EW": [(None, "Ae Aw", 0, None)]}


@pytest.mark.parametrize("scoring", SCORINGS)
def test_no_table_at_all(scoring: Scoring) -> None:
    assert not any(ranking.places for ranking in compared(scoring=scoring).rankings)


def test_an_empty_seat_and_a_table_of_fewer_names() -> None:
    comparison = compared(TableResults("A", ("n", None, "s"), {1: Result(420)}), table("B", -50))
    assert comparison.tables[0].players == ("n", None, "s", None)
    assert [each.players for each in places(comparison, "EW")][1] == (None, None)


def test_pairs_of_the_same_name_are_different_pairs() -> None:
    same = "Ann Eva Ann Eva"
    comparison = compared(table("A", 420, players=same), table("B", -50, players=same))
    assert len(places(comparison, "NS")) == 2


def test_a_pair_that_plays_at_several_tables_is_ranked_once() -> None:
    comparison = compared(
        table("A", 420, None, entrants=("1", "x")),
        table("B", -50, None, entrants=("2", "y")),
        table("C", None, 420, entrants=("1", "y")),
        table("D", None, -50, entrants=("2", "x")),
    )
    assert [(each.place, each.tables, each.boards) for each in places(comparison, "NS")] == [
        ("1", (0, 2), 2),
        ("2", (1, 3), 2),
    ]
    assert [(each.place, each.tables, each.average) for each in places(comparison, "EW")] == [
        ("1=", (0, 3), 50),
        ("1=", (1, 2), 50),
    ]


def test_a_pair_in_both_directions_makes_one_ranking() -> None:
    comparison = compared(
        table("A", 420, None, entrants=("1", "2")),
        table("B", 100, None, entrants=("3", "4")),
        table("C", None, 420, entrants=("3", "1")),
        table("D", None, -50, entrants=("4", "2")),
    )
    assert [(each.place, each.tables, each.average) for each in places(comparison, "pairs")] == [
        ("1=", (0, 2), 50),
        ("1=", (1, 2), 50),
        ("1=", (1, 3), 50),
        ("1=", (0, 3), 50),
    ]
    assert len(comparison.rankings) == 1


# The teams of board-a-match


def test_a_team_is_north_south_of_one_room_and_east_west_of_the_other() -> None:
    comparison = compared(table("A", 420, 100, 50), table("B", -50, 100, 0), scoring="bam")
    assert order(comparison) == {"teams": [("1", "An As Be Bw", 5, 83.33), ("2", "Bn Bs Ae Aw", 1, 16.67)]}
    assert [each.tables for each in places(comparison, "teams")] == [(0, 1), (1, 0)]


def test_all_teams_are_in_one_ranking_and_the_last_table_of_an_odd_number_in_none() -> None:
    rooms = [table("A", 420), table("B", -50), table("C", 100), table("D", 100), table("E", 420)]
    comparison = compared(*rooms, scoring="bam")
    assert [(each.place, each.players[0]) for each in places(comparison, "teams")] == [
        ("1", "An"),
        ("2=", "Cn"),
        ("2=", "Dn"),
        ("4", "Bn"),
    ]
    assert [line.north_south for line in comparison.travellers[0].lines if line.table == 4] == [None]


def test_a_board_of_one_room_counts_only_with_an_artificial_score() -> None:
    there = Result(0, adjusted=ArtificialScore("plus", "minus"))
    comparison = compared(table("A", 420, 100, None), table("B", -50, None, there), scoring="bam")
    assert order(comparison)["teams"] == [("1", "An As Be Bw", 2.8, 70), ("2", "Bn Bs Ae Aw", 1.2, 30)]


def test_teams_that_meet_again_are_added_up() -> None:
    comparison = compared(
        table("A", 420, entrants=("1", "2")),
        table("B", -50, entrants=("2", "1")),
        table("C", None, 50, entrants=("1", "2")),
        table("D", None, 50, entrants=("2", "1")),
        scoring="bam",
    )
    assert [(each.points, each.tables, each.boards) for each in places(comparison, "teams")] == [
        (3, (0, 1, 2, 3), 2),
        (1, (1, 0, 3, 2), 2),
    ]


# The rankings of real evenings


@pytest.mark.parametrize("name", ["monday_open", "tuesday_rookie"])
def test_the_ranking_of_an_evening_is_that_of_its_program(name: str) -> None:
    played = evening(name)
    comparison = compare(played.deals, played.tables, "mp")
    ranked = {
        each.players[0] or each.players[1]: each for side in comparison.rankings for each in side.places
    }
    assert ranked.keys() == played.places.keys()
    for pair, each in ranked.items():
        assert pair is not None and each.average is not None and each.place is not None
        assert abs(each.average - played.percentages[pair]) < 0.0101, pair
        assert each.place.removesuffix("=") == played.places[pair], pair


# Properties


@given(
    st.lists(st.lists(st.none() | POINTS, min_size=4, max_size=4), min_size=1, max_size=6),
    st.sampled_from(SCORINGS),
)
def test_every_comparison_is_sound(rows: list[list[int | None]], scoring: Scoring) -> None:
    comparison = compared(
        *(table(name, *row) for name, row in zip("ABCDEF", rows, strict=False)), scoring=scoring
    )
    assert json.decode(json.encode(comparison), type=Comparison) == comparison
    for ranking in comparison.rankings:
        ranked = [each for each in ranking.places if each.place is not None]
        assert list(ranking.places[: len(ranked)]) == ranked
        averages = [each.average for each in ranked if each.average is not None]
        assert averages == sorted(averages, reverse=True)
        for each in ranked:
            assert each.boards > 0 and each.place is not None
            assert (each.place.endswith("=")) == ([other.place for other in ranked].count(each.place) > 1)
    if scoring == "mp":
        for side in comparison.rankings:
            weighed = sum((each.average or 0) * each.boards for each in side.places)
            assert weighed == pytest.approx(50 * sum(each.boards for each in side.places), abs=0.2)
