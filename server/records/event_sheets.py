"""The results of an event as CSV, text and HTML, for games without files of results of their own kind."""

from __future__ import annotations

from abc import abstractmethod
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Any, ClassVar

from msgspec import Struct

from protocol.words import with_count
from server.events.ranking import Field, Ranking, Row
from server.games.base import Award, FieldResult, SidePoints
from server.records.base import EventAbout, EventFiles
from server.records.printed.csv_text import csv_text
from server.records.printed.document import document_of_grids
from server.records.printed.grids import Column, Grid, plain
from server.records.printed.text import text_of_grids
from server.text import clean

RANKED = ("list", "place", "number", "names", "deals", "total", "percent", "scores", "most")
"""The columns of a row of the ranking."""


class Sheet(Struct, frozen=True):
    """The facts about an event, its results, and its ranking."""

    about: EventAbout
    field: Field
    ranking: Ranking

    @property
    def has_awards(self) -> bool:
        """Return True if a director has given an artificial score."""
        return any(each.awards is not None for each in self.field.results)


class EventSheets(EventFiles[Sheet]):
    """Files with a ranking and the results of all tables.

    `scorings` are the names of the scorings, and `sides` is the number of sides of a table. `columns` are the
    columns of a result of the game, for which `cells` returns the texts.
    """

    formats: ClassVar[Mapping[str, tuple[str, str]]] = MappingProxyType({"csv": ("text/csv", "csv")})
    scorings: ClassVar[Mapping[str, str]]
    sides: ClassVar[int]
    columns: ClassVar[tuple[str, ...]]

    @abstractmethod
    def cells(self, result: Any) -> tuple[str, ...]:
        """Return the text of each of the `columns` for a result."""

    def of_event(self, about: EventAbout, field: Field, ranking: Ranking) -> Sheet:
        return Sheet(about, field, ranking)

    def write(self, results: Sheet, format: str, version: str = "") -> str:
        if format not in self.formats:
            raise ValueError(f"expected one of the formats of an event, got {format}")
        numbers = range(1, self.sides + 1)
        sides = [f"{word}_{side}" for word in ("side", "award", "points") for side in numbers]
        columns = ("row", *RANKED, "round", "deal", "players", *sides, *self.columns)
        return csv_text(columns, self._rows(results))

    def _rows(self, sheet: Sheet) -> Iterator[dict[str, str]]:
        for row in sheet.ranking.rows:
            yield {
                "row": "ranking",
                "list": str(row.list + 1),
                "place": row.place,
                "number": _number(sheet, row.entry),
                "names": _names(sheet, row.entry),
                "deals": str(row.deals),
                "total": _hundredths(row.total),
                "percent": "" if row.percent is None else _hundredths(row.percent),
                "scores": "" if row.scores is None else str(row.scores),
                "most": "" if row.most is None else str(row.most),
            }
        for result, points in _played(sheet):
            yield {
                "row": "result",
                "round": str(result.round + 1),
                "deal": _deal(sheet, result),
                "players": _players(sheet, result),
                **_by_side("side", [_number(sheet, each) for each in result.sides]),
                **_by_side("award", [_award(each) for each in result.awards or ()]),
                **_by_side("points", _points(points)),
                **dict(zip(self.columns, self._cells(result), strict=True)),
            }

    def _cells(self, result: FieldResult) -> tuple[str, ...]:
        if result.awards is not None or result.result is None:
            return ("",) * len(self.columns)
        return self.cells(result.result)

    def text(self, results: Sheet) -> str:
        grids = (*_rankings(results), *self._travellers(results))
        return text_of_grids(results.about.title, self._summary(results), grids)

    def document(self, results: Sheet) -> str:
        return document_of_grids(
            results.about.title,
            self._summary(results),
            tuple(_rankings(results)),
            tuple(self._travellers(results)),
        )

    def _summary(self, sheet: Sheet) -> str:
        rows = sheet.ranking.rows
        entries = with_count(len(rows), "team" if sheet.about.teams else "entry")
        return ", ".join((sheet.about.date, self.scorings[sheet.field.scoring], entries))

    def _travellers(self, sheet: Sheet) -> Iterator[Grid]:
        """Return a grid for each deal of each round, with a row for each table."""
        deals: dict[tuple[int, str], list[tuple[str, ...]]] = defaultdict(list)
        for result, points in _played(sheet):
            awards = " / ".join(map(_award, result.awards or ()))
            deals[result.round, _deal(sheet, result)].append(
                (
                    " / ".join(_number(sheet, each) or "-" for each in result.sides),
                    _players(sheet, result),
                    *self._cells(result),
                    *([awards] if sheet.has_awards else []),
                    " / ".join(_points(points)) or "-",
                )
            )
        columns = (
            Column("Number"),
            Column("Players"),
            *(Column(each.replace("_", " ").capitalize(), right=True) for each in self.columns),
            *([Column("Award")] if sheet.has_awards else []),
            Column("Points", right=True),
        )
        for (round, deal), lines in deals.items():
            yield Grid(f"Round {round + 1}, deal {deal}", columns, tuple(lines), named=1)


def _rankings(sheet: Sheet) -> Iterator[Grid]:
    """Return a grid for each ranking list, without the columns that no row of it has."""
    for number in sorted({row.list for row in sheet.ranking.rows}):
        rows = [row for row in sheet.ranking.rows if row.list == number]
        cells = [_ranked(sheet, row) for row in rows]
        shown = [at for at in range(len(_RANKING)) if at < _ALWAYS or any(each[at] for each in cells)]
        yield Grid(
            "Ranking" if number == 0 else f"Ranking {number + 1}",
            tuple(_RANKING[at] for at in shown),
            tuple(tuple(each[at] for at in shown) for each in cells),
            named=2,
        )


_RANKING = (
    Column("Place"),
    Column("Number"),
    Column("Players"),
    Column("Deals", right=True),
    Column("Total", right=True),
    Column("%", right=True),
    Column("Scores", right=True),
)
_ALWAYS = 5
"""The number of columns that every ranking has."""


def _ranked(sheet: Sheet, row: Row) -> tuple[str, ...]:
    return (
        row.place or "-",
        _number(sheet, row.entry),
        _names(sheet, row.entry),
        str(row.deals),
        _hundredths(row.total),
        "" if row.percent is None else _hundredths(row.percent),
        "" if row.most is None else f"{row.scores} of {row.most}",
    )


def _played(sheet: Sheet) -> Iterator[tuple[FieldResult, SidePoints | None]]:
    """Return each result or award with its points."""
    for result, points in zip(sheet.field.results, sheet.ranking.points, strict=True):
        if result.result is not None or result.awards is not None:
            yield result, points


def _by_side(word: str, texts: Sequence[str]) -> dict[str, str]:
    """Return a text for each side of a table, under the names of its columns: `side_1`, `side_2`."""
    return {f"{word}_{side}": text for side, text in enumerate(texts, 1)}


def _number(sheet: Sheet, entry: str | None) -> str:
    return "" if entry is None else clean(sheet.about.names[entry][0])


def _names(sheet: Sheet, entry: str) -> str:
    _, players, team = sheet.about.names[entry]
    names = " & ".join(clean(each) for each in players if each)
    return f"{clean(team)}: {names}" if team and names else clean(team) or names


def _players(sheet: Sheet, result: FieldResult) -> str:
    """Return the names of those that sat at a table, in the order of the seats."""
    sat = sheet.about.players.get((result.deal, result.sides), ())
    return " & ".join(clean(each) for each in sat if each)


def _deal(sheet: Sheet, result: FieldResult) -> str:
    return str(sheet.about.boards.get(result.deal, result.deal + 1))


def _award(award: Award) -> str:
    return _hundredths(award) if isinstance(award, int) else award


def _points(points: SidePoints | None) -> tuple[str, ...]:
    return () if points is None else tuple(plain(each) for each in points.points)


def _hundredths(number: int) -> str:
    return plain(Fraction(number, 100))
