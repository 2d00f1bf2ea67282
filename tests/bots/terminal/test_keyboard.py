"""Typed lines are edited at a terminal; the end of a pipe ends the visit."""

from __future__ import annotations

import asyncio
import io
import os
import pty
import termios

from rich.console import Console

from bots.terminal import play
from protocol.v1.bridge import Call, MakeCall, Seat
from tests.bots.scripted import TABLE, ScriptedServer
from tests.bots.seats import until
from tests.bots.terminal.pipes import Pipe, start_playing


async def test_the_end_of_the_pipe_ends_the_players_visit(server: ScriptedServer, person: Pipe) -> None:
    person.types("1s")
    person.hangs_up()
    await start_playing(server, person)
    assert server.log == [(Seat.NORTH, MakeCall(Call.ONE_SPADE))]
    assert server.seats == {}


async def test_at_a_terminal_lines_are_edited_and_the_terminal_mode_is_restored(
    server: ScriptedServer,
) -> None:
    keys, stdin = pty.openpty()
    before = termios.tcgetattr(stdin)
    console = Console(file=io.StringIO(), width=100, force_terminal=True)
    playing = asyncio.create_task(play(server.url, TABLE, "N", token="person", console=console, stdin=stdin))
    await until(lambda: "Your call" in console.file.getvalue())
    os.write(keys, b"2x\x7fs")
    await until(lambda: "2s" in console.file.getvalue())
    assert server.log == []
    os.write(keys, b"\x15" + "1♠\r".encode())
    await until(lambda: server.log)
    assert server.log == [(Seat.NORTH, MakeCall(Call.ONE_SPADE))]
    os.write(keys, b"p\r")
    await until(lambda: "It is not your turn." in console.file.getvalue())
    os.write(keys, b"\x04")
    await playing
    assert termios.tcgetattr(stdin) == before
