"""The friendly robot knows for every variant which cards a clue touches, and the order of play."""

from __future__ import annotations

from random import Random

from bots.hanabi.robot.suit_lines import lines_of, touched_by
from server.games.hanabi import knowledge
from server.games.hanabi.touch import clues_of
from tests.games.hanabi.test_every_variant import families


def test_clues_touch_the_cards_that_the_rules_say() -> None:
    rng = Random(5)
    for family in families().values():
        variant = rng.choice(family)
        for clue in clues_of(variant, 1):
            assert touched_by(variant, clue) == knowledge.touched_by(variant, clue), (variant.name, clue)


def test_a_suit_is_played_upwards_and_a_reversed_suit_downwards() -> None:
    (variant,) = (each for each in families()["Black Reversed"] if each.name == "Black Reversed (5 Suits)")
    ranks = [[kind & 7 for kind in line] for line in lines_of(variant).lines]
    assert ranks == [[1, 2, 3, 4, 5]] * 4 + [[5, 4, 3, 2, 1]]
