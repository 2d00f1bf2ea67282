"""The contract of the list of tables of which the archive may lack something: it never has too few."""

from __future__ import annotations

import pytest

from server.store.stores import Stores
from server.store.unarchived import Listed, deal_of, position_of
from tests.store.tables import MINE, opened


async def listed(stores: Stores) -> set[str]:
    """Return the tables in all parts of the list."""
    found: set[str] = set()
    cursor, going = 0, True
    while going:
        cursor, tables = await stores.unarchived.page(cursor)
        found |= set(tables)
        going = cursor != 0
    return found


async def test_every_table_is_listed_from_its_start_on(stores: Stores) -> None:
    tables = {f"t{number}" for number in range(1_200)}
    for table in sorted(tables):
        await opened(stores, table)
    assert await listed(stores) == tables
    assert await stores.unarchived.look(["t7", "t-none"]) == [
        Listed("t7", 0, position_of(0, 1)),
        Listed("t-none", None, None),
    ]


async def test_the_position_of_a_table_grows_with_each_entry_and_deal(stores: Stores) -> None:
    owner = await opened(stores)
    positions = []
    for step in (
        owner.appends(b"one"),
        owner.deals(b"base", b"deal"),
        owner.appends(b"end", status="closed"),
    ):
        await step
        (found,) = await stores.unarchived.look(["t1"])
        positions.append(found.present)
    assert positions == [position_of(0, 2), position_of(1, 2), position_of(1, 3)] == sorted(positions)
    assert found.closed and deal_of(positions[-1]) == 1


async def test_a_position_changes_only_from_the_expected_one(stores: Stores) -> None:
    await opened(stores)
    assert await stores.unarchived.note_read("t1", 0, 7)
    assert not await stores.unarchived.note_read("t1", 0, 8)
    assert not await stores.unarchived.note_read("t1", None, 8)
    (found,) = await stores.unarchived.look(["t1"])
    assert found.read == 7


async def test_a_table_that_is_made_anew_is_not_taken_out(stores: Stores) -> None:
    owner = await opened(stores)
    assert await stores.unarchived.note_read("t1", 0, 7)
    assert await stores.logs.remove("t1", MINE)
    assert (await stores.unarchived.look(["t1"]))[0] == Listed("t1", 7, None)
    assert await owner.opens()
    assert not await stores.unarchived.note_read("t1", 7, None)
    assert await listed(stores) == {"t1"}


async def test_a_table_is_taken_out_and_may_come_back(stores: Stores) -> None:
    await opened(stores)
    assert await stores.unarchived.note_read("t1", 0, None)
    assert await listed(stores) == set()
    assert await stores.unarchived.note_read("t1", None, 3)
    assert await listed(stores) == {"t1"}


@pytest.mark.parametrize("count", [1, 1_100])
async def test_tables_that_the_list_lacks_are_found(stores: Stores, count: int) -> None:
    for number in range(count):
        await opened(stores, f"t{number}")
        await stores.unarchived.note_read(f"t{number}", 0, None)
    await opened(stores, "known")
    await stores.unarchived.note_read("known", 0, 9)
    assert await stores.unarchived.find_all() == count
    assert len(await listed(stores)) == count + 1
    assert (await stores.unarchived.look(["known"]))[0].read == 9
    assert await stores.unarchived.find_all() == 0


def test_a_log_that_is_too_long_for_a_position_reaches_no_later_deal() -> None:
    long = position_of(3, (1 << 20) + 5)
    assert deal_of(long) == 3 < deal_of(position_of(4, 0))
