"""Tests of people at a terminal and at a pipe."""

from __future__ import annotations

import asyncio
import io
import itertools
import os
import pty
import termios
from collections.abc import AsyncIterator

import pytest
from rich.console import Console

from bots.errors import Refused
from bots.plain_bot import PlainBot
from bots.runner import play as play_robot
from bots.terminal import play, watch
from bots.terminal.person import read_audience
from protocol.v1.bridge import SEATS, Call, MakeCall, Seat
from protocol.v1.codes import Code
from protocol.v1.requests import Chat as Say
from protocol.v1.requests import Stand
from protocol.v1.updates import Chat, Notice, People, Said, SeatRow
from protocol.v1.updates import Refused as RefusedUpdate
from server.games.bridge.rules import BRIDGE
from tests.bots.scripted import TABLE, ScriptedServer
from tests.bots.seats import until

CLOSING = Notice(kind="closing", table=TABLE, message="all boards have been played")


class Pipe:
    """A person at a pipe, who types lines and reads what the program prints."""

    def __init__(self) -> None:
        self.stdin, self._write = os.pipe()
        self.console = Console(file=io.StringIO(), width=200)

    @property
    def said(self) -> str:
        return self.console.file.getvalue()

    def types(self, line: str) -> None:
        os.write(self._write, f"{line}\n".encode())

    def hangs_up(self) -> None:
        os.close(self._write)

    async def hears(self, words: str, times: int = 1) -> None:
        await until(lambda: self.said.count(words) >= times)


@pytest.fixture
async def person() -> AsyncIterator[Pipe]:
    yield Pipe()


def robots(server: ScriptedServer, *seats: Seat) -> list[asyncio.Task[int]]:
    return [
        asyncio.create_task(play_robot(PlainBot(), server.url, TABLE, seat, token=seat.name, boards=1))
        for seat in seats
    ]


def sits(server: ScriptedServer, person: Pipe, seat: str = "N") -> asyncio.Task[None]:
    return asyncio.create_task(
        play(server.url, TABLE, seat, token="person", console=person.console, stdin=person.stdin)
    )


def tell_all(server: ScriptedServer, update: Notice | Chat | People) -> None:
    for line in server.lines:
        server.send(line, update)


async def test_a_watcher_at_a_pipe_gets_the_whole_board_in_lines(
    server: ScriptedServer, person: Pipe
) -> None:
    watching = asyncio.create_task(watch(server.url, TABLE, console=person.console))
    await until(lambda: server.lines and server.lines[0].audience)
    await asyncio.gather(*robots(server, *SEATS))
    tell_all(server, CLOSING)
    await watching
    assert person.said.startswith("Board 1, dealer North, neither side vulnerable\nNorth: ")
    assert person.said.count(" leads ") == 13
    assert "Tricks: NS" in person.said
    assert person.said.endswith("all boards have been played\n")
    assert "♠" in person.said


async def test_a_watcher_gets_chat_and_a_notice_that_the_server_is_away(
    server: ScriptedServer, person: Pipe
) -> None:
    watching = asyncio.create_task(watch(server.url, TABLE, console=person.console))
    await person.hears("Board 1")
    tell_all(server, Chat(table=TABLE, lines=(Said("Ann", "hello all", 0),)))
    await person.hears("Ann: hello all")
    tell_all(server, Notice(kind="hold"))
    await person.hears("(the server is waiting for its database)")
    tell_all(server, CLOSING)
    await watching


async def test_a_drawn_table_shows_the_people_present(server: ScriptedServer) -> None:
    console = Console(file=io.StringIO(), width=100, force_terminal=True)
    watching = asyncio.create_task(watch(server.url, TABLE, console=console))
    await until(lambda: "is to call" in console.file.getvalue())
    tell_all(server, People(table=TABLE, seats=(SeatRow(0, "Ann", "p", here=True),), watchers=2))
    await until(lambda: "● Ann" in console.file.getvalue() and "2 watching" in console.file.getvalue())
    tell_all(server, CLOSING)
    await watching
    assert "Table t1: Board 1, dealer North" in console.file.getvalue()


async def answer(server: ScriptedServer, person: Pipe) -> None:
    """Type the first answer that `?` lists."""
    printed, acted = len(person.said), len(server.log)
    person.types("?")
    await until(lambda: person.said[printed:].endswith("\n"))
    person.types(person.said[printed:].split()[0])
    await until(lambda: len(server.log) > acted)


async def test_a_person_at_a_pipe_plays_a_whole_board(server: ScriptedServer, person: Pipe) -> None:
    others = robots(server, Seat.NORTH, Seat.SOUTH, Seat.WEST)
    playing = sits(server, person, "E")
    for turn in itertools.count(1):
        await until(lambda: BRIDGE.to_act(server.state) in ((Seat.EAST,), ()))
        if not BRIDGE.to_act(server.state):
            break
        await person.hears("(? lists answers):", times=turn)
        await answer(server, person)
    await asyncio.gather(*others)
    person.types("q")
    await playing
    assert "Your hand: ♠" in person.said
    assert sum(1 for seat, _ in server.log if seat == Seat.EAST) > 13


async def test_lines_typed_ahead_answer_one_decision_each(server: ScriptedServer, person: Pipe) -> None:
    person.types("1c")
    person.types("p")
    playing = sits(server, person)
    await until(lambda: server.log)
    for seat in (Seat.EAST, Seat.SOUTH, Seat.WEST):
        server.log.append((seat, MakeCall(Call.PASS if seat is not Seat.WEST else Call.ONE_SPADE)))
        server.state = BRIDGE.apply(server.state, seat, server.log[-1][1])
        server.publish()
    await until(lambda: len(server.log) == 5)
    assert server.log[-1] == (Seat.NORTH, MakeCall(Call.PASS))
    person.types("q")
    await playing


async def test_an_invalid_or_illegal_answer_is_refused_with_a_reason_and_asked_again(
    server: ScriptedServer, person: Pipe
) -> None:
    playing = sits(server, person)
    await person.hears("Your call")
    person.types("banana")
    await person.hears("expected a call such as 1NT, 4S, P, X or XX, got 'banana'")
    await person.hears("Your call", times=2)
    person.types("x")
    await person.hears("a double needs an opponent's bid as the last call, not counting passes (Law 19A)")
    await person.hears("Your call", times=3)
    person.types("1nt")
    await until(lambda: server.log)
    assert server.log == [(Seat.NORTH, MakeCall(Call.ONE_NOTRUMP))]
    person.types("q")
    await playing


async def test_a_player_who_leaves_stands_up(server: ScriptedServer, person: Pipe) -> None:
    playing = sits(server, person, "south")
    await person.hears("Your hand")
    assert server.seats == {2: "person"}
    person.types("q")
    await playing
    assert any(isinstance(request, Stand) for request in server.heard)
    assert server.seats == {}


async def test_the_end_of_the_pipe_ends_the_players_visit(server: ScriptedServer, person: Pipe) -> None:
    person.types("1s")
    person.hangs_up()
    await sits(server, person)
    assert server.log == [(Seat.NORTH, MakeCall(Call.ONE_SPADE))]
    assert server.seats == {}


async def test_a_line_after_a_slash_is_sent_to_the_table(server: ScriptedServer, person: Pipe) -> None:
    playing = sits(server, person, "E")
    person.types("/ good luck")
    await until(lambda: any(isinstance(request, Say) for request in server.heard))
    person.types("q")
    await playing
    assert [request.text for request in server.heard if isinstance(request, Say)] == ["good luck"]


async def test_a_taken_seat_is_reported_and_ends_the_program(server: ScriptedServer, person: Pipe) -> None:
    server.refuse_sitting = RefusedUpdate(code=Code.FORBIDDEN, message="somebody has this seat")
    with pytest.raises(Refused, match="somebody has this seat"):
        await sits(server, person)
    with pytest.raises(ValueError, match=r"expected a seat \(N, E, S or W\), got 'Q'"):
        await sits(server, person, "Q")


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


@pytest.mark.parametrize(
    ("said", "meant"), [("public", "public"), ("all", "all"), ("N", 0), ("west", 3), ("2", 2)]
)
def test_an_audience_is_a_role_or_a_seat(said: str, meant: object) -> None:
    assert read_audience(said) == meant
