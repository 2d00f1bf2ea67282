"""Seats that are held, filled by stand-ins and given back, and the permission to look into a hand."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from protocol.v1.codes import Code
from protocol.v1.requests import Delay, PerMove, Policy
from protocol.v1.spades import Options
from server.games.base import Kibitzer
from server.games.bridge.match import Paired
from server.games.bridge.rules import BRIDGE
from server.games.spades.rules import SPADES
from server.table import schedule, table
from server.table.commands import Expire, Look, Return, check_act
from server.table.events import Acted, Away, Back, Closed, Hosted, Sat, Saw, Shown, Stood, house_id
from server.table.player import Player
from server.table.schedule import Due
from server.table.seating import substitute
from server.table.seats import Chair
from server.table.table import Table
from tests.table.asking import (
    AFTER,
    BOB,
    DIRECTOR,
    EAST,
    EVE,
    LIVE,
    NOBODY,
    NORTH,
    ROBOT,
    SOUTH,
    STAND,
    after_absence,
    after_look,
    after_showing,
    after_sitting,
    entry_for,
    host,
    let_in,
    named,
    refused,
    show,
    sit,
    table_after,
    with_policy,
)
from tests.tables import NOON, PASS, dealt, opened, seated

ROBOTS = (Chair(robot="plain"),) * 4
TOO_LONG = Expire(people_present=True, away=(0,))


def passed_out(at: Table) -> Table:
    """Return the table with its board passed out, by players or robots."""
    for _ in range(4):
        at = table.fold(at, Acted(at_ms=at.time_ms, seat=at.game.to_act(at.state)[0], action=PASS))
    return at


def next_board(at: Table) -> Table:
    """Return the table with its board passed out and the next deal due."""
    over = passed_out(at)
    return table.fold(over, table.next_deal(over, over.time_ms))


def rubber() -> Table:
    """Return a rubber table with four players, and Eve waiting beside it."""
    chairs = (*seated().chairs, Chair(player="eve", name="Eve"))
    options = BRIDGE.options_type(scoring="rubber", waiting=1)
    return table.begin("t", BRIDGE, 0, table.open_with(BRIDGE, options, chairs, AFTER, NOON))


# Held seats and stand-ins


def test_a_player_that_is_absent_too_long_owns_the_seat_and_another_player_may_stand_in() -> None:
    away = entry_for(dealt(), NOBODY, TOO_LONG)
    assert away == Away(at_ms=NOON, seat=0)
    chair = table.fold(dealt(), away).chairs[0]
    assert chair == Chair(owner="north", owner_name="North")
    assert (chair.taken, chair.house) == (False, None)
    assert entry_for(let_in(after_absence(dealt(), 0), EVE, 0), EVE, sit(0)) == Sat(
        at_ms=NOON, seat=0, player="eve", name="Eve"
    )


def test_the_policys_robot_stands_in_for_an_absent_player() -> None:
    away = entry_for(dealt(policy=Policy(substitute="plain")), NOBODY, TOO_LONG)
    assert away == Away(at_ms=NOON, seat=0, robot="plain")
    after = table.fold(dealt(), away)
    assert (after.chairs[0].house, after.seat_of(house_id(0)), after.seat_of("north")) == ("plain", 0, None)


def test_the_seats_own_robot_plays_before_the_policys() -> None:
    after = after_absence(seated(chairs=(Chair(robot="random"), *(Chair(),) * 3)), 0, "plain")
    assert after.chairs[0].house == "random"
    assert after_absence(seated(chairs=ROBOTS), 0).chairs[0].house == "plain"


def test_seats_are_given_up_one_by_one_and_none_twice() -> None:
    both = Expire(people_present=True, away=(0, 2))
    first = table_after(dealt(), NOBODY, both)
    assert entry_for(first, NOBODY, both) == Away(at_ms=NOON, seat=2)
    assert entry_for(table_after(first, NOBODY, both), NOBODY, both) is None
    closed = table.fold(dealt(), Closed(at_ms=NOON, reason="over"))
    assert entry_for(closed, NOBODY, both) is None


def test_a_stand_in_replaces_an_absent_player_before_the_clock_plays() -> None:
    late = NOON + 30_000
    assert isinstance(entry_for(dealt(), NOBODY, TOO_LONG, late), Away)
    assert isinstance(entry_for(dealt(), NOBODY, Expire(people_present=True), late), Acted)


def test_a_robot_that_stands_in_acts_for_the_seat_and_its_time_does_not_count() -> None:
    after = after_absence(dealt(), 0, "plain")
    assert after.clock.deadline_ms() is None
    passed = check_act(after, house_id(0), 1, after.decision, PASS, NOON)
    assert passed is not None and table.fold(after, passed).decision == "0.1"


def test_the_clock_of_a_seat_runs_while_it_is_held_and_while_it_has_no_stand_in() -> None:
    assert after_absence(dealt(), 0).clock.deadline_ms() == dealt().clock.deadline_ms() == NOON + 30_000
    forced = schedule.forced(after_absence(dealt(), 0), NOON + 30_000)
    assert forced is not None and (forced.seat, forced.action) == (0, PASS)


def test_the_next_deal_waits_for_a_stand_in() -> None:
    after = next_board(after_absence(dealt(policy=AFTER), 1, "plain"))
    assert schedule.due(after, None) == (Due.DEAL, NOON)
    empty = after_absence(seated(), 1)
    assert schedule.due(empty, None) is None
    assert schedule.due(after_sitting(empty, EVE, 1), None) == (Due.DEAL, NOON)


def test_a_deal_needs_its_four_seats_and_not_those_beside_the_table() -> None:
    due = (Due.DEAL, NOON)
    assert schedule.due(rubber(), None) == due
    assert schedule.due(after_absence(rubber(), 4), None) == due
    assert schedule.due(after_absence(rubber(), 3), None) is None


# The return of a seat


@pytest.mark.parametrize("robot", ["plain", None])
def test_the_owner_gets_his_seat_back_when_he_is_here_again(robot: str | None) -> None:
    after = after_absence(dealt(), 0, robot)
    assert (
        entry_for(after, NOBODY, Return(0, "north"))
        == entry_for(after, NORTH, sit(0))
        == Back(at_ms=NOON, seat=0)
    )
    assert table_after(after, NOBODY, Return(0, "north")).chairs == dealt().chairs
    with_robots = seated(chairs=ROBOTS)
    assert (
        table_after(after_absence(with_robots, 0, robot), NOBODY, Return(0, "north")).chairs
        == with_robots.chairs
    )


def test_the_owner_gets_the_seat_back_from_the_stand_in() -> None:
    stood_in = after_sitting(after_absence(dealt(), 0, "plain"), EVE, 0)
    assert (stood_in.seat_of("eve"), stood_in.seat_of("north")) == (0, None)
    back = table_after(stood_in, NORTH, sit(0))
    assert (back.seat_of("eve"), back.seat_of("north"), back.right_of("eve")) == (None, 0, None)


def test_a_seat_without_an_owner_is_not_given_back() -> None:
    assert entry_for(dealt(), NOBODY, Return(0, "north")) is None
    assert entry_for(opened(), NOBODY, Return(0, "north")) is None
    closed = table.fold(after_absence(dealt(), 0), Closed(at_ms=NOON, reason="over"))
    assert entry_for(closed, NOBODY, Return(0, "north")) is None


def test_the_right_to_a_seat_outlives_the_deal_and_the_stand_in() -> None:
    after = after_absence(dealt(policy=AFTER), 3)
    after = table_after(after_sitting(after, EVE, 3), EVE, STAND)
    assert entry_for(next_board(after), NOBODY, Return(3, "west")) == Back(at_ms=NOON, seat=3)


def test_a_stand_in_that_is_absent_too_long_has_no_right_to_the_seat() -> None:
    after = after_absence(after_sitting(after_absence(dealt(), 0), EVE, 0), 0, "plain")
    assert after.chairs[0] == Chair(owner="north", owner_name="North", substitute="plain")
    assert after.right_of("eve") is None


def test_a_robot_that_stood_in_goes_on_when_a_human_stand_in_stands_up() -> None:
    after = table_after(after_sitting(after_absence(dealt(), 0, "plain"), EVE, 0), EVE, STAND)
    assert after.chairs[0].house == "plain"


def test_an_owner_that_stands_up_gives_up_the_seat_for_good() -> None:
    given_up = entry_for(after_absence(dealt(), 0, "plain"), NORTH, STAND)
    assert given_up == Stood(at_ms=NOON, seat=0, owner=True)
    after = table.fold(after_absence(dealt(), 0, "plain"), given_up)
    assert (after.right_of("north"), after.chairs[0].house) == (None, "plain")
    assert entry_for(after, NOBODY, Return(0, "north")) is None
    assert table_after(after, NORTH, sit(0)).chairs[0] == Chair(player="north", name="North")


def test_a_seat_given_up_by_its_owner_belongs_to_the_stand_in() -> None:
    after = table_after(after_sitting(after_absence(dealt(), 0, "plain"), EVE, 0), NORTH, STAND)
    assert after.chairs[0] == Chair(player="eve", name="Eve")
    assert after_absence(after, 0).right_of("eve") == 0


def test_a_player_that_owns_a_seat_may_not_sit_in_another() -> None:
    after = after_absence(after_absence(seated(), 0), 1)
    refused(Code.FORBIDDEN, after, NORTH, sit(1), "another seat at this table; stand up first")
    assert isinstance(entry_for(table_after(after, NORTH, STAND), NORTH, sit(1)), Sat)


# Knowledge of a hand bars other seats


def test_a_player_that_has_seen_a_hand_may_not_stand_in() -> None:
    refused(
        Code.FORBIDDEN, after_look(after_absence(dealt(), 0), EVE), EVE, sit(0), "seen a hand of this deal"
    )


def test_a_former_stand_in_may_sit_only_in_that_seat_until_the_end_of_the_board() -> None:
    back = table_after(after_sitting(after_absence(dealt(), 0), EVE, 0), NORTH, sit(0))
    refused(Code.FORBIDDEN, after_absence(back, 1), EVE, sit(1), "seen a hand of this deal")
    assert isinstance(entry_for(after_absence(back, 0), EVE, sit(0)), Sat)
    over = passed_out(back)
    assert isinstance(entry_for(after_absence(over, 1), EVE, sit(1)), Sat)


def test_an_owner_that_gave_up_the_seat_still_knows_its_hand() -> None:
    after = after_absence(table_after(after_absence(dealt(), 0), NORTH, STAND), 1)
    refused(Code.FORBIDDEN, after, NORTH, sit(1), "seen a hand of this deal")


def test_an_owner_that_was_absent_at_the_deal_knows_no_hand() -> None:
    before = after_absence(after_absence(seated(policy=AFTER), 0, "plain"), 1, "plain")
    after = table.fold(before, Acted(at_ms=NOON, action=dealt().state.deal))  # type: ignore[attr-defined]
    stood = let_in(table_after(after, NORTH, STAND), NORTH, 1)
    assert isinstance(entry_for(stood, NORTH, sit(1)), Sat)


def test_a_player_beside_the_table_knows_no_hand() -> None:
    at = rubber()
    while not at.hidden:
        at = table_after(at, NOBODY, Expire(people_present=True))
    free = after_absence(table_after(at, EVE, STAND), 1)
    assert isinstance(entry_for(let_in(free, EVE, 1), EVE, sit(1)), Sat)
    refused(Code.FORBIDDEN, after_absence(table_after(at, NORTH, STAND), 1), NORTH, sit(1), "seen a hand")


# The right to enter


def test_only_the_invited_sit_at_an_invited_table() -> None:
    closed = with_policy(opened(), access="invited")
    refused(Code.FORBIDDEN, closed, EVE, sit(0), "invited by its host")
    assert isinstance(entry_for(named(closed, invited=(EVE,)), EVE, sit(0)), Sat)
    assert isinstance(entry_for(named(closed, directors=(EVE,)), EVE, sit(0)), Sat)
    assert isinstance(entry_for(with_policy(opened(), access="private"), EVE, sit(0)), Sat)
    assert isinstance(entry_for(with_policy(opened(), watchers=False), EVE, sit(0)), Sat)


def test_an_owner_needs_no_invitation_to_his_own_seat() -> None:
    assert isinstance(
        entry_for(with_policy(after_absence(dealt(), 0), access="invited"), NORTH, sit(0)), Back
    )


# Permission to see a hand


def test_a_player_lets_a_watcher_look_and_no_more() -> None:
    leave = entry_for(dealt(), NORTH, show(EVE))
    assert leave == Shown(at_ms=NOON, seat=0, player="eve")
    allowed = table.fold(dealt(), leave)
    assert allowed.hand_access.permissions == {(0, "eve")}
    assert entry_for(allowed, NORTH, show(EVE)) is None
    revoked = entry_for(allowed, NORTH, show(EVE, hand=False))
    assert revoked == Shown(at_ms=NOON, seat=0, player="eve", hand=False)
    assert table.fold(allowed, revoked).hand_access.permissions == frozenset()
    assert entry_for(dealt(), NORTH, show(EVE, hand=False)) is None


def test_only_the_player_of_a_seat_shows_its_hand() -> None:
    refused(Code.NOT_SEATED, dealt(), EVE, show(BOB), "only the player of a seat")
    refused(Code.NOT_SEATED, opened(chairs=ROBOTS), ROBOT, show(EVE))
    away = after_sitting(after_absence(dealt(), 0), BOB, 0)
    refused(Code.NOT_SEATED, away, NORTH, show(EVE))
    assert entry_for(away, BOB, show(EVE)) == Shown(at_ms=NOON, seat=0, player="eve")


def test_a_hand_is_shown_to_present_watchers_and_to_no_player() -> None:
    for player in (NORTH, SOUTH):
        refused(Code.FORBIDDEN, dealt(), NORTH, show(player), "the player .* of this table")
    refused(Code.FORBIDDEN, after_absence(dealt(), 1), NORTH, show(EAST), "the player .* of this table")
    for stranger in (NOBODY, Player("zoe")):
        refused(Code.FORBIDDEN, dealt(), NORTH, show(stranger), "a watcher of this table")
    robot = after_absence(seated(chairs=ROBOTS), 0)
    refused(Code.FORBIDDEN, robot, SOUTH, show(ROBOT), "the player .* of this table")


def test_the_permission_of_an_absent_watcher_may_be_withdrawn() -> None:
    assert (
        table_after(
            after_showing(dealt(), 0, Player("zoe")), NORTH, show(Player("zoe"), hand=False)
        ).hand_access.permissions
        == frozenset()
    )


def test_no_watcher_gets_permission_for_a_hand_of_a_match() -> None:
    at = replace(dealt(), state=BRIDGE.rule(dealt().state, Paired("open", "u"), NOON))
    refused(Code.FORBIDDEN, at, NORTH, show(EVE), "all hands with a delay")


def test_nothing_is_shown_sooner_than_the_delay_nor_at_a_closed_table() -> None:
    delayed = with_policy(dealt(), delay=Delay(boards=1))
    refused(Code.FORBIDDEN, delayed, NORTH, show(EVE), "all hands with a delay")
    closed = table.fold(dealt(), Closed(at_ms=NOON, reason="over"))
    refused(Code.FORBIDDEN, closed, NORTH, show(EVE), "closed")


def test_a_permitted_look_is_logged_before_the_hand_is_shown() -> None:
    look = Look(Kibitzer(0))
    refused(Code.FORBIDDEN, dealt(), EVE, look, "by permission of the seat")
    allowed = after_showing(dealt(), 0, EVE)
    assert entry_for(allowed, EVE, look) == Saw(at_ms=NOON, player="eve")
    refused(Code.FORBIDDEN, allowed, EVE, Look(Kibitzer(1)), "by permission of the seat")
    refused(Code.FORBIDDEN, allowed, BOB, look, "by permission of the seat")
    refused(Code.FORBIDDEN, after_absence(after_look(allowed, EVE), 2), EVE, sit(2), "seen a hand")


def test_a_permission_holds_for_the_boards_that_follow() -> None:
    allowed = after_showing(dealt(policy=AFTER), 0, EVE)
    assert next_board(allowed).hand_access.permissions == {(0, "eve")}


@pytest.mark.parametrize(
    "change", ["stands", "is gone", "is placed elsewhere", "gets it back from the stand-in"]
)
def test_a_permission_ends_when_the_seat_has_another_player(change: str) -> None:
    both = after_showing(after_showing(named(seated(), directors=(DIRECTOR,)), 0, EVE), 1, EVE)
    match change:
        case "stands":
            after = table_after(both, NORTH, STAND)
        case "is gone":
            after = after_absence(both, 0)
        case "is placed elsewhere":
            after = table_after(both, DIRECTOR, host(place={0: "bob"}))
        case _:
            stood_in = after_showing(after_sitting(after_absence(both, 0), BOB, 0), 0, EVE)
            assert stood_in.hand_access.permissions == {(0, "eve"), (1, "eve")}
            after = table_after(stood_in, NORTH, sit(0))
    assert after.hand_access.permissions == {(1, "eve")}


def test_a_robot_named_for_a_seat_ends_no_permission() -> None:
    entry = Hosted(
        at_ms=NOON, seats=(Chair(player="north", name="North", robot="plain"), *dealt().chairs[1:])
    )
    assert table.fold(after_showing(dealt(), 0, EVE), entry).hand_access.permissions == {(0, "eve")}


def test_time_runs_again_for_the_owner_after_the_return() -> None:
    away = after_absence(dealt(policy=Policy(clock=PerMove(30_000))), 0, "plain")
    back = table.fold(away, Back(at_ms=NOON + 4_000, seat=0))
    assert (away.clock.timed, back.clock.timed) == ((), (0,))
    assert back.clock.deadline_ms() is not None


def test_at_a_live_table_all_watchers_look_without_permission() -> None:
    assert entry_for(dealt(policy=LIVE), EVE, Look(Kibitzer(1))) == Saw(at_ms=NOON, player="eve")


@pytest.mark.parametrize(
    ("named", "known", "robot"),
    [
        (None, ("plain", "sampler", "other"), "sampler"),
        (None, ("plain", "other"), "plain"),
        (None, ("other",), None),
        ("other", ("plain", "other"), "other"),
        ("gone", ("plain", "other"), "plain"),
        ("gone", (), "gone"),
    ],
)
def test_the_substitute_is_the_policys_robot_or_else_the_first_of_the_games_that_the_server_has(
    named: str | None, known: tuple[str, ...], robot: str | None
) -> None:
    spades = table.open_with(SPADES, Options(), (Chair(),) * 4, Policy(substitute=named), NOON)
    at = table.begin("t", SPADES, 0, spades)
    assert substitute(at, known.__contains__) == robot
