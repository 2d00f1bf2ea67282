"""A table whose players an event has seated."""

from __future__ import annotations

from protocol.v1.requests import Policy
from server.games.registry import GAMES
from server.table.events import Base, Chair
from server.table.placed import Seated, placed
from server.table.player import RobotOwner
from server.table.seats import Occupant
from server.table.table import open_with

BRIDGE = GAMES["bridge"]


def base() -> Base:
    options = BRIDGE.options_type()
    return open_with(BRIDGE, options, (Chair(),) * 4, Policy(), 0)


def test_the_players_have_their_seats_and_may_sit_down_again() -> None:
    owner = RobotOwner("Owner", "p-Owner")
    players = {0: Occupant("p-Ann", "Ann"), 2: Occupant("p-Bot", "Bot", owner)}
    after = placed(base(), Seated(players, ("p-Dora", "p-Ann")))
    assert after.seats[0] == Chair(player="p-Ann", name="Ann") and after.seats[1].player is None
    assert after.invited == ("p-Ann", "p-Bot")
    assert after.robot_owners == {"p-Bot": owner}


def test_a_player_is_no_director_of_the_own_table() -> None:
    after = placed(base(), Seated({0: Occupant("p-Ann", "Ann")}, ("p-Dora", "p-Ann")))
    assert after.directors == ("p-Dora",)
