"""The state of an auction: what is shown, what is forced, what is agreed, what is legal."""

from __future__ import annotations

import pytest

from bots.bridge.bidding.auction import Auction, Shown, merged
from bots.bridge.bidding.bidder import rules_for
from bots.bridge.bidding.hand_facts import CLUBS, DIAMONDS, HEARTS, SPADES
from bots.bridge.bidding.promises import Ranges, fits
from bots.bridge.bidding.rules import Force, Rule, rule
from bots.bridge.bidding.system import SAYC
from protocol.v1.bridge import Call, Seat, Vulnerability
from tests.bots.bridge.bidding.tables import calls
from tests.bots.bridge.bidding.test_hand_facts import facts


def auction(
    text: str, dealer: Seat = Seat.NORTH, vulnerability: Vulnerability = Vulnerability.NONE
) -> Auction:
    """Return an auction in which each call has the meaning of SAYC."""
    made = calls(text)
    state = Auction(dealer, vulnerability)
    for index, call in enumerate(made):
        table = rules_for(SAYC, dealer, vulnerability, made[:index])
        same = [each for each in table if each.call is call and each.ruled]
        state = state.after(call, merged(same) if same else Rule(call, ruled=False))
    return state


def test_bids_narrow_what_a_seat_has_shown_and_name_its_suits() -> None:
    state = auction("1S P 2H P")
    assert state.seat is Seat.NORTH
    assert state.me.named == (SPADES,)
    assert state.me.length(SPADES) == 5
    assert state.partner.named == (HEARTS,)
    assert (state.me.low, state.me.high) == (12, 21)


@pytest.mark.parametrize(
    ("low", "high", "expected", "most"), [(12, 18, 14, 18), (15, 17, 16, 17), (6, 40, 9, 14), (8, 8, 8, 8)]
)
def test_a_range_is_expected_below_its_middle_since_weak_hands_are_more_frequent(
    low: int, high: int, expected: int, most: int
) -> None:
    shown = Shown(Ranges(low, high))
    assert (shown.expected, shown.most) == (expected, most)
    assert shown.limited is (high - low <= 8)


def test_a_raise_agrees_the_suit_and_an_artificial_raise_does_too() -> None:
    assert auction("1S P 2S P").our_agreed == SPADES
    assert auction("1S P 2NT P").our_agreed == SPADES
    assert auction("1S P 2D P").our_agreed is None


@pytest.mark.parametrize(
    ("text", "forced"),
    [
        ("1S P 2D P", True),
        ("1S P 2S P", False),
        ("1S P 2NT P", True),
        ("1S P 2NT P 4S P", False),
        ("1S P 2D 2H", False),
        ("2C P", True),
        ("1S P 4H P", True),
        ("1S P 4S P", False),
    ],
)
def test_a_forcing_call_forces_unless_the_opponents_bid_or_game_is_reached(text: str, forced: bool) -> None:
    assert auction(text).forced is forced


def test_the_suits_of_the_opponents_and_the_unbid_suits_are_known() -> None:
    state = auction("1D 1S P")
    assert state.their_suits == (DIAMONDS,)
    assert state.unbid() == (CLUBS, HEARTS)
    assert state.contested


def test_the_cheapest_level_of_a_strain_follows_the_order_of_bids() -> None:
    state = auction("1H P")
    assert [state.cheapest(strain) for strain in range(5)] == [2, 2, 2, 1, 1]
    assert state.bids(SPADES, 1) is Call.ONE_SPADE
    assert state.bids(HEARTS, 1) is None
    assert auction("").cheapest(CLUBS) == 1


def test_a_takeout_double_is_remembered_also_if_it_has_two_meanings() -> None:
    assert auction("1D X").rho.takeout
    assert auction("1D P P X P").partner.takeout
    assert not auction("1NT X").rho.takeout


def test_vulnerability_is_that_of_the_seat_to_call() -> None:
    state = auction("P", vulnerability=Vulnerability.EW)
    assert state.vulnerable
    assert not state.they_are_vulnerable


def test_rules_with_the_same_call_promise_one_of_their_promises() -> None:
    one, two = rule("1D", "4+D", "Long"), rule("1D", "3D, 4S, 4H", "Short", alerted=True)
    both = merged([one, two])
    assert both.label == "Long or Short"
    assert both.alert
    for cards, held in (("432.432.K432.432", True), ("5432.5432.K32.32", True), ("5432.543.K32.432", False)):
        assert fits(both.promise, facts(cards)) is held
    assert merged([one]) is one
    assert both.force is Force.NONE
