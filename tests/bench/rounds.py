"""An event whose tables all change round at once: the time until the last player sees the new table.

`python -m tests.bench.rounds '<Rounds as JSON>'` measures and prints what it measured as JSON.
"""

from __future__ import annotations

import http.client
import json
import os
import sys
from collections.abc import Callable
from time import perf_counter, time
from typing import Any

import msgspec
from msgspec import Struct

from protocol.v1.requests import Hello, Watch
from tests.bench import readings
from tests.bench.load import Loop
from tests.bench.lobby import PATH, SUBPROTOCOL
from tests.bench.seats import encode
from tests.bench.wire import Broken, Wire

LOOK_S = 0.05
CONDITIONS = {
    "rounds": 2,
    "boards": 1,
    "grace_s": 0,
    "break_s": 0,
    "check_in": False,
    "correction_s": 0,
}


class Rounds(Struct):
    """The number of tables of the event, and the server; `pids` are the server and its store.

    Cores are where the server and this client are pinned. A round has `round_s` seconds: long enough for all
    players to come to their tables before it ends.
    """

    port: int
    pids: list[int]
    metrics_port: int
    cores: tuple[int, int]
    tables: int = 100
    round_s: int = 15
    limit_s: float = 60.0


class Turn(Struct):
    """A round that begins, for all players at once.

    The times are in ms: until the last player had heard of the seat, and until the last player saw the table;
    `lag_ms` is the longest delay of a timer in the server meanwhile, and `cpu_ms` its CPU time.
    """

    seated_ms: float
    shown_ms: float
    lag_ms: float
    cpu_ms: float


class Changed(Struct):
    """The first round, which a director begins, and the second, which begins by the clock of the first."""

    tables: int
    began: Turn
    changed: Turn


class Seat(Wire):
    """A player that goes to each table that the event names, and looks at it."""

    __slots__ = ("ends_ms", "seated_at", "shown_at", "table")

    def __init__(self, port: int, token: str) -> None:
        super().__init__(port, PATH, SUBPROTOCOL)
        self.table = ""
        self.seated_at = self.shown_at = 0.0
        self.ends_ms = 0
        self.send(encode(Hello(client="bench", token=token)))

    def take(self, message: bytes) -> None:
        kind = msgspec.msgpack.decode(message)
        if kind["t"] == "event" and kind.get("table") and kind["table"] != self.table:
            self.table, self.seated_at, self.ends_ms = kind["table"], perf_counter(), kind["ends_ms"]
            self._watch()
        elif kind["t"] == "view" and kind["table"] == self.table:
            self.shown_at = perf_counter()
        elif kind["t"] == "refused":
            raise Broken(f"expected a view of a new table, got {kind}")

    def _watch(self) -> None:
        self.send(encode(Watch(table=self.table, as_="seat")))


class Director:
    """The requests of the event's director."""

    def __init__(self, port: int, token: str) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self._token = token
        self._event = ""

    def open(self, round_s: int) -> None:
        conditions = {**CONDITIONS, "board_s": round_s}
        wish = {"game": "bridge", "name": "Bench", "conditions": conditions}
        self._event = self._post("/v1/events", wish)["event"]

    def ask(self, request: str, **fields: Any) -> dict[str, Any]:
        return self._post(f"/v1/events/{self._event}", {"t": request, **fields})

    def _post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self._token}"}
        self._connection.request("POST", path, json.dumps(body), headers)
        answer = self._connection.getresponse()
        told: dict[str, Any] = json.loads(answer.read())
        if answer.status not in (200, 201):
            raise Broken(f"expected an event, got HTTP status {answer.status}: {told}")
        return told


def measure(rounds: Rounds) -> Changed:
    """Let the first round begin, and the second one after it."""
    first, *players = _guests(rounds.port, 4 * rounds.tables + 1)
    director = Director(rounds.port, first["token"])
    director.open(rounds.round_s)
    director.ask("open")
    named = [{"id": each["id"], "name": each["name"]} for each in players]
    for place in range(0, len(named), 2):
        director.ask("enrol", players=named[place : place + 2])
    loop = Loop([])
    seats = [Seat(rounds.port, each["token"]) for each in players]
    for seat in seats:
        loop.add(seat)
    loop.run(1.0)
    director.ask("draw")
    director.ask("publish")
    began = _turn(rounds, loop, seats, lambda: director.ask("start"))

    loop.run(max(0.0, seats[0].ends_ms / 1000 - time()))
    return Changed(rounds.tables, began, _turn(rounds, loop, seats, lambda: None))


def _turn(rounds: Rounds, loop: Loop, seats: list[Seat], cause: Callable[[], object]) -> Turn:
    """Cause a round, and wait until every player sees its table."""
    tables = [seat.table for seat in seats]
    cpu_s, began = readings.cpu_s(rounds.pids[0]), perf_counter()
    cause()
    while any(
        seat.table == table or seat.shown_at < began for seat, table in zip(seats, tables, strict=True)
    ):
        if perf_counter() > began + rounds.limit_s:
            missing = sum(seat.shown_at < began for seat in seats)
            raise Broken(f"{missing} players had no view of their tables after {rounds.limit_s:.0f} s")
        loop.run(LOOK_S)
    cpu_ms, lag_ms = 1000 * (readings.cpu_s(rounds.pids[0]) - cpu_s), 0.0
    # The gauge has the worst of the last whole second.
    for _ in range(5):
        lag_ms = max(lag_ms, readings.loop_lag_ms(rounds.metrics_port))
        loop.run(0.25)
    return Turn(
        seated_ms=1000 * (max(seat.seated_at for seat in seats) - began),
        shown_ms=1000 * (max(seat.shown_at for seat in seats) - began),
        lag_ms=lag_ms,
        cpu_ms=cpu_ms,
    )


def _guests(port: int, count: int) -> list[dict[str, Any]]:
    """Return new guests with their ids and tokens."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    found = []
    for number in range(count):
        body = json.dumps({"name": f"Bench {number}"})
        connection.request("POST", "/v1/guests", body, {"Content-Type": "application/json"})
        found.append(json.loads(connection.getresponse().read()))
    connection.close()
    return found


if __name__ == "__main__":
    request = msgspec.json.decode(sys.argv[1], type=Rounds)
    os.sched_setaffinity(0, {request.cores[1]})
    print(msgspec.json.encode(measure(request)).decode())
