"""What the archive's records give back is what the store had: logs, notes, and the data of tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from server.errors import StoreError
from server.games.registry import GAMES
from server.hub.archive.fold_log import Ended, ended, present
from server.hub.archived import (
    archived_deal,
    archived_table,
    entries_of,
    meta_of,
    notes_of,
    version_of,
)
from server.hub.membership import Member, packed
from server.hub.sets.member import uploaded_by
from server.store.archive.archive import ArchivedDeal, Person
from server.store.table_logs import Meta, Noted
from server.table.events import decode
from server.table.table import Table
from tests.golden_logs import files

LOGS = {name: files.read(files.LOGS / f"{name}.json") for name in files.names()}
NOW_MS = 1_800_000_000_000
META = Meta(game="bridge", revision=3, name="Friday ♠", host="ann", created_ms=1, options=b"\x80")


def _golden() -> Iterator[Any]:
    for name, logged in LOGS.items():
        for table in logged["tables"]:
            game = files.meta_of(logged["keys"], table)["game"]
            for deal, log in files.deals_of(logged["keys"], table).items():
                yield pytest.param(table, game, deal, tuple(log), id=f"{name} {table} {deal}")


async def _folded(table: str, game: str, deal: int, log: tuple[bytes, ...]) -> tuple[Table, Ended | None]:
    rules = GAMES[game]
    return await present(table, rules, deal, log, ""), await ended(table, rules, deal, log)


@pytest.mark.parametrize(("table", "game", "deal", "log"), tuple(_golden()))
async def test_a_golden_log_comes_back_from_its_record(
    table: str, game: str, deal: int, log: tuple[bytes, ...]
) -> None:
    last, end = await _folded(table, game, deal, log)
    record = archived_deal(last, None if end is None else end.table, log, (), NOW_MS, "")
    assert [decode(entry) for entry in entries_of(record)] == [decode(entry) for entry in log]
    assert (record.table, record.deal, record.game) == (table, deal, game)
    seated = {} if end is None else dict(enumerate(end.table.chairs))
    for seat, chair in seated.items():
        here = {(person.id, person.name) for person in record.people if person.seat == seat}
        robot = {(f"house:{seat}", chair.house)} if chair.house is not None else set()
        assert here == {*chair.people} | robot
    if end is None:
        assert all(person.seat is None for person in record.people)
    else:
        assert record.ended_ms == end.ended_ms


async def _record(name: str, notes: tuple[Noted, ...] = ()) -> ArchivedDeal:
    """Return the record of the first deal in a golden log."""
    logged = LOGS[name]
    (table, *_) = logged["tables"]
    log = tuple(files.deals_of(logged["keys"], table)[0])
    last, end = await _folded(table, files.meta_of(logged["keys"], table)["game"], 0, log)
    return archived_deal(last, None if end is None else end.table, log, notes, NOW_MS, "")


async def test_notes_come_back_and_their_bytes_name_no_player() -> None:
    notes = (Noted(0, "p-Ann", 3, "red five"), Noted(0, "p-Zoe", 3, "blue"), Noted(0, "p-Ann", 9, "new"))
    record = await _record("hanabi-noted", notes)
    assert notes_of(record) == notes
    assert b"p-Ann" not in record.notes and b"p-Zoe" not in record.notes
    assert "p-Zoe" in {person.id for person in record.people}


async def test_a_record_without_notes_has_none() -> None:
    assert notes_of(await _record("hanabi-started")) == ()


async def test_a_pseudonym_beside_the_record_replaces_the_player_in_its_log() -> None:
    record = await _record("bridge-play")
    gone = next(person for person in record.people if not person.robot)
    forgotten = tuple(
        replace(person, id="gone-1", name="a former player") if person.id == gone.id else person
        for person in record.people
    )
    log = entries_of(replace(record, people=forgotten))
    assert not any(gone.id.encode() in entry for entry in log)
    assert any(b"gone-1" in entry for entry in log)


def test_the_data_of_a_table_come_back_and_their_bytes_do_not_name_the_host() -> None:
    record = archived_table("t1", META, 4, NOW_MS, closed_ms=NOW_MS - 5)
    assert meta_of(record) == META
    assert b"ann" not in record.meta
    assert (record.deal, record.closed_ms) == (4, NOW_MS - 5)


def test_the_player_that_uploaded_the_boards_of_an_event_is_a_person_of_the_record() -> None:
    member = Member("e-x-1", (), uploaded=True, event="e-x", uploader="dora")
    meta = replace(META, host="", board_set=packed(member))
    record = archived_table("e-x-1-1", meta, 4, NOW_MS, closed_ms=NOW_MS - 5)
    assert meta_of(record) == meta and uploaded_by(meta_of(record), "e-x-1-1") == "dora"
    assert b"dora" not in record.meta and [person.id for person in record.people] == ["dora"]


@pytest.mark.parametrize("host", ["", "house:0"])
def test_a_table_without_a_person_as_host_comes_back(host: str) -> None:
    record = archived_table("t1", replace(META, host=host), 0, NOW_MS)
    assert (meta_of(record).host, record.people) == (host, ())


async def test_people_with_a_gap_in_their_places_are_an_error() -> None:
    record = await _record("bridge-play")
    with pytest.raises(StoreError, match="expected 1 people with the places from 0"):
        entries_of(replace(record, people=(Person(5, "p1", "Ada"),)))


def test_a_longer_log_or_a_later_reading_has_a_greater_version() -> None:
    assert version_of(3, NOW_MS) < version_of(3, NOW_MS + 1) < version_of(4, NOW_MS - 10_000)
    assert version_of(500_000, NOW_MS) < 2**63, "a version fits the integers of a database"
