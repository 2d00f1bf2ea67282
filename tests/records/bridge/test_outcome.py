"""The outcome of a board in words, as travellers and lists of games show it."""

from __future__ import annotations

import pytest

from protocol.v1.bridge import ArtificialScore, AssignScore, Contract, Result, Seat, Strain
from server.records.bridge.outcome import outcome, result_line

SPADES = Contract(4, Strain.SPADES, Seat.SOUTH)
NOTRUMP = Contract(3, Strain.NOTRUMP, Seat.EAST, doubled=2)


@pytest.mark.parametrize(
    ("result", "line"),
    [
        (Result(620, SPADES, 10), "4♠ S = +620"),
        (Result(-200, SPADES, 8), "4♠ S -2 -200"),
        (Result(-750, NOTRUMP, 10), "3NTX E +1 +750"),
        (Result(300, NOTRUMP, 7), "3NTX E -2 -300"),
        (Result(0), "passed out"),
        (Result(0, SPADES, adjusted=ArtificialScore("plus", "minus")), "Ave+ / Ave-"),
    ],
)
def test_the_line_of_a_result_has_the_points_of_declarers_side(result: Result, line: str) -> None:
    assert result_line(result) == line


def test_the_line_of_an_assigned_score_has_the_points_of_north_south() -> None:
    assert result_line(Result(-110, SPADES, adjusted=AssignScore(()))) == "assigned NS -110"


def test_suits_are_letters_unless_symbols_are_asked_for() -> None:
    assert outcome(Result(620, SPADES, 10), symbols=False) == ("4S", "S", "=")
