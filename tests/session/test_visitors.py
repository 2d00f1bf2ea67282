"""The sessions of one server and the most of one player."""

from __future__ import annotations

from protocol.v1.codes import CloseCode
from protocol.v1.requests import (
    Ping,
)
from protocol.v1.updates import Pong
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
