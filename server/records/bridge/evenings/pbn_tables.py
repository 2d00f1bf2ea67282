"""An evening as PBN: a game for each board with its ScoreTable, and the TotalScoreTable in the first one.

The games have no auctions and no play, because an evening does not know them. The first column of a table is
aligned at the left, so that no row begins with a blank.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from msgspec.structs import replace

from server.games.bridge import scoring as contract_scores
from server.records.bridge.evenings.evening import Board, Evening, Result
from server.records.bridge.evenings.grids import in_order, names
from server.records.bridge.pbn import dumps as dumps_records
from server.records.bridge.record import BoardRecord, Column, Hands, Info, InfoTable
from server.records.printed.grids import decimal, plain
from server.text import clean

_SCORINGS = {
    "mp": "MatchPoints",
    "imp": "IMP;Cross",
    "butler": "IMP;Butler",
    "match": "IMP",
    "bam": "BAM",
    "total": "Total",
}
_UNKNOWN: Hands = ((), (), (), ())


def dumps(evening: Evening) -> str:
    """Return the text of a PBN file with an evening."""
    return dumps_records(records(evening))


def records(evening: Evening) -> tuple[BoardRecord, ...]:
    """Return a record for each board of an evening, with its results as a table."""
    found = [_record(board, evening) for board in evening.boards]
    if found:
        found[0] = replace(found[0], info={**found[0].info, "TotalScoreTable": _total_table(evening)})
    return tuple(found)


def _record(board: Board, evening: Evening) -> BoardRecord:
    info: Info = {
        "Event": evening.title,
        "Site": evening.club,
        "Date": evening.date.replace("-", "."),
        "Scoring": _SCORINGS[evening.scoring],
        "Competition": {"pairs": "Pairs", "teams": "Teams", "individual": "Individuals"}[evening.form],
        "Section": board.section,
        "Round": str(board.round) if board.round else "",
        "ScoreTable": _score_table(board, evening),
    }
    return BoardRecord(
        hands=board.hands or evening.hands.get(board.number, _UNKNOWN),
        number=board.number,
        dealer=contract_scores.dealer_of(board.number) if board.dealer is None else board.dealer,
        vulnerable=board.vulnerable or contract_scores.vulnerability_of(board.number),
        info={name: value for name, value in info.items() if value},
    )


def _table(columns: Sequence[tuple[str, str]], rows: Sequence[Sequence[str]]) -> InfoTable:
    """Return a table whose columns are as wide as their texts; `R` aligns a column at the right."""
    cells = [[_cell(each) for each in row] for row in rows]
    widths = [max((len(row[at]) for row in cells), default=1) for at in range(len(columns))]
    headers = tuple(
        Column(name, None, width, "R" if side == "R" else "L")
        for (name, side), width in zip(columns, widths, strict=True)
    )
    return InfoTable(headers, tuple(_padded(row, headers) for row in cells))


def _padded(row: Sequence[str], headers: Sequence[Column]) -> str:
    return " ".join(
        cell.rjust(header.minwidth or 0) if header.alignment == "R" else cell.ljust(header.minwidth or 0)
        for cell, header in zip(row, headers, strict=True)
    ).rstrip()


def _cell(text: str) -> str:
    """Return a text as one element of a row: in quotes if it is empty or has blanks."""
    written = text.replace('"', "'")
    plain_text = written and not any(letter in written for letter in " []{};%")
    return written if plain_text else f'"{written}"'


def _score_table(board: Board, evening: Evening) -> InfoTable:
    unit = "MP" if evening.scoring in ("mp", "bam") else "IMP"
    entrant = {"pairs": "Pair", "teams": "Team", "individual": "Player"}[evening.form]
    columns = (
        (f"{entrant}Id_NS", "L"),
        (f"{entrant}Id_EW", "R"),
        ("Contract", "L"),
        ("Declarer", "L"),
        ("Result", "R"),
        ("Lead", "L"),
        ("Score_NS", "R"),
        ("Score_EW", "R"),
        (f"{unit}_NS", "R"),
        (f"{unit}_EW", "R"),
    )
    shares = ("Percentage_NS", "R"), ("Percentage_EW", "R")
    people = ("Names_NS", "L"), ("Names_EW", "L")
    with_percent = evening.scoring in ("mp", "bam")
    with_names = any(each.players for each in board.results)
    top = Fraction(2 * (len(board.results) - 1)) if evening.scoring == "mp" else Fraction(2)
    rows = [
        (
            *_row(each),
            *(_shares(each, top) if with_percent else ()),
            *(_names(each) if with_names else ()),
        )
        for each in board.results
    ]
    return _table((*columns, *(shares if with_percent else ()), *(people if with_names else ())), rows)


def _shares(result: Result, top: Fraction) -> tuple[str, ...]:
    return tuple(
        "-" if points is None or not top else plain(100 * points / top, 1) for points in result.points
    )


def _names(result: Result) -> tuple[str, ...]:
    """Return the names of the players of both sides, who may be others than those of the ranking."""
    return tuple(" - ".join(map(clean, side)) for side in result.players or ((), ()))


def _row(result: Result) -> tuple[str, ...]:
    contract, declarer = result.contract, "-"
    bid = "Pass" if result.passed_out else "-"
    if contract is not None:
        bid, declarer = str(contract), contract.declarer.letter
    score = result.score
    return (
        *("+".join(side) for side in result.sides),
        bid,
        declarer,
        "-" if result.tricks is None else str(result.tricks),
        result.lead[1:] + result.lead[:1] if result.lead else "-",
        "-" if score is None or score < 0 else str(score),
        "-" if score is None or score >= 0 else str(-score),
        *(plain(points) for points in result.points),
    )


def _total_table(evening: Evening) -> InfoTable:
    total = "VP" if evening.victory_points else "MP" if evening.scoring in ("mp", "bam") else "IMP"
    entrant = {"pairs": "Pair", "teams": "Team", "individual": "Player"}[evening.form]
    columns = (
        ("Rank", "L"),
        (f"{entrant}Id", "R"),
        (f"TotalScore{total}", "R"),
        ("TotalPercentage", "R"),
        ("NrBoards", "R"),
        ("Names", "L"),
    )
    rows = [
        (
            each.place.replace("=", "") or "-",
            each.number,
            "-" if each.total is None else decimal(each.total, 2),
            "-" if each.percent is None else decimal(each.percent, 2),
            "-" if each.boards is None else str(each.boards),
            names(each).replace(" & ", " - "),
        )
        for each in in_order(evening.entrants)
    ]
    return _table(columns, rows)
