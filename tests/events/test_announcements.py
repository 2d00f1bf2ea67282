"""An announcement is for the entrants that it was made for."""

from __future__ import annotations

from server.events.announcements import is_told, newest_told
from server.events.commands import Announce
from server.events.news import news_of
from tests.events.tuesday import Tuesday


def told(tuesday: Tuesday, player: str) -> str | None:
    news = news_of(tuesday.event, lambda round, table: f"{round}-{table}")[player]
    return None if news.told is None else news.told.text


def test_an_announcement_to_a_table_is_for_those_that_sat_there_in_its_round() -> None:
    tuesday = Tuesday.started()
    tuesday.asks("Dora", Announce(text="hurry", table=1))
    (said,) = tuesday.event.announcements
    there = tuesday.event.rounds[0].tables[1].seating.sides
    assert {each for each in tuesday.event.entrants if is_told(tuesday.event, said, each)} == set(there)
    tuesday.plays_round()
    tuesday.starts()
    assert set(tuesday.event.rounds[1].tables[1].seating.sides) != set(there)
    assert {each for each in tuesday.event.entrants if is_told(tuesday.event, said, each)} == set(there)


def test_an_announcement_to_a_table_before_its_round_is_for_those_that_are_drawn_there() -> None:
    tuesday = Tuesday.opened(6)
    tuesday.asks("Dora", Announce(text="too early", table=1))
    assert newest_told(tuesday.event) == {}
    tuesday.starts()
    tuesday.plays_round()
    tuesday.starts()
    tuesday.asks("Dora", Announce(text="now", table=2))
    assert set(newest_told(tuesday.event)) == set(tuesday.event.rounds[1].tables[2].seating.sides)


def test_each_player_hears_the_newest_announcement_for_the_own_pair() -> None:
    tuesday = Tuesday.started()
    assert told(tuesday, "p-1N") is None
    tuesday.asks("Dora", Announce(text="welcome"))
    tuesday.asks("Dora", Announce(text="your system card", entrant="1"))
    assert (told(tuesday, "p-1S"), told(tuesday, "p-2N")) == ("your system card", "welcome")
    tuesday.asks("Dora", Announce(text="last round"))
    assert (told(tuesday, "p-1S"), told(tuesday, "p-2N")) == ("last round", "last round")


def test_an_announcement_to_several_tables_is_for_those_that_sit_there_alone() -> None:
    tuesday = Tuesday.started(6)
    tuesday.asks("Dora", Announce(text="your section plays on", tables=(1, 3)))
    tables = tuesday.event.rounds[0].tables
    there = {*tables[1].seating.sides, *tables[3].seating.sides}
    assert set(newest_told(tuesday.event)) == there
    both = Announce(text="either", tables=(1,), entrant="2")
    assert "expected either `tables`" in tuesday.refusal("Dora", both)
