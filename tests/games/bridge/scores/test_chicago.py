"""Tests of both forms of four-deal Chicago, and of total points."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from protocol.v1.bridge import AssignScore, Options, Result, Seat, Vulnerability
from server.games.bridge import scoring
from server.games.bridge.scores import sheet
from tests.games.bridge.scores.sheets import (
    FOUR_DEAL,
    PLAIN_CHICAGO,
    RUBBER,
    dealers,
    due,
    published,
    result,
    scored,
    vulnerabilities,
    written,
)

CAVENDISH = Options(scoring="chicago", chicago_vulnerable="opponents")
TOTAL = Options(scoring="total")
QUIET = "1C S =\n1C S =\n1C S =\n1C S ="


# The four deals


@pytest.mark.parametrize("options", [FOUR_DEAL, PLAIN_CHICAGO])
def test_each_player_deals_once_and_a_new_chukker_begins_with_north(options: Options) -> None:
    assert dealers(options, QUIET) == "NESWN"
    assert (due(options, QUIET).number, due(options, QUIET).deal) == (2, 1)


@pytest.mark.parametrize("options", [FOUR_DEAL, PLAIN_CHICAGO])
def test_the_dealers_side_is_vulnerable_in_the_second_and_third_deal(options: Options) -> None:
    assert vulnerabilities(options, QUIET) == ["None", "EW", "NS", "Both", "None"]


def test_in_the_other_variant_the_dealers_opponents_are() -> None:
    assert vulnerabilities(CAVENDISH, QUIET) == ["None", "NS", "EW", "Both", "None"]


@pytest.mark.parametrize("options", [FOUR_DEAL, PLAIN_CHICAGO])
def test_a_deal_passed_out_is_dealt_again_by_the_same_dealer_as_vulnerable_as_before(
    options: Options,
) -> None:
    passed = "1C S =\npassed out\n1C S =\npassed out\npassed out\n1C S =\n1C S ="
    assert dealers(options, passed) == "NEESSSWN"
    assert vulnerabilities(options, passed) == ["None", "EW", "EW", "NS", "NS", "NS", "Both", "None"]
    assert scored(options, passed).counted == 4


def test_a_fourth_deal_passed_out_does_not_end_the_chukker() -> None:
    assert not sheet.round_over(scored(FOUR_DEAL, "1C S =\n1C S =\n1C S =\npassed out"))
    assert sheet.round_over(scored(FOUR_DEAL, QUIET))


def test_the_sitting_ends_with_its_last_chukker() -> None:
    one = Options(scoring="chicago", rounds=1)
    assert not sheet.over(scored(one, "1C S =\n1C S =\n1C S ="), one)
    assert sheet.over(scored(one, QUIET), one)
    assert not sheet.over(scored(FOUR_DEAL, QUIET), FOUR_DEAL)


def test_the_chukker_agrees_with_the_published_constants() -> None:
    told = published("chicago.json")
    named = told["vulnerability_by_deal"]
    seen = vulnerabilities(FOUR_DEAL, QUIET)
    assert len(dealers(FOUR_DEAL, QUIET)) - 1 == told["deals"]
    assert (seen[0], seen[3]) == (named["1"], named["4"])
    assert named["2"].startswith("dealer side (standard) | opponents of dealer")
    bonuses = told["game_bonus"]
    assert f"NS {bonuses['nv']} game" in written(scored(FOUR_DEAL, "4S S =").lines)
    assert f"EW {bonuses['v']} game" in written(scored(FOUR_DEAL, "1C S =\n4S E =").lines)


# Four-deal scoring


def test_a_game_earns_its_bonus_at_once() -> None:
    assert written(scored(FOUR_DEAL, "4S S =").lines) == ["NS 120 tricks below", "NS 300 game"]


def test_the_bonus_is_by_declarers_vulnerability_in_that_deal_not_by_games() -> None:
    end = scored(FOUR_DEAL, "4S S =\n4S S =\n4S S =\n4S S =")
    assert end.points == (4 * 120 + 300 + 300 + 500 + 500, 0)
    assert end.games == (4, 0)


def test_a_part_score_is_carried_until_a_side_makes_game() -> None:
    after = scored(FOUR_DEAL, "2H S =\n3D E =\n2D N =")
    assert written(after.lines) == ["NS 40 tricks below", "NS 500 game"]
    assert (after.part, after.points) == ((0, 0), (600, 60))


def test_the_opponents_game_ends_a_part_score() -> None:
    after = scored(FOUR_DEAL, "2H S =\n4S E =\n2D N =")
    assert (after.part, after.points) == ((40, 0), (100, 620))


def test_a_part_score_before_the_fourth_deal_earns_nothing_more() -> None:
    assert scored(FOUR_DEAL, "2H S =").points == (60, 0)
    assert sheet.tally(scored(FOUR_DEAL, "2H S ="), FOUR_DEAL).stopped == (60, 0)


def test_a_part_score_in_the_fourth_deal_earns_100() -> None:
    end = scored(FOUR_DEAL, "4S S =\n4S E =\n4S S =\n2H W +1")
    assert written(end.lines) == ["EW 60 tricks below", "EW 30 overtricks", "EW 100 part-score"]


def test_a_part_score_in_the_fourth_deal_that_completes_a_game_earns_the_game_instead() -> None:
    end = scored(FOUR_DEAL, "4S S =\n2S S =\n3NT E -1\n2D S =")
    assert written(end.lines) == ["NS 40 tricks below", "NS 500 game"]


def test_a_part_score_carried_into_a_fourth_deal_that_is_lost_earns_nothing_more() -> None:
    end = scored(FOUR_DEAL, "4S S =\n4S E =\n2H S =\n2H W -1")
    assert written(end.lines) == ["NS 100 undertricks"]


def test_no_part_score_is_carried_into_the_next_chukker() -> None:
    assert due(FOUR_DEAL, QUIET).part == (0, 0)


def test_slams_insults_overtricks_and_undertricks_are_as_ever() -> None:
    slam = scored(FOUR_DEAL, "1C S =\n6SX E +1")
    assert written(slam.lines) == [
        "EW 360 tricks below",
        "EW 200 overtricks",
        "EW 750 small slam",
        "EW 50 insult",
        "EW 500 game",
    ]
    assert written(scored(FOUR_DEAL, "1C S =\n6SX E -3").lines) == ["NS 800 undertricks"]


def test_honours_count() -> None:
    assert "EW 150 honours" in written(scored(FOUR_DEAL, "1NT S = honours W 150").lines)


def test_a_director_may_assign_the_score_of_the_fourth_deal() -> None:
    before = due(FOUR_DEAL, "4S S =\n4S E =\n2H S =")
    ruled = replace(result("2H W ="), score_ns=300, adjusted=AssignScore(outcomes=()))
    end = sheet.scored(before, FOUR_DEAL, ruled, Vulnerability.BOTH)
    assert written(end.lines) == ["NS 300 adjusted"]
    assert sheet.round_over(end)


# Plain duplicate scoring


PLAIN = "2H S +1\n4S E =\n2D N = honours N 100\n3NTX W -2"


def test_each_deal_is_scored_as_in_duplicate_with_nothing_carried_and_no_honours() -> None:
    end = scored(PLAIN_CHICAGO, PLAIN)
    assert written(end.earlier + end.lines) == ["NS 140 score", "EW 620 score", "NS 90 score", "NS 500 score"]
    assert (end.part, end.points, end.players) == ((0, 0), (730, 620), (110, -110, 110, -110))


def test_a_deals_score_is_law_77s_at_the_vulnerability_of_its_place() -> None:
    end = scored(PLAIN_CHICAGO, "4S S =\n4S S =\n4S S =\n4S S =")
    assert written(end.earlier + end.lines) == [f"NS {points} score" for points in (420, 420, 620, 620)]


# Total points


def test_duplicate_scores_add_up_by_the_vulnerability_of_each_board() -> None:
    end = scored(TOTAL, "4S S =\n4S S =\n4S S =\n4S W =\npassed out")
    assert written(end.earlier + end.lines) == [
        "NS 420 score",
        "NS 620 score",
        "NS 420 score",
        "EW 620 score",
    ]
    assert (end.points, end.total, end.players) == ((1460, 620), (1460, 620), (840, -840, 840, -840))


def test_a_board_passed_out_is_played_and_scores_nothing() -> None:
    three = Options(scoring="total", boards=3)
    assert not sheet.over(due(three, "4S S =\npassed out"), three)
    assert sheet.over(due(three, "4S S =\npassed out\npassed out"), three)
    assert not sheet.round_over(scored(three, "4S S =\npassed out\npassed out"))


def test_dealer_and_vulnerability_are_the_boards_own() -> None:
    for options in (TOTAL, Options()):
        start = sheet.opening(options)
        for board in range(1, 33):
            assert sheet.dealer(start, options, board) is scoring.dealer_of(board)
            assert sheet.vulnerable(start, options, board) is scoring.vulnerability_of(board)


def test_the_first_board_of_a_rubber_or_a_chukker_does_not_choose_its_dealer() -> None:
    for options in (FOUR_DEAL, Options(scoring="rubber")):
        start = sheet.opening(options)
        assert sheet.dealer(start, options, 7) is Seat.NORTH
        assert sheet.vulnerable(start, options, 7) is Vulnerability.NONE


def test_plain_duplicate_keeps_no_sheet() -> None:
    assert sheet.opening(Options()) is None


def test_an_assigned_score_replaces_the_boards() -> None:
    ruled = replace(result("4S S ="), score_ns=-50, adjusted=AssignScore(outcomes=()))
    after = sheet.scored(due(TOTAL), TOTAL, ruled, Vulnerability.NONE)
    assert (after.points, after.counted) == ((0, 50), 1)


def split(score_ns: int, score_ew: int) -> Result:
    """Return a board with a score that the director assigned differently to the two sides."""
    return Result(score_ns=score_ns, adjusted=AssignScore(outcomes=()), score_ew=score_ew)


@pytest.mark.parametrize("options", [TOTAL, FOUR_DEAL, PLAIN_CHICAGO, RUBBER], ids=lambda each: each.scoring)
def test_each_side_scores_its_own_of_an_assigned_score_that_differs(options: Options) -> None:
    # The ruling is 4S= for North-South and 4S-1 for East-West, so both pairs win points.
    after = sheet.scored(due(options), options, split(420, 50), Vulnerability.NONE)
    assert written(after.lines) == ["NS 420 adjusted", "EW 50 adjusted"]
    assert (after.points, after.total, after.players) == ((420, 50), (420, 50), (420, 50, 420, 50))


def test_what_a_side_loses_alone_is_won_by_no_side() -> None:
    # The ruling makes both pairs lose: 4S-1 counts for North-South and 4S= by North for East-West.
    after = sheet.scored(due(TOTAL), TOTAL, split(-50, -420), Vulnerability.NONE)
    assert (after.lines, after.points, after.players) == ((), (0, 0), (-50, -420, -50, -420))


def test_the_side_that_wins_less_than_the_other_loses_has_its_own_points() -> None:
    after = sheet.scored(due(TOTAL), TOTAL, split(232, -420), Vulnerability.NONE)
    assert (written(after.lines), after.total) == (["NS 232 adjusted"], (232, 0))
    assert after.players == (232, -420, 232, -420)


def test_scores_that_differ_by_side_stay_in_the_balances_of_the_next_deals() -> None:
    # 420 and 50, then 140 to East-West
    ruled = sheet.next_deal(sheet.scored(due(TOTAL), TOTAL, split(420, 50), Vulnerability.NONE), TOTAL)
    after = sheet.scored(ruled, TOTAL, result("3S W ="), Vulnerability.NONE)
    assert (after.total, after.players) == ((420, 190), (280, 190, 280, 190))
