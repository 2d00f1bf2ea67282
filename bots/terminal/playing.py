"""The terminal program for a player in a seat: the drawn table, a prompt for each decision, refusals."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from functools import partial

from msgspec.structs import replace
from rich.console import Console

from bots.client import Client
from bots.errors import ClientError, Refused
from bots.game import PLAIN
from bots.guest import guest
from bots.registry import GAMES, seats_at
from bots.runner import seat_at
from bots.seating import sit_down
from bots.sheets.sheet import LedSheet, Sheet
from bots.sheets.text import printable
from bots.terminal.arriving import TableCommands, free_seat, own_table_words, preferred_seat, way_back_words
from bots.terminal.keyboard import Keyboard
from bots.terminal.leading import Leader
from bots.terminal.opening import TableRequest, open_table, seats_wished
from bots.terminal.person import Person, person_words, you_words
from bots.terminal.rights import rights_of
from bots.terminal.screen import Screen, Show
from bots.terminal.sheets import led, sheet_at
from bots.terminal.transcript import Transcript
from bots.terminal.watching import GIVE_UP_S, first, follow
from bots.transport import Connect
from bots.wire.http import Http
from bots.wire.table_view import TableView
from protocol.v1.codec import InvalidMessage
from protocol.v1.requests import Seats

STAND_S = 2.0
WAITS = (
    "The players of this deal are asked whether you may take the seat; you also get it when the deal is over"
)


async def play(
    where: str | Connect,
    table: str,
    seat: str | int | None = None,
    token: str | None = None,
    *,
    name: str = "",
    console: Console | None = None,
    stdin: int | None = None,
    kibitz: str = "kibitz",
) -> None:
    """Sit down at a table and play from the terminal until the table closes or the player leaves.

    Without `seat` the player takes any free seat. Without `token` the player becomes a guest with the name
    `name`. Typed lines are read from the file descriptor `stdin`. If `stdin` is a pipe or a file, each answer
    waits for the next decision. `kibitz` is the command that starts this program; it is printed as part of
    the command to come back. Raises Refused if the server refuses the seat, GaveUp if the client cannot
    connect, and ValueError for an unknown seat.
    """
    secret = None
    if token is None and isinstance(where, str):
        token = secret = (await guest(where, name or "Guest")).token
    arrival = _Arrival(where, table, token, console, stdin)
    await arrival.play(seat, kibitz, secret)


async def play_own(
    url: str,
    request: TableRequest,
    token: str | None = None,
    *,
    name: str = "",
    console: Console | None = None,
    stdin: int | None = None,
    kibitz: str = "kibitz",
) -> None:
    """Open a table as its host, sit down there, and play from the terminal.

    The seats of the other players get the robots that `request` names, or else the usual robot of the game.
    Raises Refused if the server refuses the table, GaveUp if no Kibitz server answers, and ValueError for an
    unknown seat.
    """
    secret = None
    if token is None:
        token = secret = (await guest(url, name or "Guest")).token
    words = seats_wished(request.game, request.options)
    mine = preferred_seat(words)
    robot = await _usual_robot(url, token, request.game)
    robots: Seats = {seat: robot for seat in range(len(words)) if seat != mine}
    opened = await open_table(Http(url, token), replace(request, seats={**robots, **request.seats}))
    arrival = _Arrival(url, opened.table, token, console, stdin)
    arrival.tell(own_table_words(TableCommands(kibitz, url, opened.table, words[mine], secret)))
    await arrival.play(mine, kibitz, secret)


async def _usual_robot(url: str, token: str, game: str) -> str:
    """Return the robot that plays this game with people, or `plain` if the server does not offer it."""
    async with Client(url, token=token, client="kibitz play", give_up_s=GIVE_UP_S) as client:
        offered = () if client.welcome is None else client.welcome.robots
    usual = GAMES[game].usual_robot
    return usual if any(robot.name == usual and game in robot.games for robot in offered) else PLAIN


class _Arrival:
    """The visit of a player to a table: sitting down, playing and leaving."""

    def __init__(
        self, where: str | Connect, table: str, token: str | None, console: Console | None, stdin: int | None
    ) -> None:
        self._where = where
        self._table = table
        self._token = token
        self._console = console or Console()
        self._stdin = sys.stdin.fileno() if stdin is None else stdin
        self._drawn = self._console.is_terminal and os.isatty(self._stdin)

    def tell(self, lines: Iterable[str]) -> None:
        """Print lines outside the drawn table, so that they remain on the terminal and can be copied."""
        for line in lines:
            self._console.print(printable(line), markup=False, highlight=False, soft_wrap=True)

    async def play(self, seat: str | int | None, kibitz: str, secret: str | None) -> None:
        table = self._table
        async with Client(
            self._where, token=self._token, client="kibitz play", give_up_s=GIVE_UP_S
        ) as client:
            number = await free_seat(client, table) if seat is None else await seat_at(client, table, seat)
            await sit_down(client, table, number, partial(self.tell, [WAITS]))
            updates = client.updates(table)
            watched = await client.watch(table, "seat")
            words = seats_at(watched.view)
            named = words[number] if number < len(words) else str(number)
            midway = _midway_words(watched, named)
            if seat is None:
                self.tell([f"You take seat {named}"])
            self.tell([midway] if midway else [])
            show: Show = Screen(self._console) if self._drawn else Transcript(self._console)
            try:
                with show, Keyboard(self._stdin, raw=self._drawn) as keyboard:
                    player = Player(client, watched, show, keyboard, patient=not self._drawn)
                    player.greet(midway if self._drawn else "")
                    keyboard.changed = player.prompt
                    await first(follow(client, updates, watched, show, player.prompt), player.listen())
            finally:
                with suppress(ClientError, TimeoutError):
                    async with asyncio.timeout(STAND_S):
                        await client.stand(table)
                if watched.ended is None and isinstance(self._where, str):
                    way = TableCommands(kibitz, self._where, table, named, secret)
                    self.tell(way_back_words(way))


def _midway_words(watched: TableView, seat: str) -> str:
    """Return the progress of a deal that a player joins, "" before the first move of the deal."""
    midway = sheet_at(watched).midway()
    return f"{midway}. You play the cards of seat {seat} from here on" if midway else ""


class Player:
    """An object that carries out the lines that a player types at a table.

    If `patient` is True, an answer that is typed before the player's turn waits for the next decision.
    """

    def __init__(
        self, client: Client, watched: TableView, show: Show, keyboard: Keyboard, patient: bool
    ) -> None:
        self._client = client
        self._watched = watched
        self._show = show
        self._keyboard = keyboard
        self._person = Person(client, watched.table, show)
        self._leader = Leader(client, watched)
        self._patient = patient
        self._turn = asyncio.Event()
        self._asked: tuple[str | None, str] | None = None
        self._answered: tuple[str | None, str] | None = None

    def prompt(self) -> None:
        """Show a prompt if the player has to decide now or leads a replay; remove the prompt if not."""
        replay = self._replay
        if replay is not None:
            self._leader.look()
            self._show.ask(replay.prompt, self._keyboard.typed)
            return
        own, decision = self._watched.view.own, self._watched.decision
        if own is None or decision is None or self._answered == (self._watched.epoch, decision):
            self._turn.clear()
            self._show.ask("", self._keyboard.typed)
            return
        self._turn.set()
        if self._asked != (self._watched.epoch, decision):
            # The next decision may come in the same batch of updates, and with the same words.
            self._show.ask("", self._keyboard.typed)
            self._asked = self._watched.epoch, decision
        hand = self._sheet.hand() if self._patient else ""
        question = f"{self._sheet.question()} (? lists answers):"
        self._show.ask(f"{hand}   {question}" if hand else question, self._keyboard.typed)

    def greet(self, midway: str) -> None:
        """Print the player's name, the main commands, and the state of a deal that is already in progress."""
        for line in (you_words(self._client), self._sheet.hello, midway):
            self._show.say(line)

    async def listen(self) -> None:
        """Read typed lines and carry them out until the player leaves."""
        while (line := await self._keyboard.line()) is not None:
            line = line.strip()
            self._show.page("")
            if line.lower() in ("q", "quit"):
                return
            try:
                await self._typed(line)
            except (Refused, InvalidMessage, ValueError) as error:
                self._show.say(error.message if isinstance(error, Refused) else str(error))
                self._show.ask("", "")
            self.prompt()

    @property
    def _sheet(self) -> Sheet:
        return sheet_at(self._watched)

    @property
    def _replay(self) -> LedSheet | None:
        return led(self._sheet)

    async def _typed(self, line: str) -> None:
        await self._return()
        if line == "?":
            self._list()
        elif line and not await self._person.typed(line):
            await self._do(line)

    async def _return(self) -> None:
        """Take the seat back from the robot that plays for this player.

        The robot still makes the present decision, and the player makes all decisions after it.
        """
        if self._watched.robot_played:
            self._watched.robot_played = False
            await self._client.watch(self._watched.table, "seat")

    def _list(self) -> None:
        sheet = self._sheet
        replay = led(sheet)
        lines = replay.list_leads() if replay is not None else sheet.list_answers(self._turn.is_set())
        words = person_words(self._watched, rights_of(self._client, self._watched))
        self._show.page("\n".join((*lines, *words, you_words(self._client), "q leaves")))

    async def _do(self, line: str) -> None:
        """Carry out a line of the game: a replay leader's step, a command, or an answer to a decision."""
        replay = self._replay
        if replay is not None:
            await self._leader.typed(line, replay)
            return
        command = self._sheet.command(line)
        if command is None:
            await self._answer(line)
        else:
            await self._client.act(self._watched.table, command, None)

    async def _answer(self, line: str) -> None:
        if self._patient:
            await self._turn.wait()
        sheet, decision = self._sheet, self._watched.decision
        if not self._turn.is_set():
            raise ValueError("It is not your turn.")
        await self._client.act(self._watched.table, sheet.answer(line), decision)
        self._answered = None if decision is None else (self._watched.epoch, decision)
