"""The tokens of one board in LIN become its deal, its names, its calls, its cards and its comments."""

from __future__ import annotations

import pytest

from protocol.v1.bridge import Seat, parse_hand
from server.records.bridge import lin
from server.records.bridge.record import Comment
from tests.records.bridge.lin.lin_boards import DEAL, NORTH, SOUTH, WEST, board, only


def test_hands_stand_in_the_order_south_west_north_east() -> None:
    assert board().hands == tuple(
        parse_hand(each)
        for each in ("65432.765.432.T9", ".432.AKQJ.AKQJ85", "AKQJ.T98.765.432", "T987.AKQJ.T98.76")
    )


@pytest.mark.parametrize(
    ("digit", "dealer"),
    [("1", Seat.SOUTH), ("2", Seat.WEST), ("3", Seat.NORTH), ("4", Seat.EAST), ("0", None), ("", None)],
)
def test_a_digit_names_the_dealer_and_may_be_missing(digit: str, dealer: Seat | None) -> None:
    assert only(f"md|{digit}{SOUTH},{WEST},{NORTH},|").dealer is dealer


def test_a_call_is_alerted_by_a_mark_or_by_an_explanation_that_is_but_a_mark() -> None:
    record = board("mb|1C!|mb|p|mb|1H|an|!|")
    assert [each.alert for each in record.calls] == [True, False, True]


def test_an_explanation_belongs_to_the_call_before_it() -> None:
    record = board("mb|1N|an|15-17|mb|p|mb|2C!|an|asks|an|or is weak|")
    assert [each.explanation for each in record.calls] == ["15-17", "", "asks; or is weak"]


def test_an_explanation_before_any_call_is_a_comment() -> None:
    assert board("an|strong club|mb|1C|").comments == (Comment("strong club"),)


def test_a_comment_keeps_its_place_among_calls_and_cards() -> None:
    said = "nt|hello|mb|1C|nt|a club|mb|p|mb|p|mb|p|pc|S2|nt|the lead|pg||at|more|"
    assert board(said).comments == (
        Comment("hello"),
        Comment("a club", 1),
        Comment("the lead", 4, 1),
        Comment("more", 4, 1),
    )


def test_cards_end_at_the_first_that_is_not_known() -> None:
    record = board("pc|S2|pc|-|pc|S3|")
    assert [card.value for card in record.cards] == ["S2"]
    assert record.info == {"Lin_pc": "-|S3"}


def test_a_claim_tells_all_the_tricks_of_declarer() -> None:
    record = board("mb|1C|mb|p|mb|p|mb|p|pc|S2|mc|10|")
    assert (record.tricks, record.claimed) == (10, True)


def test_a_result_without_a_card_is_no_claim() -> None:
    record = board("mb|1C|mb|p|mb|p|mb|p|mc|7|")
    assert (record.tricks, record.claimed) == (7, False)


def test_four_passes_pass_the_board_out() -> None:
    assert board("mb|p|mb|p|mb|p|mb|p|").passed_out
    assert not board("mb|p|mb|p|mb|p|").passed_out


@pytest.mark.parametrize("told", ["qx|o7|", "qx|o7,BOARD 7|", "ah|Board 7|", "ah|7|", "qx|o1|ah|Board 07|"])
def test_a_board_is_numbered_by_its_id_or_by_its_heading(told: str) -> None:
    assert only(f"{told}md|{DEAL}|").number == 7


def test_a_board_that_is_called_otherwise_keeps_its_name() -> None:
    assert board("ah|Board 7A|").name == "7A"
    assert only(f"qx|o3,BOARD X|md|{DEAL}|").name == "X"


def test_names_stand_in_the_order_of_the_hands_and_are_none_where_blank() -> None:
    record = only(f"pn|Sue, Will ,,?|st||md|{DEAL}|")
    assert record.players == (None, None, "Sue", "Will")


def test_names_may_be_coded_or_stand_behind_the_deal() -> None:
    record = board("pn|Smith%COMMA% J,b,c,d|sv|o|")
    assert record.players[Seat.SOUTH] == "Smith, J"


def test_a_key_without_a_meaning_is_kept() -> None:
    record = board("tu|abc|zz|1|zz|2|st||rh||")
    assert record.info == {"Lin_tu": "abc", "Lin_zz": "1|2"}
    assert only(lin.dumps([record])).info == record.info


def test_cards_that_a_lesson_takes_back_give_way() -> None:
    record = board("pc|S2|pc|S3|pc|S4|up|2|pc|S5|")
    assert [card.value for card in record.cards] == ["S2", "S5"]
    assert record.info == {"Lin_undone": "1 S3 S4"}


def test_fewer_cards_are_an_end_position() -> None:
    assert only("md|1SAK,SQJ,HAK,HQJ|").hands[Seat.SOUTH] == parse_hand("AK...")


def test_an_undo_that_is_no_number_is_kept() -> None:
    (record,) = lin.loads(f"md|3{SOUTH},{WEST},{NORTH}|mb|1C|up|some|")
    assert record.info["Lin_up"] == "some"
