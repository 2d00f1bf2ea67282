"""Changes of a table by its host and directors, which no other player may make."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from protocol.v1.bridge import Options, RollBack
from protocol.v1.codes import Code
from protocol.v1.requests import Delay, NoClock, Policy
from server.table import table
from server.table.commands import Deals, decide
from server.table.events import Acted, Closed, Hosted, Sat, Stood
from server.table.player import Player
from server.table.seats import Chair, Occupant
from server.table.table import Table
from tests.table.asking import (
    BOB,
    DIRECTOR,
    EVE,
    HOST,
    NOBODY,
    NORTH,
    ROBOT,
    SOUTH,
    STAND,
    after_absence,
    after_look,
    after_sitting,
    entry_for,
    host,
    let_in,
    named,
    refused,
    rule,
    sit,
    table_after,
)
from tests.tables import NAMES, NOON, PASS, act, dealt, opened, seated

DIRECTED = named(seated(), directors=(DIRECTOR,))


def players_of_seats(at: Table) -> list[str | None]:
    """Return the players of the seats."""
    return [chair.player for chair in at.chairs]


def test_the_host_names_directors_commentators_and_guests_as_a_whole() -> None:
    first = table_after(
        opened(), HOST, host(directors=("dirk", "eve"), commentators=("bob",), invited=("eve",))
    )
    assert (first.roles.directors, first.roles.commentators, first.roles.invited) == (
        {"dirk", "eve"},
        {"bob"},
        {"eve"},
    )
    second = table_after(first, HOST, host(directors=("eve",)))
    assert (second.roles.directors, second.roles.commentators, second.roles.invited) == (
        {"eve"},
        {"bob"},
        {"eve"},
    )
    assert table_after(second, HOST, host(directors=())).roles.directors == frozenset()


def test_other_options_change_the_number_of_seats() -> None:
    waiting = Options(scoring="rubber", partners="cut", waiting=2)
    at = table_after(opened(), HOST, host(options=waiting, seats={5: ROBOT}))
    assert [chair.robot for chair in at.chairs] == [None] * 5 + [ROBOT]
    refused(Code.FORBIDDEN, at, HOST, host(options=Options()), "these options have 4 seats")
    assert len(table_after(at, HOST, host(options=replace(waiting, boards=4))).chairs) == 6
    freed = table_after(at, HOST, host(seats={5: None}))
    assert len(table_after(freed, HOST, host(options=Options())).chairs) == 4


def test_offices_and_invitations_hold_for_the_boards_that_follow() -> None:
    at = named(dealt(), directors=(DIRECTOR,), commentators=(BOB,), invited=(EVE,))
    over = act(at, PASS, PASS, PASS, PASS)
    following = table.fold(over, table.next_deal(over, NOON))
    assert (following.roles.directors, following.roles.commentators, following.roles.invited) == (
        {"dirk"},
        {"bob"},
        {"eve"},
    )


@pytest.mark.parametrize("office", ["directors", "commentators", "invited"])
def test_a_client_without_an_id_has_no_office(office: str) -> None:
    refused(
        Code.FORBIDDEN, opened(), HOST, host(**{office: ("eve", "")}), "got an empty text as one of the ids"
    )


def test_a_director_names_robots_pauses_and_ends_the_table() -> None:
    robots = entry_for(DIRECTED, DIRECTOR, host(seats={0: "plain"}))
    assert isinstance(robots, Hosted) and robots.seats is not None and robots.seats[0].robot == "plain"
    assert entry_for(DIRECTED, DIRECTOR, host(pause=True)) == Hosted(at_ms=NOON, paused=True)
    ended = Closed(at_ms=NOON, reason="the director has ended the table")
    assert entry_for(DIRECTED, DIRECTOR, host(terminate=True)) == ended


@pytest.mark.parametrize(
    "beyond",
    [
        {"options": Options(first_board=3)},
        {"policy": Policy()},
        {"directors": ("eve",)},
        {"commentators": ("eve",)},
        {"invited": ("eve",)},
    ],
    ids=lambda beyond: next(iter(beyond)),
)
def test_the_rest_is_the_hosts_alone(beyond: dict[str, Any]) -> None:
    field = next(iter(beyond))
    refused(Code.FORBIDDEN, DIRECTED, DIRECTOR, host(**beyond), f"only the host may change {field}")
    refused(
        Code.FORBIDDEN, DIRECTED, DIRECTOR, host(pause=True, **beyond), f"only the host may change {field}"
    )


@pytest.mark.parametrize("player", [EVE, NORTH, BOB, NOBODY, ROBOT])
@pytest.mark.parametrize(
    "change", [{"pause": True}, {"place": {0: None}}, {"seats": {}}, {"terminate": True}]
)
def test_no_other_player_may_change_the_table(player: Player, change: dict[str, Any]) -> None:
    at = named(seated(), directors=(DIRECTOR,), commentators=(BOB,), invited=(EVE,))
    refused(Code.FORBIDDEN, at, player, host(**change), "only the host or a director may change the table")


def test_a_former_director_has_no_rights_left() -> None:
    refused(Code.FORBIDDEN, named(DIRECTED), DIRECTOR, host(pause=True))


# Placing players


@pytest.mark.parametrize("player", [HOST, DIRECTOR])
def test_a_present_player_is_placed_by_id(player: Player) -> None:
    placed = entry_for(named(opened(), directors=(DIRECTOR,)), player, host(place={2: "eve"}))
    assert placed == Hosted(at_ms=NOON, place={2: Occupant("eve", "Eve")})
    assert table.fold(opened(), placed).chairs[2] == Chair(player="eve", name="Eve")


def test_a_seat_is_freed_and_its_robot_plays_on() -> None:
    at = table_after(seated(), HOST, host(seats={1: "plain"}))
    freed = table_after(at, HOST, host(place={1: None}))
    assert freed.chairs[1] == Chair(robot="plain")
    assert table_after(after_absence(at, 1), HOST, host(place={1: None})).chairs[1] == Chair(robot="plain")


def test_robots_are_named_and_players_placed_at_once() -> None:
    at = table_after(opened(), HOST, host(seats={0: "plain", 1: "plain"}, place={0: "eve"}))
    assert at.chairs[:2] == (Chair(player="eve", name="Eve", robot="plain"), Chair(robot="plain"))


def test_the_robot_that_stands_in_is_dismissed_with_the_seats_own() -> None:
    at = after_absence(seated(), 0, "plain")
    assert table_after(at, HOST, host(seats={0: None})).chairs[0].house is None
    assert table_after(at, HOST, host(seats={1: None})).chairs[0].house == "plain"


def test_players_change_seats_between_the_boards() -> None:
    at = table_after(seated(), HOST, host(place={0: "east", 1: "north"}))
    assert players_of_seats(at) == ["east", "north", "south", "west"]
    moved = table_after(seated(), HOST, host(place={0: "south"}))
    assert players_of_seats(moved) == ["south", "east", None, "west"]


def test_an_absent_player_with_a_right_to_a_seat_may_be_placed() -> None:
    at, change = after_absence(seated(), 0), host(place={0: "east", 1: "north"})
    swapped = decide(at, Deals(Random(1)), HOST, change, NOON)
    assert swapped == Hosted(at_ms=NOON, place={0: Occupant("east", "East"), 1: Occupant("north", "North")})


def test_a_player_placed_elsewhere_no_longer_owns_the_former_seat() -> None:
    at = after_sitting(after_absence(seated(), 0), EVE, 0)
    moved = table_after(table_after(at, HOST, host(place={3: None})), HOST, host(place={3: "north"}))
    assert players_of_seats(moved) == ["eve", "east", "south", "north"]
    assert [moved.right_of(name) for name in ("eve", *NAMES)] == [0, 3, 1, 2, None]


def test_a_stand_in_placed_elsewhere_leaves_the_seat_to_its_owner() -> None:
    at = table_after(after_sitting(after_absence(seated(), 0), EVE, 0), HOST, host(place={1: "eve"}))
    assert (players_of_seats(at)[:2], at.chairs[0].owner) == ([None, "eve"], "north")


def test_a_stand_in_placed_in_the_same_seat_has_it_for_good() -> None:
    at = table_after(after_sitting(after_absence(seated(), 0), EVE, 0), HOST, host(place={0: "eve"}))
    assert at.chairs[0] == Chair(player="eve", name="Eve")


def test_an_absent_owner_may_be_placed_in_the_owned_seat() -> None:
    assert (
        table_after(after_absence(dealt(), 0), HOST, host(place={0: "north"})).chairs[0] == dealt().chairs[0]
    )


@pytest.mark.parametrize("stranger", ["zoe", "house:0", ""])
def test_only_present_players_may_be_placed(stranger: str) -> None:
    refused(
        Code.FORBIDDEN, opened(), HOST, host(place={0: stranger}), "expected the id of a player at this table"
    )


def test_a_player_is_placed_in_one_existing_seat() -> None:
    refused(Code.FORBIDDEN, opened(), HOST, host(place={0: "eve", 1: "eve"}), "in at most one seat")
    refused(Code.FORBIDDEN, opened(), HOST, host(place={4: "eve"}), "seats from 0 to 3, got 4")


def test_no_player_that_has_seen_another_hand_of_the_board_may_be_placed() -> None:
    words = "has seen a hand of this deal"
    refused(Code.FORBIDDEN, after_look(dealt(), EVE), HOST, host(place={0: "eve"}), f"Eve {words}")
    refused(Code.FORBIDDEN, dealt(), HOST, host(place={1: "north"}), f"North {words}")
    refused(Code.FORBIDDEN, dealt(), HOST, host(place={0: "east", 1: "north"}), words)
    stood = table.fold(dealt(), Stood(at_ms=NOON, seat=0))
    refused(Code.FORBIDDEN, stood, HOST, host(place={1: "north"}), f"North {words}")
    refused(Code.FORBIDDEN, after_absence(dealt(), 0), HOST, host(place={1: "north"}), f"North {words}")
    assert isinstance(entry_for(let_in(dealt(), EVE, 0), HOST, host(place={0: "eve"})), Hosted)


def test_a_player_replaced_during_a_board_knows_the_former_hand() -> None:
    at = after_absence(table_after(let_in(dealt(), EVE, 0), HOST, host(place={0: "eve"})), 2)
    assert (at.may_sit("north", 0), at.may_sit("north", 2)) == (True, False)


def test_a_placed_player_may_stand_up() -> None:
    at = table_after(opened(), HOST, host(place={0: "south"}))
    assert entry_for(at, SOUTH, STAND) == Stood(at_ms=NOON, seat=0)


def test_the_policys_robot_plays_for_a_player_removed_during_a_board() -> None:
    policy = Policy(substitute="plain")
    removed = table_after(dealt(policy=policy), HOST, host(place={0: None}))
    assert removed.chairs[0] == Chair(substitute="plain")
    agreed = let_in(dealt(policy=policy), EVE, 0)
    assert table_after(agreed, HOST, host(place={0: "eve"})).chairs[0] == Chair("eve", "Eve")
    assert table_after(seated(policy=policy), HOST, host(place={0: None})).chairs[0] == Chair()


def test_a_removed_player_sits_down_in_the_next_board_or_where_the_host_places_the_player() -> None:
    removed = table_after(dealt(), HOST, host(place={0: None}))
    refused(
        Code.FORBIDDEN,
        removed,
        NORTH,
        sit(0),
        "removed from your seat: sit in the next deal, or ask the host to seat you",
    )
    placed = table_after(removed, HOST, host(place={0: "north"}))
    assert isinstance(entry_for(table_after(placed, NORTH, STAND), NORTH, sit(0)), Sat)
    over = removed
    while not over.over:
        over = table.fold(over, Acted(at_ms=NOON, seat=over.game.to_act(over.state)[0], action=PASS))
    refused(Code.FORBIDDEN, over, NORTH, sit(0), "sit in the next deal")
    assert isinstance(entry_for(table.fold(over, table.next_deal(over, NOON)), NORTH, sit(0)), Sat)


def test_an_absent_owner_may_be_removed_and_may_not_return_in_this_board() -> None:
    removed = table_after(after_absence(dealt(), 0), HOST, host(place={0: None}))
    refused(Code.FORBIDDEN, removed, NORTH, sit(0), "removed from your seat")


def test_a_player_that_may_not_sit_in_a_reopened_board_gets_this_reason() -> None:
    at = named(act(dealt(), PASS, PASS, PASS, PASS), directors=(DIRECTOR,))
    reopened = table_after(table_after(at, DIRECTOR, rule(RollBack(2))), NORTH, STAND)
    words = "this deal was reopened after all hands were shown"
    refused(Code.FORBIDDEN, reopened, EVE, sit(0), words)
    refused(Code.FORBIDDEN, reopened, HOST, host(place={0: "eve"}), words)
    refused(Code.FORBIDDEN, after_look(reopened, EVE), EVE, sit(0), "you have seen a hand of this deal")
    refused(
        Code.FORBIDDEN,
        table_after(reopened, SOUTH, STAND),
        SOUTH,
        sit(0),
        "you have seen a hand of this deal",
    )


# Visibility of hands, and time

AFTER, LIVE = Policy(), Policy(hands="live")
LATE, LATER = Policy(delay=Delay(ms=60_000)), Policy(delay=Delay(ms=60_000, boards=1))


@pytest.mark.parametrize(
    ("before", "after"), [(AFTER, LIVE), (AFTER, LATE), (LATER, LATE), (LATE, AFTER), (LATE, LIVE)], ids=str
)
def test_a_policy_that_shows_hands_sooner_is_allowed_only_between_boards(
    before: Policy, after: Policy
) -> None:
    words = "you can show hands to watchers sooner only between deals"
    refused(Code.FORBIDDEN, dealt(policy=before), HOST, host(policy=after), words)
    over = act(dealt(policy=before), PASS, PASS, PASS, PASS)
    for between in (seated(policy=before), over):
        assert table_after(between, HOST, host(policy=after)).policy == after


@pytest.mark.parametrize(
    ("before", "after"), [(LIVE, AFTER), (LIVE, LATE), (LATE, LATER), (AFTER, AFTER), (LATE, LATE)], ids=str
)
def test_a_policy_that_shows_hands_later_or_equally_is_always_allowed(before: Policy, after: Policy) -> None:
    changed = replace(after, warn_ms=1)
    assert table_after(dealt(policy=before), HOST, host(policy=changed)).policy == changed


@pytest.mark.parametrize("player", [HOST, DIRECTOR])
def test_time_is_given_by_the_host_and_by_a_director(player: Player) -> None:
    at = named(dealt(), directors=(DIRECTOR,))
    assert table_after(at, player, host(add_ms=60_000)).clock.deadline_ms() == NOON + 90_000
    refused(
        Code.FORBIDDEN, at, NORTH, host(add_ms=60_000), "only the host or a director may change the table"
    )


def test_time_is_given_while_the_table_is_paused_too() -> None:
    given = table_after(table_after(dealt(), HOST, host(pause=True)), HOST, host(add_ms=60_000, pause=False))
    assert given.clock.deadline_ms() == NOON + 90_000


def test_no_time_is_added_without_a_clock_or_a_board() -> None:
    untimed = dealt(policy=Policy(clock=NoClock()))
    refused(Code.FORBIDDEN, untimed, HOST, host(add_ms=1), "this table has no clock")
    refused(Code.FORBIDDEN, seated(), HOST, host(add_ms=1), "no deal is being played")
