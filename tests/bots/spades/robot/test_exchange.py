"""A nil passes its dangerous cards; its partner passes low cards of side suits."""

from __future__ import annotations

from tests.bots.spades.robot.situations import passes


def test_a_blind_nil_passes_its_dangerous_cards() -> None:
    given = passes("SA SQ S4 HK H8 H6 H2 D9 D5 D2 C7 C4 C3", "blind_nil 4 4 4", 2, 1, blind_nil_behind=0)
    assert set(given) == {"SA", "SQ"}


def test_the_partner_passes_low_cards_of_side_suits_back() -> None:
    hand = "SA SQ SK S9 HK HA H6 H2 DA D5 D2 CQ C7 C4 C3"
    given = passes(hand, "blind_nil 4 4 4", 2, 3, blind_nil_behind=0)
    assert all(card[0] != "S" and card[1] in "2345" for card in given)
