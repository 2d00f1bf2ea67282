"""Tests of the scoring of events of bridge."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.v1.bridge import (
    ArtificialScore,
    AssignScore,
    Contract,
    Options,
    Outcome,
    Result,
    Seat,
    Strain,
    Vulnerability,
)
from server.errors import IllegalAction
from server.games.base import Award, FieldResult
from server.games.bridge.competing import BridgeCompeting
from server.games.bridge.state import EarlierBoard

COMPETING = BridgeCompeting()


def played(
    deal: int, sides: str, score: int | None = None, awards: tuple[Award, ...] | None = None
) -> FieldResult:
    """Return a result of two entries, each with a letter as its id."""
    board = None if score is None else EarlierBoard(deal, Vulnerability.NONE, Result(score))
    return FieldResult(deal, tuple(sides), board, awards)


def points(scoring: str, *results: FieldResult, **terms: Any) -> list[tuple[float, ...] | None]:
    """Return the points of each result."""
    scored = COMPETING.scored(results, scoring, terms)
    return [None if each is None else tuple(map(float, each.points)) for each in scored]


FIELD = (played(1, "ab", 420), played(1, "cd", -50), played(1, "ef", 420), played(1, "gh", 170))


@pytest.mark.parametrize(
    ("scoring", "expected"),
    [
        ("mp", [(5, 1), (0, 6), (5, 1), (2, 4)]),
        # 420 against -50 is 470 and 10 IMPs, against 170 it is 250 and 6 IMPs; 170 against -50 is 6 IMPs.
        ("imp", [(16 / 3, -16 / 3), (-26 / 3, 26 / 3), (16 / 3, -16 / 3), (-2, 2)]),
        # The datum is 960 / 4 = 240: +180 is 5 IMPs, -290 is -7, and -70 is -2.
        ("butler", [(5, -5), (-7, 7), (5, -5), (-2, 2)]),
        ("total", [(420, -420), (-50, 50), (420, -420), (170, -170)]),
    ],
)
def test_a_field_of_four_tables_scores_by_each_scoring_as_by_hand(
    scoring: str, expected: list[tuple[float, float]]
) -> None:
    for found, wanted in zip(points(scoring, *FIELD), expected, strict=True):
        assert found == pytest.approx(wanted)


def test_the_extremes_that_a_datum_leaves_out_are_a_condition_of_the_event() -> None:
    # Without 420 and -50 the datum is 295, which is rounded away from 0 to 300.
    assert points("butler", *FIELD, drop=1) == [(3, -3), (-8, 8), (3, -3), (-4, 4)]


def test_a_team_match_is_compared_with_its_other_room_and_counts_once() -> None:
    rooms = (played(1, "ab", 620), played(1, "cd", 100), played(1, "ba", 170))
    scored = COMPETING.scored(rooms, "match", {})
    assert points("match", *rooms) == [(10, -10), None, (-10, 10)]
    assert [each and each.counts for each in scored] == [True, None, False]
    assert points("bam", *rooms) == [(2, 0), None, (0, 2)]


def test_an_artificial_score_counts_before_the_other_room_has_played() -> None:
    assert points("match", played(1, "ab", awards=("plus", "minus"))) == [(3, -3)]
    assert points("bam", played(1, "ab", awards=(5500, 4500))) == [(1.1, 0.9)]


def test_a_result_alone_waits_for_another() -> None:
    assert points("mp", played(1, "ab", 420), played(2, "ab", 420), played(1, "cd")) == [None, None, None]


def test_a_ruling_of_the_table_and_an_award_of_the_event_score_alike() -> None:
    ruled = FieldResult(
        1,
        ("e", "f"),
        EarlierBoard(1, Vulnerability.NONE, Result(0, adjusted=ArtificialScore("plus", "minus"))),
    )
    awarded = played(1, "ef", awards=("plus", "minus"))
    others = played(1, "ab", 420), played(1, "cd", 50)
    assert (
        points("mp", *others, ruled) == points("mp", *others, awarded) == [(3.5, 0.5), (0.5, 3.5), (2.4, 1.6)]
    )
    assert points("imp", *others, awarded)[2] == (3, -3)


def test_average_plus_is_the_percentage_of_the_pair_if_that_is_higher() -> None:
    boards = [each for deal in (1, 2, 3) for each in (played(deal, "ab", 420), played(deal, "cd", 50))]
    awarded = played(4, "ab", awards=("plus", "plus"))
    found = points("mp", *boards, awarded, played(4, "cd", awards=("average", "average")))
    assert found[-2:] == [(2, 1.2), (1, 1)]


def test_boards_with_fewer_results_count_in_full_unless_the_conditions_say_otherwise() -> None:
    full = [played(1, sides, score) for sides, score in (("ab", 50), ("cd", 100), ("ef", 200))]
    fewer = [played(2, "ab", 50), played(2, "cd", 100)]
    assert points("mp", *full, *fewer)[3:] == [(0.5, 3.5), (3.5, 0.5)]
    assert points("mp", *full, *fewer, neuberg=False)[3:] == [(0, 2), (2, 0)]


def test_terms_of_other_games_are_ignored_and_unknown_scorings_refused() -> None:
    assert points("mp", *FIELD, decks="shared")[0] == (5, 1)
    with pytest.raises(IllegalAction, match=r"expected the scoring mp, imp, .* got swiss"):
        points("swiss", *FIELD)


def test_victory_points_are_those_of_the_published_scale_and_a_half_is_rounded_away_from_0() -> None:
    # World Computer-Bridge Championship 2019: 32 boards, 15 IMPs, 12.95 to 7.05.
    assert COMPETING.victory_points(Fraction(15), 32, "wbf") == (1295, 705)
    assert COMPETING.victory_points(Fraction(-29, 2), 32, "wbf") == (705, 1295)
    assert COMPETING.victory_points(Fraction(1, 2), 32, "win") == (200, 0)
    with pytest.raises(IllegalAction):
        COMPETING.victory_points(Fraction(15), 32, "danish")


def test_victory_points_by_percentage_are_those_of_the_share_of_the_matchpoints_of_the_match() -> None:
    # Seven boards with a top of 12: 50.4 of 84 matchpoints are 60 per cent, and 17 victory points of the EBU.
    own, top = Fraction(504, 10), Fraction(84)
    assert COMPETING.victory_points(2 * own - top, 7, "ebu", top) == (1700, 300)
    assert COMPETING.victory_points(top - 2 * own, 7, "ebu", top) == (300, 1700)
    assert COMPETING.victory_points(Fraction(), 7, "ebu") == (1000, 1000)


@given(st.fractions(-200, 200), st.integers(1, 48), st.sampled_from(sorted(COMPETING.scales)))
def test_the_victory_points_of_a_match_always_add_up(margin: Fraction, deals: int, scale: str) -> None:
    whole: Mapping[str, int] = {"wbf": 2000, "ebu": 2000, "win": 200}
    deals = min(deals, COMPETING.most_deals.get(scale, deals))
    assert sum(COMPETING.victory_points(margin, deals, scale, Fraction(200))) == whole[scale]


def test_north_south_are_one_side_and_the_greater_score_of_north_south_is_the_better() -> None:
    assert COMPETING.sides(Options()) == ((0, 2), (1, 3))
    better, worse = (EarlierBoard(1, Vulnerability.NONE, Result(score)) for score in (50, -50))
    assert COMPETING.comparable(better) > COMPETING.comparable(worse)


def as_given(result: Result) -> Result:
    """Return the result of a board that a director has given, as it is stored."""
    return BridgeCompeting().ruled(EarlierBoard(2, Vulnerability.NS, result)).result


def test_a_contract_that_a_director_gives_has_its_score() -> None:
    game = Contract(4, Strain.SPADES, Seat.NORTH)
    assert as_given(Result(0, game, 10)) == Result(620, game, 10)
    assert as_given(Result(-630)) == Result(-630)


def test_weighted_outcomes_that_a_director_gives_have_their_mean_and_may_differ_for_the_sides() -> None:
    game, part = (Contract(level, Strain.SPADES, Seat.NORTH) for level in (4, 2))
    outcomes = Outcome(60, game, 10), Outcome(40, part, 10)
    both = as_given(Result(0, adjusted=AssignScore(outcomes)))
    assert (both.score_ns, both.score_ew) == (440, None)
    split = as_given(Result(0, adjusted=AssignScore(outcomes, (Outcome(100, game, 10),))))
    assert (split.score_ns, split.score_ew) == (440, -620)


@pytest.mark.parametrize(
    ("result", "reason"),
    [
        (Result(0, Contract(4, Strain.SPADES, Seat.NORTH)), "a contract and its tricks"),
        (Result(0, adjusted=AssignScore((Outcome(60),))), "weights that add up to 100, got 60"),
        (Result(0, adjusted=ArtificialScore("plus", "minus")), "as `awards`"),
    ],
)
def test_a_result_that_is_not_possible_is_refused(result: Result, reason: str) -> None:
    with pytest.raises(IllegalAction, match=re.escape(reason)):
        as_given(result)


@pytest.mark.parametrize(
    ("text", "score"),
    [("3NT N +1", 430), ("4SX W -2", 300), ("2h s = vul NS", 110), ("pass", 0), ("6CXX E = vul both", -1830)],
)
def test_a_result_as_text_has_the_score_of_its_contract(text: str, score: int) -> None:
    fields = {"board": 1, "vulnerable": "None", **COMPETING.read_result(text)}
    assert COMPETING.ruled(msgspec.convert(fields, EarlierBoard)).result.score_ns == score


@pytest.mark.parametrize("text", ["", "3NT", "3NT N", "4SX by", "8C N =", "3NT N = vul East", "420"])
def test_a_text_that_is_no_result_is_refused_with_the_form_that_was_expected(text: str) -> None:
    with pytest.raises(IllegalAction, match=r"expected a contract .*; got"):
        COMPETING.read_result(text)
