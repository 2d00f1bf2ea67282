"""The analysis of a board asks about its deal and, once the board is over, about its play."""

from __future__ import annotations

from typing import Any

import pytest

from protocol.v1.bridge import Call, Seat, Vulnerability
from protocol.v1.cards import Card
from server.errors import NotAnalysable
from server.records.bridge.double_dummy.analysing import BoardAnalysing, about_deal, about_play
from server.records.bridge.double_dummy.analysis import Par
from server.records.bridge.double_dummy.solver import Solved
from server.records.bridge.record import CardNote, DoubleDummy, RecordedCall
from tests.records.bridge.double_dummy.boards import board, played, whole_suits

TABLE = DoubleDummy(((13, 0, 0, 13, 0), (0, 13, 13, 0, 0)) * 2)
PARS = {
    (Seat.NORTH, Vulnerability.NONE): Par(1510, ("NS 7S=",)),
    (Seat.WEST, Vulnerability.BOTH): Par(2210, ("NS 7S=",)),
}
SOLVED = Solved(TABLE, PARS)
PASSED_OUT: dict[str, Any] = {
    "contract": None,
    "calls": (RecordedCall(Call.PASS),) * 4,
    "passed_out": True,
}


def test_a_deal_has_one_question_whatever_the_order_of_the_cards_in_a_hand() -> None:
    north, east, south, west = whole_suits()
    assert about_deal((north, east, south, west)).key == about_deal((north[::-1], east, south, west)).key
    assert about_deal(whole_suits("SHDC")).key != about_deal(whole_suits("HSDC")).key


def test_less_than_a_deal_is_not_analysed() -> None:
    with pytest.raises(NotAnalysable, match="expected 13 cards for West, got 0"):
        about_deal((*whole_suits()[:3], ()))


@pytest.mark.parametrize("cards", [0, 1, 51])
def test_the_play_of_a_board_that_is_not_over_is_not_analysed(cards: int) -> None:
    live = board(cards=played(cards))
    with pytest.raises(NotAnalysable, match=f"a finished board, got {cards} played cards? and no result"):
        about_play(live)
    assert len(BoardAnalysing().questions(live)) == 1, "the deal can be analysed"


@pytest.mark.parametrize(
    "over",
    [
        {"cards": played(52)},
        {"cards": played(5), "claimed": True, "tricks": 13},
        {"tricks": 13},
        {"cards": played(52), "tricks": 3},
    ],
    ids=["all cards", "claim", "result", "wrong result"],
)
def test_the_play_of_a_board_that_is_over_is_a_second_question(over: dict[str, Any]) -> None:
    assert len(BoardAnalysing().questions(board(**over))) == 2


def test_a_board_passed_out_has_no_play() -> None:
    assert about_play(board(**PASSED_OUT)) == ()


def test_a_play_that_breaks_the_rules_is_refused_with_the_law() -> None:
    with pytest.raises(NotAnalysable, match=r"card 2, H2.*\(Law 44\)"):
        about_play(board(cards=(Card("HA"), Card("H2")), claimed=True, tricks=13))
    with pytest.raises(NotAnalysable, match="got a play with a revoke or a lead out of turn"):
        about_play(board(cards=played(52), card_notes=(CardNote(0, irregularity="L"),)))


@pytest.mark.parametrize(
    ("fields", "par"),
    [
        ({}, PARS[Seat.NORTH, Vulnerability.NONE]),
        ({"dealer": None, "vulnerable": None, "number": 4}, PARS[Seat.WEST, Vulnerability.BOTH]),
        ({"dealer": None, "vulnerable": None}, None),
        ({"vulnerable": None}, None),
    ],
    ids=["recorded", "by the number", "neither", "no vulnerability"],
)
def test_par_is_that_of_the_recorded_dealer_and_vulnerability_or_of_the_number(
    fields: dict[str, Any], par: Par | None
) -> None:
    analysis = BoardAnalysing().analysis(board(**fields), [SOLVED])
    assert (analysis.double_dummy, analysis.par, analysis.cards) == (TABLE, par, ())


def test_a_board_without_an_analysis_is_answered_with_its_number_alone() -> None:
    record = board(number=7)
    analysis = BoardAnalysing().analysis(record, [SOLVED])
    first, second = BoardAnalysing().answer([(record, None), (record, analysis)]).boards
    assert (first.board, first.double_dummy, first.par) == (7, None, None)
    assert (second.board, second.double_dummy) == (7, TABLE.by_letter())


def test_a_board_is_called_by_its_name_or_else_by_its_number() -> None:
    assert BoardAnalysing().label(board(number=7)) == "7"
    assert BoardAnalysing().label(board(number=7, name="final")) == "final"
