"""An ordinary entry is one XADD, and claims, lost replies and lost entries do no harm to its log."""

from __future__ import annotations

import asyncio
import shutil
import signal
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace

from server.store.checksums import of_entry
from server.store.packing import AppendCommand, LogWriter, owned_log_key, table_key
from server.store.redis import connect_to_redis
from server.store.stores import Stores
from server.store.table_logs import Append, DealLog, Outcome
from tests.ports import free_port
from tests.store.conftest import BINARIES, REDIS
from tests.store.keys import (
    as_a_former_server_wrote_it,
    as_an_older_server_wrote_it,
    found_log_key,
    log_key,
)
from tests.store.redis_server import RedisServer, short_directory
from tests.store.tables import BASE, MINE, THEIRS, Owner, opened

DONE, FENCED, MISMATCH = Outcome.DONE, Outcome.FENCED, Outcome.MISMATCH
FASTER_SYNC = ("--repl-diskless-sync-delay", "0")


@pytest.fixture
def directory() -> Iterator[Path]:
    with short_directory() as directory:
        yield directory


@pytest.fixture(params=REDIS)
def server(request: pytest.FixtureRequest, directory: Path) -> Iterator[RedisServer]:
    """Return a redis-server of this test alone, which can be a master and a replica."""
    first = RedisServer(BINARIES[request.param], directory, *FASTER_SYNC, port=free_port())
    with first.running():
        yield first


@pytest.fixture
def replica(request: pytest.FixtureRequest, server: RedisServer) -> Iterator[RedisServer]:
    """Return a second redis-server of the same version."""
    binary = BINARIES[request.node.callspec.params["server"]]
    with short_directory() as directory:
        second = RedisServer(binary, directory, *FASTER_SYNC, port=free_port())
        with second.running():
            yield second


@pytest.fixture
async def stores(server: RedisServer) -> AsyncIterator[Stores]:
    stores = await connect_to_redis(server.url)
    yield stores
    await stores.close()


def calls(server: RedisServer, name: str) -> int:
    """Return how often Redis has executed a command."""
    found = server.ask("INFO", "commandstats").get(f"cmdstat_{name}", {"calls": 0})
    return int(found["calls"])


def stored(server: RedisServer, table: str = "t1", deal: int = 0) -> list[tuple[bytes, bytes]]:
    """Return the id and the bytes of each entry of a log."""
    log = server.ask("XRANGE", found_log_key(server, table, deal), "-", "+")
    return [(at, fields[b"e"]) for at, fields in log]


def xadd_of(table: str, token: str, index: int, entry: bytes) -> bytes:
    """Return the XADD that an owner sends for an entry after the script has confirmed the log."""
    log = DealLog(table, 0, token)
    writer = LogWriter(log)
    writer.confirmed, writer.length = 1, index - 1
    return AppendCommand(Append(log, index, entry), writer, print).packed(1)


def sent_raw(server: RedisServer, command: bytes) -> bytes:
    """Send bytes on a connection of their own, and return the reply."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=5) as connection:
        connection.sendall(command)
        return connection.recv(1000)


async def test_the_script_confirms_a_log_once_and_then_each_entry_is_one_xadd(
    server: RedisServer, stores: Stores
) -> None:
    owner = await opened(stores)
    await owner.appends(b"one")
    before = {name: calls(server, name) for name in ("evalsha", "eval", "xadd")}
    for number in range(50):
        assert await owner.appends(b"entry %d" % number) is DONE
    after = {name: calls(server, name) for name in before}
    assert after == {**before, "xadd": before["xadd"] + 50}


async def test_each_deal_has_a_log_of_its_own_and_only_the_current_one_has_the_nonce(
    server: RedisServer, stores: Stores
) -> None:
    owner = await opened(stores)
    await owner.appends(b"one")
    assert await owner.deals(b"second") is DONE
    await owner.appends(b"two")
    logs = sorted(key for key in server.ask("KEYS", f"{table_key('t1')}:log:*"))
    assert logs == [log_key("t1", 0).encode(), owned_log_key("t1", 1, MINE).encode()]
    assert (await stores.logs.load_deal("t1", 0), await stores.logs.load_deal("t1", 1)) == (
        (BASE, b"one"),
        (b"second", b"two"),
    )


async def test_the_hash_names_only_the_deal_because_the_owner_has_the_nonce(
    server: RedisServer, stores: Stores
) -> None:
    owner = await opened(stores)
    assert server.ask("HGET", table_key("t1"), "log") == b"0"
    await owner.deals(b"second")
    assert server.ask("HGET", table_key("t1"), "log") == b"1"
    assert await stores.ownership.claim("t1", MINE, THEIRS)
    assert server.ask("HGET", table_key("t1"), "log") == b"1"
    assert server.ask("EXISTS", owned_log_key("t1", 1, THEIRS)) == 1
    assert await Owner(stores, token=THEIRS).log() == (b"second",)


@pytest.mark.parametrize("former", [False, True], ids=["of this server", "of a former server"])
async def test_a_removed_table_leaves_no_key(server: RedisServer, stores: Stores, former: bool) -> None:
    owner = await opened(stores)
    await owner.appends(b"one")
    await owner.deals(b"second")
    await owner.appends(b"two")
    if former:
        as_a_former_server_wrote_it(server, "t1", 1)
    assert await stores.logs.remove("t1", MINE)
    assert server.ask("KEYS", f"{table_key('t1')}*") == []


# An owner that was claimed away


async def test_a_packet_of_the_old_owner_that_arrives_after_the_claim_writes_nothing(
    server: RedisServer, stores: Stores
) -> None:
    await opened(stores)
    late = xadd_of("t1", MINE, 2, b"late")
    assert await stores.ownership.claim("t1", MINE, THEIRS)
    assert sent_raw(server, late) == b"$-1\r\n"
    assert await Owner(stores, token=THEIRS).appends(b"of the new owner") is DONE
    assert sent_raw(server, late) == b"$-1\r\n"
    assert stored(server) == [(b"1-0", BASE), (b"2-0", b"of the new owner")]


async def test_the_same_packet_before_the_claim_is_written_so_that_the_test_above_tests_the_claim(
    server: RedisServer, stores: Stores
) -> None:
    await opened(stores)
    assert sent_raw(server, xadd_of("t1", MINE, 2, b"in time")) == b"$3\r\n2-0\r\n"
    assert await Owner(stores).log() == (BASE, b"in time")


async def test_a_packet_that_arrives_after_the_deal_has_ended_writes_nothing(
    server: RedisServer, stores: Stores
) -> None:
    owner = await opened(stores)
    late = xadd_of("t1", MINE, 3, b"late")
    await owner.appends(b"one")
    await owner.deals(b"second")
    assert sent_raw(server, late) == b"$-1\r\n"
    assert await stores.logs.load_deal("t1", 0) == (BASE, b"one")


async def test_two_hubs_that_claim_at_once_leave_one_log_and_one_writer(server: RedisServer) -> None:
    hubs = [await connect_to_redis(server.url) for _ in range(2)]
    before = await opened(hubs[0])
    await before.appends(b"one")
    rivals = [Owner(hub, token=f"hub{number}:a{number}") for number, hub in enumerate(hubs)]
    won = await asyncio.gather(
        *(hub.ownership.claim("t1", MINE, r.token) for hub, r in zip(hubs, rivals, strict=True))
    )
    for rival in rivals:
        rival.index = 2
    outcomes = await asyncio.gather(before.appends(b"old"), *(rival.appends(b"two") for rival in rivals))
    assert sorted(won) == [False, True]
    assert outcomes == [FENCED, *(DONE if has_won else FENCED for has_won in won)]
    assert len(server.ask("KEYS", f"{table_key('t1')}:log:*")) == 1
    assert stored(server) == [(b"1-0", BASE), (b"2-0", b"one"), (b"3-0", b"two")]
    for hub in hubs:
        await hub.close()


# A reply that is lost


class LossyRelay:
    """A unix socket before a redis-server; it can swallow replies and then cut the connection."""

    def __init__(self, server: RedisServer, path: Path) -> None:
        self._server, self.path = server, path
        self.swallowing = False
        self.swallowed = 0
        self._tasks: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[LossyRelay]:
        relay = await asyncio.start_unix_server(self._serve, self.path)
        try:
            yield self
        finally:
            relay.close()
            for task in self._tasks:
                task.cancel()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there_reader, there_writer = await asyncio.open_unix_connection(self._server.socket)
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        forward = asyncio.create_task(self._forward(reader, there_writer))
        try:
            while data := await there_reader.read(65_536):
                if self.swallowing:
                    self.swallowed += 1
                    self.swallowing = False
                    break
                writer.write(data)
        finally:
            forward.cancel()
            writer.close()
            there_writer.close()
            self._tasks.discard(task)

    async def _forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65_536):
            writer.write(data)


async def test_an_xadd_without_a_reply_is_recognised_as_done(server: RedisServer, directory: Path) -> None:
    relay = LossyRelay(server, directory / "relay.sock")
    async with relay.listening():
        stores = await connect_to_redis(f"unix://{relay.path}")
        owner = await opened(stores)
        await owner.appends(b"one")
        for number in range(5):
            scripts = calls(server, "evalsha")
            relay.swallowing = True
            assert await owner.appends(b"lost %d" % number) is DONE
            assert calls(server, "evalsha") == scripts + 1
            assert await owner.appends(b"heard %d" % number) is DONE
            assert calls(server, "evalsha") == scripts + 1
        assert relay.swallowed == 5
        expected = [entry for number in range(5) for entry in (b"lost %d" % number, b"heard %d" % number)]
        assert await owner.log() == (BASE, b"one", *expected)
        await stores.close()


async def test_an_entry_that_is_already_there_is_done_only_if_it_is_the_last_one(
    server: RedisServer, stores: Stores
) -> None:
    """The first copy of each entry comes on another connection, as a packet that was believed lost."""
    owner = await opened(stores)
    await owner.appends(b"one")
    sent_raw(server, xadd_of("t1", MINE, 3, b"two"))
    assert await owner.appends(b"two") is DONE
    sent_raw(server, xadd_of("t1", MINE, 4, b"another"))
    assert await owner.appends(b"three") is MISMATCH
    assert stored(server) == [(b"1-0", BASE), (b"2-0", b"one"), (b"3-0", b"two"), (b"4-0", b"another")]


# A Redis that has lost entries


async def test_a_redis_that_comes_back_with_older_data_gets_no_entry_after_the_gap(
    server: RedisServer, stores: Stores, directory: Path
) -> None:
    """XADD alone would accept the entry, as its index is greater than the last one."""
    owner = await opened(stores)
    await owner.appends(b"one")
    older = directory / "older"
    names = [path.name for path in directory.glob("appendonly*")]
    older.mkdir()
    for name in names:
        copy = shutil.copytree if (directory / name).is_dir() else shutil.copy
        copy(directory / name, older / name)
    for number in range(3):
        assert await owner.appends(b"lost %d" % number) is DONE
    server.end(signal.SIGKILL)
    for name in names:
        lost = directory / name
        shutil.rmtree(lost) if lost.is_dir() else lost.unlink()
        shutil.move(older / name, lost)
    server.start()
    assert await owner.appends(b"after the gap") is MISMATCH
    assert stored(server) == [(b"1-0", BASE), (b"2-0", b"one")]


@pytest.mark.parametrize("lost", [0, 1, 3])
async def test_a_server_that_takes_over_the_data_of_an_older_replica_gets_no_entry_after_the_gap(
    server: RedisServer, replica: RedisServer, stores: Stores, lost: int
) -> None:
    """The connection for appends stays: the server is a replica for a moment, and then a master again."""
    owner = await opened(stores)
    await owner.appends(b"one")
    await become_replica(replica, server)
    replica.ask("REPLICAOF", "NO", "ONE")
    for number in range(lost):
        assert await owner.appends(b"lost %d" % number) is DONE
    clients = calls(server, "watch")
    await become_replica(server, replica)
    server.ask("REPLICAOF", "NO", "ONE")
    assert calls(server, "watch") == clients, "expected that no lane has connected again meanwhile"
    expected = MISMATCH if lost else DONE
    assert await owner.appends(b"after the gap") is expected
    kept = [(b"1-0", BASE), (b"2-0", b"one")]
    assert stored(server) == (kept if lost else [*kept, (b"3-0", b"after the gap")])


async def become_replica(server: RedisServer, master: RedisServer) -> None:
    """Make a server the replica of another one, and return when it has all the master's data."""
    server.ask("REPLICAOF", "127.0.0.1", master.port)
    while server.ask("INFO", "replication")["master_link_status"] != "up":
        await asyncio.sleep(0.02)


async def test_a_flushed_redis_says_that_the_owner_owns_nothing(server: RedisServer, stores: Stores) -> None:
    owner = await opened(stores)
    await owner.appends(b"one")
    server.ask("FLUSHALL")
    assert await owner.appends(b"two") is FENCED
    assert server.ask("KEYS", f"{table_key('t1')}*") == []


# Logs of older servers


async def test_a_deal_that_an_older_server_began_is_finished_under_its_key(
    server: RedisServer, stores: Stores
) -> None:
    await opened(stores)
    as_an_older_server_wrote_it(server, "t1", 0)
    assert await stores.ownership.claim("t1", MINE, THEIRS)
    old, owner = Owner(stores), Owner(stores, token=THEIRS)
    for entry in (b"one", b"two"):
        assert await owner.appends(entry) is DONE
        assert await old.appends_at(0, owner.index + 1, b"of the deposed") is FENCED
    assert server.ask("HGET", table_key("t1"), "deal") == b"0"
    assert server.ask("KEYS", f"{table_key('t1')}:log:*") == [log_key("t1", 0).encode()]
    assert await owner.log() == await stores.logs.load_deal("t1", 0) == (BASE, b"one", b"two")


async def test_the_deal_after_one_of_an_older_server_has_a_key_with_a_nonce(
    server: RedisServer, stores: Stores
) -> None:
    owner = await opened(stores)
    as_an_older_server_wrote_it(server, "t1", 0)
    assert await owner.deals(b"second") is DONE
    assert await owner.appends_at(1, 1, b"second") is DONE
    assert server.ask("EXISTS", owned_log_key("t1", 1, MINE)) == 1
    assert await stores.logs.load_deal("t1", 0) == (BASE,)
    assert await owner.log() == (b"second",)


@pytest.mark.parametrize("claimed", [False, True])
async def test_a_table_with_the_nonce_in_its_field_is_continued_and_the_field_is_replaced(
    server: RedisServer, stores: Stores, claimed: bool
) -> None:
    owner = await opened(stores)
    await owner.appends(b"one")
    as_a_former_server_wrote_it(server, "t1", 0)
    if claimed:
        assert await stores.ownership.claim("t1", MINE, THEIRS)
        old, owner = owner, Owner(stores, token=THEIRS)
        owner.index = 2
        assert await old.appends(b"of the deposed") is FENCED
        assert server.ask("HGET", table_key("t1"), "log") == b"0"
    for entry in (b"two", b"three"):
        assert await owner.appends(entry) is DONE
    assert await owner.log() == await stores.logs.load_deal("t1", 0) == (BASE, b"one", b"two", b"three")
    assert await owner.deals(b"second") is DONE
    assert server.ask("HGET", table_key("t1"), "log") == b"1"
    assert await owner.log() == (b"second",)
    assert await stores.logs.load_deal("t1", 0) == (BASE, b"one", b"two", b"three")


async def test_an_older_server_finds_no_current_deal_and_so_changes_nothing(
    server: RedisServer, stores: Stores
) -> None:
    """An older server reads the field `deal` before it claims a table, and quarantines a table without it."""
    owner = await opened(stores)
    as_an_older_server_wrote_it(server, "t1", 0)
    await owner.deals(b"second")
    await opened(stores, "t2")
    for table in ("t1", "t2"):
        assert server.ask("HGET", table_key(table), "deal") is None


async def test_the_checksum_of_an_entry_is_the_same_whichever_command_wrote_it(
    server: RedisServer, stores: Stores
) -> None:
    owner = await opened(stores)
    entries = [b"one", b"", b"\r\n$3\r\n\x00\xff", b"x" * 100_000]
    for entry in entries:
        await owner.appends(entry)
    log = server.ask("XRANGE", found_log_key(server, "t1", 0), "-", "+")
    assert [fields for _, fields in log] == [
        {b"e": entry, b"c": of_entry("t1", 0, index, entry)}
        for index, entry in enumerate([BASE, *entries], 1)
    ]


@pytest.mark.parametrize("log", ["1", "1:1f"], ids=["of this server", "of a former server"])
async def test_the_keys_and_fields_of_a_stored_table_stay_as_they_are(
    server: RedisServer, stores: Stores, log: str
) -> None:
    """Later servers must read what this one stores; the keys are written out here, as Redis has them."""
    fields = {"owner": "hub:1f", "log": log, "game": "bridge", "revision": 3, "name": "Friday"}
    fields |= {"host": "ann", "created_ms": 1_700_000_000_000, "options": b"\x80", "status": "open"}
    server.ask("HSET", "kibitz:{t1}", *(part for pair in fields.items() for part in pair))
    server.ask("XADD", "kibitz:{t1}:log:0", "1-0", "e", BASE, "c", of_entry("t1", 0, 1, BASE))
    for index, entry in ((1, b"second"), (2, b"two")):
        sealed = ("e", entry, "c", of_entry("t1", 1, index, entry))
        server.ask("XADD", "kibitz:{t1}:log:1:1f", f"{index}-0", *sealed)
    found = await stores.logs.load("t1")
    assert found is not None and (found.owner, found.deal) == ("hub:1f", 1)
    assert (await stores.logs.load_deal("t1", 0), found.entries) == ((BASE,), (b"second", b"two"))
    assert await stores.ownership.claim("t1", "hub:1f", "other:2e")
    keys = [b"kibitz:{t1}", b"kibitz:{t1}:log:0", b"kibitz:{t1}:log:1:2e"]
    assert sorted(server.ask("KEYS", "kibitz:{t1}*")) == keys
    assert server.ask("HGET", "kibitz:{t1}", "log") == b"1"
    assert await stores.logs.load("t1") == replace(found, owner="other:2e")
