"""Tests of evenings as comma-separated values."""

from __future__ import annotations

import csv
import io

from server.records.bridge.evenings import csv_rows
from server.records.bridge.evenings.recount import completed, recount
from tests.records.bridge.evenings.clubs import real, two_tables


def rows(text: str) -> list[dict[str, str]]:
    """Return the rows of a CSV file."""
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_a_file_has_a_row_for_each_entrant_and_each_result() -> None:
    evening = two_tables()
    text = csv_rows.dumps(completed(evening, recount(evening)))
    assert text.count("\r\n") == text.count("\n") == 9
    ranking = [row for row in rows(text) if row["row"] == "ranking"]
    assert [(row["place"], row["number"], row["names"], row["percent"]) for row in ranking][:2] == [
        ("1=", "1", "Ann & Bob", "75"),
        ("1=", "4", "Gus & Hal", "75"),
    ]
    results = [row for row in rows(text) if row["row"] == "result"]
    assert [(row["board"], row["north_south"], row["score_ns"], row["points_ew"]) for row in results] == [
        ("1", "1", "420", "0"),
        ("1", "2", "-50", "2"),
        ("2", "1", "110", "1"),
        ("2", "2", "110", "1"),
    ]


def test_no_cell_is_a_formula_and_signed_scores_stay_numbers() -> None:
    evening = two_tables()
    cells = [
        cell for row in rows(csv_rows.dumps(completed(evening, recount(evening)))) for cell in row.values()
    ]
    assert "'=Eve & Fay" in cells and "-50" in cells


def test_a_real_evening_has_all_its_lines() -> None:
    found = rows(csv_rows.dumps(real("monday_open")))
    assert [sum(row["row"] == kind for row in found) for kind in ("ranking", "result")] == [38, 512]
