"""Hubs that only send and hear, and a bus that loses, repeats, delays and mixes their messages."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from itertools import count
from random import Random

from server.links.links import Links
from server.store.bus import Bus
from server.store.memory_bus import MemoryBus

SECRET = b"the secret of the store"


class FaultyBus(MemoryBus):
    """A bus that loses a share of the messages, repeats a share, and delivers each after a random delay.

    `cut` holds parts of the names of channels that carry nothing at all.
    """

    def __init__(self, rng: Random, faults: float = 1 / 3, delay_s: float = 0.09) -> None:
        super().__init__()
        self.cut: set[str] = set()
        self.carried: list[tuple[str, bytes]] = []
        self.faults = faults
        self._delay_s = delay_s
        self._rng = rng

    def carry(self, channel: str, payload: bytes) -> None:
        self.carried.append((channel, payload))
        if any(part in channel for part in self.cut) or self._rng.random() < self.faults:
            return
        for _ in range(1 + (self._rng.random() < self.faults)):
            delay_s = self._rng.uniform(0.001, self._delay_s)
            asyncio.get_running_loop().call_later(delay_s, self.deliver, channel, payload)


class Hub:
    """One hub with its links: it notes what it sends to each peer, by link, and what it hears."""

    _numbers = count(1)

    def __init__(self, id: str, bus: Bus, *, silence_s: float = 1000.0, limit: int = 8 * 2**20) -> None:
        self.id = id
        self.sent: dict[str, list[list[bytes]]] = {}
        self.heard: dict[str, list[list[bytes]]] = {}
        self.sessions: dict[str, list[set[int]]] = {}
        self.broken: list[str] = []
        self._make = lambda: Links(id, bus, SECRET, self._hears, silence_s=silence_s, limit=limit)
        self.start()

    def start(self) -> None:
        self.links = self._make()
        self.links.on_break(self._breaks)

    def restart(self) -> None:
        """Forget all links, as a new process does."""
        self.links.close()
        for peer in {*self.sent, *self.heard}:
            self._begin(peer)
        self.start()

    def send(self, *peers: str, size: int = 0) -> bytes:
        """Send a new message to one hub, or one to several."""
        message = b"%s %d" % (self.id.encode(), next(self._numbers)) + bytes(size)
        for peer in peers:
            self.sent.setdefault(peer, [[]])[-1].append(message)
        if len(peers) == 1:
            self.links.send(peers[0], message)
        else:
            self.links.send_to_many(peers, message)
        return message

    def _hears(self, peer: str, session: int, payload: bytes) -> None:
        self.heard.setdefault(peer, [[]])[-1].append(payload)
        self.sessions.setdefault(peer, [set()])[-1].add(session)

    def _breaks(self, peer: str) -> None:
        self.broken.append(peer)
        self._begin(peer)

    def _begin(self, peer: str) -> None:
        self.sent.setdefault(peer, [[]]).append([])
        self.heard.setdefault(peer, [[]]).append([])
        self.sessions.setdefault(peer, [set()]).append(set())

    def last_heard(self, peer: str) -> bytes | None:
        """Return the last message of a peer on the present link."""
        heard = self.heard.get(peer, [[]])[-1]
        return heard[-1] if heard else None


def assert_each_once_in_order(hubs: Iterable[Hub]) -> None:
    """Check that all messages of the first link have arrived, once and in order."""
    hubs = list(hubs)
    for sender in hubs:
        for hub in hubs:
            if hub is not sender:
                assert hub.heard.get(sender.id, [[]]) == sender.sent.get(hub.id, [[]])


def assert_links_do_not_mix(sender: Hub, hub: Hub) -> None:
    """Check what a hub has heard on each link: the first messages of one later link of the sender."""
    sent = sender.sent.get(hub.id, [[]])
    following = 0
    for heard in hub.heard.get(sender.id, []):
        if heard:
            at = next(number for number, link in enumerate(sent) if heard[0] in link)
            assert at >= following
            assert heard == sent[at][: len(heard)]
            following = at + 1
    sessions = [session for link in hub.sessions.get(sender.id, []) for session in link]
    assert len(sessions) == len(set(sessions))
    assert all(len(link) <= 1 for link in hub.sessions.get(sender.id, []))
