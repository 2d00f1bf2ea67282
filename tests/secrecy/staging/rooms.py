"""Tables whose players go their own ways in two worlds, while an observer is elsewhere, or late."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from random import Random
from typing import Any

from protocol.v1.bridge import Deal, MakeCall, Options
from protocol.v1.codec import JSON, MSGPACK
from protocol.v1.requests import Match, Open, Policy
from server.hub.services import Services
from server.metrics import Meter
from server.table.table import Table
from tests.secrecy.scenes.knowledge import BRIDGE
from tests.secrecy.scenes.worlds import World
from tests.secrecy.staging.lines import Http, Line
from tests.secrecy.staging.process import LoopTimers, Process, SlowStore, patient
from tests.virtual import VirtualLoop, now_ms

Heard = dict[str, list[tuple[int, bytes]]]
"""Every byte and when it came, by what it came through."""


@dataclass(frozen=True)
class Pace:
    """How a room plays: until so many actions are done, one every so often, drawn by a seed."""

    actions: int
    every_ms: int
    seed: int


class Rooms:
    """One server with its tables, and all that the observer hears."""

    def __init__(self, deals: tuple[Deal, ...]) -> None:
        self.heard: Heard = {}
        self.tables: list[str] = []
        self.players: dict[str, list[Line]] = {}
        self._deals = deals
        words = (f"w{number:03}" for number in itertools.count())
        services = Services(
            store=SlowStore(
                0
            ),  # what is asked of a table waits for what it writes, which tells that it writes
            now_ms=now_ms,
            boot_ms=now_ms,
            timers=LoopTimers(),
            rng=Random(1),
            nonce=lambda: next(words),
            meter=Meter(),
            think=patient,
        )
        self.process = Process(services, World((), (), Options(), BRIDGE))

    async def open_match(self, policy: Policy) -> None:
        """Both tables of a match, with eight players."""
        await self.process.hub.start()
        opener, _ = await self.process.guests.create("host")
        wish = Match(game="bridge", policy=policy, id=1)
        self.tables = [*await self.process.hub.matches.open(opener, wish, Options(), self._deals)]
        for table in self.tables:
            await self._sit_down(table)

    async def open_table(self, policy: Policy) -> None:
        """One table, with four players and a director."""
        await self.process.hub.start()
        opener, token = await self.process.guests.create("host")
        wish = Open(game="bridge", policy=policy)
        self.tables = [await self.process.hub.open_as("t1", opener.id, wish, Options(), self._deals)]
        host = await self.person("host", token=token)
        host.say({"t": "host", "table": "t1", "directors": [opener.id]})
        await asyncio.sleep(0.01)
        await self._sit_down("t1")

    async def _sit_down(self, table: str) -> None:
        self.players[table] = [await self.person(f"{table} {seat}") for seat in "NESW"]
        for seat, line in enumerate(self.players[table]):
            line.say({"t": "watch", "table": table})
            line.say({"t": "sit", "table": table, "seat": seat})
            await asyncio.sleep(0.01)

    async def person(self, name: str, *, token: str | None = None, codec: Any = JSON) -> Line:
        """A guest of this name who has said hello."""
        if token is None:
            _, token = await self.process.guests.create(name)
        line = Line(codec, lambda what: None, token)
        line.dial(self.process.desk)
        await asyncio.sleep(0)
        return line

    def overhear(self, through: str) -> Callable[[bytes], None]:
        """What writes down what the observer hears."""
        channel = self.heard.setdefault(f"{len(self.heard)} {through}", [])
        return lambda what: channel.append((now_ms(), what))

    def listen(self, token: str | None) -> list[Line]:
        """Two connections of the observer, one for each encoding, which have said hello."""
        lines = [Line(codec, self.overhear(codec.name), token) for codec in (MSGPACK, JSON)]
        for line in lines:
            line.dial(self.process.desk)
        return lines

    def http(self, token: str | None) -> Http:
        return Http(self.process.application, token)

    def table(self, table: str) -> Table:
        room = self.process.hub.live(table)
        assert room is not None, f"expected {table} to be in memory"
        return room.table

    def finished(self) -> tuple[int, ...]:
        """How many boards each table has finished."""
        return tuple(self.table(table).deal + self.table(table).over for table in self.tables)

    async def play(self, table: str, *paces: Pace) -> None:
        """Let the four players of a table play, at one pace after another."""
        for pace in paces:
            rng, before = Random(pace.seed), self._done(table)
            while self._done(table) < before + pace.actions:
                await asyncio.sleep(pace.every_ms / 1000)
                self._act(table, rng)

    def _done(self, table: str) -> int:
        """How much players have done at a table."""
        return sum(counter.n for counter in self.table(table).counters.values())

    def _act(self, name: str, rng: Random) -> None:
        """Who is to act does anything legal."""
        table = self.table(name)
        if not table.state.to_act():
            return
        seat = table.state.to_act()[0]
        legal = table.state.legal_actions(seat)
        calls = (*legal[:1] * 6, *legal[:4])  # mostly a pass, so that no auction takes long
        action = rng.choice(calls if isinstance(legal[0], MakeCall) else legal)
        line = self.players[name][seat]
        me = table.chairs[seat].player
        assert me is not None
        last = table.counters.get(me)
        number = 1 if last is None else last.n + 1
        line.say({"t": "act", "table": name, "n": number, "decision": table.decision, "action": action})

    async def stop(self) -> None:
        await self.process.stop()


def in_virtual_time(work: Callable[[], Coroutine[Any, Any, Heard]]) -> Heard:
    """Run one world."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(work())
