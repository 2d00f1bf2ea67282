"""What an event does by itself, and what it learns of its tables."""

from __future__ import annotations

import itertools

import pytest
from msgspec.structs import replace

from server.errors import Refusal
from server.events.commands import Adjust, Close, Command, Extend, Finish, Hold, Leave, MakeDraw, Publish
from server.events.drawing import NoMoreRounds, make
from server.events.entries import Closing, Warned
from server.events.news import news_of
from server.events.schedule import due_ms, wants_draw
from server.events.standings import losers_of, ranking_of
from tests.events.tuesday import PLAIN, Tuesday

ROUND_S = 2 * 450


def test_a_report_that_comes_again_makes_no_entry() -> None:
    tuesday = Tuesday.started(6)
    assert len(tuesday.reports(1, {0: 420})) == 1
    assert tuesday.reports(1, {0: 420}) == ()
    assert [type(each).__name__ for each in tuesday.reports(1, {0: 420, 1: -50}, ended=True)] == [
        "Reported",
        "TableEnded",
    ]
    assert tuesday.reports(1, {0: 420, 1: -50}, ended=True) == ()


def test_a_board_that_a_ruling_has_reopened_has_no_result_until_it_is_finished_again() -> None:
    tuesday = Tuesday.started(6)
    tuesday.reports(1, {0: 420})
    tuesday.reports(1, {0: None})
    assert len(ranking_of(tuesday.event, everything=True).points) == 0
    tuesday.reports(1, {0: 450})
    assert len(ranking_of(tuesday.event, everything=True).points) == 1


@pytest.mark.parametrize("order", list(itertools.permutations((1, 2, 3))))
def test_the_order_of_results_leaves_the_ranking_as_it_is(order: tuple[int, ...]) -> None:
    tuesday, other = Tuesday.started(6), Tuesday.started(6)
    for table in order:
        tuesday.reports(table, {0: 100 * table, 1: -50})
    for table in (1, 2, 3):
        other.reports(table, {0: 100 * table, 1: -50})
    assert ranking_of(tuesday.event, everything=True).rows == ranking_of(other.event, everything=True).rows


def test_a_round_is_over_once_all_tables_have_all_results() -> None:
    tuesday = Tuesday.started(6)
    for table in (1, 2):
        tuesday.reports(table, {0: 420, 1: 50})
    assert tuesday.passes(0) == ()
    tuesday.reports(3, {0: 420, 1: 50})
    tuesday.passes(0)
    assert tuesday.event.playing is None and wants_draw(tuesday.event)


def test_the_time_of_a_round_ends_and_its_tables_begin_no_other_board() -> None:
    tuesday = Tuesday.started(6)
    assert due_ms(tuesday.event) == ROUND_S * 1000
    assert tuesday.passes(ROUND_S - 1) == ()
    assert len(tuesday.passes(1)) == 3
    assert tuesday.event.playing is not None and tuesday.event.playing.stage == "closing"
    assert tuesday.passes(1) == ()
    for table in (1, 2, 3):
        tuesday.reports(table, {0: 420}, ended=True)
    tuesday.passes(0)
    assert tuesday.event.playing is None
    shown = ranking_of(tuesday.event, everything=True)
    assert not shown.provisional and len(shown.points) == 6, "what was not played counts as average"


def test_more_time_for_one_table_is_for_this_table_alone() -> None:
    tuesday = Tuesday.started(6)
    tuesday.asks("Dora", Extend(seconds=60, table=2))
    tuesday.passes(ROUND_S)
    playing = tuesday.event.playing
    assert playing is not None and playing.stage == "playing"
    assert [each.closing for each in playing.tables.values()] == [True, False, True]
    tuesday.passes(60)
    assert tuesday.event.playing is not None and tuesday.event.playing.stage == "closing"
    tuesday.asks("Dora", Extend(seconds=60))
    assert tuesday.event.playing is not None and tuesday.event.playing.stage == "playing"


def test_the_clock_stands_still_while_a_director_holds_the_event() -> None:
    tuesday = Tuesday.started(6)
    tuesday.asks("Dora", Hold())
    assert due_ms(tuesday.event) is None and tuesday.passes(5_000) == ()
    tuesday.asks("Dora", Hold(on=False))
    assert due_ms(tuesday.event) == (5_000 + ROUND_S) * 1000


def ends_s(tuesday: Tuesday) -> list[int]:
    """Return the ends of the tables of the round, in s after its beginning."""
    playing = tuesday.event.playing
    assert playing is not None
    return [(each.ends_ms or 0) // 1000 - ROUND_S for each in playing.tables.values()]


def test_a_table_whose_clock_a_director_stops_gets_this_time_back_and_ends_later_than_the_others() -> None:
    tuesday = Tuesday.started(6)
    tuesday.asks("Dora", Hold(tables=(1, 3)))
    tuesday.passes(ROUND_S)
    playing = tuesday.event.playing
    assert playing is not None and [each.closing for each in playing.tables.values()] == [False, True, False]
    assert due_ms(tuesday.event) is None
    assert tuesday.asks("Dora", Hold(table=2, on=False)) == ()
    tuesday.asks("Dora", Hold(table=3, on=False))
    assert ends_s(tuesday) == [0, 0, ROUND_S] and due_ms(tuesday.event) == 2 * ROUND_S * 1000
    assert "no table 4" in tuesday.refusal("Dora", Hold(table=4))


@pytest.mark.parametrize("last", ["table", "event"])
@pytest.mark.parametrize("first", ["table", "event"])
def test_time_for_which_the_clocks_of_table_and_event_both_stood_counts_once(first: str, last: str) -> None:
    tuesday = Tuesday.started(6)
    table, event = Hold(table=1), Hold()
    both = [table, event] if first == "table" else [event, table]
    tuesday.asks("Dora", both[0])
    tuesday.passes(100)
    tuesday.asks("Dora", both[1])
    tuesday.passes(100)
    ended = [event, table] if last == "table" else [table, event]
    tuesday.asks("Dora", replace(ended[0], on=False))
    tuesday.passes(100)
    tuesday.asks("Dora", replace(ended[1], on=False))
    event_s = 100 + 100 * (first == "event") + 100 * (last == "event")
    assert ends_s(tuesday) == [300, event_s, event_s]


def test_more_time_is_for_a_section() -> None:
    tuesday = Tuesday.started(6)
    tuesday.asks("Dora", Extend(seconds=60, tables=(1, 2)))
    assert ends_s(tuesday) == [60, 60, 0]


def test_a_pause_does_not_reopen_a_table_whose_time_a_director_has_ended() -> None:
    tuesday = Tuesday.started(6)
    tuesday.asks("Dora", Close(table=2))
    tuesday.asks("Dora", Hold())
    tuesday.passes(60)
    tuesday.asks("Dora", Hold(on=False))
    playing = tuesday.event.playing
    assert playing is not None and [each.closing for each in playing.tables.values()] == [False, True, False]


def warned(tuesday: Tuesday) -> list[bool]:
    playing = tuesday.event.playing
    assert playing is not None
    return [each.warned for each in playing.tables.values()]


def test_players_that_still_play_are_warned_once_before_the_end_of_their_round() -> None:
    tuesday = Tuesday.started(6, replace(PLAIN, warning_s=180))
    tuesday.reports(1, {0: 420, 1: 50})
    assert due_ms(tuesday.event) == (ROUND_S - 180) * 1000
    assert tuesday.passes(ROUND_S - 181) == ()
    (entry,) = tuesday.passes(1)
    assert isinstance(entry, Warned) and warned(tuesday) == [False, True, True]
    news = news_of(tuesday.event, lambda round, table: f"{round}-{table}")
    assert (news["p-1N"].warned, news["p-3N"].warned) == (False, True)
    assert tuesday.passes(0) == () and due_ms(tuesday.event) == ROUND_S * 1000


def test_more_time_brings_another_warning_unless_the_end_stays_near() -> None:
    tuesday = Tuesday.started(6, replace(PLAIN, warning_s=180))
    tuesday.passes(ROUND_S - 100)
    tuesday.asks("Dora", Extend(seconds=60, table=1))
    tuesday.asks("Dora", Extend(seconds=600, table=2))
    assert warned(tuesday) == [True, False, True]
    tuesday.passes(100)
    assert warned(tuesday) == [True, False, True]
    tuesday.passes(420)
    assert warned(tuesday) == [True, True, True]


def test_no_warning_comes_while_the_clock_stands_nor_in_a_short_round() -> None:
    tuesday = Tuesday.started(6, replace(PLAIN, warning_s=180))
    tuesday.asks("Dora", Hold(table=2))
    tuesday.passes(ROUND_S - 180)
    assert warned(tuesday) == [True, False, True]
    short = Tuesday.started(6, replace(PLAIN, warning_s=180, board_s=170))
    assert due_ms(short.event) == 340_000


def test_a_director_ends_the_time_of_a_table() -> None:
    tuesday = Tuesday.started(6, replace(PLAIN, board_s=0))
    assert due_ms(tuesday.event) is None
    tuesday.asks("Dora", Close(table=3))
    assert tuesday.event.playing is not None
    assert [each.closing for each in tuesday.event.playing.tables.values()] == [False, False, True]


def test_a_director_who_ends_the_time_ends_it_now_and_not_at_the_end_it_had() -> None:
    tuesday = Tuesday.started(6)
    tuesday.passes(100)
    tuesday.asks("Dora", Close(table=1))
    assert ends_s(tuesday) == [100 - ROUND_S, 0, 0]
    tuesday.passes(ROUND_S)
    tuesday.asks("Dora", Close())
    assert ends_s(tuesday) == [100 - ROUND_S, 0, 0], "a time that is over does not end again"


def test_a_time_that_a_director_ends_while_the_clock_stands_ends_when_the_clock_goes_on() -> None:
    tuesday = Tuesday.started(6)
    tuesday.passes(100)
    tuesday.asks("Dora", Hold())
    tuesday.passes(100)
    tuesday.asks("Dora", Close(table=1))
    tuesday.passes(100)
    tuesday.asks("Dora", Hold(on=False))
    assert ends_s(tuesday) == [300 - ROUND_S, 200, 200]


def test_a_table_whose_clock_stands_goes_on_when_a_director_ends_its_time() -> None:
    tuesday = Tuesday.started(6)
    tuesday.asks("Dora", Hold(tables=(1, 2)))
    tuesday.passes(100)
    tuesday.asks("Dora", Close(table=1))
    assert held(tuesday) == [False, True, False]
    assert ends_s(tuesday) == [100 - ROUND_S, 0, 0]


def test_all_clocks_go_on_when_a_director_ends_the_time_of_a_round() -> None:
    tuesday = Tuesday.started(6)
    tuesday.asks("Dora", Hold(table=3))
    tuesday.passes(50)
    tuesday.asks("Dora", Hold())
    tuesday.passes(50)
    tuesday.asks("Dora", Close())
    assert held(tuesday) == [False, False, False]
    assert ends_s(tuesday) == [100 - ROUND_S] * 3


def test_a_table_that_was_closed_while_its_clock_stood_ends_if_a_director_closes_it_again() -> None:
    tuesday = Tuesday.started(6)
    tuesday.asks("Dora", Hold(table=1))
    tuesday.takes((Closing(table=1, ends_now=True, at_ms=100_000, by="p-Dora"),))
    assert held(tuesday) == [True, False, False]
    tuesday.asks("Dora", Close(table=1))
    assert held(tuesday) == [False, False, False]


def held(tuesday: Tuesday) -> list[bool]:
    """Return for each table of the round if its clock stands."""
    playing = tuesday.event.playing
    assert playing is not None
    return [tuesday.event.is_held(each) for each in playing.tables.values()]


def test_a_log_of_before_leaves_the_end_of_a_table_that_a_director_has_closed_as_it_was() -> None:
    tuesday = Tuesday.started(6)
    tuesday.takes((Closing(table=1, at_ms=100_000, by="p-Dora"),))
    assert ends_s(tuesday) == [0, 0, 0]


def test_a_round_that_has_no_end_cannot_end_later() -> None:
    tuesday = Tuesday.started(6, replace(PLAIN, board_s=0))
    assert "add time to the clock of a table" in tuesday.refusal("Dora", Extend(seconds=60))
    assert "add time to the clock of a table" in tuesday.refusal("Dora", Extend(seconds=60, table=2))


def test_a_published_round_begins_at_its_time() -> None:
    tuesday = Tuesday.started(6)
    tuesday.plays_round()
    tuesday.asks("Dora", MakeDraw())
    tuesday.asks("Dora", Publish(in_s=90))
    assert tuesday.passes(89) == ()
    tuesday.passes(1)
    assert tuesday.event.playing is not None and tuesday.event.playing.number == 1


def test_after_the_last_round_results_are_final_when_the_correction_period_is_over() -> None:
    tuesday = Tuesday.started(6, replace(PLAIN, rounds=1))
    tuesday.plays_round()
    assert tuesday.event.stage == "correction" and not wants_draw(tuesday.event)
    assert tuesday.passes(1_799) == ()
    tuesday.passes(1)
    assert tuesday.event.stage == "final" and due_ms(tuesday.event) is None


def test_between_two_rounds_a_director_ends_an_evening_whose_results_can_then_be_corrected() -> None:
    tuesday = Tuesday.started(6)
    tuesday.plays_round()
    tuesday.asks("Dora", Finish())
    assert tuesday.event.stage == "correction" and not wants_draw(tuesday.event)
    tuesday.asks("Dora", Adjust(round=1, table=1, board=1, awards=(6000, 4000)))
    tuesday.passes(1_800)
    assert tuesday.event.stage == "final"


@pytest.mark.parametrize("steps", [(MakeDraw(),), (MakeDraw(), Publish(in_s=90)), (Hold(),)])
def test_an_event_that_ends_early_has_no_draw_that_waits_and_its_clock_runs(
    steps: tuple[Command, ...],
) -> None:
    tuesday = Tuesday.started(6)
    tuesday.plays_round()
    for step in steps:
        tuesday.asks("Dora", step)
    tuesday.asks("Dora", Finish())
    assert [each.stage for each in tuesday.event.rounds] == ["scored"]
    tuesday.passes(1_800)
    assert tuesday.event.stage == "final"


def test_a_knock_out_is_over_once_one_entrant_is_left_also_before_its_last_round() -> None:
    tuesday = Tuesday.started(4, replace(PLAIN, movement="knock_out", rounds=5, boards=1))
    tuesday.plays_round()
    assert tuesday.event.stage == "running"
    tuesday.starts()
    tuesday.plays_round()
    assert tuesday.event.stage == "correction"


def test_a_movement_refuses_a_draw_after_its_last_round_in_a_way_that_ends_the_event() -> None:
    tuesday = Tuesday.started(4, replace(PLAIN, movement="knock_out", rounds=2, boards=1))
    tuesday.plays_round()
    winner = next(iter(set("1234") - losers_of(tuesday.event)))
    tuesday.asks(f"{winner}N", Leave())
    with pytest.raises(NoMoreRounds, match="two entries that are not out"):
        make(tuesday.event)
    tuesday.asks("Dora", Finish())
    assert tuesday.event.stage == "correction"


def test_too_few_entries_for_a_first_round_end_no_event() -> None:
    with pytest.raises(Refusal) as refused:
        make(Tuesday.opened(1).event)
    assert not isinstance(refused.value, NoMoreRounds)


def test_an_event_that_is_not_automatic_waits_for_its_director() -> None:
    tuesday = Tuesday.started(6, replace(PLAIN, automatic=False))
    tuesday.plays_round()
    assert not wants_draw(tuesday.event) and due_ms(tuesday.event) is None
