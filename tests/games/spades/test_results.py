"""Tests of the result of a hand, and of the next hand."""

from __future__ import annotations

from random import Random

from protocol.v1.spades import Options, Score
from server.games.spades.rules import SPADES
from tests.games.random_games import play_game
from tests.games.spades.played_hands import hands_of


def test_the_deal_and_the_lead_go_round() -> None:
    states = [hand.states[1] for hand in hands_of(Options(preset="mirror"), 1)]
    assert [state.dealer for state in states] == [0, 1, 2]
    assert [state.turn for state in states] == [1, 2, 3]


def test_a_game_keeps_the_results_of_its_last_32_hands_in_sight() -> None:
    deals = play_game(SPADES, Options(preset="mirror", target=10_000, floor=0), Random(3), 34).deals
    shown = SPADES.pub(deals[-1].states[-1]).results
    assert list(shown) == list(range(3, 35))
    assert deals[-1].states[-1].scores != (Score(), Score())
