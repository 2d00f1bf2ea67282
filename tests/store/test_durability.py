"""A Redis that could lose acknowledged actions is refused at the start, and its settings are named."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import AsyncIterator, Iterator

import pytest

from server.app import running
from server.settings import Settings
from server.store.durability import Demand, UnsafeRedis
from server.store.redis import connect_to_redis
from server.store.stores import Stores
from tests.ports import free_port
from tests.store.conftest import BINARIES, REDIS
from tests.store.redis_server import RedisServer, short_directory

ALWAYS, SECOND = Demand("always"), Demand("second")
USUAL = {
    "appendonly": "yes",
    "appendfsync": "always",
    "no-appendfsync-on-rewrite": "no",
    "maxmemory": "0",
    "maxmemory-policy": "noeviction",
}
FULL = {"maxmemory": "104857600"}


@pytest.fixture(scope="module", params=REDIS)
def server(request: pytest.FixtureRequest) -> Iterator[RedisServer]:
    """Return a redis-server of this module alone."""
    with short_directory() as directory, RedisServer(BINARIES[request.param], directory).running() as server:
        yield server


@pytest.fixture(autouse=True)
def usual(request: pytest.FixtureRequest) -> None:
    if "server" in request.fixturenames:
        change(request.getfixturevalue("server"), USUAL)


def change(server: RedisServer, settings: dict[str, str]) -> None:
    for name, value in settings.items():
        server.ask("CONFIG", "SET", name, value)


@contextlib.asynccontextmanager
async def connected(server: RedisServer, demand: Demand, url: str = "") -> AsyncIterator[Stores]:
    stores = await connect_to_redis(url or server.url, demand)
    yield stores
    await stores.close()


@pytest.mark.parametrize(
    ("settings", "demand", "told"),
    [
        ({"appendonly": "no"}, ALWAYS, "appendonly is no: set it to yes"),
        ({"appendonly": "no"}, SECOND, "appendonly is no: set it to yes"),
        (
            {"appendfsync": "everysec"},
            ALWAYS,
            "appendfsync is everysec: set it to always (or set KIBITZ_DURABILITY=second)",
        ),
        ({"appendfsync": "no"}, ALWAYS, "appendfsync is no: set it to always"),
        ({"appendfsync": "no"}, SECOND, "appendfsync is no: set it to everysec"),
        ({"no-appendfsync-on-rewrite": "yes"}, SECOND, "no-appendfsync-on-rewrite is yes: set it to no"),
        (
            {"maxmemory-policy": "allkeys-lru", **FULL},
            ALWAYS,
            "maxmemory-policy is allkeys-lru with maxmemory 104857600: set it to noeviction",
        ),
        (
            {"maxmemory-policy": "volatile-ttl", **FULL},
            SECOND,
            "maxmemory-policy is volatile-ttl with maxmemory 104857600: set it to noeviction",
        ),
        (
            {"appendonly": "no", "maxmemory-policy": "allkeys-random", **FULL},
            ALWAYS,
            "appendonly is no: set it to yes; maxmemory-policy is allkeys-random with maxmemory 104857600:"
            " set it to noeviction",
        ),
    ],
)
async def test_a_redis_that_could_lose_actions_is_refused_unless_the_operator_allows_it(
    server: RedisServer,
    settings: dict[str, str],
    demand: Demand,
    told: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    change(server, settings)
    with pytest.raises(UnsafeRedis) as refused:
        await connect_to_redis(server.url, demand)
    assert str(refused.value) == (
        f"the Redis at {server.socket} could lose acknowledged actions: {told};"
        " or set KIBITZ_ALLOW_LOSS=yes to start anyway"
    )
    async with connected(server, Demand(demand.fsync, allow_loss=True)):
        assert f"the Redis at {server.socket} could lose acknowledged actions: {told}" in caplog.text


@pytest.mark.parametrize(
    ("settings", "demand"),
    [
        ({}, ALWAYS),
        ({}, SECOND),
        ({"appendfsync": "everysec"}, SECOND),
        (FULL, ALWAYS),
        ({"maxmemory-policy": "allkeys-lru"}, ALWAYS),
    ],
    ids=["always", "more than asked", "second", "a limit without eviction", "a policy without a limit"],
)
async def test_a_redis_that_keeps_what_it_acknowledges_is_used_without_a_word(
    server: RedisServer, settings: dict[str, str], demand: Demand, caplog: pytest.LogCaptureFixture
) -> None:
    change(server, settings)
    async with connected(server, demand):
        assert caplog.text == ""


async def test_where_config_is_forbidden_the_operator_is_warned_of_what_is_unknown_and_of_what_info_tells(
    server: RedisServer, caplog: pytest.LogCaptureFixture
) -> None:
    server.ask("ACL", "SETUSER", "kibitz", "on", ">secret-word", "~kibitz:*", "+@all", "-config")
    change(server, {"appendonly": "no", "appendfsync": "no"})
    with caplog.at_level(logging.WARNING):
        async with connected(server, ALWAYS, f"unix://kibitz@{server.socket}?password=secret-word") as stores:
            assert stores.logs.durability == "unknown"
            await stores.ownership.beat("north-hub")
    [warning] = caplog.messages
    assert "does not tell its appendfsync" in warning and "KIBITZ_DURABILITY=always" in warning
    assert "appendonly is no" in warning and "secret-word" not in warning


async def test_fsync_that_pauses_while_the_file_is_rewritten_is_not_called_durable(
    server: RedisServer,
) -> None:
    change(server, {"no-appendfsync-on-rewrite": "yes"})
    async with connected(server, Demand("always", allow_loss=True)) as stores:
        assert stores.logs.durability == "none"


async def test_a_replica_is_refused(server: RedisServer) -> None:
    with short_directory() as directory:
        replica = RedisServer(next(iter(BINARIES.values())), directory)
        with replica.running():
            replica.ask("REPLICAOF", "127.0.0.1", str(free_port()))
            with pytest.raises(ValueError, match=f"expected the primary, got a replica at {replica.socket}"):
                await connect_to_redis(replica.url)


@pytest.mark.parametrize(
    "url",
    [
        "127.0.0.1:6379",
        "http://127.0.0.1",
        "redis://:pass#word@127.0.0.1:6379/0",
        "redis://pass#word@127.0.0.1:6379/0",
        "redis://h:port",
        "unix://:pass#word@/run/redis.sock",
        "unix://",
    ],
)
async def test_an_address_of_another_form_is_refused_without_a_part_of_its_password(url: str) -> None:
    with pytest.raises(ValueError, match=r"^expected an address such as redis://127") as refused:
        await connect_to_redis(url)
    assert "'pass" not in str(refused.value) and "pass#" not in str(refused.value)


@pytest.mark.parametrize("password", ["", ":wrong-word@"])
async def test_a_refused_password_is_told_with_the_form_of_the_address(password: str) -> None:
    with short_directory() as directory:
        locked = RedisServer(next(iter(BINARIES.values())), directory)
        with locked.running():
            locked.ask("CONFIG", "SET", "requirepass", "secret-word")
            with pytest.raises(OSError, match="refuses the user or the password of the address") as refused:
                await connect_to_redis(f"unix://{password}{locked.socket}")
    assert "redis://USER:PASSWORD@HOST:6379" in str(refused.value) and "-word" not in str(refused.value)


async def start(url: str) -> None:
    async with running(Settings(port=0, redis_url=url, house=False)):
        pass


async def test_an_error_of_the_operators_redis_names_the_setting_and_its_document(
    server: RedisServer,
) -> None:
    end = "; deploy/OPERATING.md describes the settings"
    with pytest.raises(OSError) as away:
        await start(f"redis://127.0.0.1:{free_port()}")
    assert str(away.value).startswith("KIBITZ_REDIS_URL: expected a Redis that answers: ")
    change(server, {"appendonly": "no"})
    for url, told in (
        (server.url, f"KIBITZ_REDIS_URL: the Redis at {server.socket} could lose acknowledged actions: "),
        ("127.0.0.1:6379", "KIBITZ_REDIS_URL: expected an address such as redis://127.0.0.1:6379"),
    ):
        with pytest.raises(ValueError) as refused:
            await start(url)
        assert str(refused.value).startswith(told)
        assert str(refused.value).endswith(end) and str(away.value).endswith(end)
