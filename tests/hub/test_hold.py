"""A hub without its store or without its table: it holds, loses tables, and goes on by the log."""

from __future__ import annotations

from typing import Any

from protocol.v1.bridge import Call, MakeCall
from protocol.v1.requests import Bank, Open, PerMove, Policy, Sit, Stand, Watch
from protocol.v1.updates import Done, Notice, Refused, View
from server.hub.contact import DEAD_MS, HOLD_MS
from server.store.memory import MemoryTables
from server.table import events
from server.table.events import Acted, Credited
from tests.later_store import LaterStore
from tests.rooms import House, as_sent, play_on
from tests.virtual import EPOCH_MS, now_ms, passes, until, virtual

PASS = as_sent(MakeCall(Call.PASS))
HURRIED = Policy(clock=PerMove(30_000))
CREDIT = events.encode(Credited(at_ms=EPOCH_MS, ms=1))
"""An entry that the owner did not write."""


def opening(id: int, **wishes: Any) -> Open:
    return Open(game="bridge", id=id, **wishes)


@virtual
async def test_a_table_of_a_live_hub_stays_there_and_that_of_a_dead_hub_is_taken_over() -> None:
    store = LaterStore(now_ms)
    first = House(store, exclusive=False)
    await first.hub.start()
    async with House(store, exclusive=False) as second:
        table = await first.table(policy=HURRIED)
        await passes(DEAD_MS + 1_000)
        ann = second.person("Ann")
        assert isinstance(await ann.sit(table, 0), Done)
        assert second.hub.live(table) is None and first.room(table).table.chairs[0].player == ann.player.id
        await first.hub.stop()
        await passes(1_000)
        assert isinstance(await ann.ask(Stand(table=table, id=2)), Done)
        assert second.hub.live(table) is not None


@virtual
async def test_a_hub_that_was_cut_off_itself_deposes_no_owner() -> None:
    store = LaterStore(now_ms)
    first = House(store, exclusive=False)
    await first.hub.start()
    table = await first.table()
    first.kill()
    await passes(DEAD_MS)
    async with House(store, exclusive=False) as second:
        refused = await second.person("Ann").sit(table, 0)
        assert isinstance(refused, Refused) and refused.code == "unavailable"
        await passes(DEAD_MS + 1_000)
        assert isinstance(await second.person("Ann").sit(table, 0), Done)


@virtual
async def test_an_outage_is_credited_to_the_clock_of_a_table_taken_over() -> None:
    store = LaterStore(now_ms)
    async with House(store) as before:
        table, _ = await before.dealt(HURRIED)
        left_ms = before.room(table).table.clock.remaining(now_ms())
    await passes(25_000)
    async with House(store) as after:
        await after.person().watch(table)
        assert abs(after.room(table).table.clock.remaining(now_ms()) - left_ms) < 1_000  # type: ignore[operator]


@virtual
async def test_a_table_claimed_by_another_hub_is_followed_at_its_new_owner() -> None:
    async with House() as house:
        table, (north, east, *_) = await house.dealt(HURRIED)
        epoch = east.tables[table].epoch
        for person in (north, east):
            person.forget()
        house.store.steal(table)
        north.act(table, 1, PASS)
        assert north.refusal() == "unavailable"
        await until(lambda: east.of(View))
        assert [notice.kind for notice in east.of(Notice)] == ["hold", "go"]
        assert east.tables[table].epoch != epoch and east.tables[table].audience == "seat"
        north.act(table, 1, PASS)
        await passes(100)
        assert north.of(Done)[-1].n == 1


@virtual
async def test_if_the_stored_log_differs_from_the_log_in_memory_the_stored_log_counts() -> None:
    async with House() as house:
        table, players = await house.dealt(HURRIED)
        await play_on(house, table, players, 3)
        stored = await house.store.load(table)
        assert stored is not None
        house.store.rewrite(table, (*stored.entries[:-2], CREDIT))
        players[3].act(table, 1, PASS)
        await passes(100)
        assert players[3].refusal() == "unavailable"
        await passes(1_000)
        assert house.room(table).table.decision == "0.1"
        assert players[3].tables[table].pub["calls"] == {0: "P"}


@virtual
async def test_what_the_store_has_lost_of_a_log_is_stored_again_and_the_players_notice_nothing() -> None:
    async with House() as house:
        table, players = await house.dealt(HURRIED)
        await play_on(house, table, players, 3)
        stored = await house.store.load(table)
        assert stored is not None
        epoch = players[0].tables[table].epoch
        house.store.rewrite(table, stored.entries[:-2])
        players[3].act(table, 1, PASS)
        await passes(1_000)
        assert players[3].of(Done)[-1].n == 1 and not players[3].of(Refused, Notice)
        mended = await house.store.load(table)
        assert mended is not None and mended.entries[:-1] == stored.entries
        assert players[0].tables[table].epoch == epoch
        assert house.hub.services.meter.registry.get_sample_value("kibitz_repaired_total") == 1


@virtual
async def test_what_the_store_has_lost_during_an_outage_is_stored_again() -> None:
    async with House() as house:
        table, players = await house.dealt(HURRIED)
        await play_on(house, table, players, 3)
        epoch = players[0].tables[table].epoch
        house.store.away = True
        await passes(HOLD_MS + 1_000)
        stored = await MemoryTables.load(house.store, table)
        assert stored is not None
        house.store.rewrite(table, stored.entries[:-2])
        house.store.come_back()
        await passes(3_000)
        mended = await house.store.load(table)
        assert mended is not None and mended.entries[: len(stored.entries)] == stored.entries
        assert players[0].tables[table].epoch == epoch and house.room(table).table.decision == "0.3"


@virtual
async def test_a_player_whose_seat_is_lost_with_the_log_follows_as_public() -> None:
    async with House() as house:
        table, players = await house.dealt(HURRIED)
        stored = await house.store.load(table)
        assert stored is not None
        house.store.rewrite(table, (*stored.entries[:4], CREDIT))
        players[0].act(table, 1, PASS)
        await passes(1_000)
        audiences = [player.tables[table].audience for player in players]
        assert audiences == ["seat", "seat", "seat", "public"]
        nonces = {player.tables[table].epoch.partition(".")[0] for player in players}
        assert len(nonces) == 1


@virtual
async def test_without_the_store_a_hub_sends_only_hold() -> None:
    async with House() as house:
        table, (north, *_) = await house.dealt(HURRIED)
        north.forget()
        house.store.away = True
        await passes(HOLD_MS + 1_000)
        assert [notice.kind for notice in north.of(Notice)] == ["hold"]
        north.forget()
        north.act(table, 1, PASS)
        assert north.refusal() == "unavailable"
        late = house.person("Late")
        for request in (Watch(table=table, id=1), Sit(table=table, seat=0, id=2), opening(3)):
            answer = await late.ask(request)
            assert isinstance(answer, Refused) and answer.code == "unavailable" and answer.retry_ms
        assert [notice.kind for notice in late.of(Notice)] == ["hold"] and not late.of(View)


@virtual
async def test_after_an_outage_all_tables_go_on_and_time_is_credited() -> None:
    async with House() as house:
        table, (north, *_) = await house.dealt(HURRIED)
        left_ms = house.room(table).table.clock.remaining(now_ms())
        north.forget()
        house.store.away = True
        await passes(120_000)
        assert house.room(table).table.decision == "0.0"
        house.store.come_back()
        await passes(1_500)
        assert [notice.kind for notice in north.of(Notice)] == ["hold", "go"]
        assert house.room(table).table.decision == "0.0"
        assert abs(house.room(table).table.clock.remaining(now_ms()) - left_ms) < 4_000  # type: ignore[operator]
        north.act(table, 1, PASS)
        await passes(10)
        assert north.of(Done)[-1].n == 1
        await passes(35_000)
        assert house.room(table).table.decision == "0.2"


@virtual
async def test_an_entry_in_flight_at_an_outage_is_answered_after_it() -> None:
    async with House() as house:
        table, (north, east, *_) = await house.dealt(HURRIED)
        north.forget()
        house.store.away = True
        north.act(table, 1, PASS)
        east.act(table, 1, PASS, decision="0.1")
        await passes(10_000)
        assert not north.of(Done, Refused)
        epoch = east.tables[table].epoch
        house.store.come_back()
        await passes(3_000)
        assert [done.n for done in north.of(Done)] == [1]
        assert house.room(table).table.decision == "0.2" and east.tables[table].epoch == epoch


@virtual
async def test_an_answer_that_waited_through_the_outage_is_not_charged_for_it() -> None:
    """The answer came while another entry was stored; the time is credited before it is processed."""
    async with House() as house:
        table, (north, east, *_) = await house.dealt(Policy(clock=Bank(60_000, increment_ms=0)))
        house.store.away = True
        north.act(table, 1, PASS)
        east.act(table, 1, PASS, decision="0.1")
        await passes(10_000)
        house.store.come_back()
        await until(lambda: house.room(table).table.decision == "0.2")
        assert all(bank > 58_000 for bank in house.room(table).table.clock.banks)
        logged = [type(events.decode(each)) for each in (await house.store.load(table)).entries]  # type: ignore[union-attr]
        assert logged[-3:] == [Acted, Credited, Acted]


@virtual
async def test_an_entry_stored_while_tables_are_reloaded_is_no_mismatch() -> None:
    async with House() as house:
        table, (north, *_) = await house.dealt(HURRIED)
        epoch = north.tables[table].epoch
        house.store.away = True
        north.act(table, 1, PASS)
        await passes(10_000)
        house.store.prompt = False
        house.store.while_loading = lambda: house.store.waiting and house.store.answer()
        house.store.come_back()
        await passes(1_000)
        assert north.of(Done)[-1].n == 1
        assert north.tables[table].epoch == epoch and house.hub.live(table) is not None


@virtual
async def test_a_table_claimed_by_another_hub_during_the_outage_is_dropped() -> None:
    async with House() as house:
        table, (north, *_) = await house.dealt(HURRIED)
        epoch = north.tables[table].epoch
        house.store.away = True
        await passes(HOLD_MS + 1_000)
        house.store.steal(table)
        house.store.come_back()
        await passes(3_000)
        assert north.tables[table].epoch != epoch


@virtual
async def test_if_the_stored_log_changed_during_the_outage_the_stored_log_counts() -> None:
    async with House() as house:
        table, players = await house.dealt(HURRIED)
        await play_on(house, table, players, 3)
        epoch = players[0].tables[table].epoch
        house.store.away = True
        await passes(HOLD_MS + 1_000)
        stored = await MemoryTables.load(house.store, table)
        assert stored is not None
        house.store.rewrite(table, (*stored.entries[:-2], CREDIT))
        house.store.come_back()
        await passes(3_000)
        assert house.room(table).table.decision == "0.1"
        assert players[0].tables[table].epoch != epoch
        assert players[0].tables[table].pub["calls"] == {0: "P"}


@virtual
async def test_a_store_that_fails_while_tables_are_reloaded_is_awaited() -> None:
    async with House() as house:
        table, (north, *_) = await house.dealt(HURRIED)
        house.store.away = True
        await passes(HOLD_MS + 1_000)
        faults = [ConnectionError("away")] * 3

        def fails() -> None:
            if faults:
                raise faults.pop()

        house.store.while_loading = fails
        house.store.come_back()
        await passes(3_000)
        assert [notice.kind for notice in north.of(Notice)] == ["hold", "go"] and not faults
        north.act(table, 1, PASS)
        assert north.of(Done)[-1].n == 1


@virtual
async def test_all_tables_are_compared_with_the_store_at_the_same_time_after_an_outage() -> None:
    async with House() as house:
        for _ in range(5):
            await house.dealt()
        house.store.away = True
        await passes(5_000)
        times_ms: list[int] = []
        house.store.while_loading = lambda: times_ms.append(now_ms())
        house.store.come_back()
        await passes(5_000)
        assert not house.hub.holding()
        assert len(times_ms) == 5 and len(set(times_ms)) == 1
