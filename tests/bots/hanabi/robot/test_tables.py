"""Tests of robots at Hanabi tables of a server."""

from __future__ import annotations

from random import Random

from bots.plain_bot import PlainBot
from bots.random_bot import RandomBot
from protocol.v1.hanabi import End, GameResult
from server.in_process import play_table


async def test_five_robots_play_one_game_after_the_other() -> None:
    options = {"players": 5, "games": 2}
    results = await play_table([PlainBot] * 5, "hanabi", options, rng=Random(1))
    assert len(results) == 2
    assert all(isinstance(result, GameResult) and result.score > 20 for result in results)


async def test_robots_of_two_kinds_sit_at_a_table_with_characters() -> None:
    options = {
        "players": 3,
        "games": 2,
        "variant": "Orange (6 Suits)",
        "empty_clues": True,
        "detrimental_characters": True,
    }
    results = await play_table([RandomBot, PlainBot, RandomBot], "hanabi", options, rng=Random(1))
    assert len(results) == 2
    assert all(isinstance(result, GameResult) and result.end in End for result in results)
