"""Tests of a game that is registered at run time: robots and terminal play it without product changes."""

from __future__ import annotations

import asyncio
import io
import os
import re
from pathlib import Path

import pytest
import typer
from rich.console import Console
from typer.testing import CliRunner

import bots
from bots.bot import Bot
from bots.client import Client
from bots.plain_bot import PlainBot
from bots.random_bot import RandomBot
from bots.registry import DEFAULT_GAME, GAMES, deal_number, game_of, seats_at
from bots.runner import play as play_robot
from bots.terminal import play
from bots.terminal.opening import read_options, seats_wished
from bots.terminal.screen import picture
from protocol.v1.codec import InvalidMessage
from server.cli import app
from server.cli.registry_help import game_parser, played_games
from server.deployment.installed_robots import games_of
from tests.bots.nim.client import Look, NimClient, NimView, Take
from tests.bots.nim.server import TABLE, NimServer
from tests.bots.seats import until


@pytest.fixture
def nim(monkeypatch: pytest.MonkeyPatch) -> NimServer:
    monkeypatch.setitem(GAMES, "nim", NimClient())
    return NimServer()


def drawn(view: object) -> str:
    console = Console(file=io.StringIO(), width=80)
    console.print(view)
    return console.file.getvalue()


async def test_the_plain_and_the_random_robot_play_it(nim: NimServer) -> None:
    seated = (
        play_robot(robot, nim.connect(), TABLE, seat, token=f"robot {seat}", boards=1)
        for seat, robot in enumerate((PlainBot(), RandomBot(1)))
    )
    assert await asyncio.gather(*seated) == [1, 1]
    takes = [(seat, action.count) for seat, action in nim.log if isinstance(action, Take)]
    assert sum(count for _, count in takes) == 7
    assert takes[0] == (0, 1), "the plain robot's brain leaves a multiple of three"
    assert nim.pub.result is not None and nim.pub.result.winner == 0
    looks = [seat for seat, action in nim.log if isinstance(action, Look)]
    assert sorted(looks) == [0, 1], "each did first what its game lets it do before a choice"


def test_the_robots_name_it_among_their_games_while_it_is_registered() -> None:
    known = {"plain": PlainBot, "random": RandomBot}
    before = PlainBot.games
    assert "nim" not in before
    GAMES["nim"] = NimClient()
    try:
        assert PlainBot.games == RandomBot.games == PlainBot().games
        assert all("nim" in games for games in games_of(known).values()), "the server reads it from the class"
    finally:
        del GAMES["nim"]
    assert PlainBot.games == before
    assert not any(GAMES[name].shows_records for name in before), "replays have no brain"
    assert Bot.games == (DEFAULT_GAME,) == ("bridge",)


async def test_a_robot_that_does_not_name_it_is_not_seated_there(nim: NimServer) -> None:
    class Stranger(Bot):
        def choose(self, view: object, legal: tuple[object, ...]) -> object:
            return legal[0]

    with pytest.raises(ValueError, match="expected a table of bridge for the robot Stranger, got one of nim"):
        await play_robot(Stranger(), nim.connect(), TABLE, 0, token="stranger")


async def test_every_robot_has_default_answers_there(nim: NimServer) -> None:
    async with Client(nim.connect(), token="ann") as client:
        await client.sit(TABLE, 0)
        view = (await client.watch(TABLE, "seat")).view
        robot = PlainBot()
        assert robot.asked(view, view.own.legal_actions()) == Take(1)
        assert robot.answer(view) == ()


async def test_its_view_is_watched_patched_and_drawn(nim: NimServer) -> None:
    async with Client(nim.connect(), token="ann") as client:
        await client.sit(TABLE, 0)
        watched = await client.watch(TABLE, "seat")
        view = watched.view
        assert isinstance(view, NimView)
        assert (game_of(view), deal_number(view), seats_at(view)) == ("nim", 1, ("0", "1"))
        assert watched.deal == (1, False)
        await client.act(TABLE, Take(2))
        await until(lambda: watched.view.pub.taken)
        nim._take(1, 1)
        shown = drawn(picture(watched, 0))
        assert "Table t1: Nim, round 1" in shown
        assert "sticks |||||, on the move: seat 1" in shown


async def test_a_person_plays_it_at_a_terminal(nim: NimServer) -> None:
    stdin, typed = os.pipe()
    console = Console(file=io.StringIO(), width=200)
    person = asyncio.create_task(
        play(nim.connect(), TABLE, "0", "ann", console=console, stdin=stdin, kibitz="kibitz")
    )

    def said() -> str:
        return console.file.getvalue()

    def types(line: str) -> None:
        os.write(typed, f"{line}\n".encode())

    await until(lambda: "Your move, 7 sticks (? lists answers):" in said())
    assert "Take sticks as `take 2`; the last stick wins" in said()
    types("?")
    await until(lambda: "pile (how many sticks are left)" in said())
    assert "take 1 | take 2" in said()
    types("pile")
    await until(lambda: "7 sticks are left" in said())
    types("remember threes")
    await until(lambda: "'threes' is remembered" in said())
    assert nim.notes == ["threes"]
    types("rule tricks 9")
    await until(lambda: "expected `take 1` or `take 2`, got 'rule tricks 9'" in said())
    types("take 9")
    await until(lambda: "one stick or two" in said())
    types("take 1")
    await until(lambda: "seat 0 takes 1" in said())
    assert nim.log == [(0, Take(1))]
    nim.close()
    await person
    os.close(typed)


async def test_without_the_registration_its_view_is_refused_with_a_reason() -> None:
    async with Client(NimServer().connect(), token="ann") as client:
        watched = await client.watch(TABLE)
        played = [name for name, game in GAMES.items() if not game.shows_records]
        shown = [name for name, game in GAMES.items() if game.shows_records]
        known = ", ".join((*played, *shown))
        with pytest.raises(InvalidMessage, match=rf"a known game \({known}\), got a view of 'nim'"):
            _ = watched.view


def test_its_options_and_seats_are_read_as_they_are_typed(nim: NimServer) -> None:
    options = read_options(["sticks=9 house_rule=last stick loses"], "nim")
    assert options == {"sticks": 9, "house_rule": "last stick loses"}
    assert seats_wished("nim", {}) == ("0", "1")
    assert seats_wished("nim", {"players": 3}) == ("0", "1", "2")
    with pytest.raises(ValueError, match="expected an option such as sticks=7, got 'many'"):
        read_options(["many"], "nim")
    with pytest.raises(ValueError, match="expected sticks=NUMBER, got sticks=many"):
        read_options(["sticks=many"], "nim")


def test_the_command_line_offers_it_and_lists_its_commands(nim: NimServer) -> None:
    assert game_parser(played_games)("nim") == "nim"
    games = played_games()
    assert games[-1] == "nim" and {"bridge", "spades", "hanabi"} < {*games}
    with pytest.raises(typer.BadParameter, match=f"expected one of the games {', '.join(games)}, got go"):
        game_parser(played_games)("go")
    said = " ".join(CliRunner(env={"COLUMNS": "400"}).invoke(app, ["play", "--help"]).output.split())
    assert f"--game {'|'.join(games)} The game" in said
    assert "take 2 at Nim" in said and "At Nim: sticks=7" in said and "at Nim 0 or 1" in said


def test_help_names_every_game_that_is_played() -> None:
    runner = CliRunner(env={"COLUMNS": "400"})
    said = " ".join(runner.invoke(app, ["open", "--help"]).output.replace("│", " ").split())
    for words in ("At bridge: scoring=duplicate", "At Spades: preset=classic", "At Hanabi: players=2 to 6"):
        assert words in said
    assert "bridge without this option" in said
    of_records = "Recorded boards, or hands of Spades, or games of Hanabi(, or [^,.]+)*, for a replay"
    assert re.search(of_records, said)
    said = " ".join(runner.invoke(app, ["watch", "--help"]).output.split())
    assert "house robots play at house, house-spades and house-hanabi" in said
    assert "{" not in said.replace("{url}", "").replace("{table}", "")


OF_ONE_GAME = (
    *("bridge", "spades", "hanabi", "table_manager"),
    *("bridge_robots.py", "hanabi_robots.py", "sampler_bot.py"),
)
"""The packages of the games, and the robots that play one game only."""
CORE = [
    path
    for path in sorted(Path(bots.__file__).parent.rglob("*.py"))
    if path.relative_to(Path(bots.__file__).parent).parts[0] not in OF_ONE_GAME
]


@pytest.mark.parametrize("path", CORE, ids=lambda path: path.name)
def test_the_common_modules_of_bots_name_no_game(path: Path) -> None:
    named = re.findall(r"(?i)bridge|spades|hanabi", path.read_text())
    assert len(named) == (9 if path.name == "registry.py" else 0), "the registry has a line for each"
