"""The piles show which cards are playable, dead or critical."""

from __future__ import annotations

import pytest

from bots.hanabi.robot.piles import Piles, kinds
from protocol.rules.hanabi.sets import kind_of
from tests.bots.hanabi.robot.situations import card


def kind(word: str) -> int:
    return kind_of(card(word))


def holds(cards: int, word: str) -> bool:
    return bool(cards >> kind(word) & 1)


def test_a_set_of_cards_lists_its_kinds_in_ascending_order() -> None:
    assert kinds(1 << kind("y1") | 1 << kind("r2")) == (kind("r2"), kind("y1"))


def test_at_first_the_ones_are_playable_and_the_fives_critical() -> None:
    piles = Piles(5)
    assert kinds(piles.playable) == tuple(kind(word) for word in ("r1", "y1", "g1", "b1", "p1"))
    assert kinds(piles.critical) == tuple(kind(word) for word in ("r5", "y5", "g5", "b5", "p5"))
    assert piles.dead == 0


def test_a_played_card_is_dead_and_the_next_one_playable() -> None:
    piles = Piles(2)
    piles.play(kind("r1"))
    assert holds(piles.dead, "r1") and holds(piles.playable, "r2") and holds(piles.playable, "y1")
    assert (piles.away(kind("r3")), piles.away(kind("y3"))) == (1, 2)


def test_the_last_copy_is_critical_and_without_it_all_higher_cards_are_dead() -> None:
    piles = Piles(1)
    piles.discard(kind("r3"))
    assert holds(piles.critical, "r3") and piles.carries(kind("r3")) == 3
    piles.discard(kind("r3"))
    assert all(holds(piles.dead, word) for word in ("r3", "r4", "r5"))
    assert not holds(piles.dead, "r2")


def test_a_chance_counts_the_copies_that_are_left() -> None:
    piles = Piles(1)
    ones_and_fives = 1 << kind("r1") | 1 << kind("r5")
    assert piles.chance(ones_and_fives, piles.playable) == pytest.approx(3 / 4)
    piles.discard(kind("r1"))
    assert piles.chance(ones_and_fives, piles.playable) == pytest.approx(2 / 3)
    assert Piles(1).chance(0, ~0) == 0.0
