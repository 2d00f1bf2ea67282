"""People at pipes: they type lines and read what the program prints."""

from __future__ import annotations

import asyncio
import io
import os

from rich.console import Console

from bots.plain_bot import PlainBot
from bots.runner import play as play_robot
from bots.terminal import play, watch
from protocol.v1.bridge import Seat
from protocol.v1.updates import Notice, ToClient
from tests.bots.scripted import TABLE, ScriptedServer
from tests.bots.seats import until

CLOSING = Notice(kind="closing", table=TABLE, message="all boards have been played")


class Pipe:
    """A person at a pipe: types lines, and reads the output of the program."""

    def __init__(self) -> None:
        self.stdin, self._write = os.pipe()
        self.console = Console(file=io.StringIO(), width=200)

    @property
    def printed(self) -> str:
        return self.console.file.getvalue()

    def types(self, line: str) -> None:
        os.write(self._write, f"{line}\n".encode())

    def hangs_up(self) -> None:
        os.close(self._write)

    async def waits_for(self, words: str, times: int = 1) -> None:
        await until(lambda: self.printed.count(words) >= times)


def robots(server: ScriptedServer, *seats: Seat) -> list[asyncio.Task[int]]:
    """Start plain robots in these seats for one board."""
    return [
        asyncio.create_task(play_robot(PlainBot(), server.url, TABLE, seat, token=seat.name, boards=1))
        for seat in seats
    ]


def start_playing(server: ScriptedServer, person: Pipe, seat: str = "N") -> asyncio.Task[None]:
    """Let a person sit down in a seat and play."""
    return asyncio.create_task(
        play(server.url, TABLE, seat, token="person", console=person.console, stdin=person.stdin)
    )


def send_to_all(server: ScriptedServer, update: ToClient) -> None:
    """Send an update to every connection of the server."""
    for line in server.lines:
        server.send(line, update)


def start_watching(server: ScriptedServer, person: Pipe, as_: str = "public") -> asyncio.Task[None]:
    """Let a person watch the table."""
    return asyncio.create_task(
        watch(server.url, TABLE, as_, token="carl", console=person.console, stdin=person.stdin)
    )


async def leave(person: Pipe, playing: asyncio.Task[None]) -> None:
    """Type `q` and wait for the end of the program."""
    person.types("q")
    await playing
