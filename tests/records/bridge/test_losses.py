"""Losses of a conversion are named with their boards; what follows from the rules is never lost."""

from __future__ import annotations

from hypothesis import given, settings
from msgspec.structs import replace

from protocol.v1.bridge import Call, Contract, Seat, Strain
from server.records.bridge.losses import lost
from server.records.bridge.record import BoardRecord, Comment, RecordedCall
from tests.records.bridge.board_records import records


def passed_out(record: BoardRecord) -> BoardRecord:
    return replace(record, calls=(RecordedCall(Call.PASS),) * 4, cards=(), card_notes=(), comments=())


@settings(max_examples=10, deadline=None)
@given(record=records())
def test_a_loss_is_told_by_its_name_and_board(record: BoardRecord) -> None:
    board = replace(
        passed_out(record), contract=None, comments=(Comment("quick"),), scores=(0, 0), tricks=None
    )
    poorer = replace(board, comments=())
    assert lost([board, board], [board, poorer]) == {"comments": [str(board.number)]}
    assert lost([board], []).keys() >= {"the hands", "the calls", "comments"}


def test_what_follows_from_the_rules_is_not_lost() -> None:
    auction = (Call.ONE_CLUB, Call.PASS, Call.PASS, Call.PASS)
    bare = BoardRecord(hands=((), (), (), ()), number=1, calls=tuple(map(RecordedCall, auction)))
    one_club = Contract(1, Strain.CLUBS, Seat.NORTH)
    assert lost([replace(bare, dealer=Seat.NORTH)], [bare]) == {}
    assert lost([replace(bare, contract=one_club)], [bare]) == {"the contract": ["1"]}


def test_another_order_is_a_loss() -> None:
    boards = [BoardRecord(hands=((), (), (), ()), number=number) for number in (1, 2, 3)]
    assert lost(boards, [boards[1], boards[0], boards[2]]) == {"the order of the boards": ["2"]}


def test_a_comment_that_left_its_tag_is_a_loss() -> None:
    board = BoardRecord(hands=((), (), (), ()), number=1, comments=(Comment("your lead?", tag="Result"),))
    moved = replace(board, comments=(Comment("your lead?"),))
    assert lost([board], [moved]) == {"the places of comments after tags": ["1"]}
    assert lost([moved], [moved]) == lost([board], [board]) == {}
    assert lost([board], [replace(board, comments=())]) == {"comments": ["1"]}


def test_calls_that_a_plus_stands_for_are_named_in_words() -> None:
    board = BoardRecord(hands=((), (), (), ()), number=1, info={"AuctionRest": "+"})
    assert lost([board], [replace(board, info={})]) == {"the + in place of the calls": ["1"]}
    unreadable = replace(board, info={"AuctionRest": "AC P"})
    assert lost([unreadable], [replace(board, info={})]) == {"AuctionRest": ["1"]}
