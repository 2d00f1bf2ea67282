"""The PBN tags for a record's players, score and double-dummy results."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from protocol.v1.bridge import SEATS, Seat, Strain
from server.records.bridge.record import BoardRecord, Column, DoubleDummy, Info, InfoTable, Players

UNKNOWN = frozenset(("", "?", "-"))
"""The values of PBN tags that mean no information or unknown information (PBN 2.1, 3.4)."""

MANDATORY = (
    *("Event", "Site", "Date", "Board", "West", "North", "East", "South"),
    *("Dealer", "Vulnerable", "Deal", "Scoring", "Declarer", "Contract", "Result"),
)
"""The 15 tags that every PBN game has, in the order of the export format (PBN 2.1, 3.4)."""

_DECLARERS = (Seat.NORTH, Seat.SOUTH, Seat.EAST, Seat.WEST)
_STRAINS = tuple(Strain)
_PLACES = [
    ((seat.letter, strain.value), (seat.letter, strain.value[:1])) for seat in SEATS for strain in Strain
]
_TRICKS_WON = {
    text: tricks_column for tricks_column in range(14) for text in (f"{tricks_column}", f"{tricks_column:02}")
}
_SCORE = re.compile(r"\s*(NS|EW)\s*([+-]?\d{1,6})(?:\s+(NS|EW)\s*([+-]?\d{1,6}))?\s*", re.ASCII)
_OWN_SCORE = re.compile(r"\s*[+-]?\d{1,6}\s*", re.ASCII)
_TRICKS = re.compile("[0-9a-dA-D]{20}")
_RESULTS = (Column("Declarer"), Column("Denomination", None, 2, "R"), Column("Result", None, 2, "R"))


class TagFields(Struct, frozen=True):
    """The fields of a record that were read from PBN tags, and, in `rest`, all other tags."""

    players: Players
    scores: tuple[int, int] | None
    double_dummy: DoubleDummy | None
    rest: Info


def fields_of_tags(info: Info, declarer: Seat | None = None) -> TagFields:
    """Return the players, the score and the double-dummy results that the given PBN tags hold.

    The tags that are read are West, North, East, South, Score, DoubleDummyTricks and OptimumResultTable. A
    PBN tag whose value cannot be read stays in `rest`, and so does an OptimumResultTable that contradicts
    DoubleDummyTricks. If the tag Score names no side, the score is taken as that of declarer's side.
    """
    rest = dict(info)
    north, east, south, west = (_player(rest, seat) for seat in SEATS)
    scores = _scores(rest.get("Score"), declarer)
    if scores is not None:
        del rest["Score"]
    return TagFields((north, east, south, west), scores, _double_dummy(rest), rest)


def tags_of_fields(record: BoardRecord) -> Info:
    """Return the PBN tags for players, score and double-dummy results of a record, then those of its `info`.

    The function is the inverse of `fields_of_tags`.
    """
    tags: Info = {}
    for seat in (Seat.WEST, *SEATS[:3]):
        name = record.players[seat]
        if name is not None:
            tags[seat.name.title()] = name
    if record.scores is not None:
        tags["Score"] = _scores_text(*record.scores)
    if record.double_dummy is not None:
        tags["DoubleDummyTricks"] = _tricks_text(record.double_dummy)
    table: Info = {}
    if record.double_dummy is not None:
        table["OptimumResultTable"] = _results_table(record.double_dummy)
    return {**tags, **table, **record.info, **tags}


def rank(name: str) -> tuple[int, str]:
    """Return the sort key that puts tag names into the order of PBN's export format; "" comes first."""
    if not name:
        return -1, ""
    return (MANDATORY.index(name), "") if name in MANDATORY else (len(MANDATORY), name)


def _player(info: Info, seat: Seat) -> str | None:
    """Remove a player's name from the PBN tags, and return the name, or None if it is missing."""
    key = seat.name.title()
    name = info.get(key)
    if not isinstance(name, str):
        return None
    del info[key]
    return None if name.strip() in UNKNOWN else name


def _scores(score: str | InfoTable | None, declarer: Seat | None) -> tuple[int, int] | None:
    """Return the points of both sides from `NS 50`, `EW -50`, `NS 50 EW -50`, or `50` for declarer's side."""
    if not isinstance(score, str):
        return None
    if _OWN_SCORE.fullmatch(score) and (declarer is not None or int(score) == 0):
        score = f"{'NS' if declarer is None else declarer.side} {score}"
    found = _SCORE.fullmatch(score)
    if found is None or found[1] == found[3]:
        return None
    points = int(found[2])
    others = -points if found[4] is None else int(found[4])
    return (points, others) if found[1] == "NS" else (others, points)


def _scores_text(north_south: int, east_west: int) -> str:
    if east_west == -north_south:
        return f"NS {north_south}"
    return f"NS {north_south} EW {east_west}"


def _double_dummy(info: Info) -> DoubleDummy | None:
    """Remove the double-dummy results from the PBN tags, and return them.

    If the tags DoubleDummyTricks and OptimumResultTable differ, the OptimumResultTable is not removed.
    """
    tags, from_table = _tricks(info.get("DoubleDummyTricks")), _table_results(info.get("OptimumResultTable"))
    if tags is not None:
        del info["DoubleDummyTricks"]
    if from_table is not None and (tags is None or from_table == tags):
        del info["OptimumResultTable"]
    return tags or from_table


def _tricks(digits: str | InfoTable | None) -> DoubleDummy | None:
    """Return the double-dummy tricks from 20 hexadecimal digits: declarers N S E W, for each NT S H D C."""
    if not isinstance(digits, str) or not _TRICKS.fullmatch(digits):
        return None
    by = {seat: digits[5 * place : 5 * place + 5][::-1] for place, seat in enumerate(_DECLARERS)}
    return DoubleDummy(tuple(_five(int(digit, 16) for digit in by[seat]) for seat in SEATS))


def _tricks_text(known: DoubleDummy) -> str:
    return "".join(f"{known.of(seat, strain):X}" for seat in _DECLARERS for strain in _STRAINS[::-1])


def _five(tricks: Iterator[int]) -> tuple[int, int, int, int, int]:
    clubs, diamonds, hearts, spades, notrump = tricks
    return clubs, diamonds, hearts, spades, notrump


def _table_results(table: str | InfoTable | None) -> DoubleDummy | None:
    """Return the double-dummy tricks in the 20 rows of an OptimumResultTable, or None for any other value."""
    if not isinstance(table, InfoTable) or len(table.rows) != 20:
        return None
    names = [column.name for column in table.headers]
    if sorted(names) != ["Declarer", "Denomination", "Result"]:
        return None
    declarer_column, strain_column, tricks_column = (names.index(column.name) for column in _RESULTS)
    cells = " ".join(table.rows).split()
    if len(cells) != 60:
        return None
    found = dict(
        zip(
            zip(cells[declarer_column::3], cells[strain_column::3], strict=True),
            cells[tricks_column::3],
            strict=True,
        )
    )
    tricks = [_TRICKS_WON.get(found.get(place) or found.get(other, "")) for place, other in _PLACES]
    if None in tricks:
        return None
    five = [
        _five(iter([tricks_column for tricks_column in tricks[at : at + 5] if tricks_column is not None]))
        for at in range(0, 20, 5)
    ]
    return DoubleDummy(tuple(five))


def _results_table(known: DoubleDummy) -> InfoTable:
    rows = (
        f"{seat.letter} {strain:>2} {known.of(seat, strain):>2}"
        for seat in _DECLARERS
        for strain in _STRAINS[::-1]
    )
    return InfoTable(_RESULTS, tuple(rows))
