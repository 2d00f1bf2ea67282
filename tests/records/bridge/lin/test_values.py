"""Hands, calls, cards and results of LIN are read in all spellings, and written in one."""

from __future__ import annotations

import pytest

from protocol.v1.bridge import Seat, Vulnerability, parse_hand
from protocol.v1.cards import display_order
from server.errors import BadRecord
from server.records.bridge import lin
from tests.records.bridge.lin.lin_boards import EAST, NORTH, SOUTH, WEST, board, only


def calls(rest: str) -> list[str]:
    return [each.call.value for each in board(rest).calls]


@pytest.mark.parametrize("fourth", ["", ",", f",{EAST}"])
def test_the_hand_of_east_may_be_left_out(fourth: str) -> None:
    record = only(f"md|1{SOUTH},{WEST},{NORTH}{fourth}|")
    assert record.hands[Seat.EAST] == parse_hand(".432.AKQJ.AKQJ85")


def test_ranks_stand_in_any_order_and_case_and_ten_has_two_spellings() -> None:
    record = only(f"md|1sjkqah1098d765c234,{WEST},{NORTH},|")
    assert sorted(record.hands[Seat.SOUTH], key=display_order) == list(parse_hand("AKQJ.T98.765.432"))


@pytest.mark.parametrize(
    ("letter", "vulnerable"),
    [
        ("o", Vulnerability.NONE),
        ("0", Vulnerability.NONE),
        ("N", Vulnerability.NS),
        ("e", Vulnerability.EW),
        ("B", Vulnerability.BOTH),
        ("", None),
    ],
)
def test_a_letter_names_the_vulnerable_side(letter: str, vulnerable: Vulnerability | None) -> None:
    assert board(f"sv|{letter}|").vulnerable is vulnerable


def test_calls_have_many_spellings() -> None:
    said = "".join(f"mb|{each}|" for each in ("P", "1n", "Pass", "2NT", "dbl", "R", "p", "X", "XX", "-"))
    assert calls(said) == ["P", "1NT", "P", "2NT", "X", "XX", "P", "X", "XX", "P"]


def test_one_value_may_hold_several_calls() -> None:
    assert calls("mb|-1Cpp2H!dpPASS|") == ["1C", "P", "P", "2H", "X", "P", "P"]


def test_cards_have_many_spellings() -> None:
    record = board("mb|p|pc|sK|pc|S10|pc|SqhA|pc|D2 C3|")
    assert [card.value for card in record.cards] == ["SK", "ST", "SQ", "HA", "D2", "C3"]


@pytest.mark.parametrize("blank", [" ", "\t", "\x0b", "\x0c", "\xa0"])
def test_blanks_of_all_kinds_within_a_hand_are_nothing(blank: str) -> None:
    (record,) = lin.loads(f"md|3{SOUTH[0]}{blank}{SOUTH[1:]},{WEST},{NORTH}|")
    assert all(len(hand) == 13 for hand in record.hands)


@pytest.mark.parametrize("sign", ["\u212a", "\u0665", "\ufe0f", "\x1f"])
def test_signs_that_only_look_like_ranks_and_suits_are_refused_where_they_stand(sign: str) -> None:
    deal = f"md|3{SOUTH},{WEST},{NORTH}|"
    for text, column in (
        (f"md|3S{sign}{SOUTH[1:]},{WEST},{NORTH}|", 6),
        (f"{deal}mb|1{sign}|", len(deal) + 4),
        (f"{deal}pc|S{sign}|", len(deal) + 4),
    ):
        with pytest.raises(BadRecord, match=f"^line 1, column {column}: expected"):
            lin.loads(text)
