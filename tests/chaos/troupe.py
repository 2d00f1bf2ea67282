"""The people of a chaos test: robots, watchers and a director, each a process, and what they write down."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
from redis.asyncio import Redis, RedisCluster

from bots.client import Client
from bots.guest import Guest, guest
from protocol.v1.requests import ClockRules, Policy
from server.games.registry import GAMES
from server.hub.archived import entries_of
from server.store.archive.archive import Archive
from server.store.archive.opening import open_archive
from server.store.packing import nonce_of, table_key
from server.table import events
from server.table.log_fold import restore
from server.table.schedule import due
from tests.chaos import checker
from tests.chaos.player import Orders
from tests.chaos.records import Acked, Noticed, Reader, Record, Ruled
from tests.store.redis_server import HOUSE

PATIENCE_S = 60.0
ENDLESS: dict[str, dict[str, Any]] = {
    "spades": {"target": 0, "floor": 0, "rounds": 999, "nil_pass": 2, "blind_nil_behind": 0},
    "hanabi": {"players": 4, "variant": "Orange (4 Suits)", "deck_plays": True},
}
GENEROUS = {
    "KIBITZ_HOUSE": "false",
    "KIBITZ_REQUESTS_S": "100000",
    "KIBITZ_REQUESTS_BURST": "100000",
    "KIBITZ_PLAYER_REQUESTS_S": "100000",
    "KIBITZ_PLAYER_REQUESTS_BURST": "100000",
    "KIBITZ_CONNECTS_PER_ADDRESS_S": "1000",
    "KIBITZ_CONNECTS_PER_ADDRESS_BURST": "1000",
    "KIBITZ_CHANGES_S": "1000",
    "KIBITZ_CHANGES_BURST": "1000",
    "KIBITZ_CLAIMS_S": "1000",
    "KIBITZ_CLAIMS_BURST": "1000",
    "KIBITZ_OPENS_S": "1000",
    "KIBITZ_OPENS_BURST": "1000",
    "KIBITZ_EVENT_ROBOT_TABLES": "1000",
    "KIBITZ_TABLES_PER_PLAYER": "1000",
    "KIBITZ_TABLES_PER_ADDRESS": "1000",
}
"""Robots that know no pause are not to be slowed down."""


class Process:
    """A Python process of this test: spoken to by lines, ended when nobody speaks to it any more."""

    def __init__(self, module: str, *arguments: str, log: Path, environment: Mapping[str, str] = {}) -> None:
        self._command = [sys.executable, "-m", module, *arguments]
        self._log = log
        self._environment = {**os.environ, **environment}
        self._process: asyncio.subprocess.Process

    async def start(self) -> None:
        with self._log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *self._command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
                cwd=HOUSE,
                env=self._environment,
            )

    async def hear(self, greeting: str) -> str:
        """Wait for a line that begins so, and return it."""
        assert self._process.stdout is not None
        async with asyncio.timeout(PATIENCE_S):
            line = (await self._process.stdout.readline()).decode()
        assert line.startswith(greeting), f"expected {greeting}, got {line!r}: {self.log()}"
        return line

    def say(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line.encode() + b"\n")

    def signal(self, number: int) -> None:
        if self._process.returncode is None:
            self._process.send_signal(number)

    async def ended(self) -> int:
        """Its exit code, once it has ended by itself."""
        async with asyncio.timeout(PATIENCE_S):  # wait_for may swallow a cancellation before Python 3.12
            return await self._process.wait()

    async def end(self) -> None:
        """Let it end in order, and see to it that it has."""
        if self._process.returncode is None and self._process.stdin is not None:
            self._process.stdin.close()
        try:
            await self.ended()
        except TimeoutError:
            self.signal(signal.SIGKILL)
            await self._process.wait()

    @property
    def alive(self) -> bool:
        return self._process.returncode is None

    def log(self) -> str:
        return self._log.read_text()[-3000:]


class Troupe(ABC):
    """Tables with four robots, two watchers and a director, each a process, at the server at `url`.

    The director of a game without directors is a watcher. Robots answer after `pace_ms`; those that are
    `talkative` also claim, ask and explain.
    """

    def __init__(
        self,
        directory: Path,
        redis_url: str,
        game: str,
        *,
        clustered: bool = False,
        pace_ms: int = 0,
        talkative: bool = True,
    ) -> None:
        self.tables: list[str] = []
        self.directory = directory
        self._game = game
        self._directed = GAMES[game].directing is not None
        self._redis_url = redis_url
        self._clustered = clustered
        self._pace_ms = pace_ms
        self._talkative = talkative
        self._players: dict[str, Process] = {}
        self._books: dict[str, Reader] = {}
        self._at: dict[str, list[str]] = {}

    @property
    @abstractmethod
    def url(self) -> str:
        """The address to which everybody connects."""

    @abstractmethod
    def serving(self) -> AbstractAsyncContextManager[None]:
        """Somebody serves at the address; afterwards nobody does, and nobody is there any more."""

    def url_of(self, place: int) -> str:
        """Where the table of this number is opened."""
        return self.url

    @asynccontextmanager
    async def set(self, tables: int, clock: ClockRules | None = None) -> AsyncIterator[None]:
        """Everybody is here and plays; afterwards nobody is, whatever happened."""
        async with self.serving():
            director = await self._open_tables(tables, clock)
            seats = {name: seat for seat, name in enumerate(("north", "east", "south", "west"))}
            await asyncio.gather(
                *(self._enter(name, seat=seat) for name, seat in seats.items()),
                self._enter("ann", token=False, codec="kibitz.v1.json"),
                self._enter("bob", watch_as="all"),
                self._enter("dan", watch_as="director" if self._directed else "public", known=director),
            )
            await self.goes_on()
            yield

    async def everybody_goes(self) -> None:
        """Nobody is there any more, whatever happened."""
        await asyncio.gather(*(player.end() for player in self._players.values()))

    async def _open_tables(self, tables: int, clock: ClockRules | None) -> Guest:
        """Tables with a director, who is returned."""
        director = await guest(self.url, "dan")
        policy = Policy(hands="live", pause_ms=0, clock=clock)
        for place in range(tables):
            async with Client(self.url_of(place), token=director.token) as client:
                self.tables.append(await client.open(self._game, ENDLESS.get(self._game, {}), policy=policy))
                if self._directed:
                    await client.host(self.tables[-1], directors=(director.id,))
        return director

    async def _enter(self, name: str, **orders: Any) -> None:
        book = self.directory / f"{name}.jsonl"
        told = Orders(
            name=name,
            url=self.url,
            tables=self.tables,
            record=str(book),
            pace_ms=self._pace_ms,
            talkative=self._talkative,
            **orders,
        )
        log = self.directory / f"{name}.log"
        player = Process("tests.chaos.player", msgspec.json.encode(told).decode(), log=log)
        self._players[name], self._books[name] = player, Reader(book)
        await player.start()
        await player.hear("here")

    def hears(self, name: str, book: Path, tables: list[str]) -> None:
        """Somebody in this process, at some of the tables, writes down what he is told, too."""
        self._books[name], self._at[name] = Reader(book), tables

    def records(self) -> dict[str, list[Record]]:
        """What everybody has written down so far."""
        return {name: book.read() for name, book in self._books.items()}

    async def goes_on(self) -> None:
        """Return when an action has been done that was sent from now on."""
        since_ns = time.monotonic_ns()
        while not self._done_since(since_ns):
            assert time.monotonic_ns() < since_ns + PATIENCE_S * 1e9, f"nothing was done for {PATIENCE_S} s"
            self.check_players()
            await asyncio.sleep(0.02)

    def pauses_ms(self, since_ns: int, tables: list[str] | None = None) -> dict[str, float]:
        """The longest time since then in which nothing was done at each table, without the robots' own."""
        done: dict[str, list[int]] = {table: [] for table in tables or self.tables}
        for written in self.records().values():
            for record in written:
                if isinstance(record, Acked | Ruled) and record.table in done and record.at_ns > since_ns:
                    done[record.table].append(record.at_ns)
        found = {}
        for table, times in done.items():
            times.sort()
            longest = max(after - before for before, after in pairwise((since_ns, *times)))
            found[table] = max(0.0, longest / 1e6 - self._pace_ms)
        return found

    async def all_go_on(self, tables: list[str] | None = None) -> None:
        """Return when at each table an action has been done that was sent from now on."""
        since_ns, waiting = time.monotonic_ns(), set(tables or self.tables)
        while waiting:
            late = f"nothing was done for {PATIENCE_S} s at {waiting}"
            assert time.monotonic_ns() < since_ns + PATIENCE_S * 1e9, late
            self.check_players()
            await asyncio.sleep(0.02)
            for written in self.records().values():
                for record in reversed(written):
                    if record.at_ns < since_ns:
                        break
                    if isinstance(record, Acked) and record.sent_ns >= since_ns:
                        waiting.discard(record.table)

    def _done_since(self, since_ns: int) -> bool:
        last = (next((r for r in reversed(w) if isinstance(r, Acked)), None) for w in self.records().values())
        return any(ack is not None and ack.sent_ns >= since_ns for ack in last)

    def check_players(self) -> None:
        """Nobody has given up."""
        for name, player in self._players.items():
            assert player.alive, f"{name} gave up: {player.log()}"

    def noticed(self, kind: str) -> dict[str, list[int]]:
        """When everybody heard a notice of this kind for the whole server."""
        return {
            name: [r.at_ns for r in written if isinstance(r, Noticed) and r.kind == kind and r.table is None]
            for name, written in self.records().items()
        }

    async def everybody_holds(self) -> None:
        """Return when everybody has been told to wait."""
        async with asyncio.timeout(PATIENCE_S):
            while not all(self.noticed("hold").values()):
                await asyncio.sleep(0.02)

    async def history(self) -> checker.History:
        """Let everybody come to rest, write down what they see, and go; and what the logs say."""
        await self._tell_all("rest")
        logs = await self.logs_at_rest()
        for player in self._players.values():
            player.say("leave")
        return self.history_of(logs, {name: await player.ended() for name, player in self._players.items()})

    def history_of(self, logs: dict[str, list[checker.Log]], codes: Mapping[str, int]) -> checker.History:
        """What everybody has written down, and these logs; `codes` are the exit codes of processes."""
        told = self.records().items()
        return checker.History(
            logs,
            [checker.Client(name, each, codes.get(name, 0), self._at.get(name)) for name, each in told],
            self._game,
        )

    async def _tell_all(self, order: str) -> None:
        for player in self._players.values():
            player.say(order)
        await asyncio.gather(*(player.hear(order) for player in self._players.values()))

    async def logs_at_rest(self) -> dict[str, list[checker.Log]]:
        """The logs of all tables, once nothing is added to them and no table has anything to do by itself."""
        async with asyncio.timeout(PATIENCE_S):
            logs = await self.logs()
            while (later := await self._logs_after(0.3)) != logs or not all(map(self._waits, later.values())):
                logs = later
        return logs

    def _waits(self, logs: list[checker.Log]) -> bool:
        """Whether the table does nothing before somebody else does."""
        log = tuple(events.decode(packed) for _, packed in logs[-1])
        return due(restore("", GAMES[self._game], len(logs) - 1, log), None) is None

    async def _logs_after(self, pause_s: float) -> dict[str, list[checker.Log]]:
        await asyncio.sleep(pause_s)
        return await self.logs()

    async def logs(self) -> dict[str, list[checker.Log]]:
        """The logs of all tables, as they are now, in Redis or in the archive."""
        async with self.redis() as client, archive_in(self.environment) as archive:
            found = {}
            for table in self.tables:
                logs = await logs_in(client, table, archive)
                while not logs[-1]:  # The deal has ended, or a server has claimed the table meanwhile.
                    logs = await logs_in(client, table, archive)
                found[table] = logs
            return found

    @property
    @abstractmethod
    def environment(self) -> Mapping[str, str]:
        """The settings of the servers, which name their archive."""

    def redis(self) -> Redis | RedisCluster:
        """A client of the Redis, or of the cluster, that has the tables."""
        kind = RedisCluster if self._clustered else Redis
        return kind.from_url(self._redis_url)

    async def redis_version(self) -> str:
        """The version of the Redis, or of the first node of the cluster."""
        async with Redis.from_url(self._redis_url) as client:
            found: str = (await client.info("server"))["redis_version"]
        return found


@asynccontextmanager
async def archive_in(environment: Mapping[str, str]) -> AsyncIterator[Archive]:
    """The archive of the servers with these settings."""
    data = Path(environment["KIBITZ_DATA"])
    archive = await open_archive(environment.get("KIBITZ_ARCHIVE_URL", ""), data)
    try:
        yield archive
    finally:
        await archive.close()


async def logs_in(client: Redis | RedisCluster, table: str, archive: Archive) -> list[checker.Log]:
    """The log of each deal of a table; the key of the last one ends with a nonce.

    A deal without a log in Redis must be in the archive.
    """
    log, owner = (field.decode() for field in await client.hmget(table_key(table), "log", "owner"))
    ends = [*range(int(log)), f"{log}:{nonce_of(owner)}"]
    found = []
    for deal, end in enumerate(ends):
        stream = await client.xrange(f"{table_key(table)}:log:{end}")
        entries = [(at.decode(), fields[b"e"]) for at, fields in stream]
        record = None if entries else await archive.deal(table, deal)
        if record is not None:
            entries = [(f"{place}-0", entry) for place, entry in enumerate(entries_of(record), 1)]
        found.append(entries)
    return found
