"""A live table at a terminal for a person that has no seat at it."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable, Coroutine
from typing import Any

from rich.console import Console

from bots.client import Client
from bots.errors import Refused
from bots.evening import told_words
from bots.guest import guest
from bots.registry import seats_at
from bots.terminal.access import access_words
from bots.terminal.arriving import ONLY_ROBOTS, only_robots
from bots.terminal.keyboard import Keyboard
from bots.terminal.person import ROLES, Person, person_words, read_audience, you_words
from bots.terminal.rights import rights_of
from bots.terminal.screen import Screen, Show
from bots.terminal.sheets import led, sheet_at
from bots.terminal.talk import heard
from bots.terminal.transcript import Transcript
from bots.transport import Connect
from bots.wire.reader import Updates
from bots.wire.table_view import TableView
from protocol.v1.codec import InvalidMessage
from protocol.v1.codes import Code
from protocol.v1.requests import WatchAs
from protocol.v1.updates import EventNews

TICK_S = 0.5
GIVE_UP_S = 120.0
STRANGER = "You watch without a name; start again with --name NAME to chat and to ask for hands"


async def watch(
    where: str | Connect,
    table: str,
    as_: str | int = "public",
    token: str | None = None,
    *,
    name: str = "",
    console: Console | None = None,
    stdin: int | None = None,
) -> None:
    """Show a table until it closes: as a drawing on a terminal, as lines of text in a pipe or a file.

    `as_` tells what to see: `public`, `all`, `director`, `commentator`, `seat` (this player's seat), or the
    name or number of another seat, to see its hand. Until the player in a seat allows the watcher to see that
    hand, the public view is shown. With a `name` and without a token the watcher becomes a guest, so that
    chat and requests to see hands are possible. Commands are read from the file descriptor `stdin`, or
    without `stdin` from the terminal, if there is one. Raises Refused if the server does not allow this view,
    GaveUp if the client cannot connect, and ValueError for an unknown value of `as_`.
    """
    console = console or Console()
    stdin = _keyboard() if stdin is None else stdin
    drawn = console.is_terminal and (stdin is None or os.isatty(stdin))
    if token is None and name and isinstance(where, str):
        token = (await guest(where, name)).token
    async with Client(where, token=token, client="kibitz watch", give_up_s=GIVE_UP_S) as client:
        updates = client.updates(table)
        show: Show = Screen(console) if drawn else Transcript(console)
        if client.you.id:
            show.say(you_words(client))
        watched = await _begin(client, table, await _audience_at(client, table, as_), show)
        with show:
            following = follow(client, updates, watched, show)
            if stdin is None:
                await following
                return
            with Keyboard(stdin, raw=drawn) as keyboard:
                keyboard.changed = lambda: show.ask("" if not keyboard.typed else ">", keyboard.typed)
                await first(following, _Watcher(client, table, show, keyboard).listen())


async def _audience_at(client: Client, table: str, as_: str | int) -> WatchAs:
    """Return the audience that `as_` names: a role, or a seat by its name or number.

    The names of a table's seats come from a view of the table. If this client may not watch the table, the
    names of its seats are taken to be N, E, S, W.
    """
    if as_ in ROLES or str(as_).isdecimal():
        return read_audience(as_)
    try:
        watched = await client.watch(table, "public")
    except Refused:
        return read_audience(as_)
    return read_audience(as_, seats_at(watched.view))


def _keyboard() -> int | None:
    return sys.stdin.fileno() if sys.stdin is not None and sys.stdin.isatty() else None


async def _begin(client: Client, table: str, audience: WatchAs, show: Show) -> TableView:
    try:
        return await client.watch(table, audience)
    except Refused as refused:
        if not isinstance(audience, int) or refused.code is not Code.FORBIDDEN:
            raise
        watched = await client.watch(table, "public")
        show.say(
            f"You cannot see that hand yet: {refused.message}. "
            f"`look {sheet_at(watched).seat(audience)}` asks again"
        )
        return watched


async def first(*works: Coroutine[Any, Any, None]) -> None:
    """Run several coroutines until one of them ends, and cancel the others.

    If the coroutine that ended first raised an error, raise the same error.
    """
    tasks = [asyncio.create_task(work) for work in works]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
    for task in done:
        task.result()


async def follow(
    client: Client, updates: Updates, watched: TableView, show: Show, shown: Callable[[], None] = lambda: None
) -> None:
    """Show every change of a table, and the clock between changes, until the table closes.

    Call the function `shown` after each change of the table. Also print which people can see the hands during
    play, at the beginning and whenever this changes.
    """
    seat, announced = sheet_at(watched).seat, False
    last_access: list[str] = []
    events = dict(client.events)
    while True:
        watched = client.tables.get(watched.table, watched)
        if watched.epoch is not None:  # the first view has arrived
            show.look(client, watched)
            shown()
            if not announced and watched.people is not None and watched.audience != "seat":
                announced = True
                if only_robots(watched.people.seats):
                    show.say(ONLY_ROBOTS)
            if watched.people is not None and led(sheet_at(watched)) is None:
                access = access_words(watched.people)
                for line in access if access != last_access else ():
                    show.say(line)
                last_access = access
            if watched.ended is not None:
                show.say(watched.ended)
                return
        try:
            async with asyncio.timeout(TICK_S):
                update = await anext(updates, None)
        except TimeoutError:
            continue
        if update is None:
            return
        for line in heard(update, seat):
            show.say(line)
        if isinstance(update, EventNews):
            for line in told_words(events.get(update.event), update):
                show.say(line)
            events[update.event] = update


class _Watcher:
    """An object that carries out the lines that a watcher types at a table."""

    def __init__(self, client: Client, table: str, show: Show, keyboard: Keyboard) -> None:
        self._client = client
        self._table = table
        self._show = show
        self._keyboard = keyboard
        self._person = Person(client, table, show)

    async def listen(self) -> None:
        """Read typed lines and carry them out until the watcher leaves.

        If the input is a pipe and ends, the program still shows the table until the table closes.
        """
        while (line := await self._keyboard.line()) is not None:
            line = line.strip()
            self._show.page("")
            if line.lower() in ("q", "quit"):
                return
            try:
                await self._typed(line)
            except (Refused, InvalidMessage, ValueError) as error:
                self._show.say(error.message if isinstance(error, Refused) else str(error))
        if not self._keyboard.raw:
            await asyncio.Future()

    async def _typed(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if line == "?":
            watched = self._client.tables[self._table]
            you = [you_words(self._client)] if self._client.you.id else [STRANGER]
            words = person_words(watched, rights_of(self._client, watched))
            self._show.page("\n".join((*you, *words, "q leaves")))
        elif word.lower() == "look":
            await self._look(
                read_audience(rest.strip() or "public", seats_at(self._client.tables[self._table].view))
            )
        elif line and not await self._person.typed(line):
            raise ValueError(f"expected one of the commands that ? lists, got {line!r}")

    async def _look(self, audience: WatchAs) -> None:
        """Watch the table as another audience; if the server refuses that audience, keep the present view."""
        await self._client.watch(self._table, audience)
