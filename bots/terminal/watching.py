"""A live table in the terminal."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from rich.console import Console

from bots.client import Client
from bots.games import seat_number
from bots.terminal.screen import Screen, Show
from bots.terminal.transcript import Transcript
from bots.transport import Connect
from bots.wire.reader import Updates
from bots.wire.watched import Watched
from protocol.v1.requests import WatchAs
from protocol.v1.updates import Chat, ToClient

TICK_S = 0.5
GIVE_UP_S = 120.0


async def watch(
    where: str | Connect,
    table: str,
    as_: str | int = "public",
    token: str | None = None,
    *,
    console: Console | None = None,
) -> None:
    """Show a table until it closes: drawn on a terminal, told in lines elsewhere.

    `as_` is `public`, `all`, or the seat (N, E, S, W or a number) whose cards to see, where the table allows
    it. Raises Refused, GaveUp, or ValueError for an audience that is none.
    """
    console = console or Console()
    async with Client(where, token=token, client="kibitz watch", give_up_s=GIVE_UP_S) as client:
        updates = client.updates(table)
        watched = await client.watch(table, read_audience(as_))
        show: Show = Screen(console) if console.is_terminal else Transcript(console)
        with show:
            await follow(client, updates, watched, show)


async def follow(
    client: Client, updates: Updates, watched: Watched, show: Show, shown: Callable[[], None] = lambda: None
) -> None:
    """Show every change, and the clock in between, until the table closes; `shown` is called after each."""
    while True:
        show.look(client, watched)
        shown()
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
        _tell_talk(update, show)


def _tell_talk(update: ToClient, show: Show) -> None:
    if isinstance(update, Chat):
        for line in update.lines:
            show.say(f"{line.name}: {line.text}")


def read_audience(as_: str | int) -> WatchAs:
    """Whose view is meant: a role, or a seat by its letter or number."""
    match as_:
        case "public" | "seat" | "all" | "director" | "commentator":
            return as_
        case _:
            return seat_number(as_)
