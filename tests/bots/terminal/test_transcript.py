"""The transcript of a table: each event is a line, for pipes, files and screen readers."""

from __future__ import annotations

import asyncio

from bots.terminal import watch
from protocol.v1.bridge import SEATS
from tests.bots.scripted import TABLE, ScriptedServer
from tests.bots.seats import until
from tests.bots.terminal.pipes import CLOSING, Pipe, robots, send_to_all


async def test_a_watcher_at_a_pipe_gets_the_whole_board_in_lines(
    server: ScriptedServer, person: Pipe
) -> None:
    watching = asyncio.create_task(watch(server.url, TABLE, console=person.console))
    await until(lambda: server.lines and server.lines[0].audience)
    await asyncio.gather(*robots(server, *SEATS))
    send_to_all(server, CLOSING)
    await watching
    assert person.printed.startswith("Board 1, dealer North, neither side vulnerable\nNorth: ")
    assert person.printed.count(" leads ") == 13
    assert "Tricks: NS" in person.printed
    assert person.printed.endswith("all boards have been played\n")
    assert "♠" in person.printed
