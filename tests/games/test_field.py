"""Tests of the scoring of a field of results by plain comparison."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from server.games.base import Award, FieldResult
from server.games.field import by_matchpoints, by_total


def same(result: tuple[int, ...]) -> tuple[int, ...]:
    """Return a result, which is its own comparable."""
    return result


def field(*results: tuple[int, ...] | tuple[Award, ...], sides: int = 2) -> list[FieldResult]:
    """Return the results of deal 1, one a table; an artificial score begins with a word."""
    return [
        FieldResult(1, ("a", "b")[:sides], None, each)
        if isinstance(each[0], str)
        else FieldResult(1, ("a", "b")[:sides], each)
        for each in results
    ]


def points(
    *results: tuple[int, ...] | tuple[Award, ...], sides: int = 2
) -> list[tuple[Fraction, ...] | None]:
    """Return the matchpoints of each result of `field`."""
    return [
        None if each is None else each.points for each in by_matchpoints(field(*results, sides=sides), same)
    ]


def test_a_team_gets_two_points_for_each_team_beaten_and_one_for_each_tie() -> None:
    assert points((25, -60), (24, -50), (24, -50), (24, -55), sides=1) == [(6,), (3,), (3,), (0,)]


def test_the_two_sides_of_a_table_share_the_maximum() -> None:
    assert points((100,), (100,), (-50,)) == [(3, 1), (3, 1), (0, 4)]


def test_one_result_alone_has_no_points_and_an_unplayed_deal_counts_as_none() -> None:
    assert points((100,)) == [None]
    alone = by_matchpoints([FieldResult(1, ("a", "b"), (100,)), FieldResult(1, ("c", "d"))], same)
    assert alone == (None, None)


def test_an_artificial_score_is_a_percentage_and_the_others_are_scaled_to_the_whole_field() -> None:
    # Neuberg: (2 + 1) * 3 / 2 - 1 = 3.5 of 4, where 2 of 2 were won.
    assert points((100,), ("plus", "minus"), (-50,)) == [
        (Fraction(7, 2), Fraction(1, 2)),
        (Fraction(12, 5), Fraction(8, 5)),
        (Fraction(1, 2), Fraction(7, 2)),
    ]


def test_a_director_may_give_numbers_and_the_only_other_result_then_gets_the_half() -> None:
    results = [FieldResult(1, ("a", "b"), (100,)), FieldResult(1, ("c", "d"), None, (5500, 4500))]
    assert [each and each.points for each in by_matchpoints(results, same)] == [
        (1, 1),
        (Fraction(11, 10), Fraction(9, 10)),
    ]


def test_total_points_are_the_first_number_of_a_result() -> None:
    assert [each and each.points for each in by_total(field((30, 7), (-20, 1), ("plus", "plus")), same)] == [
        (30, -30),
        (-20, 20),
        (0, 0),
    ]
    assert by_total([FieldResult(1, ("a", "b")), FieldResult(1, ("a",), None, (250,))], same)[1] is not None


@given(st.lists(st.integers(-5, 5), min_size=2, max_size=9))
def test_the_matchpoints_of_a_deal_add_up_to_n_times_n_minus_1_on_each_side(scores: list[int]) -> None:
    won = points(*[(score,) for score in scores])
    for side in (0, 1):
        assert sum(each[side] for each in won if each is not None) == len(scores) * (len(scores) - 1)
