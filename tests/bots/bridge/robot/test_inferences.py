"""A bid shows points and length by the robot's own system, given what partner has shown."""

from __future__ import annotations

import pytest

from bots.bridge.robot.inferences import GAME, AuctionStory, Inferences
from protocol.v1.bridge import Call, Seat, Strain
from protocol.v1.cards import Suit


def story(auction: str) -> AuctionStory:
    """Return the story of an auction with North as dealer."""
    return AuctionStory(Seat.NORTH, [Call(word) for word in auction.split()])


@pytest.mark.parametrize(("bid", "low", "length"), [("1S", 12, 4), ("2S", 6, 6), ("3S", 6, 7), ("4S", 8, 8)])
def test_an_opening_shows_points_and_length_by_its_level(bid: str, low: int, length: int) -> None:
    north = story(bid).inferences[Seat.NORTH]
    assert (north.low, north.length(Suit.SPADES), north.named) == (low, length, [Suit.SPADES])


def test_an_opening_in_notrumps_shows_a_balanced_hand() -> None:
    north = story("1NT").inferences[Seat.NORTH]
    assert (north.low, north.balanced, north.named) == (15, True, [])
    assert all(north.length(suit) == 2 for suit in Suit)


def test_a_raise_shows_the_points_that_partner_lacks_and_three_cards() -> None:
    south = story("1S P 3S").inferences[Seat.SOUTH]
    assert (south.low, south.length(Suit.SPADES)) == (22 - 12, 4)
    assert story("1S P 4S").inferences[Seat.SOUTH].low == GAME - 12


def test_an_overcall_shows_five_cards() -> None:
    east = story("1S 2H").inferences[Seat.EAST]
    assert (east.low, east.length(Suit.HEARTS)) == (12, 5)


def test_a_double_shows_an_opening_and_the_other_suits_and_partner_may_not_pass() -> None:
    doubled = story("1S X P")
    east = doubled.inferences[Seat.EAST]
    assert (east.low, east.doubled, east.length(Suit.HEARTS), east.length(Suit.CLUBS)) == (12, True, 4, 3)
    assert doubled.forced is Seat.WEST
    assert doubled.answers_double(Seat.WEST) and not doubled.answers_double(Seat.SOUTH)


def test_a_new_suit_over_partners_opening_forces_the_opener() -> None:
    assert story("1H P 1S P").forced is Seat.NORTH
    assert story("1H P 2H P").forced is None
    assert story("1H P 1S P P").forced is None


def test_the_cheapest_level_is_above_the_last_bid() -> None:
    assert story("").cheapest(Strain.CLUBS) == 1
    assert story("1S").cheapest(Strain.NOTRUMP) == 1
    assert story("1S").cheapest(Strain.SPADES) == story("1S P").cheapest(Strain.CLUBS) == 2


def test_a_hand_without_a_call_is_silent() -> None:
    assert Inferences().silent
    assert story("1S P").inferences[Seat.EAST].silent
    assert story("1S P").suits_against(Seat.EAST) == [Suit.SPADES]
