"""A robot tells the players at its table once how it plays, and that it cannot play with some of them."""

from __future__ import annotations

import pytest

from bots.bot import Bot
from bots.hanabi.view import HanabiView
from bots.hanabi_robots import CONVENTIONS, LITERALLY, NO_HATS, ONLY_HATS, FriendlyBot, HatsBot
from bots.plain_bot import PlainBot
from protocol.v1.hanabi import Options
from protocol.v1.requests import NoClock, Policy, Sit, Stand, Watch
from protocol.v1.updates import Chat, Said
from server.deployment.installed_robots import play_at
from server.games.hanabi.rules import HANABI
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
async def test_a_robot_without_a_greeting_writes_nothing() -> None:
    async with hanabi_house() as house:
        ann, _ = await ann_at_a_table(house, "plain")
        assert lines(ann) == []


@virtual
async def test_one_of_several_hat_guessers_names_the_player_with_whom_it_cannot_play() -> None:
    async with hanabi_house() as house:
        ann, _ = await ann_at_a_table(house, "hats")
        assert [(said.seat, said.text) for said in lines(ann)] == [(1, ONLY_HATS.format(others="Ann"))]


@virtual
async def test_a_hat_guesser_warns_once_whoever_comes_and_goes() -> None:
    async with hanabi_house() as house:
        ann, table = await ann_at_a_table(house, "hats")
        await ann.ask(Stand(table=table, id=3))
        bob = house.person("Bob")
        await bob.ask(Watch(table=table, id=1))
        await bob.ask(Sit(table=table, seat=0, id=2))
        await passes(3_000)
        told = [said.text for said in lines(bob) if said.seat in (1, 2)]
        assert told == [ONLY_HATS.format(others="Ann")]


@virtual
async def test_a_hat_guesser_says_so_where_it_cannot_guess_hats() -> None:
    async with hanabi_house() as house:
        ann, _ = await ann_at_a_table(house, "hats", variant="Rainbow (5 Suits)")
        assert [said.text for said in lines(ann)] == [NO_HATS]


@pytest.mark.parametrize("players", [2, 6])
def test_a_hat_guesser_warns_of_every_player_but_hat_guessers(players: int) -> None:
    view = HanabiView("t", HANABI.pub(HANABI.start(Options(players=players))), None)
    assert HatsBot().warning(view, ("hats", "plain")) == ""
    assert HatsBot().warning(view, ("hats", "friendly")) == ONLY_HATS.format(others="friendly")
    assert HatsBot().greeting(view) == ""


def test_a_greeting_fits_into_one_line_of_chat() -> None:
    warning = ONLY_HATS.format(others=", ".join(["n" * 40] * 5))
    assert all(len(text) <= 500 for text in (CONVENTIONS, LITERALLY, NO_HATS, warning))
