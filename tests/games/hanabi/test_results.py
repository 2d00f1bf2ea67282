"""Tests of the score of a finished game, and of the game that follows it."""

from __future__ import annotations

import pytest

from protocol.v1.hanabi import End, GameResult
from server.games.hanabi.results import carried, result_of
from tests.games.hanabi.dealt import THREE, TWO, does, game

PLAYED = ("play 0", "play 5", "play 1")


def test_a_game_has_no_result_before_its_end() -> None:
    assert result_of(does(game(*TWO), *PLAYED)) is None


def test_the_score_of_a_normal_end_is_the_number_of_cards_played() -> None:
    ended = does(game(*TWO), *PLAYED).stopped(End.NORMAL, None)
    assert result_of(ended) == GameResult(End.NORMAL, score=3, points=3, turns=4)


@pytest.mark.parametrize("end", [end for end in End if end is not End.NORMAL])
def test_every_other_end_scores_0_and_keeps_the_points_and_the_seat_that_caused_it(end: End) -> None:
    ended = does(game(*TWO), *PLAYED).stopped(end, 1)
    assert result_of(ended) == GameResult(end, score=0, points=3, turns=4, seat=1)


def test_the_next_player_starts_the_next_game() -> None:
    first = game(*THREE, starting_player=1)
    after = carried(first)
    assert (after.options.starting_player, after.game_no, after.deck) == (2, 2, ())
    assert carried(after).options.starting_player == 0


def test_a_seed_is_played_only_once() -> None:
    assert carried(game(*TWO, seed="p2v0s1")).options.seed is None
