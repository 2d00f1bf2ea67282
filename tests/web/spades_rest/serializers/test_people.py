"""The people at a table of the seed's API: seats, observers, the host and held seats."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from protocol.v1.requests import NoClock, Policy
from protocol.v1.updates import Done
from server.table.summary import Summary
from server.web.spades_rest.serializers.people import Observer, Sitter, people_of
from tests.rooms import House, Person
from tests.virtual import now_ms, passes, virtual

POLICY = Policy(clock=NoClock(), pause_ms=0, hold_ms=60_000, substitute="plain")


@asynccontextmanager
async def ann_at_a_table_with_a_robot() -> AsyncIterator[tuple[House, str, Person]]:
    """Yield a table at which Ann, the host, sits North and a house robot sits East."""
    async with House() as house:
        table = await house.table("Ann", POLICY, game="spades", seats={1: "plain"})
        ann = house.person("Ann")
        assert isinstance(await ann.sit(table, 0), Done)
        await ann.watch(table, "seat")
        yield house, table, ann


async def summary_of(house: House, table: str) -> Summary:
    return await (await house.hub.handle(table)).summary()


@virtual
async def test_seats_name_their_players_and_robots_and_are_empty_without_them() -> None:
    async with ann_at_a_table_with_a_robot() as (house, table, _):
        people = people_of(await summary_of(house, table))
        assert people.seats == {
            "north": Sitter("p-Ann", "Ann", is_bot=False),
            "east": Sitter("bot:east", "plain", is_bot=True),
            "south": None,
            "west": None,
        }
        assert (people.host, people.host_seat) == ("p-Ann", "north")


@virtual
async def test_observers_are_the_people_with_a_token_and_without_a_seat_in_order_of_arrival() -> None:
    async with ann_at_a_table_with_a_robot() as (house, table, _):
        for name in ("Eve", "", "Ben"):
            await house.person(name).watch(table)
        assert people_of(await summary_of(house, table)).observers == (
            Observer("p-Eve", "Eve"),
            Observer("p-Ben", "Ben"),
        )


@virtual
async def test_a_host_without_a_seat_has_no_host_seat() -> None:
    async with House() as house:
        table = await house.table("Host", POLICY, game="spades")
        assert people_of(await summary_of(house, table)).host_seat is None


@virtual
async def test_the_seat_of_a_disconnected_player_is_held_for_the_time_of_the_policy() -> None:
    async with ann_at_a_table_with_a_robot() as (house, table, ann):
        ben = house.person("Ben")
        await ben.watch(table)
        people = people_of(await summary_of(house, table))
        assert (people.gone, people.held, people.hold_ms) == (frozenset(), {}, 60_000)
        await passes(1_000)
        ann.hang_up()
        left_ms = now_ms()
        people = people_of(await summary_of(house, table))
        assert people.gone == {"north"} and people.held == {"north": left_ms + 60_000}
        assert people.seats["north"] == Sitter("p-Ann", "Ann", is_bot=False)
