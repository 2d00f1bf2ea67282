"""Feeds of a table with listeners that record what they receive."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from protocol.v1.bridge import MakeCall, PlayCard
from protocol.v1.codec import MSGPACK, Codec, decode_update
from protocol.v1.updates import Patch, View
from server.games.base import Audience, Public
from server.hub.feeds import Feeds
from server.hub.listeners import Frame
from server.table.table import Table
from tests.patching import Shown
from tests.tables import NOON, act


class Ear:
    """A listener that keeps its frames and the view that they add up to."""

    def __init__(self, codec: Codec = MSGPACK) -> None:
        self.codec = codec
        self.congested = False
        self.wire = self
        self.frames: list[Frame] = []
        self.shown: Shown | None = None

    def deliver(self, frame: Frame) -> None:
        assert not self.congested, "expected nothing to be written to who does not read"
        self.frames.append(frame)
        update = decode_update(self.codec, frame.payload)
        if isinstance(update, View):
            self.shown = Shown(update)
        else:
            assert isinstance(update, Patch) and self.shown is not None
            self.shown.take(update)

    @property
    def kinds(self) -> list[str]:
        """Return the kinds of the received messages, views and patches, oldest first."""
        return [type(decode_update(self.codec, frame.payload)).__name__.lower() for frame in self.frames]


class Stage:
    """The feeds of a table that changes, and the callbacks that they deferred."""

    def __init__(self, table: Table) -> None:
        self.now_ms = NOON
        self.put_off: list[Callable[[], None]] = []
        self.feeds = Feeds(table, "e1", lambda: self.now_ms, self.put_off.append)

    @property
    def table(self) -> Table:
        return self.feeds.table

    def goes_on(self, table: Table, meanwhile: Callable[[], None] = lambda: None) -> None:
        """Publish the next table; `meanwhile` runs while the entry is being stored."""
        prepared = self.feeds.prepare(table)
        meanwhile()
        self.feeds.publish(prepared)

    def acts(self, *actions: MakeCall | PlayCard, meanwhile: Callable[[], None] = lambda: None) -> None:
        self.goes_on(act(self.table, *actions), meanwhile)

    def later(self) -> None:
        """Run all deferred callbacks."""
        while self.put_off:
            self.put_off.pop(0)()

    def ear(self, audience: Audience = Public(), codec: Codec = MSGPACK) -> Ear:  # noqa: B008 a frozen value
        ear = Ear(codec)
        self.feeds.subscribe(ear, audience)
        return ear

    def truth(self, audience: Audience, codec: Codec) -> tuple[Any, Any, int | None]:
        """Return what the rules allow this audience to see now."""
        state = self.table.state
        half = codec.decode_plain(
            codec.encode([self.table.game.pub(state), self.table.own(audience)]), 1 << 20
        )
        return half[0], half[1], self.table.clock.deadline_ms()


def of(ear: Ear) -> tuple[Any, Any, int | None]:
    """Return what a listener has received."""
    assert ear.shown is not None
    return ear.shown.pub, ear.shown.own, ear.shown.deadline_ms
