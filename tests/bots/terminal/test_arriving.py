"""Tests of a player's arrival: a free seat, the state of the deal, and the command to come back."""

from __future__ import annotations

import asyncio
import io
import os
import re
from collections.abc import Iterator
from typing import Any

import pytest
from rich.console import Console

from bots.client import Client
from bots.guest import guest
from bots.terminal import play, play_own, watch
from bots.terminal.opening import TableRequest, open_table, read_options
from bots.wire.http import Http
from protocol.v1.requests import Policy
from tests.bots.seats import until
from tests.web.served import Served, needs_redis, served

pytestmark = needs_redis
SLOW = Policy(robot_ms=300_000)
"""Robots that wait, so that a table stays as it is looked at."""
COMMAND = ".venv/bin/kibitz"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("kibitz")) as running:
        yield running


class Person:
    """A person at a pipe, and the program that reads from it."""

    def __init__(self, program: Any, *arguments: Any, **wishes: Any) -> None:
        stdin, self._write = os.pipe()
        self.console = Console(file=io.StringIO(), width=200)
        self.task = asyncio.create_task(program(*arguments, console=self.console, stdin=stdin, **wishes))

    @property
    def printed(self) -> str:
        return self.console.file.getvalue()

    def types(self, line: str) -> None:
        os.write(self._write, f"{line}\n".encode())

    async def waits_for(self, words: str) -> None:
        async with asyncio.timeout(30):
            await until(lambda: words in self.printed or self.task.done())
        if self.task.done():
            self.task.result()
        assert words in self.printed

    async def page(self) -> list[str]:
        """Return the lines that `?` lists."""
        before = len(self.printed)
        self.types("?")
        async with asyncio.timeout(30):
            await until(lambda: "q leaves" in self.printed[before:])
        return self.printed[before:].splitlines()

    async def leaves(self) -> None:
        self.types("q")
        await self.task


def plays(house: Served, *arguments: Any, **wishes: Any) -> Person:
    return Person(play, house.address, *arguments, kibitz=COMMAND, **wishes)


async def people(house: Served, table: str) -> list[dict[str, Any]]:
    async with house.http() as http:
        return list((await http.get(f"/v1/tables/{table}")).json()["people"]["seats"])


async def opened(house: Served, game: str = "bridge", *, options: str = "", **wishes: Any) -> str:
    host = await guest(house.address, "Host")
    wish = TableRequest(game=game, options=read_options([options] if options else [], game), **wishes)
    return (await open_table(Http(house.address, host.token), wish)).table


@pytest.mark.parametrize(
    ("game", "options", "seat", "robots", "robot"),
    [
        ("bridge", "", "S", [0, 1, 3], "sampler"),
        ("spades", "", "S", [0, 1, 3], "sampler"),
        ("spades", "preset=solo players=3", "0", [1, 2], "sampler"),
        ("hanabi", "players=3", "0", [1, 2], "friendly"),
    ],
)
async def test_an_own_table_has_the_usual_robots_of_its_game_in_the_other_seats(
    house: Served, game: str, options: str, seat: str, robots: list[int], robot: str
) -> None:
    wish = TableRequest(game=game, options=read_options([options] if options else [], game), policy=SLOW)
    person = Person(play_own, house.address, wish, name="Ann", kibitz=COMMAND)
    await person.waits_for(f"in seat {seat}, and robots have the other seats")
    table = re.search(r"Table (\w+) is yours", person.printed)
    assert table is not None
    await person.waits_for("You are Ann")
    rows = await people(house, table[1])
    assert [row["seat"] for row in rows if row["robot"] == robot] == robots
    assert [row["name"] for row in rows if row["player"]] == ["Ann"]
    assert f"{COMMAND} watch {house.address} {table[1]}" in person.printed
    await person.leaves()


async def test_the_printed_command_leads_the_same_player_back_to_the_same_seat(house: Served) -> None:
    person = Person(play_own, house.address, TableRequest(policy=SLOW), name="Ann", kibitz=COMMAND)
    await person.waits_for("You are Ann")
    who = re.search(r"You are Ann, id (\w+)", person.printed)
    await person.leaves()
    last = person.printed.splitlines()[-2:]
    assert last[0] == "To come back to seat S as the same player:"
    command = re.fullmatch(
        rf"  {re.escape(COMMAND)} play {re.escape(house.address)} (\w+) S --token (\S+)", last[1]
    )
    assert command is not None and who is not None
    again = plays(house, command[1], "S", command[2])
    await again.waits_for(f"You are Ann, id {who[1]}")
    assert (await people(house, command[1]))[2]["player"] == who[1]
    await again.leaves()
    assert "--token" not in again.printed, "a token that was given is not told again"
    assert again.printed.splitlines()[-2] == "To come back to seat S as the same player (with your token):"


async def test_without_a_named_seat_a_player_gets_an_empty_one_or_else_a_robots(house: Served) -> None:
    host = await guest(house.address, "Host")
    wish = TableRequest(game="bridge", policy=SLOW, seats={0: "plain", 2: "plain", 3: "plain"})
    table = (await open_table(Http(house.address, host.token), wish)).table
    async with Client(house.address, token=host.token) as client:
        await client.host(table, pause=True)  # The players come before the deal.
    first = plays(house, table)
    await first.waits_for("You take seat E")
    second = plays(house, table)
    await second.waits_for("You take seat S")
    third, fourth = plays(house, table), None
    await third.waits_for("You take seat N")
    fourth = plays(house, table)
    await fourth.waits_for("You take seat W")
    late = plays(house, table, name="Late")
    twins = r"N Guest \(\w{4}\), E Guest \(\w{4}\)"
    with pytest.raises(ValueError, match=rf"every seat of table {table} has a player \({twins}"):
        await late.task
    for person in (first, second, third, fourth):
        await person.leaves()


async def test_on_arrival_in_mid_deal_the_state_of_the_deal_is_printed_first(house: Served) -> None:
    table = await opened(house, seats={0: "plain", 3: "plain"}, policy=Policy(robot_ms=0))
    east = plays(house, table, "E", name="East")
    token = (await guest(house.address, "South")).token
    south = plays(house, table, "S", token=token)
    await east.waits_for("Your call")
    east.types("p")
    await south.waits_for("Your call")
    await south.leaves()
    await east.leaves()
    newcomer = plays(house, table, "S", token=token)  # back at the own seat, to which nobody has to agree
    await newcomer.waits_for("You are South")
    begins = newcomer.printed.splitlines()[0]
    assert re.fullmatch(
        r"A board is being bid: \d calls? made\. You play the cards of seat S from here on", begins
    )
    assert newcomer.printed.index(begins) < newcomer.printed.index("Board 1, dealer")
    await newcomer.leaves()


async def test_on_arrival_before_the_first_move_no_state_is_printed(house: Served) -> None:
    table = await opened(house, seats={1: "plain", 2: "plain", 3: "plain"}, policy=SLOW)
    person = plays(house, table, "N")
    await person.waits_for("Your call")
    assert "is being" not in person.printed
    await person.leaves()


@pytest.mark.parametrize(("game", "options"), [("bridge", ""), ("spades", ""), ("hanabi", "players=2")])
async def test_watchers_learn_that_robots_play_only_while_a_person_is_present(
    house: Served, game: str, options: str
) -> None:
    table = await opened(
        house, game, options=options, seats=dict.fromkeys(range(4 if not options else 2), "plain")
    )
    person = Person(watch, house.address, table)
    await person.waits_for(
        "Only robots sit at this table; they play while a person watches or sits here, and wait otherwise"
    )
    await person.leaves()


async def test_a_player_does_not_get_the_notice_about_robots_alone(house: Served) -> None:
    table = await opened(house, seats=dict.fromkeys(range(4), "plain"))
    person = plays(house, table)
    await person.waits_for("You take seat S")
    await person.waits_for("Board 1")
    await person.page()
    assert "Only robots" not in person.printed
    await person.leaves()


async def test_a_table_with_a_person_has_no_notice_about_robots_alone(house: Served) -> None:
    table = await opened(house, seats={1: "plain", 2: "plain", 3: "plain"}, policy=SLOW)
    north, person = plays(house, table, "N"), Person(watch, house.address, table, name="Eve")
    await person.waits_for("You are Eve")
    assert "Only robots" not in person.printed
    await person.leaves()
    await north.leaves()


# What ? lists

HOSTS = ("pause", "policy (", "director ID", "close")
DIRECTORS = ("rule tricks", "history", "times (")


def has(lines: list[str], *words: str) -> list[bool]:
    return [any(word in line for line in lines) for word in words]


async def test_the_list_of_an_unnamed_watcher_has_no_chat_and_no_office(house: Served) -> None:
    table = await opened(house, seats={0: "plain"})
    person = Person(watch, house.address, table)
    lines = await person.page()
    assert has(lines, "/words", "look ", "show ", "rule", *HOSTS, *DIRECTORS) == [False] * 11
    assert has(lines, "record", "--name NAME", "q leaves") == [True] * 3
    await person.leaves()


async def test_a_watcher_with_a_name_may_chat_with_watchers_and_ask_for_hands(house: Served) -> None:
    table = await opened(house, seats={0: "plain"})
    person = Person(watch, house.address, table, name="Eve")
    await person.waits_for("You are Eve")
    lines = await person.page()
    assert has(lines, "/words (to watchers)", "look N") == [True, True]
    assert has(lines, "/opp", "/td", "look director", *HOSTS, *DIRECTORS) == [False] * 10
    await person.leaves()


async def test_the_list_of_a_player_has_answers_and_the_list_of_a_host_hosts_commands(
    house: Served,
) -> None:
    table = await opened(house, seats={1: "plain", 2: "plain", 3: "plain"}, policy=SLOW)
    player = plays(house, table, "N", name="Ann")
    await player.waits_for("Your call")
    lines = await player.page()
    assert lines[0].startswith("P 1C 1D")
    assert has(lines, "/words (to the table)", "/opp", "/kib", "record") == [True] * 4
    assert has(lines, "/td", "show ", "look ", *HOSTS, *DIRECTORS) == [False] * 10
    await player.leaves()
    mine = Person(play_own, house.address, TableRequest(policy=SLOW), name="Host")
    await mine.waits_for("You are Host")
    lines = await mine.page()
    assert has(lines, *HOSTS, "seat N PLAYER", "robot N plain") == [True] * 6
    assert has(lines, *DIRECTORS) == [False] * 3
    mine.types("pause")
    async with asyncio.timeout(30):
        while "resume" not in "".join(await mine.page()):
            pass
    await mine.leaves()


async def test_the_list_of_a_director_has_rulings_and_a_players_list_the_call_for_the_director(
    house: Served,
) -> None:
    mine = Person(play_own, house.address, TableRequest(policy=SLOW), name="Host")
    await mine.waits_for("You are Host")
    table = re.search(r"Table (\w+) is yours", mine.printed)
    assert table is not None
    token = await house.guest("Dora")
    dora = Person(watch, house.address, table[1], "public", token)
    await dora.waits_for("You are Dora")
    who = re.search(r"You are Dora, id (\w+)", dora.printed)
    assert who is not None
    mine.types(f"director {who[1]}")
    await mine.waits_for(f"{who[1]} is a director of this table")
    async with asyncio.timeout(30):
        while not all(has(lines := await dora.page(), "rule tricks", "look director", "pause")):
            pass
    assert has(lines, "policy (", "director ID", "history", "times (") == [False] * 4
    assert has(await mine.page(), "/td words") == [True]
    dora.types("look director")
    async with asyncio.timeout(30):
        while not all(has(await dora.page(), "history", "times (")):
            pass
    await dora.leaves()
    await mine.leaves()


@pytest.mark.parametrize(("game", "options"), [("spades", ""), ("hanabi", "players=3")])
async def test_other_games_list_no_commands_of_bridge(house: Served, game: str, options: str) -> None:
    wish = TableRequest(game=game, options=read_options([options] if options else [], game), policy=SLOW)
    person = Person(play_own, house.address, wish, name="Host")
    await person.waits_for("You are Host")
    lines = await person.page()
    assert has(lines, "rule tricks", "record", "card N", "times (", "claim") == [False] * 5
    assert has(lines, "/opp") == [game == "spades"]
    assert has(lines, "note 3 text", "hands (", "seat 0 PLAYER") == [game == "hanabi"] * 3
    assert has(lines, "scores (", "seat N PLAYER") == [game == "spades"] * 2
    assert has(lines, "| deck") == [False], "the deck is shown at the end"
    await person.leaves()


async def test_in_mid_deal_a_player_waits_for_the_consent_of_the_others(house: Served) -> None:
    table = await opened(house, seats=dict.fromkeys(range(4), "plain"), policy=SLOW)
    east = plays(house, table, "E", name="East")
    await east.waits_for("You are East")
    south = plays(house, table, "S", name="South")
    await south.waits_for("The players of this deal are asked whether you may take the seat")
    await east.waits_for("`consent South` agrees")
    east.types("consent South")
    await south.waits_for("You are South")
    await south.leaves()
    await east.leaves()
