"""The calls that are compared over the opponents' bid, the estimates of tricks, and the choice."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from bots.bridge.bidding.meanings import meaning_of as explained
from bots.bridge.sampler.brain import JUDGED, BridgeSampler
from bots.bridge.sampler.competing import (
    GAINS,
    best_competing,
    change,
    change_facts,
    change_gain,
    competing_candidates,
    gains_at_once,
    our_tricks,
    their_tricks,
)
from bots.levels import EXPERT, QUICK, STANDARD
from protocol.rules.bridge.auction import legal_calls
from protocol.v1.bridge import Call, MakeCall, Seat, Vulnerability
from tests.bots.bridge.robot.auctions import after, board, view_of
from tests.bots.bridge.sampler.turns import NONE, OURS, THEIRS, meaning_of, rule_of, turn_of


def compared(cards: str, auction: str, vulnerable: Vulnerability = NONE) -> list[str]:
    """Return the compared calls, that of the rules first."""
    turn, first = turn_of(cards, auction, vulnerable), rule_of(cards, auction, vulnerable)
    found = competing_candidates(
        turn, legal_calls(turn.calls), first, lambda call: meaning_of(call, auction, vulnerable)
    )
    return [call.value for call in found]


def best(cards: str, auction: str, vulnerable: Vulnerability = NONE) -> str:
    found = tuple(map(Call, compared(cards, auction, vulnerable)))
    return best_competing(turn_of(cards, auction, vulnerable), found).value


def test_over_their_game_pass_double_and_the_own_fit_are_compared() -> None:
    assert compared("A2.KQ754.Q43.K32", "1H P 2H 4S") == ["P", "X", "5H"]


def test_over_their_three_level_bid_the_game_and_three_notrumps_are_compared_as_well() -> None:
    assert compared("A2.KQ754.Q43.K32", "1H P 2H 3D") == ["P", "3H", "4H", "3NT"]
    assert "3NT" not in compared("32.KQ754.J43.Q32", "1H P 2H 3D")


def test_over_a_bid_at_the_one_level_raises_and_notrumps_are_compared() -> None:
    assert compared("KQ2.K32.Q32.5432", "1H 1S") == ["2H", "P", "4H", "3NT"]


def test_a_double_that_partner_does_not_pass_is_not_compared() -> None:
    assert "X" not in compared("KQJT.AK754.A2.A3", "1H 4S P P")
    assert "X" not in compared("A2.32.Q432.KQ432", "1H 3D")


def test_partners_double_can_be_passed_for_penalties() -> None:
    assert "P" in compared("K32.2.AQ32.KQ432", "3H X P")


@pytest.mark.parametrize(
    ("cards", "auction"),
    [
        ("A2.KQ754.Q43.K32", "1H P 2H P"),
        ("32.5432.5432.432", "P P P"),
    ],
    ids=["the own bid stands", "no bid of theirs"],
)
def test_elsewhere_the_rules_decide_alone(cards: str, auction: str) -> None:
    assert compared(cards, auction) == []


def test_a_call_that_asks_partner_for_another_is_left_to_the_rules() -> None:
    assert rule_of("AKQ32.2.AK32.A32", "1H 3D").force
    assert compared("AKQ32.2.AK32.A32", "1H 3D") == []


def test_a_suit_of_the_opponents_is_not_bid() -> None:
    assert not {"5S", "4S"} & set(compared("KQJT.AK754.A2.A3", "1H P 2H 4S"))


def test_their_game_is_doubled_with_trumps_and_quick_tricks_and_passed_without() -> None:
    assert best("KQJT.AK754.A2.A3", "1H P 2H 4S") == "X"
    assert best("5432.432.5432.32", "1H 4S") == "P"


def test_a_double_that_gains_little_is_left_out() -> None:
    assert best("A2.AK754.A43.432", "1H P 2H 4S") == "X"
    assert best("A2.KQ754.Q43.K32", "1H P 2H 4S") == "P"


def test_ten_trumps_are_bid_to_the_four_level_over_two_spades() -> None:
    assert rule_of("32.K9854.QJ43.32", "1H 2S").call is Call.PASS
    assert best("32.K9854.QJ43.32", "1H 2S") == "4H"


def test_a_pass_that_would_gain_if_the_auction_ended_gains_little_as_it_goes_on() -> None:
    cards, auction = "KQJ2.2.A432.K432", "1S X P"
    turn = turn_of(cards, auction)
    ended = gains_at_once(turn, (Call.THREE_NOTRUMPS, Call.PASS))[Call.PASS]
    assert ended > 4
    assert change_gain(turn, Call.THREE_NOTRUMPS, Call.PASS, ended) < 1
    assert best(cards, auction) == "3NT"


def test_the_kinds_of_a_change_are_told_apart() -> None:
    assert change(Call.PASS, Call.DOUBLE) == change(Call.FOUR_HEARTS, Call.DOUBLE) == "double"
    assert change(Call.DOUBLE, Call.PASS) == change(Call.FOUR_HEARTS, Call.PASS) == "pass"
    assert change(Call.PASS, Call.FOUR_HEARTS) == "bid"
    assert change(Call.THREE_HEARTS, Call.FOUR_HEARTS) == change(Call.DOUBLE, Call.FOUR_HEARTS) == "other bid"


def test_a_change_counts_the_calls_of_both_sides_and_partners_double() -> None:
    cards = "32.K9854.QJ43.32"
    after_double = change_facts(turn_of(cards, "P 1S X P"), Call.TWO_HEARTS, 1.0)
    assert (after_double["partner's double"], after_double["their calls"], after_double["own calls"]) == (
        1,
        1,
        0,
    )
    longer = change_facts(turn_of(cards, "1H 2S P 3S"), Call.FOUR_HEARTS, 20.0)
    assert (longer["partner's double"], longer["their calls"], longer["own calls"]) == (0, 2, 1)
    assert longer["gain"] == longer["gain over a high bid"] == 8
    assert set().union(*GAINS.values()) <= longer.keys()


def test_honours_and_length_in_their_trumps_cost_them_tricks() -> None:
    auction = "1H P 2H 4S"
    without, with_trumps = turn_of("32.AK754.A32.Q32", auction), turn_of("KQ32.AK754.32.32", auction)
    assert their_tricks(with_trumps) < their_tricks(without) - 1


def test_the_tricks_of_the_own_side_grow_with_trumps_aces_and_points_of_partner() -> None:
    few, many = turn_of("A2.KQ754.Q43.K32", "1H 3D P P"), turn_of("A2.KQ754.Q43.K32", "1H P 2H 3D")
    assert our_tricks(many, Call.FOUR_HEARTS) > our_tricks(few, Call.FOUR_HEARTS)
    aces, kings = turn_of("A2.A8754.Q43.A32", "1H P 2H 3D"), turn_of("K2.K8754.AQ3.K32", "1H P 2H 3D")
    assert our_tricks(aces, Call.FOUR_HEARTS) > our_tricks(kings, Call.FOUR_HEARTS) - 0.5


def test_a_contract_that_fails_badly_counts_as_doubled() -> None:
    weak = "2.98754.5432.432"
    assert best(weak, "1H 4S", OURS) == "P"


def test_a_save_is_bid_when_only_the_opponents_are_vulnerable() -> None:
    cards, auction = "2.K9854.QJ432.32", "1H 4S"
    assert best(cards, auction, THEIRS) == "5H"


BOARD = board("A2.AK754.A43.432", "43.J632.QJ76.Q76", "5.QT98.T982.KJT9", "KQJT9876..K5.A85")
"""A board on which West bids four spades over the hearts of North and South."""


@pytest.mark.parametrize("level", [QUICK, STANDARD, EXPERT])
def test_the_robot_needs_no_search_and_explains_a_call_that_its_rule_does_not_promise_as_a_judgement(
    level: str,
) -> None:
    async def think(question: Callable[[], Any], /) -> Any:
        raise AssertionError("expected no search over the opponents' bid")

    view = view_of(after(BOARD, "1H P 2H 4S"), Seat.NORTH)
    made = asyncio.run(BridgeSampler().choose(view.pub, view.own, think, level))
    assert isinstance(made, MakeCall)
    assert (made.call, made.meaning) == (Call.DOUBLE, JUDGED)


def test_a_call_that_keeps_the_promise_of_its_rule_is_explained_by_it() -> None:
    async def think(question: Callable[[], Any], /) -> Any:
        raise AssertionError("expected no search over the opponents' bid")

    table = board("2.K9854.QJ432.32", "KQJT9876..K5.A54", "A3.AQJ32.A6.T987", "54.T76.T987.KQJ6")
    view = view_of(after(table, "P 1S 2H 4S"), Seat.NORTH)
    made = asyncio.run(BridgeSampler().choose(view.pub, view.own, think))
    assert isinstance(made, MakeCall)
    assert made.call is Call.FIVE_HEARTS
    assert made.meaning == explained(meaning_of(made.call, "P 1S 2H 4S"))
