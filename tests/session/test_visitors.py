"""The sessions of one server and the most of one player."""

from __future__ import annotations

from protocol.v1.codes import CloseCode
from protocol.v1.requests import Hello, Ping
from protocol.v1.updates import Notice, Pong
from server.table.player import Player
from tests.rooms import House
from tests.virtual import virtual


@virtual
async def test_the_oldest_connection_of_a_player_with_too_many_is_closed() -> None:
    async with House(connections_per_player=3) as house:
        doors = [house.person("Ann") for _ in range(10)]
        assert [door.closed is not None for door in doors] == [True] * 7 + [False] * 3
        assert {door.closed[0] for door in doors if door.closed} == {CloseCode.REPLACED}


@virtual
async def test_clients_without_a_token_share_no_limit() -> None:
    async with House(connections_per_player=3, player_requests_burst=1) as house:
        doors = [house.person() for _ in range(10)]
        for door in doors:
            door.tell(Ping())
        assert all(door.closed is None and door.of(Pong) for door in doors)


@virtual
async def test_a_server_that_stops_closes_all_sessions_but_those_of_house_robots() -> None:
    async with House() as house:
        ann, anonymous = house.person("Ann"), house.person()
        robot = house.caller(player=Player("p-robot", "plain", house=True))
        robot.tell(Hello(client="test"))
        assert len(house.desk.visitors) == 3
        house.desk.visitors.say_goodbye()
        assert ann.closed == anonymous.closed == (CloseCode.RESTART, "the server restarts")
        assert robot.closed is None


@virtual
async def test_a_session_that_has_ended_counts_no_more() -> None:
    async with House(connections_per_player=1) as house:
        first = house.person("Ann")
        first.hang_up()
        second = house.person("Ann")
        assert len(house.desk.visitors) == 1 and first.closed is None and second.closed is None


@virtual
async def test_a_logout_closes_all_sessions_of_the_player_and_no_other() -> None:
    async with House() as house:
        one, other, ben = house.person("Ann"), house.person("Ann"), house.person("Ben")
        house.desk.visitors.dismiss(house.player("Ann").id)
        assert one.closed == other.closed == (CloseCode.UNAUTHORIZED, "you have logged out")
        assert ben.closed is None


@virtual
async def test_all_sessions_get_a_notice_when_a_hold_begins_and_when_it_ends() -> None:
    async with House() as house:
        people = [house.person("Ann"), house.person()]
        house.desk.visitors.tell_held(True)
        house.desk.visitors.tell_held(False)
        assert [[notice.kind for notice in each.of(Notice)] for each in people] == [["hold", "go"]] * 2
