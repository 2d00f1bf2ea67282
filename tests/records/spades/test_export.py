"""The finished hands of a table of Spades are exported as one record, and a number names one hand."""

from __future__ import annotations

from server.records.base import FinishedDeal, PlayedTable
from server.records.spades.export import HandExport
from tests.records.spades.games import PLAYERS, finished_hands


def test_hands_are_counted_back_from_the_one_in_play() -> None:
    first, second, third = finished_hands(3)
    played = PlayedTable("t", "", "", third, deal=2, finished=range(2))
    assert HandExport().numbered(played, first.hand) == (0,)
    assert HandExport().numbered(played, second.hand) == (1,)
    assert HandExport().numbered(played, third.hand) == (), "it is in play"
    assert HandExport().numbered(played, 0) == HandExport().numbered(played, 9) == ()


def test_all_hands_of_a_table_form_one_record_with_its_names() -> None:
    first, second = finished_hands(2)
    played = PlayedTable("t7", "Club night", "", second, deal=1, finished=range(2))
    deals = [FinishedDeal(number, state, PLAYERS, second, 1) for number, state in enumerate((first, second))]
    (record,) = HandExport().records(played, deals)
    assert (record.table, record.event, record.players) == ("t7", "Club night", PLAYERS)
    assert [hand.hand for hand in record.hands] == [1, 2]


def test_a_table_without_finished_hands_has_no_record() -> None:
    (first,) = finished_hands(1)
    assert HandExport().records(PlayedTable("t", "", "", first, 0, range(0)), []) == ()


def test_the_line_of_a_hand_has_the_points_of_both_sides_after_the_hand() -> None:
    first, second = finished_hands(2)
    assert second.ended is not None
    ours, theirs = (side.after.points for side in second.ended.sides)
    assert HandExport().result_line(second) == f"{ours} : {theirs}" != HandExport().result_line(first)
