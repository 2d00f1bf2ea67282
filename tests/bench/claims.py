"""Players who claim over and over at tables with house robots, and how long another table's pings take.

`python -m tests.bench.claims '<Claims as JSON>'` measures and prints what it measured as JSON.
"""

from __future__ import annotations

import heapq
import os
import sys
from random import Random
from time import perf_counter
from typing import Any

import msgspec
from msgspec import Struct

from protocol.v1.requests import Hello, NoClock, Open, Policy, Sit, Watch
from protocol.v1.updates import Patch, View
from tests.bench import readings
from tests.bench.bystander import Bystander, Pings
from tests.bench.load import Loop
from tests.bench.lobby import PATH, SUBPROTOCOL, guests
from tests.bench.seats import Actor, encode
from tests.bench.wire import Wire
from tests.patching import Shown

AGAIN_S = 0.1
"""A refused claimer waits so long, whatever the server advises."""
READ_ON_S = 0.01


class Claims(Struct):
    """How many players claim, at which server, and for how long it is measured.

    `pids` are the server and its store. Cores are where the server and this client are pinned.
    """

    port: int
    pids: list[int]
    cores: tuple[int, int]
    claimers: int = 24
    warm_s: float = 2.0
    measure_s: float = 5.0
    seed: int = 1


class Judged(Struct):
    """One run: the bystander's pings before anyone claims and while all do, and what became of the claims.

    `refusals` count the claims that the server would not take, by their codes.
    """

    claimers: int
    before: Pings
    meanwhile: Pings
    claims: int
    accepted: int
    refused: int
    refusals: dict[str, int]
    server_cpu: float


class Claimer(Wire):
    """A player with three house robots at a table, who claims whenever the laws let him.

    He bids seven notrump, claims any number of the tricks left, agrees to play on when a claim is refused,
    and plays a card only where the server takes no claim of his.
    """

    def __init__(self, port: int, token: str, rng: Random, waiting: list[tuple[float, int, Actor]]) -> None:
        super().__init__(port, PATH, SUBPROTOCOL)
        self.claims = self.accepted = self.refused = 0
        self.refusals: dict[str, int] = {}
        self._rng = rng
        self._waiting = waiting
        self._waits = False
        self._table = ""
        self._shown: Shown | None = None
        self._n = 0
        self._sent: dict[str, Any] | None = None
        self._plays_instead = False
        self._ended: object = None
        self.send(encode(Hello(client="bench", token=token)))
        quick = Policy(clock=NoClock(), pause_ms=0, robot_ms=0)
        robots = {1: "plain", 2: "plain", 3: "plain"}
        self.send(encode(Open(id=1, game="bridge", name="Claims", policy=quick, seats=robots)))
        while self._shown is None:
            self.receive()

    def forget(self) -> None:
        """Count from here."""
        self.claims = self.accepted = self.refused = 0
        self.refusals.clear()

    def take(self, message: bytes) -> None:
        kind = msgspec.msgpack.decode(message)
        match kind["t"]:
            case "done" if kind.get("id") == 1:
                self._table = kind["table"]
                self.send(encode(Watch(id=2, table=self._table)))
                self.send(encode(Sit(id=3, table=self._table, seat=0)))
            case "view":
                self._shown = Shown(msgspec.convert(kind, View, strict=False))
                self._look()
            case "patch" if self._shown is not None:
                self._shown.take(msgspec.convert(kind, Patch, strict=False))
                self._look()
            case "done" if kind.get("n") is not None:
                self._n = kind["n"]
                self.claims += self._sent is not None and self._sent["t"] == "claim"
                self._sent, self._plays_instead = None, False
                self._wait(READ_ON_S)
            case "refused":
                self._refused(kind)
            case _:
                pass

    def _refused(self, refused: dict[str, Any]) -> None:
        if self._sent is not None and self._sent["t"] == "claim":
            self.refusals[refused["code"]] = self.refusals.get(refused["code"], 0) + 1
            self._plays_instead = True
        self._sent = None
        self._wait(AGAIN_S)

    def _look(self) -> None:
        """Count how a claim ended, and act soon, for more may be on its way."""
        assert self._shown is not None
        event = self._shown.pub.get("last")
        if event != self._ended and isinstance(event, dict) and event.get("t") == "claim_ended":
            self.accepted += event["how"] == "accepted"
            self.refused += event["how"] == "refused"
        self._ended = event
        if self._sent is None:
            self._wait(READ_ON_S)

    def _wait(self, seconds: float) -> None:
        if not self._waits:
            self._waits = True
            heapq.heappush(self._waiting, (perf_counter() + seconds, id(self), self))

    def act(self) -> None:
        """Claim, or do what is due."""
        self._waits = False
        action = self._action()
        if action is None or self._sent is not None or self._shown is None or self._shown.own is None:
            return
        self._sent = action
        decision = None if action["t"] == "claim" else self._shown.own.get("decision")
        act = {"t": "act", "table": self._table, "n": self._n + 1, "decision": decision, "action": action}
        self.send(encode(act))

    def _action(self) -> dict[str, Any] | None:
        if self._shown is None or self._shown.own is None:
            return None
        pub, own = self._shown.halves
        assert own is not None
        if "claim" in own.get("may", ()) and not self._plays_instead:
            left = 13 - sum(pub.get("tricks", (0, 0)))
            return {"t": "claim", "tricks": self._rng.randint(left // 4, left)}
        if own.get("calls"):
            return {"t": "call", "call": "7NT" if "7NT" in own["calls"] else "P"}
        if own.get("play_on"):
            return {"t": "play_on"}
        if own.get("votes"):
            return {"t": "vote", "accept": True}
        return {"t": "play", "card": own["cards"][0]} if own.get("cards") else None


def measure(claims: Claims) -> Judged:
    """Ping while nobody claims, then while everybody does."""
    tokens = guests(claims.port, claims.claimers + 1)
    waiting: list[tuple[float, int, Actor]] = []
    bystander, loop = Bystander(claims.port, tokens[0], waiting), Loop(waiting)
    loop.add(bystander)
    loop.run(claims.warm_s / 2)
    bystander.told()
    loop.run(claims.measure_s)
    before = bystander.told()
    claimers = [
        Claimer(claims.port, token, Random(f"{claims.seed} {token}"), waiting) for token in tokens[1:]
    ]
    for claimer in claimers:
        loop.add(claimer)
    loop.run(claims.warm_s)
    bystander.told()
    for claimer in claimers:
        claimer.forget()
    cpu_s, began = readings.cpu_s(claims.pids[0]), perf_counter()
    loop.run(claims.measure_s)
    seconds = perf_counter() - began
    refusals: dict[str, int] = {}
    for claimer in claimers:
        for code, count in claimer.refusals.items():
            refusals[code] = refusals.get(code, 0) + count
    return Judged(
        claimers=len(claimers),
        before=before,
        meanwhile=bystander.told(),
        claims=sum(claimer.claims for claimer in claimers),
        accepted=sum(claimer.accepted for claimer in claimers),
        refused=sum(claimer.refused for claimer in claimers),
        refusals=refusals,
        server_cpu=(readings.cpu_s(claims.pids[0]) - cpu_s) / seconds,
    )


if __name__ == "__main__":
    request = msgspec.json.decode(sys.argv[1], type=Claims)
    os.sched_setaffinity(0, {request.cores[1]})
    print(msgspec.json.encode(measure(request)).decode())
