"""A watcher at a terminal or a pipe follows a table without a seat."""

from __future__ import annotations

import asyncio
import io

from rich.console import Console

from bots.terminal import watch
from protocol.v1.updates import Chat, Notice, People, Said, SeatRow
from tests.bots.scripted import TABLE, ScriptedServer
from tests.bots.seats import until
from tests.bots.terminal.pipes import CLOSING, Pipe, send_to_all


async def test_a_watcher_gets_chat_and_a_notice_that_the_server_is_away(
    server: ScriptedServer, person: Pipe
) -> None:
    watching = asyncio.create_task(watch(server.url, TABLE, console=person.console))
    await person.waits_for("Board 1")
    send_to_all(server, Chat(table=TABLE, lines=(Said("Ann", "hello all", 0),)))
    await person.waits_for("Ann: hello all")
    send_to_all(server, Notice(kind="hold"))
    await person.waits_for("(the server is waiting for its database)")
    send_to_all(server, CLOSING)
    await watching


async def test_a_drawn_table_shows_the_people_present(server: ScriptedServer) -> None:
    console = Console(file=io.StringIO(), width=100, force_terminal=True)
    watching = asyncio.create_task(watch(server.url, TABLE, console=console))
    await until(lambda: "is to call" in console.file.getvalue())
    send_to_all(server, People(table=TABLE, seats=(SeatRow(0, "Ann", "p", here=True),), watchers=2))
    await until(lambda: "● Ann" in console.file.getvalue() and "2 watching" in console.file.getvalue())
    send_to_all(server, CLOSING)
    await watching
    assert "Table t1: Board 1, dealer North" in console.file.getvalue()
