"""Players that do not come to the tables of an event: their meetings, and the substitutes in their place."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from protocol.v1.requests import NoClock
from server.events.commands import BringBack, CheckIn, Hold, Offer, Substitute, TakeSubstitute
from server.hub.events.event_ids import table_id
from server.table.player import Player
from server.table.table import Table
from tests.clubs import QUICK, Club
from tests.hub.events.test_crashes import DyingStore, dies
from tests.robots.test_house_robots import hire
from tests.rooms import House
from tests.virtual import passes, until, virtual

LIMITED = replace(QUICK, movement="swiss", no_show_s=600, clock=NoClock())
TAKE = TakeSubstitute(player="p-Sub", out="p-1S")


async def begun(house: House, pairs: int = 4, conditions: Any = LIMITED) -> Club:
    """Return an event whose tables are open, without a player there."""
    club = await Club.opened(house, pairs, conditions)
    await club.starts()
    assert club.event.playing is not None
    for number in club.event.playing.tables:
        await until(lambda number=number: house.hub.live(table_id(club.id, 0, number)))
    return club


async def come(club: Club, *names: str, through: House | None = None) -> None:
    """Let players follow the tables at which they have seats."""
    assert club.event.playing is not None
    for number, table in club.event.playing.tables.items():
        for each in table.seating.chairs.values():
            if each.name in names:
                person = (through or club.house).person(player=Player(each.id, each.name))
                club.players[each.name] = person
                await person.watch(table_id(club.id, club.event.playing.number, number), "seat")


def at(club: Club, name: str) -> str:
    """Return the id of the table at which a player has a seat in this round."""
    assert club.event.playing is not None
    for number, table in club.event.playing.tables.items():
        if any(each.name == name for each in table.seating.chairs.values()):
            return table_id(club.id, club.event.playing.number, number)
    raise AssertionError(f"{name} has no seat")


def people(club: Club, table: str) -> list[str]:
    """Return the names of the players that the event has seated at a table."""
    assert club.event.playing is not None
    seating = club.event.playing.tables[int(table.rpartition("-")[2])].seating
    return [each.name for each in seating.chairs.values() if each.id]


def others(club: Club, *absent: str) -> list[str]:
    """Return the names of all players but these."""
    known = [each.name for entrant in club.event.entrants.values() for each in entrant.players]
    return [name for name in known if name not in absent]


def opponents(club: Club, pair: str) -> str:
    """Return the number of the pair that meets another one in this round."""
    (other,) = {name[0] for name in people(club, at(club, f"{pair}N"))} - {pair}
    return other


def now(club: Club, table: str) -> Table:
    return club.house.room(table).table


def dealt(club: Club, table: str) -> bool:
    return bool(now(club, table).game.to_act(now(club, table).state))


# The first deal


@virtual
async def test_a_table_deals_its_first_board_once_all_of_its_players_have_come() -> None:
    async with House() as house:
        club = await begun(house)
        await come(club, *others(club, "1S"))
        await passes(60_000)
        mine = at(club, "1S")
        (other,) = {at(club, name) for name in others(club)} - {mine}
        assert dealt(club, other) and not dealt(club, mine)
        await come(club, "1S")
        await until(lambda: dealt(club, mine), 1_000)
        await club.play_board(mine)
        club.players["1S"].hang_up()
        await until(lambda: now(club, mine).deal == 1 and dealt(club, mine), 60_000)


@virtual
async def test_without_the_condition_a_table_deals_to_the_players_that_are_there() -> None:
    async with House() as house:
        club = await begun(house, conditions=replace(LIMITED, no_show_s=0))
        await come(club, "1N")
        await until(lambda: dealt(club, at(club, "1N")), 1_000)


# Entrants of which nobody comes


@virtual
async def test_a_pair_that_does_not_come_loses_its_match_and_comes_back_for_the_next_round() -> None:
    async with House() as house:
        club = await begun(house)
        await come(club, *others(club, "1N", "1S"))
        mine, against = at(club, "1N"), opponents(club, "1")
        await passes(598_000)
        assert not now(club, mine).closed
        await passes(4_000)
        assert now(club, mine).closed and now(club, mine).index and not dealt(club, mine)
        assert club.event.entrants["1"].no_show and not club.event.entrants[against].gone
        assert {each.stage for each in house.hub.events.news_of(f"p-{against}N")} == {"sits_out"}
        await club.asks("1N", CheckIn())
        await until(lambda: club.event.playing is not None)
        (other,) = {at(club, name) for name in others(club)} - {mine}
        for _ in range(2):
            await club.play_board(other)
        await until(lambda: club.event.playing is not None and club.event.playing.number == 1, 60_000)
        drawn = {id for meeting in club.event.rounds[1].draw.meetings for id in meeting.entries}
        assert drawn == {"1", "2", "3", "4"}


@virtual
async def test_if_nobody_comes_to_any_table_all_lose_and_the_round_is_over() -> None:
    async with House() as house:
        club = await begun(house)
        await until(lambda: club.event.rounds[0].stage == "scored", 620_000)
        assert all(each.no_show for each in club.event.entrants.values())
        assert all(room.table.closed and room.idle for room in house.hub.rooms), "they may leave memory"
        await club.asks("Dora", BringBack(entrant="2"))
        assert [each.id for each in club.event.ready()] == ["2"]


@virtual
async def test_the_time_of_absence_begins_when_the_last_player_of_a_pair_has_gone() -> None:
    async with House() as house:
        club = await begun(house)
        await come(club, *others(club, "1S"))
        mine = at(club, "1N")
        await passes(900_000)
        assert not club.event.entrants["1"].gone, "a player of the pair is there"
        club.players["1N"].hang_up()
        await passes(590_000)
        assert not club.event.entrants["1"].gone
        await until(lambda: club.event.entrants["1"].no_show, 30_000)
        await until(lambda: now(club, mine).closed)


@virtual
async def test_while_a_director_has_stopped_the_clock_no_pair_is_late() -> None:
    async with House() as house:
        club = await begun(house)
        await come(club, *others(club, "1N", "1S"))
        await passes(300_000)
        await club.asks("Dora", Hold())
        await passes(1_000_000)
        await club.asks("Dora", Hold(on=False))
        await passes(290_000)
        assert not club.event.entrants["1"].gone
        await until(lambda: club.event.entrants["1"].no_show, 30_000)


@virtual
async def test_with_a_robot_in_the_conditions_it_plays_for_a_pair_that_does_not_come() -> None:
    async with House() as house:
        robots = hire(house)
        club = await begun(house, conditions=replace(LIMITED, robot="plain", absent_s=60, robot_ms=0))
        mine, against = at(club, "1N"), opponents(club, "1")
        other = next(each for each in "234" if each != against)
        await come(club, f"{against}N", f"{against}S")
        await until(lambda: dealt(club, mine), 70_000)
        assert {each.house for each in now(club, mine).chairs} == {None, "plain"}
        await until(lambda: club.event.entrants[other].no_show, 700_000)
        assert not club.event.entrants["1"].gone, "robots have played for the pair"
        robots.stop()


@pytest.mark.parametrize("stored", [True, False])
@virtual
async def test_a_server_that_dies_when_a_pair_is_late_ends_its_table_once(stored: bool) -> None:
    store = DyingAt(b"\xa7no_show", stored=stored)
    async with House(store) as house:
        club = await begun(house)
        mine = at(club, "1N")
        await come(club, *others(club, "1N", "1S"))
        await store.died.wait()
        dies(house)
    store.revive()
    async with House(store) as again:
        club = Club(again, club.id)
        event = (await again.hub.events.room(club.id)).stored
        assert event.entrants["1"].no_show is stored
        await come(club, *others(club, "1N", "1S"))
        await until(lambda: again.hub.live(mine) and again.room(mine).table.closed, 700_000)
        await until(lambda: club.event.rounds[0].tables[int(mine[-1])].ended)
        log = await store.load(f"event:{club.id}")
        assert log is not None and [b"\xa7no_show" in entry for entry in log.entries].count(True) == 1


class DyingAt(DyingStore):
    """A store at which the server dies when an event enters an entry of a kind."""

    def __init__(self, word: bytes, *, stored: bool) -> None:
        super().__init__(stored=stored)
        self.word = word

    def append(self, append: Any, done: Any) -> None:
        if self.at == 0 and self.word in append.entry:
            self.at = self.writes + 1
        super().append(append, done)

    def revive(self) -> None:
        super().revive()
        self.at = -1


# Substitutes


async def stuck(house: House, conditions: Any = LIMITED) -> Club:
    """Return an event at whose tables everybody is there but 1S, while Sub offers to play."""
    club = await begun(house, conditions=conditions)
    await come(club, *others(club, "1S"))
    await club.asks("Sub", Offer())
    await passes(61_000)
    return club


@virtual
async def test_the_partner_of_an_absent_player_takes_a_substitute_that_plays_at_once() -> None:
    async with House() as house:
        club = await begun(house)
        await come(club, *others(club, "1S"))
        await club.asks("Sub", Offer())
        await passes(5_000)
        assert await club.refusal("1N", TAKE) == "forbidden", "the player may be on the way"
        await passes(56_000)
        shown = await club.asks("1N", Offer(on=False))
        assert [each["name"] for each in shown["pool"]] == ["Sub"] and shown["away"] == ["p-1S"]
        table = at(club, "1N")
        await club.asks("1N", TAKE)
        await until(lambda: "Sub" in [each.name for each in now(club, table).chairs], 1_000)
        assert {each.table for each in house.hub.events.news_of("p-Sub")} == {table}
        await come(club, "Sub")
        await until(lambda: dealt(club, table), 1_000)
        for _ in range(2):
            await club.play_board(table)
        await until(lambda: club.event.playing is not None)
        assert club.event.entrants["1"].former[0].name == "1S"


@virtual
async def test_a_substitute_in_the_middle_of_a_board_waits_for_the_next_one() -> None:
    async with House() as house:
        club = await begun(house)
        await come(club, *others(club))
        table = at(club, "1S")
        await until(lambda: dealt(club, table))
        absent = club.players["1S"]
        absent.hang_up()
        await club.asks("Sub", Offer())
        await passes(61_000)
        await club.asks("1N", TAKE)
        await passes(2_000)
        assert "Sub" not in [each.name for each in now(club, table).chairs]


@virtual
async def test_a_player_that_has_played_a_board_is_no_substitute_where_it_is_still_to_be_played() -> None:
    async with House() as house:
        club = await begun(house)
        await come(club, *others(club, "1S"))
        mine = at(club, "1S")
        (other,) = {at(club, name) for name in others(club)} - {mine}
        (left, *_) = people(club, other)
        await club.play_board(other)
        await passes(1_000)
        leaves = Substitute(entrant=left[0], out=f"p-{left}", player=club.named("New"))
        await club.asks("Dora", leaves)
        await until(lambda: "New" in [each.name for each in now(club, other).chairs], 60_000)
        await club.asks(left, Offer())
        await passes(61_000)
        assert await club.refusal("1N", TakeSubstitute(player=f"p-{left}", out="p-1S")) == "forbidden"
        imposed = Substitute(entrant="1", out="p-1S", player=club.named(left))
        assert await club.refusal("Dora", imposed) == "forbidden"
        await club.asks("Sub", Offer())
        await club.asks("1N", TAKE)
        await until(lambda: "Sub" in [each.name for each in now(club, mine).chairs], 1_000)


@pytest.mark.parametrize("stored", [True, False])
@virtual
async def test_a_server_that_dies_when_a_substitute_is_taken_seats_it_once_it_is_stored(stored: bool) -> None:
    store = DyingAt(b"substituted", stored=stored)
    async with House(store) as house:
        club = await stuck(house)
        table = at(club, "1N")
        asked = asyncio.create_task(club.asks("1N", TAKE))
        await store.died.wait()
        asked.cancel()
        dies(house)
    store.revive()
    async with House(store) as again:
        club = Club(again, club.id)
        event = (await again.hub.events.room(club.id)).stored
        assert [each.name for each in event.pool.values()] == ([] if stored else ["Sub"])
        await come(club, *others(club, "1S", "Sub"))
        await passes(62_000)
        if not stored:
            await club.asks("1N", TAKE)
        await until(lambda: "Sub" in [each.name for each in now(club, table).chairs], 1_000)
        assert len(club.event.entrants["1"].former) == 1
