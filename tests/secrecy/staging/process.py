"""The real server for one scene: its time, its chance, its disk and its robots are the scene's."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import prometheus_client

from bots.bot import Bot, View
from bots.client import Client
from bots.registry import Action
from bots.runner import play_seat
from server.games.base import Search
from server.games.registry import GAMES
from server.hub.hub import Hub
from server.hub.services import Cancel, Services
from server.hub.sets.member import is_table_id
from server.robots.house_robots import Dial, HouseRobots
from server.session.front_desk import FrontDesk
from server.session.guests import Guests
from server.settings import Settings
from server.store.archive.memory import archive_in_memory
from server.store.memory import MemoryFilesAndTickets, MemoryGuests, MemoryTables
from server.store.table_logs import Append, OnOutcome, Outcome
from server.table import events
from server.table.events import Acted, Ruled
from server.web.client_ip import ClientAddresses
from server.web.routes import application
from server.web.spades_rest.extension import extension
from server.web.spades_rest.tables import SpadesApi
from server.workers.analyst import Analyst
from tests.secrecy.scenes.episodes import patience
from tests.secrecy.scenes.worlds import World
from tests.virtual import EPOCH_MS, now_ms
from tests.wires import Wires

T = TypeVar("T")


class LoopTimers:
    """The server's timers, in virtual time."""

    def at(self, when_ms: int, callback: Callable[[], None]) -> Cancel:
        return asyncio.get_running_loop().call_at((when_ms - EPOCH_MS) / 1000, callback).cancel

    def later(self, callback: Callable[[], None]) -> None:
        asyncio.get_running_loop().call_soon(callback)


class SlowStore(MemoryTables):
    """The tables in memory, `delay_ms` away, with guests, files, tickets and the archive beside them.

    `position` counts the game's durable actions, deals and rulings included.
    """

    def __init__(self, delay_ms: int) -> None:
        super().__init__(now_ms)
        self.guests, self.files_and_tickets = MemoryGuests(now_ms), MemoryFilesAndTickets(now_ms)
        self.archive = archive_in_memory()
        self.wires = Wires()
        self.position = 0
        self._delay_ms = delay_ms
        self._grown = asyncio.Event()

    def append(self, append: Append, done: OnOutcome) -> None:
        outcome = self._append(append)
        if self._delay_ms:
            asyncio.get_running_loop().call_later(self._delay_ms / 1000, self._answer, append, outcome, done)
        else:
            self._answer(append, outcome, done)

    def _answer(self, append: Append, outcome: Outcome, done: OnOutcome) -> None:
        stored = outcome is Outcome.DONE and is_table_id(append.table)
        if stored and isinstance(events.decode(append.entry), Acted | Ruled):
            self.position += 1
            self._grown.set()
        done(outcome)

    async def reach(self, position: int) -> None:
        """Wait until so many actions are durable."""
        while self.position < position:
            self._grown.clear()
            await self._grown.wait()


class Shuffles:
    """Chance that deals what the scene wants."""

    def __init__(self, world: World) -> None:
        self._answers = (answer for deal in world.deals for answer in world.kind.drawn(deal))

    def sample(self, population: Sequence[T], k: int) -> list[T]:
        answer: list[T] = next(self._answers)
        asked_for_this = len(answer) == k and all(each in population for each in answer)
        assert asked_for_this, "expected chance to be asked for a deal only"
        return answer


class Puppet(Bot):
    """A house robot that plays the script, and nothing else."""

    def __init__(self, world: World) -> None:
        self._answers = world.answers

    async def choose(self, view: View, legal: tuple[Action, ...]) -> Action:
        assert view.own is not None and view.own.decision is not None and view.own.seat is not None
        action = self._answers.get((view.own.seat, view.own.decision))
        if action is None:
            await asyncio.Event().wait()
        return action

    asked = choose

    def answer(self, view: View) -> tuple[Action, ...]:
        return ()


def patient(search: Search, found: Callable[[object], None]) -> Cancel:
    """Searches as long as the authors of scenes do, and soon."""
    return asyncio.get_running_loop().call_soon(lambda: found(search(patience()))).cancel


async def _play(robot: Any, dial: Dial, table: str, delay_ms: int) -> object:
    async with Client(dial, client=robot.name) as client:
        return await play_seat(client, robot, table, delay_ms=delay_ms)


class Process:
    """One server on the store, from its start to its death; others may run on it, too, unless `exclusive`."""

    def __init__(self, services: Services, store: SlowStore, world: World, *, exclusive: bool = True) -> None:
        self.meter = services.meter
        self.hub = Hub(services, store, GAMES, exclusive=exclusive, connect=store.wires.connect)
        self.guests = Guests(store.guests, 3600, services.nonce)
        busy = Analyst(waiting=0)  # its processes would not live in the scene's time
        self.desk = FrontDesk(self.hub, self.guests, Settings(), "kibitz", {"puppet": frozenset(GAMES)}, busy)
        self._house = HouseRobots(self.desk, {"puppet": lambda: Puppet(world)}, _play)
        self.hub.changed.subscribe(self._house.update)
        self._files_and_tickets = store.files_and_tickets
        self._application: Any = None

    @property
    def application(self) -> Any:
        if self._application is None:
            addresses = ClientAddresses(self.desk.settings)
            spades = extension(SpadesApi(self.desk, self._files_and_tickets, addresses))
            self._application = application(self.desk, self._files_and_tickets, addresses, (spades,))
        return self._application

    async def stop(self) -> None:
        self._house.stop()
        await self.hub.stop()

    def metrics(self) -> str:
        """All that is counted, but for when the counting began."""
        lines = prometheus_client.generate_latest(self.meter.registry).decode().splitlines()
        return "\n".join(line for line in lines if "_created" not in line)
