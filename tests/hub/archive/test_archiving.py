"""A hub archives its own deals as soon as they are over, and sweeps what others have left."""

from __future__ import annotations

import dataclasses
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import pytest
from msgspec.structs import replace

from protocol.v1.bridge import Call, MakeCall
from protocol.v1.requests import Host, Open, Rule, Watch
from protocol.v1.updates import Done, Refused
from server.errors import Refusal
from server.games.registry import GAMES
from server.hub.archive.archiver import CLOSED_MS, Archiver
from server.hub.archive.archiving import Archiving
from server.hub.archived import closed_table
from server.hub.contact import DEAD_MS
from server.hub.hub import IDLE_MS, SWEEP_MS
from server.records.registry import result_line
from server.store.archive.archive import ArchivedDeal, ArchivedTable
from server.store.archive.connection import ArchiveAway
from server.store.archive.memory import archive_in_memory
from tests.hub.archive.asking import Asking
from tests.later_store import LaterStore
from tests.rooms import QUIET, House, Person, as_sent
from tests.virtual import now_ms, passes, until, virtual

PASS = as_sent(MakeCall(Call.PASS))
SOON_S = 1.0


class MovingArchive:
    """An archive that is away while `away` is True; `puts` counts the attempts to write."""

    def __init__(self, archive: Any) -> None:
        self._archive = archive
        self.away = False
        self.fault: Exception | None = None
        self.puts = 0

    async def put(
        self, deals: Sequence[ArchivedDeal], tables: Sequence[ArchivedTable] = ()
    ) -> frozenset[tuple[str, int]]:
        self.puts += 1
        if self.away:
            raise ArchiveAway("archive: database or disk is full")
        if self.fault is not None:
            fault, self.fault = self.fault, None
            raise fault
        return await self._archive.put(deals, tables)

    async def table(self, table: str) -> ArchivedTable | None:
        if self.away:
            raise ArchiveAway("archive: the connection is refused")
        found: ArchivedTable | None = await self._archive.table(table)
        return found

    def __getattr__(self, name: str) -> Any:
        return getattr(self._archive, name)


@asynccontextmanager
async def archiving(
    house: House, *, days: int = 0, **times: Any
) -> AsyncIterator[tuple[Archiving, MovingArchive]]:
    """Let a hub archive, at a time so many days later."""
    archive = MovingArchive(house.store.archive)
    later_ms = days * CLOSED_MS
    archiver = Archiver(house.store, archive, GAMES, lambda: now_ms() + later_ms, result_line)
    archiving = Archiving(house.hub, archiver, house.store, house.services.meter, **times)
    house.hub.came.subscribe(archiving.note_come)
    house.hub.stepped.subscribe(archiving.note_step)
    archiving.start()
    yield archiving, archive
    await archiving.stop()


async def pass_out(house: House, table: str, players: list[Person]) -> None:
    """Let the four players pass the present board out."""
    room = house.room(table)
    deal = room.table.deal
    await until(lambda: room.table.to_act)
    for _ in range(4):
        seat, now = room.table.to_act[0], room.table
        last = now.counters.get(players[seat].player.id)
        players[seat].act(table, 1 if last is None else last.n + 1, PASS, now.decision)
        await passes(0)
    assert room.table.deal == deal and room.table.over


async def kept(store: LaterStore, table: str) -> tuple[int, ...]:
    return await store.deals(table)


@virtual
async def test_a_deal_is_archived_when_it_is_over_and_its_log_goes_when_the_next_one_has_begun() -> None:
    async with House() as house, archiving(house):
        table, players = await house.dealt()
        assert await house.store.archive.deals_of(table) == ()
        await pass_out(house, table, players)
        await passes(500)
        record = await house.store.archive.deal(table, 0)
        assert record is not None and record.result == "passed out"
        assert await kept(house.store, table) == (0,)
        await until(lambda: house.room(table).table.deal == 1)
        await passes(500)
        assert await kept(house.store, table) == (1,)
        assert await house.services.logs.load_deal(table, 0) != ()
        assert house.services.meter.archived._value.get() == 1, "the deal was written once"


@virtual
async def test_a_deal_of_a_table_in_memory_has_the_same_record_as_one_that_is_read() -> None:
    async with House() as house, archiving(house):
        table, players = await house.dealt()
        await pass_out(house, table, players)
        await passes(500)
        at_once = await house.store.archive.deal(table, 0)
        later = archive_in_memory()
        await Archiver(house.store, later, GAMES, now_ms, result_line).fetch(table)
        read = await later.deal(table, 0)
        assert at_once is not None and read is not None
        assert replace(at_once, version=0) == replace(read, version=0)


@virtual
async def test_a_board_that_a_director_reopens_is_archived_again_when_it_is_over() -> None:
    async with House() as house, archiving(house):
        table, players = await house.dealt()
        host, director = house.person("Host"), house.person("Dora")
        await pass_out(house, table, players)
        assert isinstance(await host.ask(Host(table=table, id=8, directors=("p-Dora",))), Done)
        await passes(100)
        before = await house.store.archive.deal(table, 0)
        ruled = await director.ask(Rule(table=table, id=9, ruling={"t": "roll_back", "calls": 3}))
        assert isinstance(ruled, Done), ruled
        assert not house.room(table).table.over
        await passes(100)
        await until(lambda: house.room(table).table.to_act)
        seat, now = house.room(table).table.to_act[0], house.room(table).table
        players[seat].act(table, now.counters[players[seat].player.id].n + 1, PASS, now.decision)
        await passes(500)
        after = await house.store.archive.deal(table, 0)
        assert before is not None and after is not None
        assert after.version > before.version and len(after.entries) == len(before.entries) + 2


@virtual
async def test_a_table_that_comes_from_a_hub_that_died_is_archived() -> None:
    async with House() as house:
        table, players = await house.dealt()
        await pass_out(house, table, players)
        await until(lambda: house.room(table).table.deal == 1)
    async with House(house.store) as after, archiving(after):
        await after.hub.handle(table)
        await passes(500)
        assert await after.store.archive.deals_of(table) == (0,)
        assert await kept(after.store, table) == (1,)


@virtual
async def test_a_sweep_archives_tables_that_no_hub_has_in_memory() -> None:
    async with House() as house:
        table, players = await house.dealt()
        await pass_out(house, table, players)
    async with House(house.store) as after, archiving(after, first_sweep_s=SOON_S):
        await passes(SOON_S * 1000 + 500)
        assert after.hub.live(table) is None
        assert await after.store.archive.deals_of(table) == (0,)
        # The next sweep has nothing to do.
        (listed,) = await after.store.look([table])
        assert listed.read == listed.present


@virtual
async def test_a_sweep_finds_tables_of_earlier_versions_which_made_no_list() -> None:
    async with House() as house:
        table, players = await house.dealt()
        await pass_out(house, table, players)
    house.store._unarchived.clear()
    async with House(house.store) as after, archiving(after, first_sweep_s=SOON_S):
        await passes(SOON_S * 1000 + 500)
        assert await after.store.archive.deals_of(table) == (0,)


@virtual
async def test_a_sweep_leaves_tables_in_the_memory_of_another_hub_to_that_hub() -> None:
    store = LaterStore(now_ms)
    here, there = House(store, exclusive=False), House(store, exclusive=False)
    async with here, there:
        await passes(DEAD_MS + 1_000)
        async with archiving(there, first_sweep_s=SOON_S, sweep_s=SOON_S):
            table, players = await here.dealt()
            await pass_out(here, table, players)
            await passes(10_000)
            assert await store.archive.deals_of(table) == ()
            async with archiving(here):
                await pass_out(here, table, players)
                await passes(500)
                assert await store.archive.deals_of(table) == (1,)


@virtual
async def test_while_the_archive_is_away_deals_stay_in_the_store_and_the_lag_grows(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with House() as house, archiving(house) as (work, archive):
        archive.away = True
        table, players = await house.dealt()
        await pass_out(house, table, players)
        await until(lambda: house.room(table).table.deal == 1)
        await pass_out(house, table, players)
        await passes(60_000)
        assert await kept(house.store, table) == (0, 1, 2)
        assert work.lag_s > 0 and archive.puts > 3
        assert house.services.meter.archive_failures._value.get() == archive.puts
        told = [record for record in caplog.records if record.name == "kibitz.archive"]
        assert [record.levelno for record in told] == [logging.ERROR], "logged once"
        assert "disk is full" in told[0].getMessage()
        archive.away = False
        await passes(60_000)
        assert await kept(house.store, table) == (2,)
        assert await house.store.archive.deals_of(table) == (0, 1)
        assert work.lag_s == 0
        assert "archived again" in caplog.text


@virtual
async def test_tables_are_opened_while_the_archive_is_away() -> None:
    async with House() as house:
        archive = MovingArchive(house.services.archive)
        archive.away = True
        house.hub.services = dataclasses.replace(house.services, archive=archive)
        assert house.room(await house.table()).table.deal == 0


@virtual
async def test_a_table_that_cannot_be_archived_stops_no_other_table(caplog: pytest.LogCaptureFixture) -> None:
    async with House() as house, archiving(house) as (work, archive):
        one, its_players = await house.dealt()
        archive.fault = RuntimeError("♠A is in North's hand")
        await pass_out(house, one, its_players)
        await passes(500)
        assert await house.store.archive.deals_of(one) == ()
        assert "RuntimeError" in caplog.text and "♠A" not in caplog.text
        other, players = await house.dealt()
        await pass_out(house, other, players)
        await passes(500)
        assert await house.store.archive.deals_of(other) == (0,)
        await until(lambda: house.room(one).table.deal == 1)
        await passes(500)
        assert await house.store.archive.deals_of(one) == (0,), "it is tried again at the next deal"
        await until(lambda: work.lag_s == 0)


@virtual
async def test_a_table_that_is_closed_in_a_deal_is_archived_without_players_of_a_result() -> None:
    async with House() as house, archiving(house):
        table, _ = await house.dealt()
        host = house.person("Host")
        assert isinstance(await host.ask(Host(table=table, id=7, terminate=True)), Done)
        await passes(500)
        record = await house.store.archive.deal(table, 0)
        assert record is not None and record.result == ""
        assert await house.store.archive.by_player("p-North") == ()
        stored = await house.store.archive.table(table)
        assert stored is not None and stored.closed_ms is not None


@virtual
async def test_a_table_that_was_removed_leaves_the_list() -> None:
    async with House() as house, archiving(house, first_sweep_s=SOON_S):
        table = await house.table()
        room = house.room(table)
        house.hub.forget(room)
        assert await house.store.remove(table, room.token)
        await passes(SOON_S * 1000 + 500)
        assert (await house.store.page())[1] == ()


@virtual
async def test_a_table_in_play_is_read_again_only_when_its_deal_ends() -> None:
    async with House() as house, archiving(house, first_sweep_s=SOON_S, sweep_s=SOON_S) as (_, archive):
        table, players = await house.dealt()
        await passes(10_000)
        (listed,) = await house.store.look([table])
        assert listed.read == 0 and archive.puts == 0
        await pass_out(house, table, players)
        await passes(500)
        assert archive.puts == 1


# Closed tables


async def closed(house: House, **change: Any) -> str:
    """Return a table that was closed after two boards and a change, and has left the store."""
    table, players = await house.dealt()
    async with archiving(house):
        await pass_out(house, table, players)
        await until(lambda: house.room(table).table.deal == 1)
        await pass_out(house, table, players)
        host = house.person("Host")
        if change:
            assert isinstance(await host.ask(Host(table=table, id=6, **change)), Done)
        assert isinstance(await host.ask(Host(table=table, id=7, terminate=True)), Done)
        await passes(500)
    for client in house.clients:
        client.hang_up()
    await passes(IDLE_MS + 2 * SWEEP_MS)
    assert house.hub.live(table) is None
    async with archiving(house, days=2, first_sweep_s=SOON_S):
        await passes(SOON_S * 1000 + 500)
    assert await house.store.load(table) is None
    assert (await house.store.page())[1] == ()
    return table


@virtual
async def test_a_closed_table_leaves_the_store_a_day_after_its_end() -> None:
    async with House() as house:
        table, players = await house.dealt()
        async with archiving(house, first_sweep_s=SOON_S, sweep_s=SOON_S):
            await pass_out(house, table, players)
            host = house.person("Host")
            assert isinstance(await host.ask(Host(table=table, id=7, terminate=True)), Done)
            for client in house.clients:
                client.hang_up()
            await passes(IDLE_MS + 2 * SWEEP_MS)
            assert house.hub.live(table) is None
            assert await kept(house.store, table) == (0,)
        async with archiving(house, days=1, first_sweep_s=SOON_S):
            await passes(SOON_S * 1000 + 500)
            assert await house.store.load(table) is None


@virtual
async def test_an_archived_table_is_watched_and_downloaded_as_before() -> None:
    async with House() as house:
        table = await closed(house)
        records = await Asking(house).records("Wanda", table)
        assert len(records) == 2
        shown = await house.person("Wanda").watch(table)
        assert shown.pub["board"] == 2 and shown.pub["result"]["score_ns"] == 0
        assert house.room(table).table.closed
        assert (await house.person("North").sit(table, 0)).code == "forbidden"
        assert await Asking(house).records("Wanda", table) == records, "it is in memory now"
    async with House(house.store) as after:
        assert await Asking(after).records("Wanda", table) == records


@virtual
async def test_an_archived_table_of_invited_people_is_shown_to_nobody_else() -> None:
    async with House() as house:
        table = await closed(house, policy=replace(QUIET, access="invited"))
        for name in ("", "Wanda", "a second guest of North"):
            with pytest.raises(Refusal) as refused:
                await Asking(house).records(name, table)
            assert refused.value.code == "forbidden"
            answer = await house.person(name).ask(Watch(table=table, id=1))
            assert isinstance(answer, Refused) and answer.code == "forbidden"
        assert len(await Asking(house).records("North", table)) == 2


@virtual
async def test_a_repeated_request_to_open_an_archived_table_makes_no_other_one() -> None:
    async with House() as house:
        host = house.person("Host")
        wish = Open(game="bridge", policy=QUIET, id=1)
        table = (await host.ask(wish)).table
        assert isinstance(await host.ask(Host(table=table, id=7, terminate=True)), Done)
        host.hang_up()
        await passes(IDLE_MS + 2 * SWEEP_MS)
        async with archiving(house, days=2, first_sweep_s=SOON_S, sweep_s=SOON_S):
            await passes(3 * SOON_S * 1000)
        assert await house.store.load(table) is None
        before = await house.store.archive.deal(table, 0)
        assert (await house.person("Host").ask(wish)).table == table
        assert await house.store.load(table) is None
        assert await house.store.archive.deal(table, 0) == before


@virtual
async def test_an_archived_table_is_watched_through_every_hub() -> None:
    store = LaterStore(now_ms)
    async with House(store) as lone:
        table = await closed(lone)
    here, there = House(store, exclusive=False), House(store, exclusive=False)
    async with here, there:
        await passes(DEAD_MS + 1_000)
        for house in (here, there):
            shown = await house.person("Wanda").watch(table)
            assert shown.pub["board"] == 2
        assert (here.hub.live(table) is None) != (there.hub.live(table) is None), "one hub has it"


@virtual
async def test_a_table_that_never_was_is_not_found_in_the_archive_either() -> None:
    async with House() as house:
        answer = await house.person("Wanda").ask(Watch(table="nowhere", id=1))
        assert isinstance(answer, Refused) and answer.code == "no_such_table"


@virtual
async def test_a_closed_table_that_is_loaded_just_then_stays_in_the_store() -> None:
    async with House() as house:
        table, _ = await house.dealt()
        async with archiving(house):
            host = house.person("Host")
            assert isinstance(await host.ask(Host(table=table, id=7, terminate=True)), Done)
            await passes(500)
        archiver = Archiver(
            house.store, house.store.archive, GAMES, lambda: now_ms() + 2 * CLOSED_MS, result_line
        )
        house.store.while_loading = lambda: house.store.own(table, "another hub:1")
        assert not await archiver.retire(table)
        house.store.while_loading = lambda: None
        assert await house.store.load(table) is not None
        assert await archiver.retire(table)


@virtual
async def test_a_closed_table_of_a_forgotten_player_leaves_the_store_and_its_name_with_it() -> None:
    async with House() as house:
        table, players = await house.dealt()
        async with archiving(house):
            await pass_out(house, table, players)
            host = house.person("Host")
            assert isinstance(await host.ask(Host(table=table, id=7, terminate=True)), Done)
            await passes(500)
        for player in ("p-North", "p-Host"):
            await house.store.archive.forget_player(player)
        archiver = Archiver(
            house.store, house.store.archive, GAMES, lambda: now_ms() + 2 * CLOSED_MS, result_line
        )
        assert await archiver.retire(table)
        assert await house.store.load(table) is None
        kept = await closed_table(house.store.archive, table)
        assert kept is not None and kept.meta.host.startswith("gone-")
        log = b"".join(kept.entries)
        assert b"p-North" not in log and b"p-Host" not in log and b"p-East" in log
