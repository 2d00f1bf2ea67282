"""Tests of the ranking of an event."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import replace

from server.events.ranking import Field, Meeting, Row, carried_forward, over_sessions, rank
from server.games import field as fields
from server.games.base import Award, Competing, FieldResult, Rng, SidePoints


class Score(Struct, frozen=True):
    """The result of a deal of a game that consists of points alone."""

    points: int


class Points(Competing[Any]):
    """The rules of a game whose results are numbers; a win by 5 or more is worth all 20 victory points."""

    scorings = MappingProxyType({"mp": "matchpoints", "total": "points"})
    in_matches = frozenset({"total"})
    scales = MappingProxyType({"twenty": "20 victory points", **Competing.scales})
    result_type = Score

    def sides(self, options: Any) -> tuple[tuple[int, ...], ...]:
        return (0,), (1,)

    def results(self, state: Any) -> tuple[tuple[int, Any], ...]:
        return ()

    def comparable(self, result: Score) -> tuple[int, ...]:
        return (result.points,)

    def drawn(self, start: Any, index: int, rng: Rng) -> Any:
        return None

    def check(self, options: Any, deals: tuple[Any, ...]) -> None:
        """Accept all deals."""

    def scored(
        self, results: Sequence[FieldResult], scoring: str, terms: Mapping[str, Any]
    ) -> tuple[SidePoints | None, ...]:
        return fields.scored(self, results, scoring)

    def victory_points(
        self, margin: Fraction, deals: int, scale: str, top: Fraction = Fraction()
    ) -> tuple[int, int]:
        if scale == "win":
            return super().victory_points(margin, deals, scale)
        own = 1000 + 200 * max(-5, min(5, int(margin)))
        return own, 2000 - own


POINTS = Points()


def result(
    deal: int, sides: str, points: int | None = None, awards: tuple[Award, ...] | None = None, round: int = 0
) -> FieldResult:
    """Return a result; each entry is a letter, and `-` is a side without an entry."""
    seated = tuple(None if letter == "-" else letter for letter in sides)
    return FieldResult(deal, seated, None if points is None else Score(points), awards, round)


def listed(field: Field) -> list[tuple[str, str, int]]:
    """Return the place, the entry and the total of each row."""
    return [(row.place, row.entry, row.total) for row in rank(field, POINTS).rows]


ROUND_ROBIN = (
    result(1, "ab", 3, round=0),
    result(2, "cd", 3, round=0),
    result(3, "ac", -1, round=1),
    result(4, "db", -1, round=1),
    result(5, "ad", 0, round=2),
    result(6, "bc", 1, round=2),
)
"""The matches of four entries: a beats b, c beats d; c beats a, b beats d; a and d tie, b beats c."""
SWISS = Field("total", tuple("abcd"), ROUND_ROBIN, scale="twenty", deals_a_match=1)


# Totals


def test_equal_totals_share_a_rank_and_the_next_rank_has_a_gap() -> None:
    field = Field("total", tuple("abcd"), (result(1, "ab", 2), result(2, "cb", 2), result(3, "d-", 9)))
    assert listed(field) == [("1", "d", 900), ("2=", "a", 200), ("2=", "c", 200), ("4", "b", -400)]


def test_matchpoints_of_entries_with_fewer_deals_are_scaled_to_the_most_deals() -> None:
    field = Field(
        "mp", tuple("abcd"), (result(1, "ab", 2), result(1, "cd", 1), result(2, "a-", 5), result(2, "c-", 7))
    )
    assert [(row.entry, row.total, row.percent, row.deals) for row in rank(field, POINTS).rows] == [
        ("d", 400, 10000, 1),
        ("a", 200, 5000, 2),
        ("c", 200, 5000, 2),
        ("b", 0, 0, 1),
    ]


def test_two_winners_have_a_list_each() -> None:
    field = Field("mp", tuple("abcd"), (result(1, "ab", 2), result(1, "cd", 1)), lists={"b": 1, "d": 1})
    assert [(row.list, row.place, row.entry) for row in rank(field, POINTS).rows] == [
        (0, "1", "a"),
        (0, "2", "c"),
        (1, "1", "d"),
        (1, "2", "b"),
    ]


def test_matches_are_converted_into_victory_points_which_add_up() -> None:
    # a: 16 + 8 + 10, b: 4 + 12 + 12, c: 16 + 12 + 8, d: 4 + 8 + 10, and six matches have 120 together.
    assert listed(SWISS) == [("1", "c", 3600), ("2", "a", 3400), ("3", "b", 2800), ("4", "d", 2200)]


def test_each_match_is_told_once_with_margins_and_victory_points() -> None:
    matches = rank(replace(SWISS, results=ROUND_ROBIN[:3]), POINTS).matches
    assert [(each.round, each.sides, each.margins, each.scores) for each in matches] == [
        (0, ("a", "b"), (300, -300), (1600, 400)),
        (0, ("c", "d"), (300, -300), (1600, 400)),
        (1, ("a", "c"), (-100, 100), (800, 1200)),
    ]
    plain = rank(replace(SWISS, scale="", results=ROUND_ROBIN[:1]), POINTS).matches
    assert [each.scores for each in plain] == [(300, -300)]


def test_a_round_to_which_an_entry_did_not_come_gives_it_nothing_of_the_maximum() -> None:
    field = Field("mp", tuple("abcde"), (result(1, "ab", 2), result(1, "cd", 1)))
    missed = rank(replace(field, absent={"a": (0,), "e": (0,)}), POINTS).rows
    percent = {row.entry: row.percent for row in rank(field, POINTS).rows}
    found = {row.entry: row.percent for row in missed}
    assert found["e"] == 0 and 2 * (found["a"] or 0) == percent["a"] and found["b"] == percent["b"]


def test_a_bye_gives_the_award_of_the_conditions() -> None:
    byes = (Meeting(0, ("e", None)),)
    with_bye = replace(SWISS, entries=tuple("abcde"), meetings=byes, bye=1200)
    assert [row.total for row in rank(with_bye, POINTS).rows if row.entry == "e"] == [1200]
    at_matchpoints = Field("mp", tuple("abcde"), (result(1, "ab", 2), result(1, "cd", 1)), byes, bye=6000)
    assert [row.percent for row in rank(at_matchpoints, POINTS).rows if row.entry == "e"] == [6000]
    assert [
        row.percent for row in rank(replace(at_matchpoints, bye=None), POINTS).rows if row.entry == "e"
    ] == [None]


def test_entries_bring_points_with_them_and_penalties_count_against_them() -> None:
    field = Field("total", tuple("ab"), (result(1, "ab", 2),), carry={"b": 500, "a": -25})
    assert listed(field) == [("1", "b", 300), ("2", "a", 175)]


def test_those_that_did_not_finish_are_below_all_that_did() -> None:
    field = Field("total", tuple("abc"), (result(1, "ab", 2),), out=frozenset("a"))
    assert [(row.place, row.entry, row.out) for row in rank(field, POINTS).rows] == [
        ("1", "c", False),
        ("2", "b", False),
        ("", "a", True),
    ]


def test_a_ranking_is_provisional_until_every_result_has_points() -> None:
    open_field = Field("mp", tuple("abcd"), (result(1, "ab", 2), result(1, "cd")))
    assert rank(open_field, POINTS).provisional
    closed = replace(open_field, results=(result(1, "ab", 2), result(1, "cd", awards=("plus", "minus"))))
    assert not rank(closed, POINTS).provisional
    assert [row.deals for row in rank(open_field, POINTS).rows] == [0, 0, 0, 0]


# Ties


def tied(*ties: Any, seed: int = 0) -> list[tuple[str, str, str | None]]:
    """Return the place, the entry, and what decided, of three entries with the same total."""
    matches = (result(1, "ab", 5, round=0), result(2, "bc", 5, round=1), result(3, "ca", 5, round=2))
    others = (result(4, "ad", 1, round=3), result(5, "be", 2, round=3), result(6, "cf", 1, round=3))
    field = Field(
        "total", tuple("abcdef"), (*matches, *others), carry={"a": 100, "c": 100}, ties=ties, seed=seed
    )
    return [(row.place, row.entry, row.decided) for row in rank(field, POINTS).rows if row.entry in "abc"]


def test_direct_meetings_leave_a_circle_tied_and_the_next_way_decides() -> None:
    circle = [("1=", "a", None), ("1=", "b", None), ("1=", "c", None)]
    assert tied() == circle
    assert tied("direct", "wins") == circle
    assert tied("direct", "quotient") == [
        ("1", "b", "quotient"),
        ("2=", "a", "quotient"),
        ("2=", "c", "quotient"),
    ]


def test_a_direct_meeting_decides_between_two() -> None:
    field = Field(
        "total", tuple("abcd"), (result(1, "ab", 1), result(2, "bc", 2), result(3, "da", 0)), ties=("direct",)
    )
    assert [row.entry for row in rank(field, POINTS).rows][:2] == ["a", "b"]
    apart = replace(field, results=(result(1, "ac", 1), result(2, "bd", 1)))
    assert [row.place for row in rank(apart, POINTS).rows] == ["1=", "1=", "3=", "3="]


@pytest.mark.parametrize(
    ("tie", "first"),
    [
        ("opponents", "a"),  # The totals of c and d are 26 and 10, those of e and f are 6 and 10.
        ("beaten", "a"),  # 14 / 20 * 26 + 10 / 20 * 10 = 23.2 against 14 / 20 * 6 + 10 / 20 * 10 = 9.2
        ("recent", "b"),  # b won its second match and a its first.
    ],
)
def test_other_ways_look_at_the_opponents_or_at_the_newest_match(tie: Any, first: str) -> None:
    matches = (
        result(1, "ac", 2, round=0),
        result(2, "bf", 0, round=0),
        result(3, "ad", 0, round=1),
        result(4, "be", 2, round=1),
        result(5, "ce", 5, round=2),
    )
    entries = "bacdef" if first == "a" else "abcdef"
    field = Field("total", tuple(entries), matches, scale="twenty", deals_a_match=1, ties=(tie,))
    rows = [row for row in rank(field, POINTS).rows if row.entry in "ab"]
    assert [(row.entry, row.total, row.decided) for row in rows] == [
        (first, 2400, tie),
        ("b" if first == "a" else "a", 2400, tie),
    ]


def test_a_draw_by_the_seed_leaves_nothing_tied_and_is_the_same_every_time() -> None:
    drawn = tied("draw", seed=7)
    assert drawn == tied("draw", seed=7)
    assert [place for place, _, _ in drawn] == ["1", "2", "3"]
    assert len({tuple(entry for _, entry, _ in tied("draw", seed=seed)) for seed in range(20)}) > 2


# Sessions


def test_a_share_of_the_totals_is_carried_into_the_next_session() -> None:
    first = rank(Field("total", tuple("ab"), (result(1, "ab", 5),)), POINTS)
    assert carried_forward(first, Fraction(1, 2)) == {"a": 250, "b": -250}
    final = Field("total", tuple("ab"), (result(1, "ba", 4),), carry=carried_forward(first, Fraction(1, 2)))
    assert listed(final) == [("1", "b", 150), ("2", "a", -150)]


def test_sessions_count_by_their_mean_percentage_or_by_the_sum_of_their_totals() -> None:
    first = rank(Field("mp", tuple("abcd"), (result(1, "ab", 2), result(1, "cd", 1))), POINTS)
    second = rank(
        Field(
            "mp",
            tuple("abcd"),
            (result(1, "ab", 1), result(1, "cd", 1), result(2, "ab", 3), result(2, "cd", 3)),
        ),
        POINTS,
    )
    assert [(row.place, row.entry, row.percent) for row in over_sessions([first, second])] == [
        ("1=", "a", 7500),
        ("1=", "d", 7500),
        ("3=", "b", 2500),
        ("3=", "c", 2500),
    ]
    points = rank(Field("total", tuple("ab"), (result(1, "ab", 5),)), POINTS)
    assert [row.total for row in over_sessions([points, points])] == [1000, -1000]


# Laws


@given(st.lists(st.integers(-3, 3), min_size=6, max_size=6), st.permutations(range(6)))
def test_the_order_in_which_results_come_in_does_not_change_the_ranking(
    scores: list[int], order: list[int]
) -> None:
    results = tuple(
        result(deal, sides, score, round=deal // 2)
        for deal, sides, score in zip(
            (0, 0, 2, 2, 4, 4), ("ab", "cd", "ac", "bd", "ad", "bc"), scores, strict=True
        )
    )
    ties = ("direct", "opponents", "beaten", "quotient", "wins", "recent")
    for scoring, scale in (("mp", ""), ("total", ""), ("total", "twenty"), ("mp", "win")):
        field = Field(scoring, tuple("abcd"), results, scale=scale, ties=ties)
        shuffled = replace(field, results=tuple(results[index] for index in order))
        assert rank(field, POINTS).rows == rank(shuffled, POINTS).rows


def test_a_row_tells_its_place_as_text() -> None:
    assert [Row("a", 0, 2, shared, 0).place for shared in (True, False)] == ["2=", "2"]
