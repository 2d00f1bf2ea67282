"""A scene performed in one of its worlds by the real server: hub, rooms, sessions, codecs, HTTP and robots.

Only time, chance, the wire and the disk are of the stage: time is virtual, chance is told what to deal, a
connection is a line in memory, and the store is the memory store, whose appends may take a while.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable
from typing import assert_never

import msgspec

from protocol.v1.codec import JSON, MSGPACK, Codec
from protocol.v1.requests import Open
from server.hub import listeners
from server.hub.action_trace import ActionTrace
from server.hub.contact import DEAD_MS
from server.hub.far import messages
from server.hub.services import Services
from server.metrics import Meter
from server.table.player import Player
from tests.rooms import compares_views
from tests.secrecy.scenes.worlds import (
    Move,
    NextBoard,
    Probe,
    Restart,
    Say,
    Scene,
    Step,
    Try,
    Unseen,
)
from tests.secrecy.staging.lines import Heard, Http, Line, Transcript, listening
from tests.secrecy.staging.prober import TABLE, Prober
from tests.secrecy.staging.probes import ALL_PROBES
from tests.secrecy.staging.process import LoopTimers, Process, Shuffles, SlowStore, patient
from tests.secrecy.staging.seed import SEED
from tests.secrecy.staging.unseen import unseen
from tests.virtual import VirtualLoop, now_ms

PATIENCE_S = 600.0
SETTLE_S = 0.05
"""What is not for the observer takes so long, whether it is done in this world or not."""
CODECS: dict[str, Codec] = {"msgpack": MSGPACK, "json": JSON}


class Strayed(AssertionError):
    """The server does not do what the script says; a leak that is planted may bring that about."""


def perform(
    scene: Scene, *, other: bool = False, elsewhere: bool = False, traces: bool = False
) -> Transcript:
    """What the observer hears in the first world, or in the other one.

    If the observer is `elsewhere`, it is connected to another hub than the table and all other people, and
    hears every message between the two hubs as well. If the server `traces`, its log has lines about each
    action.
    """
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(Stage(scene, other, elsewhere=elsewhere, traces=traces).perform())


class Stage:
    """One performance."""

    def __init__(self, scene: Scene, other: bool, *, elsewhere: bool = False, traces: bool = False) -> None:
        self.scene = scene
        self._traces = traces
        self.number = int(other)
        self.elsewhere = elsewhere
        self.edge: Process
        self.world = scene.worlds[other]
        self.process: Process
        self.players: dict[int, Line] = {}
        self.watchers: list[Line] = []
        self._late = scene.late(self.number)
        self._transcript = Transcript()
        self._store = SlowStore(scene.append_ms)
        self._prober: Prober
        self._chance = Shuffles(self.world)
        self._words = (f"w{number:03}" for number in itertools.count())
        # Each world is a server of its own, which has had no crowd of watchers before.
        listeners._numbers = itertools.count(1)
        self._officers: dict[str, Line] = {}
        self._observer: tuple[Line, ...] = ()
        self._me: tuple[Player, str] | None = None
        self._done = 1
        self._here = False

    @property
    def position(self) -> int:
        """How many actions of this world are durable."""
        return self._store.position

    async def perform(self) -> Transcript:
        with listening(self._transcript, lambda: self.position):
            await self._boot()
            await self._open()
            try:
                await self._play()
            except Strayed as strayed:
                self._transcript.strayed = str(strayed)
            await self._stop()
        return self._transcript

    async def _stop(self) -> None:
        for process in (self.edge, self.process) if self.elsewhere else (self.process,):
            await process.stop()
            self._transcript.metrics += process.metrics()

    async def _play(self) -> None:
        for place, step in enumerate(self.scene.steps):
            if place == self.scene.joins:
                await self._come()
            await self._take(step)
        await self._come()
        await self._reach(len(self.world.log))
        await asyncio.sleep(0.3)
        if self.position != len(self.world.log):
            raise Strayed("expected nothing beyond the script")

    async def _boot(self) -> None:
        self.edge = self.process = await self._start()
        if self.elsewhere:
            self.edge = await self._start()
            # Only hubs that have watched the others for so long may take tables of dead ones.
            await asyncio.sleep(DEAD_MS / 1000 + 1)
            self._store.wires.overheard = self._overhear

    def _overhear(self, sender: str, hub: str, message: bytes) -> None:
        """Write down the messages between the hubs; there is nobody but the observer at the edge.

        How many changes and lines of chat a player has sent is told to all hubs, whatever is in them.
        """
        if self._here:
            through = f"from {'owner' if sender == self.process.hub.id else 'edge'}"
            for each in messages.decode_all(message):
                assert not isinstance(each, messages.Unread), each
                if not isinstance(each, messages.Spent):
                    self.hear(through)(messages.encode(each))

    async def _start(self) -> Process:
        services = Services(
            logs=self._store,
            archive=self._store.archive,
            now_ms=now_ms,
            timers=LoopTimers(),
            rng=self._chance,
            nonce=lambda: next(self._words),
            meter=Meter(),
            secret=lambda: b"the same in both worlds",
            think=patient,
            compares_views=compares_views(),
            trace=ActionTrace(now_ms) if self._traces else None,
        )
        process = Process(services, self._store, self.world, exclusive=not self.elsewhere)
        await process.hub.start()
        return process

    async def _open(self) -> None:
        """The table with its people, and two watchers who stay; the first one may peek later."""
        scene, guests = self.scene, self.process.guests
        opener, token = await guests.create("host")
        robots = {int(seat): "puppet" for seat in scene.robots}
        wish = Open(game=scene.game.name, policy=scene.policy, seats=robots)
        uploaded = self.world.deals if scene.uploaded else ()
        await self.process.hub.open_as(TABLE, opener.id, wish, self.world.options, uploaded)
        if scene.observer.guest:
            self._me = await guests.create("observer")
        self.watchers = [await self._guest(name) for name in ("first watcher", "second watcher")]
        self.players = {
            seat: await self._guest(name.lower())
            for seat, name in enumerate(scene.seat_names)
            if seat not in scene.robots and seat is not scene.observer.seat
        }
        if scene.offices:
            self._officers = {name: await self._guest(name) for name in ("director", "commentator")}
        await self._appoint(token)
        for line in (*self.watchers, *self.players.values()):
            line.say({"t": "watch", "table": TABLE})
        for role, line in self._officers.items():
            line.say({"t": "watch", "table": TABLE, "as": role})
        if scene.observer.seat is not None:
            await self._come()
            self.players[scene.observer.seat] = self._observer[0]
        for seat in sorted(self.players):
            self.players[seat].say({"t": "sit", "table": TABLE, "seat": int(seat)})
            await asyncio.sleep(0.01)
        await self._reach(1)

    async def _appoint(self, token: str) -> None:
        """The host says who has an office, and invites everybody."""
        me = () if self._me is None else (self._me[0].id,)
        everybody = (*self.watchers, *self.players.values())
        host = self._line("json", lambda what: None, token)
        commentators = me if self.scene.observer.role == "commentator" else ()
        await asyncio.sleep(0.01)
        host.say(
            {
                "t": "host",
                "table": TABLE,
                "invited": [*me, *(line.player for line in everybody)],
                "directors": [line.player for name, line in self._officers.items() if name == "director"],
                "commentators": [
                    *commentators,
                    *(line.player for name, line in self._officers.items() if name == "commentator"),
                ],
            }
        )
        await asyncio.sleep(0.01)
        host.hang_up()

    async def _guest(self, name: str) -> Line:
        player, token = await self.process.guests.create(name)
        return self._line("json", lambda what: None, token, player=player.id)

    def _line(
        self,
        codec: str,
        hear: Callable[[bytes], None],
        token: str | None,
        *,
        hello: bool = True,
        player: str = "",
        at: Process | None = None,
    ) -> Line:
        line = Line(CODECS[codec], hear, token, player)
        line.dial((at or self.process).desk, hello=hello)
        return line

    def hear(self, through: str) -> Callable[[bytes], None]:
        """What writes down all that the observer is told through one of its connections."""

        def heard(what: bytes) -> None:
            self._transcript.heard.append(
                Heard(now_ms(), through, what, self.position, frozenset(self._prober.named))
            )

        return heard

    async def _come(self) -> None:
        """The observer comes, on two connections: one for each encoding."""
        if self._here:
            return
        self._here = True
        me, token = ("", None) if self._me is None else (self._me[0].id, self._me[1])
        self._prober = Prober(
            scene=self.scene,
            number=self.number,
            lines=(Line(MSGPACK, self.hear("msgpack"), token), Line(JSON, self.hear("json"), token)),
            another=lambda codec, token, hello=True: self._line(
                codec, self.hear(f"another {codec}"), token, hello=hello, at=self.edge
            ),
            http=lambda: Http(self.edge.application, token, player=me),
            hear=self.hear,
            position=lambda: self.position,
            token=token,
        )
        self._observer = self._prober.lines
        for line in self._observer:
            line.dial(self.edge.desk)
            as_ = "public" if self.scene.observer.seat is not None else self.scene.observer.watches_as
            line.say({"t": "watch", "table": TABLE, "as": as_, "id": 1})
        await asyncio.sleep(0.02)

    async def _take(self, step: Step) -> None:
        if isinstance(step, Try | Say | Unseen | Restart) or (isinstance(step, Move) and step.unheard):
            await self._reach(self._done)
        match step:
            case Move():
                await (self._unheard(step) if step.unheard else self._move(step))
            case NextBoard():
                self._done += 1
                await self._reach(self._done)
            case Probe():
                if self._here:
                    await self._summarise()
                    await (ALL_PROBES | SEED)[step.kind](self._prober, step.a, step.b)
                await asyncio.sleep(step.wait_ms / 1000)
            case Try():
                await self._prober.attempt(step.action, step.through)
                await asyncio.sleep(SETTLE_S)
            case Say():
                self._say(step)
                await asyncio.sleep(SETTLE_S)
            case Unseen():
                if self.number:
                    unseen(self, step)
                await asyncio.sleep(SETTLE_S)
            case Restart():
                await self._restart()
            case _:
                assert_never(step)

    async def _summarise(self) -> None:
        """Write down the table's summary, which is to be the same for everybody and in both worlds."""
        table = self.process.hub.loaded(TABLE)
        if table is not None:
            self.hear("summary")(msgspec.json.encode(await table.summary(), order="deterministic"))

    async def _reach(self, position: int) -> None:
        try:
            async with asyncio.timeout(PATIENCE_S):
                await self._store.reach(position)
        except TimeoutError:
            told = [line.frames[-1:] for line in self.players.values()]
            raise Strayed(f"the script stopped at {self.position}; last told: {told}") from None

    async def _move(self, move: Move) -> None:
        """The next action of the script: sent by its player, chosen by a robot, or done by the table."""
        await asyncio.sleep(move.wait_ms / 1000)
        await self._reach(self._done)
        place, self._done = self._done, self._done + 1
        if move.late or self.world.log[place][0] in self.scene.robots:
            await self._reach(self._done)
        else:
            self._send(place)

    async def _unheard(self, move: Move) -> None:
        await asyncio.sleep(move.wait_ms / 1000)
        if move.worlds[self.number]:
            place, self._done = self._done, self._done + 1
            self._send(place)
        await asyncio.sleep(SETTLE_S)
        if self.position != self._done:
            raise Strayed(f"expected {self._done} actions, not {self.position}: {self.world.log[-1]}")

    def _send(self, place: int) -> None:
        seat, action = self.world.log[place][0], self.world.asked(place)
        if seat is None:
            self._officers["director"].say({"t": "rule", "table": TABLE, "ruling": action})
            return
        self.players[seat].say(
            {
                "t": "act",
                "table": TABLE,
                "n": self.applied(seat, place) + 1,
                "decision": self.world.decisions[place],
                "action": action,
            }
        )

    def applied(self, seat: int, position: int) -> int:
        """How much a seat's player has done in the first so many entries of the log."""
        log = self.world.log[:position]
        return sum(who == seat and place not in self._late for place, (who, _) in enumerate(log))

    def _say(self, step: Say) -> None:
        text = step.texts[self.number]
        if text is None:
            return
        if isinstance(step.who, int):
            line = self.players[step.who]
        else:
            line = self.watchers[1] if step.who == "watcher" else self._officers[step.who]
        line.say({"t": "chat", "table": TABLE, "text": text, "to": step.to})

    async def _restart(self) -> None:
        """The server dies and everybody comes back to the next one; the observer resumes what it knows."""
        self._store.wires.overheard = lambda sender, hub, message: None
        await self._stop()
        everybody = (*self.watchers, *self._officers.values(), *self.players.values(), *self._observer)
        for line in everybody:
            line.drop()
        await asyncio.sleep(1.3)
        await self._boot()
        for line in dict.fromkeys(everybody):
            known = line.told()
            line.dial((self.edge if line in self._observer else self.process).desk)
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
        if line in self.players.values():
            return "seat"
        return self.scene.observer.watches_as if line in self._observer else "public"
