"""The entries of an event as a CSV file, and its ranking as one."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bots.events import entries_of, ranking_as_csv, scores

CASES = json.loads((Path(__file__).parents[2] / "bots/browser/test/entry_lists.json").read_text())
"""Files of entries; the tests of the page read the same ones."""


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["what"])
def test_a_file_of_entries_is_read_as_the_page_reads_it(case: dict[str, Any]) -> None:
    faults, text = case.get("faults", []), case["text"]
    if faults:
        with pytest.raises(ValueError, match=f"line {faults[0]}: expected an id or a name for each player"):
            entries_of(text)
    else:
        assert json.loads(msgspec.json.encode(entries_of(text))) == case["entries"]


def test_no_name_becomes_a_formula_of_a_spreadsheet() -> None:
    row = {
        "list": 0,
        "rank": 1,
        "shared": True,
        "entry": "1",
        "total": -250,
        "percent": None,
        "deals": 3,
        "carried": -40,
    }
    text = ranking_as_csv({"rows": [row], "names": {"1": '=HYPERLINK("evil"),Ann'}})
    assert list(csv.reader(io.StringIO(text)))[1] == [
        *("1", "1=", "1", '\'=HYPERLINK("evil"),Ann', "-2.50", "", "3", "-0.40", "", "")
    ]


def test_the_sum_of_a_team_that_plays_alone_stands_with_its_maximum() -> None:
    row = {"list": 0, "rank": 1, "shared": False, "entry": "1", "total": 400, "scores": 45, "most": 50}
    text = ranking_as_csv({"rows": [row], "names": {}})
    (read,) = csv.DictReader(io.StringIO(text))
    assert (read["scores"], read["most"]) == ("45", "50")
    assert (scores(row), scores({"total": 400})) == ("45 of 50", "")
