"""The players of the load: whoever is to act sends a legal action, drawn at random from its own view."""

from __future__ import annotations

import heapq
from random import random
from time import perf_counter
from typing import Protocol

import msgspec
from msgspec import UNSET, Struct, UnsetType

from tests.bench.wire import TEXT, Broken, Wire


class Actor(Protocol):
    """One that acts when its time has come."""

    def act(self) -> None: ...


class Tally:
    """What all seats have seen. `latencies_ms`: from an action's sending until the last seat has its view.

    `waiting` are the actors that act later, by time. `put_off` counts actions that the server refused for a
    while; they are sent again.
    """

    def __init__(self, waiting: list[tuple[float, int, Actor]] | None = None) -> None:
        self.waiting: list[tuple[float, int, Actor]] = [] if waiting is None else waiting
        self.clear()

    def clear(self) -> None:
        self.put_off = 0
        self.done = self.messages = self.bytes = self.boards = 0
        self.latencies_ms: list[float] = []


class Table:
    """One table as its players time it. Versions count what all its seats are shown, from 0 for its start.

    `want` is called with a seat that is to act, and calls `act` when it is time.
    """

    __slots__ = ("_latest", "_missing", "_sent", "name", "tally")

    def __init__(self, name: str, tally: Tally) -> None:
        self.name = name
        self.tally = tally
        self._sent: dict[int, float] = {}
        self._missing: dict[int, int] = {}
        self._latest: tuple[int, float] = (0, 0.0)

    def want(self, seat: Seat) -> None:
        seat.act()

    def sent(self, version: int) -> None:
        """An action is being sent that will make `version`."""
        now = self._sent[version] = perf_counter()
        self._missing[version] = 4
        self._latest = version, now

    def seen(self, version: int) -> None:
        """A seat has `version`, which no action is behind when a deal made it."""
        sent = self._sent.get(version)
        if sent is not None:
            self._missing[version] -= 1
            if not self._missing[version]:
                self.tally.latencies_ms.append((perf_counter() - sent) * 1000)
                del self._sent[version], self._missing[version]

    def when_sent(self, version: int) -> float | None:
        """When the action behind `version` was sent, if it is the latest."""
        return self._latest[1] if self._latest[0] == version else None


class Seat(Wire):
    """One player at one table."""

    __slots__ = ("table", "version")

    def __init__(self, port: int, path: str, table: Table, subprotocol: str | None = None) -> None:
        super().__init__(port, path, subprotocol)
        self.table = table
        self.version = 0

    def act(self) -> None:
        raise NotImplementedError


class Own(Struct):
    """What a player needs of its half of a view: calls at bridge, bids at Spades, cards at both.

    At Hanabi `cards` are those of others; what may be asked for are `plays`, `discards` and `clues`.
    """

    decision: str | UnsetType | None = UNSET
    calls: tuple[str, ...] | UnsetType | None = UNSET
    bids: tuple[msgspec.Raw, ...] | UnsetType | None = UNSET
    cards: tuple[str, ...] | dict[int, object] | UnsetType | None = UNSET
    plays: tuple[int, ...] | UnsetType | None = UNSET
    discards: tuple[int, ...] | UnsetType | None = UNSET
    clues: tuple[msgspec.Raw, ...] | UnsetType | None = UNSET


class Update(Struct):
    """What a player needs of a message of protocol v1."""

    t: str
    version: int = 0
    audience: str | int = ""
    own: Own | UnsetType | None = UNSET
    n: int | None = None
    table: str | None = None
    message: str = ""
    retry_ms: int | None = None


decode = msgspec.msgpack.Decoder(Update).decode
encode = msgspec.msgpack.Encoder().encode


class Again:
    """The sending of an action once more, because the server has refused it for a while."""

    def __init__(self, seat: KibitzSeat) -> None:
        self._seat = seat

    def act(self) -> None:
        self._seat.send_again()


class KibitzSeat(Seat):
    """Protocol v1 in msgpack. At bridge the first to call bids between 1C and 2NT, then all pass; at Spades
    everybody bids one to four: 4 calls or bids, and 52 cards. At Hanabi players clue and discard by turns,
    and seldom play.

    `answer` is the last message that answered a request.
    """

    __slots__ = ("_acknowledged", "_decision", "_first", "_n", "_own", "_sent", "answer")

    def __init__(self, port: int, path: str, table: Table, subprotocol: str | None = None) -> None:
        super().__init__(port, path, table, subprotocol)
        self.answer: Update | None = None
        self._first: int | None = None
        self._n = self._acknowledged = 0
        self._own = Own(calls=None, bids=None, cards=None, plays=None, discards=None, clues=None)
        self._decision: str | None = None

    def ask(self, request: object) -> Update:
        """Send a request and wait for its answer; for the set-up only."""
        self.answer = None
        self.send(encode(request))
        while self.answer is None:
            self.receive()
        return self.answer

    def take(self, message: bytes) -> None:
        update = decode(message)
        if update.t in ("patch", "view"):
            self._shown(update, len(message))
        elif update.t == "done":
            self.answer = update
            # the patch comes first, and may ask a declarer for dummy's card before his own is acknowledged
            if update.n is not None and update.n > self._acknowledged:
                self._acknowledged = update.n
                self.table.tally.done += 1
        elif update.t == "welcome":
            self.answer = update
        elif update.t == "refused":
            self._refused(update)

    def _refused(self, refused: Update) -> None:
        if refused.retry_ms is None or refused.n is None:
            raise Broken(f"refused: {refused.message}")
        self.table.tally.put_off += 1
        due = perf_counter() + refused.retry_ms / 1000
        heapq.heappush(self.table.tally.waiting, (due, id(refused), Again(self)))

    def send_again(self) -> None:
        """Send the last action once more, unless it was acknowledged meanwhile."""
        if self._acknowledged < self._n:
            self.send(self._sent)

    def _shown(self, update: Update, size: int) -> None:
        if self._first is None:
            # A seat's versions begin with the view that it gets for sitting down, before any deal.
            if update.audience != "seat":
                return
            self._first = update.version
        table = self.table
        table.tally.messages += 1
        table.tally.bytes += size
        self.version = update.version - self._first
        table.seen(self.version)
        own = update.own
        if own is UNSET or own is None:
            return
        for name in ("calls", "bids", "cards", "plays", "discards", "clues"):
            told = getattr(own, name)
            if told is not UNSET:
                setattr(self._own, name, told)
        if own.decision is not UNSET and own.decision != self._decision:
            self._decision = own.decision
            if own.decision is not None:
                table.want(self)

    def act(self) -> None:
        calls, bids, cards = self._own.calls, self._own.bids, self._own.cards
        action: object
        if self._own.plays:
            action = self._hanabi(self._own.plays)
        elif bids:
            action = {"t": "bid", "bid": bids[int(min(4, len(bids)) * random())]}
        elif calls:
            no_bid_yet = len(calls) == 36
            self.table.tally.boards += no_bid_yet
            call = calls[1 + int(10 * random())] if no_bid_yet else "P"
            action = {"t": "call", "call": call}
        elif cards:
            action = {"t": "play", "card": cards[int(len(cards) * random())]}
        else:
            raise Broken(f"decision {self._decision} came without legal actions")
        self._n += 1
        table = self.table
        table.sent(self.version + 1)
        self._sent = encode(
            {"t": "act", "table": table.name, "n": self._n, "decision": self._decision, "action": action}
        )
        self.send(self._sent)

    def _hanabi(self, plays: tuple[int, ...]) -> object:
        clues, discards, drawn = self._own.clues or (), self._own.discards or (), random()
        if clues and (drawn < 0.5 or not discards):
            return clues[int(len(clues) * random())]
        if discards and drawn < 0.95:
            return {"t": "discard", "card": discards[0]}
        return {"t": "play", "card": plays[int(len(plays) * random())]}


class SpadesView(Struct):
    """What a Spades player needs of the peers' wire: version, whose turn, who I am, what is legal."""

    s: int = -1
    y: int = 0
    t: int = 0
    l: list[int] | None = None  # noqa: E741  # the peers' name


_decode_spades = msgspec.json.Decoder(SpadesView).decode


class PeerSeat(Seat):
    """The peers' Spades, in JSON: cards only, no bids."""

    __slots__ = ("_acted",)

    def __init__(self, port: int, path: str, table: Table) -> None:
        super().__init__(port, path, table)
        self._acted = -1

    def take(self, message: bytes) -> None:
        view = _decode_spades(message)
        if view.s < 0:
            raise Broken(f"refused: {message.decode()}")
        table = self.table
        table.tally.messages += 1
        table.tally.bytes += len(message)
        table.seen(view.s)
        if view.t == view.y and view.l and self._acted < view.s:
            self._acted = self.version = view.s
            card = view.l[int(len(view.l) * random())]
            table.sent(view.s + 1)
            self.send(b'{"a":"play","c":%d}' % card, TEXT)
