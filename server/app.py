"""The construction of a server: each of its parts is built here once and is given the parts that it uses."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager, closing
from typing import Any

from server.deployment.clocks import LoopTimers, boot_ms, now_ms
from server.deployment.house_tables import open_house_tables
from server.deployment.installed_page import page_folder
from server.deployment.installed_robots import games_of, installed_robots, playing_beside
from server.deployment.listening import address_of, listen
from server.deployment.monitoring import measure_lag, serve_metrics
from server.deployment.randomness import SystemRng
from server.deployment.tuning import tune_process
from server.games.registry import GAMES
from server.hub.hub import Hub
from server.hub.services import Services
from server.metrics import Meter
from server.robots.house_robots import HouseRobots
from server.session.front_desk import FrontDesk
from server.session.guests import Guests
from server.settings import Settings
from server.store.embedded import Embedded
from server.store.redis import RedisStore
from server.version import NAME
from server.web.client_ip import ClientAddresses
from server.web.origins import Origins, is_loopback
from server.web.page import built_page
from server.web.routes import application
from server.web.serving import Server, configure
from server.web.sockets import PATH, ProtocolSocket
from server.web.spades_rest.extension import extension
from server.web.spades_rest.tables import SpadesApi
from server.web.websocket import Edge
from server.workers.analyst import Analyst
from server.workers.parsing import Parsers
from server.workers.thinker import Thinker, usual_processes


@asynccontextmanager
async def running(
    settings: Settings, *, probe: Callable[[str], None] = lambda point: None
) -> AsyncIterator[tuple[Server, Hub, str]]:
    """Run a server: yield uvicorn's server, the hub and the address, and stop everything on exit.

    Raises NoRedis, and OSError if the port is in use or Redis cannot be reached.
    """
    async with AsyncExitStack() as stack:
        listening = stack.enter_context(closing(listen(settings.host, settings.port)))
        store, exclusive = await _store(settings, stack)
        thinker = Thinker(usual_processes())
        stack.push_async_callback(thinker.stop)
        services = Services(
            store=store,
            now_ms=now_ms,
            boot_ms=boot_ms,
            timers=LoopTimers(),
            rng=SystemRng(),
            nonce=lambda: secrets.token_hex(8),
            meter=Meter(),
            think=thinker.think,
            probe=probe,
            compares_views=settings.compare_views,
        )
        hub = Hub(services, GAMES, exclusive=exclusive, lifetimes=settings.lifetimes)
        known = installed_robots()
        analyst = Analyst(settings.analysts, settings.analysis_s)
        stack.push_async_callback(analyst.stop)
        guests = Guests(store, settings.guest_days * 86_400)
        parsers = Parsers(settings.parsers, settings.parse_s)
        stack.push_async_callback(parsers.stop)
        front_desk = FrontDesk(hub, guests, settings, NAME, games_of(known), analyst, parsers)
        house = HouseRobots(front_desk, known, playing_beside(thinker))
        hub.changed.subscribe(house.update)
        addresses = ClientAddresses(settings)
        host, port = listening.getsockname()[:2]
        seed_api = extension(SpadesApi(front_desk, addresses))
        origins = Origins(
            settings.allowed_origins, loopback=is_loopback(host), proxy_header=settings.proxy_header
        )
        edge = Edge(front_desk, addresses, origins, {PATH: ProtocolSocket(front_desk), **seed_api.sockets})
        app = application(front_desk, addresses, (seed_api,), origins, built_page(page_folder()))
        config = configure(app, edge.protocol, addresses, host, port)
        server = Server(config, front_desk.visitors.say_goodbye)
        stack.push_async_callback(hub.stop)
        await hub.start()
        if settings.house:
            await open_house_tables(hub)
        stack.callback(house.stop)
        edge.start()
        stack.callback(edge.stop)
        _chore(stack, measure_lag(services.meter))
        stack.callback(serve_metrics(settings, services.meter))
        stack.push_async_callback(_stop, server, asyncio.create_task(server.serve([listening])))
        while not server.started:
            await asyncio.sleep(0.01)
        tune_process()
        yield server, hub, address_of(host, port)


async def _store(settings: Settings, stack: AsyncExitStack) -> tuple[RedisStore, bool]:
    """Return the store, and True if no other server can use the same store."""
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
    """Run `work` in the background until the exit stack unwinds."""
    task = asyncio.create_task(work)
    stack.callback(task.cancel)


async def _stop(server: Server, serving: asyncio.Task[None]) -> None:
    server.should_exit = True
    await serving
