"""Tests of the legal cards, of breaking spades, and of the winner of a trick, with jokers and high deuces."""

from __future__ import annotations

from protocol.rules.spades import tricks
from protocol.v1.spades import Card, Rules
from protocol.v1.spades.deck import deck_of
from tests.games.spades.hands import cards


def legal(hand: str, trick: str = "", first: bool = False, broken: bool = False, **rules: str) -> str:
    """Return the cards of a hand that may be played to a trick."""
    lead = cards(trick)[0] if trick else None
    found = tricks.legal_cards(Rules(**rules), cards(hand), lead, first, broken)
    return " ".join(found)


def winner(trick: str, **rules: str) -> str:
    """Return the card that wins."""
    found = cards(trick)
    return found[tricks.winner(deck_of(Rules(**rules)), found)]


def test_no_spade_is_played_to_the_first_trick_while_anything_else_is_held() -> None:
    assert legal("SA H3", first=True) == "H3"
    assert legal("SA H3", "C4", first=True) == "H3"
    assert legal("SA S2", "C4", first=True) == "SA S2"
    assert legal("SA H3", "C4", first=True, first_trick="free") == "SA H3"


def test_spades_are_not_led_before_they_are_broken_except_from_a_hand_of_spades() -> None:
    assert legal("SA H3") == "H3"
    assert legal("SA H3", broken=True) == "SA H3"
    assert legal("SA S3") == "SA S3"


def test_spades_may_be_led_at_any_time_by_option() -> None:
    assert legal("SA H3", lead_spades="anytime") == "SA H3"


def test_rules_may_allow_spade_leads_only_from_a_hand_of_spades() -> None:
    assert legal("SA H3", broken=True, lead_spades="only_if_forced") == "H3"


def test_a_spade_breaks_spades() -> None:
    assert tricks.breaks(Rules(), Card.S2, Card.H3, first=False)
    assert tricks.breaks(Rules(), Card.S2, None, first=False)
    assert not tricks.breaks(Rules(), Card.H2, Card.D3, first=False)
    assert tricks.breaks(Rules(first_trick="free"), Card.S2, Card.H3, first=True)


def test_by_option_only_a_spade_that_is_discarded_breaks_spades() -> None:
    rules = Rules(lead_spades="discarded")
    assert tricks.breaks(rules, Card.S2, Card.H3, first=False)
    assert not tricks.breaks(rules, Card.S2, None, first=False)
    assert not tricks.breaks(rules, Card.S2, Card.S3, first=False)


def test_without_a_club_no_spade_goes_to_the_trick_of_lowest_clubs() -> None:
    low = {"first_trick": "low_club", "first_leader": "low_club"}
    assert legal("SA H3", "C2", first=True, **low) == "H3"
    assert legal("SA S3", "C2", first=True, **low) == "SA S3"


def test_the_jokers_and_deuces_are_the_highest_spades() -> None:
    assert winner("SA S2 D2 LJ BJ", jokers="jjdd") == "BJ"
    assert winner("SA S2 D2 LJ", jokers="jjdd") == "LJ"
    assert winner("SA S2 D2", jokers="jjdd") == "D2"
    assert winner("SA S2 SK", jokers="jjdd") == "S2"
    assert winner("SA S2 SK", jokers="jja") == "SA"
    assert winner("SA LJ S2", jokers="jja") == "LJ"
    assert winner("SA S2 SK", jokers="jj2a") == "S2"
    assert winner("D3 D2 DA", jokers="jj2a") == "DA"
    assert winner("DA S3 D2", jokers="jjdd") == "D2"


def test_the_high_deuce_of_diamonds_follows_spades_and_not_diamonds() -> None:
    assert legal("D2 H3", "S4", jokers="jjdd") == "D2"
    assert legal("D2 D3", "D4", jokers="jjdd") == "D3"
    assert legal("D2 H3", "D4", jokers="jjdd") == "D2 H3"
    assert legal("D2 H3", "D4", jokers="jja") == "D2"
