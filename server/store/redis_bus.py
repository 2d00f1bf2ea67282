"""The bus between hubs as pub/sub of Redis.

One connection to each node of Redis sends messages, and another one listens. All messages of one turn of the
event loop are sent in one write; no reply is awaited. What is published while the connection is lost is
dropped, as Redis itself drops messages while nothing listens.

A cluster has sharded pub/sub from Redis 7.0 on: a channel has a slot, as a key has, and only the nodes of
this slot carry its messages. Another node answers MOVED. A node that loses the slot tells the listener so.
An older cluster, and a single server, carry each message with classic pub/sub. Listeners at a cluster use
both, so that it does not matter which kind the sender found there.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from typing import Any

import hiredis
from redis.asyncio.connection import AbstractConnection
from redis.crc import key_slot
from redis.exceptions import MovedError

from server.store.appender import Address
from server.store.bus import Hear, Leave
from server.store.listeners import Listeners
from server.store.packing import packed_command
from server.store.redis_line import FIRST_PAUSE_S, LONGEST_PAUSE_S, Line

log = logging.getLogger("kibitz.store")

UNSENT = 16 * 2**20
"""The size (bytes) of what may wait for a slow Redis before further messages are dropped."""
EARLY = 256
"""The number of messages that may wait until the first connection to a node is there."""
ROUTES = 4096

_MESSAGES = frozenset((b"message", b"smessage"))


class RedisBus:
    """The bus between hubs over pub/sub of one Redis server or of a cluster.

    The function `connect` makes a connection to a node. In a cluster, `nodes` returns the addresses of its
    nodes and `home` the node that probably has a channel; both are None for a single server. The address None
    means the server that the setting `KIBITZ_REDIS_URL` names. `dropped` counts the messages that were
    published while Redis was away or slow. No connection is made before the bus is used.
    """

    def __init__(
        self,
        connect: Callable[[Address], AbstractConnection],
        nodes: Callable[[], list[Address]] | None = None,
        home: Callable[[str], Address] | None = None,
    ) -> None:
        self.dropped = 0
        self.clustered = nodes is not None
        self.sharded = self.clustered
        """True if messages are sent with sharded pub/sub; a cluster that does not know it says so."""
        self._connect = connect
        self._nodes = nodes
        self._home = home
        self._senders: dict[Address, _Sender] = {}
        self._ears: dict[Address, _Ear] = {}
        self._listeners = Listeners()
        self._heard_at: dict[bytes, Address] = {}
        self._routes: dict[str, tuple[bytes, _Sender]] = {}
        self._homes: dict[int, Address] = {}

    def publish(self, channel: str, payload: bytes) -> None:
        try:
            prefix, sender = self._routes[channel]
        except KeyError:
            prefix, sender = self._route(channel)
        sender.put(prefix, payload)

    def _route(self, channel: str) -> tuple[bytes, _Sender]:
        """Return the start of the command that publishes on a channel, and the connection for it."""
        if len(self._routes) >= ROUTES:
            self._routes.clear()
        name, verb = channel.encode(), b"SPUBLISH" if self.sharded else b"PUBLISH"
        prefix = b"*3\r\n$%d\r\n%b\r\n$%d\r\n%b\r\n$" % (len(verb), verb, len(name), name)
        route = self._routes[channel] = prefix, self._sender(self._address(channel))
        return route

    def _address(self, channel: str) -> Address:
        """Return the address of the node that has a channel, as far as it is known."""
        if self._home is None:
            return None
        slot = key_slot(channel.encode())
        return self._homes[slot] if slot in self._homes else self._home(channel)

    def _sender(self, address: Address) -> _Sender:
        if address not in self._senders:
            self._senders[address] = _Sender(self, address, self._connect(address))
        sender = self._senders[address]
        sender.connect()
        return sender

    def listen(self, channel: str, hear: Hear) -> Leave:
        name = channel.encode()
        if self._listeners.add(name, hear):
            self._listen_at(self._address(channel), [name])
        self._sender(self._address(channel))

        def leave() -> None:
            if self._listeners.remove(name, hear):
                self._ears[self._heard_at.pop(name)].remove(name)

        return leave

    def _listen_at(self, address: Address, channels: Iterable[bytes]) -> None:
        if address not in self._ears:
            self._ears[address] = _Ear(self, address, self._connect(address), self._listeners)
        for name in channels:
            self._heard_at[name] = address
            self._ears[address].add(name)

    def moved(self, refusal: str) -> Address:
        """Note the answer MOVED of a node of the cluster; return the address of the node that it names."""
        moved = MovedError(refusal.partition(" ")[2])
        self._homes[int(moved.slot_id)] = moved.node_addr
        self._routes.clear()
        return moved.node_addr

    def listen_elsewhere(self, channels: list[bytes], address: Address) -> None:
        """Listen to channels at another node, unless their listeners have gone meanwhile."""
        left = [name for name in channels if name in self._heard_at]
        for name in left:
            self._ears[self._heard_at[name]].remove(name)
        self._listen_at(address, left)

    def use_classic(self) -> None:
        """Send messages with classic pub/sub from now on."""
        self.sharded = False
        self._routes.clear()

    def unreachable(self, address: Address) -> Address:
        """Return the address of a node to try instead of one that cannot be reached; note it for its slots.

        Any other node will do, as a node that does not have the slot of a channel names the right one.
        """
        nodes = [None, *(self._nodes() if self._nodes is not None else [])]
        position = nodes.index(address) if address in nodes else -1
        following = nodes[(position + 1) % len(nodes)]
        lost = {channel for channel, (_, sender) in self._routes.items() if sender.address == address}
        for slot in (key_slot(channel) for channel in (*map(str.encode, lost), *self._channels_at(address))):
            self._homes[slot] = following
        self._routes.clear()
        return following

    def _channels_at(self, address: Address) -> list[bytes]:
        return [name for name, at in self._heard_at.items() if at == address]

    async def close(self) -> None:
        """Send what has been published, and close all connections."""
        self._listeners.clear()
        self._heard_at.clear()
        for sender in self._senders.values():
            sender.flush()
        for line in (*self._senders.values(), *self._ears.values()):
            await line.close()


class _Sender(Line):
    """The connection to one node that publishes messages."""

    def __init__(self, bus: RedisBus, address: Address, connection: AbstractConnection) -> None:
        super().__init__(connection)
        self.address = address
        self._bus = bus
        self._out: list[bytes] = []
        self._never_open = True
        self._refused = False

    def put(self, prefix: bytes, payload: bytes) -> None:
        """Publish a message with the other messages of this turn of the event loop."""
        out = self._out
        if self.transport is None:
            self.connect()
            if not self._never_open or len(out) >= 3 * EARLY:
                self._bus.dropped += 1
                return
        elif not out:
            self._loop.call_soon(self.flush)
        out += (prefix, b"%d\r\n" % len(payload), payload, b"\r\n")

    def flush(self) -> None:
        """Write what has been published in this turn of the event loop."""
        transport, out = self.transport, self._out
        if transport is None or not out:
            return
        self._out = []
        if transport.get_write_buffer_size() > UNSENT:
            self._bus.dropped += len(out) // 4
        else:
            transport.write(b"".join(out))

    def opened(self, transport: asyncio.WriteTransport) -> None:
        self._never_open = self._refused = False
        self.flush()

    def failed(self) -> bool:
        self._bus.dropped += len(self._out) // 4
        self._out, self._never_open = [], False
        if self._bus.clustered:
            # The next message goes to another node, and connects to this one only if it still has the slot.
            self._bus.unreachable(self.address)
            return False
        return True

    def lose(self, error: Exception) -> None:
        self._bus.dropped += len(self._out) // 4
        self._out = []
        super().lose(error)

    def replied(self, reply: Any) -> None:
        if not isinstance(reply, hiredis.ReplyError):
            return
        refusal = str(reply)
        if refusal.startswith("MOVED "):
            self._bus.moved(refusal)
        elif refusal.lower().startswith("err unknown command") and self._bus.sharded:
            self._bus.use_classic()
        elif not self._refused:
            self._refused = True
            log.warning("a message to another hub was refused: %s", refusal)


class _Ear(Line):
    """The connection to one node that listens to channels."""

    def __init__(
        self, bus: RedisBus, address: Address, connection: AbstractConnection, listeners: Listeners
    ) -> None:
        super().__init__(connection)
        self._bus = bus
        self._address = address
        self._tell = listeners.tell
        self._channels: set[bytes] = set()
        self._refused = self._trying_again = False

    def add(self, channel: bytes) -> None:
        """Listen to a channel."""
        self._channels.add(channel)
        self._send("SUBSCRIBE", [channel])
        self.connect()

    def remove(self, channel: bytes) -> None:
        """Listen to a channel no longer."""
        self._channels.discard(channel)
        self._send("UNSUBSCRIBE", [channel])

    def _send(self, verb: str, channels: Iterable[bytes]) -> None:
        """Send SUBSCRIBE or UNSUBSCRIBE, once for each channel as their slots differ."""
        if self.transport is None:
            return
        verbs = (f"S{verb}", verb) if self._bus.clustered else (verb,)
        commands = [packed_command((each, channel)) for channel in channels for each in verbs]
        self.transport.write(b"".join(commands))

    def opened(self, transport: asyncio.WriteTransport) -> None:
        self._refused = False
        self._send("SUBSCRIBE", self._channels)

    def failed(self) -> bool:
        if not self._bus.clustered:
            return True
        channels, following = list(self._channels), self._bus.unreachable(self._address)
        if following == self._address:
            return True
        self._loop.call_later(FIRST_PAUSE_S, self._bus.listen_elsewhere, channels, following)
        return False

    def replied(self, reply: Any) -> None:
        if type(reply) is list:
            if reply[0] in _MESSAGES:
                self._tell(reply[1], reply[2])
            elif reply[0] == b"sunsubscribe" and reply[1] in self._channels:
                # The slot of the channel has left this node, which now names its new node in its answer.
                self._send("SUBSCRIBE", [reply[1]])
        elif isinstance(reply, hiredis.ReplyError):
            self._take_refusal(str(reply))

    def _take_refusal(self, refusal: str) -> None:
        if refusal.startswith("MOVED "):
            slot = int(refusal.split()[1])
            channels = [name for name in self._channels if key_slot(name) == slot]
            address = self._bus.moved(refusal)
            # Two nodes that name each other for a moment must not keep this process busy.
            self._loop.call_later(FIRST_PAUSE_S, self._bus.listen_elsewhere, channels, address)
        elif not (self._bus.clustered and refusal.lower().startswith("err unknown command")):
            if not self._refused:
                self._refused = True
                log.warning("Redis refuses to pass on messages of other hubs: %s", refusal)
            if not self._trying_again:
                self._trying_again = True
                self._loop.call_later(LONGEST_PAUSE_S, self._try_again)

    def _try_again(self) -> None:
        self._trying_again = False
        self._send("SUBSCRIBE", self._channels)
