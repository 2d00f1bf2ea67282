"""Tests of rubber bridge against score sheets worked out by hand."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from protocol.v1.bridge import (
    ArtificialScore,
    AssignScore,
    Options,
    Result,
    Seat,
    Vulnerability,
)
from server.games.bridge.scores import sheet
from tests.games.bridge.scores.sheets import (
    RUBBER,
    dealers,
    due,
    result,
    scored,
    vulnerabilities,
    written,
)

LONG_RUBBER = """
2H S =                  : 60 towards game
3NT W -1                : 50 to North-South
1NT E +1                : 40 towards game, 30 above
2D N +1                 : 60 + 40: the first game; East-West's 40 count no longer
4S W =                  : a game each
3NTX S -2               : vulnerable
6H E = honours W 100    : the rubber, 2 to 1
"""


def test_a_whole_rubber() -> None:
    end = scored(RUBBER, LONG_RUBBER)
    assert written(end.earlier + end.lines) == [
        "NS 60 tricks below",
        "NS 50 undertricks",
        "EW 40 tricks below",
        "EW 30 overtricks",
        "NS 40 tricks below",
        "NS 20 overtricks",
        "EW 120 tricks below",
        "EW 500 undertricks",
        "EW 180 tricks below",
        "EW 750 small slam",
        "EW 100 honours",
        "EW 500 rubber",
    ]
    assert (end.games, end.points, end.total) == ((1, 2), (170, 2220), (170, 2220))
    assert end.players == (-2050, 2050, -2050, 2050)
    assert sheet.round_over(end)


def test_the_deal_passes_to_the_left_and_vulnerability_follows_the_games() -> None:
    assert dealers(RUBBER, LONG_RUBBER) == "NESWNESW"
    none, both = ["None"] * 4, ["Both"] * 2
    assert vulnerabilities(RUBBER, LONG_RUBBER) == [*none, "NS", *both, "None"]


# Below the line


def test_only_the_tricks_that_were_bid_count_towards_game() -> None:
    after = scored(RUBBER, "2S S +2")
    assert (after.part, after.games) == ((60, 0), (0, 0))
    assert written(after.lines) == ["NS 60 tricks below", "NS 60 overtricks"]


@pytest.mark.parametrize(
    ("deal", "part", "entries"),
    [
        ("1CX S =", 40, ["NS 40 tricks below", "NS 50 insult"]),
        ("1CXX S =", 80, ["NS 80 tricks below", "NS 100 insult"]),
        ("1DXX S +2", 80, ["NS 80 tricks below", "NS 400 overtricks", "NS 100 insult"]),
        ("2DX N +1", 80, ["NS 80 tricks below", "NS 100 overtricks", "NS 50 insult"]),
    ],
)
def test_doubled_and_redoubled_part_scores_count_so_many_times(
    deal: str, part: int, entries: list[str]
) -> None:
    after = scored(RUBBER, deal)
    assert (after.part, after.games) == ((part, 0), (0, 0))
    assert written(after.lines) == entries


@pytest.mark.parametrize(
    "deal", ["3NT S =", "4H N =", "5C S =", "2SX N =", "1HXX S =", "1NTXX N =", "3DX S ="]
)
def test_a_hundred_points_in_one_deal_are_a_game(deal: str) -> None:
    after = scored(RUBBER, deal)
    assert (after.games, after.part) == ((1, 0), (0, 0))


def test_part_scores_add_up_to_a_game() -> None:
    assert scored(RUBBER, "1NT S =\n2C N =").part == (80, 0)
    assert scored(RUBBER, "1NT S =\n2C N =\n1C S =").games == (1, 0)


def test_a_game_ends_the_part_scores_of_both_sides_which_count_in_the_total_all_the_same() -> None:
    after = scored(RUBBER, "2H S =\n3D E =\n2S N =")
    assert (after.games, after.part, after.points) == ((1, 0), (0, 0), (120, 60))
    assert scored(RUBBER, "2H S =\n3D E =\n2S N =\n1NT W =").part == (0, 40)


def test_points_beyond_a_hundred_are_not_carried_into_the_next_game() -> None:
    assert scored(RUBBER, "3S S =\n4H S =\n1C S =").part == (20, 0)


def test_a_defeated_contract_adds_nothing_to_the_part_score_of_either_side() -> None:
    after = scored(RUBBER, "2H S =\n4S E -3")
    assert (after.part, after.points) == ((60, 0), (210, 0))


# Above the line


@pytest.mark.parametrize(
    ("deal", "to_east_west"),
    [
        *(("4S S -1", 100), ("4S S -2", 200), ("4SX S -1", 200), ("4SX S -2", 500), ("4SX S -4", 1100)),
        *(("4SXX S -1", 400), ("4SXX S -3", 1600)),
    ],
)
def test_undertricks_of_the_side_with_a_game_are_vulnerable(deal: str, to_east_west: int) -> None:
    after = scored(RUBBER, f"4H N =\n{deal}")
    assert written(after.lines) == [f"EW {to_east_west} undertricks"]


@pytest.mark.parametrize(
    ("deal", "to_north_south"), [("4S E -1", 50), ("4SX E -1", 100), ("4SX W -3", 500), ("4SXX E -4", 1600)]
)
def test_undertricks_of_the_side_without_a_game_are_not(deal: str, to_north_south: int) -> None:
    after = scored(RUBBER, f"4H N =\n{deal}")
    assert written(after.lines) == [f"NS {to_north_south} undertricks"]


def test_slams_earn_half_as_much_again_when_vulnerable() -> None:
    assert "NS 500 small slam" in written(scored(RUBBER, "6C S =").lines)
    assert "NS 1000 grand slam" in written(scored(RUBBER, "7C S =").lines)
    assert "NS 750 small slam" in written(scored(RUBBER, "4S S =\n6C S +1").lines)
    assert "NS 1500 grand slam" in written(scored(RUBBER, "4S S =\n7C S =").lines)


def test_a_game_or_a_part_score_earns_no_bonus_of_its_own() -> None:
    assert scored(RUBBER, "4S S =").points == (120, 0)
    assert scored(RUBBER, "2S S =").points == (60, 0)


def test_honours_are_written_above_the_line_for_the_defence_too_and_when_the_contract_fails() -> None:
    after = scored(RUBBER, "4S S -2 honours W 100")
    assert written(after.lines) == ["EW 100 undertricks", "EW 100 honours"]
    assert written(scored(RUBBER, "1S S = honours E 150").lines) == ["NS 30 tricks below", "EW 150 honours"]


def test_honours_never_count_towards_game() -> None:
    assert scored(RUBBER, "3S S = honours S 150").games == (0, 0)


# The rubber


def test_the_rubber_is_worth_700_against_no_game() -> None:
    end = scored(RUBBER, "4S S =\n4S N =")
    assert written(end.lines) == ["NS 120 tricks below", "NS 700 rubber"]
    assert end.points == (940, 0)


def test_the_rubber_is_worth_500_against_one_game() -> None:
    end = scored(RUBBER, "4S S =\n3NT E =\n5D W =")
    assert written(end.lines) == ["EW 100 tricks below", "EW 500 rubber"]
    assert end.points == (120, 700)


def test_a_new_rubber_begins_at_nothing_and_the_deal_goes_on_to_the_left() -> None:
    after = due(RUBBER, "4S S =\n4S N =")
    assert (after.number, after.deal, after.games, after.part, after.points) == (2, 1, (0, 0), (0, 0), (0, 0))
    assert (after.lines, after.earlier) == ((), ())
    assert after.dealer is Seat.SOUTH
    assert sheet.vulnerable(after, RUBBER, 3) is Vulnerability.NONE


def test_rubbers_add_up() -> None:
    end = scored(RUBBER, "4S S =\n4S N =\n3NT E =\n3NT W =")
    assert (end.points, end.total) == ((0, 900), (940, 900))
    assert end.players == (40, -40, 40, -40)


# Pass-outs


def test_after_a_pass_out_the_same_dealer_deals_again_and_the_deal_does_not_count() -> None:
    passed = "2H S =\npassed out\npassed out\n4S E ="
    assert dealers(RUBBER, passed) == "NEEES"
    end = scored(RUBBER, passed)
    assert (end.counted, end.deal, end.part, end.games) == (2, 2, (0, 0), (0, 1))


def test_a_pass_out_leaves_score_and_vulnerability_as_they_were() -> None:
    before, after = due(RUBBER, "4S S =\n2H E ="), due(RUBBER, "4S S =\n2H E =\npassed out")
    assert after == before


def test_when_the_first_deal_is_passed_out_the_rubber_has_begun_all_the_same() -> None:
    assert not due(RUBBER).begun
    assert due(RUBBER, "passed out").begun
    assert not due(RUBBER, "4S S =\n4S S =").begun


# A rubber that stops


@pytest.mark.parametrize("bonus", [50, 100])
@pytest.mark.parametrize(
    ("deals", "north_south", "east_west"),
    [
        ("3NT S =", "300", ""),
        ("3NT S =\n3NT E =", "", ""),
        ("2H W =", "", "part"),
        ("3NT S =\n2H S =", "300 part", ""),
        ("3NT S =\n2H W =", "300", "part"),
        ("3NT S =\n3NT E =\n2H W =", "", "part"),
        ("2H S =\n2H W =", "", ""),
        ("2H S =\n4H W =", "", "300"),
        ("4S S -1", "", ""),
    ],
)
def test_an_unfinished_rubber_rewards_the_only_side_with_a_game_and_the_only_side_with_a_part_score(
    deals: str, north_south: str, east_west: str, bonus: int
) -> None:
    boards = len(deals.split("\n"))
    capped = Options(scoring="rubber", boards=boards, unfinished_part=bonus)
    going_on = Options(scoring="rubber", unfinished_part=bonus)
    worth = [300 * ("300" in due_to) + bonus * ("part" in due_to) for due_to in (north_south, east_west)]
    before, stopped = scored(going_on, deals), scored(capped, deals)
    expected = (before.points[0] + worth[0], before.points[1] + worth[1])
    assert stopped.points == expected
    assert sheet.tally(before, going_on).stopped == expected
    assert sheet.tally(stopped, capped).stopped == expected
    assert sheet.over(stopped, capped)
    assert not sheet.over(before, going_on)


def test_the_bonuses_of_a_rubber_that_stops_are_entries_like_others() -> None:
    end = scored(Options(scoring="rubber", boards=2), "3NT S =\n2H W =")
    assert written(end.lines) == [
        "EW 60 tricks below",
        "NS 300 unfinished game",
        "EW 100 unfinished part-score",
    ]
    assert end.total == end.points == (400, 160)


def test_a_rubber_finished_by_the_last_board_earns_its_own_bonus_only() -> None:
    end = scored(Options(scoring="rubber", boards=2), "4S S =\n4S N =")
    assert end.points == (940, 0)
    assert sheet.tally(end, RUBBER).stopped == (940, 0)


def test_pass_outs_do_not_use_up_the_boards_of_a_sitting() -> None:
    capped = Options(scoring="rubber", boards=2)
    assert not sheet.over(due(capped, "2H S =\npassed out\npassed out"), capped)
    assert sheet.over(due(capped, "2H S =\npassed out\n1C S ="), capped)


def test_the_sitting_ends_with_its_last_rubber() -> None:
    two = Options(scoring="rubber", rounds=2)
    first, second = "4S S =\n4S N =", "4S S =\n4S N =\n4S S =\n4S N ="
    assert not sheet.over(scored(two, first), two)
    assert not sheet.over(due(two, first), two)
    assert sheet.over(scored(two, second), two)
    assert due(two, second) == scored(two, second)


# The director


def test_corrected_tricks_are_scored_from_the_sheet_before_the_deal() -> None:
    before = due(RUBBER, "2H S =")
    claimed = sheet.scored(before, RUBBER, result("2S S ="), Vulnerability.NONE)
    ruled = sheet.scored(before, RUBBER, result("2S S -1"), Vulnerability.NONE)
    assert (claimed.games, claimed.points) == ((1, 0), (120, 0))
    assert (ruled.games, ruled.part, ruled.points) == ((0, 0), (60, 0), (60, 50))
    assert sheet.next_deal(ruled, RUBBER).dealer is sheet.next_deal(claimed, RUBBER).dealer is Seat.SOUTH


def test_an_assigned_score_stands_above_the_line_and_helps_towards_no_game() -> None:
    assigned = replace(result("2S S ="), score_ns=-620, adjusted=AssignScore(outcomes=()))
    after = sheet.scored(due(RUBBER, "2H S ="), RUBBER, assigned, Vulnerability.NONE)
    assert written(after.lines) == ["EW 620 adjusted"]
    assert (after.games, after.part, after.points, after.counted) == ((0, 0), (60, 0), (60, 620), 2)


def test_an_artificial_score_of_a_deal_that_was_passed_out_counts_as_a_deal() -> None:
    ruled = Result(score_ns=0, adjusted=ArtificialScore("average", "average"))
    after = sheet.scored(due(RUBBER), RUBBER, ruled, Vulnerability.NONE)
    assert (after.lines, after.points, after.counted) == ((), (0, 0), 1)
    assert sheet.next_deal(after, RUBBER).dealer is Seat.EAST
