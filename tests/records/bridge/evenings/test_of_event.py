"""Tests of events of this server as evenings to export."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

import pytest

from protocol.v1.bridge import ArtificialScore, AssignScore, Contract, Outcome, Seat, Strain, Vulnerability
from protocol.v1.bridge import Result as BridgeResult
from server.events.ranking import Field, Meeting, rank
from server.games.base import Award, FieldResult
from server.games.bridge.competing import BridgeCompeting
from server.games.bridge.state import EarlierBoard
from server.records.bridge.evenings.csv_rows import dumps as csv_dumps
from server.records.bridge.evenings.evening import Evening, Match, Person
from server.records.bridge.evenings.grids import notes, travellers
from server.records.bridge.evenings.of_event import About, Name, of_event
from server.records.bridge.evenings.pbn_reading import evening as pbn_evening
from server.records.bridge.evenings.pbn_tables import dumps as pbn_dumps
from server.records.bridge.evenings.pbn_tables import records as pbn_records
from server.records.bridge.evenings.recount import completed, recount
from server.records.bridge.record import InfoTable
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


def exported(
    field: Field,
    boards: dict[int, int] | None = None,
    players: dict[tuple[int, tuple[str | None, ...]], tuple[str | None, ...]] | None = None,
) -> Evening:
    """Return an event as an evening."""
    return of_event(
        About("Club night", "Club", "2026-11-27", "e1", boards=boards or {}, players=players or {}),
        NAMES,
        field,
        rank(field, BridgeCompeting()),
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
        ("5", "EW", ""),
    ]
    assert evening.entrants[0].players == (Person("a1"), Person("a2"))
    first, second, alone = evening.boards
    assert [each.points for each in alone.results] == [(None, None)]
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


def test_a_match_of_a_knock_out_has_the_imps_by_which_it_was_won() -> None:
    field = Field(
        "match",
        tuple("ab"),
        (played(1, "ab", BridgeResult(620)), played(1, "ba", BridgeResult(170))),
        scale="win",
        bye=200,
    )
    evening = of_event(About(knock_out=True), NAMES, field, rank(field, BridgeCompeting()))
    assert not evening.victory_points and evening.matches == (Match(1, ("1", "2"), (10, -10)),)
    assert [(each.number, each.place, each.total) for each in evening.entrants] == [
        ("1", "1", None),
        ("2", "2", None),
    ]
    text = dumps(evening)
    assert "<MATCH_SCORING_METHOD>IMPS<" in text and "<TEAM_SCORE>10<" in text
    (back,) = evenings(text.encode())
    assert back.matches == evening.matches and recount(back).differences == ()


THREE_PAIRS = Field(
    "mp",
    tuple("abc"),
    (
        played(1, "ab", BridgeResult(420, GAME, 10)),
        FieldResult(1, ("c", None), EarlierBoard(1, Vulnerability.NONE, BridgeResult(-50, GAME, 9))),
        played(2, "ac", BridgeResult(0), number=1),
        FieldResult(2, (None, "b"), EarlierBoard(2, Vulnerability.NS, BridgeResult(90)), round=1),
    ),
)


def test_robots_that_play_for_a_missing_pair_have_a_number_and_no_place() -> None:
    seats = ("c1", "plain", "c2", "plain")
    evening = exported(THREE_PAIRS, players={(1, ("c", None)): seats})
    assert [line.sides for board in evening.boards for line in board.results] == [
        (("1",), ("2",)),
        (("3",), ("5",)),
        (("1",), ("3",)),
        (("5",), ("2",)),
    ]
    robots = evening.by_number["5"]
    assert (robots.players, robots.place, robots.total, robots.boards) == (
        (Person("plain"), Person("plain")),
        "",
        None,
        2,
    )


@pytest.mark.parametrize("version", ["1.2", "1.3"])
def test_a_file_with_robots_is_counted_to_the_ranking_of_the_event(version: Literal["1.2", "1.3"]) -> None:
    evening = exported(THREE_PAIRS)
    for (back,) in (evenings(dumps(evening, version).encode()), (pbn_evening(pbn_dumps(evening).encode()),)):
        counted = recount(back)
        assert counted.differences == () and notes(back, counted) == ()
        assert {(each.entry, each.place) for each in counted.rows} == {
            (each.number, each.place) for each in evening.entrants
        }
        shown = completed(back, counted)
        assert [(each.number, each.place) for each in shown.entrants] == [
            (each.number, each.place) for each in back.entrants
        ]


def test_no_percentage_of_a_board_is_above_100_also_if_a_result_is_missing() -> None:
    lines = [("ab", 420), ("cd", 50), ("ac", -50)]
    whole = [played(1, sides, BridgeResult(score)) for sides, score in lines]
    fewer = [played(2, sides, BridgeResult(score)) for sides, score in lines[:2]]
    evening = exported(Field("mp", tuple("abcd"), (*whole, *fewer)))
    assert [each.points for each in evening.boards[1].results] == [(2, 0), (0, 2)]
    table = pbn_records(evening)[1].info["ScoreTable"]
    assert isinstance(table, InfoTable)
    assert [row.split()[-2:] for row in table.rows] == [["100", "0"], ["0", "100"]]
    (back,) = evenings(dumps(evening).encode())
    assert recount(back).differences == ()


def test_a_score_without_a_contract_is_not_told_as_passed_out() -> None:
    field = Field(
        "mp", tuple("abcd"), (played(1, "ab", BridgeResult(-630)), played(1, "cd", BridgeResult(0)))
    )
    evening = exported(field)
    assert [each.passed_out for each in evening.boards[0].results] == [False, True]
    usebio = dumps(evening)
    line = usebio[usebio.index("<TRAVELLER_LINE>") : usebio.index("</TRAVELLER_LINE>")]
    assert "CONTRACT" not in line and "<SCORE>-630</SCORE>" in line
    rows = [row.split(",") for row in csv_dumps(evening).splitlines()]
    contract = rows[0].index("contract")
    assert [row[contract] for row in rows if row[0] == "result"] == ["", "Pass"]
    table = pbn_records(evening)[0].info["ScoreTable"]
    assert isinstance(table, InfoTable)
    assert [row.split()[2] for row in table.rows] == ["-", "Pass"]
    (back,) = evenings(usebio.encode())
    assert [(each.score, each.passed_out) for each in back.boards[0].results] == [(-630, False), (0, True)]


def test_an_entry_that_has_withdrawn_has_no_place_in_any_file() -> None:
    field = Field("mp", tuple("abcd"), PAIRS.results[:2], out=frozenset("a"))
    evening = exported(field)
    assert [(each.number, each.place) for each in evening.entrants][-1] == ("1", "")
    usebio = dumps(evening)
    assert usebio.count("<PLACE>") == 3
    assert [row.split(",")[2] for row in csv_dumps(evening).splitlines() if ",1,a1 & a2," in row] == [""]
    totals = pbn_records(evening)[0].info["TotalScoreTable"]
    assert isinstance(totals, InfoTable) and [row[0] for row in totals.rows] == ["1", "2", "2", "-"]
    (back,) = evenings(usebio.encode())
    shown = completed(back, recount(back))
    assert [each.place for each in shown.entrants if each.number == "1"] == [""]


def test_each_line_names_the_players_of_its_table() -> None:
    seats = {(1, ("a", "b")): ("a1", "b1", "Sub", "b2")}
    evening = exported(PAIRS, players=seats)
    assert evening.boards[0].results[0].players == (("a1", "Sub"), ("b1", "b2"))
    rows = [row.split(",") for row in csv_dumps(evening).splitlines()]
    own = rows[0].index("names_ns")
    assert [row[own] for row in rows if row[0] == "result"][:2] == ["a1 & Sub", "c1 & c2"]
    back = pbn_evening(pbn_dumps(evening).encode())
    assert back.boards[0].results[0].players == (("a1", "Sub"), ("b1", "b2"))
    traveller = travellers(evening)[0]
    assert "a1 & Sub" in {row[1] for row in traveller.rows}


def test_teams_by_any_scoring_are_written_as_teams() -> None:
    field = Field("mp", tuple("ab"), (played(1, "ab", BridgeResult(620)), played(1, "ba", BridgeResult(170))))
    ranking = rank(field, BridgeCompeting())
    evening = of_event(About("League", teams=True), NAMES, field, ranking)
    assert evening.form == "teams" and "<TEAM " in dumps(evening) and "<PAIR>" not in dumps(evening)


def test_a_match_against_robots_brings_the_award_of_a_bye() -> None:
    field = Field(
        "imp",
        tuple("abc"),
        (played(1, "ab", BridgeResult(420)), FieldResult(1, ("c", None), THREE_PAIRS.results[1].result)),
        meetings=(Meeting(0, ("a", "b")), Meeting(0, ("c", None))),
        scale="wbf",
        bye=1200,
    )
    evening = exported(field)
    assert [(each.sides, each.scores) for each in evening.matches][1:] == [(("3", "5"), (12, None))]
    (back,) = evenings(dumps(evening).encode())
    assert [len(board.results) for board in back.boards] == [2]
