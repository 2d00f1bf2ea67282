"""Draws of events are made one at a time, and need no more tables than the host of an event may open."""

from __future__ import annotations

import asyncio

import pytest
from msgspec.structs import replace

from protocol.v1.requests import Open
from protocol.v1.updates import Done, Refused
from server.errors import Refusal
from server.events.commands import Enrol, Finish, Leave, MakeDraw, Offer
from tests.clubs import QUICK, Club
from tests.rooms import House
from tests.virtual import until, virtual

SWISS = replace(QUICK, movement="swiss", automatic=False)


async def refused(club: Club) -> str:
    with pytest.raises(Refusal) as refusal:
        await club.asks("Dora", MakeDraw())
    return f"{refusal.value.code}: {refusal.value}"


@virtual
async def test_the_tables_of_an_event_count_for_the_limit_of_its_host() -> None:
    async with House(tables_per_player=5) as house:
        small = await Club.opened(house, 6, SWISS)
        await small.starts()
        other = await Club.opened(house, 6, SWISS)
        assert "needs 3 tables" in await refused(other) and "only 2 more" in await refused(other)
        dora = house.person("Dora")
        for id in (1, 2):
            assert isinstance(await dora.ask(Open(game="bridge", id=id)), Done)
        assert isinstance(await dora.ask(Open(game="bridge", id=3)), Refused)
        await small.asks("Dora", Finish(cancel=True))
        await other.asks("Dora", MakeDraw())


@virtual
async def test_an_event_that_grows_in_later_rounds_is_held_at_the_limit() -> None:
    async with House(tables_per_player=2) as house:
        club = await Club.opened(house, 4, replace(SWISS, automatic=True, late_until=3))
        await club.starts()
        for number in (5, 6):
            await club.asks("Dora", Enrol(players=(club.named(f"{number}N"), club.named(f"{number}S"))))
        await club.play_round()
        await until(lambda: club.event.held_ms is not None)
        assert club.event.next_round == 1


@virtual
async def test_the_events_of_players_that_the_operator_trusts_have_as_many_tables_as_they_need() -> None:
    async with House(tables_per_player=1, event_hosts="p-Dora") as house:
        club = await Club.opened(house, 6, SWISS)
        await club.starts()
        assert isinstance(await house.person("Dora").ask(Open(game="bridge", id=1)), Done)


@virtual
async def test_robots_alone_play_at_a_few_tables_only() -> None:
    async with House() as house:
        club = await Club.opened(house, 0, SWISS)
        for _ in range(18):
            await club.asks("Dora", Enrol(robots=("plain", "plain")))
        assert "robots would play alone at 9 tables of the round, the limit is 8" in await refused(club)
        house.hub.events.draws.most_of_robots = 9
        await club.asks("Dora", MakeDraw())


@virtual
async def test_one_draw_of_an_event_is_made_at_a_time() -> None:
    async with House() as house:
        club = await Club.opened(house, 6, SWISS)
        answers = await asyncio.gather(
            *(club.asks("Dora", MakeDraw()) for _ in range(3)), return_exceptions=True
        )
        codes = [str(each.code) if isinstance(each, Refusal) else "drawn" for each in answers]
        assert sorted(codes) == ["drawn", "unavailable", "unavailable"]


@virtual
async def test_an_offer_to_substitute_delays_no_draw() -> None:
    async with House() as house:
        club = await Club.opened(house, 4, SWISS)
        draws = asyncio.create_task(club.asks("Dora", MakeDraw()))
        while not house.hub.events.draws._waiting:
            await asyncio.sleep(0)
        await club.asks("Sub", Offer())
        shown = await draws
        assert len(shown["rounds"]) == 1 and [each["name"] for each in shown["pool"]] == ["Sub"]


@virtual
async def test_an_entry_that_leaves_while_a_draw_is_made_is_in_no_draw() -> None:
    async with House() as house:
        club = await Club.opened(house, 4, SWISS)
        draws = asyncio.create_task(club.asks("Dora", MakeDraw()))
        while not house.hub.events.draws._waiting:
            await asyncio.sleep(0)
        await club.asks("1N", Leave())
        with pytest.raises(Refusal, match="the event has changed meanwhile"):
            await draws
