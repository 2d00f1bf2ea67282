"""Help texts of commands are completed from the registered games, when help is printed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from bots.registry import GAMES as CLIENTS
from bots.spades.client import SpadesClient
from server.cli import app
from server.cli.registry_help import MARKS, RegistryCommand, completed_text, duel_games
from server.games.registry import GAMES
from server.games.spades.rules import Spades

CLI = Path(__file__).parents[2] / "server/cli"


def printed(*arguments: str) -> str:
    """Return what a command prints, without the frames and line breaks of the terminal."""
    return " ".join(CliRunner().invoke(app, list(arguments)).output.replace("│", " ").split())


def titles(**kind: bool) -> str:
    """Return the games of one kind at which robots can be compared, as a sentence names them."""
    *others, last = (CLIENTS[name].title for name in duel_games(**kind))
    return f"{', '.join(others)} and {last}" if others else last


@pytest.fixture
def high_card(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Register Spades once more under the name `high-card`, and return the rules that are registered."""

    class HighCard(Spades):
        name = "high-card"

    class HighCardClient(SpadesClient):
        name, title = "high-card", "High Card"

    monkeypatch.setitem(GAMES, "high-card", rules := HighCard())
    monkeypatch.setitem(CLIENTS, "high-card", HighCardClient())
    return rules


@pytest.mark.parametrize(
    "command", ["bot", "watch", "play", "open", "guest", "replay", "convert", "deal", "duel"]
)
def test_no_mark_is_left_in_the_help_of_a_command(command: str) -> None:
    help = printed(command, "--help")
    assert not [mark for mark in MARKS if mark in help]


def test_every_mark_stands_in_a_help_text_of_a_command() -> None:
    texts = "".join(path.read_text() for path in CLI.glob("*.py") if path.stem != "registry_help")
    assert not [mark for mark in MARKS if mark not in texts]


def test_a_command_that_runs_does_not_complete_its_help(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> str:
        raise AssertionError("expected no help to be printed")

    monkeypatch.setitem(MARKS, "{slow}", refuse)
    toy = typer.Typer()

    @toy.command(cls=RegistryCommand)
    def command() -> None:
        """Explain {slow}."""
        typer.echo("ran")

    assert CliRunner().invoke(toy, []).output == "ran\n"
    assert isinstance(CliRunner().invoke(toy, ["--help"]).exception, AssertionError)


def test_the_help_of_duel_lists_the_games_at_which_robots_can_be_compared() -> None:
    help = printed("duel", "--help")
    *others, last = duel_games()
    assert f"The game: {', '.join(others)} or {last}." in help
    assert "At bridge, each deal is played in two rooms" in help
    opponents, team = titles(together=False, in_rooms=False), titles(together=True)
    assert "Spades" in opponents and "Hanabi" in team
    assert f"At {opponents}, A first plays the side of seat 0" in help
    assert f"At {team}, A has every seat" in help
    assert f"leave it out at {team}" in help


def test_a_registered_game_with_opponents_is_in_the_help_of_duel(high_card: Any) -> None:
    help = printed("duel", "--help")
    *others, _ = duel_games()
    assert f"{', '.join(others)} or high-card" in help
    opponents = titles(together=False, in_rooms=False)
    assert opponents.endswith("and High Card")
    assert f"At {opponents}, A first plays the side of seat 0" in help


def test_a_registered_game_of_one_team_is_in_the_help_of_duel(
    high_card: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(high_card), "dueling", GAMES["hanabi"].dueling)
    help = printed("duel", "--help")
    team = titles(together=True)
    assert "Hanabi" in team and team.endswith("and High Card")
    assert f"At {team}, A has every seat" in help
    assert f"leave it out at {team}" in help
    assert "all seats play together at high-card" in printed("duel", "high-card", "plain", "random")


def test_a_game_without_a_final_score_is_refused_with_the_games_that_have_one(high_card: Any) -> None:
    assert ", ".join(duel_games()) in printed("duel", "replay", "plain", "random")


def test_a_registered_game_can_be_played_and_explained(high_card: Any) -> None:
    assert "high-card" in completed_text("{played_games}").split("|")
    assert "at High Card" in printed("play", "--help")


def test_the_help_of_a_duel_tells_how_strong_the_plain_robot_is_at_each_game() -> None:
    shown = " ".join(CliRunner(env={"COLUMNS": "200"}).invoke(app, ["duel", "--help"]).output.split())
    for words in ("leads the random robot by 15 IMPs", "wins all of 80 games", "scores 24.9 of 25"):
        assert words in shown
