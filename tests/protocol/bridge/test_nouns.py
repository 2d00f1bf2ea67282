"""Types of bridge: seats, calls, contracts, hands and the halves of a view."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.v1.bridge import (
    BIDS,
    SEATS,
    Call,
    Contract,
    Seat,
    Side,
    Strain,
    Vulnerability,
    format_hand,
    parse_hand,
)
from protocol.v1.cards import DECK, Card, Suit, display_order

HANDS = st.sets(st.sampled_from(DECK), max_size=13).map(lambda cards: tuple(sorted(cards, key=display_order)))


def test_the_seats_go_clockwise_from_north() -> None:
    assert [seat.letter for seat in SEATS] == ["N", "E", "S", "W"]
    assert [seat.lho for seat in SEATS] == [Seat.EAST, Seat.SOUTH, Seat.WEST, Seat.NORTH]


def test_partners_sit_opposite_and_are_one_side() -> None:
    assert all(seat.partner is seat.lho.lho and seat.partner.side is seat.side for seat in SEATS)
    assert [seat.side for seat in SEATS] == [Side.NS, Side.EW, Side.NS, Side.EW]


def test_there_are_38_calls_of_which_35_are_bids() -> None:
    assert len(Call) == 38
    assert [call for call in Call if not call.is_bid] == [Call.PASS, Call.DOUBLE, Call.REDOUBLE]
    assert [(bid.level, bid.strain) for bid in BIDS] == [
        (level, strain) for level in range(1, 8) for strain in Strain
    ]


def test_a_bid_is_written_level_then_strain() -> None:
    assert all(bid == f"{bid.level}{bid.strain}" for bid in BIDS)
    assert Call("3NT") is Call.THREE_NOTRUMPS


@pytest.mark.parametrize("call", [Call.PASS, Call.DOUBLE, Call.REDOUBLE])
def test_only_a_bid_has_a_level_and_a_strain(call: Call) -> None:
    with pytest.raises(ValueError, match="invalid literal"):
        _ = call.level
    with pytest.raises(ValueError, match="is not a valid Strain"):
        _ = call.strain


def test_strains_ascend_from_clubs_to_no_trumps() -> None:
    assert list(Strain) == ["C", "D", "H", "S", "NT"]
    assert [strain.trumps for strain in Strain] == [*Suit, None]


@pytest.mark.parametrize(
    ("vulnerable", "sides"),
    [
        (Vulnerability.NONE, []),
        (Vulnerability.NS, [Side.NS]),
        (Vulnerability.EW, [Side.EW]),
        (Vulnerability.BOTH, [Side.NS, Side.EW]),
    ],
)
def test_a_vulnerability_names_its_sides(vulnerable: Vulnerability, sides: list[Side]) -> None:
    assert [side for side in Side if vulnerable.includes(side)] == sides


@pytest.mark.parametrize(
    ("contract", "text"),
    [
        (Contract(level=3, strain=Strain.NOTRUMP, declarer=Seat.EAST), "3NT"),
        (Contract(level=4, strain=Strain.SPADES, declarer=Seat.NORTH, doubled=2), "4SX"),
        (Contract(level=7, strain=Strain.CLUBS, declarer=Seat.WEST, doubled=4), "7CXX"),
    ],
)
def test_a_contract_is_written_as_players_write_it(contract: Contract, text: str) -> None:
    assert str(contract) == text


@settings(deadline=None)
@given(hand=HANDS)
def test_a_hand_reads_back_from_its_text(hand: tuple[Card, ...]) -> None:
    assert parse_hand(format_hand(hand)) == hand


def test_a_hand_is_read_in_any_order_and_written_from_the_top() -> None:
    assert format_hand(parse_hand("2AK.JQ..9T")) == "AK2.QJ..T9"
    assert parse_hand("...") == ()


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "expected a hand of four suits divided by three dots, got ''"),
        ("AKQ.AKQ.AKQ", "expected a hand of four suits"),
        ("A.K.Q.J.T", "expected a hand of four suits"),
        ("A10.K.Q.J", "'S1' is not a valid Card"),
        ("a.k.q.j", "'Sa' is not a valid Card"),
    ],
)
def test_an_invalid_hand_gets_a_reason(text: str, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        parse_hand(text)
