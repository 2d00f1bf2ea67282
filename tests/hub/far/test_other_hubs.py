"""Several hubs on one store: any hub serves any connection, and a table has one owner."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from protocol.v1.bridge import Call, MakeCall
from protocol.v1.codec import JSON
from protocol.v1.requests import Chat, Host, Lobby, PerMove, Policy, Sit, Watch
from protocol.v1.updates import Chat as Lines
from protocol.v1.updates import Done, Notice, Patch, People, Refused, View
from protocol.v1.updates import Lobby as Rows
from server.hub.contact import DEAD_MS
from server.hub.hub import OtherArchive
from server.store.archive.memory import archive_in_memory
from tests.later_store import LaterStore
from tests.rooms import House, Person, as_sent, play_on
from tests.virtual import now_ms, passes, until, virtual

PASS = as_sent(MakeCall(Call.PASS))
HURRIED = Policy(clock=PerMove(30_000))
NAMES = ("North", "East", "South", "West")


@asynccontextmanager
async def houses(number: int, **settings: Any) -> AsyncIterator[list[House]]:
    """Yield this many hubs that share one store and know each other, with these settings."""
    store = LaterStore(now_ms)
    every = [House(store, exclusive=False, **settings) for _ in range(number)]
    for each in every:
        await each.hub.start()
    await passes(DEAD_MS + 1_000)
    yield every
    for each in every:
        await each.__aexit__()


@virtual
async def test_a_hub_with_another_archive_than_the_hubs_that_run_does_not_start() -> None:
    async with houses(2) as (here, there):
        here.store.archive = archive_in_memory()
        stranger = House(here.store, exclusive=False)
        with pytest.raises(OtherArchive, match="the archive of the other hubs"):
            await stranger.hub.start()
        await stranger.hub.stop()
        for each in (here, there):
            await each.hub.stop()
        async with House(here.store, exclusive=False):
            pass  # Without other hubs the same archive is the one that counts.


@virtual
async def test_the_one_hub_of_a_store_starts_after_another_archive_was_restored() -> None:
    async with houses(1) as (killed,):  # Its heartbeats are still in the store.
        killed.store.archive = archive_in_memory()
        async with House(killed.store, exclusive=True):
            pass


async def four_through(every: list[House], table: str) -> list[Person]:
    """Seat four players, each of them through the next hub."""
    players = [every[seat % len(every)].person(name) for seat, name in enumerate(NAMES)]
    for seat, player in enumerate(players):
        assert isinstance(await player.ask(Watch(table=table, id=1)), Done)
        assert isinstance(await player.ask(Sit(table=table, seat=seat, id=2)), Done)
    return players


@virtual
async def test_four_players_play_a_board_through_three_hubs() -> None:
    async with houses(3) as every:
        table = await every[0].table()
        players = await four_through(every, table)
        room = every[0].room(table)
        await until(lambda: room.table.to_act)
        watcher = every[2].person("Wanda")
        await watcher.watch(table)
        await passes(100)
        await play_on(every[0], table, players, 30)
        await passes(100)
        assert len(room.table.counters) == 4
        for player in (*players, watcher):
            await player.watch(table)
            shown = player.tables[table]
            fresh = await every[0].hub.handle(table)
            assert shown.pub is not None and fresh is not None
        assert [each.hub.live(table) is not None for each in every] == [True, False, False]
        assert len(watcher.of(Patch)) >= 25 and len(watcher.of(View)) == 2


@virtual
async def test_chat_and_people_are_the_same_through_every_hub() -> None:
    async with houses(2) as (here, there):
        table = await here.table()
        ann, ben = here.person("Ann"), there.person("Ben")
        await ann.watch(table)
        await ben.watch(table)
        assert isinstance(await ben.ask(Chat(table=table, text="hello", id=3)), Done)
        await passes(500)
        assert [line.text for chat in ann.of(Lines) for line in chat.lines] == ["hello"]
        assert ann.of(People)[-1] == ben.of(People)[-1] and ann.of(People)[-1].watchers == 2


@virtual
async def test_the_lobby_of_each_hub_lists_the_tables_of_all() -> None:
    async with houses(2) as (here, there):
        first, second = await here.table(name="one"), await there.table(name="two")
        watcher = there.person("Ann")
        await watcher.watch(first)
        await passes(2_000)
        listed = []
        for house in (here, there):
            person = house.person("Bob")
            rows = await person.ask(Lobby(id=9))
            assert isinstance(rows, Rows)
            listed.append([(row.table, row.name, row.watchers) for row in rows.rows])
        assert listed[0] == listed[1] == [(first, "one", 1), (second, "two", 0)]


@virtual
async def test_a_watcher_hears_the_table_again_when_its_owner_dies_and_the_players_go_on() -> None:
    async with houses(3) as every:
        table = await every[0].table(policy=HURRIED)
        players = await four_through(every[1:], table)
        owner = every[0]
        await until(lambda: owner.room(table).table.to_act)
        (seat,) = owner.room(table).table.to_act
        players[seat].act(table, 1, PASS)
        await passes(100)
        assert isinstance(players[seat].heard[-1], Done)
        owner.kill()
        for player in players:
            player.forget()
        await passes(DEAD_MS + 2_000)
        assert all([notice.kind for notice in each.of(Notice)] == ["hold", "go"] for each in players)
        (heir,) = [each for each in every[1:] if each.hub.live(table) is not None]
        assert heir.room(table).table.counters[players[seat].player.id].n == 1
        (seat,) = heir.room(table).table.to_act
        players[seat].act(table, 1, PASS)
        await passes(100)
        assert players[seat].heard[-1] == Done(n=1, table=table)


@virtual
async def test_what_was_asked_when_the_link_broke_is_refused_and_can_be_sent_again() -> None:
    async with houses(2) as (here, there):
        table = await here.table()
        ann = there.person("Ann")
        await ann.watch(table)
        wires = here.store.wires
        wires.cut.add(frozenset((here.hub.id, there.hub.id)))
        ann.tell(Sit(table=table, seat=0, id=7))
        await passes(1_000)
        ann.forget()
        wires.break_between(here.hub.id, there.hub.id)
        wires.cut.clear()
        await passes(1_000)
        assert [(each.id, each.code) for each in ann.of(Refused)] == [(7, "unavailable")]
        assert [notice.kind for notice in ann.of(Notice)] == ["hold", "go"] and ann.of(View)
        assert isinstance(await ann.sit(table, 0), Done)
        assert here.room(table).table.chairs[0].player == ann.player.id


@virtual
async def test_a_thousand_watchers_at_three_other_hubs_cost_one_message_an_action() -> None:
    async with houses(4) as every:
        table = await every[0].table()
        players = await every[0].four(table)
        for number in range(60):
            await every[1 + number % 3].person(f"w{number}").watch(table)
        await passes(5_000)
        wires = every[0].store.wires
        before = wires.published
        await play_on(every[0], table, players, 1)
        await passes(100)
        assert wires.published - before == 1


@virtual
async def test_a_hub_that_stops_hands_its_tables_over_and_no_player_waits_a_second() -> None:
    async with houses(3) as every:
        leaving = every[0]
        tables = [await leaving.table(policy=HURRIED) for _ in range(8)]
        players = await four_through(every, tables[0])
        room = leaving.room(tables[0])
        await until(lambda: room.table.to_act)
        (seat,) = room.table.to_act
        for player in players:
            player.forget()
        began_ms = now_ms()
        await leaving.hub.drain()
        await until(lambda: all(player.of(View) for player in players))
        assert now_ms() - began_ms < 1_000
        assert [[notice.kind for notice in each.of(Notice)] for each in players] == [["hold", "go"]] * 4
        homes = [sum(each.hub.live(table) is not None for each in every) for table in tables]
        assert homes == [1] * 8 and not leaving.hub.rooms and not leaving.hub.ready
        assert all(each.hub.rooms for each in every[1:]), "both other hubs got some of the tables"
        players[seat].act(tables[0], 1, PASS)
        await passes(100)
        assert players[seat].heard[-1] == Done(n=1, table=tables[0])


@virtual
async def test_an_action_that_comes_after_the_table_has_left_its_owner_is_refused_by_its_number() -> None:
    async with houses(2) as (here, there):
        table = await here.table()
        players = await four_through([there], table)
        room = here.room(table)
        await until(lambda: room.table.to_act)
        (seat,) = room.table.to_act
        actor = players[seat]
        here.hub.let_go([room])
        actor.forget()
        actor.act(table, 1, PASS)
        actor.tell(Sit(table=table, seat=seat, id=9))
        await until(lambda: len(actor.of(Refused)) == 2)
        assert [(each.id, each.n, each.table) for each in actor.of(Refused)] == [
            (0, 1, table),
            (9, None, table),
        ]
        await until(lambda: actor.of(View))
        actor.act(table, 1, PASS)
        await passes(100)
        assert Done(n=1, table=table) in actor.heard


@virtual
async def test_a_player_who_comes_back_to_an_edge_of_a_dead_owner_is_shown_the_seat_alone() -> None:
    async with houses(3) as every:
        owner, edge = every[0], every[1]
        table = await owner.table()
        await four_through([edge], table)
        owner.kill()
        back = edge.person(NAMES[0])
        for id in (1, 2):
            back.tell(Watch(table=table, as_="seat", id=id))
        await passes(DEAD_MS + 2_000)
        assert [answer.id for answer in back.of(Done, Refused)] == [1, 2] and not back.of(Notice)
        assert isinstance(await back.ask(Watch(table=table, as_="seat", id=3)), Done)
        await passes(100)
        assert {view.audience for view in back.of(View)} == {"seat"}


@virtual
async def test_a_watcher_of_another_encoding_that_comes_while_an_action_is_stored_misses_nothing() -> None:
    async with houses(2) as (here, there):
        table, players = await here.dealt()
        binary, text = there.person("Ann"), there.person("Bob", JSON)
        await binary.watch(table)
        here.store.prompt = False
        players[here.room(table).table.to_act[0]].act(table, 1, PASS)
        await passes(50)
        await text.watch(table)
        here.store.answer()
        here.store.prompt = True
        await play_on(here, table, players, 3)
        await passes(200)
        fresh = there.person("Cid", JSON)
        shown = await fresh.watch(table)
        assert text.tables[table].halves == shown.halves
        assert text.tables[table].version == shown.version == binary.tables[table].version


@virtual
@pytest.mark.parametrize("access", ["open", "private"])
async def test_a_table_that_leaves_memory_has_not_ended_and_a_closed_one_has(access: Any) -> None:
    async with houses(2) as (here, there):
        table = await here.table(policy=Policy(access=access))
        ended: list[str] = []
        there.hub.ended.subscribe(ended.append)
        await passes(200)
        here.hub.unload(here.room(table))
        await passes(200)
        assert ended == [] and not there.hub.is_awake(table)
        rows = await there.person("Eve").ask(Lobby(id=9))
        assert isinstance(rows, Rows) and len(rows.rows) == (access == "open")
        assert isinstance(await there.person("Host").ask(Host(table=table, terminate=True, id=5)), Done)
        await passes(200)
        assert ended == [table]


@virtual
async def test_a_logout_at_one_hub_ends_the_sessions_at_all() -> None:
    async with houses(2) as (here, there):
        far = there.person("Ann")
        here.desk.log_out(far.player)
        await passes(100)
        assert far.closed is not None


@virtual
async def test_a_hub_that_carries_clearly_more_tables_opens_the_next_one_elsewhere() -> None:
    async with houses(2) as (here, there):
        host = here.person("Host")
        tables = [await here.table() for _ in range(11)]
        await passes(1_000)
        for _ in range(4):
            tables.append(await here.table())
        owned = [[each.hub.live(table) is not None for table in tables] for each in (here, there)]
        assert sum(owned[0]) == 11 and sum(owned[1]) == 4
        assert isinstance(await host.ask(Sit(table=tables[-1], seat=0, id=9)), Done)


@virtual
async def test_a_hub_that_is_about_to_stop_opens_tables_at_another_one() -> None:
    async with houses(2) as (leaving, staying):
        await leaving.hub.drain()
        table = await leaving.table()
        assert leaving.hub.live(table) is None and staying.hub.live(table) is not None
