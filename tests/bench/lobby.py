"""How the load comes to its tables: guests, sockets, seats, and watchers."""

from __future__ import annotations

import http.client
import json
from collections.abc import Callable, Sequence
from time import perf_counter

from protocol.v1.requests import Hello, Open, PerMove, Policy, Sit, Watch
from tests.bench.seats import KibitzSeat, PeerSeat, Seat, Table, decode, encode
from tests.bench.wire import Broken, Wire

PATH, SUBPROTOCOL = "/v1/ws", "kibitz.v1.msgpack"
NewTable = Callable[[str], Table]
WITHOUT_END = {"bridge": {}, "spades": {"target": 0, "floor": 0, "rounds": 999}, "hanabi": {"players": 4}}
"""Options by which no game ends while it is measured."""
CLOCKS = {"spades": PerMove(move_ms=3_600_000)}
"""Clocks like the game's own, but with time enough to open the other tables; the other games need none."""


def guests(port: int, count: int) -> list[str]:
    """The tokens of new guests."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    tokens = []
    for number in range(count):
        body = json.dumps({"name": f"Bench {number}"})
        connection.request("POST", "/v1/guests", body, {"Content-Type": "application/json"})
        answer = connection.getresponse()
        told = json.loads(answer.read())
        if answer.status not in (200, 201):
            raise Broken(f"expected a guest, got HTTP status {answer.status}: {told}")
        tokens.append(told["token"])
    connection.close()
    return tokens


class Watcher(Wire):
    """Somebody who follows a table in public, and hardly looks."""

    __slots__ = ("_answered",)

    def __init__(self, port: int, table: str) -> None:
        super().__init__(port, PATH, SUBPROTOCOL)
        self._answered = 0
        self.send(encode(Hello(client="bench")))
        self.send(encode(Watch(table=table)))
        while self._answered < 3:
            self.receive()

    def take(self, message: bytes) -> None:
        self._answered += 1


class LastWatcher(Watcher):
    """The one that the server writes to last: how long after an action it has its view."""

    __slots__ = ("_first", "latencies_ms", "table")

    def __init__(self, port: int, table: Table) -> None:
        self.latencies_ms: list[float] = []
        self.table = table
        self._first: int | None = None
        super().__init__(port, table.name)

    def take(self, message: bytes) -> None:
        self._answered += 1
        update = decode(message)
        if update.t not in ("view", "patch"):
            return
        if self._first is None:
            self._first = update.version
        sent = self.table.when_sent(update.version - self._first)
        if sent is not None:
            self.latencies_ms.append((perf_counter() - sent) * 1000)


def open_kibitz(
    port: int,
    tables: int,
    watchers: int,
    table: NewTable,
    game: str = "bridge",
    others: Sequence[int] = (),
    elsewhere: int = 0,
) -> tuple[list[Seat], list[Wire], LastWatcher | None]:
    """Tables without end at a Kibitz server; the first one has all the watchers.

    `others` are the ports of other hubs of the same store: each of them gets its share of the tables. At each
    table `elsewhere` players come through the next hub.
    """
    ports = [port, *others]
    tokens = guests(port, 4 * tables)
    seats: list[Seat] = []
    crowd: list[Wire] = []
    last = None
    for number in range(tables):
        own, other = ports[number % len(ports)], ports[(number + 1) % len(ports)]
        through = [other if place >= 4 - elsewhere else own for place in range(4)]
        four = _four(through, tokens[4 * number : 4 * number + 4], table, game)
        for place, seat in enumerate(four[:3]):
            seat.ask(Sit(id=1, table=seat.table.name, seat=place))
        if not number and watchers:
            crowd = [Watcher(port, four[0].table.name) for _ in range(watchers - 1)]
            last = LastWatcher(port, four[0].table)
            crowd.append(last)
        # The fourth to sit starts the deal, when all who follow have the same view.
        four[3].ask(Sit(id=1, table=four[3].table.name, seat=3))
        seats += four
    return seats, crowd, last


def _four(ports: Sequence[int], tokens: list[str], table: NewTable, game: str) -> list[KibitzSeat]:
    """Four players who follow a new table, each through the hub at one of the ports."""
    blank = table("")
    four = [KibitzSeat(port, PATH, blank, SUBPROTOCOL) for port in ports]
    for seat, token in zip(four, tokens, strict=True):
        seat.ask(Hello(client="bench", token=token))
    policy = Policy(pause_ms=0, clock=CLOCKS.get(game))
    wish = Open(id=1, game=game, options=WITHOUT_END[game], name="Bench", policy=policy)
    name = four[0].ask(wish).table
    blank.name = name or ""
    for seat in four:
        seat.ask(Watch(id=2, table=blank.name))
    return four


def open_hub(port: int, tables: int, game: str, table: NewTable) -> list[Seat]:
    """Tables at a bare hub, which begins a table when its fourth seat is there."""
    kind: type[Seat] = PeerSeat if game == "spades" else KibitzSeat
    seats: list[Seat] = []
    for number in range(tables):
        one = table(f"{number:016x}")  # as long as a table's id at a Kibitz server
        seats += [kind(port, f"/t/{one.name}/{place}", one) for place in range(4)]
    return seats
