"""Helpers for tests of clients: sit down, wait for a condition, compare a view with the server's state."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from bots.client import Client
from bots.wire.table_view import TableView
from protocol.v1.bridge import Call, MakeCall, Seat
from protocol.v1.requests import Act, Watch
from server.games.base import Seated
from server.games.bridge.rules import BRIDGE
from tests.bots.scripted import TABLE, ScriptedServer

ONE_CLUB, PASS = MakeCall(Call.ONE_CLUB), MakeCall(Call.PASS)


async def until(condition: Callable[[], object]) -> None:
    while not condition():
        await asyncio.sleep(0.005)


async def sit(client: Client, seat: Seat) -> TableView:
    await client.sit(TABLE, seat)
    return await client.watch(TABLE, "seat")


def knows_the_truth(watched: TableView, server: ScriptedServer) -> bool:
    """Return True if the client's view is the server's state as this seat sees it."""
    own = BRIDGE.own(server.state, Seated(watched.view.own.seat)) if watched.view.own is not None else None
    if own is not None and own.seat in BRIDGE.to_act(server.state):
        own.decision = server.decision
    return watched.view.pub == BRIDGE.pub(server.state) and watched.view.own == own


def acts(server: ScriptedServer) -> list[Act]:
    return [request for request in server.heard if isinstance(request, Act)]


def watches(server: ScriptedServer) -> list[Watch]:
    return [request for request in server.heard if isinstance(request, Watch)]
