"""Tests of games in all variants: clues, cards and scores always add up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random

import pytest

from protocol.rules.hanabi.touch import clues_of
from protocol.v1.hanabi import Discard, End, PlayCard, Variant
from server.games.hanabi import ending, moves
from server.games.hanabi.characters import Move
from server.games.hanabi.deck import deck_of
from server.games.hanabi.piles import max_score
from server.games.hanabi.rules import HANABI
from server.games.hanabi.state import HanabiState
from server.games.hanabi.variants import catalogue
from tests.games.hanabi.random_play import random_game, random_options
from tests.markers import long


def families() -> dict[str, list[Variant]]:
    """Return all variants, grouped by their modifiers or by their special suits."""
    found: dict[str, list[Variant]] = {}
    for number in range(len(catalogue.ids())):
        variant = catalogue.variant(number)
        first, _, second = variant.name.rpartition(" (")[0].partition(" & ")
        # A dict keeps its order, unlike a set: parallel test processes must list the tests in the same order.
        for name in dict.fromkeys((first or variant.name, second or first or variant.name)):
            found.setdefault(name, []).append(variant)
    return found


def checked(state: HanabiState, *, choices: bool = True) -> HanabiState:
    """Assert what holds for every state of every variant, and for its moves if `choices` is true."""
    held = [order for hand in state.hands for order in hand]
    on_piles = [order for pile in state.piles for order in pile]
    assert sorted(held + on_piles + list(state.discards)) == list(range(state.drawn))
    assert set(held) == set(state.possible)
    assert set(state.fates) == {*on_piles, *state.discards}
    assert 0 <= state.tokens <= state.most_tokens
    assert 0 <= state.strikes <= 3
    assert state.score <= state.max_score <= len(state.variant.suits) * state.variant.stack
    for pile, ranks in zip(state.piles, state.ranks, strict=True):
        assert len(set(ranks)) == len(pile) <= state.variant.stack
    if state.ended is None:
        assert HANABI.legal_actions(state, state.seat)
        if choices:
            check_choices(state)
    check_highest_score(state)
    return state


def check_highest_score(state: HanabiState) -> None:
    """Assert that the highest possible score is that of all discards, and that it tells what is playable."""
    discarded = Counter(state.deck[order] for order in state.discards)
    assert state.max_score == max_score(state.variant, state.ranks, discarded)
    if not state.stranded:
        assert ending.anything_playable(state) is (state.score < state.max_score)


def check_choices(state: HanabiState) -> None:
    """Assert that the listed moves are those, of all imaginable ones, that the rules do not refuse."""
    cards = range(len(state.deck))
    clues = [clue for seat in range(len(state.hands)) for clue in clues_of(state.variant, seat)]
    imaginable: list[Move] = [*map(PlayCard, cards), *map(Discard, cards), *clues]
    allowed = {move for move in imaginable if moves.refusal(state, state.seat, move) is None}
    listed = moves.legal(state, state.seat)
    assert len(listed) == len(allowed)
    assert set(listed) == allowed


def check_end(state: HanabiState) -> None:
    result = HANABI.result(state)
    assert result is not None
    assert result.points == state.score
    assert result.score == (state.score if result.end is End.NORMAL else 0)
    assert (state.strikes == 3) is (result.end is End.STRIKEOUT)


def played(variants: Iterable[Variant], rng: Random, choices_every: int = 1) -> set[End]:
    """Return the ends of two checked games of each variant, one careful and one clumsy.

    `choices_every` is 4 if all imaginable moves are judged in one of four positions only.
    """
    ends = set()
    for variant in variants:
        for clumsy in (0.02, 0.5):
            first, state = rng.randrange(choices_every), None
            for number, state in enumerate(random_game(random_options(variant.name, rng), rng, clumsy)):
                checked(state, choices=number % choices_every == first)
            assert state is not None and state.ended is not None
            assert sorted(state.deck) == sorted(deck_of(variant))
            check_end(state)
            ends.add(state.ended.end)
    return ends


def test_games_of_every_family_add_up() -> None:
    rng = Random(2426)
    ends = played([rng.choice(family) for family in families().values()], rng)
    assert ends >= {End.NORMAL, End.STRIKEOUT, End.SPEEDRUN_FAIL, End.ALL_OR_NOTHING_FAIL}


@pytest.mark.thorough
@pytest.mark.parametrize("family", ["Up or Down", "Sudoku"])
def test_games_in_which_the_first_cards_of_a_pile_decide_the_next_add_up(family: str) -> None:
    assert played(families()[family] * 4, Random(5)) >= {End.NORMAL}


@pytest.mark.variants
@pytest.mark.timeout(600)
@pytest.mark.parametrize("part", [0, *map(long, range(1, 4))])
def test_games_of_every_variant_add_up(part: int) -> None:
    numbers = range(part, len(catalogue.ids()), 4)
    ends = played(map(catalogue.variant, numbers), Random(part), choices_every=4)
    assert ends >= {End.NORMAL, End.STRIKEOUT}


@pytest.mark.thorough
@pytest.mark.parametrize("players", range(2, 7))
def test_games_with_detrimental_characters_add_up(players: int) -> None:
    rng, ends = Random(players), set()
    names = list(families())
    for _ in range(60):
        variant = rng.choice(families()[rng.choice(names)])
        options = random_options(variant.name, rng, players=players, detrimental_characters=True)
        state = None
        for state in random_game(options, rng):
            check_held(state)
            check_highest_score(state)
        assert state is not None
        check_end(state)
        ends.add(state.ended.end)
    assert ends


def check_held(state: HanabiState) -> None:
    held = [order for hand in state.hands for order in hand]
    on_piles = [order for pile in state.piles for order in pile]
    assert sorted(held + on_piles + list(state.discards)) == list(range(state.drawn))
