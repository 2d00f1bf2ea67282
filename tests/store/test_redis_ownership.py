"""Ownership in Redis: its keys, the commands that a crash may cut off, and hubs that have long gone."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

import pytest

from server.store.ownership import ABOUT_MS, GONE_MS, PRESENT_MS, Claim
from server.store.redis import connect_to_redis
from server.store.redis_connection import AT_ONCE, RedisConnection
from server.store.redis_ownership import RedisOwnership
from server.store.stores import Stores
from server.store.table_logs import Outcome
from tests.store.redis_server import RedisServer
from tests.store.relay import Relay
from tests.store.tables import BASE, Owner, opened

HUBS = "kibitz:hubs"
CUT_S = 20.0


def tables_of(server: RedisServer, hub: str) -> set[bytes]:
    found: set[bytes] = server.ask("SMEMBERS", f"kibitz:hub:{hub}:tables")
    return found


def now_ms(server: RedisServer) -> int:
    seconds, micros = server.ask("TIME")
    return int(seconds) * 1000 + int(micros) // 1000


def hubs(server: RedisServer) -> set[bytes]:
    return set(server.ask("ZRANGE", HUBS, 0, -1))


@pytest.fixture
async def stores(redis_server: RedisServer) -> AsyncIterator[Stores]:
    stores = await connect_to_redis(redis_server.url)
    yield stores
    await stores.close()


@contextlib.asynccontextmanager
async def owning(url: str) -> AsyncIterator[RedisOwnership]:
    """Return the ownership alone, on a connection that sends nothing else."""
    connection = await RedisConnection.connect(url)
    try:
        yield RedisOwnership(connection)
    finally:
        await connection.close()


async def test_a_released_table_changes_its_set_and_the_key_of_its_log(
    redis_server: RedisServer, stores: Stores
) -> None:
    await stores.ownership.beat("south-hub")
    for table in ("t1", "t2"):
        await opened(stores, table, "north-hub:1f")
    assert await stores.ownership.claim("t1", "north-hub:1f", "south-hub:2e")
    assert tables_of(redis_server, "north-hub") == {b"t2"}
    assert tables_of(redis_server, "south-hub") == {b"t1"}
    assert redis_server.ask("EXISTS", "kibitz:{t1}:log:0:1f") == 0
    assert redis_server.ask("XLEN", "kibitz:{t1}:log:0:2e") == 1


async def test_a_claim_by_the_same_hub_leaves_the_table_in_its_set(
    redis_server: RedisServer, stores: Stores
) -> None:
    await opened(stores, "t1", "north-hub:1f")
    assert await stores.ownership.claim("t1", "north-hub:1f", "north-hub:2e")
    assert tables_of(redis_server, "north-hub") == {b"t1"}


COMMANDS = [b"SADD", b"ZADD", b"EVAL", b"EVALSHA", b"SADD", b"SREM", b"HGET", b"HGET"]
"""The commands of the claim of two tables of one hub."""


@pytest.mark.parametrize("passed", range(len(COMMANDS) + 1))
async def test_a_release_that_crashes_after_any_command_leaves_each_table_in_a_set(
    redis_server: RedisServer, stores: Stores, passed: int
) -> None:
    """A crash between two commands may leave a table in two sets, but never in none."""
    claims = [Claim(table, "north-hub:1f", f"south-hub:{table}") for table in ("t1", "t2")]
    for claim in claims:
        await opened(stores, claim.table, claim.expected)
    async with Relay(redis_server.socket).running() as relay, owning(relay.url) as crashing:
        relay.hold_after(passed)
        claiming = asyncio.create_task(crashing.claim_many(claims))
        await relay.until_held_or(claiming)
        claiming.cancel()
        await asyncio.wait([claiming])
        assert claiming.cancelled() == (passed < len(COMMANDS)) and relay.passed == COMMANDS[:passed]
        redis_server.ask("PING")
        for place, claim in enumerate(claims):
            owner = await stores.ownership.owner(claim.table)
            assert owner == (claim.token if passed > 2 + place else claim.expected)
            hub = owner.partition(":")[0]
            assert claim.table.encode() in tables_of(redis_server, hub)
            assert hub.encode() in hubs(redis_server)
            assert claim.table in await stores.logs.tables()
    assert await stores.ownership.claim_many(claims) == [True, True]
    assert tables_of(redis_server, "north-hub") == set()
    assert tables_of(redis_server, "south-hub") == {b"t1", b"t2"}
    for claim in claims:
        earlier, later = (Owner(stores, claim.table, token) for token in (claim.expected, claim.token))
        assert await earlier.appends(b"of the deposed") is Outcome.FENCED
        assert await later.log() == (BASE,)


@pytest.mark.parametrize("taken", range(7))
async def test_a_hub_that_takes_its_table_back_during_a_slow_claim_has_it_in_its_set(
    redis_server: RedisServer, stores: Stores, taken: int
) -> None:
    """A hub that was suspended while it took a table over may find that it has lost the table again."""
    slow, back = (Relay(redis_server.socket, name) for name in ("slow", "back"))
    async with slow.running(), back.running(), owning(slow.url) as taking, owning(back.url) as returning:
        for returned in range(5):
            redis_server.ask("FLUSHALL")
            await opened(stores, "t1", "north-hub:1f")
            slow.hold_after(taken)
            back.hold_after(returned)
            take = asyncio.create_task(taking.claim("t1", "north-hub:1f", "south-hub:2e"))
            await slow.until_held_or(take)
            claim = Claim("t1", await stores.ownership.owner("t1") or "", "north-hub:3d")
            retake = asyncio.create_task(returning.claim_many([claim]))
            await back.until_held_or(retake)
            slow.go_on()
            await take
            back.go_on()
            await retake
            owner = await stores.ownership.owner("t1")
            assert owner is not None and b"t1" in tables_of(redis_server, owner.partition(":")[0])


async def test_more_tables_than_are_sent_at_once_are_handed_over_also_by_a_redis_that_forgot_its_scripts(
    redis_server: RedisServer, stores: Stores
) -> None:
    tables = [f"t{number}" for number in range(2 * AT_ONCE + 1)]
    await asyncio.gather(*(Owner(stores, table, "north-hub:1f").opens() for table in tables))
    redis_server.ask("SCRIPT", "FLUSH")
    claims = [Claim(table, "north-hub:1f", f"south-hub:{table}") for table in tables]
    assert await stores.ownership.claim_many(claims) == [True] * len(tables)
    assert await stores.ownership.owners(tables) == [claim.token for claim in claims]
    assert tables_of(redis_server, "south-hub") == {table.encode() for table in tables}
    assert tables_of(redis_server, "north-hub") == set()


async def test_a_heartbeat_is_one_command(redis_server: RedisServer) -> None:
    """A heartbeat that needed several answers would be late when Redis is slow."""
    async with Relay(redis_server.socket).running() as relay, owning(relay.url) as ownership:
        for hub in ("north-hub", "south-hub", "east-hub"):
            relay.hold_after(None)
            peers = await ownership.beat(hub, hub.encode())
            assert relay.passed == [b"EVAL"]
        assert [peer.about for peer in peers] == [b"east-hub", b"north-hub", b"south-hub"]


async def test_a_description_ends_about_a_minute_after_the_last_heartbeat(
    redis_server: RedisServer, stores: Stores
) -> None:
    await stores.ownership.beat("north-hub", b"5 tables")
    key = "kibitz:{kibitz:hubs}:about:north-hub"
    assert ABOUT_MS - 5_000 < redis_server.ask("PTTL", key) <= ABOUT_MS
    redis_server.ask("PEXPIRE", key, 1_000)
    await stores.ownership.beat("north-hub", b"6 tables")
    assert ABOUT_MS - 5_000 < redis_server.ask("PTTL", key) <= ABOUT_MS
    redis_server.ask("DEL", key)
    north, south = await stores.ownership.beat("south-hub", b"1 table")
    assert (north.about, south.about) == (b"", b"1 table")


async def test_a_heartbeat_tells_of_the_hubs_of_the_last_ten_minutes(
    redis_server: RedisServer, stores: Stores
) -> None:
    now = now_ms(redis_server)
    for hub, ago_ms in (("late", PRESENT_MS - 60_000), ("gone", PRESENT_MS + 60_000)):
        redis_server.ask("ZADD", HUBS, now - ago_ms, hub)
        redis_server.ask("ZADD", HUBS, ago_ms - now, f"retired {hub}")
    redis_server.ask("ZADD", HUBS, 0, "without a heartbeat")
    peers = await stores.ownership.beat("north-hub")
    assert [peer.hub for peer in peers] == ["late", "north-hub", "retired late"]
    assert PRESENT_MS - 60_000 <= peers[0].age_ms < PRESENT_MS


async def test_a_clock_of_redis_that_is_put_back_makes_no_heartbeat_younger_than_new(
    redis_server: RedisServer, stores: Stores
) -> None:
    redis_server.ask("ZADD", HUBS, now_ms(redis_server) + 60_000, "north-hub")
    assert await stores.ownership.beat_age_ms("north-hub") == 0
    assert (await stores.ownership.beat("south-hub"))[0].age_ms == 0


async def test_a_hub_of_the_former_release_takes_a_hub_that_has_retired_for_dead(
    redis_server: RedisServer, stores: Stores
) -> None:
    former = """
        local beat = redis.call('ZSCORE', KEYS[1], ARGV[1])
        if not beat then return false end
        local now = redis.call('TIME')
        return now[1] * 1000 + math.floor(now[2] / 1000) - beat
    """
    await stores.ownership.beat("north-hub")
    assert 0 <= redis_server.ask("EVAL", former, 1, HUBS, "north-hub") < 5_000
    await stores.ownership.retire("north-hub")
    assert redis_server.ask("EVAL", former, 1, HUBS, "north-hub") > GONE_MS
    assert hubs(redis_server) == {b"north-hub"}, "its set of tables is found through it"


async def test_a_hub_that_owns_tables_but_never_sent_a_heartbeat_has_no_age(
    redis_server: RedisServer, stores: Stores
) -> None:
    await Owner(stores, "t1", "north-hub:1f").opens()
    assert hubs(redis_server) == {b"north-hub"}
    assert await stores.ownership.beat_age_ms("north-hub") is None
    assert await stores.logs.tables() == ("t1",)


async def test_hubs_long_gone_are_forgotten_unless_they_own_a_table(
    redis_server: RedisServer, stores: Stores
) -> None:
    gone, lately = now_ms(redis_server) - GONE_MS - 1_000, now_ms(redis_server) - GONE_MS + 60_000
    await Owner(stores, "t1", "owns:1f").opens()
    beats = {"owns": gone, "silent": gone, "retired": -gone, "lately": lately, "lately retired": -lately}
    for hub, beat_ms in beats.items():
        redis_server.ask("ZADD", HUBS, beat_ms, hub)
        await stores.ownership.note_awake(hub, {"t1": None})
    await stores.logs.tables()
    left = ["owns", "lately", "lately retired"]
    assert hubs(redis_server) == {hub.encode() for hub in left}
    assert [hub for hub in beats if await stores.ownership.awake(hub)] == left


@pytest.mark.parametrize("forgotten", range(6))
async def test_a_hub_that_is_forgotten_while_it_claims_is_found_with_its_table(
    redis_server: RedisServer, stores: Stores, forgotten: int
) -> None:
    """A hub that was suspended for hours wakes up between any two commands of the hub that forgets it."""
    slow, waking = (Relay(redis_server.socket, name) for name in ("slow", "waking"))
    async with (
        slow.running(),
        waking.running(),
        owning(slow.url) as forgetting,
        owning(waking.url) as claiming,
    ):
        for claimed in range(5):
            redis_server.ask("FLUSHALL")
            await opened(stores, "t1", "north-hub:1f")
            redis_server.ask("ZADD", HUBS, now_ms(redis_server) - GONE_MS - 1_000, "south-hub")
            slow.hold_after(forgotten)
            waking.hold_after(claimed)
            forget = asyncio.create_task(forgetting.forget_gone())
            await slow.until_held_or(forget)
            claim = asyncio.create_task(claiming.claim("t1", "north-hub:1f", "south-hub:2e"))
            await waking.until_held_or(claim)
            slow.go_on()
            await forget
            waking.go_on()
            assert await claim
            assert tables_of(redis_server, "south-hub") == {b"t1"}
            assert b"south-hub" in hubs(redis_server)


@pytest.mark.parametrize("forgotten", range(3))
async def test_a_hub_that_sends_a_heartbeat_while_it_is_forgotten_stays(
    redis_server: RedisServer, stores: Stores, forgotten: int
) -> None:
    """A living hub without a heartbeat would count as dead."""
    redis_server.ask("ZADD", HUBS, now_ms(redis_server) - GONE_MS - 1_000, "south-hub")
    async with Relay(redis_server.socket).running() as relay, owning(relay.url) as forgetting:
        relay.hold_after(forgotten)
        forget = asyncio.create_task(forgetting.forget_gone())
        await relay.until_held_or(forget)
        await stores.ownership.beat("south-hub")
        relay.go_on()
        await forget
    assert hubs(redis_server) == {b"south-hub"}
