"""Absent and slow players on a real server: the robot, and the return of the seat."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

from bots.client import Client
from protocol.v1.requests import PerMove, Policy
from server.table.seats import house_id
from server.table.table import Table
from tests.web.served import Served, needs_redis, served, until

pytestmark = needs_redis
EAST = 1
NAMES = ("North", "East", "South", "West")


class Sitting:
    """Four clients at a table of Spades, by seat."""

    def __init__(self, server: Served, table: str, tokens: list[str], clients: list[Client]) -> None:
        self.server = server
        self.id = table
        self.tokens = tokens
        self.clients = clients

    @property
    def table(self) -> Table:
        """Return the server's table."""
        room = self.server.hub.live(self.id)
        assert room is not None
        return room.table

    async def answers(self, seat: int) -> None:
        """Let the player of a seat take a legal action."""
        watched = self.clients[seat].tables[self.id]
        await until(lambda: watched.decision is not None)
        own = watched.view.own
        assert own is not None
        await self.clients[seat].act(self.id, own.legal_actions()[0], watched.decision)

    async def comes_to(self, seat: int) -> None:
        """Let all other players answer until the seat is to act, or a robot answers for them."""
        while (turn := self.table.game.to_act(self.table.state)) != (seat,):
            before = self.table.decision
            if turn and self.table.chairs[turn[0]].house is None:
                await self.answers(turn[0])
            await until(
                lambda before=before: (
                    self.table.decision != before and self.table.game.to_act(self.table.state)
                )
            )

    def decided(self, seat: int) -> tuple[int, int]:
        """Return the numbers of a seat's decisions by its player and by its robot."""
        made = [self.table.counters.get(who) for who in (self.clients[seat].you.id, house_id(seat))]
        own, robots = (0 if counter is None else counter.n for counter in made)
        return own, robots


@asynccontextmanager
async def sitting(data: Path, **policy: Any) -> AsyncIterator[Sitting]:
    """Seat four clients at a table of Spades whose first hand is dealt."""
    async with AsyncExitStack() as stack:
        server = stack.enter_context(served(data))
        tokens = [await server.guest(name) for name in NAMES]
        clients = [await stack.enter_async_context(Client(server.address, token=token)) for token in tokens]
        table = await clients[0].open(game="spades", policy=Policy(pause_ms=0, **policy))
        for seat, client in enumerate(clients):
            await client.sit(table, seat)
            await client.watch(table, "seat")
        here = Sitting(server, table, tokens, clients)
        await until(lambda: here.table.game.to_act(here.table.state))
        yield here


async def test_a_robot_plays_for_a_disconnected_player_until_the_player_returns(tmp_path: Path) -> None:
    clock = PerMove(600_000)
    async with sitting(tmp_path, clock=clock, robot_ms=50, hold_ms=200) as here:
        await here.answers(EAST)
        await here.comes_to(2)
        await here.clients[EAST].close()
        await here.comes_to(EAST)
        await until(lambda: here.table.chairs[EAST].owner is not None)
        await until(lambda: here.table.game.to_act(here.table.state) != (EAST,))
        async with Client(here.server.address, token=here.tokens[EAST]) as back:
            here.clients[EAST] = back
            await back.watch(here.id, "seat")
            await until(lambda: here.table.chairs[EAST].player is not None)
            await here.comes_to(EAST)
            await here.answers(EAST)
            assert here.decided(EAST) == (2, 1)


async def test_a_robot_decides_for_a_slow_player_and_the_player_makes_the_next_decision(
    tmp_path: Path,
) -> None:
    async with sitting(tmp_path, clock=PerMove(2_000), robot_ms=50) as here:
        await until(lambda: here.table.chairs[EAST].relief == "sampler")
        await until(lambda: here.table.game.to_act(here.table.state) != (EAST,))
        await here.clients[EAST].sit(here.id, EAST)
        await here.comes_to(EAST)
        await here.answers(EAST)
        assert here.decided(EAST) == (1, 1)
