"""The counts of all hubs together: how much of something each of them holds, and how much each has spent.

A hub tells the others each change of what it holds, at most once in a moment, and everything at the
start of a link. So the limits of the whole site are known to each hub within a second, and no request waits
for another hub. A name, such as the address of a client, goes to other hubs only as a hash that is keyed with
the secret of all hubs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from hashlib import blake2b
from itertools import islice
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Raw

from server.hub.far.messages import Held, Spent
from server.hub.observers import Observers
from server.hub.services import Timers

TOGETHER_MS = 50
"""The shortest time in ms between two messages with changes."""
MOST_NAMES = 1_000
"""The largest number of names in one message."""

V = TypeVar("V")

_pack = msgspec.msgpack.Encoder().encode
NOTHING = Raw(_pack(None))


class Ledgers:
    """The ledgers and purses of one hub, by the name of what they count.

    Without a call of `share` they count only what this hub holds and spends, and send nothing.
    """

    def __init__(self) -> None:
        self._ledgers: dict[str, Ledger[Any]] = {}
        self._purses: dict[str, Purse] = {}
        self._key = b""
        self._tell: Callable[[Held | Spent], None] | None = None
        self._timers: Timers | None = None
        self._now_ms: Callable[[], int] = lambda: 0
        self._waits = False
        self._sent_ms = 0

    def share(
        self, secret: bytes, tell: Callable[[Held | Spent], None], timers: Timers, now_ms: Callable[[], int]
    ) -> None:
        """Begin to tell other hubs, which know the same secret, by `tell`."""
        self._key = secret[:64]
        self._tell, self._timers, self._now_ms = tell, timers, now_ms
        for ledger in self._ledgers.values():
            ledger.note_all()

    @property
    def shared(self) -> bool:
        """Return True if other hubs may count, too."""
        return self._tell is not None

    def ledger(self, what: str, kind: type[V]) -> Ledger[V]:
        """Return the ledger of what this hub and the others hold, with values of the type `kind`."""
        return self._ledgers.get(what) or self._ledgers.setdefault(what, Ledger(self, kind))

    def purse(self, what: str) -> Purse:
        """Return the purse of what this hub and the others spend."""
        return self._purses.get(what) or self._purses.setdefault(what, Purse(self))

    def key_of(self, name: str) -> bytes:
        """Return the hash by which all hubs know a name."""
        return blake2b(name.encode(), digest_size=8, key=self._key).digest()

    def await_telling(self) -> None:
        """Tell the other hubs soon what has changed."""
        if self._timers is not None and not self._waits:
            self._waits = True
            due_ms = self._sent_ms + TOGETHER_MS
            if due_ms <= self._now_ms():
                # A change after a quiet time is told at once.
                self._timers.later(self._send)
            else:
                self._timers.at(due_ms, self._send)

    def _send(self) -> None:
        self._waits = False
        self._sent_ms = self._now_ms()
        tell = self._tell
        assert tell is not None
        for what, ledger in self._ledgers.items():
            for held in _in_parts(ledger.changes()):
                tell(Held(what, held))
        for what, purse in self._purses.items():
            for spent in _in_parts(purse.news()):
                tell(Spent(what, spent))

    def everything(self) -> Iterator[Held]:
        """Return the messages that tell a hub, at the start of a link, all that this hub holds."""
        for what, ledger in self._ledgers.items():
            whole = True
            for held in _in_parts(ledger.entries()):
                yield Held(what, held, whole)
                whole = False
            if whole:
                yield Held(what, {}, whole)

    def hear(self, hub: str, message: Held | Spent) -> None:
        """Take what another hub holds or has spent.

        A newer release may count what this one does not know.
        """
        match message:
            case Held(what, held, whole):
                ledger = self._ledgers.get(what)
                if ledger is not None:
                    ledger.hear(hub, held, whole=whole)
            case Spent(what, spent):
                purse = self._purses.get(what)
                if purse is not None:
                    purse.spent.notify(spent, self._now_ms())

    def lost(self, hub: str) -> None:
        """Forget what a hub held that does not run any more."""
        for ledger in self._ledgers.values():
            ledger.lost(hub)


class Ledger(Generic[V]):
    """A value for each name that this hub holds, and beside it the values of the other hubs.

    Observers of `changed` get a name of which this hub has a value, after another hub has changed its own.
    """

    def __init__(self, ledgers: Ledgers, kind: type[V]) -> None:
        self.changed: Observers[[str]] = Observers("what other hubs hold")
        self._ledgers = ledgers
        self._decoder = msgspec.msgpack.Decoder(kind)
        self._own: dict[str, V] = {}
        self._names: dict[bytes, str] = {}
        self._elsewhere: dict[str, dict[bytes, V]] = {}
        self._changed: dict[str, None] = {}

    def set(self, name: str, value: V | None) -> None:
        """Set this hub's value of a name; None takes the name out."""
        if value is None:
            self._own.pop(name, None)
        else:
            self._own[name] = value
        if self._ledgers.shared:
            self._note(name)

    def own(self, name: str) -> V | None:
        """Return this hub's value of a name, None if there is none."""
        return self._own.get(name)

    def elsewhere(self, name: str) -> list[tuple[str, V]]:
        """Return the other hubs that have a value of a name, each with its value."""
        if not self._elsewhere:
            return []
        key = self._ledgers.key_of(name)
        return [(hub, held[key]) for hub, held in self._elsewhere.items() if key in held]

    def values(self) -> list[V]:
        """Return the values of all names that this hub and the others hold."""
        return [*self._own.values(), *(value for held in self._elsewhere.values() for value in held.values())]

    def note_all(self) -> None:
        """Tell the other hubs soon all that this hub holds."""
        for name in self._own:
            self._note(name)

    def _note(self, name: str) -> None:
        self._changed[name] = None
        self._ledgers.await_telling()

    def changes(self) -> Iterator[tuple[bytes, Raw]]:
        """Return what has changed since the last call."""
        changed, self._changed = self._changed, {}
        return self._packed(changed)

    def entries(self) -> Iterator[tuple[bytes, Raw]]:
        """Return all that this hub holds."""
        return self._packed(tuple(self._own))

    def _packed(self, names: Iterable[str]) -> Iterator[tuple[bytes, Raw]]:
        for name in names:
            key, value = self._ledgers.key_of(name), self._own.get(name)
            if value is None:
                self._names.pop(key, None)
                yield key, NOTHING
            else:
                self._names[key] = name
                yield key, Raw(_pack(value))

    def hear(self, hub: str, held: Mapping[bytes, Raw], *, whole: bool) -> None:
        """Take what another hub holds; `whole` is True if it holds nothing else."""
        theirs = self._elsewhere.setdefault(hub, {})
        if whole:
            theirs.clear()
        for key, packed in held.items():
            value = None if packed == NOTHING else self._decoder.decode(packed)
            if value is None:
                theirs.pop(key, None)
            else:
                theirs[key] = value
            name = self._names.get(key)
            if name is not None:
                self.changed.notify(name)

    def lost(self, hub: str) -> None:
        """Forget what a hub held that does not run any more."""
        self._elsewhere.pop(hub, None)

    def gone(self, hub: str, name: str) -> None:
        """Forget another hub's value of a name, because the hub has said that it holds it no more."""
        self._elsewhere.get(hub, {}).pop(self._ledgers.key_of(name), None)


class SharedCount:
    """A number for each name, such as the connections of each address, of which all hubs know the sum."""

    def __init__(self, ledgers: Ledgers, what: str) -> None:
        self._ledger = ledgers.ledger(what, int)

    def own(self, name: str) -> int:
        """Return the number at this hub."""
        return self._ledger.own(name) or 0

    def total(self, name: str) -> int:
        """Return the number at all hubs, as far as they have told this one."""
        return self.own(name) + sum(number for _, number in self._ledger.elsewhere(name))

    def gone(self, hub: str, name: str) -> None:
        """Count 0 for another hub, because the hub has said so."""
        self._ledger.gone(hub, name)

    def add(self, name: str, number: int = 1) -> None:
        """Count more, or fewer if `number` is below 0."""
        self._ledger.set(name, self.own(name) + number or None)


class Purse:
    """The spendings of all hubs, such as the tokens that limit the new guests of an address.

    Observers of `spent` get what another hub has spent, by the key of each name, and the present time in ms.
    """

    def __init__(self, ledgers: Ledgers) -> None:
        self.spent: Observers[[Mapping[bytes, int], int]] = Observers("what other hubs spend")
        self._ledgers = ledgers
        self._news: dict[bytes, int] = {}

    def key_of(self, name: str) -> bytes:
        """Return the hash by which all hubs know a name."""
        return self._ledgers.key_of(name)

    def spend(self, key: bytes, number: int) -> None:
        """Tell the other hubs soon that this hub has spent so much."""
        if self._ledgers.shared:
            self._news[key] = self._news.get(key, 0) + number
            self._ledgers.await_telling()

    def news(self) -> Iterator[tuple[bytes, int]]:
        """Return what this hub has spent since the last call."""
        news, self._news = self._news, {}
        return iter(news.items())


def _in_parts(entries: Iterator[tuple[bytes, V]]) -> Iterator[dict[bytes, V]]:
    """Return entries in maps of at most `MOST_NAMES`."""
    while part := dict(islice(entries, MOST_NAMES)):
        yield part
