"""A number names the finished boards that views show with it, at a table of chance and at one with a file."""

from __future__ import annotations

from typing import Any

from server.games.bridge.state import BridgeState
from server.records.base import PlayedTable
from server.records.bridge.export import BoardExport
from tests.games.bridge.deals import deal


def numbered(number: int, finished: int, **table: Any) -> tuple[int, ...]:
    played = PlayedTable("t", "", "", finished=range(finished), **table)
    return BoardExport().numbered(played, number)


def test_where_chance_deals_boards_are_counted_back_from_the_one_in_play() -> None:
    table = {"state": BridgeState(board=5), "deal": 2}
    assert numbered(3, 2, **table) == (0,) and numbered(4, 2, **table) == (1,)
    assert numbered(5, 2, **table) == (), "it is in play"
    assert numbered(5, 3, **table) == (2,)
    assert numbered(2, 2, **table) == numbered(9, 2, **table) == ()


def test_a_number_that_a_file_repeats_names_each_board_of_it_that_is_over() -> None:
    boards = tuple(deal(board=number) for number in (3, 4, 3))
    table = {"state": BridgeState(board=3), "deal": 2, "uploaded": boards}
    assert numbered(3, 2, **table) == (0,)
    assert numbered(3, 3, **table) == (0, 2)
    assert numbered(5, 3, **table) == ()


def test_a_board_that_is_not_over_has_no_line() -> None:
    assert BoardExport().result_line(BridgeState(board=5)) == ""
