"""Opener's rebids after a response in a suit or in notrumps, and what responder asks then."""

from __future__ import annotations

import pytest

from bots.bridge.bidding.bidder import rules_for
from bots.bridge.bidding.rebids import after_jacoby, after_new_minor, after_raise, responder_after_reverse
from bots.bridge.bidding.rules import Force
from bots.bridge.bidding.system import ACOL, SAYC, SYSTEMS, TWO_OVER_ONE, System
from protocol.v1.bridge import Call, Seat, Vulnerability
from tests.bots.bridge.bidding.tables import called, calls, meaning


@pytest.mark.parametrize(
    ("auction", "cards", "call"),
    [
        ("1S P 2H P", "AK432.A2.QJ32.32", "3D"),
        ("1S P 2H P", "AK432.Q32.QJ2.32", "3H"),
        ("1S P 2D P", "AKQ432.K2.32.432", "2S"),
        ("1D P 2C P", "K2.AQ32.KQ432.32", "2H"),
        ("1C P 1D P", "AQ32.42.K32.KQ32", "1S"),
        ("1S P 1NT P", "AKQ32.A2.K32.Q32", "2NT"),
        ("1D P 3D P", "A32.KQ2.KQ432.32", "3NT"),
    ],
)
def test_opener_shows_shape_first_and_then_strength(auction: str, cards: str, call: str) -> None:
    assert called(cards, auction) == call


def test_two_of_the_opened_major_shows_six_cards() -> None:
    assert "at least six hearts" in meaning("1H P 1S P 2H").words


def test_the_new_minor_is_artificial_and_finds_support_or_four_hearts() -> None:
    auction = "1D P 1S P 1NT P"
    assert called("AQ432.K2.432.A32", auction) == "2C"
    assert called("AQ5432.K2.432.A2", auction) == "4S"
    assert meaning(f"{auction} 2C").alert
    assert called("K32.A2.KQ32.5432", f"{auction} 2C P") == "2S"
    assert called("K2.KJ32.KQ32.432", f"{auction} 2C P") == "2H"
    assert called("K2.AJ3.KQ432.432", f"{auction} 2C P") == "2NT"


def test_answers_to_the_new_minor_force_to_game() -> None:
    assert {rule.force for rule in after_new_minor("S")} == {Force.GAME}


def test_every_hand_has_an_answer_to_jacobys_raise() -> None:
    calls_made = [rule.call for rule in after_jacoby("S")]
    assert calls_made == [Call(call) for call in ("3C", "3D", "3H", "3S", "3NT", "4S")]
    assert after_jacoby("S")[-1].words() == "Minimum, at most 14 points"


def test_opener_raises_a_raise_of_a_major_only_with_extra_strength() -> None:
    game, invitation, stop = after_raise("H")
    assert (game.call, invitation.call, stop.call) == (Call.FOUR_HEARTS, Call.THREE_HEARTS, Call.PASS)
    assert called("AK2.AQ432.K32.32", "1H P 2H P") == "3H"


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=lambda system: system.name)
def test_one_notrump_as_a_rebid_is_the_balanced_range_below_or_above_the_opening(system: System) -> None:
    auction = calls("1D P 1S P")
    rebid = next(
        rule
        for rule in rules_for(system, Seat.NORTH, Vulnerability.NONE, auction)
        if rule.call is Call.ONE_NOTRUMP
    )
    low, high = system.notrump
    expected = f"{high + 1}-17 HCP" if system is ACOL else f"10-{low - 1} HCP"
    assert rebid.words().startswith(expected)


def test_after_a_forcing_notrump_opener_bids_a_suit_of_three_cards_rather_than_pass() -> None:
    cards = "AK432.K32.QJ2.32"
    assert called(cards, "1S P 1NT P", TWO_OVER_ONE) == "2D"
    assert called(cards, "1S P 1NT P", SAYC) == "P"


@pytest.mark.parametrize(
    ("auction", "cards", "call"),
    [
        ("1C P 1H P 2D P", "Q54.QT876.K4.J32", "2H"),
        ("1C P 1H P 2D P", "9854.QJ76.K4.J32", "3C"),
        ("1C P 1H P 2D P", "QJ54.QJ76.854.32", "2NT"),
        ("1C P 1H P 2D P", "K54.AJ76.KQ54.32", "3D"),
        ("1C P 1H P 2D P", "KQ4.AJ76.854.J32", "3NT"),
        ("1C P 1H P 2D P", "854.AKJ6.854.K32", "2S"),
        ("1D P 1S P 2H P", "KQ9876.54.K2.A32", "3S"),
    ],
)
def test_after_a_reverse_responder_stops_with_a_minimum_and_forces_to_game_with_nine_points(
    auction: str, cards: str, call: str
) -> None:
    assert called(cards, auction) == call


def test_only_the_minimum_after_a_reverse_can_be_passed() -> None:
    forces = {(rule.call.value, rule.force) for rule in responder_after_reverse("C", "H", "D")}
    assert {call for call, force in forces if force is Force.NONE} == {"2NT", "3C", "3NT"}
