"""Tests of events of this server as evenings to export."""

from __future__ import annotations

from fractions import Fraction

from protocol.v1.bridge import ArtificialScore, AssignScore, Contract, Outcome, Seat, Strain, Vulnerability
from protocol.v1.bridge import Result as BridgeResult
from server.events.ranking import Field, rank
from server.games.base import Award, FieldResult
from server.games.bridge.competing import BridgeCompeting
from server.games.bridge.state import EarlierBoard
from server.records.bridge.evenings.evening import Evening, Match, Person
from server.records.bridge.evenings.of_event import About, Name, of_event
from server.records.bridge.evenings.recount import recount
from server.records.bridge.usebio import dumps, evenings

GAME = Contract(4, Strain.SPADES, Seat.NORTH)
NAMES = {
    letter: Name(number, (f"{letter}1", f"{letter}2")) for letter, number in zip("abcd", "1234", strict=True)
}


def played(
    deal: int,
    sides: str,
    result: BridgeResult | None,
    awards: tuple[Award, ...] | None = None,
    number: int = 0,
) -> FieldResult:
    """Return the result of a deal in a round."""
    board = None if result is None else EarlierBoard(deal, Vulnerability.NONE, result)
    return FieldResult(deal, tuple(sides), board, awards, number)


def exported(field: Field, boards: dict[int, int] | None = None) -> Evening:
    """Return an event as an evening."""
    return of_event(
        About("Club night", "Club", "2026-11-27", "e1"),
        NAMES,
        field,
        rank(field, BridgeCompeting()),
        boards or {},
    )


PAIRS = Field(
    "mp",
    tuple("abcd"),
    (
        played(1, "ab", BridgeResult(420, GAME, 10)),
        played(1, "cd", BridgeResult(0)),
        played(2, "ab", BridgeResult(-50, GAME, 9)),
        played(2, "cd", None, ("plus", 4500)),
        FieldResult(3, ("a", None), EarlierBoard(3, Vulnerability.EW, BridgeResult(90))),
    ),
    lists={"b": 1, "d": 1},
)


def test_an_event_of_pairs_has_its_ranking_and_its_lines() -> None:
    evening = exported(PAIRS)
    assert (evening.title, evening.winners, evening.scoring, evening.matches) == ("Club night", 2, "mp", ())
    assert [(each.number, each.direction, each.place) for each in evening.entrants] == [
        ("1", "NS", "1"),
        ("3", "NS", "2"),
        ("4", "EW", "1"),
        ("2", "EW", "2"),
    ]
    assert evening.entrants[0].players == (Person("a1"), Person("a2"))
    first, second = evening.boards
    assert [(each.score, each.contract, each.tricks, each.passed_out) for each in first.results] == [
        (420, GAME, 10, False),
        (0, None, None, True),
    ]
    assert second.results[1].percent == (60, 45)


def test_an_exported_event_is_read_and_counted_with_the_same_points() -> None:
    evening = exported(PAIRS)
    (back,) = evenings(dumps(evening).encode())
    assert [each.points for board in back.boards for each in board.results] == [
        each.points for board in evening.boards for each in board.results
    ]
    assert [each for each in recount(back).differences if each.line is not None] == []


def test_adjusted_scores_of_tables_are_told() -> None:
    assigned = AssignScore((Outcome(100, GAME, 10),))
    field = Field(
        "mp",
        tuple("abcd"),
        (
            played(1, "ab", BridgeResult(0, adjusted=ArtificialScore("plus", "minus"))),
            played(1, "cd", BridgeResult(420, GAME, 10, adjusted=assigned)),
        ),
    )
    ruled, weighed = exported(field).boards[0].results
    assert (ruled.percent, ruled.score, weighed.score, weighed.contract) == ((60, 40), None, 420, None)


def test_a_match_of_teams_has_its_rooms_and_its_victory_points() -> None:
    field = Field(
        "match",
        tuple("ab"),
        (
            played(11, "ab", BridgeResult(620)),
            played(11, "ba", BridgeResult(170)),
            played(21, "ab", BridgeResult(50), number=1),
            played(21, "ba", None, (300, -300), number=1),
        ),
        scale="wbf",
    )
    evening = exported(field, {11: 1, 21: 1})
    assert [(board.name, len(board.results)) for board in evening.boards] == [
        ("1, round 1", 2),
        ("1, round 2", 2),
    ]
    assert evening.form == "teams" and evening.boards[1].results[1].percent == (60, 40)
    assert [(each.round, each.sides) for each in evening.matches] == [(1, ("1", "2")), (2, ("1", "2"))]
    assert all(sum(filter(None, each.scores), Fraction()) == 20 for each in evening.matches)
    assert isinstance(evening.matches[0], Match)
    (back,) = evenings(dumps(evening).encode())
    assert back.matches == evening.matches
