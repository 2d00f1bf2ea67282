"""Contests of a team (`kibitz duel hanabi`): copies of one robot that play deal after deal."""

from __future__ import annotations

import json
from typing import Any

import pytest
from typer.testing import CliRunner

from bots.bot import View
from bots.random_bot import RandomBot
from bots.registry import Action
from protocol.v1.hanabi import PlayCard
from server.cli import app

CHANCE = "tests.robots.test_team:Chance"


class Chance(RandomBot):
    """A random robot that is the same in each run."""

    def __init__(self) -> None:
        super().__init__(3)


class Reckless(Chance):
    """A robot that plays any card."""

    def choose(self, view: View, legal: tuple[Action, ...]) -> Action:
        return next((action for action in legal if isinstance(action, PlayCard)), legal[0])


class Fails(Chance):
    """A robot that raises an error at each decision."""

    def choose(self, view: View, legal: tuple[Action, ...]) -> Action:
        raise LookupError("nothing comes to mind")


def run(*words: str) -> Any:
    return CliRunner().invoke(app, ["duel", "hanabi", *words])


def found(*words: str) -> dict[str, Any]:
    result = run(*words, "--json")
    assert result.exit_code == 0, result.stderr
    figures: dict[str, Any] = json.loads(result.stdout)
    return figures


def test_the_command_tells_score_and_interval_in_words() -> None:
    result = run("plain", "--players", "4", "--deals", "2")
    assert result.exit_code == 0
    assert "plain with 4 at hanabi: 2 deals, seed 1" in result.output
    assert "95 %" in result.output


def test_the_command_prints_json_for_machines() -> None:
    figures = found("plain", "--players", "5", "--deals", "3", "--seed", "7")
    assert (figures["robot"], figures["players"], figures["deals"], figures["seed"]) == ("plain", 5, 3, 7)
    assert figures["score"]["low"] <= figures["score"]["mean"] <= figures["score"]["high"]
    assert set(figures["thought"]) == {"decisions", "p50_ms", "p99_ms", "max_ms"}


def test_options_are_read_as_those_of_the_game_that_is_played() -> None:
    result = run(CHANCE, "--deals", "1", "--options", "players=2 variant=Rainbow (5 Suits) seed=7")
    assert (result.exit_code, "with 2 at hanabi" in result.stdout) == (0, True), result.output


def test_the_same_seed_gives_the_same_games_and_another_one_others() -> None:
    def games(seed: str) -> tuple[Any, ...]:
        figures = found("plain", "--players", "2", "--deals", "4", "--seed", seed)
        return figures["score"], figures["thought"]["decisions"]

    assert games("1") == games("1") != games("2")


def test_three_strikes_are_a_strikeout_with_score_0() -> None:
    figures = found("tests.robots.test_team:Reckless", "--deals", "3")
    assert (figures["score"]["mean"], figures["strikeouts"], figures["perfect"]) == (0, 3, 0)


def test_an_inverted_card_is_played_as_it_is_at_a_table() -> None:
    figures = found(CHANCE, "--deals", "5", "--options", '{"variant": "Orange (6 Suits)"}')
    assert figures["deals"] == 5


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("nobody",), "robot A: expected one of the robots"),
        (("plain", "plain"), "because all seats play together at hanabi, got plain and plain"),
        (("plain", "--players", "7"), "the options of hanabi are not valid: "),
        (("plain", "--options", "variant=Nonsense"), "the options of hanabi are not valid: "),
        (
            ("tests.robots.test_team:Fails",),
            "game 1, hand 1, seat 0: Fails.choose raised LookupError: nothing comes to mind",
        ),
    ],
)
def test_an_impossible_duel_is_explained_and_exits_with_code_1(words: tuple[str, ...], told: str) -> None:
    result = run(*words)
    assert result.exit_code == 1
    assert told in result.stderr


def test_a_duel_needs_an_opponent() -> None:
    result = CliRunner().invoke(app, ["duel", "spades", "plain"])
    assert result.exit_code == 1
    assert "expected two robots that play against each other at spades, got only plain" in result.stderr
