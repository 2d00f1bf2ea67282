"""The reader of evenings in PBN: boards with a ScoreTable, and the ranking in a TotalScoreTable.

The columns of a table have the names of PBN 2.1, in any order; other columns are ignored. A row with more or
fewer texts than the table has columns becomes a warning.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Literal

from server.errors import BadRecord
from server.games.bridge import contract_text
from server.games.bridge import scoring as contract_scores
from server.games.bridge.scores.points import FieldScoring
from server.records.bridge import pbn
from server.records.bridge.evenings import values
from server.records.bridge.evenings.evening import Board, Entrant, Evening, Person, Points, Result
from server.records.bridge.pbn.tables import cells
from server.records.bridge.record import BoardRecord, Fault, Hands, InfoTable

_KINDS: dict[str, Literal["pairs", "teams", "individual"]] = {
    "Pair": "pairs",
    "Team": "teams",
    "Player": "individual",
}
_NOTHING = frozenset(("", "-", "?"))
Row = Mapping[str, str]


def evening(data: bytes) -> Evening:
    """Return the evening of a PBN file.

    Raises BadRecord for a file without a board that has a ScoreTable.
    """
    warnings: list[str] = []
    boards: list[Board] = []
    totals: list[Row] = []
    hands: dict[int, Hands] = {}
    first: BoardRecord | None = None
    for record in pbn.boards(data):
        if isinstance(record, Fault):
            warnings.append(record.error)
            continue
        totals += _rows(record, "TotalScoreTable", warnings)
        rows = list(_rows(record, "ScoreTable", warnings))
        if record.number is None or not rows:
            continue
        first = first or record
        scoring = _scoring(first)
        boards.append(Board(record.number, tuple(_result(row, record.number, scoring) for row in rows)))
        if all(len(hand) == 13 for hand in record.hands):
            hands[record.number] = record.hands
    if first is None:
        expected = "line 1, column 1: expected PBN with a ScoreTable, got no board with one"
        raise BadRecord(warnings[0] if warnings else expected)
    return Evening(
        title=_tag(first, "Event"),
        date=values.date(_tag(first, "Date")),
        scoring=_scoring(first),
        form=_form(first),
        winners=_winners(totals),
        club=_tag(first, "Site"),
        entrants=tuple(_entrant(row) for row in totals),
        boards=tuple(boards),
        hands=hands,
        warnings=tuple(warnings),
    )


def _tag(record: BoardRecord, name: str) -> str:
    value = record.info.get(name, "")
    return value if isinstance(value, str) and value not in _NOTHING else ""


def _rows(record: BoardRecord, name: str, warnings: list[str]) -> Iterator[Row]:
    """Yield the rows of a table of a record, each as the texts of its columns."""
    table = record.info.get(name)
    if not isinstance(table, InfoTable):
        return
    columns = [column.name for column in table.headers]
    for row in table.rows:
        texts = cells(row)
        if len(texts) == len(columns):
            yield dict(zip(columns, texts, strict=True))
        else:
            warnings.append(
                f"board {record.number}: expected {len(columns)} texts in a row of {name}, got {len(texts)}"
            )


def _scoring(record: BoardRecord) -> FieldScoring:
    written = _tag(record, "Scoring").upper()
    if "BUTLER" in written:
        return "butler"
    if written.startswith(("IMP", "CROSS", "CAVENDISH")):
        return "match" if _form(record) == "teams" else "imp"
    if "BAM" in written:
        return "bam"
    return "total" if written.startswith("TOTAL") else "mp"


def _form(record: BoardRecord) -> Literal["pairs", "teams", "individual"]:
    table = record.info.get("ScoreTable")
    names = [column.name for column in table.headers] if isinstance(table, InfoTable) else []
    return next((form for kind, form in _KINDS.items() if f"{kind}Id_NS" in names), "pairs")


def _result(row: Row, board: int, scoring: FieldScoring) -> Result:
    declarer = contract_text.seat(row.get("Declarer", ""))
    written = row.get("Contract", "")
    contract, made = contract_text.contract(written, declarer)
    tricks = made if made is not None else values.tricks(row.get("Result", ""), contract)
    passed = contract is None and written not in _NOTHING and values.passed_out(written)
    score = _score(row)
    if score is None and contract is not None and tricks is not None:
        vulnerable = contract_scores.vulnerability_of(board)
        score = contract_scores.result(contract, tricks, vulnerable).score_ns
    unit = "MP" if scoring in ("mp", "bam") else "IMP"
    points: Points = values.number(row.get(f"{unit}_NS", "")), values.number(row.get(f"{unit}_EW", ""))
    own, others = (values.number(row.get(f"Percentage_{side}", "")) for side in ("NS", "EW"))
    artificial = score is None and not passed and own is not None and others is not None
    return Result(
        (_side(row, "NS"), _side(row, "EW")),
        0 if passed and score is None else score,
        contract,
        tricks if contract is not None else None,
        passed,
        values.lead(row.get("Lead", "")),
        (own or Fraction(), others or Fraction()) if artificial else None,
        points,
        values.whole(row.get("Round", "")) or 0,
        _players(row),
    )


def _players(row: Row) -> tuple[tuple[str, ...], tuple[str, ...]] | tuple[()]:
    """Return the names of the players of each side, () if a row names none."""
    own, others = (
        tuple(name for name in row.get(f"Names_{side}", "").split(" - ") if name and name not in _NOTHING)
        for side in ("NS", "EW")
    )
    return (own, others) if own or others else ()


def _score(row: Row) -> int | None:
    own, other = (values.whole(row.get(f"Score_{side}", "")) for side in ("NS", "EW"))
    return own if own is not None else None if other is None else -other


def _side(row: Row, side: str) -> tuple[str, ...]:
    number = next((row[key] for kind in _KINDS if (key := f"{kind}Id_{side}") in row), "")
    return tuple(number.split("+")) if number else (f"{row.get('Table', '?')}{side}",)


def _entrant(row: Row) -> Entrant:
    number = next((row[key] for kind in _KINDS if (key := f"{kind}Id") in row), "")
    total = next((text for name, text in row.items() if name.startswith("TotalScore")), "")
    names = [name for name in row.get("Names", row.get("Name", "")).split(" - ") if name]
    return Entrant(
        number,
        tuple(map(Person, names)),
        total=values.number(total),
        percent=values.number(row.get("TotalPercentage", "")),
        place=row.get("Rank", "").replace("-", ""),
        boards=values.whole(row.get("NrBoards", "")),
        direction="NS" if number.endswith("NS") else "EW" if number.endswith("EW") else "",
    )


def _winners(totals: Sequence[Row]) -> int:
    """Return 2 if the ranking has a first place for each of two directions, otherwise 1."""
    entrants = [_entrant(row) for row in totals]
    first = [each.direction for each in entrants if each.place == "1"]
    return 2 if entrants and all(each.direction for each in entrants) and len(set(first)) == 2 else 1
