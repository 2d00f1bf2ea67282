"""Tests of the entries that a deal, or the end of a rubber, adds to a score sheet."""

from __future__ import annotations

from protocol.v1.bridge import Contract, Honours, Line, Seat, Side, Strain
from server.games.bridge.scores import lines
from tests.games.bridge.scores.sheets import (
    DOUBLED,
    FOUR_DEAL,
    PLAIN_CHICAGO,
    RUBBER,
    contract,
    published,
    written,
)


def test_the_entries_of_a_deal_are_the_duplicate_score_without_its_bonus_for_game_or_part_score() -> None:
    rows = published("duplicate_scores_all_contracts.json")["rows"]
    assert len(rows) == 2940
    for level, strain, risk, vulnerable, tricks, points in rows:
        played = Contract(level, Strain(strain), Seat.NORTH, DOUBLED[risk])
        entries = lines.of_contract(played, tricks, vulnerable)
        bonus = 0
        if tricks >= level + 6:
            below = sum(line.points for line in entries if line.below)
            bonus = 50 if below < 100 else 500 if vulnerable else 300
        north_south, east_west = lines.entered((0, 0), entries)
        assert north_south - east_west + bonus == points, (level, strain, risk, vulnerable, tricks)


def test_the_bonuses_of_a_rubber_agree_with_the_published_ones() -> None:
    told = published("rubber_bridge_constants.json")
    (two_to_none,), (two_to_one,) = lines.of_rubber((2, 0)), lines.of_rubber((1, 2))
    rubber = told["rubber_bonus"]
    assert (two_to_none.points, two_to_one.points) == (
        rubber["two_games_to_none"],
        rubber["two_games_to_one"],
    )
    stopped = lines.of_unfinished((1, 0), (0, 40), RUBBER.unfinished_part)
    unfinished = told["unfinished"]
    assert [line.points for line in stopped] == [
        unfinished["only_side_with_a_game"],
        unfinished["only_side_with_part_score_in_current_game"],
    ]


def test_trick_points_stand_below_the_line_and_everything_else_above_it() -> None:
    entries = lines.of_contract(contract("6SX"), 13, vulnerable=True)
    assert written(entries) == [
        "NS 360 tricks below",
        "NS 200 overtricks",
        "NS 750 small slam",
        "NS 50 insult",
    ]
    assert written(lines.of_contract(contract("7C", "W"), 13, vulnerable=False)) == [
        "EW 140 tricks below",
        "EW 1000 grand slam",
    ]


def test_the_penalty_of_a_defeated_contract_stands_above_the_line_for_the_opponents() -> None:
    assert written(lines.of_contract(contract("4S"), 8, vulnerable=True)) == ["EW 200 undertricks"]


def test_a_score_is_one_entry_for_the_side_that_won_it_and_none_without_points() -> None:
    assert written(lines.of_score(420, "score")) == ["NS 420 score"]
    assert written(lines.of_score(-50, "score")) == ["EW 50 score"]
    assert lines.of_score(0, "score") == ()


def test_both_sides_or_neither_may_have_an_entry_of_an_adjusted_score() -> None:
    assert written(lines.of_sides(100, 50, "adjusted")) == ["NS 100 adjusted", "EW 50 adjusted"]
    assert lines.of_sides(-100, 0, "adjusted") == ()


def test_honours_are_an_entry_for_the_side_that_holds_them() -> None:
    assert written(lines.of_honours(Honours(Seat.EAST, 150))) == ["EW 150 honours"]
    assert lines.of_honours(None) == ()


def test_a_rubber_is_won_with_two_games_and_is_worth_less_against_a_game() -> None:
    assert lines.of_rubber((1, 1)) == ()
    assert written(lines.of_rubber((2, 0))) == ["NS 700 rubber"]
    assert written(lines.of_rubber((1, 2))) == ["EW 500 rubber"]


def test_a_rubber_that_stops_early_rewards_only_the_side_that_is_alone_with_a_game_or_a_part_score() -> None:
    assert written(lines.of_unfinished((1, 0), (0, 40), 100)) == [
        "NS 300 unfinished game",
        "EW 100 unfinished part-score",
    ]
    assert lines.of_unfinished((1, 1), (30, 40), 100) == ()
    assert written(lines.of_unfinished((0, 0), (30, 0), 50)) == ["NS 50 unfinished part-score"]


def test_entries_add_up_for_each_side() -> None:
    entries = (Line(Side.NS, 120, "tricks", below=True), Line(Side.EW, 50, "honours"))
    assert lines.entered((10, 20), entries) == (130, 70)


def test_only_rubber_and_four_deal_chicago_score_below_the_line() -> None:
    assert lines.below_the_line(RUBBER) and lines.below_the_line(FOUR_DEAL)
    assert not lines.below_the_line(PLAIN_CHICAGO)
