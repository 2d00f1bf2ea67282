"""The ranking of an event is a function of its log and conditions."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from protocol.v1.hanabi import End, GameResult
from server.events.commands import (
    Adjust,
    Carry,
    Enrol,
    Finish,
    Leave,
    MakeDraw,
    Remove,
    Start,
    Substitute,
    Swap,
)
from server.events.schedule import TableReport, learned
from server.events.shown import results
from server.events.standings import (
    boards_of,
    field_of,
    is_decided,
    losers_of,
    order_of,
    players_of,
    ranking_of,
    released,
    results_of,
)
from tests.events.tuesday import PLAIN, Tuesday, named


def test_a_board_is_released_when_all_tables_have_finished_it_or_ended() -> None:
    tuesday = Tuesday.started(6)
    tuesday.reports(1, {0: 420})
    tuesday.reports(2, {0: 420})
    assert tuesday.event.round is not None
    assert 0 not in released(tuesday.event)
    assert ranking_of(tuesday.event, everything=False).points == ()
    tuesday.reports(3, {}, ended=True)
    assert 0 in released(tuesday.event)
    assert 1 not in released(tuesday.event)


def test_a_ruling_on_a_board_that_a_table_has_yet_to_finish_does_not_release_the_board() -> None:
    tuesday = Tuesday.started(6)
    for table in (1, 2):
        tuesday.reports(table, {0: 420, 1: 50})
    tuesday.reports(3, {0: 420})
    tuesday.asks("Dora", Adjust(round=1, table=3, board=2, awards=("average", "average")))
    assert [each.board for each in results(tuesday.event, "p-5N").boards] == [1]
    assert {each.deal for each in results_of(tuesday.event, everything=False)} == {0}
    assert [each.board for each in results(tuesday.event, "p-Dora").boards] == [1, 2]
    assert tuesday.passes(0) == () and tuesday.event.playing is not None
    tuesday.reports(3, {}, ended=True)
    assert [each.board for each in results(tuesday.event, "p-5N").boards] == [1, 2]


def test_a_board_that_a_ruling_has_reopened_is_a_secret_again_until_it_is_finished() -> None:
    tuesday = Tuesday.started(6)
    for table in (1, 2, 3):
        tuesday.reports(table, {0: 420})
    tuesday.reports(2, {0: None})
    assert tuesday.event.round is not None and 0 not in released(tuesday.event)
    tuesday.reports(2, {0: 450})
    assert 0 in released(tuesday.event)


def test_a_cancelled_event_releases_a_board_only_when_no_table_plays_it_any_more() -> None:
    tuesday = Tuesday.started(6)
    tuesday.reports(1, {0: 420})
    tuesday.asks("Dora", Finish(cancel=True))
    assert results(tuesday.event, "p-5N").boards == ()
    for table in (1, 2, 3):
        tuesday.reports(table, {}, ended=True)
    assert [each.board for each in results(tuesday.event, "p-5N").boards] == [1]


def test_a_ruling_counts_more_than_the_result_with_which_the_board_ends_later() -> None:
    tuesday = Tuesday.started(6, replace(PLAIN, rounds=1, boards=1))
    tuesday.asks("Dora", Adjust(round=1, table=3, board=1, awards=(6000, 4000), law="12C2"))
    for table in (1, 2, 3):
        tuesday.reports(table, {0: 420})
    rows = {row.entry: row.percent for row in ranking_of(tuesday.event, everything=True).rows}
    assert (rows["5"], rows["6"]) == (6000, 4000)
    line = results(tuesday.event, "p-1N").boards[0].lines[2]
    assert [each.kind for each in line.versions] == ["played", "artificial"], "the one that counts is last"


def test_a_ruling_counts_more_than_the_end_of_a_board_that_was_reopened_before_it() -> None:
    tuesday = Tuesday.started(6)
    tuesday.reports(1, {0: 420})
    tuesday.reports(1, {0: None})
    tuesday.asks("Dora", Adjust(round=1, table=1, board=1, awards=(6000, 4000)))
    tuesday.reports(1, {0: 450})
    assert tuesday.event.playing is not None
    table = tuesday.event.playing.tables[1]
    assert [each.kind for each in table.versions(0)] == ["played", "cancelled", "played", "artificial"]


def test_a_ruling_at_the_table_counts_more_than_an_earlier_one_of_the_console() -> None:
    tuesday = Tuesday.started(6)
    tuesday.reports(1, {0: 420})
    tuesday.asks("Dora", Adjust(round=1, table=1, board=1, awards=(6000, 4000)))
    tuesday.reports(1, {0: 450})
    assert tuesday.event.playing is not None
    newest = tuesday.event.playing.tables[1].newest(0)
    assert newest is not None and newest.result.result.score_ns == 450


def test_matchpoints_of_three_tables_are_those_of_the_hand() -> None:
    tuesday = Tuesday.started(6, replace(PLAIN, rounds=1, boards=1))
    for table, score in ((1, 420), (2, 420), (3, -50)):
        tuesday.reports(table, {0: score})
    rows = {row.entry: row.total for row in ranking_of(tuesday.event, everything=True).rows}
    assert rows == {"1": 300, "3": 300, "5": 0, "2": 100, "4": 100, "6": 400}


def test_a_cancelled_board_does_not_count_and_a_ruling_does() -> None:
    tuesday = Tuesday.started(6, replace(PLAIN, rounds=1, boards=1))
    for table in (1, 2, 3):
        tuesday.reports(table, {0: 420})
    tuesday.asks("Dora", Adjust(round=1, table=1, board=1))
    assert len(field_of(tuesday.event, everything=True).results) == 2
    tuesday.asks("Dora", Adjust(round=1, table=1, board=1, awards=(6000, 4000)))
    rows = {row.entry: row.percent for row in ranking_of(tuesday.event, everything=True).rows}
    assert (rows["1"], rows["2"]) == (6000, 4000)


def test_two_winners_have_two_lists_and_one_winner_has_one() -> None:
    tuesday = Tuesday.started(6)
    assert [row.list for row in ranking_of(tuesday.event, everything=True).rows] == [0, 0, 0, 1, 1, 1]
    one = Tuesday.started(6, replace(PLAIN, winners=1))
    assert {row.list for row in ranking_of(one.event, everything=True).rows} == {0}


def test_a_pair_that_was_removed_is_ranked_below_all_others() -> None:
    tuesday = Tuesday.started(6)
    tuesday.plays_round()
    best = order_of(tuesday.event)[0]
    tuesday.asks("Dora", Remove(entrant=best, why="removed", reason="rude"))
    rows = [row for row in ranking_of(tuesday.event, everything=True).rows if row.list == 0]
    assert rows[-1].entry == best and rows[-1].out


def test_the_winner_of_a_knock_out_is_the_one_that_has_not_lost() -> None:
    tuesday = Tuesday.started(4, replace(PLAIN, movement="knock_out", rounds=2, boards=1), "bridge")
    tuesday.plays_round()
    assert len(losers_of(tuesday.event)) == 2 and not is_decided(tuesday.event)
    tuesday.starts()
    tuesday.plays_round()
    assert is_decided(tuesday.event)
    (winner,) = set("1234") - losers_of(tuesday.event)
    assert ranking_of(tuesday.event, everything=True).rows[0].entry == winner
    assert losers_of(Tuesday.started(6).event) == frozenset()


def test_a_board_that_only_a_director_has_scored_has_the_number_of_its_place_in_the_round() -> None:
    tuesday = Tuesday.started(6)
    assert boards_of(tuesday.event) == {0: 1, 1: 2}
    tuesday.plays_round()
    tuesday.starts()
    assert boards_of(tuesday.event) == {0: 1, 1: 2, 2: 3, 3: 4}


def test_the_players_of_a_board_are_those_that_played_it() -> None:
    tuesday = Tuesday.started(6)
    tuesday.reports(1, {0: 420})
    tuesday.asks("Dora", Substitute(entrant="1", out="p-1S", player=named("Sub")))
    played = players_of(tuesday.event)
    assert (played[0, ("1", "2")], played[1, ("1", "2")]) == (("a", "b", "c", "d"), ("1N", "2N", "Sub", "2S"))


def directions(tuesday: Tuesday) -> tuple[set[str], set[str]]:
    """Return the entrants of the two lists."""
    rows = ranking_of(tuesday.event, everything=True).rows
    return {row.entry for row in rows if row.list == 0}, {row.entry for row in rows if row.list == 1}


def test_pairs_that_change_directions_before_the_first_round_change_lists_and_stay_there() -> None:
    tuesday = Tuesday.opened(6)
    tuesday.asks("Dora", MakeDraw())
    tuesday.asks("Dora", Swap(one="1", other="2"))
    tuesday.asks("Dora", Start())
    tuesday.plays_round()
    assert directions(tuesday) == ({"2", "3", "5"}, {"1", "4", "6"})
    tuesday.starts()
    assert tuesday.event.round is not None
    assert {meeting.sides[0] for meeting in tuesday.event.round.draw.meetings} == {"2", "3", "5"}


def test_a_pair_that_a_director_moves_for_one_round_stays_in_its_list() -> None:
    tuesday = Tuesday.started(6)
    tuesday.plays_round()
    tuesday.starts()
    tuesday.plays_round()
    tuesday.asks("Dora", MakeDraw())
    tuesday.asks("Dora", Swap(one="1", other="2"))
    tuesday.asks("Dora", Start())
    assert tuesday.event.round is not None
    assert "2" in {meeting.sides[0] for meeting in tuesday.event.round.draw.meetings}
    assert directions(tuesday) == ({"1", "3", "5"}, {"2", "4", "6"})


def test_a_withdrawn_pair_keeps_its_list_when_a_late_pair_takes_its_number() -> None:
    tuesday = Tuesday.started(6, replace(PLAIN, late_until=3))
    tuesday.plays_round()
    tuesday.asks("2N", Leave())
    tuesday.asks("Dora", Enrol(players=(named("7N"), named("7S"))))
    tuesday.starts()
    assert "2" not in tuesday.event.numbers
    assert directions(tuesday) == ({"1", "3", "5"}, {"2", "4", "6", "7"})


def test_a_penalty_counts_in_the_total_and_the_percentage_and_points_from_elsewhere_in_the_total_alone() -> (
    None
):
    tuesday = Tuesday.started(6, replace(PLAIN, rounds=1, boards=1))
    for table, score in ((1, 420), (2, 420), (3, -50)):
        tuesday.reports(table, {0: score})

    def told(entry: str) -> tuple[int, int | None, int]:
        (row,) = (row for row in ranking_of(tuesday.event, everything=True).rows if row.entry == entry)
        return row.total, row.percent, row.carried

    assert told("1") == (300, 7500, 0)
    # A tenth of a top, which is 4 matchpoints here, is the usual penalty.
    tuesday.asks("Dora", Carry(entrant="1", hundredths=-40, reason="Late at the table"))
    assert told("1") == (260, 6500, -40)
    tuesday.asks("Dora", Carry(entrant="1", hundredths=150, reason="Half of Monday", origin="Monday"))
    assert told("1") == (410, 6500, 110)
    tuesday.asks("Dora", Carry(entrant="1", hundredths=100, reason="A third of Monday", origin="Monday"))
    assert told("1") == (360, 6500, 60)
    assert told("3") == (300, 7500, 0)


def test_a_time_penalty_of_four_tenths_of_a_victory_point_a_minute_is_taken_off_the_victory_points() -> None:
    # An event of New Zealand's federation on RealBridge: 0.4 victory points for each minute.
    swiss = replace(PLAIN, movement="swiss", scoring="imp", vp="wbf", rounds=1)
    tuesday = Tuesday.started(4, swiss)
    tuesday.plays_round()
    before = {row.entry: row.total for row in ranking_of(tuesday.event, everything=True).rows}
    tuesday.asks("Dora", Carry(entrant="2", hundredths=-40 * 3, reason="3 minutes late"))
    after = {row.entry: row.total for row in ranking_of(tuesday.event, everything=True).rows}
    assert after == {**before, "2": before["2"] - 120}


def test_points_that_entries_bring_with_them_are_their_seeds_before_the_first_result() -> None:
    tuesday = Tuesday.opened(4, replace(PLAIN, movement="swiss"))
    assert order_of(tuesday.event) == tuple("1234")
    for entrant, hundredths in (("3", 900), ("4", 300)):
        points = Carry(entrant=entrant, hundredths=hundredths, reason="Qualifying", origin="e-monday")
        tuesday.asks("Dora", points)
    assert order_of(tuesday.event)[:2] == ("3", "4")


def test_the_conditions_decide_how_many_scores_the_datum_of_butler_leaves_out() -> None:
    # Datum of 100, 110, 120, 130 and 1000: 120 without the best and the worst, else 290.
    def imps_of_the_first(**conditions: int) -> int:
        butler = replace(PLAIN, rounds=1, boards=1, scoring="butler", **conditions)
        tuesday = Tuesday.started(10, butler)
        for table, score in enumerate((100, 110, 120, 130, 1000), 1):
            tuesday.reports(table, {0: score})
        rows = {row.entry: row.total for row in ranking_of(tuesday.event, everything=True).rows}
        return rows["1"]

    assert imps_of_the_first() == -100
    assert imps_of_the_first(drop=0) == -500
    assert imps_of_the_first(drop=0, nearest=100) == -500
    assert imps_of_the_first(drop=1, nearest=50) == 0


def test_a_draw_that_only_directors_see_moves_no_pair_in_the_ranking() -> None:
    tuesday = Tuesday.started(6, replace(PLAIN, late_until=3))
    tuesday.plays_round()
    tuesday.asks("2N", Leave())
    tuesday.asks("Dora", Enrol(players=(named("7N"), named("7S"))))
    before = ranking_of(tuesday.event, everything=False)
    tuesday.asks("Dora", MakeDraw())
    assert "7" in tuesday.event.numbers and "2" not in tuesday.event.numbers
    assert ranking_of(tuesday.event, everything=False) == before


def test_a_pair_that_plays_against_a_robot_has_its_results_and_no_award_for_the_round() -> None:
    tuesday = Tuesday.started(5, replace(PLAIN, movement="swiss", robot="plain", rounds=1))
    assert tuesday.event.round is not None
    (alone,) = (each.bye for each in tuesday.event.round.draw.meetings if each.bye is not None)
    tuesday.plays_round()
    (row,) = (row for row in ranking_of(tuesday.event, everything=True).rows if row.entry == alone)
    results = [each for each in field_of(tuesday.event, everything=True).results if alone in each.sides]
    assert len(results) == row.deals == 2
    assert row.percent == 10_000, "the table of the robot has the best scores, and nothing else counts"


@pytest.mark.parametrize(
    ("scoring", "vp", "usual"), [("imp", "wbf", 1200), ("mp", "ebu", 1200), ("mp", "win", 200)]
)
def test_a_round_without_opponents_is_worth_twelve_of_twenty_victory_points_or_a_win(
    scoring: str, vp: str, usual: int
) -> None:
    # Twelve of twenty is the award of RealBridge.
    tuesday = Tuesday.started(5, replace(PLAIN, movement="swiss", scoring=scoring, vp=vp, rounds=1))
    assert tuesday.event.round is not None
    (alone,) = tuesday.event.round.draw.byes
    assert {row.entry: row.total for row in ranking_of(tuesday.event, everything=True).rows}[alone] == usual


def test_a_swiss_by_matchpoints_has_the_victory_points_of_each_pairs_own_percentage() -> None:
    conditions = replace(PLAIN, movement="swiss", scoring="mp", vp="ebu", rounds=1, boards=4)
    tuesday = Tuesday.started(6, conditions)
    assert tuesday.event.playing is not None
    north_south = [table.seating.sides[0] for table in tuesday.event.playing.tables.values()]
    for number, scores in enumerate(((100, 100, 100, 0), (50, 50, 50, 100), (0, 0, 100, 50)), 1):
        tuesday.reports(number, dict(enumerate(scores)))
    tuesday.passes(0)
    won = {row.entry: row.total for row in ranking_of(tuesday.event, everything=True).rows}
    # 4 + 4 + 3 + 0 of 16 matchpoints are 68.75 per cent, 2 + 2 + 0 + 4 are 50, and 0 + 0 + 3 + 2 are 31.25:
    # in the column of up to four boards they are worth 18 (66.61 to 70.36), 10 and 2.
    assert [won[each] for each in north_south if each is not None] == [1800, 1000, 200]
    assert sum(won.values()) == 6_000


@pytest.mark.parametrize("scoring", ["mp", "total"])
def test_the_scores_of_teams_that_play_alone_are_added_up_with_their_maximum(scoring: str) -> None:
    race = replace(PLAIN, form="teams", movement="race", scoring=scoring, boards=2, rounds=1)
    tuesday = Tuesday.started(2, race, "hanabi")
    for table, scores in ((1, (25, 20)), (2, (18, None))):
        games = {
            deal: (deal + 1, GameResult(End.NORMAL, score, score, 60))
            for deal, score in enumerate(scores)
            if score is not None
        }
        told = TableReport(games, dict.fromkeys(games, ("a", "b")), True)
        tuesday.takes(learned(tuesday.event, 0, {table: told}, 0))
    rows = ranking_of(tuesday.event, everything=True).rows
    assert [(row.entry, row.scores, row.most) for row in rows] == [("1", 45, 50), ("2", 18, 25)]


def test_pairs_at_one_table_have_no_sum_of_scores() -> None:
    tuesday = Tuesday.started()
    tuesday.plays_round()
    assert {(row.scores, row.most) for row in ranking_of(tuesday.event, everything=True).rows} == {
        (None, None)
    }


def test_a_board_that_was_not_played_counts_half_to_each_side_or_forty_to_sixty_by_a_ruling() -> None:
    # The practice of the English Bridge Union for a board that two pairs have missed: 50 per cent for each,
    # or 40 for the side that is at fault and 60 for the other.
    tuesday = Tuesday.started(6, replace(PLAIN, rounds=1, boards=1))
    tuesday.reports(1, {0: 420})
    tuesday.reports(2, {0: 50})
    tuesday.reports(3, {}, ended=True)
    tuesday.passes(0)
    assert tuesday.event.round is not None
    sides = tuesday.event.round.tables[3].seating.sides

    def percentages() -> list[int | None]:
        rows = {row.entry: row.percent for row in ranking_of(tuesday.event, everything=True).rows}
        return [rows[each] for each in sides if each is not None]

    assert percentages() == [5000, 5000]
    tuesday.asks("Dora", Adjust(round=1, table=3, board=1, awards=(4000, 6000), law="12C2"))
    assert percentages() == [4000, 6000]
