"""Links between hubs of one process: each message arrives once, in order, in a later turn of the loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable


class Wires:
    """The links of all hubs that share a store; `connect` makes those of one hub.

    `published` counts messages, one for a message to many hubs. `cut` are pairs of hubs between which no
    message passes. Each message takes `delay_ms`. `overheard` is called with every message, and the hubs from
    and to which it goes.
    """

    def __init__(self) -> None:
        self.ends: dict[str, Wire] = {}
        self.published = 0
        self.delay_ms = 0
        self.breaks = 0
        self.cut: set[frozenset[str]] = set()
        self.overheard: Callable[[str, str, bytes], None] = lambda sender, hub, message: None

    def connect(self, hub: str, secret: bytes, hear: Callable[[str, int, bytes], None]) -> Wire:
        self.ends[hub] = Wire(self, hub, hear)
        return self.ends[hub]

    def break_between(self, one: str, other: str) -> None:
        """Break the link between two hubs, as after too many lost messages; what is on its way is lost."""
        self.breaks += 1
        self.ends[one].broken(other)
        self.ends[other].broken(one)


class Wire:
    """One hub's end of all its links."""

    def __init__(self, wires: Wires, hub: str, hear: Callable[[str, int, bytes], None]) -> None:
        self._wires, self._hub, self.hear = wires, hub, hear
        self.broken: Callable[[str], None] = lambda hub: None
        self.stopped = False

    def on_break(self, observer: Callable[[str], None]) -> None:
        self.broken = observer

    def send(self, hub: str, message: bytes) -> None:
        self._wires.published += 1
        self._put(hub, message)

    def send_to_many(self, hubs: Iterable[str], message: bytes) -> None:
        self._wires.published += 1
        for hub in hubs:
            self._put(hub, message)

    def _put(self, hub: str, message: bytes) -> None:
        self._wires.overheard(self._hub, hub, message)
        loop, delay_ms = asyncio.get_running_loop(), self._wires.delay_ms
        if delay_ms:
            loop.call_later(delay_ms / 1000, self._arrive, hub, message, self._wires.breaks)
        else:
            loop.call_soon(self._arrive, hub, message, self._wires.breaks)

    def _arrive(self, hub: str, message: bytes, breaks: int) -> None:
        end = self._wires.ends.get(hub)
        if breaks != self._wires.breaks:
            return  # It was on a link that has broken.
        if end is None or end.stopped or self.stopped or {self._hub, hub} in self._wires.cut:
            return
        end.hear(self._hub, 1, message)

    def break_with(self, hub: str) -> None:
        self.broken(hub)

    def close(self) -> None:
        self.stopped = True
