"""A log that a hub owns goes on after an entry that cannot be stored."""

from __future__ import annotations

import msgspec
import pytest
from msgspec import Struct

from server.hub.owned_log import OwnedLog
from server.store.table_logs import DealLog, Meta
from tests.rooms import House
from tests.virtual import until, virtual


class Sum(Struct, frozen=True):
    """The sum of the entries of a log, which are numbers."""

    total: int = 0
    index: int = 1


def added(before: Sum, entry: int) -> Sum:
    if entry < 0:
        raise ValueError("expected no negative number")
    return Sum(before.total + entry, before.index + 1)


@virtual
async def test_an_entry_that_cannot_be_encoded_or_applied_leaves_the_log_as_it_was() -> None:
    async with House() as house:
        meta = Meta(game="bridge", revision=1, name="", host="", created_ms=0, options=b"")
        assert await house.store.create("set:sum", meta, "mine", b"first")
        log = OwnedLog[Sum, int](
            house.services,
            DealLog("set:sum", 0, "mine"),
            Sum(),
            fold=added,
            encode=msgspec.msgpack.encode,
            status_of=lambda entries: None,
            came=lambda: None,
            lost=lambda: None,
        )
        for refused in ((5, 2**70), (5, -1)):
            with pytest.raises((OverflowError, ValueError)):
                log.put(refused)
            assert log.ahead == Sum()
        log.put((1, 2))
        log.put((4,))
        assert log.ahead.total == 7
        await until(lambda: log.stored == log.ahead)
        stored = await house.store.load("set:sum")
        assert stored is not None and [*map(msgspec.msgpack.decode, stored.entries[1:])] == [1, 2, 4]
