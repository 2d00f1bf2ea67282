"""A server in memory with one table of Nim, which speaks protocol v1 and knows no other game."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec

from protocol.v1.codec import MSGPACK, decode_request
from protocol.v1.codes import Code
from protocol.v1.requests import Act, Hello, Note, Sit, Stand, ToServer, Watch
from protocol.v1.updates import Done, Limits, Notice, Patch, Refused, View, Welcome, You
from tests.bots.lines import Line, MemoryEnd
from tests.bots.nim.client import Look, NimOwn, NimPub, Result, Take

TABLE = "t1"


class NimServer:
    """The pile and its players. `log` lists every action by seat, `notes` the notes on cards."""

    def __init__(self, sticks: int = 7) -> None:
        self.pub = NimPub(left=sticks, turn=0)
        self.log: list[tuple[int, Take | Look]] = []
        self.notes: list[str] = []
        self._lines: list[Line] = []
        self._seats: dict[str, int] = {}
        self._looked: set[int] = set()
        self._version = 1
        self._applied: dict[str, int] = {}

    def connect(self) -> Callable[[], Any]:
        async def dial() -> MemoryEnd:
            near, far = MemoryEnd(), MemoryEnd()
            near.other, far.other = far, near
            line = Line(MSGPACK, far.push, lambda code: (near.cut(code), far.cut(code)))
            near.keep = asyncio.create_task(self._converse(line, far))
            return near

        return dial

    def close(self) -> None:
        """End the table for all clients."""
        for line in self._lines:
            self._send(line, Notice(kind="closing", table=TABLE, message="that was Nim"))

    async def _converse(self, line: Line, frames: MemoryEnd) -> None:
        self._lines.append(line)
        async for frame in frames:
            self._answer(line, decode_request(MSGPACK, frame))

    def _send(self, line: Line, update: Any) -> None:
        line.write(MSGPACK.encode(update))

    def _answer(self, line: Line, request: ToServer) -> None:
        match request:
            case Hello():
                line.player = request.token or f"guest {len(self._lines)}"
                limits = Limits(4096, 1000.0, 1000)
                you = You(line.player, line.player)
                self._send(line, Welcome(you, "nim", limits, "always", heartbeat_s=20.0, now_ms=0))
            case Sit():
                self._seats[line.player] = request.seat
                self._send(line, Done(id=request.id, table=TABLE))
            case Watch():
                self._send(line, Done(id=request.id, table=TABLE, n=self._applied.get(line.player, 0)))
                line.audience = request.as_
                self._show(line)
            case Act():
                self._act(line, request)
            case Note():
                self.notes.append(request.text)
                self._send(line, Done(id=request.id, table=TABLE))
            case Stand():
                self._send(line, Done(id=request.id, table=TABLE))
            case _:
                raise AssertionError(f"expected no {request}")

    def _own(self, line: Line) -> NimOwn | None:
        seat = self._seats.get(line.player)
        if seat is None or line.audience != "seat":
            return None
        mine = seat == self.pub.turn
        takes = tuple(range(1, min(2, self.pub.left) + 1)) if mine else ()
        decision = f"0.{len(self.pub.taken)}" if mine else None
        return NimOwn(seat=seat, takes=takes, looked=seat in self._looked, decision=decision)

    def _show(self, line: Line) -> None:
        own = self._own(line)
        self._send(
            line,
            View(
                table=TABLE,
                epoch="e1",
                version=self._version,
                audience="public" if own is None else "seat",
                pub=msgspec.to_builtins(self.pub),
                own=None if own is None else msgspec.to_builtins(own),
                now_ms=0,
            ),
        )

    def _act(self, line: Line, act: Act) -> None:
        seat, action = self._seats[line.player], msgspec.convert(act.action, Take | Look)
        if isinstance(action, Take) and (seat != self.pub.turn or action.count not in (1, 2)):
            refused = Refused(code=Code.ILLEGAL_ACTION, message="one stick or two", n=act.n, table=TABLE)
            self._send(line, refused)
            return
        self._applied[line.player] = act.n
        self.log.append((seat, action))
        changed: dict[Any, Any] = {}
        if isinstance(action, Look):
            self._looked.add(seat)
        else:
            changed = self._take(seat, action.count)
        self._send(line, Done(n=act.n, table=TABLE))
        self._version += 1
        for each in self._lines:
            own = self._own(each)
            self._send(
                each,
                Patch(
                    table=TABLE,
                    epoch="e1",
                    version=self._version,
                    now_ms=0,
                    pub=changed or msgspec.UNSET,
                    own=None if own is None else msgspec.to_builtins(own),
                ),
            )

    def _take(self, seat: int, count: int) -> dict[Any, Any]:
        """Take sticks and return the changed fields, of the map `taken` only the new key."""
        left, place = self.pub.left - count, len(self.pub.taken)
        self.pub = NimPub(
            left=left,
            turn=1 - seat if left else None,
            taken={**self.pub.taken, place: count},
            result=None if left else Result(seat),
        )
        plain = msgspec.to_builtins(self.pub)
        return {**{name: plain[name] for name in ("left", "turn", "result")}, "taken": {place: count}}
