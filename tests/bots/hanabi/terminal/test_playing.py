"""Tests of people at Hanabi tables of a real server, at a pipe and at a terminal, with robots."""

from __future__ import annotations

import asyncio
import io
import os
import pty
import re
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from rich.console import Console

from bots.errors import Refused
from bots.guest import guest
from bots.random_bot import RandomBot
from bots.runner import play as play_robot
from bots.terminal import play, watch
from bots.terminal.opening import TableRequest, open_table, read_options, read_seats, seats_wished
from bots.wire.http import Http
from protocol.v1.requests import NoClock, Policy
from tests.bots.seats import until
from tests.bots.terminal.pipes import Pipe
from tests.web.served import Served, needs_redis, served

pytestmark = needs_redis
QUICK = Policy(robot_ms=0, pause_ms=0, clock=NoClock())


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("kibitz")) as running:
        yield running


async def opens(house: Served, options: str, robots: str = "") -> tuple[str, str]:
    """Return the id of a new table with these robots, and its host's token."""
    wished = read_options([f"games=1 {options}"], "hanabi")
    seats = read_seats([robots] if robots else [], seats_wished("hanabi", wished))
    host = await guest(house.address, "Ann")
    wish = TableRequest(game="hanabi", options=wished, policy=QUICK, seats=seats)
    return (await open_table(Http(house.address, host.token), wish)).table, host.token


class Person(Pipe):
    """A person in a seat who types into a pipe."""

    def __init__(self, house: Served, table: str, token: str, seat: str) -> None:
        super().__init__()
        at: dict[str, Any] = {"token": token, "console": self.console, "stdin": self.stdin}
        self.playing = asyncio.create_task(play(house.address, table, seat, **at))
        self.asked = 0

    async def is_asked(self) -> bool:
        """Return True when another answer is due, False when the table is closed."""
        self.asked += 1
        await until(lambda: self.playing.done() or self.printed.count("(? lists answers):") >= self.asked)
        return not self.playing.done()

    async def plays_on(self, *moves: str) -> None:
        """Make these moves, then play the newest card again and again until the table is closed."""
        waiting = [*moves]
        while await self.is_asked():
            self.types(waiting.pop(0) if waiting else "p1")
        await self.playing

    async def leaves(self) -> None:
        self.types("q")
        await self.playing


@pytest.mark.parametrize(
    ("options", "robots", "seat"),
    [
        ("players=4 variant='Rainbow (5 Suits)'", "all=plain", "3"),
        ("players=2 variant=Up or Down (5 Suits) one_extra_card=yes", "0=random", "1"),
        ("players=6 detrimental_characters=yes empty_clues=yes seed=14", "all=plain", "5"),
    ],
)
async def test_a_person_plays_a_game_to_its_end(house: Served, options: str, robots: str, seat: str) -> None:
    person = Person(house, *await opens(house, options, robots), seat)
    await person.plays_on()
    assert "Hanabi game 1, " in person.printed and "Seat 0: " in person.printed
    assert re.search(r"(Ann|Seat \d) (plays|misplays) \w+ from slot 1", person.printed)
    assert "The game is over, " in person.printed and "The deck: " in person.printed


async def test_remote_robots_play_with_a_person_whose_name_is_shown(house: Served) -> None:
    table, token = await opens(house, "players=3 seed=abc")
    person = Person(house, table, token, "1")
    await person.waits_for("The cards will be dealt when every seat is taken")
    robots = [asyncio.create_task(play_robot(RandomBot(seat), house.address, table, seat)) for seat in (0, 2)]
    await person.waits_for("the deck was chosen by a seed")
    await person.plays_on("clue 2 5", "c 0 4")
    await asyncio.gather(*robots)
    assert "The seed: p3v0sabc" in person.printed and " draws a card" in person.printed


async def test_invalid_and_illegal_moves_are_refused_without_a_loss(house: Served) -> None:
    person = Person(house, *await opens(house, "players=3", "all=plain"), "0")
    assert await person.is_asked()
    for line, said in (
        ("1NT", "expected `play 2`, `discard 5` or `clue Bob red`, got '1NT'"),
        ("play 9", "expected a slot from 1 (the newest card) to 5, got 9"),
        ("clue Zoe red", "expected a player (0 Ann, 1, 2), got 'Zoe'"),
        ("clue ann red", "you cannot give a clue to yourself"),
        ("discard 1", "you cannot discard while all clue tokens are available"),
        ("undo", "no move can be taken back at Hanabi"),
        ("card NS", "there are no alerts, questions or explanations at Hanabi"),
        ("vote", "expected `vote end` or `vote back`, got 'vote'"),
        ("deck", "The deck is shown after the game"),
        ("log", "No move has been made"),
        ("rules", "options for a table with the same rules: players=3 variant='No Variant'"),
        ("hands", "  slot 1  ?? can be anything by its clues"),
        ("?", "play 1 2 3 4 5"),
    ):
        person.types(line)
        await person.waits_for(said)
    person.types("p1")
    await person.waits_for(" from slot 1")
    await person.leaves()


async def test_notes_are_private_until_the_end_and_votes_end_it(house: Served) -> None:
    table, token = await opens(house, "players=2")
    bob = await guest(house.address, "Bob")
    one, two = Person(house, table, token, "0"), Person(house, table, bob.token, "1")
    await one.waits_for("Hanabi game 1")
    one.types("note 3 maybe red")
    await one.waits_for("The note is saved")
    one.types("note 1/1 save")
    one.types("note 9 nothing")
    await one.waits_for("expected a slot from 1 (the newest card) to 5, got 9")
    one.types("notes")
    await one.waits_for("slot 3: maybe red")
    await one.waits_for("slot 1: save")
    two.types("notes")
    await two.waits_for("There are no notes")
    two.types("vote end")
    await one.waits_for(" votes to end the game (1 of 2)")
    one.types("vote end")
    await one.waits_for("The game is over, by vote")
    await asyncio.gather(one.playing, two.playing)
    assert "maybe red" not in two.printed


async def test_an_unknown_variant_is_refused_with_similar_names(house: Served) -> None:
    with pytest.raises(Refused, match=r"got 'Rainbw 5'; similar names are: Rainbow \(5 Suits\)"):
        await opens(house, "variant='Rainbw 5'")
    with pytest.raises(Refused, match="expected a starting player from 0 to 2, got 4"):
        await opens(house, "starting_player=4")


@pytest.fixture
async def keys() -> AsyncIterator[tuple[int, int]]:
    """Return a terminal: the end where keys are pressed, and the end that the program reads."""
    pressed, stdin = pty.openpty()
    yield pressed, stdin
    os.close(pressed)
    os.close(stdin)


async def test_at_a_terminal_the_table_is_drawn_and_keys_play(house: Served, keys: tuple[int, int]) -> None:
    pressed, stdin = keys
    table, token = await opens(house, "players=3", "1=plain")
    third = asyncio.create_task(play_robot(RandomBot(2), house.address, table, 2))
    console = Console(file=io.StringIO(), width=80, height=24, force_terminal=True)
    playing = asyncio.create_task(play(house.address, table, "0", token=token, console=console, stdin=stdin))
    said = console.file.getvalue
    await until(lambda: "Play or clue (? lists answers):" in said())
    assert "● Ann" in said() and "Deck 35" in said() and "No Variant" in said()
    os.write(pressed, b"note 2 keep\r")
    await until(lambda: " ?? *" in said() or "??*" in said())
    os.write(pressed, b"p1\r")
    await until(lambda: "plays" in said())
    os.write(pressed, b"\x04")
    await playing
    third.cancel()
    await asyncio.wait([third])


async def test_a_watcher_at_a_pipe_gets_a_whole_game_in_lines(house: Served) -> None:
    table, _ = await opens(house, "players=2 variant=Throw It in a Hole (5 Suits)", "0=plain")
    person = Pipe()
    watching = asyncio.create_task(watch(house.address, table, console=person.console, stdin=person.stdin))
    await person.waits_for("The cards will be dealt when every seat is taken")
    robot = await guest(house.address, "Bob")
    await Person(house, table, robot.token, "1").plays_on("clue 0 1")
    await watching
    thrown = re.findall(r"(?:Bob|Seat 1) plays slot 1 into the hole, draws a card", person.printed)
    assert len(thrown) >= 2 and "Seat 1: " not in person.printed
