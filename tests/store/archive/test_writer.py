"""The thread that writes: what waits shares a transaction, and a failure is told to its caller alone."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from threading import Event

import pytest

from server.store.archive.connection import ArchiveAway, Connection
from server.store.archive.sqlite import SqliteConnection, connect_to_sqlite
from server.store.archive.writer import BATCH, Writer


class Counting(SqliteConnection):
    """A connection that counts its transactions."""

    commits = 0

    def commit(self) -> None:
        self.commits += 1
        super().commit()


@pytest.fixture
def connection(tmp_path: Path) -> Counting:
    made = Counting(tmp_path / "file")
    made.execute("CREATE TABLE number (n INTEGER PRIMARY KEY)")
    return made


@pytest.fixture
def writer(connection: Counting) -> Iterator[Writer]:
    made = Writer(lambda: connection)
    yield made
    made.close()


def insert(number: int, connection: Connection) -> int:
    connection.execute("INSERT INTO number VALUES (?)", (number,))
    return number


def numbers(folder: Path) -> list[int]:
    database = sqlite3.connect(folder / "file")
    found = [number for (number,) in database.execute("SELECT n FROM number ORDER BY n")]
    database.close()
    return found


def hold(writer: Writer) -> Event:
    """Make the writer wait, so that what is given meanwhile waits in its queue."""
    begun, go = Event(), Event()

    def wait(connection: Connection) -> None:
        begun.set()
        assert go.wait(10)

    writer.do(wait)
    assert begun.wait(10)
    return go


def test_what_waits_shares_transactions_of_at_most_500_records(
    writer: Writer, connection: Counting, tmp_path: Path
) -> None:
    go = hold(writer)
    futures = [writer.do(partial(insert, number), records=100) for number in range(11)]
    go.set()
    assert [future.result(10) for future in futures] == list(range(11))
    assert connection.commits == 1 + -(-11 * 100 // BATCH)
    assert numbers(tmp_path) == list(range(11))


def test_a_failure_is_told_to_its_caller_alone(writer: Writer, tmp_path: Path) -> None:
    go = hold(writer)
    futures = [writer.do(partial(insert, number)) for number in (1, 2, 2, 3)]
    go.set()
    assert [future.exception(10) is None for future in futures] == [True, True, False, True]
    assert numbers(tmp_path) == [1, 2, 3]


def test_work_that_was_cancelled_while_it_waited_is_not_done(writer: Writer, tmp_path: Path) -> None:
    go = hold(writer)
    cancelled, done = writer.do(partial(insert, 1)), writer.do(partial(insert, 2))
    assert cancelled.cancel()
    go.set()
    assert done.result(10) == 2
    assert numbers(tmp_path) == [2]


def test_a_database_that_was_away_is_used_as_soon_as_it_is_there(tmp_path: Path) -> None:
    writer = Writer(lambda: connect_to_sqlite(tmp_path / "none" / "file"))
    with pytest.raises(ArchiveAway):
        writer.do(lambda connection: None).result(10)
    (tmp_path / "none").mkdir()
    assert writer.do(lambda connection: connection.execute("SELECT 1")).result(10) == [(1,)]
    writer.close()


class Locked(Counting):
    """A connection to a database that another process locks for long after the first transaction."""

    begun = 0

    def begin_write(self) -> None:
        self.begun += 1
        if self.begun > 1:
            raise ArchiveAway("archive: database is locked")
        super().begin_write()


def test_all_that_waits_for_a_database_that_is_away_fails_together(tmp_path: Path) -> None:
    connection = Locked(tmp_path / "file")
    writer = Writer(lambda: connection)
    go = hold(writer)
    futures = [writer.do(partial(insert, number)) for number in range(50)]
    go.set()
    assert {type(future.exception(10)) for future in futures} == {ArchiveAway}
    assert connection.begun == 2, "the fifty did not wait one after another"
    writer.close()


def test_a_closed_writer_takes_no_work(writer: Writer) -> None:
    writer.close()
    writer.close()
    with pytest.raises(ArchiveAway, match="closed"):
        writer.do(lambda connection: None)
