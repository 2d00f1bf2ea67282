"""The seats that hosts reserve for programs that speak another protocol than Kibitz's own.

A team has a name that the server makes and tells the host alone. A program that knows the name plays a seat
of the team, at any hub. At the table the players of the team show the first part of the name only: the whole
name is as good as a password.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence

import msgspec
from msgspec import Struct

from protocol.v1.codec import JSON
from protocol.v1.codes import Code
from protocol.v1.requests import Host, Sit, Stand
from protocol.v1.updates import Refused
from server.errors import Refusal
from server.hub.hub import Hub
from server.session.asking import answer_to
from server.session.conversion import command_of
from server.store.files_and_tickets import FilesAndTickets, TicketKey, TicketKind
from server.table.player import Player, RobotOwner
from server.typed_codes import random_code

BIRDS = (
    *("Avocet", "Bittern", "Curlew", "Dotterel", "Egret", "Fulmar", "Gannet", "Heron", "Ibis", "Jackdaw"),
    *("Kestrel", "Lapwing", "Merlin", "Osprey", "Plover", "Raven", "Siskin", "Teal", "Wigeon", "Wren"),
)
BETWEEN = "-"
"""The character between the two parts of a name."""
LENGTH = 6
"""The number of characters of the second part, 5 bits each: a wrong name is answered after a second."""


class RobotTeam(Struct, frozen=True):
    """The seats of one team at a table; `players` maps each seat to the id of its player.

    `dialect` is the name of the dialect that the team's programs speak, "" to recognise each one. `owner` and
    `owner_name` are the id and the name of the host that reserved the seats: the owner of the team's robots.
    """

    name: str
    table: str
    players: dict[int, str]
    owner: str
    owner_name: str
    dialect: str = ""

    @property
    def shown(self) -> str:
        """Return the name that the table shows, which does not tell the name of the team."""
        return self.name.partition(BETWEEN)[0]

    def player(self, seat: int) -> Player:
        """Return the player of a seat of the team, a robot of the host that reserved the seat."""
        owner = RobotOwner(self.owner_name, self.owner)
        return Player(self.players[seat], self.shown, robot_owner=owner)


class RobotTeams:
    """The teams of all hubs of a store.

    `port` is the port to which the programs connect, 0 if this server has none. `game` is the game that they
    play.
    """

    def __init__(
        self,
        hub: Hub,
        tickets: FilesAndTickets,
        port: int,
        game: str,
    ) -> None:
        self._hub = hub
        self._tickets = tickets
        self.port = port
        self._game = game

    async def reserve(self, host: Player, table_id: str, seats: Sequence[int], dialect: str) -> RobotTeam:
        """Reserve free seats of a table for one team, and return the team with its name.

        The players of the team take their seats at once, and are absent until their programs connect. Raises
        Refusal for another player than the host, a table of another game, a seat that is
        not free, and a server without a port for the programs. Raises OSError if the store does not answer.
        """
        if not self.port:
            raise Refusal(
                Code.UNAVAILABLE,
                "this server has no table manager; kibitz serve --table-manager PORT starts one",
            )
        if not seats:
            raise Refusal(Code.FORBIDDEN, "expected the numbers of one or more seats, got none")
        table = await self._hub.handle(table_id)
        about = await table.summary()
        if host.id != about.roles.host:
            raise Refusal(Code.FORBIDDEN, "only the host of a table reserves seats for programs")
        if table.game != self._game:
            raise Refusal(Code.FORBIDDEN, f"expected a table of {self._game}, got one of {table.game}")
        name = f"{secrets.choice(BIRDS)}{BETWEEN}{random_code(LENGTH, secrets.choice)}"
        team = RobotTeam(
            name, table_id, {seat: secrets.token_hex(8) for seat in seats}, host.id, host.name, dialect
        )
        if "invited" in (about.policy.access, about.policy.sits):
            invited = (*sorted(about.roles.invited), *team.players.values())
            await self._send(host, Host(table=table_id, invited=invited))
        seated: list[Player] = []
        try:
            for seat in team.players:
                player = team.player(seat)
                await self._send(player, Sit(table=table_id, seat=seat))
                seated.append(player)
        except Refusal:
            for player in seated:
                await self._send(player, Stand(table=table_id))
            raise
        await self._tickets.put_ticket(_key(name), msgspec.msgpack.encode(team))
        return team

    async def find(self, name: str) -> RobotTeam | None:
        """Return the team with a name, None if there is none. Raises OSError if the store does not answer."""
        packed = await self._tickets.ticket(_key(name))
        return None if packed is None else msgspec.msgpack.decode(packed, type=RobotTeam)

    async def connected(self, team: RobotTeam) -> frozenset[int]:
        """Return the seats of a team whose programs are connected to the table now, at any hub.

        Raises Refusal if there is no such table, and OSError if the store does not answer.
        """
        about = await (await self._hub.handle(team.table)).summary()
        return frozenset(seat for seat, player in team.players.items() if player in about.names)

    async def _send(self, player: Player, request: Host | Sit | Stand) -> None:
        """Send a request to its table. Raises Refusal if the table refuses it."""
        table = await self._hub.handle(request.table)
        command = command_of(self._hub.games[table.game], request, JSON)
        answer = await answer_to(table, player, command)
        if isinstance(answer, Refused):
            raise Refusal(answer.code, answer.message, answer.retry_ms)


def _key(name: str) -> TicketKey:
    return TicketKey(TicketKind.ROBOT_TEAM, name)
