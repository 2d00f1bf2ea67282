"""The robot that plays what a program says: the program's own moves, at their own turn, and no others."""

from __future__ import annotations

import asyncio
import logging

import pytest
from msgspec import convert, to_builtins

from bots.bridge.view import BridgeView
from bots.table_manager import lines as say
from bots.table_manager.outside_bot import OutsideBot
from bots.table_manager.player import view_of
from bots.table_manager.record import Record
from bots.table_manager.seat import ManagedSeat, Say
from bots.table_manager.seen import SeenBoards
from protocol.v1.bridge import Call, MakeCall, Seat, Vulnerability, parse_hand

NORTH, EAST, SOUTH, WEST = Seat
HAND = parse_hand("AKQJ.T98.765.432")


def seen(*calls: str) -> BridgeView:
    """Return what North sees after these calls; North is dealer."""
    made = tuple(say.Called(Seat(at % 4), Call(call)) for at, call in enumerate(calls))
    return view_of(Record(1, NORTH, Vulnerability.NONE, NORTH, HAND, made), f"d{len(calls)}")


class Program:
    """A program at North, up to its cards, and the robot that plays for it."""

    def __init__(self, answer_s: float = 30.0) -> None:
        self.heard: list[str] = []
        teams = say.Teams("A", "B")
        client = ManagedSeat(NORTH, "Heron-SECRET")
        self.robot = OutsideBot("Heron", client, self._hear, lambda: teams, answer_s)
        self.robot.begin()
        self.robot.seen(seen())
        for line in ("teams", "start", "deal", "cards"):
            self.robot.hear(f"North ready {'to' if line == 'start' else 'for'} {line}")

    def _hear(self, lines: list[Say]) -> None:
        self.heard += [line.text for line in lines]

    async def chooses(self, view: BridgeView) -> object:
        """Return what the robot chooses in a view."""
        self.robot.seen(view)
        assert view.own is not None
        return await self.robot.choose(view, view.own.legal_actions())


async def test_a_call_is_made_once_it_is_said() -> None:
    program = Program()
    choosing = asyncio.create_task(program.chooses(seen()))
    await asyncio.sleep(0)
    program.robot.hear("North bids 1S Alert. five spades")
    assert await choosing == MakeCall(Call.ONE_SPADE, alert=True, explanation="five spades")


async def test_a_call_that_came_too_late_is_not_made_at_the_next_turn() -> None:
    program = Program()
    program.robot.hear("North passes")
    # The clock has made another call for North before the robot was asked.
    choosing = asyncio.create_task(program.chooses(seen("1S", "P", "P", "2H")))
    # The program is out of step, so the robot plain goes on by itself.
    chosen = await choosing
    assert isinstance(chosen, MakeCall)
    assert program.heard[-1].startswith("North's cards"), "nothing more is told at this board"


async def test_the_same_call_that_the_clock_has_made_changes_nothing() -> None:
    program = Program()
    program.robot.hear("North passes")
    choosing = asyncio.create_task(program.chooses(seen("P", "P", "P", "1H")))
    for other in ("East", "South", "West"):
        program.robot.hear(f"North ready for {other}'s bid")
    await asyncio.sleep(0)
    assert not choosing.done(), "the pass of the first turn is not the answer of the second"
    program.robot.hear("North doubles")
    assert await choosing == MakeCall(Call.DOUBLE)


async def test_a_line_of_another_seat_is_not_taken_at_the_own_turn() -> None:
    program = Program()
    choosing = asyncio.create_task(program.chooses(seen()))
    await asyncio.sleep(0)
    program.robot.hear("East bids 7NT")
    await asyncio.sleep(0)
    assert not choosing.done()
    program.robot.hear("North bids 1S")
    assert await choosing == MakeCall(Call.ONE_SPADE)


async def test_a_program_that_says_nothing_is_replaced_and_the_log_does_not_tell_the_name_of_its_team(
    caplog: pytest.LogCaptureFixture,
) -> None:
    program = Program(answer_s=0.01)
    with caplog.at_level(logging.DEBUG):
        assert isinstance(await program.chooses(seen()), MakeCall)
    assert "Heron: the robot plain plays" in caplog.text and "SECRET" not in caplog.text


async def test_an_explanation_that_is_too_long_for_a_table_is_cut() -> None:
    program = Program()
    choosing = asyncio.create_task(program.chooses(seen()))
    await asyncio.sleep(0)
    program.robot.hear(f"North bids 2C Alert. {'long ' * 150}")
    call = await choosing
    assert isinstance(call, MakeCall) and call.alert
    assert len(call.explanation) == 400
    convert(to_builtins(call), MakeCall)


def test_dummy_is_known_to_a_program_that_comes_in_after_dummys_last_card() -> None:
    """The view of the last trick, and of a board that is over, shows nothing more of dummy."""
    deal = {
        NORTH: HAND,
        EAST: parse_hand("T987.AKQJ.T98.76"),
        SOUTH: parse_hand("65432.765.432.T9"),
        WEST: parse_hand(".432.AKQJ.AKQJ85"),
    }
    calls = tuple(say.Called(Seat(at % 4), Call(call)) for at, call in enumerate(("1S", "P", "P", "P")))
    cards = tuple(
        say.Played(seat, deal[seat][trick]) for trick in range(13) for seat in (EAST, SOUTH, WEST, NORTH)
    )
    over = view_of(Record(1, NORTH, Vulnerability.NONE, NORTH, HAND, calls, cards), "d1")
    assert over.pub.dummy is None
    record = SeenBoards().record(over)
    assert record is not None and record.dummy == deal[SOUTH]
