"""Hubs tell each other which tables they have in memory."""

from __future__ import annotations

from itertools import pairwise

from protocol.v1.updates import TableRow
from server.hub.far.announcements import MOST_ROWS, TOGETHER_MS, Announcements
from server.hub.far.messages import Rows
from server.hub.lobby import row_of
from server.hub.room_handle import summary
from server.table.summary import Summary
from tests.rooms import House
from tests.virtual import passes, virtual


class Ends:
    """The announcements of two hubs: what the first says, the second hears."""

    def __init__(self, house: House) -> None:
        self.sent: list[Rows] = []
        self.here = Announcements(house.hub.games, house.services, self.sent.append)
        self.there = Announcements(house.hub.games, house.services, lambda rows: None)
        self.here.row_of = lambda table: self.row(house, table)
        self.here.own = lambda: tuple(room.table.id for room in house.hub.rooms)
        self.slept: list[TableRow] = []
        self.gone: list[str] = []
        self.there.slept.subscribe(self.slept.append)
        self.there.gone.subscribe(self.gone.append)

    @staticmethod
    def row(house: House, table: str) -> tuple[Summary, TableRow] | None:
        room = house.hub.live(table)
        return None if room is None else (summary(room), row_of(room))

    async def settle(self) -> None:
        await passes(TOGETHER_MS + 1)
        while self.sent:
            self.there.hear("first", self.sent.pop(0))


@virtual
async def test_the_changes_of_a_moment_are_told_together() -> None:
    async with House() as house:
        ends = Ends(house)
        one, two = await house.table(name="one"), await house.table(name="two")
        for table in (one, two, one):
            ends.here.note_change(table)
        await passes(TOGETHER_MS + 1)
        (told,) = ends.sent
        assert [each.row.name for each in told.awake] == ["one", "two"]
        await ends.settle()
        assert {table: hub for table, (hub, _, _) in ends.there.rows.items()} == {one: "first", two: "first"}


@virtual
async def test_many_changes_of_a_moment_are_told_a_few_in_each_turn_of_the_loop() -> None:
    async with House() as house:
        ends = Ends(house)
        asked: list[str] = []
        ends.here.row_of = asked.append
        tables = [f"t{number}" for number in range(2 * MOST_ROWS + 1)]
        for table in tables:
            ends.here.note_change(table)
        told = [0]
        while len(asked) < len(tables):
            await passes(0)
            told.append(len(asked))
        assert max(after - before for before, after in pairwise(told)) == MOST_ROWS
        assert asked == tables


@virtual
async def test_tables_that_sleep_and_tables_that_end_leave_the_list() -> None:
    async with House() as house:
        ends = Ends(house)
        one, two = await house.table(name="one"), await house.table(name="two")
        ends.here.note_change(one)
        ends.here.note_change(two)
        await ends.settle()
        ends.here.note_asleep(row_of(house.room(one)))
        ends.here.note_gone(two)
        await ends.settle()
        assert not ends.there.rows and [row.table for row in ends.slept] == [one] and ends.gone == [two]


@virtual
async def test_a_hub_that_comes_later_is_told_of_all_tables_and_forgets_them_when_the_link_breaks() -> None:
    async with House() as house:
        ends = Ends(house)
        for number in range(3):
            await house.table(name=str(number))
        (told,) = ends.here.all_rows()
        ends.there.hear("first", told)
        assert len(ends.there.rows) == 3 <= MOST_ROWS
        ends.there.lost("second")
        assert len(ends.there.rows) == 3
        ends.there.lost("first")
        assert not ends.there.rows and len(ends.slept) == 3


@virtual
async def test_a_table_that_has_come_here_is_no_table_of_the_other_hub() -> None:
    async with House() as house:
        ends = Ends(house)
        table = await house.table()
        ends.here.note_change(table)
        await ends.settle()
        ends.there.forget(table)
        assert not ends.there.rows
