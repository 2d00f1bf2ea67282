"""A table inside the calling process, at which robots play without sockets and without Redis."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from typing import Any, get_type_hints

from msgspec import Struct

from protocol.v1.bridge import Deal, Result
from protocol.v1.codec import MSGPACK, convert, decode_update
from protocol.v1.requests import Hello, Open, Policy, Seats, Watch
from protocol.v1.updates import Notice, Patch, View
from protocol.v1.view import Pub
from server.deployment.clocks import LoopTimers, ServerClock
from server.deployment.installed_robots import play_at
from server.deployment.randomness import SystemRng
from server.games.base import Rng
from server.games.registry import GAMES
from server.hub.hub import Hub
from server.hub.search import search_in_this_thread
from server.hub.services import Services
from server.metrics import Meter
from server.robots.house_robots import HouseRobots, RobotConnection
from server.session.conversion import read_options
from server.session.front_desk import FrontDesk
from server.session.guests import Guests
from server.settings import Settings
from server.store.archive.memory import archive_in_memory
from server.store.memory import stores_in_memory
from server.table.player import Player

TABLE = "local"


async def play_boards(
    robots: Sequence[Callable[[], Any]],
    boards: int,
    *,
    deals: tuple[Deal, ...] = (),
    rng: Rng | None = None,
) -> list[Result]:
    """Let four robots (North, East, South, West) play bridge, and return the results of the boards in order.

    `robots` are classes of robots, or functions that create a robot. The robots play at most `boards` boards:
    the boards of `deals` if there are any, otherwise boards that `rng` deals. The robots play through the
    same code of the server as over a websocket.
    """
    played = await play_table(robots, "bridge", {"boards": boards}, boards=boards, deals=deals, rng=rng)
    return [result for result in played if isinstance(result, Result)]


async def play_table(
    robots: Sequence[Callable[[], Any]],
    game: str,
    options: dict[str, Any] | None = None,
    *,
    boards: int | None = None,
    deals: tuple[Struct, ...] = (),
    rng: Rng | None = None,
) -> list[Struct]:
    """Let robots, one per seat, play a game at a table until the table closes or `boards` deals are finished.

    `options` are options of the game, as in an `open` request. For `boards`, a deal of any game, such as a
    hand of Spades, counts as one board. Returns the results of the deals in order, each in the form that the
    public half of a view has. Raises Refusal for invalid options, for a wrong number of robots, and for a
    class of robots that does not play the game.
    """
    names = [f"robot{seat}" for seat in range(len(robots))]
    async with AsyncExitStack() as stack:
        clock = ServerClock()
        timers = LoopTimers(clock.now_ms)
        stores = stores_in_memory()
        services = Services(
            logs=stores.logs,
            archive=archive_in_memory(),
            now_ms=clock.now_ms,
            timers=timers,
            rng=rng or SystemRng(),
            nonce=lambda: secrets.token_hex(8),
            meter=Meter(),
            think=search_in_this_thread(timers.later, clock.now_ms),
        )
        hub = Hub(services, stores.ownership, GAMES, exclusive=True)
        makers = dict(zip(names, robots, strict=True))
        games = {name: tuple(getattr(make, "games", (game,))) for name, make in makers.items()}
        front_desk = FrontDesk(hub, Guests(stores.guests, 3_600), Settings(robot_ms=0), TABLE, games)
        house = HouseRobots(front_desk, makers, play_at)
        hub.changed.subscribe(house.update)
        hub.moved.subscribe(house.leave)
        stack.push_async_callback(house.stop)
        stack.push_async_callback(hub.stop)
        await hub.start()
        seats: Seats = dict(enumerate(names))
        front_desk.robots.check_seats(seats, game)
        table = Open(game=game, policy=Policy(pause_ms=0, robot_ms=0), seats=seats)
        await hub.open_as(TABLE, "", table, read_options(GAMES[game], options or {}, MSGPACK), deals)
        return await _results(RobotConnection(front_desk, Player("")), GAMES[game].pub_type, boards)


async def _results(watcher: RobotConnection, pub: type[Pub], boards: int | None) -> list[Struct]:
    """Return the result of each deal, as a watcher at the table sees this result."""
    kind = get_type_hints(pub)["result"]
    await watcher.send(MSGPACK.encode(Hello()))
    await watcher.send(MSGPACK.encode(Watch(table=TABLE)))
    results: list[Struct] = []
    while boards is None or len(results) < boards:
        update = decode_update(MSGPACK, await watcher.receive())
        if isinstance(update, Notice) and update.kind == "closing":
            break
        if isinstance(update, Patch | View) and isinstance(update.pub, dict):
            result = update.pub.get("result")
            if result is not None:
                results.append(convert(result, kind, MSGPACK))
        await asyncio.sleep(0)
    await watcher.close()
    return results
