"""Tests of the reader of evenings in PBN."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from protocol.v1.bridge import Contract, Seat, Strain
from server.errors import BadRecord
from server.records.bridge.evenings import pbn_reading, pbn_tables
from server.records.bridge.evenings.evening import Board, Entrant, Evening, Person, Result
from server.records.bridge.evenings.recount import completed, recount
from tests.records.bridge.evenings.clubs import REAL, real, two_tables

COLUMNS = (
    r"Table\2R;Round\2R;PairId_NS\2R;PairId_EW\2R;Contract\4L;Declarer\1R;Result\2R;Lead\3L;Score_NS\6R;"
    r"Score_EW\6R;MP_NS\4R;MP_EW\4R;Percentage_NS\3R;Percentage_EW\3R"
)
MAGIC = f"""[Event "Séance 5"]
[Date "2022.02.06"]
[Board "28"]
[Deal "W:J86.KJ75.A65.852 K7432.A6.42.QJ64 AT95.94.KT73.K97 Q.QT832.QJ98.AT3"]
[Scoring "MatchPoints;MP1"]
[ScoreTable "{COLUMNS}"]
19 14  4 11 2HX  S  8 S6   "670"      - 42.0  0.0 100   0
16 14 14  1 2S   E  5 DQ   "150"      - 40.0  2.0  95   5
 8 14 11  2 -    -  - -        -      - 24.0 16.0  60  40
 9 14 13  6 Pass -  - -        0      0 20.0 22.0  48  52
 one row too short
"""


@pytest.mark.parametrize("name", REAL)
def test_totals_and_lines_survive_writing_and_reading(name: str) -> None:
    evening = completed(real(name), recount(real(name)))
    back = pbn_reading.evening(pbn_tables.dumps(evening).encode())
    # An artificial score is written with the share that its points are.
    told = [
        replace(board, results=tuple(replace(each, percent=None) for each in board.results))
        for board in evening.boards
    ]
    assert [
        replace(board, results=tuple(replace(each, percent=None) for each in board.results))
        for board in back.boards
    ] == told
    assert (back.hands, back.date, back.winners, back.warnings) == (evening.hands, evening.date, 2, ())
    totals = {each.number: (each.total, each.percent, each.place, each.boards) for each in evening.entrants}
    assert {
        each.number: (each.total, each.percent, each.place, each.boards) for each in back.entrants
    } == totals


def test_a_table_of_magic_contest_is_read() -> None:
    evening = pbn_reading.evening(MAGIC.encode())
    first, second, ruled, passed = evening.boards[0].results
    assert (first.sides, first.contract, first.tricks, first.lead, first.score) == (
        (("4",), ("11",)),
        Contract(2, Strain.HEARTS, Seat.SOUTH, 2),
        8,
        "6S",
        670,
    )
    assert (second.score, second.points, second.round) == (150, (40, 2), 14)
    assert (ruled.percent, ruled.points, passed.passed_out, passed.score) == ((60, 40), (24, 16), True, 0)
    assert evening.warnings == ("board 28: expected 14 texts in a row of ScoreTable, got 4",)
    assert (evening.title, evening.scoring, len(evening.hands)) == ("Séance 5", "mp", 1)


@pytest.mark.parametrize("scoring", ["mp", "imp", "butler", "total"])
def test_every_scoring_of_pairs_is_read_again(scoring: str) -> None:
    word = next(each for each in ("mp", "imp", "butler", "total") if each == scoring)
    evening = completed(two_tables(), recount(two_tables(), word))
    back = pbn_reading.evening(pbn_tables.dumps(evening).encode())
    assert (back.scoring, back.winners) == (scoring, 1)
    assert [each.players[0] for each in back.entrants][:1] == [Person("Ann")]
    assert [each.score for each in back.boards[0].results] == [420, -50]
    told = [each.points[0] for board in evening.boards for each in board.results]
    read = [each.points[0] for board in back.boards for each in board.results]
    assert [round(each or 0, 2) for each in told] == read


def test_teams_and_individuals_have_their_own_columns() -> None:
    rooms = Board(1, (Result((("A",), ("B",)), 620), Result((("B",), ("A",)), 170)))
    teams = Evening(form="teams", scoring="match", entrants=(Entrant("A"), Entrant("B")), boards=(rooms,))
    seats = Board(1, (Result((("1", "2"), ("3", "4")), 50), Result((("5", "6"), ("7", "8")), 90)))
    single = Evening(form="individual", boards=(seats,))
    for evening in (teams, single):
        full = completed(evening, recount(evening))
        back = pbn_reading.evening(pbn_tables.dumps(full).encode())
        assert (back.form, back.scoring, back.boards) == (full.form, full.scoring, full.boards)


def test_a_file_without_a_score_table_is_refused() -> None:
    with pytest.raises(BadRecord, match="expected PBN with a ScoreTable"):
        pbn_reading.evening(b'[Board "1"]\n[Deal "N:- - - -"]\n')
    with pytest.raises(BadRecord):
        pbn_reading.evening(b"")


def test_missing_scores_follow_from_the_contract() -> None:
    columns = b"PairId_NS;PairId_EW;Contract;Declarer;Result"
    board = b'[Board "1"]\n[Deal "N:- - - -"]\n'
    text = board + b'[ScoreTable "%b"]\n1 2 4S N 10\n3 4 4S N 9\n' % columns
    assert [each.score for each in pbn_reading.evening(text).boards[0].results] == [420, -50]
    assert Fraction(2) in (recount(pbn_reading.evening(text)).points[0][0] or ())
