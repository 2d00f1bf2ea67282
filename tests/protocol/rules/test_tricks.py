"""Tests of the rules that all trick-taking games share: following suit, and the winner of a trick."""

from __future__ import annotations

from random import Random

import pytest

from protocol.rules.tricks import beats, index_beats, index_winner, may_follow, winner
from protocol.v1.cards import DECK, Card, Suit

HAND = (Card.SA, Card.S2, Card.HT)


def test_a_hand_with_cards_of_the_suit_led_follows_with_these() -> None:
    assert may_follow(HAND, Suit.SPADES) == (Card.SA, Card.S2)
    assert may_follow(HAND, Suit.HEARTS) == (Card.HT,)


def test_a_hand_without_the_suit_led_may_play_any_card() -> None:
    assert may_follow(HAND, Suit.CLUBS) == HAND


def test_any_card_may_be_led() -> None:
    assert may_follow(HAND, None) == HAND


@pytest.mark.parametrize(
    ("trick", "trumps", "best"),
    [
        ("C5 C9 C7 CJ", None, 3),
        ("C5 SA HA DA", None, 0),
        ("C5 SA C6 DA", None, 2),
        ("CA S2 CK CQ", Suit.SPADES, 1),
        ("CA S2 CK S3", Suit.SPADES, 3),
        ("CA S3 CK S2", Suit.SPADES, 1),
        ("S4 CA SJ HA", Suit.SPADES, 2),
    ],
)
def test_the_highest_trump_or_else_the_highest_card_of_the_suit_led_wins(
    trick: str, trumps: Suit | None, best: int
) -> None:
    assert winner([Card(text) for text in trick.split()], trumps) == best


def test_a_card_beats_a_lower_one_of_its_suit_and_a_trump_every_card_of_another_suit() -> None:
    assert beats(Card.HA, Card.HK, None) and not beats(Card.HK, Card.HA, None)
    assert not beats(Card.SA, Card.HK, None) and beats(Card.C2, Card.SA, Suit.CLUBS)
    assert not beats(Card.SA, Card.C2, Suit.CLUBS) and not beats(Card.HK, Card.HK, None)


def test_indexes_in_the_deck_tell_the_same_winner_as_cards() -> None:
    rng = Random(2)
    for _ in range(500):
        trick, trumps = rng.sample(DECK, rng.randint(1, 4)), rng.choice([None, *Suit])
        number = None if trumps is None else list(Suit).index(trumps)
        indexes = [card.deck_index for card in trick]
        assert index_winner(indexes, number) == winner(trick, trumps)


def test_every_pair_of_cards_is_compared_alike_as_cards_and_as_indexes() -> None:
    for number, trumps in enumerate((*Suit, None)):
        told = None if trumps is None else number
        for card in DECK:
            for best in DECK:
                found = index_beats(card.deck_index, best.deck_index, told)
                assert found is beats(card, best, trumps), (card, best, trumps)


def test_a_trick_without_a_card_has_place_0() -> None:
    assert index_winner([], None) == 0
