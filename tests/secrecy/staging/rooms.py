"""Tables whose players go their own ways in two worlds, while an observer is elsewhere, or late."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from random import Random
from typing import Any

from protocol.v1.bridge import MakeCall, Options
from protocol.v1.codec import JSON, MSGPACK
from protocol.v1.hanabi import ColorClue, RankClue
from protocol.v1.requests import Match, Open, OpenSet, Policy
from server.hub.services import Services
from server.metrics import Meter
from server.table.table import Table
from tests.rooms import compares_views
from tests.secrecy.scenes.knowledge import BRIDGE
from tests.secrecy.scenes.worlds import World
from tests.secrecy.staging.lines import Http, Line
from tests.secrecy.staging.process import LoopTimers, Process, Shuffles, SlowStore, patient
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

    def __init__(self, deals: tuple[Any, ...], world: World | None = None, append_ms: int = 0) -> None:
        """The deals are an uploaded set; without one they come from chance, as a `world` has them.

        The store takes `append_ms` for each entry.
        """
        self.heard: Heard = {}
        self.tables: list[str] = []
        self.board_set = ""
        self.director: Line
        self.players: dict[str, list[Line]] = {}
        self._deals = deals
        self._world = world or World((), (), Options(), BRIDGE)
        words = (f"w{number:03}" for number in itertools.count())
        store = SlowStore(
            append_ms
        )  # what is asked of a table waits for what it writes, which tells that it writes
        services = Services(
            logs=store,
            archive=store.archive,
            now_ms=now_ms,
            timers=LoopTimers(),
            rng=Random(1) if world is None else Shuffles(world),
            nonce=lambda: next(words),
            meter=Meter(),
            secret=lambda: b"the same in both worlds",
            think=patient,
            compares_views=compares_views(),
        )
        self.process = Process(services, store, self._world)

    async def open_match(self, policy: Policy) -> None:
        """Both tables of a match, with eight players."""
        await self.process.hub.start()
        opener, _ = await self.process.guests.create("host")
        wish = Match(game="bridge", policy=policy, id=1)
        opening = self.process.hub.set_opening
        tables = await opening.match_tables(opener, wish.id)
        await opening.open_match(tables, opener, wish, Options(), self._deals)
        self.tables = [*tables]
        for table in self.tables:
            await self._sit_down(table)

    async def open_set(self, policy: Policy, tables: int) -> None:
        """Open the tables of a set, with four players at each; the host is the director of all of them."""
        await self.process.hub.start()
        opener, token = await self.process.guests.create("host")
        wish = OpenSet(game="bridge", policy=policy, tables=tables, id=1)
        opening = self.process.hub.set_opening
        self.tables = [*await opening.set_tables(opener, wish.id, tables)]
        self.board_set = await opening.open_set(tuple(self.tables), opener, wish, Options(), self._deals)
        self.director = await self.person("host", token=token)
        for table in self.tables:
            self.director.say({"t": "host", "table": table, "directors": [opener.id]})
            await asyncio.sleep(0.01)
            await self._sit_down(table)

    async def open_table(self, policy: Policy) -> Line:
        """Open one table with its players, the host a director where the game has any; return the host."""
        await self.process.hub.start()
        opener, token = await self.process.guests.create("host")
        game, options = self._world.kind.game, self._world.options
        wish = Open(game=game.name, policy=policy)
        self.tables = [await self.process.hub.open_as("t1", opener.id, wish, options, self._deals)]
        host = await self.person("host", token=token)
        if game.directing is not None:
            host.say({"t": "host", "table": "t1", "directors": [opener.id]})
        await asyncio.sleep(0.01)
        await self._sit_down("t1")
        return host

    async def _sit_down(self, table: str) -> None:
        names = self._world.kind.game.seat_names(self._world.options)
        self.players[table] = [await self.person(f"{table} {name}") for name in names]
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
        if not table.game.to_act(table.state):
            return
        seat = table.game.to_act(table.state)[0]
        legal = table.game.legal_actions(table.state, seat)
        action = rng.choice(_likely(legal))
        action = table.game.effect(table.state, seat, action)
        line = self.players[name][seat]
        me = table.chairs[seat].player
        assert me is not None
        last = table.counters.get(me)
        number = 1 if last is None else last.n + 1
        line.say({"t": "act", "table": name, "n": number, "decision": table.decision, "action": action})

    async def stop(self) -> None:
        await self.process.stop()


def _likely(legal: tuple[Any, ...]) -> tuple[Any, ...]:
    """Mostly a pass, so that no auction takes long, and a clue, so that no game is lost soon."""
    clues = tuple(action for action in legal if isinstance(action, ColorClue | RankClue))
    if isinstance(legal[0], MakeCall):
        return (*legal[:1] * 6, *legal[:4])
    return clues or legal


def in_virtual_time(work: Callable[[], Coroutine[Any, Any, Heard]]) -> Heard:
    """Run one world."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(work())
