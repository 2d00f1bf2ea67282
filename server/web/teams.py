"""Seats for programs that speak the table-manager protocol, reserved over HTTP."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response

from protocol.v1.codec import MAX_FRAME_BYTES
from server.session.front_desk import FrontDesk
from server.session.robot_teams import RobotTeams
from server.web.auth import Authenticator
from server.web.responses import answer, body_of, plain_object, read_message

PLAYED = "bridge"
"""The game that programs of the table-manager protocol play."""
Dialect = Literal["", "usual", "standard", "bridge_env", "wbridge5"]


class WantedTeam(Struct):
    """The body of a request for a team: its seats, and the dialect of its programs.

    A `dialect` of "" recognises each program by its first line, as far as that is possible.
    """

    seats: list[Annotated[int, Meta(ge=0, le=3)]]
    dialect: Dialect = ""


class ReservedTeam(Struct):
    """A team: the name with which its programs connect, its seats, and the port of the table manager."""

    team: str
    seats: list[int]
    port: int


class Teams:
    """The HTTP handler that reserves seats for programs."""

    def __init__(self, front_desk: FrontDesk, teams: RobotTeams, authenticator: Authenticator) -> None:
        self._front_desk = front_desk
        self._teams = teams
        self._authenticator = authenticator

    async def reserve(self, request: Request) -> Response:
        """Reserve free seats of a bridge table, as its host, for programs of the table-manager protocol."""
        player = await self._authenticator.player(request, needed=True)
        self._front_desk.allowances.check_change(player)
        wanted: WantedTeam = read_message(plain_object(await body_of(request, MAX_FRAME_BYTES)), WantedTeam)
        table = request.path_params["table"]
        team = await self._teams.reserve(player, table, tuple(dict.fromkeys(wanted.seats)), wanted.dialect)
        return answer(ReservedTeam(team.name, sorted(team.players), self._teams.port), 201)
