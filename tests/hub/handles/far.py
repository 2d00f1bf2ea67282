"""A table of another hub, with a queue between the two hubs that delays, loses and repeats messages.

The queue stands in for the link of two processes. Both ends number their messages, repeat each every 300 ms
until it is acknowledged, and pass each on once, in order. So a repeated request is not carried out again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from itertools import count
from random import Random
from typing import cast

import msgspec

from server.hub.far import messages
from server.hub.far.edges import Edges, Request
from server.hub.far.far_handle import FarHandle, FromOwner, Owner
from server.hub.hub import Hub

AGAIN_S = 0.3
EDGE = "edge"


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

    def __init__(self, out: Queue, back: Queue, hear: Callable[[bytes], None]) -> None:
        self._out, self._hear = out, hear
        self._numbers, self._next = count(1), 1
        self._waiting: dict[int, asyncio.TimerHandle] = {}
        self._early: dict[int, bytes] = {}
        back.deliver = self._arrives

    def send(self, message: bytes) -> None:
        self._repeat(next(self._numbers), message)

    def _repeat(self, number: int, body: bytes) -> None:
        self._out.put(msgspec.msgpack.encode((number, body)))
        self._waiting[number] = asyncio.get_running_loop().call_later(AGAIN_S, self._repeat, number, body)

    def _arrives(self, packed: bytes) -> None:
        number, body = msgspec.msgpack.decode(packed, type=tuple[int, bytes | None])
        if body is None:
            if number in self._waiting:
                self._waiting.pop(number).cancel()
            return
        self._out.put(msgspec.msgpack.encode((number, None)))
        if number >= self._next:
            self._early[number] = body
        while self._next in self._early:
            self._next += 1
            self._hear(self._early.pop(self._next - 1))

    def close(self) -> None:
        for each in self._waiting.values():
            each.cancel()


class Elsewhere:
    """A table elsewhere: its handle at the edge, and the queues to the hub that owns it.

    `carried_out` counts the requests that the owner has heard.
    """

    def __init__(self, hub: Hub, seed: int = 1) -> None:
        rng = Random(seed)
        self.queues = (Queue(rng), Queue(rng))
        self.carried_out = 0
        later = hub.services.timers.later
        self._edges = Edges(hub, self._to_edge, self._to_edges, later, hub.others.turns, hub.services.tasks)
        self._to_owner = Post(*self.queues, self._owner_says)
        self._at_owner = Post(*reversed(self.queues), self._edge_asks)
        self._owner = Owner(
            "owner",
            lambda message: self._to_owner.send(messages.encode(message)),
            hub.games,
            later,
            {},
            lambda table: None,
        )

    async def reach(self, table: str) -> FarHandle:
        """Return the handle of a table of the owner."""
        handle = await self._owner.reach(table, 0)
        self.carried_out = 0
        return handle

    def _to_edge(self, hub: str, message: messages.Message) -> None:
        assert hub == EDGE
        self._at_owner.send(messages.encode(message))

    def _to_edges(self, hubs: Iterable[str], message: messages.Message) -> None:
        for hub in hubs:
            self._to_edge(hub, message)

    def _edge_asks(self, message: bytes) -> None:
        self.carried_out += 1
        self._edges.hear(EDGE, cast(Request, messages.decode(message)))

    def _owner_says(self, message: bytes) -> None:
        self._owner.hear(cast(FromOwner, messages.decode(message)))
        self._owner.flush()

    def cut(self, cut: bool) -> None:
        """Lose every message, or no longer every one."""
        for queue in self.queues:
            queue.cut = cut

    def close(self) -> None:
        self._to_owner.close()
        self._at_owner.close()
