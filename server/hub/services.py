"""What the rooms are given to work with: time, chance, the store, and somebody who counts."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from msgspec import Struct

from protocol.v1.codec import Codec
from protocol.v1.requests import Act
from protocol.v1.updates import Done, Refused
from server.games.base import Rng, Search
from server.metrics import Meter
from server.store.interface import Store
from server.table.commands import Request
from server.table.player import Player

Reply = Callable[[Done | Refused], None]
Cancel = Callable[[], None]
Think = Callable[[Search, Callable[[object], None]], Cancel]
"""Run a search beside the loop and call back once with what it found, None for nothing, unless cancelled."""


class Ask(Struct, frozen=True):
    """A request in a table's inbox: whose it is, and who is told how it went (exactly once).

    `again`: the seat that it is about has been given back to its player before.
    """

    player: Player
    request: Request
    codec: Codec
    reply: Reply
    again: bool = False

    @property
    def known(self) -> dict[str, Any]:
        """What an answer repeats of the request, so that it is known again."""
        n = self.request.n if isinstance(self.request, Act) else None
        return {"id": getattr(self.request, "id", 0), "n": n}


class Timers(Protocol):
    """Callbacks at a time. `later` runs after everything that waits already."""

    def at(self, when_ms: int, callback: Callable[[], None]) -> Cancel: ...

    def later(self, callback: Callable[[], None]) -> None: ...


class Alarm:
    """One timer that is set again and again; `ring` is called once for every setting that came to its end."""

    def __init__(self, timers: Timers, ring: Callable[[], None]) -> None:
        self._timers = timers
        self._ring = ring
        self._cancel: Cancel | None = None
        self._set_ms = 0

    def set(self, when_ms: int | None) -> None:
        """Ring then, or never. One set for too early is kept: to wake for nothing costs less than to set."""
        if self._cancel is not None:
            if when_ms is not None and when_ms >= self._set_ms:
                return
            self.stop()
        if when_ms is not None:
            self._set_ms = when_ms
            self._cancel = self._timers.at(when_ms, self._rings)

    def stop(self) -> None:
        if self._cancel is not None:
            self._cancel()
            self._cancel = None

    def _rings(self) -> None:
        self._cancel = None
        self._ring()


def _nobody_thinks(search: Search, found: Callable[[object], None]) -> Cancel:
    return lambda: None


def _no_probe(point: str) -> None:
    return None


@dataclass(frozen=True)
class Services:
    """`now_ms` is wall time in milliseconds since 1970; `boot_ms` never jumps and counts suspension.

    `nonce` gives a new random word at every call, `secret` 32 random bytes. `think` runs what may take a
    while; by default nothing is ever found. `probe` is called at the points that crash tests are about:
    `appended`, before a durable entry becomes the state, and `committed`, before anybody is told of it.
    """

    store: Store
    now_ms: Callable[[], int]
    boot_ms: Callable[[], int]
    timers: Timers
    rng: Rng
    nonce: Callable[[], str]
    meter: Meter
    secret: Callable[[], bytes] = secrets.token_bytes
    think: Think = _nobody_thinks
    probe: Callable[[str], None] = _no_probe
