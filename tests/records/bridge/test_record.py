"""The record of a board: its result, its calls in rotation, and what keeps its hands from being a deal."""

from __future__ import annotations

import pytest

from protocol.v1.bridge import SEATS, Call, Contract, Hand, Seat, Strain
from protocol.v1.cards import Card
from server.errors import BadRecord
from server.records.bridge.record import (
    BoardRecord,
    DoubleDummy,
    Fault,
    RecordedCall,
    deal_fault,
    in_rotation,
    readable_boards,
)
from tests.records.bridge.double_dummy.boards import whole_suits

BLANK = BoardRecord(hands=((), (), (), ()))


def hands(**changed: Hand) -> dict[Seat, Hand]:
    """Return a deal in which each hand has a whole suit, but for the hands of these seats."""
    full = dict(zip(SEATS, whole_suits(), strict=True))
    return full | {Seat("NESW".index(letter)): hand for letter, hand in changed.items()}


@pytest.mark.parametrize(("tricks", "result"), [(9, 0), (11, 2), (6, -3), (None, None)])
def test_a_result_is_the_number_of_tricks_over_the_contract(tricks: int | None, result: int | None) -> None:
    three_notrump = Contract(3, Strain.NOTRUMP, Seat.SOUTH)
    assert BoardRecord(hands=BLANK.hands, contract=three_notrump, tricks=tricks).result == result
    assert BoardRecord(hands=BLANK.hands, tricks=tricks).result is None


def test_a_skipped_turn_is_a_pass_in_rotation() -> None:
    calls = (RecordedCall(Call.ONE_CLUB), RecordedCall(Call.ONE_HEART, irregularity="SS"))
    assert in_rotation(calls) == (Call.ONE_CLUB, Call.PASS, Call.PASS, Call.ONE_HEART)
    assert in_rotation([RecordedCall(Call.ONE_CLUB, irregularity="I")]) == (Call.ONE_CLUB,)


def test_analysis_is_read_by_declarer_and_strain() -> None:
    table = DoubleDummy(((0, 1, 2, 3, 4), (5, 6, 7, 8, 9), (10, 11, 12, 13, 0), (1,) * 5))
    assert table.of(Seat.EAST, Strain.SPADES) == 8
    assert table.by_letter()["E"][Strain.SPADES] == 8
    assert list(table.by_letter()) == list("NESW")


def test_all_boards_are_readable_or_the_first_fault_is_raised() -> None:
    assert readable_boards([BLANK, BLANK]) == (BLANK, BLANK)
    with pytest.raises(BadRecord, match=r"^line 2: broken$"):
        readable_boards([BLANK, Fault(2, "line 2: broken"), Fault(3, "line 3: broken too")])


def test_four_hands_of_thirteen_different_cards_are_a_deal() -> None:
    assert deal_fault(hands()) is None


def test_a_card_in_two_hands_is_named_with_both_holders() -> None:
    spades, *_ = whole_suits()
    fault = deal_fault(hands(E=spades))
    assert fault == (Seat.NORTH, "52 different cards", f"{spades[0]} 2 times (North and East)")


def test_a_card_twice_in_one_hand_is_named_before_a_wrong_number_of_cards() -> None:
    fault = deal_fault(hands(W=(Card.C2, Card.C2)))
    assert fault == (Seat.WEST, "52 different cards", "C2 2 times (West)")


def test_a_hand_of_another_number_of_cards_is_named_with_that_number() -> None:
    assert deal_fault(hands(S=())) == (Seat.SOUTH, "13 cards for South", "0")
