"""Finished deals go to the archive and leave the store, none lost, and readers find them as before."""

from __future__ import annotations

import dataclasses
import logging
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from server.deployment.clocks import ServerClock
from server.games.registry import GAMES
from server.hub.archive.archiver import Archiver
from server.hub.archive.logs_with_archive import LogsWithArchive
from server.hub.archived import closed_table, entries_of, notes_of
from server.store.archive.archive import Archive as DealArchive
from server.store.archive.archive import ArchivedDeal, ArchivedTable
from server.store.archive.opening import open_archive
from server.store.redis import connect_to_redis
from server.store.table_logs import Append as Appended
from server.store.table_logs import ArchivedLog, DealLog, Meta, Noted, Outcome
from server.table.events import decode
from tests.golden_logs import files, product
from tests.hub.archive.asking import Asking
from tests.later_store import LaterStore
from tests.rooms import House

NAME = "bridge-third-board"
LOGGED = files.read(files.LOGS / f"{NAME}.json")
(TABLE,) = LOGGED["tables"]
LOGS = {deal: tuple(log) for deal, log in files.deals_of(LOGGED["keys"], TABLE).items()}
LAST = max(LOGS)
CLOSED = files.read(files.LOGS / "bridge-closed.json")
EARLIER = range(LAST)
TOKEN = "hub:1"
NOW_MS = 1_800_000_000_000


def _meta() -> Meta:
    return _meta_of(files.meta_of(LOGGED["keys"], TABLE))


def _meta_of(fields: dict[str, str]) -> Meta:
    return Meta(
        game=fields["game"],
        revision=int(fields["revision"]),
        name=fields["name"],
        host=fields["host"],
        created_ms=int(fields["created_ms"]),
        options=files.bytes_of(fields["options"]),
        status=fields["status"],
    )


class _Stores:
    """A store with the golden table, an archive, and an archiver between them."""

    def __init__(self, archive: DealArchive) -> None:
        self.clock = ServerClock()
        self.store = LaterStore(self.clock.now_ms)
        self.archive = archive

    def readers(self) -> LogsWithArchive:
        return LogsWithArchive(self.store, self.archive)

    def archiver(self, archive: DealArchive | None = None, now_ms: int = NOW_MS, **games: Any) -> Archiver:
        rules = {**GAMES, **games}
        return Archiver(
            self.store, archive or self.archive, rules, lambda: now_ms, lambda game, state: "a line"
        )

    async def fill(self, until: int = LAST) -> None:
        await self.store.create(TABLE, _meta(), TOKEN, LOGS[0][0])
        for deal in range(until + 1):
            log = DealLog(TABLE, deal, TOKEN)
            for index, entry in enumerate(LOGS[deal], 1):
                if (deal, index) != (0, 1):
                    self.store.append(Appended(log, index, entry), _done)

    def note(self, *notes: Noted) -> None:
        for noted in notes:
            self.store.note(TABLE, TOKEN, noted, _done)

    async def kept(self) -> list[int]:
        """Return the deals of which the store has a log."""
        return [deal for deal in LOGS if await self.store.load_deal(TABLE, deal)]

    async def kept_by_number(self) -> list[int]:
        """Return the deals of which the store has a log, also one that cannot be read."""
        return [*await self.store.deals(TABLE)]


def _done(outcome: Outcome) -> None:
    assert outcome is Outcome.DONE


@pytest.fixture
async def stores(tmp_path: Path) -> AsyncIterator[_Stores]:
    archive = await open_archive("", tmp_path)
    stores = _Stores(archive)
    await stores.fill()
    yield stores
    await archive.close()


async def test_earlier_deals_leave_the_store_once_they_are_archived(stores: _Stores) -> None:
    assert (await stores.archiver().fetch(TABLE) or 0) >= LAST
    assert await stores.kept() == [LAST]
    assert set(await stores.archive.deals_of(TABLE)) >= set(EARLIER)
    for deal in EARLIER:
        record = await stores.archive.deal(TABLE, deal)
        assert record is not None and entries_of(record) == LOGS[deal]
        assert record.result == "a line"
    table = await stores.archive.table(TABLE)
    assert table is not None and table.deal == LAST


async def test_a_second_fetch_changes_nothing(stores: _Stores) -> None:
    await stores.archiver().fetch(TABLE)
    before = [await stores.archive.deal(TABLE, deal) for deal in LOGS]
    await stores.archiver().fetch(TABLE)
    assert [await stores.archive.deal(TABLE, deal) for deal in LOGS] == before


async def test_readers_find_an_archived_deal_and_its_notes_as_before(stores: _Stores) -> None:
    notes = (Noted(0, "p-North", 3, "a ♠"), Noted(0, "p-South", 7, "b"))
    stores.note(*notes)
    logs = stores.readers()
    before = [await logs.load_deal(TABLE, deal) for deal in LOGS], await logs.notes(TABLE, 0)
    await stores.archiver().fetch(TABLE)
    assert await stores.store.notes(TABLE, 0) == ()
    assert ([await logs.load_deal(TABLE, deal) for deal in LOGS], await logs.notes(TABLE, 0)) == before
    assert await logs.load_deal(TABLE, LAST + 1) == ()


async def test_a_note_that_was_removed_does_not_come_back_from_the_archive(stores: _Stores) -> None:
    noted = Noted(0, "p-North", 3, "a")
    stores.note(noted)
    crashing = _Crashing(stores.archive, drops=False)
    with pytest.raises(ConnectionError):
        await stores.archiver(crashing).fetch(TABLE)
    record = await stores.archive.deal(TABLE, 0)
    assert record is not None and notes_of(record) == (noted,)
    stores.note(replace(noted, text=""))
    assert await stores.readers().notes(TABLE, 0) == ()


async def test_downloads_of_archived_boards_are_the_same(stores: _Stores) -> None:
    async def records() -> Sequence[Any]:
        async with House(stores.store, clock=stores.clock) as house:
            # A hub takes its logs from its services, as the wiring gives them.
            house.hub.services = dataclasses.replace(house.hub.services, logs=logs)
            return await Asking(house).records("", TABLE)

    logs = stores.readers()
    before = await records()
    await stores.archiver().fetch(TABLE)
    assert await stores.kept() == [LAST]
    assert await records() == before and len(before) >= LAST


class _Crashing:
    """An archive at which the process dies: before or after a record is safe on the disk."""

    def __init__(self, archive: DealArchive, *, drops: bool) -> None:
        self._archive = archive
        self._drops = drops

    async def put(
        self, deals: Sequence[ArchivedDeal], tables: Sequence[ArchivedTable] = ()
    ) -> frozenset[tuple[str, int]]:
        if not self._drops:
            await self._archive.put(deals, tables)
        raise ConnectionError("killed")

    def __getattr__(self, name: str) -> Any:
        return getattr(self._archive, name)


@pytest.mark.parametrize("drops", [True, False], ids=["before", "after"])
async def test_a_crash_at_the_writing_of_records_loses_no_log(stores: _Stores, drops: bool) -> None:
    with pytest.raises(ConnectionError):
        await stores.archiver(_Crashing(stores.archive, drops=drops)).fetch(TABLE)
    assert await stores.kept() == [*LOGS]
    await stores.archiver(now_ms=NOW_MS + 5).fetch(TABLE)
    assert await stores.kept() == [LAST]
    assert [deal for deal in await stores.archive.deals_of(TABLE) if deal < LAST] == [*EARLIER]


async def test_a_crash_between_two_logs_leaves_the_last_ones(stores: _Stores) -> None:
    await stores.archiver(_NoDrop(stores.archive)).fetch(TABLE)
    await stores.store.drop_deals(TABLE, [ArchivedLog(0, len(LOGS[0]))])
    assert await stores.kept() == [*range(1, LAST + 1)]
    await stores.archiver().fetch(TABLE)
    assert await stores.kept() == [LAST]


class _NoDrop(_Crashing):
    """An archive that confirms nothing, and whose records cannot be read again."""

    def __init__(self, archive: DealArchive) -> None:
        super().__init__(archive, drops=False)

    async def put(
        self, deals: Sequence[ArchivedDeal], tables: Sequence[ArchivedTable] = ()
    ) -> frozenset[tuple[str, int]]:
        await self._archive.put(deals, tables)
        return frozenset()

    async def deal(self, table: str, deal: int) -> ArchivedDeal | None:
        return None


async def test_a_log_stays_while_the_archive_has_another_version_of_it(
    stores: _Stores, caplog: pytest.LogCaptureFixture
) -> None:
    await stores.archiver(_NoDrop(stores.archive), now_ms=NOW_MS + 60_000).fetch(TABLE)
    stores.note(Noted(0, "p-North", 3, "later"))
    with caplog.at_level(logging.ERROR):
        await stores.archiver().fetch(TABLE)
    assert await stores.kept() == [0, LAST]
    assert f"table {TABLE}, deal 0: the archive has another version" in caplog.text
    await stores.archiver(now_ms=NOW_MS + 120_000).fetch(TABLE)
    assert await stores.kept() == [LAST]


async def test_a_log_that_cannot_be_read_stays_and_its_neighbours_are_archived(
    stores: _Stores, caplog: pytest.LogCaptureFixture
) -> None:
    stores.store.alter(TABLE, 0, 2, b"\xc1")
    with caplog.at_level(logging.ERROR):
        await stores.archiver().fetch(TABLE)
    assert f"table {TABLE}, deal 0 is not archived" in caplog.text
    assert 0 not in await stores.archive.deals_of(TABLE)
    assert 1 in await stores.archive.deals_of(TABLE)
    assert await stores.kept_by_number() == [0, LAST]
    stores.store.alter(TABLE, 0, 2, LOGS[0][1])
    await stores.archiver().fetch(TABLE)
    assert await stores.kept() == [LAST], "the deal is read again at the next call"


@pytest.mark.parametrize("table", ["nowhere", "set:nowhere"])
async def test_of_no_table_nothing_is_archived(stores: _Stores, table: str) -> None:
    assert await stores.archiver().fetch(table) == 0


async def test_a_table_with_newer_rules_waits_for_a_server_that_has_them(stores: _Stores) -> None:
    archiver = Archiver(stores.store, stores.archive, {}, lambda: NOW_MS, lambda game, state: "")
    assert await archiver.fetch(TABLE) is None
    assert await stores.kept() == [*LOGS]


class _Dying:
    """A store or archive of a process that dies at a call, before or after the call has been carried out."""

    def __init__(self, whole: Any, left: list[int], *, carries_out: bool) -> None:
        self._whole = whole
        self._left = left
        self._carries_out = carries_out

    def __getattr__(self, name: str) -> Any:
        async def call(*args: Any) -> Any:
            self._left[0] -= 1
            if self._left[0] >= 0 or self._carries_out:
                answer = await getattr(self._whole, name)(*args)
            if self._left[0] < 0:
                raise ConnectionError("killed")
            return answer

        return call


@pytest.mark.parametrize("carries_out", [False, True], ids=["before", "after"])
async def test_a_death_at_any_step_neither_loses_nor_doubles_a_deal(
    tmp_path: Path, carries_out: bool
) -> None:
    archive = await open_archive("", tmp_path)
    noted = Noted(1, "p-North", 3, "a")
    expected = {deal: (log, (noted,) if deal == 1 else ()) for deal, log in LOGS.items()}
    steps, died = 0, True
    while died:
        stores = _Stores(archive)
        await stores.fill()
        stores.note(noted)
        left = [steps]
        store, kept = (_Dying(each, left, carries_out=carries_out) for each in (stores.store, archive))
        dying = Archiver(store, kept, GAMES, lambda: NOW_MS, lambda game, state: "")
        try:
            await dying.fetch(TABLE)
            died = False
        except ConnectionError:
            pass
        readers = stores.readers()
        for _ in range(2):
            read = {
                deal: (await readers.load_deal(TABLE, deal), await readers.notes(TABLE, deal))
                for deal in LOGS
            }
            assert read == expected, f"after {steps} steps"
            await stores.archiver().fetch(TABLE)
            assert await stores.kept() == [LAST]
        rows = await archive.by_time()
        assert sorted(row.deal for row in rows) == sorted({row.deal for row in rows}) >= [*EARLIER]
        assert await archive.forget_before(NOW_MS * 2) == len(rows)
        steps += 1
    assert steps > 3 * LAST
    await archive.close()


@pytest.mark.parametrize("carries_out", [False, True], ids=["before", "after"])
async def test_a_death_at_any_step_of_the_end_of_a_closed_table_loses_nothing(
    tmp_path: Path, carries_out: bool
) -> None:
    (table,), keys = CLOSED["tables"], CLOSED["keys"]
    fields, logs = files.meta_of(keys, table), files.deals_of(keys, table)
    meta = replace(_meta_of(fields), status="closed")
    noted = Noted(max(logs), "p-North", 3, "a")
    expected = {deal: [*map(decode, log)] for deal, log in logs.items()}
    archive = await open_archive("", tmp_path)
    later_ms = NOW_MS * 2
    steps, died, removed = 0, True, 0
    while died:
        store = LaterStore(ServerClock().now_ms)
        await store.create(table, meta, TOKEN, logs[0][0])
        for deal, log in logs.items():
            of_deal = DealLog(table, deal, TOKEN)
            for index, entry in enumerate(log, 1):
                if (deal, index) != (0, 1):
                    store.append(Appended(of_deal, index, entry), _done)
        store.note(table, TOKEN, noted, _done)
        left = [steps]
        dying, kept = (_Dying(each, left, carries_out=carries_out) for each in (store, archive))
        try:
            dead = Archiver(dying, kept, GAMES, lambda: later_ms, lambda game, state: "")
            await dead.fetch(table)
            await dead.retire(table)
            died = False
        except ConnectionError:
            removed += await store.load(table) is None
        readers = LogsWithArchive(store, archive)
        for _ in range(2):
            found = await store.load(table) or await closed_table(archive, table)
            assert found is not None, f"after {steps} steps the table is lost"
            assert (found.meta, found.deal) == (meta, max(logs))
            assert [*map(decode, found.entries)] == expected[found.deal]
            assert await readers.notes(table, found.deal) == (noted,)
            read = {deal: [*map(decode, await readers.load_deal(table, deal))] for deal in logs}
            assert read == expected, f"after {steps} steps"
            healthy = Archiver(store, archive, GAMES, lambda: later_ms + 1, lambda game, state: "")
            await healthy.fetch(table)
            await healthy.retire(table)
            assert await store.load(table) is None
        assert await archive.forget_before(NOW_MS * 2) == len(logs)
        steps += 1
    assert steps > 6 and removed == carries_out
    await archive.close()


@pytest.mark.skipif(product.no_redis(), reason="expected a redis-server on this machine")
async def test_what_earlier_versions_left_in_redis_is_archived_and_read_as_before(tmp_path: Path) -> None:
    """The golden logs, of which some have the keys of former versions, and the finished ones an EXPIRE."""
    archive = await open_archive("", tmp_path)
    fetched = dropped = 0
    with product.redis_server() as redis:
        stores = await connect_to_redis(redis.url)
        readers = LogsWithArchive(stores.logs, archive)
        archiver = Archiver(stores.logs, archive, GAMES, lambda: NOW_MS, lambda game, state: "")
        for name in files.names():
            logged = files.read(files.LOGS / f"{name}.json")
            redis.ask("FLUSHALL")
            files.put_keys(redis, logged["keys"])
            for key in logged["keys"]:
                if key.rpartition(":log:")[2].isdecimal():
                    redis.ask("EXPIRE", key, str(90 * 86_400))
            for table in logged["tables"]:
                logs = files.deals_of(logged["keys"], table)
                notes = {deal: await stores.logs.notes(table, deal) for deal in logs}
                assert await stores.logs.deals(table) == tuple(sorted(logs)), name
                count = await archiver.fetch(table) or 0
                kept = await stores.logs.deals(table)
                assert kept[-1] == max(logs), name
                for deal, log in logs.items():
                    found = await readers.load_deal(table, deal)
                    assert [*map(decode, found)] == [*map(decode, log)], f"{name}, deal {deal}"
                    assert await readers.notes(table, deal) == notes[deal], f"{name}, deal {deal}"
                fetched += count
                dropped += len(logs) - len(kept)
            await archive.forget_before(NOW_MS * 2)
        await stores.close()
    await archive.close()
    assert fetched > 20 and dropped > 5, (fetched, dropped)


async def test_a_deal_whose_line_cannot_be_made_is_archived_without_a_line(
    stores: _Stores, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(game: str, state: Any) -> str:
        raise RuntimeError("♠A is in North's hand")

    archiver = Archiver(stores.store, stores.archive, GAMES, lambda: NOW_MS, fail)
    await archiver.fetch(TABLE)
    record = await stores.archive.deal(TABLE, 0)
    assert record is not None and record.result == "" and entries_of(record) == LOGS[0]
    assert "failed with RuntimeError" in caplog.text and "♠A" not in caplog.text
