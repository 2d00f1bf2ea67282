"""Tests of the lines that a person types at a bridge seat and beside the table."""

from __future__ import annotations

import pytest

from bots.bridge.terminal.answers import list_answers
from bots.bridge.terminal.commands import list_commands, read_command
from bots.sheets.text import printable
from protocol.v1.bridge import (
    Action,
    Ask,
    BridgeOwn,
    BridgePub,
    Claim,
    Explain,
    Grant,
    LayCard,
    NoQuestions,
    PlayOn,
    Seat,
    Undo,
    UndoAsked,
    Vote,
    Vulnerability,
)

PUB = BridgePub(
    board=1,
    dealer=Seat.NORTH,
    vulnerable=Vulnerability.NONE,
    phase="play",
    calls={},
    plays={},
    tricks=(4, 2),
)
OWN = BridgeOwn(seat=Seat.SOUTH, undos={1: UndoAsked("a slip", 3, 0)})


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("claim 5 drawing trumps", Claim(5, "drawing trumps")),
        ("claim 5: drawing trumps", Claim(5, "drawing trumps")),
        ("claim", Claim(7)),
        ("Claim the rest is high", Claim(7, "the rest is high")),
        ("concede", Claim(0)),
        ("concede 2", Claim(5)),
        ("accept", Vote(accept=True)),
        ("refuse", Vote(accept=False)),
        ("play on", PlayOn()),
        ("no questions", NoQuestions()),
        ("undo", Undo()),
        ("undo a slip of the mouse", Undo("a slip of the mouse")),
        ("grant", Grant(Seat.EAST, accept=True)),
        ("deny e", Grant(Seat.EAST, accept=False)),
        ("ask 1", Ask(0)),
        ("ask 3 how strong?", Ask(2, "how strong?")),
        ("explain 2 both majors", Explain(1, "both majors")),
        ("card Acol: 12-14 notrump", LayCard("Acol", "12-14 notrump")),
    ],
)
def test_each_command_is_read_as_its_action(typed: str, meant: Action) -> None:
    assert read_command(typed, PUB, OWN) == meant


@pytest.mark.parametrize("typed", ["1NT", "SA", "p", "x", "7♦", "10h", ""])
def test_calls_and_cards_are_not_read_as_commands(typed: str) -> None:
    assert read_command(typed, PUB, OWN) is None


@pytest.mark.parametrize(
    ("typed", "objection"),
    [
        ("concede 8", "at most 7 tricks"),
        ("play SA", "type a card alone"),
        ("grant w", "expected the opponent who asked for the undo"),
        ("ask", "expected the number of a call"),
        ("ask 0", "counted from 1"),
        ("no", "expected `no questions`"),
        ("explain 2", "expected the meaning of the call"),
        ("card Acol", "expected `card NAME: text`"),
    ],
)
def test_an_incomplete_command_is_refused_with_an_example(typed: str, objection: str) -> None:
    with pytest.raises(ValueError, match=objection):
        read_command(typed, PUB, OWN)


def test_grant_is_refused_if_no_opponent_has_asked_for_an_undo() -> None:
    with pytest.raises(ValueError, match="no opponent has asked"):
        read_command("grant", PUB, BridgeOwn(seat=Seat.SOUTH))


def test_the_list_has_the_commands_that_are_possible_now() -> None:
    assert list_answers(BridgeOwn(votes=(True, False))) == "accept refuse"
    assert list_answers(BridgeOwn(play_on=True)) == "play on"
    assert list_answers(BridgeOwn(no_questions=True)) == "no questions"
    assert [line.split()[0] for line in list_commands(BridgeOwn(may=("claim", "grant")))] == [
        "claim",
        "grant",
    ]
    assert list(list_commands(None)) == []


def test_control_characters_of_other_people_do_not_reach_the_terminal() -> None:
    assert printable("a\x1b[2Jb\r\nc\x07") == "a [2Jb  c "
