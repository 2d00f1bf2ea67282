"""The links of one hub to all others: reliable, ordered messages over the bus of the store.

All messages to one hub in one turn of the event loop are published as one batch, and on a busy link those of
a millisecond. A message to several hubs is published once, on a channel to which all peers of this hub
listen. A link on which nothing waits for an acknowledgement is quiet.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import traceback
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import inf

from server.links.batches import BATCHES, SHARED_BATCHES, Batch, Seal, Share, SharedBatch, SharedMessage
from server.links.link import Link
from server.store.bus import Bus

log = logging.getLogger("kibitz.links")

LIMIT = 8 * 2**20
"""The size (bytes) of the messages that may wait for the acknowledgement of one hub."""

GAP_S = 0.001
"""The shortest time (s) between two rounds of batches.

A busy hub would otherwise publish in every turn of the event loop, and a write to Redis with its wake-up
costs as much as 20 messages.
"""

Heard = Callable[[str, int, bytes], None]
"""A function that gets the id of a peer, the session of the link and a message."""
Broken = Callable[[str], None]


@dataclass
class Counts:
    """The counters of what the links of one hub have done."""

    published: int = 0
    """Batches that were published."""
    heard: int = 0
    """Messages of other hubs that were passed on."""
    repeated: int = 0
    """Messages that were sent again."""
    dropped: int = 0
    """Batches of the bus that were no batches of a hub of this store."""
    broken: int = 0
    """Links that broke."""


def inbox_of(hub: str) -> str:
    """Return the channel of the batches to one hub."""
    return f"kibitz:to:{hub}"


def outbox_of(hub: str) -> str:
    """Return the channel of the batches from one hub to several others."""
    return f"kibitz:from:{hub}"


class _Peer:
    """Another hub, the present link to it, and the channels between the two."""

    def __init__(
        self, hub: str, link: Link, bus: Bus, secret: bytes, hear: Callable[[_Peer, bytes], None]
    ) -> None:
        self.hub = hub
        self.link = link
        self.inbox = inbox_of(hub)
        self.seal = Seal(secret, self.inbox)
        self.outbox_seal = Seal(secret, outbox_of(hub))
        self.leave = bus.listen(outbox_of(hub), lambda payload: hear(self, payload))


class Links:
    """The links of the hub with the id `hub` to all others; make it in a running event loop.

    `secret` is the secret that all hubs of the store share. `heard` gets each message of a peer once and in
    order, with the session of the link: a number that changes when the link breaks. A link breaks if the
    other hub has broken it or has been started anew, if it does not answer for `silence_s`, or if messages of
    more than `limit` bytes wait for its acknowledgement. Both hubs then forget all messages on the link, and
    what is sent later belongs to a new session. `counts` is filled by this object. `draw` returns a random
    number below 2 ** 63.
    """

    def __init__(
        self,
        hub: str,
        bus: Bus,
        secret: bytes,
        heard: Heard,
        *,
        silence_s: float,
        limit: int = LIMIT,
        counts: Counts | None = None,
        draw: Callable[[], int] = lambda: secrets.randbits(63),
    ) -> None:
        self.hub = hub
        self.counts = Counts() if counts is None else counts
        self._bus = bus
        self._secret = secret
        self._pass_on = heard
        self._silence_s = silence_s
        self._limit = limit
        self._draw = draw
        self._loop = asyncio.get_running_loop()
        self._observers: tuple[Broken, ...] = ()
        self._peers: dict[str, _Peer] = {}
        self._touched: dict[_Peer, None] = {}
        self._shared: list[tuple[bytes, list[tuple[_Peer, Link, int]]]] = []
        self._flush_planned = False
        self._flushed_s = -inf
        self._timer: asyncio.TimerHandle | None = None
        self._timer_s = inf
        self._closed = False
        self._outbox = outbox_of(hub)
        self._outbox_seal = Seal(secret, self._outbox)
        self._inbox_seal = Seal(secret, inbox_of(hub))
        self._leave = bus.listen(inbox_of(hub), self._hear)

    def on_break(self, observer: Broken) -> None:
        """Call `observer` with the id of the peer, once whenever a link has broken.

        It is called before the first message of the next session is passed on. It is never called within
        `send` or `send_to_many`, but within `break_with`.
        """
        self._observers += (observer,)

    def send(self, peer: str, payload: bytes) -> None:
        """Send a message to the hub with the id `peer`."""
        if self._closed:
            return
        known = self._peers.get(peer) or self._meet(peer)
        known.link.put(payload, self._loop.time())
        self._touch(known)

    def send_to_many(self, peers: Iterable[str], payload: bytes) -> None:
        """Send one message to several hubs, published once for all of them to which a link is there."""
        if self._closed:
            return
        now_s = self._loop.time()
        shares: list[tuple[_Peer, Link, int]] = []
        known = [self._peers.get(peer) or self._meet(peer) for peer in dict.fromkeys(peers)]
        alone = sum(peer.link.settled for peer in known) < 2
        for peer in known:
            if alone or not peer.link.settled:
                peer.link.put(payload, now_s)
            else:
                shares.append((peer, peer.link, peer.link.share(payload, now_s)))
            self._touch(peer)
        if shares:
            self._shared.append((payload, shares))

    def break_with(self, peer: str) -> None:
        """Break the link to a hub, for example because it is dead; it is told, in case that it is not."""
        known = self._peers.get(peer)
        if known is not None and known.link.in_use:
            self._break(known)

    def close(self) -> None:
        """Send what has been sent in this turn of the event loop, and stop; no other hub is told."""
        self._flush()
        self._closed = True
        self._leave()
        for peer in self._peers.values():
            peer.leave()
        self._peers.clear()
        if self._timer is not None:
            self._timer.cancel()

    def _meet(self, hub: str) -> _Peer:
        """Return a hub that was unknown so far, with a new link."""
        link = self._new_link()
        peer = self._peers[hub] = _Peer(hub, link, self._bus, self._secret, self._hear_shared)
        self._plan(link.due_s(self._silence_s))
        return peer

    def _new_link(self, peer_session: int = 0, *, telling: bool = False) -> Link:
        return Link(
            self.hub,
            1 + self._draw(),
            self._loop.time(),
            peer_session=peer_session,
            telling=telling,
            limit=self._limit,
        )

    def _touch(self, peer: _Peer) -> None:
        """Publish what is to be sent to a hub at the end of this turn of the event loop."""
        self._touched[peer] = None
        if not self._flush_planned:
            self._flush_planned = True
            next_s = self._flushed_s + GAP_S
            if self._loop.time() >= next_s:
                self._loop.call_soon(self._flush)
            else:
                self._loop.call_at(next_s, self._flush)

    def _flush(self) -> None:
        """Publish all that is to be sent."""
        self._flush_planned = False
        if self._closed:
            return
        self._flushed_s = self._loop.time()
        touched, self._touched = self._touched, {}
        for peer in touched:
            if peer.link.overfull:
                self._break(peer)
        if self._shared:
            self._publish_shared()
        for peer in touched:
            self._publish(peer)

    def _publish(self, peer: _Peer) -> None:
        """Publish what is to be sent to one hub alone."""
        link, now_s = peer.link, self._loop.time()
        before = link.repeated
        while (batch := link.batch(now_s)) is not None:
            self.counts.published += 1
            self._bus.publish(peer.inbox, peer.seal.sealed(batch))
        self.counts.repeated += link.repeated - before
        self._plan(link.due_s(self._silence_s))

    def _publish_shared(self) -> None:
        """Publish the messages to several hubs, without the links that have broken meanwhile."""
        shared, self._shared = self._shared, []
        positions: dict[_Peer, int] = {}
        shares: list[Share] = []
        for _, receivers in shared:
            for peer, link, _ in receivers:
                if peer not in positions and peer.link is link:
                    positions[peer] = len(shares)
                    shares.append(link.head(peer.hub))
        messages = []
        for payload, receivers in shared:
            numbers = [0] * len(shares)
            for peer, link, number in receivers:
                if peer.link is link:
                    numbers[positions[peer]] = number
            messages.append(SharedMessage(payload, numbers))
        if shares:
            self.counts.published += 1
            batch = SharedBatch(self.hub, shares, messages)
            self._bus.publish(self._outbox, self._outbox_seal.sealed(batch))

    def _hear(self, payload: bytes) -> None:
        """Take a batch from the channel of this hub."""
        batch: Batch | None = self._inbox_seal.opened(payload, BATCHES)
        if batch is None or batch.sender == self.hub:
            self.counts.dropped += 1
            return
        peer = self._peers.get(batch.sender) or self._meet(batch.sender)
        self._take(peer, batch)

    def _hear_shared(self, peer: _Peer, payload: bytes) -> None:
        """Take a batch from the channel of another hub to several ones."""
        shared: SharedBatch | None = peer.outbox_seal.opened(payload, SHARED_BATCHES)
        if shared is None:
            self.counts.dropped += 1
            return
        for position, share in enumerate(shared.shares):
            if share.peer == self.hub:
                self._take(peer, _own_part(shared, position, share))

    def _take(self, peer: _Peer, batch: Batch) -> None:
        """Pass on what a batch of a peer brings."""
        link = peer.link
        news = link.hear(batch, self._loop.time())
        if news is None:
            self._break(peer, batch.session)
            return
        for payload in news:
            if peer.link is not link or self._closed:
                return
            if payload is not None:
                self.counts.heard += 1
                try:
                    self._pass_on(peer.hub, link.session, payload)
                except Exception as error:
                    _log("a message of another hub", error)
        if link.urgent:
            self._touch(peer)
        else:
            self._plan(link.due_s(self._silence_s))

    def _break(self, peer: _Peer, peer_session: int = 0) -> None:
        """Forget all that was sent and heard on a link, and tell the observers.

        `peer_session` is the new session of the other end, if the other end has broken the link.
        """
        told = peer_session or peer.link.peer_session
        peer.link = self._new_link(told, telling=bool(told))
        self.counts.broken += 1
        self._touch(peer)
        for observer in self._observers:
            try:
                observer(peer.hub)
            except Exception as error:
                _log("the end of a link", error)

    def _plan(self, due_s: float) -> None:
        """Call `_tick` at a time, unless it is called earlier anyway."""
        if due_s < self._timer_s and not self._closed:
            if self._timer is not None:
                self._timer.cancel()
            self._timer_s = due_s
            self._timer = self._loop.call_at(due_s, self._tick)

    def _tick(self) -> None:
        """Repeat and acknowledge what is due, and give up peers that are silent."""
        self._timer, self._timer_s = None, inf
        now_s = self._loop.time()
        for peer in list(self._peers.values()):
            due_s = peer.link.due_s(self._silence_s)
            if due_s > now_s:
                self._plan(due_s)
            elif not peer.link.is_silent(now_s, self._silence_s):
                self._publish(peer)
            elif peer.link.in_use:
                self._break(peer)
            else:
                peer.leave()
                del self._peers[peer.hub]


def _own_part(shared: SharedBatch, position: int, share: Share) -> Batch:
    """Return what the batch of a hub to several others says to the one at this position of its shares."""
    first = 0
    messages: list[bytes | None] = []
    for message in shared.messages:
        number = message.numbers[position] if position < len(message.numbers) else 0
        if number:
            first = first or number
            messages += [None] * (number - first - len(messages))
            messages.append(message.payload)
    return Batch(shared.sender, share.session, share.peer_session, False, share.heard, first, messages)


def _log(what: str, error: Exception) -> None:
    # Log only the source line of the fault: the text of the exception may quote hidden cards.
    frame = traceback.extract_tb(error.__traceback__)[-1]
    log.error("%s: %s in %s line %s", what, type(error).__name__, frame.filename, frame.lineno)
