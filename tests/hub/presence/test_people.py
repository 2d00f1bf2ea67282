"""The people at a table and their chat: sent to all viewers, and never from watchers to seats."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from protocol.v1.requests import (
    Chat,
    Host,
    Match,
    Note,
    Unwatch,
)
from protocol.v1.updates import Chat as Heard
from protocol.v1.updates import Done, People, Refused
from tests.hub.boards import BOARDS
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


@virtual
async def test_everybody_is_told_which_player_uploaded_the_boards_that_a_table_plays() -> None:
    async with House() as house:
        for boards, uploaded_by in ((BOARDS, "p-Host"), (None, None)):
            table, eve = await house.table(boards=boards), house.person("Eve")
            await house.person("Host").ask(Host(table=table, host="p-Eve", id=1))
            await eve.watch(table)
            assert [people.uploaded_by for people in eve.of(People)] == [uploaded_by]


@virtual
async def test_a_match_tells_in_both_rooms_whether_its_boards_were_uploaded_or_drawn() -> None:
    async with House() as house:
        host = house.person("Host")
        for number, (request, uploaded_by) in enumerate(
            ((Match(game="bridge", boards=BOARDS), "p-Host"), (Match(game="bridge", count=2), None)), 1
        ):
            done = await host.ask(replace(request, id=number))
            assert isinstance(done, Done) and done.table is not None
            for table in (done.table, *house.hub.companions(house.room(done.table))):
                eve = house.person("Eve")
                await eve.watch(table)
                assert eve.of(People)[-1].uploaded_by == uploaded_by


@virtual
async def test_after_a_restart_people_are_still_told_that_the_boards_were_uploaded() -> None:
    async with House() as house:
        table = await house.table(boards=BOARDS)
    async with House(house.store) as again:
        eve = again.person("Eve")
        await eve.watch(table)
        assert eve.of(People)[-1].uploaded_by == "p-Host"
