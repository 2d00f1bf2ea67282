"""What the rooms are given to work with: time, chance, the store, and somebody who counts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from server.games.base import Rng
from server.metrics import Meter
from server.store.interface import Store

Cancel = Callable[[], None]


class Timers(Protocol):
    """Callbacks at a time. `later` runs after everything that waits already."""

    def at(self, when_ms: int, callback: Callable[[], None]) -> Cancel: ...

    def later(self, callback: Callable[[], None]) -> None: ...


def _no_probe(point: str) -> None:
    return None


@dataclass(frozen=True)
class Services:
    """`now_ms` is wall time in milliseconds since 1970; `boot_ms` never jumps and counts suspension.

    `nonce` gives a new random word at every call. `probe` is called at the points that crash tests are about:
    `appended`, before a durable entry becomes the state, and `committed`, before anybody is told of it.
    """

    store: Store
    now_ms: Callable[[], int]
    boot_ms: Callable[[], int]
    timers: Timers
    rng: Rng
    nonce: Callable[[], str]
    meter: Meter
    probe: Callable[[str], None] = _no_probe
