"""Tests of people at a terminal and at a pipe."""

from __future__ import annotations

import asyncio
import itertools

import pytest

from bots.errors import Refused
from protocol.v1.bridge import Call, MakeCall, Seat
from protocol.v1.codes import Code
from protocol.v1.requests import Chat as Say
from protocol.v1.requests import Stand
from protocol.v1.updates import Refused as RefusedUpdate
from server.games.bridge.rules import BRIDGE
from tests.bots.scripted import ScriptedServer
from tests.bots.seats import until
from tests.bots.terminal.pipes import Pipe, robots, start_playing


async def answer(server: ScriptedServer, person: Pipe) -> None:
    """Type the first answer that `?` lists."""
    printed, acted = len(person.printed), len(server.log)
    person.types("?")
    await until(lambda: person.printed[printed:].endswith("\n"))
    person.types(person.printed[printed:].split()[0])
    await until(lambda: len(server.log) > acted)


async def test_a_person_at_a_pipe_plays_a_whole_board(server: ScriptedServer, person: Pipe) -> None:
    others = robots(server, Seat.NORTH, Seat.SOUTH, Seat.WEST)
    playing = start_playing(server, person, "E")
    for turn in itertools.count(1):
        await until(lambda: BRIDGE.to_act(server.state) in ((Seat.EAST,), ()))
        if not BRIDGE.to_act(server.state):
            break
        await person.waits_for("(? lists answers):", times=turn)
        await answer(server, person)
    await asyncio.gather(*others)
    person.types("q")
    await playing
    assert "Your hand: ♠" in person.printed
    assert sum(1 for seat, _ in server.log if seat == Seat.EAST) > 13


async def test_lines_typed_ahead_answer_one_decision_each(server: ScriptedServer, person: Pipe) -> None:
    person.types("1c")
    person.types("p")
    playing = start_playing(server, person)
    await until(lambda: server.log)
    for seat in (Seat.EAST, Seat.SOUTH, Seat.WEST):
        server.log.append((seat, MakeCall(Call.PASS if seat is not Seat.WEST else Call.ONE_SPADE)))
        server.state = BRIDGE.apply(server.state, seat, server.log[-1][1])
        server.publish()
    await until(lambda: len(server.log) == 5)
    assert server.log[-1] == (Seat.NORTH, MakeCall(Call.PASS))
    person.types("q")
    await playing


async def test_each_decision_has_a_prompt_also_if_its_words_are_those_of_the_last(
    server: ScriptedServer, person: Pipe
) -> None:
    playing = start_playing(server, person)
    await person.waits_for("Your call")
    # The time of North runs out, and the others are quick.
    for seat in (Seat.NORTH, Seat.EAST, Seat.SOUTH, Seat.WEST):
        server.acts(seat, MakeCall(Call.ONE_CLUB if seat is Seat.WEST else Call.PASS))
    await until(lambda: "1♣" in person.printed)
    await person.waits_for("Your call", times=2)
    person.types("q")
    await playing


async def test_an_invalid_or_illegal_answer_is_refused_with_a_reason_and_asked_again(
    server: ScriptedServer, person: Pipe
) -> None:
    playing = start_playing(server, person)
    await person.waits_for("Your call")
    person.types("banana")
    await person.waits_for("expected a call such as 1NT, 4S, P, X or XX, got 'banana'")
    await person.waits_for("Your call", times=2)
    person.types("x")
    await person.waits_for("a double needs an opponent's bid as the last call, not counting passes (Law 19A)")
    await person.waits_for("Your call", times=3)
    person.types("1nt")
    await until(lambda: server.log)
    assert server.log == [(Seat.NORTH, MakeCall(Call.ONE_NOTRUMP))]
    person.types("q")
    await playing


async def test_a_player_who_leaves_stands_up(server: ScriptedServer, person: Pipe) -> None:
    playing = start_playing(server, person, "south")
    await person.waits_for("Your hand")
    assert server.seats == {2: "person"}
    person.types("q")
    await playing
    assert any(isinstance(request, Stand) for request in server.heard)
    assert server.seats == {}


async def test_a_line_after_a_slash_is_sent_to_the_table(server: ScriptedServer, person: Pipe) -> None:
    playing = start_playing(server, person, "E")
    person.types("/ good luck")
    await until(lambda: any(isinstance(request, Say) for request in server.heard))
    person.types("q")
    await playing
    assert [request.text for request in server.heard if isinstance(request, Say)] == ["good luck"]


async def test_a_taken_seat_is_reported_and_ends_the_program(server: ScriptedServer, person: Pipe) -> None:
    server.refuse_sitting = RefusedUpdate(code=Code.FORBIDDEN, message="somebody has this seat")
    with pytest.raises(Refused, match="somebody has this seat"):
        await start_playing(server, person)
    with pytest.raises(ValueError, match=r"expected a seat \(N, E, S or W\), got 'Q'"):
        await start_playing(server, person, "Q")
