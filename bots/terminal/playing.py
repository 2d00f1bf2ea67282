"""A person at a seat: the table, a prompt when it is one's turn, and the server's objections in words."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

from rich.console import Console

from bots.bot import View
from bots.client import Client
from bots.errors import ClientError, Refused
from bots.games import seat_number
from bots.guest import guest
from bots.terminal.bridge.answers import list_answers, read_answer
from bots.terminal.bridge.drawing import hand_text
from bots.terminal.keyboard import Keyboard
from bots.terminal.screen import Screen, Show
from bots.terminal.transcript import Transcript
from bots.terminal.watching import GIVE_UP_S, follow
from bots.transport import Connect
from bots.wire.watched import Watched
from protocol.v1.codec import InvalidMessage

STAND_S = 2.0
HELP = "A call is typed as 1NT, 4S, P, X; a card as SA, h10; ? lists them; q leaves"


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
                await _first(follow(client, updates, watched, show, player.prompt), player.listen())
        finally:
            with suppress(ClientError, TimeoutError):
                async with asyncio.timeout(STAND_S):
                    await client.stand(table)


async def _first(*works: Coroutine[Any, Any, None]) -> None:
    """Do several things until one of them ends; the others are cancelled. Raises what that one raises."""
    tasks = [asyncio.create_task(work) for work in works]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
    for task in done:
        task.result()


class _Player:
    """Reads what a person types at a seat. `patient`: an answer waits until it is asked for."""

    def __init__(
        self, client: Client, watched: Watched, show: Show, keyboard: Keyboard, patient: bool
    ) -> None:
        self._client = client
        self._watched = watched
        self._show = show
        self._keyboard = keyboard
        self._patient = patient
        self._turn = asyncio.Event()
        self._answered: tuple[str | None, str | None] | None = None

    def prompt(self) -> None:
        """Ask for an answer when one is due."""
        own, decision = self._watched.view.own, self._watched.decision
        if own is None or decision is None or self._answered == (self._watched.epoch, decision):
            self._turn.clear()
            self._show.ask("", self._keyboard.typed)
            return
        self._turn.set()
        what = "call" if own.calls is not None else f"card from {_whose(self._watched.view)}"
        held = f"{hand_text(own.hand)}   " if self._patient and own.hand is not None else ""
        self._show.ask(f"{held}Your {what} (? lists them):", self._keyboard.typed)

    async def listen(self) -> None:
        """Do what is typed, until the player leaves."""
        self._show.say(HELP)
        while (line := await self._keyboard.line()) is not None:
            line = line.strip()
            if line.lower() in ("q", "quit"):
                return
            try:
                await self._typed(line)
            except (Refused, InvalidMessage, ValueError) as error:
                self._show.say(error.message if isinstance(error, Refused) else str(error))
                self._show.ask("", "")
            self.prompt()

    async def _typed(self, line: str) -> None:
        if line.startswith("/"):
            await self._client.chat(self._watched.table, line[1:].strip())
        elif line == "?":
            self._list()
        elif line:
            await self._answer(line)

    def _list(self) -> None:
        own = self._watched.view.own
        self._show.say(
            list_answers(own) if own is not None and self._turn.is_set() else "It is not your turn."
        )

    async def _answer(self, line: str) -> None:
        if self._patient:
            await self._turn.wait()
        own, decision = self._watched.view.own, self._watched.decision
        if own is None or not self._turn.is_set():
            raise ValueError("It is not your turn.")
        await self._client.act(self._watched.table, read_answer(line, own), decision)
        self._answered = self._watched.epoch, decision


def _whose(view: View) -> str:
    """Declarer plays dummy's cards too."""
    turn = view.pub.turn
    return "dummy" if view.own is not None and turn is not None and turn != view.own.seat else "hand"
