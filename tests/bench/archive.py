"""The archive with many games: how fast a player's games are found, and what a game takes.

    python -m tests.bench.archive --games 1000000 --store sqlite

Most games are written by a few large statements, with records of the mean size of compressed logs. What the
server itself writes in a second is measured on the logs of the golden tables, one at a time and 500 at once.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import ExitStack
from pathlib import Path

import msgspec

from server.store.archive.archive import Archive, ArchivedDeal, Person
from server.store.archive.connection import Connection
from server.store.archive.opening import FILE, open_archive
from server.store.archive.postgres import PostgresConnection
from server.store.archive.sqlite import connect_to_sqlite
from tests.golden_logs import files
from tests.store.archive.postgres_server import running

PLAYERS = 20_000
RECORD_BYTES = 490
BETWEEN_MS = 300_000
ROWS = 500
MANY = 20_000
GAMES = ("bridge", "spades", "hanabi")
BUSIEST = "p-1"
"""The player of each fiftieth game."""
KEYS = ("deal", "player")
INDEX = "CREATE INDEX person_player ON person (player, played, ended_ms, deal)"
SQLITE = (("DROP INDEX person_player", "PRAGMA foreign_keys = OFF"), (INDEX,))
POSTGRES = (
    ("DROP INDEX person_player", *(f"ALTER TABLE person DROP CONSTRAINT person_{key}_fkey" for key in KEYS)),
    (
        INDEX,
        "ALTER TABLE person ADD FOREIGN KEY (deal) REFERENCES deal (num) ON DELETE CASCADE",
        "ALTER TABLE person ADD FOREIGN KEY (player) REFERENCES player (num)",
        "ANALYZE",
    ),
)
"""The statements before and after the bulk, for each database."""


class Copying(PostgresConnection):
    """A connection that writes many rows with COPY."""

    def copy(self, into: str, rows: Sequence[tuple[int | str | bytes, ...]]) -> None:
        with self._connected().cursor().copy(f"COPY {into} FROM STDIN".encode()) as copying:
            for row in rows:
                copying.write_row(row)


def fill(connection: Connection, games: int) -> None:
    """Write the players, and games of four players each; the index is made at the end, which is faster."""
    rng = random.Random(1)
    relaxed, strict = POSTGRES if isinstance(connection, Copying) else SQLITE
    for statement in relaxed:
        connection.execute(statement)
    connection.begin_write()
    for first in range(1, PLAYERS + 1, ROWS):
        insert(connection, "player (num, id)", [(n, f"p-{n}") for n in range(first, first + ROWS)])
    connection.commit()
    columns = "num, tbl, deal, version, game, ended_ms, open, result, record, checksum"
    at_once = MANY if isinstance(connection, Copying) else ROWS
    for first in range(1, games + 1, at_once):
        deals: list[tuple[int | str | bytes, ...]] = []
        people: list[tuple[int | str | bytes, ...]] = []
        for n in range(first, min(first + at_once, games + 1)):
            ended, game, record = n * BETWEEN_MS, GAMES[n % 3], rng.randbytes(RECORD_BYTES)
            deals.append((n, f"{n // 16:016x}", n % 16, 1, game, ended, 1, "4H N = +420", record, bytes(16)))
            seats = [rng.randrange(2, PLAYERS) for _ in range(4)]
            if n % 50 == 0:
                seats[0] = 1
            people += [(n, seat, who, "A player", seat, 0, 1, ended) for seat, who in enumerate(seats)]
        connection.begin_write()
        insert(connection, f"deal ({columns})", deals)
        insert(connection, "person (deal, place, player, name, seat, robot, played, ended_ms)", people)
        connection.commit()
    for statement in strict:
        connection.execute(statement)


def insert(connection: Connection, into: str, rows: Sequence[tuple[int | str | bytes, ...]]) -> None:
    if isinstance(connection, Copying):
        connection.copy(into, rows)
        return
    marks = f"({', '.join('?' * len(rows[0]))})"
    values = [value for row in rows for value in row]
    connection.execute(f"INSERT INTO {into} VALUES {', '.join([marks] * len(rows))}", values)


async def find(archive: Archive, games: int) -> None:
    """Print how long the questions of players and operators take."""
    rng = random.Random(2)
    middle = games // 2 * BETWEEN_MS
    last = (await archive.by_player(BUSIEST, limit=games // 100))[-1].cursor

    def some_player() -> str:
        return f"p-{rng.randrange(2, PLAYERS)}"

    questions: dict[str, Callable[[], Awaitable[object]]] = {
        "first page of 50 of a player": lambda: archive.by_player(some_player()),
        "the same, of one game": lambda: archive.by_player(some_player(), game="hanabi"),
        "first page of the busiest player": lambda: archive.by_player(BUSIEST),
        "a page in the middle of its games": lambda: archive.by_player(BUSIEST, before=last),
        "its last games before a time": lambda: archive.by_player(BUSIEST, until_ms=middle),
        "a day of all players": lambda: archive.by_time(since_ms=middle, until_ms=middle + 86_400_000),
        "the last of one game": lambda: archive.by_time(game="spades"),
        "the sizes": archive.size,
    }
    for name, ask in questions.items():
        took = []
        for _ in range(100 if name != "the sizes" else 3):
            began = time.perf_counter()
            await ask()
            took.append((time.perf_counter() - began) * 1000)
        print(f"  {name}: median {statistics.median(took):.2f} ms, slowest {max(took):.2f} ms")


def golden() -> list[tuple[bytes, ...]]:
    """Return the finished logs of the golden tables."""
    logs = []
    for name in files.names():
        keys = msgspec.json.decode((files.LOGS / f"{name}.json").read_bytes())["keys"]
        streams = [value["stream"] for key, value in keys.items() if ":log:" in key]
        logs += [tuple(fields["e"].encode("latin-1") for _, fields in stream) for stream in streams]
    return [log for log in logs if len(log) > 20]


async def write(archive: Archive) -> None:
    """Print how many games of the golden logs the archive writes in a second."""
    logs = golden()
    rng = random.Random(3)
    people = [
        tuple(Person(s, f"p-{rng.randrange(2, PLAYERS)}", "A player", s) for s in range(4)) for _ in logs
    ]

    def game(at: str, n: int) -> ArchivedDeal:
        which = n % len(logs)
        return ArchivedDeal(at, n, 1, "bridge", n, True, "4H N", logs[which], b"", people[which])

    for at_once, count in ((1, 300), (20, 1_000), (500, 4_000)):
        began = time.perf_counter()
        for first in range(0, count, at_once):
            await archive.put([game(f"put-{at_once}", n) for n in range(first, first + at_once)])
        print(f"  {at_once} at once: {count / (time.perf_counter() - began):.0f} games/s")


async def measure(store: str, games: int) -> None:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="kibitz-archive-")))
        url = ""
        if store == "postgres":
            cluster = stack.enter_context(running())
            if cluster is None:
                raise SystemExit("PostgreSQL is not installed: apt-get install postgresql")
            url = cluster.fresh_url()
        archive = await open_archive(url, folder)
        connection = Copying(url) if url else connect_to_sqlite(folder / FILE)
        began = time.perf_counter()
        await asyncio.to_thread(fill, connection, games)
        if url:
            # The bulk gave the numbers itself; the next ones follow.
            for table, number in (("player", PLAYERS), ("deal", games)):
                connection.execute(f"ALTER TABLE {table} ALTER num RESTART WITH {number + 1}")
        connection.close()
        size = await archive.size()
        print(f"{store}: {size.deals} games in {time.perf_counter() - began:.0f} s;", end=" ")
        print(f"{size.bytes / size.deals:.0f} B a game, {RECORD_BYTES} of it the record", flush=True)
        await find(archive, games)
        await write(archive)
        await archive.close()


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.archive", description=__doc__)
    parser.add_argument("--games", type=int, default=1_000_000, help="the number of games, at least 100")
    parser.add_argument("--store", choices=["sqlite", "postgres"], default="sqlite")
    chosen = parser.parse_args(arguments)
    asyncio.run(measure(chosen.store, chosen.games))


if __name__ == "__main__":
    main()
