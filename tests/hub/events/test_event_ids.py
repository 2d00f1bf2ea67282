"""The ids of the sets and tables of an event name the event."""

from __future__ import annotations

import pytest

from server.hub.events.event_ids import (
    event_id,
    event_of,
    event_of_stored_id,
    has_robots_alone,
    is_event_id,
    number_of,
    round_of,
    set_id,
    stored_event_id,
    table_id,
)
from server.hub.sets.member import is_table_id, stored_id
from server.table.seats import Chair


def test_sets_and_tables_name_their_event_and_their_place_in_it() -> None:
    event = event_id("abcdefgh23456777")
    assert is_event_id(event) and event_of(event) is None
    board_set, table = set_id(event, 0), table_id(event, 2, 14)
    assert (event_of(board_set), round_of(board_set)) == (event, 0)
    assert (event_of(table), number_of(table)) == (event, 14)
    assert not is_event_id(board_set) and not is_event_id(table)


@pytest.mark.parametrize("id", ["house", "e-", "abcdefgh23456777t1", "x-abc-1", "e-abc-1-2-3", "e-ABC-1", ""])
def test_other_ids_belong_to_no_event(id: str) -> None:
    assert event_of(id) is None and not is_event_id(id)


def test_the_store_has_an_event_under_an_id_that_no_table_has() -> None:
    stored = stored_event_id("e-abc")
    assert event_of_stored_id(stored) == "e-abc" and not is_table_id(stored)
    assert event_of_stored_id(stored_id("e-abc-1")) is None and event_of_stored_id("e-abc-1-1") is None


def test_only_robots_of_an_event_play_without_people() -> None:
    robots = (Chair(robot="plain"),) * 4
    assert has_robots_alone("e-abc-1-1", robots)
    assert not has_robots_alone("abcdefgh23456777", robots)
    assert not has_robots_alone("e-abc-1-1", (*robots[:3], Chair(player="p-Ann", name="Ann")))
