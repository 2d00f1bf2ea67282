"""The robots `friendly` and `hats` play Hanabi under their own names."""

from __future__ import annotations

from random import Random

from bots.hanabi.view import HanabiView
from bots.hanabi_robots import FriendlyBot, HatsBot
from bots.plain_bot import PlainBot
from protocol.v1.hanabi import GameResult, Options
from server.games.hanabi.rules import HANABI
from server.in_process import play_table
from tests.bots.hanabi.robot.situations import seen
from tests.games.hanabi.random_play import random_game


async def test_robots_of_all_kinds_finish_a_game_together() -> None:
    robots = [FriendlyBot, HatsBot, PlainBot, FriendlyBot]
    (result,) = await play_table(robots, "hanabi", {"players": 4, "games": 1}, rng=Random(1))
    assert isinstance(result, GameResult)


async def test_four_friendly_robots_play_well_at_a_table_of_the_server() -> None:
    (result,) = await play_table([FriendlyBot] * 4, "hanabi", {"players": 4, "games": 1}, rng=Random(1))
    assert isinstance(result, GameResult) and result.score >= 18


def test_the_hat_guesser_plays_hanabi_as_plain_does() -> None:
    rng, hats, plain = Random(3), HatsBot(), PlainBot()
    for state in random_game(Options(players=4), rng, clumsy=0):
        if state.ended is None:
            view = HanabiView("t", *seen(state))
            legal = HANABI.legal_actions(state, state.seat)
            assert hats.choose(view, legal) == plain.choose(view, legal)
