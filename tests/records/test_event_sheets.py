"""Tests of the results of an event as CSV, text and HTML, for games without files of their own kind."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest
from msgspec import Struct

from server.events.ranking import Field, rank
from server.games import field as fields
from server.games.base import Award, Competing, FieldResult
from server.records.base import EventAbout
from server.records.event_sheets import EventSheets


class Score(Struct, frozen=True):
    """A result: the points of side 0."""

    points: int


class Points(Competing[Any]):
    """A game of two sides that are compared by their points."""

    scorings = {"mp": "matchpoints", "total": "points"}  # noqa: RUF012
    result_type = Score

    def sides(self, options: Any) -> tuple[tuple[int, ...], ...]:
        return (0,), (1,)

    def results(self, state: Any) -> tuple[tuple[int, Any], ...]:
        return ()

    def comparable(self, result: Score) -> tuple[int, ...]:
        return (result.points,)

    def drawn(self, start: Any, index: int, rng: Any) -> Any:
        return None

    def check(self, options: Any, deals: tuple[Any, ...]) -> None:
        """Accept all deals."""

    def scored(self, results: Any, scoring: str, terms: Any) -> Any:
        return fields.scored(self, results, scoring)


class Sheets(EventSheets):
    scorings = Points.scorings
    sides = 2
    columns = ("points",)

    def cells(self, result: Score) -> tuple[str, ...]:
        return (str(result.points),)


FILES = Sheets()


def played(
    sides: tuple[str | None, ...], points: int | None, awards: tuple[Award, ...] | None = None, round: int = 0
) -> FieldResult:
    return FieldResult(2 * round, sides, None if points is None else Score(points), awards, round)


def sheet(*results: FieldResult, scoring: str = "mp", **terms: Any) -> Any:
    """Return the results of an event of four entries, the first of which has a name like a formula."""
    entries = tuple("1234")
    about = EventAbout(
        title="Thursday",
        identifier="e-1",
        date="2026-11-26",
        swiss=True,
        names={each: (each, (f"{each}N", f"{each}S"), "=Team" if each == "1" else "") for each in entries},
        boards={0: 1, 2: 1},
        players={(0, ("1", "2")): ("1N", "2N", "Sub", "2S")},
    )
    field = Field(scoring, entries, results, **terms)
    return FILES.of_event(about, field, rank(field, Points()))


FIELD = (played(("1", "2"), 100), played(("3", "4"), -50), played(("1", None), 30, round=1))


def rows(results: Any) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(FILES.write(results, "csv"), newline="")))


def test_a_file_has_a_row_for_each_entry_and_each_result_and_no_formula() -> None:
    found = rows(sheet(*FIELD))
    ranked = [row for row in found if row["row"] == "ranking"]
    assert [(row["place"], row["number"], row["names"], row["percent"]) for row in ranked] == [
        ("1=", "1", "'=Team: 1N & 1S", "100"),
        ("1=", "4", "4N & 4S", "100"),
        ("3=", "2", "2N & 2S", "0"),
        ("3=", "3", "3N & 3S", "0"),
    ]
    lines = [row for row in found if row["row"] == "result"]
    assert [(row["round"], row["deal"], row["side_1"], row["side_2"], row["points"]) for row in lines] == [
        ("1", "1", "1", "2", "100"),
        ("1", "1", "3", "4", "-50"),
        ("2", "1", "1", "", "30"),
    ]
    assert [(row["points_1"], row["points_2"]) for row in lines] == [("2", "0"), ("0", "2"), ("", "")]
    assert lines[0]["players"] == "1N & 2N & Sub & 2S"


def test_an_award_of_a_director_stands_in_place_of_a_result() -> None:
    lines = rows(sheet(FIELD[0], played(("3", "4"), None, ("plus", 4000))))
    (ruled,) = [row for row in lines if row["side_1"] == "3"]
    assert (ruled["points"], ruled["award_1"], ruled["award_2"]) == ("", "plus", "40")
    assert "plus / 40" in FILES.text(sheet(FIELD[0], played(("3", "4"), None, ("plus", 4000))))


def test_people_read_the_ranking_and_a_table_for_each_deal_of_each_round() -> None:
    text = FILES.text(sheet(*FIELD))
    assert text.startswith("Thursday\n2026-11-26, matchpoints, 4 entries\n\nRanking\n")
    assert "Round 1, deal 1\n" in text and "Round 2, deal 1\n" in text
    assert "Scores" not in text and "Award" not in text
    page = FILES.document(sheet(*FIELD))
    assert page.count("<table>") == 3 and "<bdi>=Team: 1N &amp; 1S</bdi>" in page


def test_each_of_two_ranking_lists_has_its_table() -> None:
    text = FILES.text(sheet(*FIELD[:2], lists={"1": 0, "3": 0, "2": 1, "4": 1}))
    assert "Ranking\n" in text and "Ranking 2\n" in text


def test_another_format_is_refused() -> None:
    with pytest.raises(ValueError, match="expected one of the formats of an event, got pbn"):
        FILES.write(sheet(), "pbn")
