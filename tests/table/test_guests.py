"""Hosts and guests: a new host, and players that may sit, may only watch, or may not enter."""

from __future__ import annotations

import pytest

from protocol.v1.codes import Code
from protocol.v1.requests import Sit
from server.table import table
from server.table.access import is_admitted, may_enter
from server.table.table import Table
from tests.table.asking import (
    BOB,
    DIRECTOR,
    EVE,
    HOST,
    NORTH,
    after_absence,
    entry_for,
    host,
    named,
    refused,
    sit,
    table_after,
    with_policy,
)
from tests.tables import NOON, PASS, act, dealt, seated

FREE = table_after(seated(), HOST, host(place={3: None}))
"""A table with a free seat."""


def move(seat: int) -> Sit:
    return Sit(table="t", seat=seat, move=True)


def next_deal(at: Table) -> Table:
    """Return the table after four passes."""
    over = act(at, PASS, PASS, PASS, PASS)
    return table.fold(over, table.next_deal(over, NOON))


# The host


def test_the_host_names_another_player_as_the_new_host() -> None:
    at = table_after(seated(), HOST, host(host="north"))
    assert at.roles.host == "north"
    refused(Code.FORBIDDEN, at, HOST, host(pause=True), "only the host")
    assert table_after(at, NORTH, host(host="host")).roles.host == "host"


@pytest.mark.parametrize("who", ["stranger", "", "house:0"])
def test_the_new_host_must_be_present(who: str) -> None:
    refused(Code.FORBIDDEN, seated(), HOST, host(host=who), "a player at this table")


def test_only_the_host_names_another() -> None:
    at = named(seated(), directors=(DIRECTOR,))
    for player in (NORTH, DIRECTOR):
        refused(Code.FORBIDDEN, at, player, host(host="north"))


def test_the_host_and_the_excluded_players_carry_over_to_the_next_deal() -> None:
    at = table_after(dealt(), HOST, host(host="north", onlookers=("eve",), unwelcome=("bob",)))
    following = next_deal(at)
    assert (following.roles.host, following.roles.onlookers, following.roles.unwelcome) == (
        "north",
        {"eve"},
        {"bob"},
    )


# The right to sit


def test_where_only_invited_players_may_sit_all_players_may_still_watch() -> None:
    at = with_policy(FREE, sits="invited")
    assert may_enter(at, "eve")
    refused(Code.FORBIDDEN, at, EVE, sit(3), "only players invited by the host may sit")
    assert table_after(named(at, invited=(EVE,)), EVE, sit(3)).chairs[3].player == "eve"


def test_where_only_invited_players_may_sit_the_host_and_players_placed_by_the_host_may_sit() -> None:
    at = with_policy(FREE, sits="invited")
    assert table_after(at, HOST, sit(3)).chairs[3].player == "host"
    assert table_after(at, HOST, host(place={3: "eve"})).chairs[3].player == "eve"
    assert table_after(at, NORTH, move(3)).chairs[3].player == "north"


def test_an_onlooker_may_enter_an_invited_table_but_not_sit() -> None:
    at = table_after(with_policy(FREE, access="invited"), HOST, host(onlookers=("eve",), invited=("eve",)))
    assert may_enter(at, "eve") and not may_enter(at, "bob")
    refused(Code.FORBIDDEN, at, EVE, sit(3), "not sit at it")
    refused(Code.FORBIDDEN, at, HOST, host(place={3: "eve"}), "not sit at it")
    assert table_after(at, HOST, host(onlookers=())).roles.onlookers == frozenset()


def test_a_player_that_moves_gives_up_the_former_seat_in_one_step() -> None:
    at = table_after(FREE, NORTH, move(3))
    assert [chair.player for chair in at.chairs] == [None, "east", "south", "north"]
    assert at.roles.removed == FREE.roles.removed


def test_no_player_moves_to_a_taken_seat_or_without_asking_for_a_move_or_during_a_board() -> None:
    refused(Code.FORBIDDEN, FREE, NORTH, move(1), "another player has this seat")
    refused(Code.FORBIDDEN, FREE, NORTH, sit(3), "stand up first")
    free = table_after(dealt(), HOST, host(place={3: None}))
    refused(Code.FORBIDDEN, free, NORTH, move(3), "stand up first")
    assert entry_for(FREE, NORTH, move(0)) is None


def test_no_player_moves_to_a_seat_held_for_an_absent_player() -> None:
    held = after_absence(seated(), 3)
    assert table_after(held, EVE, move(3)).chairs[3].owner == "west"
    refused(Code.FORBIDDEN, held, NORTH, move(3), "kept free for its absent player")


def test_a_move_without_a_former_seat_is_sitting_down() -> None:
    assert table_after(FREE, EVE, move(3)) == table_after(FREE, EVE, sit(3))


# The right to enter


def test_the_unwelcome_neither_watch_nor_sit() -> None:
    at = table_after(FREE, HOST, host(unwelcome=("eve",)))
    assert not is_admitted(at, "eve") and not may_enter(at, "eve") and may_enter(at, "bob")
    refused(Code.FORBIDDEN, at, EVE, sit(3), "sent you away")
    assert table_after(table_after(at, HOST, host(unwelcome=())), EVE, sit(3)).chairs[3].player == "eve"


def test_a_seat_an_office_and_the_host_are_never_unwelcome() -> None:
    everybody = ("north", "host", DIRECTOR.id)
    at = table_after(named(seated(), directors=(DIRECTOR,)), HOST, host(unwelcome=everybody))
    assert all(may_enter(at, player) for player in everybody)
    removed = table_after(at, HOST, host(place={0: None}))
    assert not may_enter(removed, "north")


def test_an_unwelcome_guest_may_not_enter_by_an_invitation() -> None:
    at = table_after(with_policy(FREE, access="invited"), HOST, host(unwelcome=(BOB.id,), invited=(BOB.id,)))
    assert not may_enter(at, BOB.id)
