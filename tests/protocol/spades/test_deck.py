"""Tests of the decks of Spades: their cards, and the order of their spades."""

from __future__ import annotations

from protocol.v1.spades import Card, Rules
from protocol.v1.spades.deck import deck_of


def test_a_deck_with_jokers_has_52_cards_without_the_twos_of_hearts_and_clubs() -> None:
    deck = deck_of(Rules(jokers="jjdd"))
    assert len(deck.cards) == 52
    assert not {Card.H2, Card.C2} & set(deck.cards)
    assert deck.spades(deck.cards) == 16
    assert deck_of(Rules(jokers="jja")).spades(deck_of(Rules(jokers="jja")).cards) == 15


def test_decks_for_three_five_and_six_players_lack_some_twos() -> None:
    out = {
        players: set(deck_of(Rules()).cards) - set(deck_of(Rules(players=players)).cards)
        for players in (2, 3, 5, 6)
    }
    assert out == {2: set(), 3: {"C2"}, 5: {"C2", "D2"}, 6: {"C2", "D2", "H2", "S2"}}


def test_the_tops_of_a_deck_with_jokers_beat_the_ace_of_spades_in_their_order() -> None:
    tops = (Card.SA, Card.S2, Card.D2, Card.LJ, Card.BJ)
    strength = deck_of(Rules(jokers="jjdd")).strength
    assert sorted(tops, key=strength) == [*tops]


def test_every_spade_beats_every_other_card_and_other_suits_compare_by_rank_alone() -> None:
    strength = deck_of(Rules()).strength
    assert strength(Card.S2) > strength(Card.HA)
    assert (strength(Card.S2)[0], strength(Card.HA)[0]) == (True, False)
    assert strength(Card.CK) == strength(Card.DK) < strength(Card.HA)


def test_a_hand_is_displayed_by_the_effective_suits_of_its_cards() -> None:
    hand = (Card.CA, Card.D2, Card.DA, Card.SA)
    assert deck_of(Rules(jokers="jjdd")).sorted(hand) == (Card.D2, Card.SA, Card.DA, Card.CA)
    assert deck_of(Rules()).sorted(hand) == (Card.SA, Card.DA, Card.D2, Card.CA)
