"""An action that answers no decision is sent once, after a delay, if the robot still wants it."""

from __future__ import annotations

import asyncio
from random import Random

import uvloop

from bots.bot import Bot
from bots.client import Client
from bots.unprompted import Unprompted
from bots.view import Action, View
from protocol.v1.bridge import Ask, Seat, Undo
from tests.bots.bridge.robot.auctions import random_board, view_of
from tests.bots.scripted import TABLE, ScriptedServer
from tests.bots.seats import ONE_CLUB, acts, sit, until

VIEW = view_of(random_board(Random(1)), Seat.NORTH)


class Wishing(Bot):
    """A robot that wants to take these actions although no decision is due."""

    def __init__(self, *wanted: Action) -> None:
        self.wanted = wanted

    def choose(self, view: View, legal: tuple[Action, ...]) -> Action:
        return legal[0]

    def answer(self, view: View) -> tuple[Action, ...]:
        return self.wanted


async def test_an_action_is_sent_once_although_the_robot_returns_it_again(server: ScriptedServer) -> None:
    server.acts(Seat.NORTH, ONE_CLUB)
    async with Client(server.url, token="east") as client:
        await sit(client, Seat.EAST)
        unprompted = Unprompted(client, Wishing(Ask(0, "how many?")), TABLE, delay_ms=1)
        unprompted.see(VIEW)
        unprompted.see(VIEW)
        await until(lambda: len(server.log) == 2)
        unprompted.see(VIEW)
        await client.ping()
        assert server.log[1:] == [(Seat.EAST, Ask(0, "how many?"))]


async def test_an_action_that_the_robot_no_longer_returns_is_not_sent(server: ScriptedServer) -> None:
    async with Client(server.url, token="north") as client:
        await sit(client, Seat.NORTH)
        robot = Wishing(Undo("a slip"))
        unprompted = Unprompted(client, robot, TABLE, delay_ms=20)
        unprompted.see(VIEW)
        robot.wanted = ()
        unprompted.see(VIEW)
        await asyncio.sleep(0.05)
        await client.ping()
        assert acts(server) == []


async def test_nothing_is_sent_after_the_stop(server: ScriptedServer) -> None:
    async with Client(server.url, token="north") as client:
        await sit(client, Seat.NORTH)
        unprompted = Unprompted(client, Wishing(Undo("a slip")), TABLE, delay_ms=20)
        unprompted.see(VIEW)
        unprompted.stop()
        await asyncio.sleep(0.05)
        await client.ping()
        assert acts(server) == []


def test_an_action_without_a_delay_is_planned_also_by_the_event_loop_of_the_server() -> None:
    robot, client = Wishing(Undo("a slip")), Client("http://127.0.0.1:1", token="north")

    async def plan() -> None:
        unprompted = Unprompted(client, robot, TABLE, delay_ms=0)
        for _ in range(2):
            unprompted.see(VIEW)
        unprompted.stop()

    uvloop.run(plan())
