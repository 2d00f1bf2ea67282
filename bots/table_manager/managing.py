"""The table manager: a port to which the clients of other programs connect, each to a seat of its team."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from functools import partial

from bots.client import Client
from bots.errors import ClientError, Refused
from bots.runner import play_seat
from bots.seating import sit_down
from bots.table_manager import lines as say
from bots.table_manager.dialects import DIALECTS, recognised
from bots.table_manager.outside_bot import OutsideBot
from bots.table_manager.reading import MAX_LINE, read_client_line
from bots.table_manager.seat import ManagedSeat, Say, TooManyLines
from bots.table_manager.writing import ascii_text
from bots.wire.table_view import TableView
from protocol.v1.bridge import SEATS, Seat, Side
from protocol.v1.codes import Code
from protocol.v1.updates import People

log = logging.getLogger("kibitz.table_manager")

FIRST_LINE_S = 10.0
"""The time (s) in which a new connection has to send its first line."""
WRONG_NAME_S = 1.0
"""The time (s) after which a wrong team is refused, so that the names of teams cannot be guessed."""
LEAVING_S = 1.0
"""The time (s) in which a table notices the end of a connection."""
LAST_LINE_S = 5.0
"""The time (s) for the last lines of a session to be written and read."""
MAX_CONNECTIONS = 256
NAMELESS = "Player"
END = b"\r\n"
GONE = (OSError, asyncio.IncompleteReadError, ValueError, TooManyLines)
"""The errors of a connection that the client has ended, or on which it does not keep to the protocol."""
SILENT_S = 15
"""The time (s) after which the system asks whether a silent client's machine is still there."""
ASKED_AGAIN_S = 5
"""The time (s) between two questions to a silent client's machine."""
ASKED = 3
"""The number of unanswered questions after which the connection counts as lost."""


@dataclass(frozen=True)
class Team:
    """The seats that a host has reserved for one team of programs.

    `seats` maps each seat to a function that returns a client of the server for the player of this seat; the
    client is not connected yet. `dialect` names the dialect of the team's programs; "" means that each
    program is recognised by its first line. A program that knows `name` may play, so that no log and no table
    shows it; `shown` is the name at the table. `connected` are the seats whose programs are connected now,
    over any server of the site.
    """

    name: str
    shown: str
    table: str
    seats: Mapping[Seat, Callable[[], Client]]
    dialect: str = ""
    connected: frozenset[Seat] = frozenset()


FindTeam = Callable[[str], Awaitable[Team | None]]


@dataclass(frozen=True)
class Waits:
    """The times (s) of the table manager: before each lead, and for the answer of a client."""

    lead_s: float = 0.2
    answer_s: float = 180.0


def teams_of(people: People) -> say.Teams | None:
    """Return the names of the teams at a table in plain ASCII, None while a seat is free."""
    names = []
    for row in people.seats[:4]:
        name = row.name if row.player is not None else row.robot
        if not name:
            return None
        # A client expects a name in the quotation marks, also for a player with other letters.
        names.append(ascii_text(name) or NAMELESS)
    return say.Teams(*(" + ".join(dict.fromkeys(names[side::2])) for side in (0, 1)))


class TableManager:
    """The table manager of a server; `find` returns the team with a name, None if there is none."""

    def __init__(self, find: FindTeam, waits: Waits | None = None) -> None:
        self._find = find
        self._waits = waits or Waits()
        self._taken: set[tuple[str, Seat]] = set()
        self._connections: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def serving(self, listening: socket.socket) -> AsyncIterator[None]:
        """Accept clients until the block ends; then their connections end, and tables hold their seats."""
        server = await asyncio.start_server(self._accept, sock=listening, limit=2 * MAX_LINE)
        async with server:
            try:
                yield
            finally:
                ending = tuple(self._connections)
                for task in ending:
                    task.cancel()
                await asyncio.gather(*ending, return_exceptions=True)

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Begin a connection in a task of its own: asyncio's own task would log its end as an error."""
        if len(self._connections) >= MAX_CONNECTIONS:
            writer.close()
            return
        task = asyncio.create_task(self._serve(reader, writer))
        self._connections.add(task)
        task.add_done_callback(self._connections.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await _Connection(self, reader, writer, self._waits).run()
        except GONE as error:
            log.info("a client of the table manager has gone: %s", type(error).__name__)
        except Exception as error:
            # The text of a fault may name cards.
            log.error("a connection of the table manager failed with %s", type(error).__name__)
        finally:
            writer.close()

    async def seat(self, wanted: say.Connecting) -> tuple[Team, Seat] | str:
        """Return the team and the seat of a new client, or the text of a refusal."""
        if wanted.version != say.VERSION:
            return f"Expected protocol version {say.VERSION}"
        team = await self._find(wanted.team)
        if team is None:
            await asyncio.sleep(WRONG_NAME_S)
            return f'Unknown team name "{wanted.team}"'
        if wanted.seat is not None and wanted.seat not in team.seats:
            return f"Illegal hand specified: expected {' or '.join(each.name.title() for each in team.seats)}"
        free = self._free(team, wanted)
        if not free and team.connected:
            # The program of a lost connection comes back before the table has noticed that it went.
            await asyncio.sleep(LEAVING_S)
            team = await self._find(wanted.team) or team
            free = self._free(team, wanted)
        return (team, free[0]) if free else "Seat already has been taken"

    def _free(self, team: Team, wanted: say.Connecting) -> list[Seat]:
        """Return the seats that a new client may have."""
        return [
            seat
            for seat in SEATS
            if seat in team.seats
            and wanted.seat in (None, seat)
            and seat not in team.connected
            and (team.name, seat) not in self._taken
        ]

    @contextmanager
    def taken(self, team: Team, seat: Seat) -> Iterator[None]:
        """Keep other clients of this port from a seat in a `with` block."""
        self._taken.add((team.name, seat))
        try:
            yield
        finally:
            self._taken.discard((team.name, seat))


class _Connection:
    """One client's connection: lines in, lines out, with a pause before each lead."""

    def __init__(
        self,
        manager: TableManager,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        waits: Waits,
    ) -> None:
        self._manager = manager
        self._reader = reader
        self._writer = writer
        self._waits = waits
        self._watched: TableView | None = None
        self._out: asyncio.Queue[Say] = asyncio.Queue()

    async def run(self) -> None:
        """Seat the client and pass its lines on, until one side ends the connection."""
        _notice_loss(self._writer.get_extra_info("socket"))
        first = await asyncio.wait_for(self._line(), FIRST_LINE_S)
        wanted = read_client_line(first)
        if not isinstance(wanted, say.Connecting):
            await self._refuse('Expected Connecting "team" as North using protocol version 18')
            return
        seated = await self._manager.seat(wanted)
        if isinstance(seated, str):
            await self._refuse(seated)
            return
        team, seat = seated
        dialect = DIALECTS.get(team.dialect) or recognised(first)
        with self._manager.taken(team, seat):
            bot = OutsideBot(
                team.shown,
                ManagedSeat(seat, team.name, dialect),
                self._send,
                partial(self._teams, team, seat),
                self._waits.answer_s,
            )
            await self._play(team, seat, bot)

    async def _play(self, team: Team, seat: Seat, bot: OutsideBot) -> None:
        """Play at the table until the table ends or the client goes; the table then holds the seat for it."""
        tasks = [
            asyncio.create_task(work) for work in (self._sit(team, seat, bot), self._hear(bot), self._write())
        ]
        sitting, hearing, writing = tasks
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if sitting.done() and self._watched is None and sitting.exception() is not None:
                await self._refuse(ascii_text(str(sitting.exception())))
            elif sitting.done():
                bot.end()
                await asyncio.wait((writing,), timeout=LAST_LINE_S)
            elif hearing.done() and isinstance(hearing.exception(), ValueError | TooManyLines):
                await self._refuse(f"Error: {hearing.exception()}")
        finally:
            for task in tasks:
                task.cancel()
            ends = await asyncio.gather(*tasks, return_exceptions=True)
        for end in ends:
            if isinstance(end, ClientError):
                log.warning("%s: %s at table %s: %s", team.shown, seat.name, team.table, end)
            elif isinstance(end, Exception) and not isinstance(end, GONE):
                # The text of a fault may name cards.
                fault = type(end).__name__
                log.error("%s: %s at table %s failed with %s", team.shown, seat.name, team.table, fault)

    async def _sit(self, team: Team, seat: Seat, bot: OutsideBot) -> None:
        async with team.seats[seat]() as client:
            await sit_down(client, team.table, seat)
            self._watched = await client.watch(team.table, "seat")
            bot.begin()
            while True:
                try:
                    await play_seat(client, bot, team.table)
                except Refused as refused:
                    # The operator of the server has forbidden a word of the explanation.
                    if refused.code is not Code.FORBIDDEN or not bot.withhold_text():
                        raise
                else:
                    return

    async def _hear(self, bot: OutsideBot) -> None:
        while True:
            bot.hear(await self._line())

    def _teams(self, team: Team, seat: Seat) -> say.Teams | None:
        """Return the names of both teams, None while a seat is free.

        A program expects its own team's name as it has given it; the other side's whole name is not for it.
        """
        people = None if self._watched is None else self._watched.people
        teams = None if people is None else teams_of(people)
        if teams is None:
            return None
        if seat.side is Side.NS:
            return say.Teams(team.name, teams.east_west)
        return say.Teams(teams.north_south, team.name)

    async def _line(self) -> str:
        """Return the next line. Raises IncompleteReadError at the end, and ValueError for too long a line."""
        try:
            return (await self._reader.readuntil(b"\n")).decode("ascii", "replace")
        except asyncio.LimitOverrunError:
            raise ValueError(f"expected a line of at most {MAX_LINE} characters") from None

    def _send(self, lines: list[Say]) -> None:
        for line in lines:
            self._out.put_nowait(line)

    async def _write(self) -> None:
        """Write lines until the last one of the session."""
        while True:
            line = await self._out.get()
            if line.paused:
                await asyncio.sleep(self._waits.lead_s)
            self._writer.write(line.text.encode("ascii", "replace") + END)
            await self._writer.drain()
            if line.is_last:
                return

    async def _refuse(self, text: str) -> None:
        self._writer.write(text.encode("ascii", "replace") + END)
        await self._writer.drain()


def _notice_loss(connection: socket.socket) -> None:
    """Let the system notice within half a minute that a client's machine is gone."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in (
        ("TCP_KEEPIDLE", SILENT_S),
        ("TCP_KEEPINTVL", ASKED_AGAIN_S),
        ("TCP_KEEPCNT", ASKED),
        ("TCP_USER_TIMEOUT", 1000 * (SILENT_S + ASKED * ASKED_AGAIN_S)),
    ):
        option = getattr(socket, name, None)  # Not every system has all of them.
        if option is not None:
            connection.setsockopt(socket.IPPROTO_TCP, option, value)
