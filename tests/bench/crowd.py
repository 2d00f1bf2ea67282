"""The people of a large site in one process: players and watchers come and go, and act at a given rate.

`python -m tests.bench.crowd '<Crowd as JSON>'` lets them come, prints "ready", and plays. What the server
acknowledges is written to a file, for the checker. At the end it prints a Day as JSON.
"""

from __future__ import annotations

import contextlib
import gc
import heapq
import os
import select
import socket
import struct
import sys
from array import array
from collections import deque
from collections.abc import Callable
from random import Random
from time import monotonic_ns, perf_counter, process_time

import msgspec
from msgspec import UNSET, Struct, UnsetType

from protocol.v1.requests import Hello, Host, NoClock, Open, Policy, Sit, Unwatch, Watch
from tests.bench import readings
from tests.bench.lobby import PATH, SUBPROTOCOL, WITHOUT_END, guests
from tests.bench.seats import Own, encode
from tests.bench.wire import BINARY, Broken, Wire, handshake

GAMES = {"bridge": 80, "spades": 12, "hanabi": 8}
"""How many of a hundred tables play each game."""
AWAY_S = (2.0, 10.0)
"""The shortest and the longest time until a player that has left is back."""
COMING_AT_ONCE = 200
"""The number of connections that are being made at the same time at the beginning."""
COME_S = 120.0
REST_S = 3.0
HELLO, WATCH, SIT, FIRST_OPEN = 1, 2, 3, 100
_LINGER_NOT = struct.pack("=ii", 1, 0)
"""The socket option that ends a connection by a reset, which keeps no port busy afterwards."""


class Crowd(Struct):
    """The size of a crowd, its server, and its habits.

    `rate`: actions a second, of all tables together. Each second `moves` watchers go to another table,
    `leaves` players lose their connection and come back, and at `endings` tables the four close the table and
    open another one. After `blip_s` seconds `blip` connections are lost at once, and all come back at once; 0
    for none. `record` is the file for what was acknowledged, "" for none.
    """

    port: int
    core: int
    record: str
    tables: int = 1_500
    watchers: int = 4_000
    rate: float = 1_500.0
    seconds: float = 600.0
    moves: float = 20.0
    leaves: float = 5.0
    endings: float = 1.0
    blip_s: float = 0.0
    blip: int = 5_000
    seed: int = 1


class Second(Struct):
    """One second: the number of acknowledged actions and of open connections, and the latency."""

    actions: int
    connections: int
    p50_ms: float | None
    p99_ms: float | None


class Day(Struct):
    """The observations of a crowd.

    `late_p99_ms` is the lateness of the crowd itself. `missed` counts the times at which an action was due
    but no player had anything to decide. `back_s` is the time from the blip until all were back. `tables` are
    all tables that were opened, with their games.
    """

    seconds: list[Second]
    actions: int
    p50_ms: float | None
    p99_ms: float | None
    worst_ms: float | None
    client_cpu: float
    late_p99_ms: float | None
    missed: int
    lost_connections: int
    refusals: dict[str, int]
    back_s: float | None
    tables: dict[str, str]


class Ack(Struct, array_like=True):
    """An action that the server said is done; the times are the machine's monotonic time."""

    player: str
    table: str
    n: int
    action: msgspec.Raw
    decision: str | None
    sent_ns: int
    at_ns: int


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
_pack = msgspec.msgpack.Encoder().encode
_NOTHING = ("calls", "bids", "cards", "plays", "discards", "clues")


class Pending(Struct):
    """An action that was sent and is not answered yet."""

    n: int
    action: bytes
    decision: str | None
    sent_ns: int


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
    """A person with a connection that can be lost and made again. Neither waits."""

    __slots__ = ("_opening", "crowd", "group", "token")

    # `Wire` connects when it is made; a person does so by `come`.

    def __init__(self, crowd: People, token: str | None) -> None:
        self.crowd = crowd
        self.token = token
        self.group: Group
        self._rest = b""
        self._opening = False
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
        self._socket.connect_ex(("127.0.0.1", self.crowd.port))
        self.crowd.poll(self)

    def shake_hands(self) -> None:
        """Ask for a websocket, because the connection can be written to."""
        self._socket.send(handshake(self.crowd.port, PATH, SUBPROTOCOL))

    def lose(self) -> None:
        """Lose the connection without a word, as when a network goes away."""
        self.crowd.forget(self)
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
        self.crowd.count(f"closed with {code}")

    def receive(self) -> None:
        try:
            data = self._socket.recv(262_144)
        except OSError:
            data = b""
        if not data:
            self.crowd.cut_off(self)
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

    def greeted(self) -> None:
        """Send the requests that follow hello."""
        raise NotImplementedError


class Watcher(Person):
    """A watcher. It decodes only refusals."""

    __slots__ = ()

    def greeted(self) -> None:
        self.crowd.arrived(self)
        self._watch()

    def _watch(self) -> None:
        if self.group.table and self.connected:
            self.send(encode(Watch(id=WATCH, table=self.group.table)))

    def take(self, message: bytes) -> None:
        self.crowd.messages += 1
        if _REFUSED in message[:_HEAD]:
            update = _decode(message)
            self.crowd.count(update.code)
            if update.retry_ms is not None:
                self.crowd.later(update.retry_ms / 1000, self._watch)

    def move(self, group: Group) -> None:
        """Go to another table."""
        if self.connected and group.table:
            self.group.watchers.remove(self)
            self.send(encode(Unwatch(table=self.group.table)))
            self.group = group
            group.watchers.append(self)
            self.send(encode(Watch(id=WATCH, table=group.table)))


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

    def __init__(self, crowd: People, token: str, seat: int) -> None:
        super().__init__(crowd, token)
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

    def greeted(self) -> None:
        self.crowd.arrived(self)
        self._resume()

    def open(self) -> None:
        """Open a table for the four."""
        game, policy = self.group.game, Policy(pause_ms=1_000, clock=NoClock())
        options = WITHOUT_END[game]
        self.send(encode(Open(id=self._wish, game=game, options=options, name="Site", policy=policy)))

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
        self.crowd.messages += 1
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
            self.crowd.ready.append(self)

    def _done(self, done: Update) -> None:
        if done.id == self._wish and done.table is not None:
            self.crowd.opened(self.group, done.table)
        elif done.id == SIT:
            self.crowd.sat(self.group, new=not self._seated)
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
        self.crowd.acknowledged(self, pending)
        self._queue()

    def _refused(self, refused: Update) -> None:
        crowd, pending = self.crowd, self._pending
        crowd.count(refused.code)
        if refused.n is None:
            self._refused_request(refused)
            return
        if pending is None or refused.n != pending.n:
            return
        if refused.retry_ms is not None:
            crowd.later(refused.retry_ms / 1000, lambda: self._again(pending))
        else:
            self._pending = None
            self._queue()

    def _refused_request(self, refused: Update) -> None:
        if refused.retry_ms is not None:
            self.crowd.later(refused.retry_ms / 1000, self._ask_again)
        elif not self.group.leaving:
            raise Broken(f"refused: {refused.message}")

    def _ask_again(self) -> None:
        if self.connected:
            self._resume()

    def _resume(self) -> None:
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
        own, draw = self._own, self.crowd.rng.random
        if own.plays:
            return self._chosen_at_hanabi()
        if own.bids:
            return {"t": "bid", "bid": own.bids[int(min(4, len(own.bids)) * draw())]}
        if own.calls:
            nobody_has_bid = len(own.calls) == 36
            return {"t": "call", "call": own.calls[1 + int(10 * draw())] if nobody_has_bid else "P"}
        if own.cards and not isinstance(own.cards, dict):
            return {"t": "play", "card": own.cards[int(len(own.cards) * draw())]}
        return None

    def _chosen_at_hanabi(self) -> object:
        plays, discards, clues = self._own.plays or (), self._own.discards or (), self._own.clues or ()
        drawn = self.crowd.rng.random()
        if clues and (drawn < 0.5 or not discards):
            return clues[int(len(clues) * self.crowd.rng.random())]
        if discards and drawn < 0.95:
            return {"t": "discard", "card": discards[0]}
        return {"t": "play", "card": plays[int(len(plays) * self.crowd.rng.random())]}


class People:
    """All people of the crowd, and the clock that lets them act."""

    def __init__(self, crowd: Crowd) -> None:
        self.port = crowd.port
        self.rng = Random(crowd.seed)
        self.ready: deque[Player] = deque()
        self.refusals: dict[str, int] = {}
        self.tables: dict[str, str] = {}
        self.messages = self.connections = self.lost = self.missed = 0
        self.late_s = array("d")
        self._crowd = crowd
        self._took_ms: list[array[float]] = []
        self._open: list[int] = []
        self._began = 0.0
        self._poll = select.epoll()
        self._people: dict[int, Person] = {}
        self._timers: list[tuple[float, int, Callable[[], None]]] = []
        self._number = 0
        self._coming = 0
        self._blipped: set[Person] = set()
        self._blip_at = 0.0
        self.back_s: float | None = None
        record = crowd.record or os.devnull
        self._record = open(record, "wb", buffering=1 << 20)  # noqa: SIM115 until the day is over
        self.groups = [Group(game) for game in self._games(crowd.tables)]
        self.watchers: list[Watcher] = []

    def _games(self, tables: int) -> list[str]:
        names, weights = list(GAMES), list(GAMES.values())
        return self.rng.choices(names, weights, k=tables)

    # These methods are called by people.

    def poll(self, person: Person) -> None:
        """Watch a connection that is being made."""
        self._people[person.fileno] = person
        self._poll.register(person.fileno, select.EPOLLIN | select.EPOLLOUT)

    def forget(self, person: Person) -> None:
        """Watch a connection no more."""
        del self._people[person.fileno]
        self._poll.unregister(person.fileno)
        self.connections -= person.connected

    def arrived(self, person: Person) -> None:
        """Count a connection that is open."""
        self.connections += 1
        self._coming -= 1
        if person in self._blipped:
            self._blipped.remove(person)
            if not self._blipped:
                self.back_s = perf_counter() - self._blip_at

    def cut_off(self, person: Person) -> None:
        """Let a person come back after the server or the machine has ended the connection."""
        self.lost += 1
        person.lose()
        self.later(1.0, person.return_)

    def opened(self, group: Group, table: str) -> None:
        """Let the four of a group sit down at their new table."""
        group.table, group.leaving = table, False
        self.tables[table] = group.game
        for player in group.players:
            if player.connected:
                player.enter()
        for watcher in group.watchers:
            if watcher.connected:
                watcher.send(encode(Watch(id=WATCH, table=table)))

    def count(self, refusal: str) -> None:
        """Count a refusal, or a connection that the server has closed."""
        self.refusals[refusal] = self.refusals.get(refusal, 0) + 1

    def sat(self, group: Group, *, new: bool) -> None:
        """Count a player of a group that has sat down."""
        group.here += new

    def later(self, seconds: float, what: Callable[[], None]) -> None:
        self._number += 1
        heapq.heappush(self._timers, (perf_counter() + seconds, self._number, what))

    def acknowledged(self, player: Player, pending: Pending) -> None:
        """Write down that an action is done, and how long it took."""
        now_ns = monotonic_ns()
        second = int(perf_counter() - self._began) if self._began else -1
        if 0 <= second < len(self._took_ms):
            self._took_ms[second].append((now_ns - pending.sent_ns) / 1e6)
        action = msgspec.Raw(pending.action)
        ack = Ack(player.id, player.group.table, pending.n, action, pending.decision, pending.sent_ns, now_ns)
        packed = _pack(ack)
        self._record.write(len(packed).to_bytes(4, "big") + packed)

    # These methods are called by the main program.

    def come(self) -> None:
        """Let all people come, and return when they are here. Raises TimeoutError if that takes too long."""
        tokens = guests(self.port, 4 * len(self.groups))
        for at, group in enumerate(self.groups):
            for seat in range(4):
                player = Player(self, tokens[4 * at + seat], seat)
                player.group = group
                group.players.append(player)
        players: list[Person] = [player for group in self.groups for player in group.players]
        self._bring(players, lambda: all(group.here == 4 for group in self.groups))
        self.watchers = [Watcher(self, None) for _ in range(self._crowd.watchers)]
        for watcher in self.watchers:
            watcher.group = self._place_to_watch()
            watcher.group.watchers.append(watcher)
        self._bring(list(self.watchers), lambda: self.connections == len(players) + len(self.watchers))

    def _bring(self, people: list[Person], here: Callable[[], bool]) -> None:
        until, coming = perf_counter() + COME_S, iter(people)
        while True:
            for person in coming:
                self._coming += 1
                person.come()
                if self._coming >= COMING_AT_ONCE:
                    break
            else:
                if here():
                    return
            self._turn(0.05)
            if perf_counter() > until:
                raise TimeoutError(f"expected all people of the crowd to be here within {COME_S:.0f} s")

    def _place_to_watch(self) -> Group:
        """Choose a table as watchers do: a few tables have most of them."""
        place = int(self.rng.paretovariate(0.6)) - 1
        return self.groups[place % len(self.groups)]

    def live(self) -> Day:
        """Play for the given time, and return what was seen."""
        crowd, rng = self._crowd, self.rng
        self._took_ms = [array("d") for _ in range(int(crowd.seconds) + 1)]
        self._began = began = perf_counter()
        cpu_s = process_time()
        self._every(crowd.moves, self._one_moves)
        self._every(crowd.leaves, self._one_leaves)
        self._every(crowd.endings, self._one_table_ends)
        if crowd.blip_s:
            self.later(crowd.blip_s, self._blip)
        end, due, second = began + crowd.seconds, began, 0
        while (now := perf_counter()) < end:
            while due <= now:
                self._one_acts(now - due)
                due += rng.expovariate(crowd.rate)
            self._turn(max(0.0, min(due, end) - perf_counter()))
            while second < now - began:
                self._open.append(self.connections)
                second += 1
        client_cpu = (process_time() - cpu_s) / (perf_counter() - began)
        return self._told(client_cpu)

    def rest(self) -> None:
        """Let what was begun come to its end, without new actions."""
        until = perf_counter() + REST_S
        while perf_counter() < until:
            self._turn(0.05)
        self._record.close()

    def _told(self, client_cpu: float) -> Day:
        seconds = [
            Second(
                len(took),
                open_,
                readings.quantile(list(took), 0.5),
                readings.quantile(list(took), 0.99),
            )
            for took, open_ in zip(self._took_ms, self._open, strict=False)
        ]
        every = [ms for took in self._took_ms for ms in took]
        late = readings.quantile(list(self.late_s), 0.99)
        return Day(
            seconds=seconds,
            actions=len(every),
            p50_ms=readings.quantile(every, 0.5),
            p99_ms=readings.quantile(every, 0.99),
            worst_ms=max(every, default=None),
            client_cpu=client_cpu,
            late_p99_ms=None if late is None else late * 1000,
            missed=self.missed,
            lost_connections=self.lost,
            refusals=self.refusals,
            back_s=self.back_s,
            tables=self.tables,
        )

    def _turn(self, seconds: float) -> None:
        """Read whatever has come, once, and do what is due."""
        timers = self._timers
        now = perf_counter()
        while timers and timers[0][0] <= now:
            heapq.heappop(timers)[2]()
        if timers:
            seconds = min(seconds, max(0.0, timers[0][0] - now))
        people = self._people
        for fileno, event in self._poll.poll(seconds, 4096):
            person = people.get(fileno)
            if person is None:
                continue
            if event & select.EPOLLOUT and not event & (select.EPOLLERR | select.EPOLLHUP):
                self._poll.modify(fileno, select.EPOLLIN)
                person.shake_hands()
            if event & (select.EPOLLIN | select.EPOLLERR | select.EPOLLHUP):
                person.receive()

    def _one_acts(self, late_s: float) -> None:
        """Let the player act that has waited longest for its time."""
        self.late_s.append(late_s)
        while self.ready:
            if self.ready.popleft().act():
                return
        self.missed += 1

    def _every(self, rate: float, what: Callable[[], None]) -> None:
        """Do something at random times, so often a second."""
        if not rate:
            return

        def again() -> None:
            what()
            self.later(self.rng.expovariate(rate), again)

        self.later(self.rng.expovariate(rate), again)

    def _one_moves(self) -> None:
        if self.watchers:
            self.rng.choice(self.watchers).move(self._place_to_watch())

    def _one_leaves(self) -> None:
        player = self.rng.choice(self.rng.choice(self.groups).players)
        if player.connected and not player.group.leaving:
            player.lose()
            self._coming += 1
            self.later(self.rng.uniform(*AWAY_S), player.return_)

    def _one_table_ends(self) -> None:
        """Let four players close their table, and open another one."""
        group = self.rng.choice(self.groups)
        host = group.players[0]
        if group.leaving or group.here < 4 or not all(player.connected for player in group.players):
            return
        group.leaving = True
        host.send(encode(Host(table=group.table, terminate=True)))
        self.later(1.0, lambda: self._begin_again(group))

    def _begin_again(self, group: Group) -> None:
        for player in group.players:
            if player.connected:
                player.send(encode(Unwatch(table=group.table)))
            player.begin()
        for watcher in group.watchers:
            if watcher.connected:
                watcher.send(encode(Unwatch(table=group.table)))
        group.table, group.here = "", 0
        if group.players[0].connected:
            group.players[0].open()

    def _blip(self) -> None:
        """Let many connections be lost at once, and come back at once."""
        connected = [person for person in self._people.values() if person.connected]
        self._blipped = set(self.rng.sample(connected, min(self._crowd.blip, len(connected))))
        self._blip_at = perf_counter()
        lost = list(self._blipped)
        for person in lost:
            person.lose()
        for person in lost:
            self._coming += 1
            person.come()


def main(crowd: Crowd) -> None:
    os.sched_setaffinity(0, {crowd.core})
    people = People(crowd)
    people.come()
    gc.collect()
    gc.freeze()
    gc.disable()
    print("ready", flush=True)
    day = people.live()
    people.rest()
    print(msgspec.json.encode(day).decode(), flush=True)


if __name__ == "__main__":
    main(msgspec.json.decode(sys.argv[1], type=Crowd))
