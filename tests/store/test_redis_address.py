"""Addresses of Redis: of a server, and of the Sentinels that know which server is the primary."""

from __future__ import annotations

import asyncio
import signal

import pytest

from server.store.redis_address import (
    PrimaryConnection,
    TlsPrimaryConnection,
    _confirm_primary,
    redis_address,
)
from server.store.redis_connection import RedisConnection, StoreAway
from tests.store.conftest import BINARIES
from tests.store.redis_server import short_directory
from tests.store.sentinels import SERVICE, sentinel_of, watched

needs_redis = pytest.mark.skipif(not BINARIES, reason="there is no redis-server")


@pytest.mark.parametrize(
    ("url", "place", "settings"),
    [
        ("redis://:p%23w@HOST:6380/2", "host:6380", {"password": "p#w", "db": 2}),
        ("rediss://host", "host:6379", {"host": "host"}),
        ("unix:///run/redis.sock", "/run/redis.sock", {"path": "/run/redis.sock"}),
    ],
)
def test_an_address_names_a_server(url: str, place: str, settings: dict[str, object]) -> None:
    found = redis_address(url)
    assert found.place == place
    assert settings.items() <= found.settings.items()
    assert found.sentinel is None


def test_an_address_names_the_sentinels_and_what_they_watch() -> None:
    found = redis_address("redis+sentinel://kibitz:p%40w@one,[::1]:26380/club/3?sentinel_password=s")
    assert found.place == "club of the Sentinels one,[::1]:26380"
    settings = dict(found.settings)
    assert settings.pop("sentinel") is found.sentinel
    assert settings == {
        "connection_class": PrimaryConnection,
        "service": "club",
        "redis_connect_func": _confirm_primary,
        "db": 3,
        "username": "kibitz",
        "password": "p@w",
    }
    assert found.sentinel is not None
    asked = [client.get_connection_kwargs() for client in found.sentinel.sentinels]
    assert [(each["host"], each["port"]) for each in asked] == [("one", 26379), ("::1", 26380)]
    assert {each["password"] for each in asked} == {"s"}


def test_sentinels_and_primary_are_asked_over_tls() -> None:
    found = redis_address("rediss+sentinel://one/club")
    assert found.settings["connection_class"] is TlsPrimaryConnection
    assert found.sentinel is not None
    assert "SSL" in found.sentinel.sentinels[0].connection_pool.connection_class.__name__


@pytest.mark.parametrize(
    "url",
    [
        "",
        "host:6379",
        "http://host",
        "redis://:secret#rest@host",
        "unix://",
        "redis+sentinel://one,two",
        "redis+sentinel:///club",
        "redis+sentinel://one:secret/club",
        "redis+sentinel://one,/club",
        "redis+sentinel://one/club/secret",
        "redis+sentinel://one/club?password=secret",
        "redis+sentinel://:secret#rest@one/club",
    ],
)
def test_another_text_is_refused_and_not_repeated(url: str) -> None:
    with pytest.raises(ValueError, match="expected an address such as redis://") as refused:
        redis_address(url)
    assert "secret" not in str(refused.value)


@needs_redis
async def test_a_connection_follows_the_sentinels_to_the_new_primary() -> None:
    with watched() as site:
        connection = await RedisConnection.connect(site.url)
        await connection.client.set("card", "SA")
        await connection.client.wait(1, 5000)
        site.primary.end(signal.SIGKILL)
        await asyncio.to_thread(site.until_primary, site.replica)
        async with asyncio.timeout(20):
            while True:
                try:
                    assert await connection.values(["card"]) == [b"SA"]
                    await connection.client.set("card", "SK")
                    break
                except StoreAway:
                    await asyncio.sleep(0.05)
        assert site.replica.ask("GET", "card") == b"SK"
        await connection.close()


@needs_redis
async def test_a_server_that_is_no_primary_is_refused_even_if_a_sentinel_names_it() -> None:
    with watched() as site, short_directory() as directory:
        mistaken = sentinel_of(directory, site.replica.port, quorum=1, down_ms=60_000)
        with mistaken.running(), pytest.raises(StoreAway, match="expected the primary"):
            await RedisConnection.connect(f"redis+sentinel://127.0.0.1:{mistaken.port}/{SERVICE}")


@needs_redis
async def test_sentinels_that_do_not_answer_are_told_like_a_redis_that_does_not() -> None:
    with pytest.raises(StoreAway, match="No master found for 'club'"):
        await RedisConnection.connect("redis+sentinel://127.0.0.1:1/club")
