"""A person at a seat: the table, a prompt when it is one's turn, and the server's objections in words."""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import suppress

from rich.console import Console

from bots.bot import View
from bots.client import Client
from bots.errors import ClientError, Refused
from bots.games import seat_number
from bots.guest import guest
from bots.terminal.bridge.answers import list_answers, read_answer
from bots.terminal.bridge.commands import list_commands, read_command
from bots.terminal.bridge.drawing import hand_text
from bots.terminal.bridge.events import claim_words
from bots.terminal.bridge.replays import HELP as LEADING
from bots.terminal.bridge.replays import PROMPT
from bots.terminal.keyboard import Keyboard
from bots.terminal.leading import Leader
from bots.terminal.person import EVERYBODY, LEAVE, OFFICES, Person, you_words
from bots.terminal.screen import Screen, Show
from bots.terminal.transcript import Transcript
from bots.terminal.watching import GIVE_UP_S, first, follow
from bots.transport import Connect
from bots.wire.watched import Watched
from protocol.v1.bridge import PlayOn, Vote
from protocol.v1.codec import InvalidMessage
from protocol.v1.replay import ReplayPub

STAND_S = 2.0
HELP = "A call is typed as 1NT, 4S, P, X; a card as SA, h10; ? lists all that you may do; q leaves"


async def play(
    where: str | Connect,
    table: str,
    seat: str | int,
    token: str | None = None,
    *,
    name: str = "",
    console: Console | None = None,
    stdin: int | None = None,
) -> None:
    """Sit down at a table and play from the terminal until it closes or the player leaves.

    Without a token the player becomes a guest of this `name`. Answers are read from the descriptor `stdin`;
    where that is no terminal, one line answers one decision. Raises Refused, GaveUp, or ValueError for a seat
    that is none.
    """
    console = console or Console()
    stdin = sys.stdin.fileno() if stdin is None else stdin
    seat = seat_number(seat)
    if token is None and isinstance(where, str):
        token = (await guest(where, name or "Guest")).token
    drawn = console.is_terminal and os.isatty(stdin)
    async with Client(where, token=token, client="kibitz play", give_up_s=GIVE_UP_S) as client:
        await client.sit(table, seat)
        updates = client.updates(table)
        watched = await client.watch(table, "seat")
        show: Show = Screen(console) if drawn else Transcript(console)
        try:
            with show, Keyboard(stdin, raw=drawn) as keyboard:
                player = _Player(client, watched, show, keyboard, patient=not drawn)
                keyboard.changed = player.prompt
                await first(follow(client, updates, watched, show, player.prompt), player.listen())
        finally:
            with suppress(ClientError, TimeoutError):
                async with asyncio.timeout(STAND_S):
                    await client.stand(table)


class _Player:
    """Reads what a person types at a seat. `patient`: an answer waits until it is asked for."""

    def __init__(
        self, client: Client, watched: Watched, show: Show, keyboard: Keyboard, patient: bool
    ) -> None:
        self._client = client
        self._watched = watched
        self._show = show
        self._keyboard = keyboard
        self._person = Person(client, watched.table, show)
        self._leader = Leader(client, watched)
        self._patient = patient
        self._turn = asyncio.Event()
        self._answered: tuple[str | None, str | None] | None = None

    def prompt(self) -> None:
        """Ask for an answer when one is due."""
        if self._replay is not None:
            self._leader.look()
            self._show.ask(PROMPT, self._keyboard.typed)
            return
        own, decision = self._watched.view.own, self._watched.decision
        if own is None or decision is None or self._answered == (self._watched.epoch, decision):
            self._turn.clear()
            self._show.ask("", self._keyboard.typed)
            return
        self._turn.set()
        held = f"{hand_text(own.hand)}   " if self._patient and own.hand is not None else ""
        self._show.ask(f"{held}{_question(self._watched.view)} (? lists them):", self._keyboard.typed)

    async def listen(self) -> None:
        """Do what is typed, until the player leaves."""
        self._show.say(you_words(self._client))
        self._show.say(HELP if self._replay is None else LEADING[0])
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
    def _replay(self) -> ReplayPub | None:
        pub = self._watched.view.pub
        return pub if isinstance(pub, ReplayPub) else None

    async def _typed(self, line: str) -> None:
        if line == "?":
            self._list()
        elif line and not await self._person.typed(line):
            await self._do(line)

    def _list(self) -> None:
        lines = self._leader.list() if self._replay is not None else self._answers()
        office = OFFICES if self._in_office() else ()
        self._show.page("\n".join((*lines, *EVERYBODY, *office, you_words(self._client), "q leaves")))

    def _answers(self) -> list[str]:
        own = self._watched.view.own
        due = own is not None and self._turn.is_set()
        lines = [list_answers(own) if own is not None and due else "It is not your turn."]
        if own is not None and own.calls is not None:
            lines.append("1NT! 15-17 balanced (alerts it, with words) | 2C: natural (words alone)")
        return [*lines, *list_commands(own), LEAVE]

    def _in_office(self) -> bool:
        people, you = self._watched.people, self._client.you.id
        return people is not None and (you == people.host or you in people.directors)

    async def _do(self, line: str) -> None:
        """A command at once, a call or card when it is asked for."""
        if self._replay is not None:
            await self._leader.typed(line, self._replay)
            return
        view = self._watched.view
        command = None if view.own is None else read_command(line, view.pub, view.own)
        doubts = view.own is not None and "doubt" in view.own.may and command == Vote(accept=False)
        if command is None or (isinstance(command, Vote | PlayOn) and not doubts):
            await self._answer(line)
        else:
            await self._client.act(self._watched.table, command, None)

    async def _answer(self, line: str) -> None:
        if self._patient:
            await self._turn.wait()
        view, decision = self._watched.view, self._watched.decision
        if view.own is None or not self._turn.is_set():
            raise ValueError("It is not your turn.")
        command = read_command(line, view.pub, view.own)
        action = read_answer(line, view.own) if command is None else command
        await self._client.act(self._watched.table, action, decision)
        self._answered = self._watched.epoch, decision


def _question(view: View) -> str:
    """What is due: a call, a card, a vote, or leave to play on."""
    own, claim = view.own, view.pub.claim
    if own is not None and own.votes is not None and claim is not None:
        return f"{claim_words(claim)}. Accept or refuse?"
    if own is not None and own.play_on:
        return "The claim is refused. Type `play on` to agree that play goes on, or wait for the director"
    if own is not None and own.calls is not None:
        return "Your call"
    turn = view.pub.turn
    return (
        f"Your card from {'dummy' if own is not None and turn is not None and turn != own.seat else 'hand'}"
    )
