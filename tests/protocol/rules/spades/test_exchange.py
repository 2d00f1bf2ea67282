"""A nil makes both partners pass cards; of two nils, the one with more cards to pass is passed first."""

from __future__ import annotations

from protocol.rules.spades.exchange import cards_to_pass, exchanges
from protocol.v1.spades import Exchange, Rules
from tests.games.spades.hands import bid

PASSING = Rules(nil_pass=1, blind_nil_pass=2)


def passes(bids: str, rules: Rules = PASSING) -> tuple[Exchange, ...]:
    """Return the passes after these bids, the first of them by seat 1."""
    order = ((1 + place) % rules.players for place in range(rules.players))
    return exchanges(rules, dict(zip(order, map(bid, bids.split()), strict=True)))


def test_only_a_nil_passes_cards_and_a_blind_nil_its_own_number() -> None:
    found = [cards_to_pass(PASSING, bid(word)) for word in ("3", "nil", "blind_nil")]
    assert found == [0, 1, 2]


def test_a_nil_bidder_passes_first_and_partner_returns_as_many() -> None:
    assert passes("3 nil 3 4") == (Exchange(2, 0, 1, False), Exchange(0, 2, 1, True))
    assert passes("3 4 3 4") == ()


def test_of_two_nils_the_one_with_more_cards_passes_first_or_else_the_first_bidder() -> None:
    assert passes("3 nil 3 blind_nil")[0] == Exchange(0, 2, 2, False)
    assert passes("3 nil 3 nil")[0] == Exchange(2, 0, 1, False)


def test_players_without_partners_pass_nothing() -> None:
    assert passes("3 nil 3 nil", Rules(sides="solo", nil_pass=1)) == ()
