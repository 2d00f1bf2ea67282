"""The people at a table and their chat: sent to all viewers, and never from watchers to seats."""

from __future__ import annotations

from typing import Any

from protocol.v1.requests import (
    Chat,
    Note,
    Unwatch,
)
from protocol.v1.updates import Chat as Heard
from protocol.v1.updates import People, Refused
from tests.rooms import House, Person
from tests.virtual import passes, virtual


async def refused(code: str, person: Person, request: Any) -> None:
    """Assert that a request is refused with this code."""
    answer = await person.ask(request)
    assert isinstance(answer, Refused) and answer.code == code, answer


def lines(person: Person) -> list[str]:
    """Return the received lines of chat."""
    return [said.text for chat in person.of(Heard) for said in chat.lines]


@virtual
async def test_a_new_viewer_gets_the_people_and_the_recent_chat() -> None:
    async with House() as house:
        table, host = await house.table(), house.person("Host")
        await host.watch(table)
        await host.ask(Chat(table=table, text="welcome", id=1))
        eve = house.person("Eve")
        await eve.watch(table)
        (people,) = eve.of(People)
        assert (people.host, people.watchers, len(people.seats)) == ("p-Host", 2, 4)
        assert lines(eve) == ["welcome"]


@virtual
async def test_chat_of_watchers_never_reaches_seats() -> None:
    async with House() as house:
        table = await house.table()
        players, watcher, other = await house.four(table), house.person("Eve"), house.person()
        second_screen = house.person("North")
        for person in (watcher, other, second_screen):
            await person.watch(table)
        await watcher.ask(Chat(table=table, text="North has the ace", id=1))
        await players[2].ask(Chat(table=table, text="hello", id=1))
        assert [lines(player) for player in (*players, second_screen)] == [["hello"]] * 5
        assert lines(watcher) == lines(other) == ["North has the ace", "hello"]
        again = house.person("North")
        await again.watch(table)
        assert lines(again) == ["hello"]


@virtual
async def test_a_player_that_does_not_follow_a_table_may_not_write_there() -> None:
    async with House() as house:
        table = await house.table()
        await refused("forbidden", house.person("Eve"), Chat(table=table, text="hello", id=1))
        await refused("forbidden", house.person("Eve"), Note(table=table, card=1, text="red", id=1))


@virtual
async def test_arrivals_and_departures_are_sent_in_one_message() -> None:
    async with House() as house:
        table, eve = await house.table(), house.person("Eve")
        await eve.watch(table)
        await passes(5_000)
        eve.forget()
        crowd = [house.person() for _ in range(30)]
        for person in crowd:
            await person.watch(table)
        await passes(5_000)
        assert eve.of(People)[-1].watchers == 31 and len(eve.of(People)) < 10


@virtual
async def test_a_player_that_disconnects_keeps_the_seat_and_all_viewers_see_the_absence() -> None:
    async with House() as house:
        table, eve = await house.table(), house.person("Eve")
        players = await house.four(table)
        await eve.watch(table)
        players[1].hang_up()
        await players[2].ask(Unwatch(table=table, id=1))
        await passes(5_000)
        seats = eve.of(People)[-1].seats
        assert eve.of(People)[-1].watchers == 1
        assert [(row.player, row.here) for row in seats] == [
            ("p-North", True), ("p-East", False), ("p-South", False), ("p-West", True)
        ]  # fmt: skip
        assert (await house.person("East").watch(table, "seat")).audience == "seat"
