"""A set of boards as a value: what its log folds to."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.board_sets.board_set import BoardSet, Stay, fold, restore
from server.board_sets.entries import Entry, Over, Played, decode, encode
from server.errors import StoreError
from server.games.base import KnownResults
from server.games.bridge.board_set import BoardsReleased
from server.games.bridge.rules import BRIDGE
from tests.board_sets.sittings import (
    NAMES,
    NOON,
    STANDING,
    after,
    begun,
    came,
    closed,
    evening,
    finished,
    played,
    reopened,
    went,
)


def test_a_new_set_has_its_tables_and_nobody_at_them() -> None:
    board_set = evening()
    assert list(board_set.tables) == ["t1", "t2", "t3"]
    assert (board_set.stays, board_set.over, board_set.index) == ({}, False, 1)
    assert board_set.released() == ()


def test_a_result_belongs_to_its_table_and_board() -> None:
    table = evening(played("t2", 0, 620)).tables["t2"]
    assert table.results == {1: finished(1, 620)}
    assert (table.played, table.deals, table.players) == (1, {1: 0}, {1: NAMES})
    assert table.has_played(0) and not table.has_played(1)


def test_a_correction_takes_the_place_of_a_result_and_leaves_the_names() -> None:
    table = evening(played("t1", 0, 620), played("t1", 1), played("t1", 0, -100, players=())).tables["t1"]
    assert table.results[1] == finished(1, -100)
    assert (table.played, table.players[1]) == (2, NAMES)


def test_a_reopened_board_has_no_result_until_it_is_finished_again() -> None:
    before = evening(played("t1", 0), reopened("t1", 0))
    table = before.tables["t1"]
    assert table.results == {1: None} and not table.has_played(0) and not table.known.plays_no_more(1)
    again = after(before, played("t1", 0, -50)).tables["t1"]
    assert again.results == {1: finished(1, -50)} and again.has_played(0)


def test_a_board_is_released_when_each_table_has_played_it_or_is_closed() -> None:
    steps: tuple[tuple[Entry, tuple[int, ...]], ...] = (
        (played("t1", 0), ()),
        (played("t2", 0), ()),
        (played("t1", 1), ()),
        (played("t3", 0), (1,)),
        (played("t2", 1), (1,)),
        (closed("t3", 1), (1, 2)),
        (reopened("t2", 1), (1,)),
        (played("t2", 1), (1, 2)),
    )
    board_set = evening()
    for entry, released in steps:
        board_set = after(board_set, entry)
        assert board_set.released() == released, entry


def test_a_board_that_no_table_has_played_is_not_released_by_closing_all() -> None:
    assert evening(played("t1", 0), closed("t1"), closed("t2"), closed("t3")).released() == (1,)


def test_is_closed_asks_the_other_tables_only() -> None:
    board_set = evening(played("t2", 0), played("t3", 0))
    assert board_set.is_closed("t1", 0)
    assert not board_set.is_closed("t2", 0)
    assert board_set.is_closed("t2", -1)


def test_players_come_and_go() -> None:
    board_set = evening(came("t1", "p"), came("t2", "d", office=True), came("t3", "d", office=True))
    assert board_set.present("t1") == {"p": Stay("t1")}
    assert board_set.stays["d"] == (Stay("t2", office=True), Stay("t3", office=True))
    gone = after(board_set, went("t1", "p", 0), went("t2", "d", 0))
    assert gone.present("t1") == gone.present("t2") == {}
    assert gone.stays == {
        "p": (Stay("t1", 0),),
        "d": (Stay("t3", office=True), Stay("t2", 0, office=True)),
    }


def test_an_official_that_sits_down_is_no_longer_there_in_office_alone() -> None:
    board_set = evening(came("t1", "d", office=True), came("t1", "d"))
    assert board_set.present("t1") == {"d": Stay("t1")}
    assert after(board_set, went("t1", "d", 1)).stays["d"] == (Stay("t1", 1),)


def test_a_stay_is_forgotten_once_no_other_table_will_play_what_the_player_saw() -> None:
    board_set = evening(came("t1", "p"), went("t1", "p", 1), played("t2", 0), played("t3", 0))
    assert board_set.stays == {"p": (Stay("t1", 1),)}
    board_set = after(board_set, played("t2", 1))
    assert board_set.stays
    assert after(board_set, played("t3", 1)).stays == after(board_set, closed("t3")).stays == {}


def test_a_stay_in_which_no_card_was_seen_is_forgotten_at_once() -> None:
    assert evening(came("t1", "p"), went("t1", "p", -1)).stays == {}


def test_a_player_that_comes_and_goes_often_leaves_one_stay_for_each_table() -> None:
    board_set = evening()
    for deal in (0, 0, 1, 1, 2):
        for table in ("t1", "t2"):
            board_set = after(board_set, came(table, "p"), went(table, "p", deal))
    assert board_set.stays["p"] == (Stay("t1", 2), Stay("t2", 2))


def test_an_office_after_a_stay_with_a_hand_does_not_hide_the_hand() -> None:
    board_set = evening(came("t1", "p"), went("t1", "p", 0), came("t1", "p", office=True), went("t1", "p", 0))
    assert Stay("t1", 0) in board_set.stays["p"]


def test_all_people_of_a_closed_table_have_left_it() -> None:
    board_set = evening(came("t1", "p"), came("t2", "q"), closed("t1", 3))
    assert board_set.tables["t1"].closed
    assert board_set.stays == {"p": (Stay("t1", 3),), "q": (Stay("t2"),)}
    assert board_set.tables["t1"].has_played(99)


def test_after_the_end_nobody_is_bound() -> None:
    board_set = evening(came("t1", "p"), closed("t1", 3), closed("t2"), closed("t3"), Over(at_ms=NOON))
    assert board_set.over and board_set.stays == {}


def test_time_never_goes_back() -> None:
    board_set = after(evening(), msgspec.structs.replace(played("t1", 0), at_ms=NOON + 5))
    assert after(board_set, played("t1", 1)).time_ms == NOON + 5


def test_a_table_hears_only_of_boards_that_it_has_played_itself() -> None:
    board_set = evening(*(played(table, deal) for table in ("t2", "t3") for deal in (0, 1)), played("t1", 0))
    assert board_set.news("t1", STANDING, board_set.known()) == (BoardsReleased((1,)),)
    assert board_set.news("t2", STANDING, board_set.known()) == (BoardsReleased((1,)),)
    assert board_set.others("t1")[0].known == KnownResults({1: finished(1), 2: finished(2)})


# Logs that cannot be


@pytest.mark.parametrize(
    "entry", [played("t9", 0), reopened("t9", 0), closed("t9"), begun()], ids=lambda each: type(each).__name__
)
def test_an_entry_that_cannot_follow_is_refused(entry: Entry) -> None:
    with pytest.raises(StoreError):
        fold(evening(), entry)


@pytest.mark.parametrize("entries", [(), (came("t1", "p"),), (played("t1", 0), begun())], ids=len)
def test_a_log_begins_with_the_entry_begun(entries: tuple[Entry, ...]) -> None:
    with pytest.raises(StoreError, match="begin with the entry `begun`"):
        restore("evening", BRIDGE, entries)


def test_a_result_of_another_game_is_refused() -> None:
    wrong = Played(at_ms=NOON, table="t1", deal=0, board=1, result=msgspec.Raw(msgspec.msgpack.encode(7)))
    with pytest.raises(msgspec.ValidationError):
        fold(evening(), wrong)


# Any log

DEALS = st.integers(0, 2)
TABLES = st.sampled_from(("t1", "t2", "t3"))
PEOPLE = st.sampled_from("pqr")
ANY_ENTRY = st.one_of(
    st.builds(came, TABLES, PEOPLE, st.booleans()),
    st.builds(went, TABLES, PEOPLE, st.integers(-1, 2)),
    st.builds(played, TABLES, DEALS, st.integers(-500, 500)),
    st.builds(closed, TABLES, st.integers(-1, 2)),
)


@given(st.lists(ANY_ENTRY, max_size=20))
def test_a_log_that_is_read_again_folds_to_the_same_set(entries: list[Entry]) -> None:
    board_set = evening(*entries)
    again = restore("evening", BRIDGE, (decode(encode(each)) for each in (begun(), *entries)))
    assert again == board_set and again.index == 1 + len(entries)


@given(st.lists(ANY_ENTRY, max_size=20))
def test_released_boards_stay_released_and_stays_only_bind_to_what_is_yet_to_be_played(
    entries: list[Entry],
) -> None:
    board_set, released = evening(), set[int]()
    for entry in entries:
        board_set = after(board_set, entry)
        assert released <= set(board_set.released())
        released = set(board_set.released())
        assert all(_binds(board_set, stay) for stays in board_set.stays.values() for stay in stays)


def _binds(board_set: BoardSet, stay: Stay) -> bool:
    return stay.last is None or any(not table.has_played(stay.last) for table in board_set.others(stay.table))
