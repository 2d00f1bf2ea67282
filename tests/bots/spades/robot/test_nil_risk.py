"""The risk of a nil grows with high cards, with trumps, and without a partner."""

from __future__ import annotations

from bots.spades.robot.nil_risk import nil_chance, unwanted_tricks
from tests.bots.spades.robot.test_values import LOW, prospect
from tests.games.spades.hands import cards


def chance(hand: str, *, alone: bool = False) -> float:
    """Return the probability that a hand wins no trick, before the first trick."""
    return nil_chance(cards(hand), prospect(hand).unseen, alone=alone)


def test_each_higher_card_makes_a_nil_less_likely() -> None:
    hands = (LOW, LOW.replace("D5", "DT"), LOW.replace("D5", "DA"), LOW.replace("S3", "SK"))
    chances = [chance(hand) for hand in hands]
    assert 1.0 > chances[0] > chances[1] > chances[2]
    assert chances[0] > chances[3]


def test_an_honour_over_low_cards_is_safer_than_a_bare_one() -> None:
    guarded = "S3 S2 HA H4 H3 H2 D5 D4 D3 C5 C4 C3 C2"
    bare = "S3 S2 HA D7 D6 D5 D4 D3 C6 C5 C4 C3 C2"
    assert chance(guarded) > chance(bare)


def test_without_a_partner_a_nil_is_less_likely() -> None:
    assert chance(LOW, alone=True) < chance(LOW)


def test_a_hand_without_cards_wins_nothing() -> None:
    unseen = prospect(LOW).unseen
    assert (nil_chance((), unseen), unwanted_tricks((), unseen)) == (1.0, 0)
