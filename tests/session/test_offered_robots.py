"""The house robots that a server offers: requests that name other robots are refused."""

from __future__ import annotations

import pytest

from protocol.v1.requests import Hello, Host, Open, Policy
from protocol.v1.updates import Done, HouseRobot, Welcome
from server.errors import Refusal
from server.games.registry import GAMES
from server.session.offered_robots import NO_ROBOTS, OfferedRobots
from tests.rooms import House
from tests.session.refusals import refused
from tests.virtual import virtual


@virtual
async def test_a_substitute_is_one_of_the_robots_that_the_server_has() -> None:
    async with House() as house:
        host = house.person("Host")
        wrong = Policy(substitute="genius")
        answer = await refused("invalid_message", host, Open(game="bridge", policy=wrong, id=1))
        assert answer.message == "expected one of the robots plain, got 'genius' - at `$.policy.substitute`"
        table = await house.table(policy=Policy(substitute="plain"))
        await refused("invalid_message", host, Host(table=table, policy=wrong, id=2))


@virtual
async def test_a_robot_that_does_not_play_the_tables_game_is_neither_seated_nor_a_substitute() -> None:
    async with House(robots={"plain": ("bridge", "spades"), "bidder": ("bridge",)}) as house:
        host, words = (
            house.person("Host"),
            "expected one of the robots plain, which play spades, got 'bidder' - at ",
        )
        bidder = Policy(substitute="bidder")
        seated = await refused("invalid_message", host, Open(game="spades", seats={1: "bidder"}, id=1))
        assert seated.message == words + "`$.seats`"
        gone = await refused("invalid_message", host, Open(game="spades", policy=bidder, id=2))
        assert gone.message == words + "`$.policy.substitute`"
        table = await house.table(game="spades", seats={1: "plain"})
        await refused("invalid_message", host, Host(table=table, seats={2: "bidder"}, id=3))
        await refused("invalid_message", host, Host(table=table, policy=bidder, id=4))
        assert isinstance(await host.ask(Open(game="bridge", seats={1: "bidder"}, policy=bidder, id=5)), Done)


ROBOTS = OfferedRobots({"plain": ("bridge", "spades"), "bidder": ("bridge",)}, GAMES)


def test_a_robot_plays_the_games_that_it_is_offered_for_and_no_other() -> None:
    assert ROBOTS.plays("bidder", "bridge") and not ROBOTS.plays("bidder", "spades")
    assert not ROBOTS.plays("genius", "bridge")


def test_at_a_table_of_an_unknown_game_every_offered_robot_passes() -> None:
    ROBOTS.check_seats({0: "bidder", 1: "plain", 2: None}, None)
    with pytest.raises(
        Refusal, match=r"expected one of the robots bidder, plain, got 'genius' - at `\$.seats`"
    ):
        ROBOTS.check_seats({0: "genius"}, None)


def test_a_table_without_robots_and_a_policy_without_a_substitute_pass() -> None:
    ROBOTS.check_seats({0: None, 1: None}, "hanabi")
    ROBOTS.check_substitute(None, "hanabi")
    ROBOTS.check_substitute(Policy(substitute=None), "hanabi")


def test_a_robot_with_a_slip_in_its_name_is_answered_with_the_closest_name() -> None:
    with pytest.raises(Refusal, match=r"got 'Plane'; did you mean plain\? - at `\$.seats`$"):
        ROBOTS.check_seats({0: "Plane"}, "spades")


def test_a_server_without_robots_says_so() -> None:
    with pytest.raises(Refusal, match="expected one of the robots none, got 'plain'"):
        OfferedRobots(NO_ROBOTS, GAMES).check_seats({0: "plain"}, "bridge")


@virtual
async def test_the_welcome_names_the_robots_and_the_games_of_this_server_that_each_of_them_plays() -> None:
    async with House(robots={"plain": ("spades", "chess", "bridge"), "chess player": ("chess",)}) as house:
        guest = house.caller()
        guest.tell(Hello())
        [welcome] = guest.of(Welcome)
        assert welcome.robots == (HouseRobot("plain", ("bridge", "spades")),)
    assert OfferedRobots(NO_ROBOTS, GAMES).listed == ()
