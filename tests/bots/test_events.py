"""The entries of an event as a CSV file, and its ranking as one."""

from __future__ import annotations

import csv
import io

import pytest

from bots.events import entries_of, fields_of, ranking_as_csv


def test_a_line_of_a_file_is_an_entry_with_its_players_and_robots() -> None:
    assert entries_of("id,name,id,name\np1,Ann,p2,Bob\n\nrobot:plain,,p3,Carl\n") == [
        {"name": "", "players": [{"id": "p1", "name": "Ann"}, {"id": "p2", "name": "Bob"}], "robots": []},
        {"name": "", "players": [{"id": "p3", "name": "Carl"}], "robots": ["plain"]},
    ]
    assert entries_of("p1,Ann,p2,Bob") == entries_of("p1,Ann,p2,Bob,,\r\n")


def test_a_faulty_line_is_named() -> None:
    with pytest.raises(ValueError, match="line 2: expected an id or a name"):
        entries_of("p1,Ann\n,,p2,Bob\n")


def test_a_player_may_have_a_name_alone() -> None:
    (entry,) = entries_of("id,name,id,name\n,Ann,p2,Bob\n")
    assert entry["players"] == [{"name": "Ann"}, {"id": "p2", "name": "Bob"}]


def test_a_word_without_a_value_is_refused() -> None:
    with pytest.raises(ValueError, match="expected key=value, got 'round'"):
        fields_of(["round"])


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
        *("1", "1=", "1", '\'=HYPERLINK("evil"),Ann', "-2.50", "", "3", "-0.40")
    ]
