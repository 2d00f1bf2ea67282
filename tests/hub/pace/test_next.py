"""The next deal begins when all present players want it, and never while one of them waits."""

from __future__ import annotations

from protocol.v1.requests import Next, NoClock, Policy, Wait
from tests.rooms import House, play_on
from tests.virtual import passes, virtual

PAUSE = Policy(clock=NoClock(), pause_ms=60_000)


@virtual
async def test_four_players_who_press_next_get_the_next_board_at_once() -> None:
    async with House() as house:
        table, players = await house.dealt(PAUSE)
        await play_on(house, table, players, 4)
        for player in players[:3]:
            player.tell(Next(table=table, id=11))
        await passes(100)
        assert [each.tables[table].next_seats for each in players] == [(0, 1, 2)] * 4
        assert house.room(table).table.deal == 0
        players[3].tell(Next(table=table, id=11))
        await passes(100)
        shown = players[0].tables[table]
        assert (house.room(table).table.deal, shown.pub["board"]) == (1, 2)
        assert (shown.next_seats, shown.wait_seats) == ((), ())


@virtual
async def test_a_player_that_leaves_or_loses_the_connection_need_not_press() -> None:
    async with House() as house:
        table, players = await house.dealt(PAUSE)
        await play_on(house, table, players, 4)
        for player in players[:3]:
            player.tell(Next(table=table, id=11))
        await passes(100)
        players[3].hang_up()
        await passes(100)
        assert house.room(table).table.deal == 1


@virtual
async def test_a_player_that_waits_holds_the_next_board_and_watchers_see_it() -> None:
    async with House() as house:
        table, players = await house.dealt(PAUSE)
        eve = house.person("Eve")
        await eve.watch(table)
        await play_on(house, table, players, 4)
        players[2].tell(Wait(table=table, id=11))
        await passes(3_600_000)
        seen = eve.tables[table]
        assert (seen.wait_seats, seen.next_deal_ms, seen.pub["board"]) == ((2,), None, 1)
        players[2].tell(Next(table=table, id=12))
        await passes(100)
        assert house.room(table).table.deal == 1, "the countdown is over"


@virtual
async def test_a_player_that_waits_and_never_comes_back_does_not_hold_the_table_for_ever() -> None:
    async with House() as house:
        table, players = await house.dealt(PAUSE)
        await play_on(house, table, players, 4)
        players[2].tell(Wait(table=table, id=11))
        await passes(100)
        players[2].hang_up()
        await passes(90_000)
        assert house.room(table).table.deal == 0, "the seat is held, and so is the table"
        assert PAUSE.hold_ms is not None
        await passes(PAUSE.hold_ms)
        assert house.room(table).table.deal == 1
