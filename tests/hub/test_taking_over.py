"""A hub gets the tables of another one, many at once, and each of them goes on."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from protocol.v1.requests import PerMove, Policy
from server.hub.contact import DEAD_MS
from server.hub.hub import BEAT_MS, NOTE_EVERY
from server.hub.waking import TAKEN_AT_ONCE
from server.store.ownership import Claim
from tests.hub.test_altered import alter_name
from tests.later_store import LaterStore
from tests.rooms import House
from tests.virtual import now_ms, passes, virtual

SLOW = Policy(clock=PerMove(600_000))


class CountingStore(LaterStore):
    """A store that counts how often a table changes hands."""

    claims = 0

    async def claim_many(self, claims: Sequence[Claim]) -> list[bool]:
        self.claims += len(claims)
        return await super().claim_many(claims)


async def two(store: LaterStore, tables: int) -> tuple[House, House, list[str]]:
    """A hub with so many tables, a later one without any, and the tables."""
    first, second = (House(store, exclusive=False) for _ in range(2))
    await first.hub.start()
    dealt = [(await first.dealt(SLOW))[0] for _ in range(tables)]
    await second.hub.start()
    await passes(DEAD_MS + 1_000)
    return first, second, dealt


@virtual
async def test_tables_that_are_handed_over_change_their_owner_once() -> None:
    store = CountingStore(now_ms)
    leaving, staying, tables = await two(store, 2 * TAKEN_AT_ONCE + 3)
    await leaving.hub.drain()
    await passes(1_000)
    assert store.claims == len(tables)
    rooms = [staying.hub.live(table) for table in tables]
    assert [room and room.token for room in rooms] == [await store.owner(table) for table in tables]
    await staying.__aexit__()


@virtual
async def test_a_hub_does_not_take_a_token_twice_when_an_earlier_owner_hands_over_what_it_has_lost() -> None:
    """Otherwise two rooms would count the versions of their views in one epoch."""
    store = CountingStore(now_ms)
    leaving, staying, (table, other) = await two(store, 2)
    token = leaving.room(table).token
    assert await store.claim(table, token, taken := f"{staying.hub.id}:used")
    await leaving.hub.drain()
    await passes(1_000)
    assert staying.hub.live(other) is not None
    assert (await staying.hub.room(table)).token != taken
    await staying.__aexit__()


@virtual
async def test_the_tables_of_a_dead_hub_change_hands_once_and_get_back_the_silent_time() -> None:
    store = CountingStore(now_ms)
    dying, staying, tables = await two(store, TAKEN_AT_ONCE + 3)
    await passes(NOTE_EVERY * BEAT_MS)
    before = [dying.room(table).viewers.feeds.times.deadline_ms for table in tables]
    dying.kill()
    killed_ms = now_ms()
    await passes(DEAD_MS + 1_000)
    assert store.claims == len(tables)
    after = [staying.room(table).viewers.feeds.times.deadline_ms for table in tables]
    gained = [
        new - old for new, old in zip(after, before, strict=True) if new is not None and old is not None
    ]
    assert len(gained) == len(tables)
    assert DEAD_MS <= min(gained) <= max(gained) <= now_ms() - killed_ms + BEAT_MS
    await staying.__aexit__()


@pytest.mark.parametrize("kills", [False, True])
def test_a_table_that_cannot_be_read_does_not_keep_the_others(kills: bool) -> None:
    @virtual
    async def run() -> None:
        store = LaterStore(now_ms)
        leaving, staying, tables = await two(store, 5)
        await passes(NOTE_EVERY * BEAT_MS)
        await alter_name(store, tables[2], 0)
        if kills:
            leaving.kill()
            await passes(DEAD_MS + 1_000)
        else:
            await leaving.hub.drain()
            await passes(1_000)
        assert [staying.hub.live(table) is None for table in tables] == [each == 2 for each in range(5)]
        await staying.__aexit__()

    run()
