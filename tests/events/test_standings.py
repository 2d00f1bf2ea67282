"""The ranking of an event is a function of its log and conditions."""

from __future__ import annotations

from msgspec.structs import replace

from server.events.commands import Adjust, Finish, Remove
from server.events.shown import results
from server.events.standings import (
    field_of,
    is_decided,
    is_released,
    losers_of,
    order_of,
    ranking_of,
    results_of,
)
from tests.events.tuesday import PLAIN, Tuesday


def test_a_board_is_released_when_all_tables_have_finished_it_or_ended() -> None:
    tuesday = Tuesday.started(6)
    tuesday.reports(1, {0: 420})
    tuesday.reports(2, {0: 420})
    assert tuesday.event.round is not None
    assert not is_released(tuesday.event, tuesday.event.round, 0)
    assert ranking_of(tuesday.event, everything=False).points == ()
    tuesday.reports(3, {}, ended=True)
    assert is_released(tuesday.event, tuesday.event.round, 0)
    assert not is_released(tuesday.event, tuesday.event.round, 1)


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
    assert tuesday.event.round is not None and not is_released(tuesday.event, tuesday.event.round, 0)
    tuesday.reports(2, {0: 450})
    assert is_released(tuesday.event, tuesday.event.round, 0)


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
