"""A handle of a table elsewhere: every call and answer crosses a queue that delays, loses and repeats.

It stands in for the hub of another process. Both ends number their messages, repeat each every 300 ms until
it is acknowledged, and pass each on once, in order. So a repeated request is not carried out again.
"""

from __future__ import annotations

import asyncio
import io
import pickle
from collections.abc import Callable, Coroutine
from itertools import count
from random import Random
from types import SimpleNamespace
from typing import Any

from protocol.v1.codec import JSON, MSGPACK, Codec
from protocol.v1.requests import Chat, Watch
from protocol.v1.requests import Note as Keep
from protocol.v1.updates import People, Refused
from server.errors import Refusal
from server.games.base import Audience, LaidCard
from server.hub.feeds import Frame, Listener, audience_name
from server.hub.handle import Snapshot, TableHandle
from server.hub.inbox import InboxRequest, Reply
from server.table.player import Player
from server.table.summary import Summary

AGAIN_S = 0.3
CODECS = {"msgpack": MSGPACK, "json": JSON}


class _Pickler(pickle.Pickler):
    def persistent_id(self, value: Any) -> str | None:
        return next((name for name, codec in CODECS.items() if codec is value), None)


class _Unpickler(pickle.Unpickler):
    def persistent_load(self, name: Any) -> Codec:
        return CODECS[name]


def encoded(message: object) -> bytes:
    buffer = io.BytesIO()
    _Pickler(buffer).dump(message)
    return buffer.getvalue()


def decoded(message: bytes) -> Any:
    return _Unpickler(io.BytesIO(message)).load()


class Queue:
    """One direction of a queue: it loses a third of the messages, repeats a third, and mixes their order."""

    def __init__(self, rng: Random) -> None:
        self.cut = False
        self.lost = self.repeated = 0
        self.deliver: Callable[[bytes], None] = lambda message: None
        self._rng = rng

    def put(self, message: bytes) -> None:
        if self.cut or self._rng.random() < 1 / 3:
            self.lost += 1
            return
        copies = 1 + (self._rng.random() < 1 / 3)
        self.repeated += copies - 1
        for _ in range(copies):
            asyncio.get_running_loop().call_later(self._rng.uniform(0.001, 0.09), self.deliver, message)


class Post:
    """One end of two queues: it repeats each message until it arrives, and hears each once, in order."""

    def __init__(self, out: Queue, back: Queue, hear: Callable[[Any], None]) -> None:
        self._out, self._hear = out, hear
        self._numbers, self._next = count(1), 1
        self._waiting: dict[int, asyncio.TimerHandle] = {}
        self._early: dict[int, bytes] = {}
        back.deliver = self._arrives

    def send(self, message: object) -> None:
        self._repeat(next(self._numbers), encoded(message))

    def _repeat(self, number: int, body: bytes) -> None:
        self._out.put(encoded((number, body)))
        self._waiting[number] = asyncio.get_running_loop().call_later(AGAIN_S, self._repeat, number, body)

    def _arrives(self, packed: bytes) -> None:
        number, body = decoded(packed)
        if body is None:
            if number in self._waiting:
                self._waiting.pop(number).cancel()
            return
        self._out.put(encoded((number, None)))
        if number >= self._next:
            self._early[number] = body
        while self._next in self._early:
            self._next += 1
            self._hear(decoded(self._early.pop(self._next - 1)))

    def close(self) -> None:
        for each in self._waiting.values():
            each.cancel()


class Relay:
    """A connection as the owner of the table knows it: its frames go back through the queue."""

    def __init__(self, owner: Owner, name: int, codec: Codec) -> None:
        self._owner, self._name = owner, name
        self.codec = codec
        self.wire = SimpleNamespace(congested=False)

    def deliver(self, frame: Frame) -> None:
        audience = self._owner.table.audience_of(self)
        self._owner.post.send(("frame", self._name, frame.payload, frame.binary, audience))

    def dismissed(self, table: str) -> None:
        self._owner.post.send(("dismissed", self._name))

    def gather(self) -> None:
        """Do nothing: each message to the edge is written at once."""

    def flush(self) -> None:
        """Do nothing, as nothing was held back."""


class Owner:
    """The owner's end: it carries out the requests of the edge at the table in its own process."""

    def __init__(self, table: TableHandle, out: Queue, back: Queue) -> None:
        self.table = table
        self.post = Post(out, back, self._hear)
        self.carried_out = 0
        self._relays: dict[int, Relay] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def _hear(self, request: tuple[Any, ...]) -> None:
        number, kind, *args = request
        self.carried_out += 1
        getattr(self, f"_{kind}")(lambda answer: self.post.send(("answer", number, answer)), *args)

    def _send(self, reply: Reply, fields: dict[str, Any], listener: int | None) -> None:
        sender = None if listener is None else self._relays.get(listener)
        self.table.send(InboxRequest(**fields, reply=reply, sender=sender))

    def _follow(self, reply: Reply, name: int, codec: Codec, player: Player, request: Watch) -> None:
        relay = self._relays.setdefault(name, Relay(self, name, codec))
        self.table.follow(relay, player, request, reply)

    def _unfollow(self, reply: Callable[[object], None], name: int) -> None:
        relay = self._relays.pop(name, None)
        if relay is not None:
            self.table.unfollow(relay)

    def _say(self, reply: Reply, name: int, player: Player, request: Chat) -> None:
        self.table.say(self._relays[name], player, request, reply)

    def _keep(self, reply: Reply, player: Player, request: Keep) -> None:
        self.table.keep(player, request, reply)

    def _prepare(self, reply: Callable[[object], None]) -> None:
        self.table.prepare()

    def _read(self, reply: Callable[[object], None], name: str, *args: Any) -> None:
        task = asyncio.create_task(self._answer(reply, getattr(self.table, name)(*args)))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _answer(self, reply: Callable[[object], None], reading: Coroutine[Any, Any, object]) -> None:
        try:
            reply(await reading)
        except Refusal as refusal:
            reply(Refused(code=refusal.code, message=str(refusal), retry_ms=refusal.retry_ms))


class FarHandle:
    """The handle at the edge, of a table elsewhere."""

    def __init__(self, id: str, game: str, out: Queue, back: Queue) -> None:
        self.id, self.game = id, game
        self.post = Post(out, back, self._hear)
        self._numbers, self._names = count(1), count(1)
        self._replies: dict[int, Callable[[Any], None]] = {}
        self._listeners: dict[int, tuple[Listener, Player]] = {}
        self._audiences: dict[int, Audience] = {}
        self._missed: set[int] = set()

    def _ask(self, kind: str, *args: Any, reply: Callable[[Any], None] = lambda answer: None) -> None:
        number = next(self._numbers)
        self._replies[number] = reply
        self.post.send((number, kind, *args))

    def _hear(self, message: tuple[Any, ...]) -> None:
        match message:
            case ("answer", number, answer):
                self._replies.pop(number)(answer)
            case ("frame", name, payload, binary, audience) if name in self._listeners:
                self._audiences[name] = audience
                listener = self._listeners[name][0]
                if listener.wire.congested or name in self._missed:
                    self._missed.add(name)
                else:
                    listener.deliver(Frame(payload, binary))
            case ("dismissed", name) if name in self._listeners:
                listener, _ = self._listeners.pop(name)
                self._audiences.pop(name, None)
                listener.dismissed(self.id)

    def _name(self, listener: object) -> int | None:
        return next((name for name, known in self._listeners.items() if known[0] is listener), None)

    def send(self, asked: InboxRequest, now_ms: int | None = None) -> None:
        fields = {name: getattr(asked, name) for name in asked.__struct_fields__}
        reply, sender = fields.pop("reply"), fields.pop("sender")
        self._ask("send", fields, self._name(sender), reply=reply)

    def follow(self, listener: Listener, player: Player, request: Watch, reply: Reply) -> None:
        name = self._name(listener) or next(self._names)
        self._listeners[name] = (listener, player)
        self._ask("follow", name, listener.codec, player, request, reply=reply)

    def unfollow(self, listener: Listener) -> None:
        name = self._name(listener)
        if name is not None:
            del self._listeners[name]
            self._audiences.pop(name, None)
            self._ask("unfollow", name)

    def catch_up(self, listener: Listener) -> None:
        name = self._name(listener)
        if name in self._missed:
            self._missed.discard(name)
            as_ = audience_name(self._audiences[name])
            watch = Watch(table=self.id, as_=as_)  # type: ignore[arg-type]
            self._ask("follow", name, listener.codec, self._listeners[name][1], watch)

    def audience_of(self, listener: Listener) -> Audience | None:
        name = self._name(listener)
        return None if name is None else self._audiences.get(name)

    def say(self, listener: Listener, player: Player, request: Chat, reply: Reply) -> None:
        self._ask("say", self._name(listener), player, request, reply=reply)

    def keep(self, player: Player, request: Keep, reply: Reply) -> None:
        self._ask("keep", player, request, reply=reply)

    def prepare(self) -> None:
        self._ask("prepare")

    async def _read(self, name: str, *args: Any) -> Any:
        answered: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._ask("read", name, *args, reply=answered.set_result)
        answer = await answered
        if isinstance(answer, Refused):
            raise Refusal(answer.code, answer.message, answer.retry_ms)
        return answer

    async def snapshot(self, player: Player, request: Watch, codec: Codec) -> Snapshot:
        snapshot: Snapshot = await self._read("snapshot", player, request, codec)
        return snapshot

    async def convention_card(self, player: Player, request: Watch, side: str) -> LaidCard | None:
        card: LaidCard | None = await self._read("convention_card", player, request, side)
        return card

    async def people(self) -> People:
        people: People = await self._read("people")
        return people

    async def summary(self) -> Summary:
        summary: Summary = await self._read("summary")
        return summary

    async def last_n(self, player: str) -> int:
        n: int = await self._read("last_n", player)
        return n


class Elsewhere:
    """A table elsewhere: the handle at the edge, the owner's end, and the queues between them."""

    def __init__(self, table: TableHandle, seed: int = 1) -> None:
        rng = Random(seed)
        self.queues = (Queue(rng), Queue(rng))
        self.owner = Owner(table, *reversed(self.queues))
        self.handle = FarHandle(table.id, table.game, *self.queues)

    def cut(self, cut: bool) -> None:
        """Lose every message, or no longer every one."""
        for queue in self.queues:
            queue.cut = cut

    def close(self) -> None:
        self.owner.post.close()
        self.handle.post.close()
