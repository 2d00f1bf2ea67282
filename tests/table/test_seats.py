"""Seats: players, owners, stand-ins for absent owners, and house robots."""

from __future__ import annotations

from itertools import product

import pytest

from server.table.events import encode
from server.table.seats import Chair, Chairs, Occupant, answered, house_id, placed, rights

EMPTY = Chair()
ROBOT = Chair(robot="plain")
NORTH = Chair(player="north", name="North")
AWAY = NORTH.leave("random")
"""The seat of a long-absent North, for whom the robot `random` plays."""
STAND_IN = AWAY.sit("eve", "Eve")
"""North's seat with Eve as the stand-in."""


@pytest.mark.parametrize(
    ("chair", "house"),
    [
        (EMPTY, None),
        (ROBOT, "plain"),
        (NORTH, None),
        (AWAY, "random"),
        (Chair(player="north", robot="plain"), None),
        (NORTH.relieved("random"), "random"),
    ],
)
def test_a_house_robot_plays_a_seat_without_a_player_or_for_a_player_without_time(
    chair: Chair, house: str | None
) -> None:
    assert chair.house == house
    assert chair.timed == (house is None)


def test_a_seat_is_taken_while_a_player_or_a_robot_plays_it() -> None:
    assert [chair.taken for chair in (EMPTY, ROBOT, NORTH, AWAY)] == [False, True, True, True]
    assert not NORTH.leave(None).taken


def test_the_owner_and_the_stand_in_both_have_a_right_to_the_seat() -> None:
    assert STAND_IN.people == (("eve", "Eve"), ("north", "North"))
    assert rights((STAND_IN, ROBOT, Chair(player="west"))) == {"eve", "north", "west"}
    assert rights((EMPTY, ROBOT)) == frozenset()


def test_a_long_absent_player_owns_the_seat_and_a_stand_in_does_not_become_its_owner() -> None:
    absent = NORTH.leave("random")
    assert absent == Chair(owner="north", owner_name="North", substitute="random")
    assert STAND_IN.leave("plain") == Chair(owner="north", owner_name="North", substitute="plain")


def test_the_owner_gets_the_seat_back_from_robot_and_stand_in() -> None:
    assert AWAY.give_back() == STAND_IN.give_back() == NORTH


def test_a_seat_given_up_by_its_owner_belongs_to_the_present_player_or_to_a_robot() -> None:
    assert STAND_IN.give_up() == Chair(player="eve", name="Eve")
    assert NORTH.leave(None).give_up("plain") == Chair(substitute="plain")
    assert AWAY.give_up("plain").house == "random", "the robot that plays already plays on"


def test_a_player_that_stands_up_leaves_the_seat_to_a_robot_and_its_relief_ends() -> None:
    assert NORTH.stand() == EMPTY
    assert NORTH.relieved("random", returning=True).stand("plain") == Chair(substitute="plain")
    assert STAND_IN.stand().owner == "north"


def test_a_player_that_sits_down_replaces_the_robot_that_played_in_a_seat_without_an_owner() -> None:
    assert Chair(substitute="plain").sit("eve", "Eve") == Chair(player="eve", name="Eve")
    assert STAND_IN.substitute == "random", "it plays for the owner again if the stand-in leaves"


def test_a_house_robot_acts_under_an_id_of_its_seat() -> None:
    assert len({house_id(seat) for seat in range(7)}) == 7


# Placing players


def test_a_placed_player_gets_the_seat_and_loses_the_former_one() -> None:
    chairs = (NORTH, EMPTY, STAND_IN, Chair(player="west", name="West"))
    moved = placed(chairs, {1: Occupant("west", "West")}, {})
    assert moved == (NORTH, Chair(player="west", name="West"), STAND_IN, EMPTY)


def test_an_owner_that_is_placed_elsewhere_gives_up_the_owned_seat() -> None:
    after = placed((AWAY, EMPTY), {1: Occupant("north", "North")}, {0: "plain"})
    assert after == (Chair(substitute="random"), NORTH)
    assert placed((STAND_IN, EMPTY), {1: Occupant("north", "North")}, {})[0] == Chair(
        player="eve", name="Eve"
    )


def test_a_freed_seat_keeps_its_own_robot_and_gets_the_robot_for_the_running_board() -> None:
    named = Chair(player="north", name="North", robot="plain")
    assert placed((named,), {0: None}, {}) == (ROBOT,)
    assert placed((NORTH,), {0: None}, {0: "random"}) == (Chair(substitute="random"),)


def test_players_may_change_seats_with_each_other() -> None:
    south = Chair(player="south", name="South")
    exchanged = {0: Occupant("south", "South"), 1: Occupant("north", "North")}
    assert placed((NORTH, south), exchanged, {}) == (south, NORTH)


# Relief of a player without time


def test_a_decision_of_the_robot_leaves_it_in_the_seat_of_an_absent_player() -> None:
    relieved = (NORTH.relieved("random"), EMPTY)
    assert answered(relieved, 0, None) == relieved


def test_the_players_own_decision_ends_the_relief() -> None:
    relieved = (NORTH.relieved("random"), ROBOT)
    assert answered(relieved, 0, "north") == (NORTH, ROBOT)


def test_a_returning_player_plays_again_after_the_robots_decision() -> None:
    returning = (ROBOT, NORTH.relieved("random", returning=True))
    assert answered(returning, 1, None) == (ROBOT, NORTH)
    assert answered(returning, 0, None) == returning


def chairs_of_every_kind() -> list[Chair]:
    """Return seats with every combination of a player, an owner, robots and relief."""
    return [
        Chair(player=player, owner=owner, robot=robot, substitute=robot, relief=relief, returning=returning)
        for player in (None, "north", "east")
        for owner in (None, "north", "south")
        for robot in (None, "plain")
        for relief, returning in ((None, False), ("random", False), ("random", True))
    ]


@pytest.mark.parametrize("player", ("north", "east", "south", "house:0", "house:1", ""))
def test_the_seats_know_where_each_player_plays_and_which_seat_a_player_gets_back(player: str) -> None:
    for pair in product(chairs_of_every_kind(), repeat=2):
        chairs = Chairs(pair)
        playing = [seat for seat in (0, 1) if pair[seat].player == player]
        playing += [seat for seat in (0, 1) if player == house_id(seat) and pair[seat].house is not None]
        assert chairs.seats.get(player) == next(iter(playing), None)
        given = [
            seat
            for seat, chair in enumerate(pair)
            if player == chair.owner
            or (player == chair.player and chair.relief is not None and not chair.returning)
        ]
        assert chairs.give_back.get(player) == next(iter(given), None)


def test_the_seats_know_where_time_runs_and_where_a_player_decides() -> None:
    chairs = Chairs(chairs_of_every_kind())
    assert chairs.timed == tuple(chair.house is None for chair in chairs)
    assert chairs.decides == tuple(chair.player is not None and chair.relief is None for chair in chairs)


def test_seats_are_stored_as_a_plain_list_and_stay_the_same_object_while_no_seat_changes() -> None:
    plain = (NORTH, AWAY, STAND_IN, ROBOT)
    chairs = Chairs(plain)
    assert chairs == plain and encode(chairs) == encode(plain)
    assert Chairs(chairs) is chairs
    assert answered(chairs, 0, "north") is chairs
    relieved = Chairs((NORTH.relieved("random", returning=True), ROBOT))
    assert relieved.timed == (False, False)
    assert answered(relieved, 0, None) == (NORTH, ROBOT) and answered(relieved, 0, None).timed == (
        True,
        False,
    )
