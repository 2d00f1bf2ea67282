"""The 52-card deck on the wire and in order."""

from __future__ import annotations

import pytest

from protocol.v1.cards import DECK, Card, Rank, Suit, display_order


def test_the_deck_has_every_rank_of_every_suit_once() -> None:
    assert [(card.suit, card.rank) for card in DECK] == [(suit, rank) for suit in Suit for rank in Rank]
    assert len(set(DECK)) == 52


def test_a_card_is_written_suit_then_rank() -> None:
    assert all(card == card.suit + card.rank for card in DECK)
    assert Card("SA") is Card.SA
    assert str(Card.HT) == "HT"


@pytest.mark.parametrize("text", ["", "S", "AS", "S10", "S1", "sa", "SAA", "XA", "S "])
def test_anything_else_is_no_card(text: str) -> None:
    with pytest.raises(ValueError, match="is not a valid Card"):
        Card(text)


def test_suits_and_ranks_stand_in_ascending_order() -> None:
    assert "".join(Suit) == "CDHS"
    assert "".join(Rank) == "23456789TJQKA"


def test_a_card_knows_its_height_and_its_place_in_the_deck() -> None:
    assert [card.deck_index for card in DECK] == list(range(52))
    assert [card.height for card in DECK] == list(range(13)) * 4
    assert Card.CA.height > Card.SK.height


def test_a_hand_is_displayed_from_spades_down() -> None:
    held = [Card.C2, Card.SA, Card.HT, Card.HJ, Card.S3, Card.DA]
    assert sorted(held, key=display_order) == [Card.SA, Card.S3, Card.HJ, Card.HT, Card.DA, Card.C2]
