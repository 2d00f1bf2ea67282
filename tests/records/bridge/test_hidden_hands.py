"""Full hands in place of the hidden hands of a partial deal: whatever is imagined, the shown cards stay."""

from __future__ import annotations

from protocol.v1.bridge import Contract, Seat, Strain
from protocol.v1.cards import DECK, Card, Suit
from server.records.bridge.hidden_hands import hidden_seats, with_played_cards, with_some_deal
from tests.records.bridge.pbn.games import HANDS, NORTH, SOUTH, game, only, play

NORTH_SOUTH = f"N:{NORTH} - {SOUTH} -"
THREE_NOTRUMP = Contract(3, Strain.NOTRUMP, Seat.SOUTH)


def test_the_hidden_seats_are_those_without_cards_but_a_record_without_any_hand_has_none() -> None:
    assert hidden_seats(only(game(Deal=NORTH_SOUTH))) == (Seat.EAST, Seat.WEST)
    assert hidden_seats(only(game())) == ()
    assert hidden_seats(only(game(Deal="N:- - - -"))) == ()


def test_an_imagined_deal_has_all_52_cards_and_keeps_the_shown_hands() -> None:
    full = with_some_deal(only(game(Deal=NORTH_SOUTH))).hands
    assert (full[Seat.NORTH], full[Seat.SOUTH]) == (HANDS[Seat.NORTH], HANDS[Seat.SOUTH])
    assert [len(hand) for hand in full] == [13] * 4
    assert {card for hand in full for card in hand} == set(DECK)


def test_a_deal_without_hidden_hands_is_left_alone() -> None:
    record = only(game())
    assert with_some_deal(record) is record


def test_a_hidden_hand_has_the_cards_that_it_played_and_none_of_a_suit_that_it_was_out_of() -> None:
    record = play("H2 H8 DT H5", contract="3NT", Deal=NORTH_SOUTH)  # West leads; East has no hearts
    found = with_played_cards(record, THREE_NOTRUMP)
    east, west = found.hands[Seat.EAST], found.hands[Seat.WEST]
    assert Card("DT") in east and Card("H2") in west
    assert not [card for card in east if card.suit is Suit.HEARTS]
    assert [len(hand) for hand in found.hands] == [13] * 4
    assert found.cards == 4


def test_the_cards_to_validate_end_before_a_lead_out_of_turn_from_a_hidden_hand() -> None:
    record = play("H2 H8 HK H5\nC8 C2 ^L C7 C9", contract="3NT", Deal=NORTH_SOUTH)
    assert with_played_cards(record, THREE_NOTRUMP).cards == 4
