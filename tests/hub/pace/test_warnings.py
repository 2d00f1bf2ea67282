"""The clock's warnings: each viewer gets one warning of the time left in a decision."""

from __future__ import annotations

from protocol.v1.bridge import Call, MakeCall
from protocol.v1.requests import Host, NoClock, PerBoard, PerMove, Policy
from protocol.v1.updates import Notice
from server.hub.contact import HOLD_MS
from tests.later_store import LaterStore
from tests.rooms import House, Person, as_sent
from tests.virtual import now_ms, passes, virtual

PASS = as_sent(MakeCall(Call.PASS))
MINUTE = Policy(clock=PerMove(60_000), warn_ms=20_000)


def warned(person: Person) -> list[int | None]:
    """Return the time left in each warning received."""
    return [notice.left_ms for notice in person.of(Notice) if notice.kind == "clock"]


@virtual
async def test_all_viewers_get_a_warning_when_the_threshold_is_reached() -> None:
    async with House() as house:
        table, players = await house.dealt(MINUTE)
        watcher = house.person()
        await watcher.watch(table)
        deadline = players[0].tables[table].deadline_ms
        assert deadline is not None
        await passes(deadline - 20_000 - now_ms() - 1)
        assert not any(warned(person) for person in (*players, watcher))
        await passes(1)
        for person in (*players, watcher):
            assert person.of(Notice) == [Notice("clock", table=table, left_ms=20_000)]


@virtual
async def test_a_decision_has_one_warning_and_the_next_has_its_own() -> None:
    async with House() as house:
        table, (north, east, *_) = await house.dealt(MINUTE)
        await passes(45_000)
        east.act(table, 1, PASS, decision="0.0")
        assert warned(north) == [20_000]
        north.act(table, 1, PASS)
        await passes(39_000)
        assert warned(north) == [20_000]
        await passes(2_000)
        assert warned(north) == [20_000, 20_000]


@virtual
async def test_a_player_that_acts_in_time_is_not_warned() -> None:
    async with House() as house:
        table, (north, east, *_) = await house.dealt(MINUTE)
        for person in (north, east):
            await passes(35_000)
            person.act(table, 1, PASS)
        assert warned(north) == []


@virtual
async def test_a_board_has_one_warning_whatever_calls_and_cards_follow() -> None:
    async with House() as house:
        board = PerBoard(100_000, overtime_ms=15_000)
        table, players = await house.dealt(Policy(clock=board, warn_ms=30_000, pause_ms=200_000))
        for turn in range(4):
            await passes(40_000 if turn < 2 else 14_000)
            players[turn].act(table, 1, PASS)
        assert warned(players[0]) == [30_000]


@virtual
async def test_where_a_decision_never_had_so_much_there_is_no_warning() -> None:
    async with House() as house:
        _, (north, *_) = await house.dealt(Policy(clock=PerMove(10_000), warn_ms=30_000))
        await passes(25_000)
        assert warned(north) == []


@virtual
async def test_there_is_no_warning_if_the_policy_wants_none_or_no_player_is_timed() -> None:
    for policy in (Policy(clock=PerMove(60_000), warn_ms=0), Policy(clock=NoClock(), warn_ms=20_000)):
        async with House() as house:
            _, (north, *_) = await house.dealt(policy)
            await passes(59_000)
            assert warned(north) == []


@virtual
async def test_after_a_pause_the_warning_is_sent_again() -> None:
    async with House() as house:
        table, (north, *_) = await house.dealt(MINUTE)
        await passes(45_000)
        host = house.person("Host")
        await host.ask(Host(table=table, pause=True, id=1))
        await passes(100_000)
        assert warned(north) == [20_000]
        await host.ask(Host(table=table, pause=False, id=2))
        await passes(10)
        first, again = warned(north)
        assert first == 20_000 and 14_900 < again < 15_000  # type: ignore[operator]


@virtual
async def test_without_the_store_no_player_is_warned_until_it_is_back() -> None:
    async with House() as house:
        _, (north, *_) = await house.dealt(MINUTE)
        house.store.away = True
        await passes(HOLD_MS + 50_000)
        assert warned(north) == []
        house.store.come_back()
        await passes(1_500)
        assert warned(north) == []
        await passes(40_000)
        assert warned(north) == [20_000]


@virtual
async def test_after_a_restart_the_warning_is_still_sent() -> None:
    store = LaterStore(now_ms)
    async with House(store) as before:
        table, _ = await before.dealt(MINUTE)
    async with House(store) as after:
        watcher = after.person()
        await watcher.watch(table)
        await passes(41_000)
        assert warned(watcher) == [20_000]
