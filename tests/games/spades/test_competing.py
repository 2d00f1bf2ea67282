"""Tests of the scoring of events of Spades."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from protocol.v1.spades import HandResult, Options, Score, SideResult
from server.errors import IllegalAction
from server.games.base import FieldResult
from server.games.spades.competing import SpadesCompeting
from server.games.spades.rules import SPADES
from server.games.spades.state import SpadesState

COMPETING = SpadesCompeting()


def side(before: int, after: int) -> SideResult:
    """Return the result of a hand for a side with these points before and after it."""
    return SideResult(4, 5, after - before, 0, 0, False, Score(before, 0), Score(after, 0))


def hand(own: int, others: int, number: int = 1) -> HandResult:
    """Return the result of a hand in which the two sides won so many points."""
    return HandResult(number, 0, (), (), (side(100, 100 + own), side(50, 50 + others)), ())


def test_a_hand_is_worth_what_a_side_gained_more_than_its_opponents() -> None:
    assert COMPETING.comparable(hand(62, -40)) == (102,)
    rows = [FieldResult(1, ("a", "b"), hand(62, -40)), FieldResult(1, ("c", "d"), hand(50, 50))]
    assert [each and each.points for each in COMPETING.scored(rows, "total", {})] == [(102, -102), (0, 0)]
    assert [each and each.points for each in COMPETING.scored(rows, "mp", {})] == [(2, 0), (0, 2)]
    with pytest.raises(IllegalAction, match="expected the scoring total or mp, got imp"):
        COMPETING.scored(rows, "imp", {})


def test_a_table_tells_its_finished_hands_with_the_one_that_is_just_over() -> None:
    state = SPADES.start(Options())
    assert COMPETING.results(state) == ()
    over: SpadesState = replace(state, hand=2, results={1: hand(10, 20)}, ended=hand(30, 40, 2))
    assert COMPETING.results(over) == ((1, hand(10, 20)), (2, hand(30, 40, 2)))


def test_the_hands_of_an_event_have_numbers_and_dealers_in_turn() -> None:
    start = SPADES.start(Options())
    deals = [COMPETING.drawn(start, index, Random(5)) for index in range(5)]
    assert [(deal.hand, deal.dealer) for deal in deals] == [
        (start.hand + index, (start.dealer + index) % 4) for index in range(5)
    ]
    assert SPADES.apply(start, None, deals[0]).deal == deals[0]


def test_only_tables_with_two_sides_can_play_in_an_event() -> None:
    COMPETING.check(Options(), ())
    assert COMPETING.sides(Options()) == ((0, 2), (1, 3))
    with pytest.raises(IllegalAction, match="expected options with two sides at a table, got options with 4"):
        COMPETING.check(Options(sides="solo"), ())
