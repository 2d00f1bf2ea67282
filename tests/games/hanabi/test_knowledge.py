"""A test of the possible cards against a count of all cards that the clues allow."""

from __future__ import annotations

import itertools
from random import Random

import pytest

from protocol.rules.hanabi.sets import bit
from protocol.v1.hanabi import Card
from server.games.hanabi.deck import counts_of
from server.games.hanabi.state import HanabiState
from server.games.hanabi.variants import catalogue
from tests.games.hanabi import live
from tests.games.hanabi.live import needs_data
from tests.games.hanabi.random_play import random_game, random_options

POSITIONS = 500


def enumerated(states: list[HanabiState], order: int) -> set[Card]:
    """Return every card that fits all clues to its holder since the card was drawn."""
    variant = states[-1].variant
    theirs = live.variants()[variant.id]
    kinds = set(counts_of(variant))
    for before, after in itertools.pairwise(states):
        if len(after.clues) == len(before.clues):
            continue
        given = after.clues[-1]
        if order in before.hands[given.to]:
            told = order in given.cards
            kinds = {kind for kind in kinds if touched(theirs, given.color, given.rank, kind) is told}
    return kinds


def touched(variant: dict, color: int | None, rank: int | None, card: Card) -> bool:
    place = (card.suit, card.rank)
    if color is not None:
        return live.touches_color(variant, color, place)
    assert rank is not None
    return live.touches_rank(variant, rank, place)


@needs_data
@pytest.mark.thorough
def test_possible_cards_equal_brute_force_over_all_families() -> None:
    rng, ids = Random(6), catalogue.ids()
    families: dict[str, list[int]] = {}
    for number, text in enumerate(ids):
        families.setdefault(text.partition(",")[2], []).append(number)
    narrowed = 0
    for place in range(POSITIONS):
        family = list(families.values())[place % len(families)]
        options = random_options(catalogue.variant(rng.choice(family)).name, rng)
        states = list(random_game(options, rng))
        states = states[: rng.randint(1, len(states))]
        state = states[-1]
        for hand in state.hands:
            for order in hand:
                kinds = enumerated(states, order)
                assert state.possible[order] == sum(map(bit, kinds)), (options.variant, order)
                assert state.deck[order] in kinds
                narrowed += len(kinds) < len(counts_of(state.variant))
    assert narrowed > POSITIONS
