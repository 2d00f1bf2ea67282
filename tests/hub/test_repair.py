"""A store that has lost the newest entries of a log gets them again from the memory of the table's owner."""

from __future__ import annotations

import pytest

from protocol.v1.bridge import Call, MakeCall
from protocol.v1.requests import PerMove, Policy
from protocol.v1.updates import Done, Notice, View
from server.hub.contact import HOLD_MS
from server.hub.repair import missing
from server.store.memory import MemoryTables
from server.store.table_logs import Append, DealLog, Meta, Outcome, Stored
from tests.later_store import LaterStore
from tests.rooms import House, as_sent, play_on
from tests.virtual import now_ms, passes, until, virtual

PASS = as_sent(MakeCall(Call.PASS))
HURRIED = Policy(clock=PerMove(30_000))
META = Meta(game="bridge", revision=1, name="", host="", created_ms=0, options=b"")


def kept(*every: tuple[int, int, bytes]) -> list[Append]:
    return [Append(DealLog("t", deal, "hub:1"), index, entry) for deal, index, entry in every]


def stored(deal: int, *entries: bytes) -> Stored:
    return Stored(META, "hub:1", deal, entries)


OURS = kept((0, 7, b"g"), (0, 8, b"h"), (1, 1, b"base"), (1, 2, b"deal"))


@pytest.mark.parametrize(
    ("there", "lost"),
    [
        (stored(1, b"base", b"deal"), 0),
        (stored(1, b"base"), 1),
        (stored(0, *[b"?"] * 6, b"g", b"h"), 2),
        (stored(0, *[b"?"] * 6, b"g"), 3),
        (stored(0, *[b"?"] * 6), None),
        (stored(1, b"base", b"another deal"), None),
        (stored(1, b"base", b"deal", b"call"), None),
        (stored(1), None),
    ],
)
def test_what_is_missing_is_known_if_the_stored_log_is_a_beginning_of_ours(
    there: Stored, lost: int | None
) -> None:
    found = missing(OURS, there)
    assert (None if found is None else len(found)) == lost


async def lose(store: LaterStore, table: str, entries: int, owner: str | None = None) -> None:
    """Take the newest entries of a log back, and perhaps the claim, as a replica that was behind does."""
    found = await MemoryTables.load(store, table)
    assert found is not None
    store.rewrite(table, found.entries[:-entries])
    if owner is not None:
        store.own(table, owner)


@virtual
@pytest.mark.parametrize("owner", [None, "dead-hub:7"])
async def test_the_next_action_finds_the_loss_and_mends_it_without_a_pause(owner: str | None) -> None:
    async with House() as house:
        table, players = await house.dealt(HURRIED)
        await play_on(house, table, players, 3)
        before = await MemoryTables.load(house.store, table)
        assert before is not None
        for player in players:
            player.forget()
        await lose(house.store, table, 2, owner)
        await play_on(house, table, players, 1)
        await passes(100)
        after = await MemoryTables.load(house.store, table)
        assert after is not None and after.entries[:-1] == before.entries
        assert after.owner == before.owner
        assert sum(len(player.of(Done)) for player in players) == 1
        assert not any(player.of(View) or player.of(Notice) for player in players)
        registry = house.services.meter.registry
        assert registry.get_sample_value("kibitz_repaired_total") == 1
        assert registry.get_sample_value("kibitz_rolled_back_total") == 0


@virtual
async def test_a_loss_during_an_outage_is_mended_when_the_store_is_back() -> None:
    async with House() as house:
        table, players = await house.dealt(HURRIED)
        await play_on(house, table, players, 3)
        epoch = players[0].tables[table].epoch
        house.store.away = True
        await passes(HOLD_MS + 1_000)
        await lose(house.store, table, 2)
        house.store.come_back()
        await passes(3_000)
        await play_on(house, table, players, 1)
        await passes(100)
        assert players[0].tables[table].epoch == epoch
        assert house.services.meter.registry.get_sample_value("kibitz_repaired_total") == 1


@virtual
async def test_an_entry_that_the_store_answers_during_the_repair_is_sent_once_more() -> None:
    async with House() as house:
        table, players = await house.dealt(HURRIED)
        await play_on(house, table, players, 2)
        room = house.room(table)
        for player in players:
            player.forget()
        house.store.prompt = False
        seat = room.table.to_act[0]
        players[seat].act(table, 1, PASS)
        await lose(house.store, table, 2)
        room.mend()
        await passes(50)
        assert house.store.answer() == [Outcome.MISMATCH]  # The player's entry, which was sent first.
        house.store.prompt = True
        house.store.answer(len(house.store.waiting))
        await passes(1_000)
        assert [done.n for done in players[seat].of(Done)] == [1]
        assert house.hub.live(table) is room and not players[seat].of(Notice)
        stored = await MemoryTables.load(house.store, table)
        assert stored is not None and len(stored.entries) == room.table.index


@virtual
async def test_more_than_the_owner_has_kept_cannot_be_mended_and_the_players_are_told() -> None:
    async with House() as house:
        table, players = await house.dealt(HURRIED)
        await play_on(house, table, players, 3)
        house.room(table).kept.clear()
        for player in players:
            player.forget()
        await lose(house.store, table, 2)
        await play_on(house, table, players, 1)
        await until(lambda: all(player.of(View) for player in players))
        told = [notice.message for notice in players[0].of(Notice)]
        assert any("has lost the last actions" in message for message in told)
        assert house.services.meter.registry.get_sample_value("kibitz_rolled_back_total") == 1


@virtual
async def test_a_table_that_a_hub_which_runs_has_claimed_is_not_taken_back() -> None:
    store = LaterStore(now_ms)
    async with House(store, exclusive=False) as first, House(store, exclusive=False) as second:
        await passes(3_000)
        table, players = await first.dealt(HURRIED)
        await play_on(first, table, players, 3)
        store.own(table, f"{second.hub.id}:9")
        await play_on(first, table, players, 1)
        await until(lambda: second.hub.live(table) is not None)
        assert first.hub.live(table) is None
