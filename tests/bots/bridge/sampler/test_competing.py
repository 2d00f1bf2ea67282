"""The calls that are compared over the opponents' bid, and what the search makes of them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from bots.bridge.bidding.bidder import Bidder
from bots.bridge.bidding.system import SAYC
from bots.bridge.sampler.bidding import CallQuestion, best_call
from bots.bridge.sampler.brain import JUDGED, BridgeSampler
from bots.bridge.sampler.competing import LAYOUTS, NODES, competing_candidates
from bots.levels import QUICK, STANDARD
from protocol.rules.bridge.auction import legal_calls
from protocol.v1.bridge import SEATS, Call, MakeCall, Seat, Vulnerability, parse_hand
from tests.bots.bridge.bidding.tables import calls
from tests.bots.bridge.robot.auctions import after, board, view_of

BIDDER = Bidder(SAYC)


def compared(cards: str, auction: str, first: str = "P") -> list[str]:
    made = calls(auction)
    told = BIDDER.constraints(Seat.NORTH, Vulnerability.NONE, made)
    me = SEATS[len(made) % 4]
    found = competing_candidates(parse_hand(cards), told, me, made, legal_calls(made), Call(first))
    return [call.value for call in found]


def test_over_their_three_level_bid_pass_double_and_the_own_fit_are_compared() -> None:
    assert compared("A2.KQ754.Q43.K32", "1H P 2H 3D", "3H") == ["3H", "P", "X", "4H"]
    assert compared("A2.KQ754.Q43.K32", "1H P 2H 4S") == ["P", "X", "5H"]


def test_with_the_strength_for_game_three_notrumps_are_compared_as_well() -> None:
    assert "3NT" in compared("A2.AKQ54.Q43.K32", "1H P 2H 3D", "4H")


@pytest.mark.parametrize(
    ("cards", "auction"),
    [
        ("A2.KQ754.Q43.K32", "1H P 2H 2S"),
        ("A2.KQ754.Q43.K32", "1H P P 3D"),
        ("A2.KQ754.Q43.K32", "1H P 2H P"),
        ("5432.432.5432.32", "1H 3D"),
        ("A2.32.Q432.KQ432", "1H 3D"),
    ],
    ids=["a low level", "a partner that has passed", "the own bid stands", "a weak hand", "no fit"],
)
def test_elsewhere_the_rules_decide_alone(cards: str, auction: str) -> None:
    assert compared(cards, auction) == []


def best(cards: str, auction: str, first: str) -> str:
    found = tuple(Call(call) for call in compared(cards, auction, first))
    asked = CallQuestion(
        ("sayc", "sayc"),
        Seat.NORTH,
        Vulnerability.NONE,
        calls(auction),
        parse_hand(cards),
        found,
        "1",
        LAYOUTS[STANDARD],
        NODES[STANDARD],
    )
    return found[best_call(asked)].value


def test_a_sure_penalty_is_taken_where_the_rules_would_pass() -> None:
    assert best("A2.AK754.432.A32", "1H P 2H P P 3D P P", "P") in ("P", "X")
    assert best("KQJT.AK754.A2.A3", "1H P 2H 4S", "P") == "X"


TABLE = board("KQJT.AK754.A2.A3", "A9875432..KQ43.K", "6.Q632.J765.QJ42", ".JT98.T98.T98765")
"""A board on which East bids four spades over North's one heart."""


def answered(
    auction: str, seat: Seat, place: int, level: str = STANDARD
) -> tuple[MakeCall, list[CallQuestion]]:
    """Return the robot's call if its search prefers the candidate at `place`, and the search's questions."""
    asked: list[CallQuestion] = []

    async def think(question: Callable[[], Any], /) -> Any:
        assert isinstance(question, partial)
        if question.func is not best_call:
            return 0  # the search for slams, which keeps to the rule
        asked.append(question.args[0])
        return place

    view = view_of(after(TABLE, auction), seat)
    made = asyncio.run(BridgeSampler().choose(view.pub, view.own, think, level))
    assert isinstance(made, MakeCall)
    return made, asked


def test_a_call_of_the_search_that_is_not_what_its_rule_promises_is_explained_as_a_judgement() -> None:
    made, (question,) = answered("1H 4S", Seat.SOUTH, 1)
    assert question.candidates == (Call.PASS, Call.DOUBLE, Call.FIVE_HEARTS)
    assert (made.call, made.meaning) == (Call.DOUBLE, JUDGED)


def test_a_call_of_the_search_that_keeps_its_promise_is_explained_by_it() -> None:
    made, (question,) = answered("1H P 2H 3S", Seat.NORTH, 2)
    told = BIDDER.explanation(Seat.NORTH, Vulnerability.NONE, (*calls("1H P 2H 3S"), made.call))
    assert made.call is question.candidates[2]
    assert made.meaning == told.meaning


def test_the_call_of_the_rules_stays_if_the_search_finds_nothing_better() -> None:
    assert answered("1H 4S", Seat.SOUTH, 0)[0].call is Call.PASS


def test_at_the_quick_level_the_robot_keeps_to_the_rules() -> None:
    made, asked = answered("1H 4S", Seat.SOUTH, 1, QUICK)
    assert made.call is Call.PASS and not asked
