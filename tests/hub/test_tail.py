"""The tail of a log: what a store has lost is stored again, and a log of another hub is left alone."""

from __future__ import annotations

import pytest

from server.hub.tail import Missing, Tail, repair
from server.store.memory import MemoryTables
from server.store.table_logs import Append, DealLog, Meta, Stored
from tests.virtual import now_ms, virtual

META = Meta(game="bridge", revision=1, name="", host="", created_ms=0, options=b"")
TOKEN = "hub:1"


def stored(deal: int, *entries: bytes, owner: str = TOKEN) -> Stored:
    return Stored(META, owner, deal, entries)


def tail_of(*deals: tuple[bytes, ...]) -> Tail:
    """Return the tail of a table that has played these deals."""
    tail = Tail(0, ())
    for deal, entries in enumerate(deals):
        for entry in entries:
            tail.add(deal, entry)
    return tail


def test_the_entries_that_the_store_has_lost_are_missing() -> None:
    tail = tail_of((b"a", b"b", b"c"))
    assert tail.missing(stored(0, b"a")) == (Missing(0, 2, (b"b", b"c")),)
    assert tail.missing(stored(0, b"a", b"b", b"c")) == ()


def test_the_end_of_the_deal_before_and_the_whole_present_deal_are_missing() -> None:
    tail = tail_of((b"a",), (b"d", b"e", b"f"), (b"g", b"h"))
    assert tail.missing(stored(1, b"d")) == (Missing(1, 2, (b"e", b"f")), Missing(2, 1, (b"g", b"h")))
    assert tail.missing(stored(1, b"d", b"e", b"f")) == (Missing(2, 1, (b"g", b"h")),)


@pytest.mark.parametrize(
    "other",
    [
        stored(2, b"d", b"x"),
        stored(2, b"d", b"e", b"f"),
        stored(0, b"a"),
        stored(3, b"g"),
    ],
)
def test_a_log_that_is_not_the_beginning_of_that_in_memory_lacks_nothing_known(other: Stored) -> None:
    assert tail_of((b"a",), (b"b",), (b"d", b"e")).missing(other) is None


def test_nothing_is_known_of_the_deal_before_the_table_was_loaded() -> None:
    assert Tail(3, (b"g", b"h")).missing(stored(2, b"e")) is None


async def store_with(entries: tuple[bytes, ...]) -> MemoryTables:
    store = MemoryTables(now_ms)
    assert await store.create("t", META, TOKEN, entries[0])
    log = DealLog("t", 0, TOKEN)
    for index, entry in enumerate(entries[1:], 2):
        store.append(Append(log, index, entry), lambda outcome: None)
    return store


@virtual
async def test_a_store_is_repaired_over_the_end_of_a_deal_with_the_present_status() -> None:
    store, tail = await store_with((b"a",)), tail_of((b"a", b"b"), (b"c", b"d"))
    found = await store.load("t")
    assert found is not None
    assert await repair(store, tail, found, "t", TOKEN, "unlisted") == 3
    mended = await store.load("t")
    assert mended is not None
    assert (mended.deal, mended.entries, mended.meta.status) == (1, (b"c", b"d"), "unlisted")
    assert await store.load_deal("t", 0) == (b"a", b"b")


@virtual
async def test_the_log_of_another_owner_is_left_alone() -> None:
    store, tail = await store_with((b"a",)), tail_of((b"a", b"b"))
    assert await store.claim("t", TOKEN, "other:2")
    found = await store.load("t")
    assert found is not None
    assert await repair(store, tail, found, "t", TOKEN, "open") is None
    # The claim comes after the table was read.
    assert await repair(store, tail, stored(0, b"a"), "t", TOKEN, "open") is None
    left = await store.load("t")
    assert left is not None and left.entries == (b"a",)
