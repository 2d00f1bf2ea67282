"""A table in this process: robots play each other without sockets and without Redis."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from typing import Any

from protocol.v1.bridge import Deal, Options, Result
from protocol.v1.codec import MSGPACK, convert, decode_update
from protocol.v1.requests import Hello, Open, Policy, Seats, Watch
from protocol.v1.updates import Patch, View
from server.app import LoopTimers, boot_ms, now_ms, play_at
from server.games.base import Rng
from server.games.registry import GAMES
from server.house import House, Phone
from server.hub.hub import Hub
from server.hub.services import Services
from server.hub.thinking import think_here
from server.metrics import Meter
from server.session.desk import Desk
from server.session.guests import Guests
from server.settings import Settings
from server.store.memory import MemoryStore
from server.table.player import Player

TABLE = "local"


async def play_boards(
    robots: Sequence[Callable[[], Any]],
    boards: int,
    *,
    deals: tuple[Deal, ...] = (),
    rng: Rng | None = None,
) -> list[Result]:
    """Let four robots (North, East, South, West) play bridge; returns the results in order.

    `robots` make them, as their classes do. They play `deals` where given, at most `boards` of them, else
    what `rng` deals. They go through the same session, room and views as over a websocket.
    """
    names = [f"robot{seat}" for seat in range(4)]
    async with AsyncExitStack() as stack:
        timers = LoopTimers()
        services = Services(
            store=MemoryStore(),
            now_ms=now_ms,
            boot_ms=boot_ms,
            timers=timers,
            rng=rng or secrets.SystemRandom(),
            nonce=lambda: secrets.token_hex(8),
            meter=Meter(),
            think=think_here(timers.later, boot_ms),
        )
        hub = Hub(services, GAMES, exclusive=True)
        desk = Desk(hub, Guests(services.store, 3_600), Settings(robot_ms=0), TABLE, frozenset(names))
        house = House(desk, dict(zip(names, robots, strict=True)), play_at)
        hub.changed = house.attend
        stack.callback(house.stop)
        stack.push_async_callback(hub.stop)
        await hub.start()
        seats: Seats = dict(enumerate(names))
        table = Open(game="bridge", policy=Policy(pause_ms=0, robot_ms=0), seats=seats)
        await hub.open_as(TABLE, "", table, Options(boards=boards), deals)
        return await _results(Phone(desk, Player("")), min(boards, len(deals) or boards))


async def _results(watcher: Phone, boards: int) -> list[Result]:
    """What a watcher at the table sees each board end with."""
    await watcher.send(MSGPACK.encode(Hello()))
    await watcher.send(MSGPACK.encode(Watch(table=TABLE)))
    results: list[Result] = []
    while len(results) < boards:
        update = decode_update(MSGPACK, await watcher.receive())
        if isinstance(update, Patch | View) and isinstance(update.pub, dict):
            result = update.pub.get("result")
            if result is not None:
                results.append(convert(result, Result, MSGPACK))
        await asyncio.sleep(0)
    await watcher.close()
    return results
