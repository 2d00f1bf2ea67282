"""The queue with real servers: clients of two hubs on one Redis meet, also after some of them are cut off."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from bots.client import Client
from server.store.waiting_players import LEASE_MS
from tests.web.served import Served, needs_redis
from tests.web.two_served import two_served

pytestmark = [needs_redis, pytest.mark.thorough]


async def waiting(
    stack: AsyncExitStack, server: Served, name: str
) -> tuple[Client, asyncio.Task[str | None]]:
    """Return a client that waits for a seat, and its wait."""
    client = await stack.enter_async_context(Client(server.address, token=await server.guest(name)))
    return client, asyncio.create_task(client.queue("spades", robots=False))


@pytest.fixture
def both(tmp_path: Path) -> Iterator[tuple[Served, Served]]:
    with two_served(tmp_path) as served:
        yield served.both


async def test_clients_of_two_hubs_are_seated_together_and_each_once(both: tuple[Served, Served]) -> None:
    async with AsyncExitStack() as stack:
        async with AsyncExitStack() as cut_off:
            _, lost = await waiting(cut_off, both[0], "lost")
            await asyncio.sleep(0.5)
        lost.cancel()
        people = [await waiting(stack, both[number % 2], f"p{number}") for number in range(8)]
        tables = await asyncio.wait_for(asyncio.gather(*(wait for _, wait in people)), 10 + LEASE_MS / 1000)
        assert sorted(map(tables.count, set(tables))) == [4, 4]
        for (client, _), table in zip(people, tables, strict=True):
            assert table is not None
            assert (await client.watch(table, "seat")).audience == "seat"
