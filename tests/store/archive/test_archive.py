"""The contract of the archive, for each of its stores."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace

from server.errors import Altered, StoreError
from server.store.archive.archive import Archive, Person
from server.store.archive.memory import archive_in_memory
from server.store.archive.opening import open_archive
from tests.store.archive.conftest import Place
from tests.store.archive.records import deal, people, table


async def numbers(archive: Archive, player: str, **choice: object) -> list[tuple[str, int]]:
    return [(row.table, row.deal) for row in await archive.by_player(player, **choice)]  # type: ignore[arg-type]


async def test_what_was_put_is_read_again_by_another_process_of_the_archive(place: Place) -> None:
    first = await place.open()
    await first.put([deal()], [table(closed_ms=7)])
    second = await place.open()
    assert await second.deal("t", 0) == deal()
    assert await second.table("t") == table(closed_ms=7)


async def test_what_was_never_put_is_not_there(archive: Archive) -> None:
    await archive.put([])
    assert await archive.deal("t", 0) is None
    assert await archive.table("t") is None
    assert await archive.deals_of("t") == ()
    assert await archive.by_player("p-1") == ()


async def test_the_same_records_put_twice_are_there_once(archive: Archive) -> None:
    for _ in range(2):
        await archive.put([deal(), deal(number=1)], [table()])
    size = await archive.size()
    assert (size.deals, size.tables) == (2, 1)
    assert size.bytes > 0
    assert await archive.deals_of("t") == (0, 1)
    assert await numbers(archive, "p-1") == [("t", 1), ("t", 0)]


@pytest.mark.parametrize("order", [(1, 2), (2, 1)])
async def test_the_greater_version_wins_in_any_order(archive: Archive, order: tuple[int, int]) -> None:
    for version in order:
        who = people("p-1", "p-2") if version == 1 else people("p-3")
        await archive.put(
            [deal(version=version, result=f"version {version}", people=who, ended_ms=version)],
            [table(version=version, people=who, deal=version)],
        )
    found = await archive.deal("t", 0)
    assert found is not None and (found.version, found.result) == (2, "version 2")
    assert found.people == people("p-3")
    stored = await archive.table("t")
    assert stored == table(version=2, people=people("p-3"), deal=2)
    assert await numbers(archive, "p-1") == []
    assert await numbers(archive, "p-3") == [("t", 0)]


async def test_two_versions_of_a_deal_in_one_call_leave_the_greater_one(archive: Archive) -> None:
    await archive.put([deal(version=5), deal(version=4), deal(version=5, result="late")])
    assert await archive.deal("t", 0) == deal(version=5)


async def test_a_failure_of_one_caller_leaves_the_writes_of_others(archive: Archive) -> None:
    two_in_one_place = (Person(0, "p-1", "One", 0), Person(0, "p-2", "Two", 1))
    results = await asyncio.gather(
        *(archive.put([deal(number=number)]) for number in range(4)),
        archive.put([deal(number=4), deal(number=5, people=two_in_one_place)]),
        *(archive.put([deal(number=number)]) for number in range(6, 9)),
        return_exceptions=True,
    )
    assert [index for index, result in enumerate(results) if isinstance(result, Exception)] == [4]
    assert await archive.deals_of("t") == (0, 1, 2, 3, 6, 7, 8)


async def test_a_page_has_the_newest_deals_with_their_players_in_the_order_of_the_seats(
    archive: Archive,
) -> None:
    watched = (*people("p-1", "p-2")[::-1], Person(2, "p-9", "A director"))
    await archive.put([deal(people=watched, open=False), deal(number=1)])
    first, second = await archive.by_player("p-1")
    assert (first.deal, first.open, second.open) == (1, True, False)
    assert second.people == people("p-1", "p-2")
    assert (second.result, second.game, second.ended_ms, second.version) == ("4♠ S = +620", "bridge", 1000, 1)
    assert await archive.by_player("p-9") == ()


async def test_a_player_with_two_seats_of_a_deal_is_listed_once(archive: Archive) -> None:
    await archive.put([deal(people=(Person(0, "p-1", "One", 0), Person(1, "p-1", "Two", 2)))])
    assert await numbers(archive, "p-1") == [("t", 0)]


async def test_deals_are_chosen_by_game_time_and_openness(archive: Archive) -> None:
    await archive.put([deal(number=number) for number in range(6)])
    await archive.put([deal("h", 9, game="hanabi", open=False, ended_ms=1_003)])
    assert await numbers(archive, "p-1", game="hanabi") == [("h", 9)]
    assert await numbers(archive, "p-1", since_ms=1_002, until_ms=1_004, game="bridge") == [
        ("t", 3),
        ("t", 2),
    ]
    assert ("h", 9) not in await numbers(archive, "p-1", open_only=True)
    assert len(await numbers(archive, "p-1", open_only=True)) == 6
    day = await archive.by_time(since_ms=1_003, until_ms=1_005)
    assert sorted((row.table, row.deal) for row in day) == [("h", 9), ("t", 3), ("t", 4)]
    assert [row.table for row in await archive.by_time(game="hanabi")] == ["h"]
    first = await archive.by_time(limit=3)
    rest = await archive.by_time(limit=50, before=first[-1].cursor)
    assert [row.ended_ms for row in (*first, *rest)] == [1_005, 1_004, 1_003, 1_003, 1_002, 1_001, 1_000]


async def test_pages_by_cursor_show_each_deal_once_while_others_are_put(archive: Archive) -> None:
    await archive.put([deal(number=number, ended_ms=1_000 + number // 3) for number in range(100)])
    going = True

    async def put_more() -> int:
        number = 1_000
        while going:
            await archive.put([deal(number=number, ended_ms=5_000 + number)])
            number += 1
        return number - 1_000

    putting = asyncio.create_task(put_more())
    seen: list[int] = []
    before = None
    while rows := await archive.by_player("p-1", before=before, limit=7):
        seen += [row.deal for row in rows]
        before = rows[-1].cursor
    going = False
    assert await putting > 0
    old = [number for number in seen if number < 1_000]
    assert sorted(old) == list(range(100)), "each deal that was there is listed, and once"
    assert len(set(seen)) == len(seen)


@pytest.mark.parametrize("cursor", ["", "7", "7.", ".7", "a.b", "7.-1", "7.1.1", "²7.1", "9" * 30 + ".1"])
async def test_a_text_that_is_no_cursor_is_refused(archive: Archive, cursor: str) -> None:
    with pytest.raises(ValueError, match="expected the cursor of a row"):
        await archive.by_player("p-1", before=cursor)


async def test_a_page_has_at_least_one_row(archive: Archive) -> None:
    with pytest.raises(ValueError, match="limit: expected a number of at least 1, got 0"):
        await archive.by_time(limit=0)


ALTERED = [
    ("deal", "deal SET record = ?", b"\x01others"),
    ("deal", "deal SET result = ?", "7NT S = +2220"),
    ("deal", "deal SET open = ?", 0),
    ("deal", "deal SET deal = ?", 8),
    ("deal", "deal SET tbl = ?", "u"),
    ("deal", "deal SET version = ?", 9),
    ("deal", "deal SET ended_ms = ?", 9),
    ("deal", "deal SET game = ?", "spades"),
    ("deal", "deal SET checksum = ?", b"0" * 16),
    ("table", "game_table SET meta = ?", b"another"),
    ("table", "game_table SET closed_ms = ?", 9),
    ("table", "game_table SET deal = ?", 9),
    ("table", "game_table SET version = ?", 9),
]


@pytest.mark.parametrize(("kind", "change", "value"), ALTERED)
async def test_altered_bytes_are_found_and_their_place_is_named(
    place: Place, kind: str, change: str, value: object
) -> None:
    archive = await place.open()
    await archive.put([deal(number=7)], [table()])
    await asyncio.to_thread(place.run, f"UPDATE {change}", [value])
    name = value if change == "deal SET tbl = ?" else "t"
    number = value if change == "deal SET deal = ?" else 7
    expected = f"table {name}, deal {number}" if kind == "deal" else "table t"
    with pytest.raises(Altered, match=f"^archive, {expected}: the record does not match its checksum$"):
        if kind == "deal":
            await archive.deal(str(name), int(str(number)))
        else:
            await archive.table("t")


async def test_all_records_of_a_player_are_exported_the_newest_first(archive: Archive) -> None:
    await archive.put([deal(number=number) for number in range(120)])
    await archive.put([deal("other", people=people("p-7"))])
    exported = [each async for each in archive.games_of("p-2")]
    assert exported == [deal(number=number) for number in reversed(range(120))]


async def test_a_forgotten_player_has_a_pseudonym_and_the_opponents_keep_their_records(place: Place) -> None:
    archive = await place.open()
    await archive.put([deal(), deal(number=1)], [table()])
    assert await archive.forget_player("p-1") == 2
    assert await archive.by_player("p-1") == ()
    found = await archive.deal("t", 0)
    assert found is not None
    gone = found.people[0]
    assert gone.id == gone.name and gone.id.startswith("gone-")
    assert replace(found, people=deal().people) == deal()
    assert found.people[1:] == deal().people[1:]
    assert await numbers(archive, "p-2") == [("t", 1), ("t", 0)]
    assert await numbers(archive, gone.id) == [("t", 1), ("t", 0)]
    stored = await archive.table("t")
    assert stored is not None and stored.people == (replace(people("p-1")[0], id=gone.id, name=gone.id),)
    for column, source in (("id", "player"), ("name", "person"), ("name", "table_person")):
        rows = await asyncio.to_thread(place.run, f"SELECT {column} FROM {source}")
        assert not [row for row in rows if "p-1" in str(row)]


async def test_a_later_version_does_not_bring_a_forgotten_player_back(archive: Archive) -> None:
    await archive.put([deal()])
    assert await archive.forget_player("p-1") == 1
    await archive.put([deal(version=2), deal(number=1)], [table()])
    assert await archive.by_player("p-1") == ()
    one, two, closed = await archive.deal("t", 0), await archive.deal("t", 1), await archive.table("t")
    assert one is not None and two is not None and closed is not None
    assert one.people[0].id == two.people[0].id == closed.people[0].id == two.people[0].name
    assert await archive.forget_player("p-1") == 0


async def test_a_player_of_no_record_is_forgotten_in_records_to_come(archive: Archive) -> None:
    assert await archive.forget_player("p-1") == 0
    await archive.put([deal()])
    assert await archive.by_player("p-1") == ()
    found = await archive.deal("t", 0)
    assert found is not None
    assert await archive.pseudonyms(["p-1", "p-2"]) == {"p-1": found.people[0].id}
    assert await archive.pseudonyms([]) == {}


async def test_old_deals_go_with_the_tables_and_players_that_nothing_names_any_more(place: Place) -> None:
    archive = await place.open()
    await archive.put(
        [deal(number=number) for number in range(700)] + [deal("u", 1, ended_ms=9_000, people=people("p-8"))],
        [table(closed_ms=1_500), table("u", closed_ms=1_500, people=()), table("v", people=people("p-9"))],
    )
    assert await archive.forget_before(1_650) == 650
    assert await archive.deals_of("t") == tuple(range(650, 700))
    assert await archive.table("t") is not None, "the table has deals left"
    assert await archive.forget_before(8_000) == 50
    assert await archive.table("t") is None
    assert await archive.table("u") is not None and await archive.table("v") is not None
    assert await archive.by_player("p-1") == ()
    players = await asyncio.to_thread(place.run, "SELECT id FROM player ORDER BY id")
    assert players == [("p-8",), ("p-9",)]


async def test_two_openings_of_one_archive_write_at_once(place: Place) -> None:
    archives = await asyncio.gather(*(place.open() for _ in range(3)))
    await asyncio.gather(
        *(
            archive.put([deal(f"t{index}", number), deal("same", number)])
            for index, archive in enumerate(archives)
            for number in range(20)
        )
    )
    assert (await archives[0].size()).deals == 80


async def test_an_archive_of_a_later_version_is_not_opened(place: Place) -> None:
    await place.open()
    later = "INSERT INTO archive_version VALUES (99)" if place.url else "PRAGMA user_version = 99"
    await asyncio.to_thread(place.run, later)
    with pytest.raises(StoreError, match="expected an archive of version 3 or older, got version 99"):
        await place.open()


async def test_a_closed_archive_has_written_what_was_given_and_takes_no_more(place: Place) -> None:
    first = await place.open()
    putting = [asyncio.ensure_future(first.put([deal(number=number)])) for number in range(30)]
    await asyncio.sleep(0)
    await first.close()
    await asyncio.gather(*putting)
    with pytest.raises(OSError, match="closed"):
        await first.put([deal()])
    assert len(await (await place.open()).deals_of("t")) == 30


async def test_two_openings_of_one_archive_have_the_same_place(place: Place, tmp_path: Path) -> None:
    first, second = await place.open(), await place.open()
    assert await first.place() == await second.place()
    other = await open_archive("", tmp_path / "other")
    try:
        assert await other.place() != await first.place()
    finally:
        await other.close()


async def test_an_archive_in_memory_is_another_one_each_time() -> None:
    first, second = archive_in_memory(), archive_in_memory()
    assert await first.place() == await first.place() != await second.place()
