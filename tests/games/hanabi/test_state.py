"""Tests of the queries of a game of Hanabi that need no rules."""

from __future__ import annotations

from msgspec.structs import replace

from protocol.v1.hanabi import End, Ended, Options, Stopped
from server.games.hanabi.rules import HANABI
from tests.games.hanabi.dealt import TWO, does, game


def test_only_the_seat_in_turn_acts_and_no_seat_before_the_deal_or_after_the_end() -> None:
    assert HANABI.start(Options()).to_act == ()
    assert game(*TWO).to_act == (0,)
    assert does(game(*TWO), "play 0").to_act == (1,)
    assert game(*TWO).stopped(End.VOTED, None).to_act == ()


def test_the_score_is_the_number_of_cards_on_the_piles() -> None:
    state = does(game(*TWO), "play 0", "play 5", "play 1")
    assert (state.score, state.ranks) == (3, ((1, 2), (1,), (), (), ()))


def test_a_table_has_eight_clues_and_twice_as_many_tokens_where_a_clue_costs_two() -> None:
    assert (game(*TWO).most_tokens, game(*TWO).clue_cost) == (8, 1)
    half_clues = game(*TWO, variant="Clue Starved (5 Suits)")
    assert (half_clues.most_tokens, half_clues.clue_cost, half_clues.clue_gain) == (16, 2, 1)


def test_a_deal_is_due_until_the_games_of_the_table_are_played() -> None:
    unlimited, two = HANABI.start(Options()), HANABI.start(Options(games=2))
    assert unlimited.deal_due and replace(unlimited, game_no=500).deal_due
    assert [replace(two, game_no=number).deal_due for number in (1, 2, 3)] == [True, True, False]
    assert not game(*TWO).deal_due


def test_a_game_that_is_stopped_counts_one_turn_more_and_shows_the_reason() -> None:
    state = does(game(*TWO), "play 0")
    stopped = state.stopped(End.TIMEOUT, 1)
    assert (stopped.turn, stopped.moves) == (state.turn + 1, state.moves + 1)
    assert stopped.ended == Ended(End.TIMEOUT, 1)
    assert stopped.event == Stopped(Ended(End.TIMEOUT, 1))
