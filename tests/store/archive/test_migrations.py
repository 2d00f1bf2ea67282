"""An archive of every older version is brought to this version with all that it has."""

from __future__ import annotations

import asyncio
from importlib.resources import files

import pytest

from server.store.archive.archive import ArchivedDeal, ArchivedTable, Person
from server.store.archive.connection import migrations, pending
from tests.store.archive.conftest import Place
from tests.store.archive.records import deal

VERSIONS = len(migrations("sqlite_migrations"))
# What the first version wrote: later ones must read these bytes.
RECORD = bytes.fromhex("0178bb13d1113b9b34e9083fe87e03f0889a426a5e4951e5112686ff4758f340c7130100c3280c8a")
SUM, TABLE_SUM = (
    bytes.fromhex("d637d0f9be5946be6557528cb654602b"),
    bytes.fromhex("fa40df6a7798b3419d36a365cf0ef94a"),
)
DEAL = ArchivedDeal(
    "t", 3, 2, "bridge", 1_700_000_000_000, True, "1NT N = +90", (b"the first entry", b"\x00\xff"), b"notes",
    (Person(0, "p-1", "North", 0), Person(1, "r-1", "A robot", 1, robot=True), Person(2, "p-3", "The host")),
)  # fmt: skip
TABLE = ArchivedTable("t", 4, b"the meta", 3, 1_700_000_000_001, (Person(0, "p-3", "The host"),))
DATA = (
    ("INSERT INTO player (id) VALUES (?), (?), (?)", ["p-1", "r-1", "p-3"]),
    (
        "INSERT INTO deal (tbl, deal, version, game, ended_ms, open, result, record, checksum)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        ["t", 3, 2, "bridge", 1_700_000_000_000, 1, "1NT N = +90", RECORD, SUM],
    ),
    (
        "INSERT INTO person (deal, place, player, name, seat, robot, played, ended_ms) VALUES"
        " (1, 0, 1, 'North', 0, 0, 1, 1700000000000), (1, 1, 2, 'A robot', 1, 1, 1, 1700000000000),"
        " (1, 2, 3, 'The host', NULL, 0, 0, ?)",
        [1_700_000_000_000],
    ),
    (
        "INSERT INTO game_table (tbl, version, meta, deal, closed_ms, checksum) VALUES (?, ?, ?, ?, ?, ?)",
        ["t", 4, b"the meta", 3, 1_700_000_000_001, TABLE_SUM],
    ),
    (
        "INSERT INTO table_person (tbl, place, player, name, seat, robot)"
        " VALUES (?, 0, 3, 'The host', NULL, 0)",
        ["t"],
    ),
)


def write_version(place: Place, version: int) -> None:
    """Make the archive as the program of an older version did, with a deal and a table."""
    folder = "postgres_migrations" if place.url else "sqlite_migrations"
    steps = migrations(folder)[:version]
    place.run("".join(f"{statement};\n" for step in steps for statement in step))
    if place.url:
        place.run("CREATE TABLE archive_version (version BIGINT NOT NULL)")
        for number in range(1, version + 1):
            place.run("INSERT INTO archive_version VALUES (?)", [number])
    else:
        place.run(f"PRAGMA user_version = {version}")
    for sql, values in DATA:
        place.run(sql, values)


@pytest.mark.parametrize("version", range(1, VERSIONS + 1))
async def test_an_archive_of_each_version_keeps_what_it_has(place: Place, version: int) -> None:
    await asyncio.to_thread(write_version, place, version)
    archive = await place.open()
    assert await archive.deal("t", 3) == DEAL
    assert await archive.table("t") == TABLE
    (row,) = await archive.by_player("p-1", game="bridge")
    assert (row.table, row.deal, [person.name for person in row.people]) == ("t", 3, ["North", "A robot"])
    await archive.put([deal()])
    assert await archive.forget_player("p-1") == 2
    assert await archive.forget_before(1_700_000_000_001) == 2


async def test_three_openings_at_once_migrate_once(place: Place) -> None:
    await asyncio.to_thread(write_version, place, 1)
    archives = await asyncio.gather(*(place.open() for _ in range(3)))
    assert [await archive.deal("t", 3) for archive in archives] == [DEAL] * 3
    if place.url:
        rows = await asyncio.to_thread(place.run, "SELECT version FROM archive_version ORDER BY version")
        assert rows == [(number,) for number in range(1, VERSIONS + 1)]


def test_both_databases_have_the_same_migrations() -> None:
    names = [
        sorted(file.name for file in (files("server.store.archive") / folder).iterdir())
        for folder in ("sqlite_migrations", "postgres_migrations")
    ]
    assert names[0] == names[1]
    assert [int(name[:4]) for name in names[0]] == list(range(1, VERSIONS + 1))


def test_only_the_migrations_that_are_lacking_are_done() -> None:
    steps = (("one",), ("two",), ("three",))
    assert list(pending(steps, 1, "here")) == [(2, ("two",)), (3, ("three",))]
    assert list(pending(steps, 3, "here")) == []
