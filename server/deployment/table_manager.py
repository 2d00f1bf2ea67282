"""The port of the table manager, where programs of other authors play bridge over their own protocol."""

from __future__ import annotations

import errno
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

from bots.client import Client
from bots.table_manager.managing import TableManager, Team, Waits
from protocol.v1.bridge import Seat
from server.errors import Refusal
from server.robots.house_robots import RobotConnection
from server.session.front_desk import FrontDesk
from server.session.robot_teams import RobotTeams
from server.settings import Settings
from server.table.player import Player


@asynccontextmanager
async def managing_tables(
    settings: Settings, front_desk: FrontDesk, teams: RobotTeams
) -> AsyncIterator[None]:
    """Serve the table manager until the block ends, if the settings name a port for it.

    Raises OSError if the port is taken.
    """
    if not settings.table_manager_port:
        yield
        return

    async def find(name: str) -> Team | None:
        team = await teams.find(name)
        if team is None:
            return None
        seats = {Seat(seat): _client(front_desk, team.player(seat)) for seat in team.players}
        connected: frozenset[int] = frozenset()
        with suppress(Refusal):  # The client is told of a table that is closed when it sits down.
            connected = await teams.connected(team)
        return Team(name, team.shown, team.table, seats, team.dialect, frozenset(map(Seat, connected)))

    listening = _listen(settings.table_manager_host, settings.table_manager_port)
    waits = Waits(lead_s=settings.table_manager_pause_ms / 1000)
    async with TableManager(find, waits).serving(listening):
        yield


def _client(front_desk: FrontDesk, player: Player) -> Callable[[], Client]:
    async def dial() -> RobotConnection:
        return RobotConnection(front_desk, player)

    return lambda: Client(dial, client="table manager")


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise OSError(f"the port {port} of the table manager is taken; choose another one") from None
        raise
