"""The statements of the archive's SQL stores, the same for SQLite and PostgreSQL."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TypeVar

import msgspec

from server.store.archive import record_bytes
from server.store.archive.archive import ArchivedDeal, ArchivedTable, Person, Row
from server.store.archive.connection import Connection, Value

AT_ONCE = 500
"""The most rows that one statement writes or removes."""
LATEST = (1 << 63) - 1

PUT_DEAL = """
INSERT INTO deal (tbl, deal, version, game, ended_ms, open, result, record, checksum)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (tbl, deal) DO UPDATE SET version = excluded.version, game = excluded.game,
  ended_ms = excluded.ended_ms, open = excluded.open, result = excluded.result, record = excluded.record,
  checksum = excluded.checksum
WHERE excluded.version > deal.version
RETURNING num
"""
PUT_TABLE = """
INSERT INTO game_table (tbl, version, meta, deal, closed_ms, checksum) VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT (tbl) DO UPDATE SET version = excluded.version, meta = excluded.meta, deal = excluded.deal,
  closed_ms = excluded.closed_ms, checksum = excluded.checksum
WHERE excluded.version > game_table.version
RETURNING tbl
"""
COLUMNS = "d.tbl, d.deal, d.version, d.game, d.ended_ms, d.open, d.result"
PERSON = "player.id, person.name, person.seat, person.robot, person.robot_of, person.owner"
PERSON_COLUMNS = "place, player, name, seat, robot, robot_of, owner"

T = TypeVar("T")
Listed = tuple[str, int, int, str, int, int, str, int]
Recorded = tuple[str, int, int, str, int, int, str, int, bytes, bytes]
Named = tuple[int, str, str, int | None, int, str, int | None]
NamedInDeal = tuple[int, int, str, str, int | None, int, str]


def put_deal(connection: Connection, deal: ArchivedDeal) -> bool:
    """Write the record of a deal, unless the archive has the deal in the same or a later version.

    Return True if it was written.
    """
    record = record_bytes.packed(deal.entries, deal.notes)
    checksum = record_bytes.checksum_of_deal(deal, record)
    values = (deal.table, deal.deal, deal.version, deal.game, deal.ended_ms, int(deal.open), deal.result)
    written = msgspec.convert(connection.execute(PUT_DEAL, (*values, record, checksum)), list[tuple[int]])
    for (number,) in written:
        connection.execute("DELETE FROM person WHERE deal = ?", (number,))
        rows: list[tuple[Value, ...]] = []
        played = set()
        for person, player in _players(connection, deal.people):
            first = person.seat is not None and player not in played
            if first:
                played.add(player)
            rows.append((number, *_columns(person, player), int(first), deal.ended_ms))
        columns = f"deal, {PERSON_COLUMNS}, played, ended_ms"
        _insert(connection, f"INSERT INTO person ({columns}) VALUES", rows)
    return bool(written)


def put_table(connection: Connection, table: ArchivedTable) -> None:
    """Write the data about a table, unless the archive has the table in the same or a later version."""
    checksum = record_bytes.checksum_of_table(table)
    values = (table.table, table.version, table.meta, table.deal, table.closed_ms, checksum)
    if connection.execute(PUT_TABLE, values):
        connection.execute("DELETE FROM table_person WHERE tbl = ?", (table.table,))
        rows = [
            (table.table, *_columns(person, player)) for person, player in _players(connection, table.people)
        ]
        _insert(connection, f"INSERT INTO table_person (tbl, {PERSON_COLUMNS}) VALUES", rows)


def deal_of(connection: Connection, table: str, deal: int) -> ArchivedDeal | None:
    """Return the record of a deal; raises Altered if the record does not match its checksum."""
    sql = f"SELECT {COLUMNS}, d.num, d.record, d.checksum FROM deal d WHERE d.tbl = ? AND d.deal = ?"
    for row in msgspec.convert(connection.execute(sql, (table, deal)), list[Recorded]):
        _, _, version, game, ended_ms, is_open, result, number, record, stored = row
        people = (
            f"SELECT place, {PERSON} FROM person JOIN player ON num = player WHERE deal = ? ORDER BY place"
        )
        found = ArchivedDeal(
            table, deal, version, game, ended_ms, is_open != 0, result, (),
            people=_people(connection, people, number),
        )  # fmt: skip
        place = f"table {table}, deal {deal}"
        record_bytes.check(place, record_bytes.checksum_of_deal(found, record), stored)
        entries, notes = record_bytes.unpacked(record, place)
        return msgspec.structs.replace(found, entries=entries, notes=notes)
    return None


def table_of(connection: Connection, table: str) -> ArchivedTable | None:
    """Return the data about a table; raises Altered if the data do not match their checksum."""
    sql = "SELECT version, meta, deal, closed_ms, checksum FROM game_table WHERE tbl = ?"
    rows = msgspec.convert(connection.execute(sql, (table,)), list[tuple[int, bytes, int, int | None, bytes]])
    for version, meta, deal, closed_ms, stored in rows:
        people = (
            f"SELECT place, {PERSON} FROM table_person person JOIN player ON num = player"
            " WHERE tbl = ? ORDER BY place"
        )
        found = ArchivedTable(table, version, meta, deal, closed_ms, _people(connection, people, table))
        record_bytes.check(f"table {table}", record_bytes.checksum_of_table(found), stored)
        return found
    return None


def deals_of(connection: Connection, table: str) -> tuple[int, ...]:
    """Return the numbers of a table's archived deals, the lowest first."""
    rows = connection.execute("SELECT deal FROM deal WHERE tbl = ? ORDER BY deal", (table,))
    return tuple(number for (number,) in msgspec.convert(rows, list[tuple[int]]))


def rows_of(
    connection: Connection,
    player: str | None,
    before: str | None,
    limit: int,
    game: str | None,
    since_ms: int | None,
    until_ms: int | None,
    open_only: bool,
) -> tuple[Row, ...]:
    """Return a page of the deals of a player, or of all deals, sorted by their end, the newest first."""
    if limit < 1:
        raise ValueError(f"limit: expected a number of at least 1, got {limit}")
    key = "p.ended_ms, p.deal" if player is not None else "d.ended_ms, d.num"
    ended, _, number = key.partition(", ")
    end = _after(before)
    if until_ms is not None:
        # One bound instead of two: SQLite begins to search at the first of them alone. Numbers begin at 1.
        end = min(end, (until_ms, 0))
    conditions, values = [f"({key}) < (?, ?)"], list[Value](end)
    if player is not None:
        source = "person p JOIN deal d ON d.num = p.deal"
        conditions.append("p.player = (SELECT num FROM player WHERE id = ?) AND p.played = 1")
        values.append(player)
    else:
        source = "deal d"
    for condition, value in (
        (f"{ended} >= ?", since_ms),
        ("d.game = ?", game),
        ("d.open = ?", 1 if open_only else None),
    ):
        if value is not None:
            conditions.append(condition)
            values.append(value)
    sql = (
        f"SELECT {COLUMNS}, d.num FROM {source} WHERE {' AND '.join(conditions)}"
        f" ORDER BY {ended} DESC, {number} DESC LIMIT ?"
    )
    listed = msgspec.convert(connection.execute(sql, (*values, limit)), list[Listed])
    seated = _seated(connection, [row[-1] for row in listed])
    return tuple(
        Row(
            table, deal, version, game_, ended_ms, is_open != 0, result,
            tuple(seated.get(number_, ())), f"{ended_ms}.{number_}",
        )
        for table, deal, version, game_, ended_ms, is_open, result, number_ in listed
    )  # fmt: skip


def forget_player(connection: Connection, player: str, fresh: str) -> int:
    """Replace a player's id and names by a pseudonym (`fresh`, or an earlier one); count its deals."""
    digest = _digest(player)
    connection.execute(
        "INSERT INTO forgotten (digest, pseudonym) VALUES (?, ?) ON CONFLICT (digest) DO NOTHING",
        (digest, fresh),
    )
    [(pseudonym,)] = msgspec.convert(
        connection.execute("SELECT pseudonym FROM forgotten WHERE digest = ?", (digest,)), list[tuple[str]]
    )
    rows = msgspec.convert(
        connection.execute("SELECT num FROM player WHERE id = ?", (player,)), list[tuple[int]]
    )
    deals = 0
    for (number,) in rows:
        named = connection.execute("SELECT count(DISTINCT deal) FROM person WHERE player = ?", (number,))
        [(deals,)] = msgspec.convert(named, list[tuple[int]])
        connection.execute("UPDATE player SET id = ? WHERE num = ?", (pseudonym, number))
        connection.execute("UPDATE person SET name = ? WHERE player = ?", (pseudonym, number))
        connection.execute("UPDATE table_person SET name = ? WHERE player = ?", (pseudonym, number))
    return deals


def pseudonyms(connection: Connection, players: Sequence[str]) -> dict[str, str]:
    """Return the pseudonyms of those of the players that are forgotten, by their ids."""
    ids = {_digest(player): player for player in players}
    found: list[tuple[bytes, str]] = []
    for part in _parts(sorted(ids)):
        sql = f"SELECT digest, pseudonym FROM forgotten WHERE digest IN ({_marks(part)})"
        found += msgspec.convert(connection.execute(sql, part), list[tuple[bytes, str]])
    return {ids[digest]: pseudonym for digest, pseudonym in found}


def forget_before(connection: Connection, ms: int) -> int:
    """Remove at most `AT_ONCE` deals that ended before a time; return their number.

    Removes the tables without deals that were closed before, and the players that no record names any more,
    when no deal is left to remove.
    """
    old = "SELECT num FROM deal WHERE ended_ms < ? ORDER BY ended_ms, num LIMIT ?"
    removed = connection.execute(f"DELETE FROM deal WHERE num IN ({old}) RETURNING num", (ms, AT_ONCE))
    if not removed:
        connection.execute(
            "DELETE FROM game_table WHERE closed_ms < ?"
            " AND NOT EXISTS (SELECT 1 FROM deal WHERE deal.tbl = game_table.tbl)",
            (ms,),
        )
        connection.execute(
            "DELETE FROM player"
            " WHERE NOT EXISTS (SELECT 1 FROM person WHERE person.player = player.num)"
            " AND NOT EXISTS (SELECT 1 FROM table_person WHERE table_person.player = player.num)"
        )
    return len(removed)


def numbers(connection: Connection) -> tuple[int, int]:
    """Return the number of archived deals and of archived tables."""
    rows = connection.execute("SELECT (SELECT count(*) FROM deal), (SELECT count(*) FROM game_table)")
    return msgspec.convert(rows, list[tuple[int, int]])[0]


def _after(before: str | None) -> tuple[int, int]:
    if before is None:
        return LATEST, LATEST
    ended, dot, number = before.partition(".")
    if not (dot and ended.isascii() and ended.isdigit() and number.isascii() and number.isdigit()):
        raise ValueError("before: expected the cursor of a row")
    if max(len(ended), len(number)) > 18:
        raise ValueError("before: expected the cursor of a row")
    return int(ended), int(number)


def _players(connection: Connection, people: Sequence[Person]) -> list[tuple[Person, int]]:
    """Return each person with the number of its player; a forgotten player has its pseudonym."""
    known: dict[str, int] = {}
    forgotten = pseudonyms(connection, [person.id for person in people])
    named = []
    for person in people:
        gone = forgotten.get(person.id)
        named.append(person if gone is None else msgspec.structs.replace(person, id=gone, name=gone))
    ids = sorted({person.id for person in named})
    for some in _parts(ids):
        sql = f"SELECT id, num FROM player WHERE id IN ({_marks(some)})"
        known.update(msgspec.convert(connection.execute(sql, some), list[tuple[str, int]]))
    for some in _parts([id_ for id_ in ids if id_ not in known]):
        sql = f"INSERT INTO player (id) VALUES {', '.join(['(?)'] * len(some))} RETURNING id, num"
        known.update(msgspec.convert(connection.execute(sql, some), list[tuple[str, int]]))
    return [(person, known[person.id]) for person in named]


def _columns(person: Person, player: int) -> tuple[Value, ...]:
    about = (person.place, player, person.name, person.seat)
    return (*about, int(person.robot), person.robot_of, person.owner)


def _insert(connection: Connection, sql: str, rows: Sequence[tuple[Value, ...]]) -> None:
    for some in _parts(rows):
        marks = ", ".join(f"({_marks(row)})" for row in some)
        connection.execute(f"{sql} {marks}", [value for row in some for value in row])


def _people(connection: Connection, sql: str, key: Value) -> tuple[Person, ...]:
    rows = msgspec.convert(connection.execute(sql, (key,)), list[Named])
    return tuple(
        Person(place, id_, name, seat, robot != 0, robot_of, owner)
        for place, id_, name, seat, robot, robot_of, owner in rows
    )


def _seated(connection: Connection, deals: Sequence[int]) -> dict[int, list[Person]]:
    seated: dict[int, list[Person]] = {}
    for some in _parts(deals):
        # The name of an owner that is a player stands in its own row, where a forgotten one has a pseudonym.
        sql = (
            "SELECT person.deal, person.place, player.id, person.name, person.seat, person.robot,"
            " COALESCE(owner.name, person.robot_of) FROM person JOIN player ON num = person.player"
            " LEFT JOIN person owner ON owner.deal = person.deal AND owner.place = person.owner"
            f" WHERE person.deal IN ({_marks(some)}) AND person.seat IS NOT NULL"
            " ORDER BY person.deal, person.seat, person.place"
        )
        rows = msgspec.convert(connection.execute(sql, some), list[NamedInDeal])
        for deal, place, id_, name, seat, robot, robot_of in rows:
            person = Person(place, id_, name, seat, robot != 0, robot_of)
            seated.setdefault(deal, []).append(person)
    return seated


def _digest(player: str) -> bytes:
    return hashlib.blake2b(player.encode(), digest_size=16, person=b"kibitz-forgotten").digest()


def _marks(values: Sequence[object]) -> str:
    return ", ".join("?" * len(values))


def _parts(values: Iterable[T]) -> Iterator[list[T]]:
    rest = iter(values)
    while part := list(islice(rest, AT_ONCE)):
        yield part
