"""An evening as comma-separated values (RFC 4180) for spreadsheets: a row for each entrant and each result.

All rows have the same columns; the first one says what a row is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from server.records.bridge.evenings.evening import Board, Entrant, Evening, Result
from server.records.bridge.evenings.grids import in_order, names, seated
from server.records.printed.csv_text import csv_text
from server.records.printed.grids import plain
from server.text import clean

COLUMNS = (
    *("row", "direction", "place", "number", "names", "boards", "total", "percent"),
    *("board", "section", "round", "north_south", "east_west", "contract", "declarer", "lead", "tricks"),
    *("score_ns", "share_ns", "share_ew", "points_ns", "points_ew", "names_ns", "names_ew"),
)


def dumps(evening: Evening) -> str:
    """Return the text of a CSV file with an evening."""
    return csv_text(COLUMNS, _rows(evening))


def _rows(evening: Evening) -> Iterator[dict[str, str]]:
    for entrant in in_order(evening.entrants):
        yield _entrant(entrant)
    for board in evening.boards:
        for result in board.results:
            yield _result(board, result, evening.by_number)


def _entrant(entrant: Entrant) -> dict[str, str]:
    return {
        "row": "ranking",
        "direction": entrant.direction,
        "place": clean(entrant.place),
        "number": clean(entrant.number),
        "names": names(entrant),
        "boards": "" if entrant.boards is None else str(entrant.boards),
        "total": "" if entrant.total is None else plain(entrant.total),
        "percent": "" if entrant.percent is None else plain(entrant.percent),
    }


def _result(board: Board, result: Result, entrants: Mapping[str, Entrant]) -> dict[str, str]:
    own, others = ("+".join(map(clean, side)) for side in result.sides)
    contract = result.contract
    shares = ["", ""] if result.percent is None else [plain(each) for each in result.percent]
    points = ["" if each is None else plain(each) for each in result.points]
    return {
        "row": "result",
        "board": str(board.number),
        "section": clean(board.section),
        "round": str(result.round or board.round or ""),
        "north_south": own,
        "east_west": others,
        "contract": "Pass" if result.passed_out else "" if contract is None else str(contract),
        "declarer": "" if contract is None else contract.declarer.letter,
        "lead": result.lead,
        "tricks": "" if result.tricks is None else str(result.tricks),
        "score_ns": "" if result.score is None else str(result.score),
        "share_ns": shares[0],
        "share_ew": shares[1],
        "points_ns": points[0],
        "points_ew": points[1],
        "names_ns": seated(result, 0, entrants),
        "names_ew": seated(result, 1, entrants),
    }
