"""The friendly robot knows for every variant the order in which the cards of a suit are played."""

from __future__ import annotations

from bots.hanabi.robot.suit_lines import lines_of
from tests.games.hanabi.test_every_variant import families


def test_a_suit_is_played_upwards_and_a_reversed_suit_downwards() -> None:
    (variant,) = (each for each in families()["Black Reversed"] if each.name == "Black Reversed (5 Suits)")
    ranks = [[kind & 7 for kind in line] for line in lines_of(variant).lines]
    assert ranks == [[1, 2, 3, 4, 5]] * 4 + [[5, 4, 3, 2, 1]]
