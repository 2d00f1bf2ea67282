"""A set of three boards that three tables have played, with every kind of result."""

from __future__ import annotations

from protocol.v1.bridge import (
    ArtificialScore,
    AssignScore,
    Comparison,
    Contract,
    Outcome,
    Result,
    Scoring,
    Seat,
    Strain,
    Vulnerability,
)
from server.games.base import TableResults
from server.games.bridge import scoring as scores
from server.games.bridge.scores.assigned import adjusted
from server.games.bridge.scores.ranking import compare
from tests.games.bridge.scores.evenings import deal

GAME = Contract(4, Strain.SPADES, Seat.SOUTH)
DOUBLED = Contract(4, Strain.SPADES, Seat.SOUTH, 2)
NOTRUMPS = Contract(3, Strain.NOTRUMP, Seat.EAST)
FIRST = ("Ann", "Bob", "Cem", "Dan")
SECOND = ("Eva", "Fay", "Gil", "Hal")
THIRD = ("Ida", None, "Kim", "Lou")


def made(contract: Contract, tricks: int, vulnerable: Vulnerability = Vulnerability.NONE) -> Result:
    """Return the result of a contract that was played out."""
    return scores.result(contract, tricks, vulnerable)


def assigned(
    *tricks: tuple[int, int], east_west: int | None = None, vulnerable: Vulnerability = Vulnerability.NONE
) -> Result:
    """Return a game to which a director has given numbers of tricks, each with its weight."""
    outcomes = tuple(Outcome(weight, GAME, won) for weight, won in tricks)
    others = None if east_west is None else (Outcome(100, GAME, east_west),)
    return adjusted(made(GAME, 10, vulnerable), AssignScore(outcomes, others), vulnerable)


def evening(
    scoring: Scoring = "mp", first: tuple[str | None, ...] = FIRST, name: str = "Table 1"
) -> Comparison:
    """Return the comparison of the set; the first table may have another name, and other players."""
    tables = (
        TableResults(name, first, {1: made(GAME, 11), 2: made(NOTRUMPS, 8, Vulnerability.NS), 3: Result(0)}),
        TableResults(
            "Table 2",
            SECOND,
            {1: made(DOUBLED, 9), 2: Result(0, adjusted=ArtificialScore("plus", "minus")), 3: Result(0)},
        ),
        TableResults(
            "Table 3",
            THIRD,
            {
                1: assigned((60, 10), (40, 9)),
                2: assigned((100, 10), east_west=9, vulnerable=Vulnerability.NS),
            },
        ),
    )
    return compare([deal(number) for number in (1, 2, 3)], tables, scoring)
