"""The construction of a server: this module makes every part of it, and passes each the parts it needs."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager, closing
from functools import partial
from math import inf
from typing import Any

from server.admin.listening import serving
from server.admin.office import Office
from server.admin.operators import secrets_of
from server.deployment.clocks import LoopTimers, ServerClock, clock_of_store
from server.deployment.house_tables import open_house_tables
from server.deployment.installed_page import page_folder
from server.deployment.installed_robots import explaining, games_of, installed_robots, playing_beside
from server.deployment.listening import address_of, bind, listen, reached_at
from server.deployment.monitoring import measure, serve_metrics
from server.deployment.randomness import SystemRng
from server.deployment.signals import reload_on_hangup
from server.deployment.table_manager import managing_tables
from server.deployment.tuning import tune_process
from server.errors import StoreError
from server.games.registry import GAMES
from server.hub.action_trace import ActionTrace
from server.hub.archive.archiver import Archiver
from server.hub.archive.archiving import Archiving
from server.hub.archive.logs_with_archive import LogsWithArchive
from server.hub.archive.retention import forget_old_deals
from server.hub.contact import DEAD_MS
from server.hub.hub import Hub, OtherArchive
from server.hub.services import Services
from server.links.links import Heard, Links
from server.metrics import Meter
from server.moderation.moderation import Moderation
from server.records.registry import result_line
from server.robots.house_robots import HouseRobots
from server.session.front_desk import FrontDesk
from server.session.guests import Guests
from server.session.robot_teams import RobotTeams
from server.settings import DOCUMENT, Settings
from server.store.archive.archive import Archive
from server.store.archive.opening import open_archive
from server.store.bus import Bus
from server.store.durability import Demand
from server.store.embedded import Embedded
from server.store.redis import connect_to_redis
from server.store.redis_connection import StoreAway
from server.store.stores import Stores
from server.tasks import Tasks
from server.version import NAME
from server.web.client_ip import ClientAddresses
from server.web.origins import Origins, is_loopback
from server.web.page import built_page
from server.web.routes import application
from server.web.serving import Server, configure
from server.web.sockets import PATH, ProtocolSocket
from server.web.spades_rest.extension import extension
from server.web.spades_rest.tables import SpadesApi
from server.web.teams import PLAYED
from server.web.websocket import Edge
from server.workers.analyst import Analyst
from server.workers.explainer import Explainer
from server.workers.parsing import Parsers
from server.workers.thinker import Thinker, usual_processes

LEAVING_S = 0.5
"""The time (s) for which a stopping hub serves on, until a load balancer that asks `/readyz` has seen it."""

TOKEN_FRESH_S = 0.5
"""The time (s) after which a token is looked up again, if other hubs share the store."""

ONE_ARCHIVE = "servers of one host may share KIBITZ_DATA, and those of several hosts need a PostgreSQL"


@asynccontextmanager
async def running(
    settings: Settings, *, probe: Callable[[str], None] | None = None
) -> AsyncIterator[tuple[Server, Hub, str]]:
    """Run a server: yield uvicorn's server, the hub and the server's address, and stop all parts on exit.

    Raises NoRedis if no redis-server can be started, OSError if a port is in use or if Redis or the archive
    cannot be reached, and ValueError if one of them cannot be used, for a wrong secret of the operators or a
    wrong list of words.
    """
    operators = secrets_of(settings)
    async with AsyncExitStack() as stack:
        listening = stack.enter_context(closing(bind(settings.host, settings.port)))
        stores, exclusive = await _stores(settings, stack)
        thinker = Thinker(usual_processes())
        stack.push_async_callback(thinker.stop)
        clock = ServerClock() if exclusive else await clock_of_store(stores.ownership.time_ms)
        archive = await _archive(settings)
        stack.push_async_callback(archive.close)
        services = Services(
            logs=LogsWithArchive(stores.logs, archive),
            archive=archive,
            now_ms=clock.now_ms,
            timers=LoopTimers(clock.now_ms),
            rng=SystemRng(),
            nonce=lambda: secrets.token_hex(8),
            meter=Meter(),
            think=thinker.think,
            probe=probe,
            compares_views=settings.compare_views,
            trace=ActionTrace(clock.now_ms) if settings.log_level == "debug" else None,
        )
        hub = Hub(
            services,
            stores.ownership,
            GAMES,
            exclusive=exclusive,
            lifetimes=settings.lifetimes,
            connect=partial(_links, stores.bus),
        )
        archiver = Archiver(stores.logs, archive, GAMES, clock.now_ms, result_line, settings.event_days)
        archiver.stays.subscribe(hub.events.list_ended)
        archiving = Archiving(hub, archiver, stores.unarchived, services.meter)
        hub.came.subscribe(archiving.note_come)
        hub.stepped.subscribe(archiving.note_step)
        known = installed_robots()
        analyst = Analyst(settings.analysts, settings.analysis_s)
        stack.push_async_callback(analyst.stop)
        fresh_s = inf if exclusive else TOKEN_FRESH_S
        moderation = await _moderation(settings, stores, clock.now_ms)
        guests = Guests(
            stores.guests,
            settings.guest_days * 86_400,
            fresh_s=fresh_s,
            now_s=lambda: clock.now_ms() / 1000,
            moderation=moderation,
        )
        parsers = Parsers(settings.parsers, settings.parse_s)
        stack.push_async_callback(parsers.stop)
        explainer = Explainer(thinker.answer_question, explaining(known))
        front_desk = FrontDesk(
            *(hub, guests, settings, NAME, games_of(known), analyst, parsers, moderation),
            stores.waiting_players,
            explainer,
        )
        stack.callback(front_desk.queue.stop)
        house = HouseRobots(front_desk, known, playing_beside(thinker))
        hub.changed.subscribe(house.update)
        hub.moved.subscribe(house.leave)
        addresses = ClientAddresses(settings, hub.others.ledgers, moderation)
        host, port = listening.getsockname()[:2]
        seed_api = extension(SpadesApi(front_desk, stores.files_and_tickets, addresses))
        origins = Origins(
            settings.allowed_origins, loopback=is_loopback(host), proxy_header=settings.proxy_header
        )
        edge = Edge(front_desk, addresses, origins, {PATH: ProtocolSocket(front_desk), **seed_api.sockets})
        app = application(
            front_desk,
            stores.files_and_tickets,
            addresses,
            (seed_api,),
            origins,
            built_page(page_folder()),
            reached_at(host, port),
        )
        config = configure(app, edge.protocol, addresses, host, port)
        server = Server(config, front_desk.visitors.say_goodbye)
        stack.push_async_callback(hub.stop)
        try:
            await hub.start()
        except OtherArchive as error:
            raise ValueError(f"KIBITZ_ARCHIVE_URL: {error}; {ONE_ARCHIVE}; {DOCUMENT}") from None
        archiving.start()
        stack.push_async_callback(archiving.stop)
        _chore(stack, forget_old_deals(archive, settings.archive_days, clock.now_ms))
        if settings.house:
            await open_house_tables(hub)
        stack.push_async_callback(house.stop)
        edge.start()
        stack.callback(edge.stop)
        services.meter.connections_limit.set(settings.connections)
        _chore(stack, measure(services.meter, lambda: thinker.waiting))
        stack.callback(serve_metrics(settings, services.meter))
        _chore(stack, moderation.follow())
        if settings.words:
            stack.callback(reload_on_hangup(moderation.reload_words_and_log))
        office = Office(front_desk, stores.measures_and_audit)
        await stack.enter_async_context(serving(settings, office, operators))
        teams = RobotTeams(hub, stores.files_and_tickets, settings.table_manager_port, PLAYED)
        await stack.enter_async_context(managing_tables(settings, front_desk, teams))
        listen(listening)
        stack.push_async_callback(_stop, server, asyncio.create_task(server.serve([listening])))
        # The first step of the end: tables move to other hubs before the connections here are closed.
        stack.push_async_callback(_leave, hub)
        while not server.started:
            await asyncio.sleep(0.01)
        tune_process()
        yield server, hub, address_of(host, port)


async def _moderation(settings: Settings, stores: Stores, now_ms: Callable[[], int]) -> Moderation:
    """Return the operators' measures and words. Raises ValueError for a wrong list of words."""
    moderation = Moderation(stores.measures_and_audit, settings.words, now_ms)
    try:
        moderation.reload_words()
    except ValueError as error:
        raise ValueError(f"KIBITZ_WORDS: {error}; {DOCUMENT}") from None
    await moderation.load()
    return moderation


async def _stores(settings: Settings, stack: AsyncExitStack) -> tuple[Stores, bool]:
    """Return the stores of this server, and True if no other server can use the same stores."""
    exclusive = not settings.redis_url
    if exclusive:
        embedded = Embedded(settings.data_path, "always" if settings.durability == "always" else "everysec")
        stack.push_async_callback(embedded.stop)
        await embedded.start()
        _chore(stack, embedded.keep())
        stores = await connect_to_redis(embedded.url)
    else:
        stores = await _stores_of_operator(settings)
    stack.push_async_callback(stores.close)
    return stores, exclusive


async def _archive(settings: Settings) -> Archive:
    """Return the archive that the settings name.

    Raises OSError if the archive does not answer, and ValueError if it cannot be used.
    """
    name = "KIBITZ_ARCHIVE_URL" if settings.archive_url else "KIBITZ_DATA"
    try:
        return await open_archive(settings.archive_url, settings.data_path)
    except OSError as error:
        raise OSError(f"{name}: expected an archive that answers: {error}; {DOCUMENT}") from None
    except (StoreError, ValueError) as error:
        raise ValueError(f"{name}: {error}; {DOCUMENT}") from None


async def _stores_of_operator(settings: Settings) -> Stores:
    """Return the stores in the operator's own Redis.

    Raises OSError if the operator's Redis does not answer, and ValueError if it cannot be used. The texts of
    both errors name the setting KIBITZ_REDIS_URL.
    """
    try:
        demand = Demand(settings.durability, settings.allow_loss)
        return await connect_to_redis(settings.redis_url, demand)
    except StoreAway as error:
        raise OSError(f"KIBITZ_REDIS_URL: expected a Redis that answers: {error}; {DOCUMENT}") from None
    except ValueError as error:
        raise ValueError(f"KIBITZ_REDIS_URL: {error}; {DOCUMENT}") from None


def _links(bus: Bus, hub: str, secret: bytes, heard: Heard) -> Links:
    """Return the links of a hub to the other hubs of its store."""
    return Links(hub, bus, secret, heard, silence_s=DEAD_MS / 1000)


def _chore(stack: AsyncExitStack, work: Coroutine[Any, Any, None]) -> None:
    """Run the coroutine `work` in the background until the exit stack `stack` is closed."""
    chores = Tasks()
    chores.run(work)
    stack.push_async_callback(chores.stop)


async def _leave(hub: Hub) -> None:
    """Hand the tables to other hubs, and serve on until a load balancer has seen that this hub stops."""
    await hub.drain()
    if hub.others.loads:
        await asyncio.sleep(LEAVING_S)


async def _stop(server: Server, serving: asyncio.Task[None]) -> None:
    server.should_exit = True
    await serving
