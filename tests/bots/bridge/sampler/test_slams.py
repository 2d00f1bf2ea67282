"""The choice between game and slam: a search looks how often a slam makes opposite the hands of partner."""

from __future__ import annotations

import pickle

import pytest

from bots.bridge.bidding.bidder import Bidder
from bots.bridge.bidding.system import SAYC
from bots.bridge.sampler.bidding import CallQuestion
from bots.bridge.sampler.slams import LAYOUTS, NODES, best_slam, own_bid, slam_candidates
from protocol.rules.bridge.auction import caller, legal_calls
from protocol.v1.bridge import Seat, Vulnerability, parse_hand
from tests.bots.bridge.bidding.tables import calls

BIDDER = Bidder(SAYC)


def compared(cards: str, auction: str) -> list[str]:
    """Return the calls that are compared with the call of the rules after an auction that North began."""
    made, hand = calls(auction), parse_hand(cards)
    told = BIDDER.constraints(Seat.NORTH, Vulnerability.NONE, made)
    seat = caller(Seat.NORTH, made)
    rule = BIDDER.call(hand, Seat.NORTH, Vulnerability.NONE, made).explanation.rule
    rules = BIDDER.rules(Seat.NORTH, Vulnerability.NONE, made)
    return [
        call.value
        for call in slam_candidates(
            hand, told[seat], told[seat.partner], legal_calls(made), rules, rule, own_bid(made)
        )
    ]


def best(cards: str, auction: str, first: str, *slams: str, seed: str = "1", level: str = "standard") -> str:
    asked = CallQuestion(
        ("sayc", "sayc"),
        Seat.NORTH,
        Vulnerability.NONE,
        calls(auction),
        parse_hand(cards),
        calls(" ".join((first, *slams))),
        seed,
        LAYOUTS[level],
        NODES[level],
    )
    return asked.candidates[best_slam(pickle.loads(pickle.dumps(asked)))].value


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


@pytest.mark.parametrize(
    ("auction", "bid"),
    [
        ("1NT P 3NT P", "3NT"),
        ("1NT P 3NT X", None),
        ("1S P 4S 5H", None),
        ("P P", None),
        ("1S P 4S 5D P P", None),
    ],
)
def test_the_bid_that_stands_is_the_own_side_s_and_not_doubled(auction: str, bid: str | None) -> None:
    assert own_bid(calls(auction)) == bid


@pytest.mark.parametrize("seed", "ab")
def test_with_first_round_controls_and_a_fit_the_slam_is_bid(seed: str) -> None:
    assert best("A2.AKJ9432.AQ4.2", "1NT P 2D P 2H P", "4H", "6H", seed=seed) == "6H"


@pytest.mark.parametrize("seed", "ab")
def test_with_two_aces_missing_as_a_rule_the_game_is_enough(seed: str) -> None:
    assert best("KQ2.KQJ932.Q4.Q2", "1NT P 2D P 2H P", "4H", "6H", seed=seed) == "4H"


def test_without_time_for_the_solver_the_slams_are_compared_by_an_estimate() -> None:
    assert best("A2.AKJ9432.AQ4.2", "1NT P 2D P 2H P", "4H", "6H", level="quick") == "6H"


def test_the_same_question_has_the_same_answer() -> None:
    asked = [best("A2.KJ9432.KQ4.32", "1NT P 2D P 2H P", "4H", "6H") for _ in range(2)]
    assert asked[0] == asked[1]
