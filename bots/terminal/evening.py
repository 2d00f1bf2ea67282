"""The terminal program for a player of an event: the tables of one round after the other."""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import suppress

from rich.console import Console

from bots.client import Client
from bots.errors import ClientError, Refused
from bots.evening import AGAIN_S, news_of, stage_words, told_words
from bots.sheets.text import printable
from bots.terminal.keyboard import Keyboard
from bots.terminal.playing import Player
from bots.terminal.screen import Screen, Show
from bots.terminal.transcript import Transcript
from bots.terminal.watching import GIVE_UP_S, first, follow
from protocol.v1.updates import EventNews

LEAVES = ("q", "quit")
NO_TABLE = "You have no table now; q leaves, and the same command comes back"


async def play_event(
    url: str,
    event: str,
    token: str | None,
    *,
    console: Console | None = None,
    stdin: int | None = None,
) -> None:
    """Play the rounds of an event from the terminal, at the seats that the server names.

    The program ends with the event, or when the player leaves, who keeps the seat. Typed lines are read from
    the file descriptor `stdin`. Raises Refused if there is no such event, ValueError if the player of the
    token has not entered it, and GaveUp if the client cannot connect.
    """
    stdin = sys.stdin.fileno() if stdin is None else stdin
    console = console or Console()
    drawn = console.is_terminal and os.isatty(stdin)
    async with Client(url, token=token, client="kibitz event play", give_up_s=GIVE_UP_S) as client:
        with Keyboard(stdin, raw=drawn) as keyboard:
            evening = _Evening(client, event, console, keyboard)
            await first(evening.read_news(), evening.play())


class _Evening:
    """The event as the player follows it: the newest news, and the table that is shown now."""

    def __init__(self, client: Client, event: str, console: Console, keyboard: Keyboard) -> None:
        self._client = client
        self._event = event
        self._console = console
        self._keyboard = keyboard
        self._news: EventNews | None = None
        self._changed = asyncio.Event()
        self._show: Show | None = None
        self._ended: str | None = None

    async def read_news(self) -> None:
        """Follow the news, and print those that no table shows, until the event is over for the player."""
        async for news in news_of(self._client, self._event):
            for line in stage_words(self._news, news, self._client.now_ms()):
                self._say(line)
            for line in told_words(self._news, news) if self._show is None else ():
                self._say(line)
            self._news = news
            self._changed.set()

    def _say(self, line: str) -> None:
        if self._show is not None:
            self._show.say(line)
        else:
            self._console.print(printable(line), markup=False, highlight=False, soft_wrap=True)

    async def play(self) -> None:
        """Play at each table of the player until the player leaves."""
        left = False
        while not left:
            table = None if self._news is None else self._news.table
            if table is None or table == self._ended:
                left = await self._wait(table)
                continue
            try:
                left = await self._play_at(table)
            except Refused:  # The table may be moving to another server.
                await asyncio.sleep(AGAIN_S)

    async def _wait(self, table: str | None) -> bool:
        """Wait until the player's table is another one; return True if the player leaves."""
        leaving = asyncio.Event()

        async def listen() -> None:
            while (line := await self._keyboard.line()) is not None and line.strip().lower() not in LEAVES:
                self._say(NO_TABLE)
            if line is None and not self._keyboard.raw:
                await asyncio.Future()  # A pipe that ends leaves at the next table.
            leaving.set()

        await first(listen(), self._other_table(table))
        return leaving.is_set()

    async def _other_table(self, table: str | None) -> None:
        while self._news is None or self._news.table == table:
            self._changed.clear()
            await self._changed.wait()

    async def _play_at(self, table: str) -> bool:
        """Play at a table until it ends or the player gets another one; return True if the player leaves."""
        client, leaving, drawn = self._client, asyncio.Event(), self._keyboard.raw
        updates = client.updates(table)
        watched = await client.watch(table, "seat")
        show: Show = Screen(self._console) if drawn else Transcript(self._console)
        player = Player(client, watched, show, self._keyboard, patient=not drawn)

        async def listen() -> None:
            await player.listen()
            leaving.set()

        with show:
            self._show, self._keyboard.changed = show, player.prompt
            try:
                player.greet("")
                await first(
                    follow(client, updates, watched, show, player.prompt), listen(), self._other_table(table)
                )
            finally:
                self._show, self._keyboard.changed = None, lambda: None
        self._ended = None if watched.ended is None else table
        if not leaving.is_set():
            with suppress(ClientError):
                await client.unwatch(table)
        return leaving.is_set()
