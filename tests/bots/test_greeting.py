"""A robot tells the players at its table once how it plays, and plain robots say nothing."""

from __future__ import annotations

import pytest

from bots.bot import Bot
from bots.hanabi_robots import CONVENTIONS, LITERALLY, FriendlyBot, HatsBot
from bots.plain_bot import PlainBot
from protocol.v1.requests import NoClock, Policy, Sit, Watch
from protocol.v1.updates import Chat, Said
from server.deployment.installed_robots import play_at
from server.robots.house_robots import HouseRobots
from tests.rooms import House, Person
from tests.virtual import passes, virtual

ROBOTS: dict[str, type[Bot]] = {"friendly": FriendlyBot, "hats": HatsBot, "plain": PlainBot}
SLOW = Policy(clock=NoClock(), robot_ms=60_000)


async def ann_at_a_table(house: House, robot: str, **options: object) -> tuple[Person, str]:
    """Return a player in seat 0 of a table of Hanabi with this robot in the other seats, and the table."""
    robots = HouseRobots(house.desk, ROBOTS, play_at)
    house.hub.changed.subscribe(robots.update)
    options = {"players": 3, **options}
    table = await house.table(game="hanabi", options=options, policy=SLOW, seats={1: robot, 2: robot})
    return await ann_sits(house, table), table


async def ann_sits(house: House, table: str) -> Person:
    ann = house.person("Ann")
    await ann.ask(Watch(table=table, id=1))
    await ann.ask(Sit(table=table, seat=0, id=2))
    await passes(3_000)
    return ann


def lines(person: Person) -> list[Said]:
    """Return the lines of chat that a player has received."""
    return [said for update in person.of(Chat) for said in update.lines]


def hanabi_house() -> House:
    return House(robots=dict.fromkeys(ROBOTS, ("hanabi",)))


@virtual
async def test_one_of_several_friendly_robots_tells_its_conventions() -> None:
    async with hanabi_house() as house:
        ann, _ = await ann_at_a_table(house, "friendly")
        assert [(said.seat, said.text, said.to) for said in lines(ann)] == [(1, CONVENTIONS, "table")]


@virtual
async def test_a_player_that_comes_back_reads_the_conventions_once() -> None:
    async with hanabi_house() as house:
        ann, table = await ann_at_a_table(house, "friendly")
        ann.hang_up()
        await passes(3_000)
        again = await ann_sits(house, table)
        assert [said.text for said in lines(again)] == [CONVENTIONS]


@virtual
async def test_the_friendly_robot_says_so_where_it_takes_clues_literally() -> None:
    async with hanabi_house() as house:
        ann, _ = await ann_at_a_table(house, "friendly", variant="Up or Down (5 Suits)")
        assert [said.text for said in lines(ann)] == [LITERALLY]


@virtual
@pytest.mark.parametrize("robot", ["plain", "hats"])
async def test_a_robot_without_a_greeting_writes_nothing(robot: str) -> None:
    async with hanabi_house() as house:
        ann, _ = await ann_at_a_table(house, robot)
        assert lines(ann) == []


def test_a_greeting_fits_into_one_line_of_chat() -> None:
    assert all(len(text) <= 500 for text in (CONVENTIONS, LITERALLY))
