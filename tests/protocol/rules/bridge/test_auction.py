"""Tests of the auction as pure functions (Laws 17 to 22)."""

from __future__ import annotations

from random import Random

import pytest

from protocol.rules.bridge.auction import (
    caller,
    contract,
    is_over,
    last_bid,
    legal_calls,
    standing_call,
)
from protocol.v1.bridge import BIDS, SEATS, Call, Contract, Seat, Strain
from server.errors import IllegalAction
from server.games.bridge.auction import check


def calls(text: str) -> tuple[Call, ...]:
    return tuple(map(Call, text.split()))


def test_the_dealer_calls_first_and_the_others_clockwise() -> None:
    turns = [caller(Seat.SOUTH, calls("P " * made)) for made in range(5)]
    assert turns == [Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH]


@pytest.mark.parametrize("text", ["P P P P", "1C P P P", "P P P 1C P P P", "1C X XX P P P"])
def test_four_passes_or_three_after_a_bid_end_an_auction(text: str) -> None:
    made = calls(text)
    assert is_over(made) and legal_calls(made) == ()
    assert not any(is_over(made[:length]) for length in range(len(made)))


@pytest.mark.parametrize("text", ["", "P P P", "1C P P", "1C X P P", "P P P 1C P P"])
def test_fewer_passes_do_not_end_an_auction(text: str) -> None:
    assert not is_over(calls(text))


@pytest.mark.parametrize(
    ("text", "bid", "standing", "opponents"),
    [
        ("P P", None, None, False),
        ("1H", Call.ONE_HEART, Call.ONE_HEART, True),
        ("1H P", Call.ONE_HEART, Call.ONE_HEART, False),
        ("1H P P", Call.ONE_HEART, Call.ONE_HEART, True),
        ("1H X P", Call.ONE_HEART, Call.DOUBLE, False),
        ("1H X XX", Call.ONE_HEART, Call.REDOUBLE, True),
    ],
)
def test_the_last_bid_and_the_call_that_stands(
    text: str, bid: Call | None, standing: Call | None, opponents: bool
) -> None:
    assert last_bid(calls(text)) is bid
    assert standing_call(calls(text)) == (standing, opponents)


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("P P P P", None),
        ("1H P 2H P 4H P P P", Contract(4, Strain.HEARTS, Seat.NORTH, 1)),
        ("P 1C P 1NT P 3NT X XX P P P", Contract(3, Strain.NOTRUMP, Seat.WEST, 4)),
        ("1S X 2S P P P", Contract(2, Strain.SPADES, Seat.NORTH, 1)),
        ("1S 2H P 4H X P P P", Contract(4, Strain.HEARTS, Seat.EAST, 2)),
        ("1H 1S P 2S P P 3H P P P", Contract(3, Strain.HEARTS, Seat.NORTH, 1)),
        ("1C P 1H P 2H P P P", Contract(2, Strain.HEARTS, Seat.SOUTH, 1)),
    ],
)
def test_the_contract_is_that_of_the_last_bid_and_of_the_first_partner_who_named_the_strain(
    text: str, ends: Contract | None
) -> None:
    assert contract(Seat.NORTH, calls(text)) == ends


def test_the_legal_calls_stand_in_ascending_order() -> None:
    assert legal_calls(()) == (Call.PASS, *BIDS)
    assert legal_calls(calls("7H X")) == calls("P XX 7S 7NT")
    assert legal_calls(calls("7NT P")) == calls("P")
    assert legal_calls(calls("7NT")) == calls("P X")


def test_a_call_is_legal_exactly_if_the_server_does_not_refuse_it() -> None:
    rng = Random("legal calls")
    for _ in range(50):
        made: tuple[Call, ...] = ()
        while not is_over(made):
            allowed = legal_calls(made)
            assert set(allowed) == {call for call in Call if not _refused(made, call)}
            assert caller(SEATS[1], made) is SEATS[(1 + len(made)) % 4]
            low = [call for call in allowed if not call.is_bid or call in allowed[:8]]
            made = (*made, rng.choice(low))


def _refused(made: tuple[Call, ...], call: Call) -> bool:
    try:
        check(made, call)
    except IllegalAction:
        return True
    return False
