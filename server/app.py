"""The one wiring screen: everything is built here, once, and handed what it works with."""

from __future__ import annotations

import asyncio
import gc
import hashlib
import logging
import secrets
import signal
import socket
import sys
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, closing
from functools import partial
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import msgspec
import prometheus_client

from bots.bot import Bot
from bots.client import Client
from bots.runner import play_seat
from bots.thinking import Think
from protocol.v1.bridge import Deal
from protocol.v1.requests import Open, Seats
from server.errors import BadRecord
from server.games.registry import GAMES
from server.hub.hub import Hub
from server.hub.services import Cancel, Services
from server.metrics import Meter
from server.records.registry import read_deals
from server.robots.house_robots import Dial, HouseRobots, Play
from server.session.front_desk import FrontDesk
from server.session.guests import Guests
from server.settings import Settings
from server.store.embedded import Embedded
from server.store.redis import RedisStore
from server.version import NAME
from server.web.client_ip import ClientAddresses
from server.web.origins import Origins, is_loopback
from server.web.routes import application
from server.web.serving import Server, configure
from server.web.spades_rest.tables import SpadesApi
from server.web.websocket import Edge
from server.workers.analyst import Analyst
from server.workers.parsing import Parsers
from server.workers.thinker import Thinker

log = logging.getLogger("kibitz")

HOUSE_TABLE = "house"
HOUSE_SPADES = "house-spades"
HOUSE_TABLES = {"bridge": HOUSE_TABLE, "spades": HOUSE_SPADES}
"""The tables of the house, by the game that is played there."""
HOUSE_HANDS = 999
"""How long the house plays Spades: a game to 500 would soon be over, and its table closed."""
GC_THRESHOLDS = (50_000, 20, 50)
"""Views and frames are acyclic and soon gone; to look for cycles as often as by default costs a tenth."""
SWITCH_S = 0.0005
"""Threads that read or write files give way to the loop so soon, not by turns of 5 ms."""
LOOPBACK = {"0.0.0.0": "127.0.0.1", "::": "::1"}
"""Where a server that listens on all addresses of its machine is reached from there."""
UNSENT_BYTES = 32 * 1024
ASKED_MS = 1_000
"""A house robot answers a claim no sooner: the search for the answer takes its time, and tells nothing."""
THOUGHT_OUT = 0.9
"""The share of a robot's time for an answer after which the search for it is given up."""


def now_ms() -> int:
    """Wall time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def boot_ms() -> int:
    """Milliseconds since the machine started, suspension included."""
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1_000_000


class LoopTimers:
    """Timers of the running event loop."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()

    def at(self, when_ms: int, callback: Callable[[], None]) -> Cancel:
        return self._loop.call_later(max(0, when_ms - now_ms()) / 1000, callback).cancel

    def later(self, callback: Callable[[], None]) -> None:
        self._loop.call_soon(callback)


async def play_at(
    robot: Any, dial: Dial, table: str, delay_ms: int, *, asked_ms: int = 0, think: Think | None = None
) -> object:
    """Let a robot play the seat that a connection inside this process has, as `play_seat` says."""
    async with Client(dial, client=robot.name) as client:
        return await play_seat(client, robot, table, delay_ms=delay_ms, asked_ms=asked_ms, think=think)


def playing_beside(thinker: Thinker) -> Play:
    """Return how house robots play whose long computations run in the process of `thinker`.

    A claim is answered at a time that does not depend on the cards: what is not worked out by then is doubt.
    """

    async def play(robot: Any, dial: Dial, table: str, delay_ms: int) -> object:
        thinker.warm_up()
        think: Think = partial(thinker.answer, table, THOUGHT_OUT * max(delay_ms, ASKED_MS) / 1000)
        return await play_at(robot, dial, table, delay_ms, asked_ms=ASKED_MS, think=think)

    return play


def robots() -> dict[str, Callable[[], Any]]:
    """Every robot that an installed package offers, by its name; broken ones are left out."""
    known = {}
    for point in entry_points(group="kibitz.robots"):
        try:
            known[point.name] = point.load()
        except Exception as error:
            log.error("robot %s cannot be loaded: %s", point.name, error)
    return known


def plays(known: Mapping[str, Callable[[], Any]]) -> dict[str, tuple[str, ...]]:
    """The games that each robot plays, as its class says; whatever makes a robot and says nothing: bridge."""
    return {name: tuple(getattr(make, "games", Bot.games)) for name, make in known.items()}


@asynccontextmanager
async def running(
    settings: Settings, *, probe: Callable[[str], None] = lambda point: None
) -> AsyncIterator[tuple[Server, Hub, str]]:
    """A server that listens: uvicorn's, its hub, and its address. It is stopped and cleared away after.

    Raises NoRedis, and OSError for a port that is taken or a Redis that is not there.
    """
    async with AsyncExitStack() as stack:
        listening = stack.enter_context(closing(_listen(settings.host, settings.port)))
        store, exclusive = await _store(settings, stack)
        thinker = Thinker()
        stack.push_async_callback(thinker.stop)
        services = Services(
            store=store,
            now_ms=now_ms,
            boot_ms=boot_ms,
            timers=LoopTimers(),
            rng=secrets.SystemRandom(),
            nonce=lambda: secrets.token_hex(8),
            meter=Meter(),
            think=thinker.think,
            probe=probe,
        )
        hub = Hub(services, GAMES, exclusive=exclusive, lifetimes=settings.lifetimes)
        known = robots()
        analyst = Analyst(settings.analysts, settings.analysis_s)
        stack.push_async_callback(analyst.stop)
        guests = Guests(store, settings.guest_days * 86_400)
        parsers = Parsers(settings.parsers, settings.parse_s)
        stack.push_async_callback(parsers.stop)
        desk = FrontDesk(hub, guests, settings, NAME, plays(known), analyst, parsers)
        house = HouseRobots(desk, known, playing_beside(thinker))
        hub.changed = house.attend
        addresses = ClientAddresses(settings)
        host, port = listening.getsockname()[:2]
        front = SpadesApi(desk, addresses)
        origins = Origins(
            settings.allowed_origins, loopback=is_loopback(host), proxy_header=settings.proxy_header
        )
        edge = Edge(desk, addresses, origins, front)
        config = configure(application(desk, addresses, front, origins), edge.protocol, addresses, host, port)
        server = Server(config, desk.say_goodbye)
        stack.push_async_callback(hub.stop)
        await hub.start()
        if settings.house:
            await open_house(hub)
        stack.callback(house.stop)
        edge.start()
        stack.callback(edge.stop)
        _chore(stack, _measure_lag(services.meter))
        stack.callback(_serve_metrics(settings, services.meter))
        stack.push_async_callback(_stop, server, asyncio.create_task(server.serve([listening])))
        while not server.started:
            await asyncio.sleep(0.01)
        gc.freeze()
        gc.set_threshold(*GC_THRESHOLDS)
        sys.setswitchinterval(SWITCH_S)
        yield server, hub, address_of(host, port)


async def _store(settings: Settings, stack: AsyncExitStack) -> tuple[RedisStore, bool]:
    """The store, and whether it is this server's alone."""
    url, exclusive = settings.redis_url, not settings.redis_url
    if exclusive:
        embedded = Embedded(settings.data_path, "always" if settings.durability == "always" else "everysec")
        stack.push_async_callback(embedded.stop)
        await embedded.start()
        _chore(stack, embedded.keep())
        url = embedded.url
    store = await RedisStore.connect(url)
    stack.push_async_callback(store.close)
    return store, exclusive


def _chore(stack: AsyncExitStack, work: Coroutine[Any, Any, None]) -> None:
    """Let `work` go on in the background until the stack unwinds."""
    task = asyncio.create_task(work)
    stack.callback(task.cancel)


async def _stop(server: Server, serving: asyncio.Task[None]) -> None:
    server.should_exit = True
    await serving


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    # inherited by connections: else the kernel takes megabytes for a slow reader, unseen and out of date
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, UNSENT_BYTES)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        raise OSError(
            f"cannot listen on {host}:{port}: {error.strerror}; choose another with --port"
        ) from None
    return listening


def address_of(host: str, port: int) -> str:
    """Return the address of a server that listens there, one that can be connected to.

    >>> address_of("0.0.0.0", 8000), address_of("::", 9000), address_of("192.0.2.7", 8000)
    ('http://127.0.0.1:8000', 'http://[::1]:9000', 'http://192.0.2.7:8000')
    """
    name = LOOPBACK.get(host, host)
    return f"http://[{name}]:{port}" if ":" in name else f"http://{name}:{port}"


async def open_house(hub: Hub) -> None:
    """The house tables: four robots at each, so that something is alive; opened once, and kept."""
    seats: Seats = dict.fromkeys(range(4), "plain")
    bridge = Open(game="bridge", name="The house table", seats=seats)
    await hub.open_as(HOUSE_TABLE, "", bridge, GAMES["bridge"].options_type(), ())
    spades = Open(game="spades", name="The house plays Spades", seats=seats)
    endless = GAMES["spades"].options_type(target=0, floor=0, rounds=HOUSE_HANDS)
    await hub.open_as(HOUSE_SPADES, "", spades, endless, ())


def _serve_metrics(settings: Settings, meter: Meter) -> Callable[[], None]:
    if not settings.metrics_port:
        return lambda: None
    server, thread = prometheus_client.start_http_server(
        settings.metrics_port, settings.metrics_host, meter.registry
    )

    def stop() -> None:
        server.shutdown()
        server.server_close()
        thread.join()

    return stop


async def _measure_lag(meter: Meter) -> None:
    """Once a second, the worst delay of a timer in that second."""
    loop = asyncio.get_running_loop()
    while True:
        worst = 0.0
        for _ in range(20):
            due = loop.time() + 0.05
            await asyncio.sleep(0.05)
            worst = max(worst, loop.time() - due)
        meter.loop_lag_s.set(worst)


def deals_of(path: Path) -> tuple[Deal, ...]:
    """Return the deals of a file, and log what of it was not read.

    Raises ValueError that names the file for one that holds none.
    """
    try:
        return read_deals(path.read_bytes(), "bridge", partial(log.warning, "%s: %s", path))
    except BadRecord as error:
        raise ValueError(f"{path}: {error}") from None


async def open_on_deals(hub: Hub, name: str, deals: tuple[Deal, ...]) -> str:
    """A table on these deals, with four house robots; the same deals give the same table."""
    seats: Seats = dict.fromkeys(range(4), "plain")
    request = Open(game="bridge", name=name[:60], seats=seats)
    word = hashlib.sha256(msgspec.msgpack.encode(deals)).hexdigest()[:12]
    return await hub.open_as(f"file-{word}", "", request, GAMES["bridge"].options_type(), deals)


def cancel_on_signals() -> None:
    """Let SIGTERM and SIGINT cancel the task that calls this, which then ends what it has started."""
    loop, starting = asyncio.get_running_loop(), asyncio.current_task()
    assert starting is not None, "expected to be called in a task"
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, starting.cancel)


def stop_on_signals(server: Server) -> None:
    """Let SIGTERM and SIGINT end the server in order."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, lambda: setattr(server, "should_exit", True))


async def until_stopped(server: Server) -> None:
    """Return when the server is told to stop."""
    while not server.should_exit:
        await asyncio.sleep(0.05)
