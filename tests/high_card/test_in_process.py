"""Robots play high card at a table of this process, and are compared in duels."""

from __future__ import annotations

import json
from random import Random

from typer.testing import CliRunner

from bots.bot import Bot, View
from bots.plain_bot import PlainBot
from bots.random_bot import RandomBot
from bots.view import Action
from server.cli import app
from server.in_process import play_table
from tests.high_card.protocol.nouns import Bet, DealResult


class Gambler(Bot):
    """Bets on every card."""

    games = ("high_card",)

    def choose(self, view: View, legal: tuple[Action, ...]) -> Action:
        return Bet()


async def test_two_robots_play_a_whole_game() -> None:
    results = await play_table([PlainBot, RandomBot], "high_card", {"deals": 20}, rng=Random(1))
    assert len(results) == 20
    assert all(isinstance(result, DealResult) for result in results)
    assert {result.points for result in results} == {1, 2}


def test_a_duel_compares_two_robots_over_duplicate_deals() -> None:
    arguments = ["duel", "high_card", "plain", "tests.high_card.test_in_process:Gambler"]
    done = CliRunner().invoke(app, [*arguments, "--deals", "30", "--options", "deals=5", "--json"])
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    assert (found["game"], found["deals"], found["hands"]) == ("high_card", 30, 300)
    assert found["wins_a"] > found["wins_b"], "expected sense to beat a gambler"


def test_the_help_and_the_errors_of_a_duel_name_it() -> None:
    done = CliRunner().invoke(app, ["duel", "replay", "plain", "random"])
    assert done.exit_code != 0 and "high_card" in done.output
