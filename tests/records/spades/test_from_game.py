"""The record of a game has its finished hands, the scores after them, and the numbers of missing hands."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from server.errors import BadRecord
from server.records.spades.from_game import Finished, record_of
from server.records.spades.validate import validate
from tests.records.spades.games import PLAYERS, finished_hands


def test_a_record_has_every_hand_and_the_scores_after_the_last() -> None:
    hands = finished_hands(3)
    record = record_of([Finished(hand, PLAYERS) for hand in hands], "t7", "Club night")
    assert (record.site, record.table, record.event, record.players) == (
        "Kibitz",
        "t7",
        "Club night",
        PLAYERS,
    )
    assert [hand.hand for hand in record.hands] == [1, 2, 3]
    assert hands[-1].ended is not None
    assert record.scores == tuple(side.after for side in hands[-1].ended.sides)
    assert validate(record) is None


def test_hands_that_are_left_out_are_named_as_missing() -> None:
    first, _, third = finished_hands(3)
    assert record_of([Finished(third)]).hands_missing == (1, 2)
    assert record_of([Finished(first), Finished(third)]).hands_missing == (2,)


def test_only_a_hand_with_other_players_names_its_players() -> None:
    first, second = finished_hands(2)
    record = record_of([Finished(first, ("Eve", *PLAYERS[1:])), Finished(second, PLAYERS)])
    assert [hand.players for hand in record.hands] == [("Eve", *PLAYERS[1:]), None]


def test_times_are_in_utc_and_unknown_times_are_left_out() -> None:
    (hand,) = finished_hands(1)
    known = record_of([Finished(hand, PLAYERS, 1_700_000_000_000, 1_700_000_240_500)])
    assert known.date == date(2023, 11, 14)
    assert known.hands[0].began == datetime(2023, 11, 14, 22, 13, 20, tzinfo=UTC)
    assert known.hands[0].ended == datetime(2023, 11, 14, 22, 17, 20, 500_000, tzinfo=UTC)
    unknown = record_of([Finished(hand, PLAYERS)])
    assert (unknown.date, unknown.hands[0].began, unknown.hands[0].ended) == (None, None, None)


def test_there_is_no_record_without_hands() -> None:
    with pytest.raises(BadRecord, match="expected at least one finished hand of Spades, got none"):
        record_of([])
