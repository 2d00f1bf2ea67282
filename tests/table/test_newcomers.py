"""Newcomers: players that take a seat during a deal, with the consent of its players or without."""

from __future__ import annotations

import pytest

from protocol.v1.codes import Code
from protocol.v1.requests import Consent, Policy, Stand
from server.errors import Refusal
from server.table import table
from server.table.events import Away, Back, Hosted, Sat, Stood
from server.table.hand_access import SHORT_ABSENCE_MS
from server.table.log_fold import restore
from server.table.newcomers import missing_for_seat
from server.table.offices import NotAgreed
from server.table.player import Player
from server.table.table import Table
from tests.table.asking import (
    BOB,
    DIRECTOR,
    EAST,
    EVE,
    HOST,
    NORTH,
    SOUTH,
    STAND,
    WEST,
    after_absence,
    after_look,
    entry_for,
    host,
    let_in,
    named,
    refused,
    sit,
    table_after,
)
from tests.tables import NOON, PASS, act, dealt, seated

FOUR = (NORTH, EAST, SOUTH, WEST)
INVITED = Hosted(at_ms=NOON, invited=("eve",))


def dealt_with(**before: tuple[Player, ...]) -> Table:
    """Return a table at which the host named these players before the deal."""
    at = named(seated(), **before)
    return table.fold(at, deal_of(dealt()))


def deal_of(at: Table) -> table.Acted:
    return table.Acted(at_ms=at.time_ms, action=at.state.deal)


def stood(at: Table, player: Player) -> Table:
    return table_after(at, player, STAND)


def agrees(at: Table, *players: Player, to: Player = EVE, seat: int = 3, agree: bool = True) -> Table:
    """Return the table after these players have agreed to a newcomer, one after the other."""
    for player in players:
        consent = Consent(table="t", player=to.id, office="seat", seat=seat, agree=agree)
        at = table_after(at, player, consent)
    return at


def asked(at: Table, sender: Player, newcomer: Player, seat: int, now_ms: int = NOON) -> set[str]:
    return set(missing_for_seat(at, sender.id, newcomer.id, seat, now_ms))


# The consent


def test_between_deals_a_newcomer_needs_no_consent() -> None:
    over = act(dealt(), PASS, PASS, PASS, PASS)
    for at in (seated(), over):
        free = table_after(at, HOST, host(place={3: None}))
        assert isinstance(entry_for(free, EVE, sit(3)), Sat)
        assert isinstance(entry_for(free, HOST, host(place={2: "eve"})), Hosted)


def test_during_a_deal_every_player_of_it_is_asked_but_the_newcomer_and_the_sender() -> None:
    at = stood(dealt(), WEST)
    assert asked(at, EVE, EVE, 3) == asked(at, HOST, EVE, 3) == {"north", "east", "south"}
    assert asked(at, NORTH, EVE, 3) == {"east", "south"}
    refused(
        Code.FORBIDDEN, at, EVE, sit(3), "must agree before you sit down; the server asks East, North, South"
    )
    refused(Code.FORBIDDEN, at, HOST, host(place={3: "eve"}), "must agree before Eve takes a seat")


def test_the_player_whose_seat_a_newcomer_would_get_is_asked() -> None:
    at = agrees(dealt(), NORTH, EAST, SOUTH)
    refused(Code.FORBIDDEN, at, HOST, host(place={3: "eve"}), "the server asks West")
    assert table_after(agrees(at, WEST), HOST, host(place={3: "eve"})).chairs[3].player == "eve"


def test_consent_is_to_one_newcomer_in_one_seat() -> None:
    at = agrees(stood(dealt(), WEST), NORTH, EAST, SOUTH)
    assert isinstance(entry_for(at, EVE, sit(3)), Sat)
    refused(Code.FORBIDDEN, at, BOB, sit(3))
    refused(Code.FORBIDDEN, at, HOST, host(place={2: "eve"}), "the server asks East, North, South")


def test_consent_to_a_newcomer_is_no_consent_to_an_office_nor_the_other_way_round() -> None:
    at = agrees(dealt(), *FOUR)
    refused(Code.FORBIDDEN, at, HOST, host(directors=("eve",)), "sees every hand")
    for player in FOUR:
        at = table_after(at, player, Consent(table="t", player="bob", office="commentator"))
    refused(Code.FORBIDDEN, at, HOST, host(place={3: "bob"}))


def test_consent_to_a_newcomer_is_taken_back_and_ends_with_the_deal() -> None:
    at = agrees(stood(dealt(), WEST), NORTH, EAST, SOUTH)
    refused(Code.FORBIDDEN, agrees(at, EAST, agree=False), EVE, sit(3), "the server asks East")
    over = act(agrees(dealt(), *FOUR), PASS, PASS, PASS, PASS)
    assert table.fold(over, table.next_deal(over, NOON)).hand_access.seat_consents == frozenset()


def test_the_same_consent_twice_is_one() -> None:
    wish = Consent(table="t", player="eve", office="seat", seat=3)
    assert entry_for(agrees(dealt(), NORTH), NORTH, wish) is None
    assert (
        entry_for(dealt(), NORTH, Consent(table="t", player="eve", office="seat", seat=3, agree=False))
        is None
    )


@pytest.mark.parametrize("seat", [None, 4])
def test_consent_to_a_newcomer_names_a_seat_of_the_table(seat: int | None) -> None:
    wish = Consent(table="t", player="eve", office="seat", seat=seat)
    refused(Code.FORBIDDEN, dealt(), NORTH, wish, f"`seat` to be a seat from 0 to 3, got {seat}")


def test_only_players_of_the_deal_agree_to_a_newcomer() -> None:
    wish = Consent(table="t", player="eve", office="seat", seat=3)
    for player in (HOST, EVE, BOB):
        refused(Code.NOT_SEATED, dealt(), player, wish)
    refused(Code.FORBIDDEN, seated(), NORTH, wish, "no deal is being played")


def test_robots_are_not_asked_and_a_table_of_robots_asks_the_player_that_has_left_the_seat() -> None:
    at = dealt()
    for player in (EAST, SOUTH, WEST):
        at = stood(at, player)
    assert asked(at, EVE, EVE, 1) == {"north", "east"}, "North alone could let in a second guest"
    assert asked(stood(at, NORTH), EVE, EVE, 1) == {"east"}, "the hand was East's in this deal"


def test_two_players_left_decide_without_the_player_that_has_stood_up() -> None:
    at = stood(stood(dealt(), WEST), SOUTH)
    assert asked(at, EVE, EVE, 3) == {"north", "east"}
    assert asked(stood(at, EAST), EVE, EVE, 3) == {"north", "west"}
    agreed = agrees(stood(at, EAST), NORTH, WEST)
    assert isinstance(entry_for(agreed, EVE, sit(3)), Sat)


def test_a_host_that_has_given_the_table_away_in_this_deal_still_counts_as_a_host() -> None:
    at = dealt(policy=Policy(hold_ms=SHORT_ABSENCE_MS))
    for player in (EAST, SOUTH):
        at = stood(at, player)
    at = after_absence(table_after(at, HOST, host(host="north")), 3)
    assert asked(at, EVE, EVE, 3) == {"north", "west"}
    given = table_after(at, NORTH, host(host="bob"))
    assert asked(given, EVE, EVE, 3) == {"north", "west"}
    assert asked(given, BOB, EVE, 3) == {"north", "west"}
    before = table.fold(table_after(seated(), HOST, host(host="bob")), deal_of(dealt()))
    assert before.hand_access.former_hosts == frozenset()


def test_a_seat_without_hidden_cards_is_free_to_all() -> None:
    assert missing_for_seat(seated(), "eve", "eve", 0, NOON) == frozenset()


# The rights to a seat


def test_a_player_goes_back_to_the_seat_of_this_deal_without_consent() -> None:
    assert isinstance(entry_for(stood(dealt(), WEST), WEST, sit(3)), Sat)
    removed = table_after(dealt(), HOST, host(place={3: None}))
    assert isinstance(entry_for(removed, HOST, host(place={3: "west"})), Hosted)
    assert isinstance(entry_for(after_absence(dealt(), 3), WEST, sit(3)), Back)


def test_removed_players_are_asked_and_the_host_cannot_remove_all_who_would_refuse() -> None:
    at = table_after(dealt(), HOST, host(place={0: None, 1: None, 2: None, 3: None}))
    assert asked(at, EVE, EVE, 3) == asked(at, HOST, EVE, 3) == {"north", "east", "south", "west"}


def test_a_stranger_is_told_the_names_of_seated_players_only() -> None:
    at = table_after(dealt(), HOST, host(place={0: None}))
    refused(Code.FORBIDDEN, stood(at, WEST), EVE, sit(3), "asks East, South, 1 other player$")
    hidden = table.fold(stood(at, WEST), Hosted(at_ms=NOON, policy=Policy(watchers=False)))
    refused(Code.FORBIDDEN, hidden, EVE, sit(3), "the server asks 3 other players$")


def test_the_refusal_is_the_kind_after_which_the_server_asks() -> None:
    with pytest.raises(NotAgreed):
        entry_for(stood(dealt(), WEST), EVE, sit(3))
    with pytest.raises(Refusal) as refusal:
        entry_for(dealt(), EVE, sit(3))
    assert not isinstance(refusal.value, NotAgreed)


# Absent players


def test_a_player_that_is_absent_too_long_is_not_asked() -> None:
    policy = Policy(hold_ms=SHORT_ABSENCE_MS)
    assert asked(after_absence(dealt(policy=policy), 1), EVE, EVE, 1) == {"north", "south", "west"}


def test_a_player_that_is_absent_for_a_moment_is_asked_however_short_the_hold_is() -> None:
    at = after_absence(dealt(policy=Policy(hold_ms=10_000)), 1)
    everybody, others = {"north", "east", "south", "west"}, {"north", "south", "west"}
    assert asked(at, EVE, EVE, 1, NOON + SHORT_ABSENCE_MS - 10_001) == everybody
    assert asked(at, EVE, EVE, 1, NOON + SHORT_ABSENCE_MS - 10_000) == others
    again = after_absence(table.fold(at, Back(at_ms=NOON + 60_000, seat=1)), 1)
    assert asked(again, EVE, EVE, 1, NOON + 60_000) == everybody


def test_a_player_that_was_away_for_a_moment_when_the_deal_began_is_asked() -> None:
    over = act(dealt(policy=Policy(hold_ms=0)), PASS, PASS, PASS, PASS)
    base = table.next_deal(after_absence(over, 1), NOON)
    at = table.fold(table.fold(over, base), deal_of(dealt()))
    assert "east" in asked(at, EVE, EVE, 1, NOON + 1_000)
    assert "east" not in asked(at, EVE, EVE, 1, NOON + SHORT_ABSENCE_MS)


def test_the_substitute_of_an_absent_player_is_asked() -> None:
    at = after_absence(dealt(policy=Policy(hold_ms=SHORT_ABSENCE_MS)), 1)
    at = table_after(let_in(at, BOB, 1), BOB, sit(1))
    assert asked(at, HOST, EVE, 1) == {"north", "bob", "south", "west"}


# A seat that became free


def test_a_guest_invited_before_the_deal_takes_the_seat_of_a_player_that_stood_up() -> None:
    at = dealt_with(invited=(EVE,))
    assert isinstance(entry_for(stood(at, WEST), EVE, sit(3)), Sat)
    refused(Code.FORBIDDEN, stood(at, WEST), BOB, sit(3))


def test_a_guest_invited_during_the_deal_does_not() -> None:
    at = named(stood(dealt(), WEST), invited=(EVE,))
    refused(Code.FORBIDDEN, at, EVE, sit(3), "must agree")
    uninvited = named(stood(dealt_with(invited=(EVE,)), WEST), invited=())
    refused(Code.FORBIDDEN, named(uninvited, invited=(EVE,)), EVE, sit(3), "must agree")


def test_the_guest_takes_the_seat_of_an_absent_player_unless_a_robot_plays_there() -> None:
    at = dealt_with(invited=(EVE,))
    late = NOON + SHORT_ABSENCE_MS
    assert isinstance(entry_for(after_absence(at, 3), EVE, sit(3), late), Sat)
    refused(Code.FORBIDDEN, after_absence(at, 3, "plain"), EVE, sit(3), "must agree")


def test_the_guest_does_not_take_the_seat_of_a_removed_player_or_of_a_robot() -> None:
    at = dealt_with(invited=(EVE,))
    refused(Code.FORBIDDEN, table_after(at, HOST, host(place={3: None})), EVE, sit(3), "must agree")
    back = table_after(stood(at, WEST), WEST, sit(3))
    refused(Code.FORBIDDEN, table_after(back, HOST, host(place={3: None})), EVE, sit(3), "must agree")
    seats = table_after(seated(), HOST, host(place={3: None}, seats={3: "plain"}))
    robots = table.fold(named(seats, invited=(EVE,)), deal_of(dealt()))
    refused(Code.FORBIDDEN, robots, EVE, sit(3), "must agree")
    refused(Code.FORBIDDEN, table_after(robots, HOST, host(seats={3: None})), EVE, sit(3), "must agree")


def test_the_host_does_not_place_the_guest_in_a_seat_that_became_free() -> None:
    at = stood(dealt_with(invited=(EVE,)), WEST)
    refused(Code.FORBIDDEN, at, HOST, host(place={3: "eve"}), "must agree")


def test_a_seat_that_a_newcomer_leaves_again_is_not_free_to_the_next_guest() -> None:
    at = stood(dealt_with(invited=(EVE, BOB)), WEST)
    at = stood(table_after(at, EVE, sit(3)), EVE)
    refused(Code.FORBIDDEN, at, BOB, sit(3), "must agree")
    assert isinstance(entry_for(at, EVE, sit(3)), Sat)


def test_the_guest_takes_a_seat_that_its_absent_player_has_given_up() -> None:
    at = after_absence(dealt_with(invited=(EVE,)), 3, "plain")
    assert isinstance(entry_for(table_after(at, WEST, Stand(table="t")), EVE, sit(3)), Sat)


# Directors


def test_a_director_since_before_the_deal_that_knows_no_hand_places_a_player() -> None:
    at = dealt_with(directors=(DIRECTOR,))
    assert isinstance(entry_for(at, DIRECTOR, host(place={3: "eve"})), Hosted)


def test_a_director_that_was_named_during_the_deal_or_has_seen_a_hand_needs_consent() -> None:
    refused(
        Code.FORBIDDEN, named(dealt(), directors=(DIRECTOR,)), DIRECTOR, host(place={3: "eve"}), "must agree"
    )
    looked = after_look(dealt_with(directors=(DIRECTOR,)), DIRECTOR)
    refused(Code.FORBIDDEN, looked, DIRECTOR, host(place={3: "eve"}), "must agree")
    renamed = named(named(dealt_with(directors=(DIRECTOR,)), directors=()), directors=(DIRECTOR,))
    refused(Code.FORBIDDEN, renamed, DIRECTOR, host(place={3: "eve"}), "must agree")


def test_a_director_that_plays_or_has_played_in_the_deal_needs_consent() -> None:
    at = dealt_with(directors=(NORTH,))
    refused(Code.FORBIDDEN, at, NORTH, host(place={3: "eve"}), "must agree")
    refused(Code.FORBIDDEN, stood(at, NORTH), NORTH, host(place={3: "eve"}), "must agree")


def test_a_director_does_not_take_a_seat_without_consent() -> None:
    at = dealt_with(directors=(DIRECTOR,))
    refused(Code.FORBIDDEN, at, DIRECTOR, host(place={3: DIRECTOR.id}), "must agree")
    refused(Code.FORBIDDEN, stood(at, WEST), DIRECTOR, sit(3), "must agree")


# The log


def test_who_may_take_a_seat_follows_from_the_log() -> None:
    entries = [
        table.open_with(dealt().game, dealt().game.options_type(), seated().chairs, Policy(), NOON, "host"),
        INVITED,
        deal_of(dealt()),
        Hosted(at_ms=NOON, invited=("bob", "eve"), directors=("dirk",)),
        Stood(at_ms=NOON, seat=3),
        Away(at_ms=NOON, seat=2),
    ]
    at = restore("t", dealt().game, 0, tuple(entries))
    access = at.hand_access
    assert (access.freed, access.new_invited, access.new_directors) == ({2, 3}, {"bob"}, {"dirk"})
    assert isinstance(entry_for(at, EVE, sit(3)), Sat)
    refused(Code.FORBIDDEN, at, BOB, sit(3), "must agree")
