"""In every variant the sets of cards of a robot agree with the rules of the server."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random

import pytest

from bots.hanabi.robot.piles import kinds
from bots.hanabi.robot.suits import copies, fitting, over, touched_by
from protocol.rules.hanabi.sets import kind_of
from protocol.v1.hanabi import ColorClue, Options, RankClue
from server.games.hanabi.deck import deck_of
from server.games.hanabi.rules import HANABI
from server.games.hanabi.variants import catalogue
from tests.games.hanabi.random_play import random_game

VARIANTS = (
    "No Variant",
    "Rainbow (5 Suits)",
    "Brown (5 Suits)",
    "Up or Down (5 Suits)",
    "Sudoku (5 Suits)",
    "Scarce Ones (5 Suits)",
    "Reversed (5 Suits)",
)


@pytest.mark.parametrize("name", VARIANTS)
def test_the_copies_of_each_card_are_those_of_the_deck(name: str) -> None:
    variant = HANABI.start(Options(variant=name)).variant
    counted = Counter(kind_of(each) for each in deck_of(variant))
    public = HANABI.pub(HANABI.start(Options(variant=name))).variant
    assert copies(public) == dict(counted)
    assert catalogue.variant_named(name).name == public.name


@pytest.mark.parametrize("name", VARIANTS)
def test_each_card_that_was_played_had_fitted(name: str) -> None:
    *states, _ = random_game(Options(variant=name), Random(3), 0.05)
    played = 0
    for before, after in pairwise(states):
        fates = HANABI.pub(after).fates.keys() - HANABI.pub(before).fates.keys()
        for order in fates:
            if HANABI.pub(after).fates[order].how == "played":
                kind = kind_of(before.deck[order])
                assert kind in kinds(fitting(HANABI.pub(before))), (name, order)
                played += 1
    assert played


@pytest.mark.parametrize("name", VARIANTS)
def test_every_card_on_a_pile_is_finished(name: str) -> None:
    *_, last = random_game(Options(variant=name), Random(3), 0.05)
    pub = HANABI.pub(last)
    played = [order for order, fate in pub.fates.items() if fate.how == "played"]
    assert {kind_of(last.deck[order]) for order in played} <= set(kinds(over(pub)))


def test_a_clue_touches_its_colour_or_rank_and_a_rainbow_card_every_colour() -> None:
    plain = HANABI.pub(HANABI.start(Options())).variant
    assert kinds(touched_by(plain, ColorClue(1, 0))) == (1, 2, 3, 4, 5)
    assert kinds(touched_by(plain, RankClue(1, 3))) == (3, 11, 19, 27, 35)
    rainbow = HANABI.pub(HANABI.start(Options(variant="Rainbow (5 Suits)"))).variant
    assert kinds(touched_by(rainbow, ColorClue(1, 0))) == (1, 2, 3, 4, 5, 33, 34, 35, 36, 37)


def test_a_clue_touches_by_the_special_rules_of_its_variant() -> None:
    chimneys = HANABI.pub(HANABI.start(Options(variant="Chimneys (3 Suits)"))).variant
    assert kinds(touched_by(chimneys, RankClue(1, 4))) == (4, 5, 12, 13, 20, 21)
    pink_fives = HANABI.pub(HANABI.start(Options(variant="Pink-Fives (3 Suits)"))).variant
    assert kinds(touched_by(pink_fives, RankClue(1, 2))) == (2, 5, 10, 13, 18, 21)
