"""The choice between game and slam by an estimate of the tricks."""

from __future__ import annotations

import pytest

from bots.bridge.sampler.slams import best_slam, slam_candidates
from protocol.rules.bridge.auction import legal_calls
from protocol.v1.bridge import Call, Seat
from tests.bots.bridge.bidding.tables import calls
from tests.bots.bridge.sampler.turns import BIDDER, NONE, rule_of, turn_of


def compared(cards: str, auction: str) -> list[str]:
    """Return the calls that are compared, that of the rules first."""
    made = calls(auction)
    rules = BIDDER.rules(Seat.NORTH, NONE, made)
    found = slam_candidates(turn_of(cards, auction), legal_calls(made), rules, rule_of(cards, auction))
    return [call.value for call in found]


def best(cards: str, auction: str, *choice: str) -> str:
    return best_slam(turn_of(cards, auction), [Call(call) for call in choice]).value


@pytest.mark.parametrize(
    ("cards", "auction", "found"),
    [
        ("K2.A32.KQJ54.KQ2", "1S P", []),
        ("A2.KJ9432.KQ4.32", "1NT P 2D P 2H P", ["4H", "6H", "4NT"]),
        ("Q2.KJ9432.QJ4.32", "1NT P 2D P 2H P", []),
        ("A865.A96.92.QJ82", "1D P 1S P 3NT P", ["P", "6NT"]),
    ],
)
def test_a_slam_is_looked_at_where_the_rules_end_in_game_and_both_hands_may_make_it(
    cards: str, auction: str, found: list[str]
) -> None:
    assert compared(cards, auction) == found


def test_after_a_question_for_key_cards_no_other_slam_is_looked_at() -> None:
    assert compared("KQ32.KQJ.KQ32.A2", "1S P 2NT P 4S P 4NT P 5C P") == []


def test_no_slam_is_looked_at_over_a_bid_of_the_opponents() -> None:
    assert compared("A2.AKJ9432.AQ4.2", "1NT P 2D P 2H 4S P P") == []


def test_with_aces_and_a_long_fit_the_slam_is_bid() -> None:
    assert best("A2.AKJ9432.AQ4.2", "1NT P 2D P 2H P", "4H", "6H") == "6H"


def test_key_cards_are_asked_for_before_a_slam_if_the_question_is_at_hand() -> None:
    assert best("A2.AKJ9432.AQ4.2", "1NT P 2D P 2H P", "4H", "6H", "4NT") == "4NT"


def test_without_aces_the_game_is_enough() -> None:
    assert best("KQ2.KQJ932.Q4.Q2", "1NT P 2D P 2H P", "4H", "6H") == "4H"
    assert best("KQ2.KQJ932.Q4.Q2", "1NT P 2D P 2H P", "4H", "6H", "4NT") == "4H"


def test_points_that_the_opponents_have_shown_are_missing_for_the_slam() -> None:
    quiet, opened = "P P 1NT P 2D P 2H P", "1S 1NT P 2D P 2H P"
    cards = "K2.AKJ943.KQ4.32"
    assert best(cards, quiet, "4H", "6H") == "6H"
    assert best(cards, opened, "4H", "6H") == "4H"
