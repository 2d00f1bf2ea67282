"""A scene performed in one of its worlds by the real server: hub, rooms, sessions, codecs, HTTP and robots.

Only time, chance, the wire and the disk are of the stage: time is virtual, chance is told what to deal, a
connection is a line in memory, and the store is the memory store, whose appends may take a while.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable
from typing import Any, assert_never

from protocol.v1.bridge import SEATS, Seat
from protocol.v1.cards import DECK
from protocol.v1.codec import JSON, MSGPACK, Codec
from protocol.v1.requests import Open, Policy
from server.games.registry import GAMES
from server.hub.services import Services
from server.metrics import Meter
from tests.secrecy.lines import Heard, Http, Line, Transcript, listening
from tests.secrecy.probes import PROBES, TABLE, Prober
from tests.secrecy.process import LoopTimers, Process, Shuffles, SlowStore
from tests.secrecy.worlds import Move, NextBoard, Probe, Restart, Scene, Step, Unseen
from tests.virtual import VirtualLoop, now_ms

PAUSE_MS = 20_000
ROBOT_MS = 700
PATIENCE_S = 600.0
CODECS: dict[str, Codec] = {"msgpack": MSGPACK, "json": JSON}


def perform(scene: Scene, *, other: bool = False) -> Transcript:
    """What the observer hears in the first world, or in the other one."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(Stage(scene, other).perform())


class Stage:
    """One performance."""

    def __init__(self, scene: Scene, other: bool) -> None:
        self.scene = scene
        self._other = other
        self._states = scene.other_states if other else scene.states
        self._deals = scene.other if other else scene.deals
        self._transcript = Transcript()
        self._store = SlowStore(scene.append_ms)
        self._process: Process
        self._prober: Prober
        self._chance = Shuffles(self._deals)
        self._words = (f"w{number:03}" for number in itertools.count())
        self._players: dict[Seat, Line] = {}
        self._watchers: list[Line] = []
        self._observer: tuple[Line, ...] = ()
        self._moved = 0
        self._boards = 1
        self._here = False

    async def perform(self) -> Transcript:
        with listening(self._transcript, lambda: self._store.position):
            await self._boot()
            await self._open()
            for place, step in enumerate(self.scene.steps):
                if place == self.scene.joins:
                    await self._come()
                await self._take(step)
            await self._come()
            await self._reach(len(self.scene.log))
            await asyncio.sleep(0.3)
            await self._process.stop()
        assert self._store.position == len(self.scene.log), "expected nothing beyond the script"
        self._transcript.metrics += self._process.metrics()
        return self._transcript

    async def _boot(self) -> None:
        services = Services(
            store=self._store,
            now_ms=now_ms,
            boot_ms=now_ms,
            timers=LoopTimers(),
            rng=self._chance,
            nonce=lambda: next(self._words),
            meter=Meter(),
        )
        self._process = Process(services, self.scene)
        await self._process.hub.start()

    async def _open(self) -> None:
        """The table with its players, and two watchers who stay; the first one may peek later."""
        scene, guests = self.scene, self._process.guests
        opener, _ = await guests.create("host")
        policy = Policy(
            hands="live" if scene.live else "after", clock=scene.clock, pause_ms=PAUSE_MS, robot_ms=ROBOT_MS
        )
        wish = Open(game="bridge", policy=policy, seats={int(seat): "puppet" for seat in scene.robots})
        uploaded = self._deals if scene.uploaded else ()
        await self._process.hub.open_as(TABLE, opener.id, wish, GAMES["bridge"].options(), uploaded)
        for name in ("first watcher", "second watcher"):
            self._watchers.append(await self._guest(name))
            self._watchers[-1].say({"t": "watch", "table": TABLE})
        if scene.observer.seat is not None:
            await self._come()
        for seat in SEATS:
            if seat not in scene.robots:
                await self._sit(seat)
        await self._store.reach(1)

    async def _guest(self, name: str) -> Line:
        _, token = await self._process.guests.create(name)
        return self._line("json", lambda what: None, token)

    def _line(
        self, codec: str, hear: Callable[[bytes], None], token: str | None, *, hello: bool = True
    ) -> Line:
        line = Line(CODECS[codec], hear, token)
        line.dial(self._process.desk, hello=hello)
        return line

    async def _sit(self, seat: Seat) -> None:
        if seat is self.scene.observer.seat:
            line = self._observer[0]
        else:
            line = await self._guest(seat.name.lower())
            line.say({"t": "watch", "table": TABLE})
        self._players[seat] = line
        line.say({"t": "sit", "table": TABLE, "seat": int(seat)})
        await asyncio.sleep(0.01)

    def hear(self, through: str) -> Callable[[bytes], None]:
        """What writes down all that the observer is told through one of its connections."""

        def heard(what: bytes) -> None:
            self._transcript.heard.append(
                Heard(now_ms(), through, what, self._store.position, frozenset(self._prober.named))
            )

        return heard

    async def _come(self) -> None:
        """The observer comes, on two connections: one for each encoding."""
        if self._here:
            return
        self._here = True
        token = None
        if self.scene.observer.guest:
            _, token = await self._process.guests.create("observer")
        self._prober = Prober(
            scene=self.scene,
            lines=(Line(MSGPACK, self.hear("msgpack"), token), Line(JSON, self.hear("json"), token)),
            another=lambda codec, token, hello=True: self._line(
                codec, self.hear(f"another {codec}"), token, hello=hello
            ),
            http=lambda: Http(self._process.application, token),
            hear=self.hear,
            position=lambda: self._store.position,
            token=token,
        )
        self._observer = self._prober.lines
        for line in self._observer:
            line.dial(self._process.desk)
            as_ = "public" if self.scene.observer.seat is not None else self.scene.observer.watches_as
            line.say({"t": "watch", "table": TABLE, "as": as_, "id": 1})
        await asyncio.sleep(0.02)

    async def _take(self, step: Step) -> None:
        match step:
            case Move():
                await self._move(step)
            case NextBoard():
                self._boards += 1
                await self._reach(self._moved + self._boards)
            case Probe():
                if self._here:
                    await PROBES[step.kind](self._prober, step.a, step.b)
                await asyncio.sleep(step.wait_ms / 1000)
            case Unseen():
                await self._reach(self._moved + self._boards)
                if self._other:
                    await self._unseen(step)
                await asyncio.sleep(0.05)
            case Restart():
                await self._reach(self._moved + self._boards)
                await self._restart()
            case _:
                assert_never(step)

    async def _reach(self, position: int) -> None:
        try:
            async with asyncio.timeout(PATIENCE_S):
                await self._store.reach(position)
        except TimeoutError:
            told = [line.frames[-1:] for line in self._players.values()]
            raise AssertionError(f"the script stopped at {self._store.position}; last told: {told}") from None

    async def _move(self, move: Move) -> None:
        """The next action of the script: sent by its player, chosen by a robot, or done by the clock."""
        await asyncio.sleep(move.wait_ms / 1000)
        await self._reach(self._moved + self._boards)
        place = self.scene.acts[self._moved]
        self._moved += 1
        seat, action = self.scene.log[place]
        assert seat is not None
        if move.late or seat in self.scene.robots:
            await self._reach(place + 1)
            return
        number = len(self.scene.applied(seat, place)) + 1
        self._players[Seat(seat)].say(
            {
                "t": "act",
                "table": TABLE,
                "n": number,
                "decision": self.scene.decision(place),
                "action": action,
            }
        )

    async def _unseen(self, step: Unseen) -> None:
        match step.kind:
            case "peek":
                self._watchers[0].say({"t": "watch", "table": TABLE, "as": int(step.seat)})
            case "again":
                self._players[step.seat].say(
                    {"t": "watch", "table": TABLE, "as": "seat", "epoch": "w000", "version": 3}
                )
            case "blunder":
                self._players[step.seat].say({"t": "act", "table": TABLE, **self._blunder(step.seat, step.a)})

    def _blunder(self, seat: Seat, a: int) -> dict[str, Any]:
        """An act that is refused: a card that the player cannot play, or a wrong number or decision."""
        position = self._store.position
        state = self._states[position]
        held = set(state.hands[seat]) | set(state.hands[seat.partner])
        card = next(card for card in DECK[a % 52 :] + DECK if card not in held)
        number = len(self.scene.applied(seat, position)) + 1
        return {
            "n": (number, number, number + 7)[a % 3],
            "decision": (self.scene.decision(position), "0.999", None)[a // 3 % 3],
            "action": {"t": "play", "card": card.value},
        }

    async def _restart(self) -> None:
        """The server dies and everybody comes back to the next one; the observer resumes what it knows."""
        await self._process.stop()
        self._transcript.metrics += self._process.metrics()
        everybody = (*self._watchers, *self._players.values(), *self._observer)
        for line in everybody:
            line.drop()
        await asyncio.sleep(1.3)
        await self._boot()
        for line in dict.fromkeys(everybody):
            known = line.told()
            line.dial(self._process.desk)
            line.say(
                {
                    "t": "watch",
                    "table": TABLE,
                    "as": known.get("audience", self._role(line)),
                    "epoch": known.get("epoch"),
                    "version": known.get("version"),
                }
            )
        await asyncio.sleep(0.05)

    def _role(self, line: Line) -> object:
        if line in self._players.values():
            return "seat"
        return self.scene.observer.watches_as if line in self._observer else "public"
