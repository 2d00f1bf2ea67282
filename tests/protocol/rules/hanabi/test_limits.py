"""Tests of the number of votes that end a game."""

from __future__ import annotations

import pytest

from protocol.rules.hanabi.limits import votes_needed


@pytest.mark.parametrize(("players", "votes"), [(2, 2), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_half_of_the_players_and_at_least_two_end_a_game(players: int, votes: int) -> None:
    assert votes_needed(players) == votes
