"""A small server of protocol v1 with one bridge table, which misbehaves exactly as a test orders."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

import msgspec
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from bots.view import maps_of
from protocol.v1 import requests, updates
from protocol.v1.bridge import Action, BridgeOwn, BridgePub
from protocol.v1.codec import CODECS, Codec, decode_request
from protocol.v1.codes import Code
from protocol.v1.requests import Act, Hello, Lobby, Open, Ping, Sit, Stand, ToServer, Unwatch, Watch
from protocol.v1.updates import Done, Limits, Patch, Pong, Refused, ToClient, View, Welcome, You
from server.errors import IllegalAction
from server.games.base import Public, Seated
from server.games.bridge.rules import BRIDGE
from server.games.bridge.state import BridgeState
from tests.bots.lines import Line, MemoryEnd, write

TABLE = "t1"
MAPS = maps_of(BridgePub) | maps_of(BridgeOwn)


def dealt(seed: int = 1, board: int = 1) -> BridgeState:
    """Return a board after the deal."""
    state = BridgeState(board=board)
    deal = BRIDGE.chance(state, Random(seed))
    assert deal is not None
    return BRIDGE.apply(state, None, deal)


@dataclass
class Shown:
    """The view that one audience has received."""

    version: int
    pub: dict[str, Any]
    own: dict[str, Any] | None


@dataclass
class Faults:
    """The faults to come, each with the number of times that it occurs."""

    lose_action: int = 0
    lose_answer: int = 0
    lose_patch: int = 0
    double_patch: int = 0
    cut_after_frames: int | None = None
    refusals: list[Refused] = field(default_factory=list)
    welcome_refusal: Refused | None = None
    close_at_hello: list[int] = field(default_factory=list)
    silent: bool = False


class ScriptedServer:
    """A server whose table is `state`. `log` lists every applied action, `heard` every request."""

    def __init__(self, state: BridgeState, heartbeat_s: float = 20.0) -> None:
        self.state = state
        self.heartbeat_s = heartbeat_s
        self.epoch = "e1"
        self.url = ""
        self.faults = Faults()
        self.lines: list[Line] = []
        self.heard: list[ToServer] = []
        self.connections = 0
        self.log: list[tuple[int, Action]] = []
        self.counters: dict[str, tuple[int, dict[str, Any]]] = {}
        self.seats: dict[int, str] = {}
        self.refuse_sitting: Refused | None = None
        self._shown: dict[Public | Seated, Shown] = {}
        self._written = 0

    @asynccontextmanager
    async def listening(self, port: int = 0) -> AsyncIterator[ScriptedServer]:
        async with serve(
            self._websocket, "127.0.0.1", port, subprotocols=[*CODECS], compression=None, close_timeout=0.1
        ) as server:
            self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
            yield self

    async def _websocket(self, socket: ServerConnection) -> None:
        codec = CODECS[socket.subprotocol]

        def cut(code: int) -> None:
            if code == 1006:
                socket.transport.abort()
            else:
                closing.append(asyncio.create_task(socket.close(code)))

        closing: list[asyncio.Task[None]] = []
        outgoing: asyncio.Queue[bytes] = asyncio.Queue()
        line = Line(codec, outgoing.put_nowait, cut)
        writer = asyncio.create_task(write(socket, outgoing, codec.binary))
        try:
            with suppress(ConnectionClosed):
                await self._converse(line, socket)
        finally:
            writer.cancel()

    def connect(self, codec: Codec) -> Callable[[], Any]:
        """Return a Connect to this server without sockets."""

        async def dial() -> MemoryEnd:
            near, far = MemoryEnd(), MemoryEnd()
            near.other, far.other = far, near
            line = Line(codec, far.push, lambda code: (near.cut(code), far.cut(code)))
            task = asyncio.create_task(self._converse(line, far))
            near.keep = task
            return near

        return dial

    async def _converse(self, line: Line, frames: Any) -> None:
        self.connections += 1
        self.lines.append(line)
        try:
            async for frame in frames:
                data = frame if isinstance(frame, bytes) else frame.encode()
                request = decode_request(line.codec, data)
                self.heard.append(request)
                self._answer(line, request)
        finally:
            self.lines.remove(line)

    def send(self, line: Line, update: ToClient) -> None:
        self.write(line, line.codec.encode(update))

    def write(self, line: Line, frame: bytes) -> None:
        """Write one frame, unless the server is silent or the connection breaks here."""
        if self.faults.silent:
            return
        self._written += 1
        limit = self.faults.cut_after_frames
        if limit is not None and self._written % limit == 0:
            line.cut(1006)
            return
        line.write(frame)

    def _answer(self, line: Line, request: ToServer) -> None:
        match request:
            case Hello():
                self._hello(line, request)
            case Watch():
                self._watch(line, request)
            case Act():
                self._act(line, request)
            case Sit() if self.refuse_sitting is not None:
                self.send(line, msgspec.structs.replace(self.refuse_sitting, id=request.id))
            case Sit():
                self.seats[request.seat] = line.player
                self.send(line, Done(id=request.id, table=TABLE))
            case Stand():
                self.seats = {seat: who for seat, who in self.seats.items() if who != line.player}
                self.send(line, Done(id=request.id, table=TABLE))
            case Ping():
                self.send(line, Pong(c=request.c, now_ms=0))
            case Open():
                self.send(line, Done(id=request.id, table=f"opened-{request.id}"))
            case Lobby():
                self.send(line, updates.Lobby(id=request.id, rows=()))
            case Unwatch():
                line.audience = None
                self.send(line, Done(id=request.id, table=TABLE))
            case requests.Match():
                self.send(line, Done(id=request.id, table=f"open-{request.id}", other=f"closed-{request.id}"))
            case requests.Host() | requests.Chat() | requests.Note() | requests.Show() | requests.Rule():
                self.send(line, Done(id=request.id, table=TABLE))
            case requests.Consent() | requests.Next() | requests.Wait():
                self.send(line, Done(id=request.id, table=TABLE))

    def _hello(self, line: Line, hello: Hello) -> None:
        if self.faults.close_at_hello:
            line.cut(self.faults.close_at_hello.pop(0))
            return
        if self.faults.welcome_refusal is not None:
            self.send(line, self.faults.welcome_refusal)
            return
        line.player = hello.token or ""
        self.send(
            line,
            Welcome(
                you=You(line.player, line.player),
                server="scripted",
                limits=Limits(4096, 1000.0, 1000),
                durability="always",
                heartbeat_s=self.heartbeat_s,
                now_ms=0,
            ),
        )

    def _watch(self, line: Line, watch: Watch) -> None:
        if self._refused(line, id=watch.id):
            return
        seat = next((seat for seat, who in self.seats.items() if who == line.player), None)
        line.audience = Seated(seat) if watch.as_ == "seat" and seat is not None else Public()
        shown = self._shown.setdefault(line.audience, Shown(1, *self._halves(line.audience)))
        applied, _ = self.counters.get(line.player, (0, {}))
        self.send(line, Done(id=watch.id, table=TABLE, n=applied))
        if (watch.epoch, watch.version) != (self.epoch, shown.version):
            self.show(line)

    def show(self, line: Line) -> None:
        """Send the whole view."""
        shown = self._shown[line.audience]
        audience = "seat" if isinstance(line.audience, Seated) else "public"
        self.send(
            line,
            View(
                table=TABLE,
                epoch=self.epoch,
                version=shown.version,
                audience=audience,
                pub=shown.pub,
                own=shown.own,
                now_ms=0,
            ),
        )

    def _refused(self, line: Line, **of: Any) -> bool:
        if not self.faults.refusals:
            return False
        self.send(line, msgspec.structs.replace(self.faults.refusals.pop(0), table=TABLE, **of))
        return True

    def _act(self, line: Line, act: Act) -> None:
        if self.faults.lose_action:
            self.faults.lose_action -= 1
            line.cut(1006)
            return
        if self._refused(line, n=act.n):
            return
        refusal = self._judge(line, act)
        if refusal is not None:
            self.send(line, Refused(code=refusal[0], message=refusal[1], n=act.n, table=TABLE))
            return
        if self.faults.lose_answer:
            self.faults.lose_answer -= 1
            line.cut(1006)
            return
        self.send(line, Done(n=act.n, table=TABLE))
        self.publish()

    def _judge(self, line: Line, act: Act) -> tuple[Code, str] | None:
        applied, last = self.counters.get(line.player, (0, {}))
        if act.n == applied:
            return None if last == act.action else (Code.N_TAKEN, "another action has this number")
        if act.n != applied + 1:
            return Code.BAD_N, f"expected number {applied + 1}"
        seat = next(seat for seat, who in self.seats.items() if who == line.player)
        try:
            action = msgspec.convert(act.action, Action)
        except msgspec.ValidationError as error:
            return Code.INVALID_MESSAGE, str(error)
        named = act.decision is not None or type(action) not in BRIDGE.unprompted
        if named and act.decision != self.decision:
            return Code.STALE_DECISION, f"the decision is {self.decision}"
        try:
            self.state = BRIDGE.apply(self.state, seat, action)
        except IllegalAction as error:
            return Code.ILLEGAL_ACTION, str(error)
        self.counters[line.player] = act.n, act.action
        self.log.append((seat, action))
        return None

    @property
    def decision(self) -> str:
        rewinds, moves = BRIDGE.progress(self.state)
        return f"{rewinds}.{moves}"

    def acts(self, seat: int, action: Action) -> None:
        """Apply an action of a player without a connection, and send the change to all clients."""
        self.state = BRIDGE.apply(self.state, seat, action)
        self.log.append((seat, action))
        self.publish()

    def _halves(self, audience: Public | Seated) -> tuple[dict[str, Any], dict[str, Any] | None]:
        own = BRIDGE.own(self.state, audience)
        if own is not None and isinstance(audience, Seated) and audience.seat in BRIDGE.to_act(self.state):
            own.decision = self.decision
        return msgspec.to_builtins(BRIDGE.pub(self.state)), msgspec.to_builtins(own)

    def publish(self) -> None:
        """Send the change to every audience."""
        for audience, shown in self._shown.items():
            pub, own = self._halves(audience)
            if (pub, own) == (shown.pub, shown.own):
                continue
            patch = Patch(
                table=TABLE,
                epoch=self.epoch,
                version=shown.version + 1,
                now_ms=0,
                pub=changes(shown.pub, pub) or msgspec.UNSET,
                own=_own_changes(shown.own, own),
            )
            self._shown[audience] = Shown(shown.version + 1, pub, own)
            for line in [line for line in self.lines if line.audience == audience]:
                self._send_patch(line, patch)

    def _send_patch(self, line: Line, patch: Patch) -> None:
        if self.faults.lose_patch and not self._must_act(line):
            self.faults.lose_patch -= 1
            return
        self.send(line, patch)
        if self.faults.double_patch:
            self.faults.double_patch -= 1
            self.send(line, patch)

    def _must_act(self, line: Line) -> bool:
        """Return True if only this connection can act next. If its patch were lost, nothing would follow."""
        return isinstance(line.audience, Seated) and line.audience.seat in BRIDGE.to_act(self.state)

    def begin_epoch(self, epoch: str) -> None:
        """Begin a new epoch, as after a change of the owner. Versions start at 1 again."""
        self.epoch = epoch
        self._shown = {audience: Shown(1, *self._halves(audience)) for audience in self._shown}


def changes(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a half that differ, maps by key."""
    changed: dict[str, Any] = {name: value for name, value in new.items() if old[name] != value}
    for name in [name for name in changed if name in MAPS]:
        before, after = old.get(name), changed.get(name)
        if isinstance(before, dict) and isinstance(after, dict):
            gone = {key: None for key in before if key not in after}
            changed[name] = {key: value for key, value in after.items() if before.get(key) != value} | gone
    return changed


def _own_changes(old: dict[str, Any] | None, new: dict[str, Any] | None) -> Any:
    if old is None or new is None:
        return msgspec.UNSET if old == new else new
    return changes(old, new) or msgspec.UNSET
