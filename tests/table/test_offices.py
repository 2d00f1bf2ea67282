"""Offices that see every hand: given between boards, or with the consent of every player at the table."""

from __future__ import annotations

from typing import Any

import pytest

from protocol.v1 import requests as ask
from protocol.v1.codes import Code
from protocol.v1.requests import Delay, Policy
from server.errors import Refusal
from server.games.base import Director
from server.table import table
from server.table.access import reason_not_to_see, shows_live, watch_delay
from server.table.commands import Expire
from server.table.events import Sat
from server.table.offices import missing_consents
from server.table.player import Player
from server.table.table import Table
from server.table.typed_requests import ChangeTable
from tests.table.asking import (
    BOB,
    DIRECTOR,
    EAST,
    EVE,
    HOST,
    NOBODY,
    NORTH,
    SOUTH,
    WEST,
    after_absence,
    entry_for,
    host,
    refused,
    table_after,
)
from tests.tables import NOON, PASS, act, dealt, opened, seated

FOUR = (NORTH, EAST, SOUTH, WEST)
OFFICES = ("director", "commentator")


def agrees(
    at: Table, *players: Player, to: Player = DIRECTOR, office: Any = "director", agree: bool = True
) -> Table:
    """Return the table after these players have consented, one after the other."""
    for player in players:
        at = table_after(at, player, ask.Consent(table="t", player=to.id, office=office, agree=agree))
    return at


def names(office: str, *players: Player) -> ChangeTable:
    """Return the host's request that names all holders of an office."""
    return host(**{f"{office}s": tuple(player.id for player in players)})


def hosted_by(at: Table, player: Player) -> Table:
    """Return the table with another host."""
    return table_after(at, HOST, host(host=player.id))


@pytest.mark.parametrize("office", OFFICES)
def test_no_office_is_given_while_a_board_is_played(office: str) -> None:
    refused(Code.FORBIDDEN, dealt(), HOST, names(office, EVE), "sees every hand")


@pytest.mark.parametrize("office", OFFICES)
def test_a_host_that_plays_may_name_no_officer_to_see_the_hands_alone(office: str) -> None:
    at = hosted_by(dealt(), NORTH)
    refused(Code.FORBIDDEN, at, NORTH, names(office, EVE), "the server now asks East, South, West")
    assert reason_not_to_see(at, EVE.id, Director()) is not None


@pytest.mark.parametrize("at", [opened(), seated(), act(dealt(), PASS, PASS, PASS, PASS)])
def test_between_boards_the_host_gives_offices_as_he_likes(at: Table) -> None:
    assert table_after(at, HOST, names("director", EVE)).roles.directors == {"eve"}


@pytest.mark.parametrize("office", OFFICES)
def test_an_office_is_given_in_mid_board_when_every_player_has_agreed(office: str) -> None:
    at = agrees(dealt(), NORTH, EAST, SOUTH, office=office)
    refused(Code.FORBIDDEN, at, HOST, names(office, DIRECTOR), "the server now asks West")
    at = agrees(at, WEST, office=office)
    assert DIRECTOR.id in getattr(table_after(at, HOST, names(office, DIRECTOR)).roles, f"{office}s")


def test_a_host_that_plays_consents_by_the_request() -> None:
    at = agrees(hosted_by(dealt(), NORTH), EAST, SOUTH, WEST)
    assert table_after(at, NORTH, names("director", DIRECTOR)).roles.directors == {"dirk"}


def test_consent_is_to_one_player_and_one_office() -> None:
    at = agrees(dealt(), *FOUR)
    refused(Code.FORBIDDEN, at, HOST, names("director", EVE))
    refused(Code.FORBIDDEN, at, HOST, names("commentator", DIRECTOR))


def test_consent_is_taken_back_until_the_office_is_given() -> None:
    at = agrees(agrees(dealt(), *FOUR), SOUTH, agree=False)
    refused(Code.FORBIDDEN, at, HOST, names("director", DIRECTOR), "the server now asks South")


def test_consent_holds_for_the_board_that_is_played() -> None:
    at = act(agrees(dealt(), *FOUR), PASS, PASS, PASS, PASS)
    assert table.fold(at, table.next_deal(at, NOON)).hand_access.consents == frozenset()


def test_the_same_consent_twice_is_one() -> None:
    at = agrees(dealt(), NORTH)
    assert entry_for(at, NORTH, ask.Consent(table="t", player=DIRECTOR.id)) is None


def test_a_player_with_a_held_seat_has_not_consented() -> None:
    at = agrees(after_absence(dealt(), 3), NORTH, EAST, SOUTH)
    refused(Code.FORBIDDEN, at, HOST, names("director", DIRECTOR), "the server now asks West")
    stands_in = table.fold(at, Sat(at_ms=NOON, seat=3, player=BOB.id, name="Bob"))
    refused(
        Code.FORBIDDEN, agrees(stands_in, BOB), HOST, names("director", DIRECTOR), "the server now asks West"
    )


def test_a_host_that_empties_the_seats_still_needs_the_consent_of_the_removed_players() -> None:
    at = table_after(hosted_by(dealt(), NORTH), NORTH, host(place={1: None, 2: None, 3: None}))
    refused(Code.FORBIDDEN, at, NORTH, names("director", DIRECTOR), "the server now asks East, South, West")
    at = agrees(at, EAST, SOUTH, WEST)
    assert table_after(at, NORTH, names("director", DIRECTOR)).roles.directors == {"dirk"}


def test_the_players_that_have_stood_up_are_asked_if_at_most_one_other_is_left() -> None:
    at = hosted_by(dealt(), NORTH)
    for player in (EAST, SOUTH):
        at = table_after(at, player, ask.Stand(table="t"))
    refused(Code.FORBIDDEN, at, NORTH, names("director", DIRECTOR), "the server now asks East, South, West$")
    at = table_after(at, WEST, ask.Stand(table="t"))
    refused(Code.FORBIDDEN, at, NORTH, names("director", DIRECTOR), "the server now asks East, South, West$")
    at = agrees(at, EAST, SOUTH, WEST)
    assert table_after(at, NORTH, names("director", DIRECTOR)).roles.directors == {"dirk"}


def test_two_players_left_decide_on_an_office_without_those_that_have_stood_up() -> None:
    at = hosted_by(dealt(), NORTH)
    at = table_after(at, EAST, ask.Stand(table="t"))
    at = agrees(at, SOUTH, WEST)
    assert table_after(at, NORTH, names("director", DIRECTOR)).roles.directors == {"dirk"}


def test_a_player_removed_from_a_seat_between_boards_is_not_asked() -> None:
    at = table_after(seated(), HOST, host(place={3: None}))
    at = table.fold(at, Sat(at_ms=NOON, seat=3, player=BOB.id, name="Bob"))
    at = agrees(table_after(at, NOBODY, Expire(people_present=True)), NORTH, EAST, SOUTH, BOB)
    assert table_after(at, HOST, names("director", DIRECTOR)).roles.directors == {"dirk"}


def test_a_player_that_takes_a_seat_must_consent_separately() -> None:
    at = agrees(dealt(), *FOUR)
    for player in (WEST,):
        at = table_after(at, player, ask.Stand(table="t"))
    at = table.fold(at, Sat(at_ms=NOON, seat=3, player=BOB.id, name="Bob"))
    refused(Code.FORBIDDEN, at, HOST, names("director", DIRECTOR), "the server now asks Bob")


def test_an_officer_needs_no_consent_to_another_office() -> None:
    at = dealt()
    at = table_after(agrees(at, *FOUR), HOST, names("director", DIRECTOR))
    assert missing_consents(at, HOST.id, names("commentator", DIRECTOR)) == ()


def test_only_a_player_with_a_seat_agrees_and_only_while_a_board_is_played() -> None:
    wish = ask.Consent(table="t", player=DIRECTOR.id)
    refused(Code.NOT_SEATED, dealt(), EVE, wish)
    refused(Code.FORBIDDEN, seated(), NORTH, wish, "no deal is being played")
    refused(Code.FORBIDDEN, dealt(), NORTH, ask.Consent(table="t", player=""))


@pytest.mark.parametrize(
    ("policy", "live", "behind"),
    [
        (Policy(), False, None),
        (Policy(hands="live"), True, None),
        (Policy(delay=Delay()), True, None),
        (Policy(hands="live", delay=Delay()), True, None),
        (Policy(delay=Delay(ms=1)), False, Delay(ms=1)),
        (Policy(hands="live", delay=Delay(boards=1)), False, Delay(boards=1)),
    ],
)
def test_a_delay_of_0_is_the_same_as_live_hands(policy: Policy, live: bool, behind: Delay | None) -> None:
    assert (shows_live(policy), watch_delay(policy)) == (live, behind)


def test_hands_that_are_seen_after_the_board_are_not_shown_by_a_delay_of_0_during_the_board() -> None:
    at = dealt(policy=Policy())
    refused(Code.FORBIDDEN, at, HOST, host(policy=Policy(delay=Delay())))
    assert entry_for(dealt(policy=Policy(hands="live")), HOST, host(policy=Policy(delay=Delay()))) is not None
    assert entry_for(dealt(policy=Policy(delay=Delay())), HOST, host(policy=Policy(hands="live"))) is not None


def test_refused_names_are_those_at_the_table() -> None:
    with pytest.raises(Refusal) as refusal:
        entry_for(dealt(), HOST, names("director", EVE))
    assert "East, North, South, West" in str(refusal.value)
