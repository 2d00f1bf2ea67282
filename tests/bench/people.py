"""The people of a crowd: players and watchers, each with a connection that can be lost and made again.

Each reads and writes its own connection only. Their driver chooses when they act, leave and come back.
"""

from __future__ import annotations

import contextlib
import socket
import struct
from collections import deque
from collections.abc import Callable
from random import Random
from time import monotonic_ns
from typing import Protocol

import msgspec
from msgspec import UNSET, Struct, UnsetType

from protocol.v1.requests import Hello, Host, NoClock, Open, Policy, Sit, Unwatch, Watch
from tests.bench.lobby import PATH, SUBPROTOCOL, WITHOUT_END
from tests.bench.seats import Own, encode
from tests.bench.wire import BINARY, Broken, Wire, handshake

HELLO, WATCH, SIT, FIRST_OPEN = 1, 2, 3, 100
_LINGER_NOT = struct.pack("=ii", 1, 0)
"""The socket option that ends a connection by a reset, which keeps no port busy afterwards."""


class _Identity(Struct):
    id: str = ""


class Update(Struct):
    """What a player needs of a message of protocol v1."""

    t: str
    id: int = 0
    version: int = 0
    epoch: str = ""
    audience: str | int = ""
    own: Own | UnsetType | None = UNSET
    n: int | None = None
    table: str | None = None
    code: str = ""
    message: str = ""
    retry_ms: int | None = None
    you: _Identity | None = None


_decode = msgspec.msgpack.Decoder(Update).decode
_REFUSED, _HEAD = b"\xa1t\xa7refused", 16
"""How a refusal begins in msgpack: a watcher decodes nothing else."""
_NOTHING = ("calls", "bids", "cards", "plays", "discards", "clues")


class Pending(Struct):
    """An action that was sent and is not answered yet."""

    n: int
    action: bytes
    decision: str | None
    sent_ns: int


class Driver(Protocol):
    """The driver of a crowd, as its people know it. `ready` are the players that wait for their turn."""

    port: int
    rng: Random
    ready: deque[Player]

    def poll(self, person: Person) -> None:
        """Watch a connection that is being made."""

    def forget(self, person: Person) -> None:
        """Watch a connection no more."""

    def arrived(self, person: Person) -> None:
        """Count a connection that is open."""

    def cut_off(self, person: Person) -> None:
        """Let a person come back after the server or the machine has ended the connection."""

    def opened(self, group: Group, table: str) -> None:
        """Let the four of a group sit down at their new table."""

    def sat(self, group: Group, *, new: bool) -> None:
        """Count a player of a group that has sat down, if it is `new` there."""

    def count(self, refusal: str) -> None:
        """Count a refusal, or a connection that the server has closed."""

    def later(self, seconds: float, action: Callable[[], None]) -> None:
        """Call `action` after some time."""

    def acknowledged(self, player: Player, pending: Pending) -> None:
        """Write down that an action is done, and how long it took."""


class Group:
    """The four players of one table, and the table's watchers."""

    __slots__ = ("game", "here", "leaving", "players", "table", "watchers")

    def __init__(self, game: str) -> None:
        self.game = game
        self.table = ""
        self.players: list[Player] = []
        self.watchers: list[Watcher] = []
        self.here = 0
        self.leaving = False


class Person(Wire):
    """A person with a connection that can be lost and made again. No method waits for the network."""

    __slots__ = ("_opening", "_waits", "driver", "group", "token")

    # `Wire` connects when it is made; a person does so by `come`.

    def __init__(self, driver: Driver, token: str | None) -> None:
        self.driver = driver
        self.token = token
        self.group: Group
        self._rest = b""
        self._opening = False
        self._waits = False
        self._socket: socket.socket | None = None  # type: ignore[assignment]

    @property
    def connected(self) -> bool:
        return self._socket is not None and not self._opening

    def come(self) -> None:
        """Begin to connect."""
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        self._socket.setblocking(False)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._rest, self._opening = b"", True
        self._socket.connect_ex(("127.0.0.1", self.driver.port))
        self.driver.poll(self)

    def shake_hands(self) -> None:
        """Ask for a websocket, because the connection can be written to."""
        self._socket.send(handshake(self.driver.port, PATH, SUBPROTOCOL))

    def lose(self) -> None:
        """Lose the connection without a word, as when a network goes away."""
        self.driver.forget(self)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _LINGER_NOT)
        self._socket.close()
        self._socket = None  # type: ignore[assignment]

    def return_(self) -> None:
        """Come back after the connection was lost."""
        if self._socket is None:
            self.come()

    def send(self, message: bytes, kind: int = BINARY) -> None:
        # A connection that was just reset is noticed by the next `receive`.
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            super().send(message, kind)

    def closed(self, code: int, reason: str) -> None:
        self.driver.count(f"closed with {code}")

    def receive(self) -> None:
        try:
            data = self._socket.recv(262_144)
        except OSError:
            data = b""
        if not data:
            self.driver.cut_off(self)
        elif self._opening:
            self._read_handshake(data)
        else:
            self._read(data)

    def _read_handshake(self, data: bytes) -> None:
        head, found, rest = (self._rest + data).partition(b"\r\n\r\n")
        if not found:
            self._rest = head
            return
        if b" 101 " not in head[:20]:
            raise Broken(f"expected status 101, got {head.splitlines()[0].decode()}")
        self._rest, self._opening = b"", False
        self.send(encode(Hello(id=HELLO, client="bench", token=self.token)))
        self.greeted()
        self._read(rest)

    def unwatch(self) -> None:
        """Follow the table of the group no more, if it has one."""
        if self.group.table and self.connected:
            self.send(encode(Unwatch(table=self.group.table)))

    def ask_later(self, retry_ms: int) -> None:
        """Ask again after a time, once for all requests that were refused until then.

        One retry for each refusal of two requests that are sent together would double them every time.
        """
        if not self._waits:
            self._waits = True
            self.driver.later(retry_ms / 1000, self._ask_again)

    def _ask_again(self) -> None:
        self._waits = False
        if self.connected:
            self.resume()

    def resume(self) -> None:
        """Send the requests that bring this person to its table."""
        raise NotImplementedError

    def greeted(self) -> None:
        """Send the requests that follow hello."""
        self.driver.arrived(self)
        self.resume()


class Watcher(Person):
    """A watcher. It decodes only refusals."""

    __slots__ = ()

    def resume(self) -> None:
        self.follow()

    def follow(self) -> None:
        """Watch the table of the group, if it has one."""
        if self.group.table and self.connected:
            self.send(encode(Watch(id=WATCH, table=self.group.table)))

    def take(self, message: bytes) -> None:
        if _REFUSED in message[:_HEAD]:
            update = _decode(message)
            self.driver.count(update.code)
            if update.retry_ms is not None:
                self.ask_later(update.retry_ms)

    def move(self, group: Group) -> None:
        """Go to another table."""
        if self.connected and group.table:
            self.group.watchers.remove(self)
            self.unwatch()
            self.group = group
            group.watchers.append(self)
            self.follow()


class Player(Person):
    """A player, which acts when the crowd lets it, and sends an action again until it is answered."""

    __slots__ = (
        "_acknowledged",
        "_decision",
        "_epoch",
        "_own",
        "_pending",
        "_seated",
        "_version",
        "_wish",
        "id",
        "queued",
        "seat",
    )

    def __init__(self, driver: Driver, token: str, seat: int) -> None:
        super().__init__(driver, token)
        self.seat = seat
        self.id = ""
        self.queued = False
        self._wish = FIRST_OPEN
        self.begin()

    def begin(self) -> None:
        """Forget the last table; the next one is opened by a request of another id."""
        self._wish += 1
        self._own = Own(**dict.fromkeys(_NOTHING))
        self._decision: str | None = None
        self._pending: Pending | None = None
        self._acknowledged = 0
        self._epoch, self._version = "", 0
        self._seated = False

    def open(self) -> None:
        """Open a table for the four."""
        game, policy = self.group.game, Policy(pause_ms=1_000, clock=NoClock())
        options = WITHOUT_END[game]
        self.send(encode(Open(id=self._wish, game=game, options=options, name="Site", policy=policy)))

    def close_table(self) -> None:
        """End the table, as its host."""
        self.send(encode(Host(table=self.group.table, terminate=True)))

    def enter(self) -> None:
        """Follow the table, and sit down."""
        table = self.group.table
        self.send(encode(Watch(id=WATCH, table=table)))
        self.send(encode(Sit(id=SIT, table=table, seat=self.seat)))

    def follow(self) -> None:
        """Follow the table again after the connection was lost."""
        epoch, version = (self._epoch, self._version) if self._epoch else (None, None)
        self.send(encode(Watch(id=WATCH, table=self.group.table, as_="seat", epoch=epoch, version=version)))

    def take(self, message: bytes) -> None:
        update = _decode(message)
        kind = update.t
        if kind == "patch" or kind == "view":
            if update.table == self.group.table and (kind == "patch" or update.audience == "seat"):
                self._show(update, whole=kind == "view")
        elif kind == "done":
            self._done(update)
        elif kind == "refused":
            self._refused(update)
        elif kind == "welcome" and update.you is not None:
            self.id = update.you.id

    def _show(self, update: Update, *, whole: bool) -> None:
        if whole:
            self._epoch = update.epoch
        elif not self._epoch:
            return  # A patch of the public view, before this player has sat down.
        self._version = update.version
        own = update.own
        if own is UNSET or own is None:
            return
        for name in _NOTHING:
            told = getattr(own, name)
            if told is not UNSET:
                setattr(self._own, name, told)
            elif whole:
                setattr(self._own, name, None)
        if own.decision is not UNSET:
            self._decision = own.decision
        elif whole:
            self._decision = None
        self._queue()

    def _queue(self) -> None:
        """Wait for the time to act, if there is something to decide."""
        if self._decision is not None and self._pending is None and not self.queued:
            self.queued = True
            self.driver.ready.append(self)

    def _done(self, done: Update) -> None:
        if done.id == self._wish and done.table is not None:
            self.driver.opened(self.group, done.table)
        elif done.id == SIT:
            self.driver.sat(self.group, new=not self._seated)
            self._seated = True
        elif done.id == WATCH:
            if self._seated and done.table in (None, self.group.table):
                self._catch_up(done.n or 0)
        elif done.table == self.group.table and self._pending is not None and done.n == self._pending.n:
            self._acknowledge(self._pending)

    def _catch_up(self, last: int) -> None:
        """Learn what has become of the last action, and send it again if it was not applied."""
        pending = self._pending
        if pending is None:
            self._acknowledged = max(self._acknowledged, last)
            self._queue()
        elif last >= pending.n:
            self._acknowledge(pending)
        else:
            self._send_pending(pending)

    def _acknowledge(self, pending: Pending) -> None:
        self._acknowledged = pending.n
        self._pending = None
        self.driver.acknowledged(self, pending)
        self._queue()

    def _refused(self, refused: Update) -> None:
        driver, pending = self.driver, self._pending
        driver.count(refused.code)
        if refused.n is None:
            self._refused_request(refused)
            return
        if pending is None or refused.n != pending.n:
            return
        if refused.retry_ms is not None:
            driver.later(refused.retry_ms / 1000, lambda: self._again(pending))
        else:
            self._pending = None
            self._queue()

    def _refused_request(self, refused: Update) -> None:
        if refused.retry_ms is not None:
            self.ask_later(refused.retry_ms)
        elif not self.group.leaving:
            raise Broken(f"refused: {refused.message}")

    def resume(self) -> None:
        """Follow the table where this player has a seat; otherwise sit down, or open the table."""
        if self._seated:
            self.follow()
        elif self.group.table:
            self.enter()
        elif self.seat == 0:
            self.open()

    def _again(self, pending: Pending) -> None:
        if self._pending is pending and self.connected:
            self._send_pending(pending)

    def act(self) -> bool:
        """Act, and return True; return False if there is nothing to decide any more, or no connection."""
        self.queued = False
        if self._decision is None or self._pending is not None or self.group.leaving or not self.connected:
            return False
        action = self._chosen()
        if action is None:
            return False
        self._pending = Pending(self._acknowledged + 1, encode(action), self._decision, monotonic_ns())
        self._send_pending(self._pending)
        return True

    def _send_pending(self, pending: Pending) -> None:
        self.send(
            encode(
                {
                    "t": "act",
                    "table": self.group.table,
                    "n": pending.n,
                    "decision": pending.decision,
                    "action": msgspec.Raw(pending.action),
                }
            )
        )

    def _chosen(self) -> object | None:
        own, draw = self._own, self.driver.rng.random
        if own.plays:
            return self._chosen_at_hanabi()
        if own.bids:
            return {"t": "bid", "bid": own.bids[int(min(4, len(own.bids)) * draw())]}
        if own.calls:
            no_bid_yet = len(own.calls) == 36
            return {"t": "call", "call": own.calls[1 + int(10 * draw())] if no_bid_yet else "P"}
        if own.cards and not isinstance(own.cards, dict):
            return {"t": "play", "card": own.cards[int(len(own.cards) * draw())]}
        return None

    def _chosen_at_hanabi(self) -> object:
        plays, discards, clues = self._own.plays or (), self._own.discards or (), self._own.clues or ()
        drawn = self.driver.rng.random()
        if clues and (drawn < 0.5 or not discards):
            return clues[int(len(clues) * self.driver.rng.random())]
        if discards and drawn < 0.95:
            return {"t": "discard", "card": discards[0]}
        return {"t": "play", "card": plays[int(len(plays) * self.driver.rng.random())]}
