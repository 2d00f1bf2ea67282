"""Tests of the plain robot's calls."""

from __future__ import annotations

from random import Random

import pytest

from bots.plain_bot import PlainBot
from protocol.rules.bridge.auction import is_over, legal_calls
from protocol.v1.bridge import BIDS, SEATS, Call, MakeCall
from server.games.bridge.rules import BRIDGE
from tests.bots.bridge.robot.auctions import called, random_board, view_of


@pytest.mark.parametrize(
    ("cards", "call"),
    [
        ("AKJ32.K42.Q54.32", "1S"),
        ("32.K42.AQJ54.K32", "1D"),
        ("AKQ32.KQJ42.54.2", "1S"),
        ("AQ42.KQ42.K5.432", "1H"),
        ("AQ2.KQ42.K54.Q32", "1NT"),
        ("AQ2.KQ42.AK4.Q32", "2NT"),
        ("AQJ.KQ42.AK4.AQ2", "3NT"),
        ("KQ9876.42.J54.32", "2S"),
        ("3.42.QJT9876.K32", "3D"),
        ("QJ32.K42.Q54.432", "P"),
        ("5432.K42.AQJ.J32", "P"),
    ],
)
def test_an_opening_bid_shows_twelve_points_and_the_longest_suit(cards: str, call: str) -> None:
    assert called(cards) == call


@pytest.mark.parametrize(
    ("cards", "auction", "call"),
    [
        ("Q432.K42.Q54.432", "1S P", "2S"),
        ("KQ32.A42.954.J32", "1S P", "3S"),
        ("KQ32.AQ2.954.K32", "1S P", "4S"),
        ("432.32.Q542.5432", "1S P", "P"),
        ("K2.AQ76.954.5432", "1D P", "1H"),
        ("K2.J76.AQJ54.K32", "1S P", "2D"),
        ("K2.QJ6.9542.9732", "1S P", "1NT"),
    ],
)
def test_a_response_raises_with_a_fit_and_otherwise_names_a_suit(cards: str, auction: str, call: str) -> None:
    assert called(cards, auction) == call


@pytest.mark.parametrize(
    ("cards", "call"),
    [
        ("K32.A42.K954.J32", "3NT"),
        ("K32.A42.9854.J32", "2NT"),
        ("K32.942.9854.J32", "P"),
        ("KQ9832.A42.98.J2", "4S"),
        ("KQ983.A42.Q8.J42", "3S"),
        ("J9832.942.98.J42", "2S"),
    ],
)
def test_a_response_to_one_notrump_adds_the_points_of_both_hands(cards: str, call: str) -> None:
    assert called(cards, "1NT P") == call


@pytest.mark.parametrize(
    ("cards", "auction", "call"),
    [
        ("KQ42.AQJ4.54.432", "1H P 1S P", "2S"),
        ("AK42.KQJ42.54.Q2", "1H P 1S P", "3S"),
        ("AK42.AKJ42.AQ.32", "1H P 1S P", "4S"),
        ("K4.AQJ542.Q54.32", "1H P 1S P", "2H"),
        ("K4.AQ42.QJ54.K32", "1D P 1S P", "1NT"),
        ("K4.AQ542.54.KQ32", "1H P 1S P", "2C"),
    ],
)
def test_the_opener_rebids_by_strength_and_shape(cards: str, auction: str, call: str) -> None:
    assert called(cards, auction) == call


@pytest.mark.parametrize(
    ("cards", "auction", "call"),
    [
        ("KQJ42.K2.Q54.432", "1D", "1S"),
        ("KQJ42.K2.954.432", "1D", "P"),
        ("AQ2.KQ42.K54.Q32", "1D", "1NT"),
        ("AQ42.KJ42.5.Q732", "1D", "X"),
        ("K2.32.54.AQJ7632", "1D", "2C"),
        ("K432.32.K54.K432", "1D", "P"),
    ],
)
def test_an_overcall_needs_five_cards_and_a_double_support_for_the_other_suits(
    cards: str, auction: str, call: str
) -> None:
    assert called(cards, auction) == call


@pytest.mark.parametrize(
    ("cards", "call"),
    [
        ("J432.32.Q54.5432", "1S"),
        ("KJ32.A2.Q54.8432", "2S"),
        ("KJ32.AQ.Q54.K432", "4S"),
        ("432.QT2.K54.Q432", "1NT"),
    ],
)
def test_the_answer_to_a_double_has_the_level_that_the_points_allow(cards: str, call: str) -> None:
    assert called(cards, "1H X P") == call


def test_a_double_is_answered_even_with_nothing_but_not_over_another_bid() -> None:
    assert called("5432.432.543.432", "1H X P") == "1S"
    assert called("5432.432.543.432", "1H X 2H") == "P"


def test_a_side_that_has_bid_game_bids_no_more() -> None:
    for game in ("3NT", "4H", "4S", "5C", "5D"):
        assert called("AKQJ.AKQ.AKQ.AK2", f"{game} P") == "P"


def test_a_new_suit_of_the_responder_is_never_passed() -> None:
    assert called("32.AQJ54.Q54.K32", "1H P 1S P") != "P"
    assert called("32.AQJ54.Q54.K32", "1H P 2D P") != "P"


def test_every_auction_ends_below_six_and_breaks_no_law() -> None:
    rng, robot = Random(4), PlainBot()
    for number in range(1, 301):
        state = random_board(rng, number)
        while state.phase == "auction":
            seat = SEATS[BRIDGE.to_act(state)[0]]
            view = view_of(state, seat)
            assert view.own is not None
            action = robot.choose(view, view.own.legal_actions())
            assert action.call in legal_calls(state.calls)
            assert action.call not in BIDS[BIDS.index(Call.FIVE_HEARTS) :]
            assert action.call is not Call.REDOUBLE
            state = BRIDGE.apply(state, seat, action)
        assert is_over(state.calls)


def test_a_hostile_auction_ends_too() -> None:
    """With any calls of the other players, the robot's calls are legal and stay below six."""
    rng, robot = Random(5), PlainBot()
    for number in range(1, 201):
        state = random_board(rng, number)
        while state.phase == "auction":
            seat = SEATS[BRIDGE.to_act(state)[0]]
            view = view_of(state, seat)
            assert view.own is not None
            legal = view.own.legal_actions()
            plain = seat % 2 == 0
            action = robot.choose(view, legal) if plain else rng.choice(legal[:8])
            assert MakeCall(action.call) in legal
            state = BRIDGE.apply(state, seat, action)
