"""Tests of the files of a race of Hanabi."""

from __future__ import annotations

import csv
import io

from protocol.v1.hanabi import End, GameResult
from server.events.ranking import Field, rank
from server.games.base import FieldResult
from server.games.hanabi.competing import HanabiCompeting
from server.records.base import EventAbout
from server.records.hanabi.event_files import HanabiEventFiles

FILES = HanabiEventFiles()
FIELD = Field(
    "mp",
    ("1", "2"),
    (
        FieldResult(0, ("1",), GameResult(End.NORMAL, 25, 25, 60)),
        FieldResult(0, ("2",), GameResult(End.STRIKEOUT, 0, 12, 40)),
        FieldResult(1, ("1",), GameResult(End.NORMAL, 20, 20, 66)),
    ),
    most=25,
)
ABOUT = EventAbout(
    "Race", "e-1", "2026-11-28", False, {"1": ("1", ("Ann", "Bob"), "A"), "2": ("2", (), "B")}, {}
)


def test_the_sum_of_scores_has_its_maximum_and_each_game_its_score_turns_and_end() -> None:
    sheet = FILES.of_event(ABOUT, FIELD, rank(FIELD, HanabiCompeting()))
    rows = list(csv.DictReader(io.StringIO(FILES.write(sheet, "csv"), newline="")))
    assert [(row["names"], row["scores"], row["most"]) for row in rows[:2]] == [
        ("A: Ann & Bob", "45", "50"),
        ("B", "0", "25"),
    ]
    assert [(row["side_1"], row["score"], row["turns"], row["end"], row["points_1"]) for row in rows[2:]] == [
        ("1", "25", "60", "normal", "2"),
        ("2", "0", "40", "strikeout", "0"),
        ("1", "20", "66", "normal", ""),
    ]
    assert "45 of 50" in FILES.text(sheet) and "45 of 50" in FILES.document(sheet)
