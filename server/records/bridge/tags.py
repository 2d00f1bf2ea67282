"""Tags of PBN that tell what a record has fields for: players, score, double-dummy analysis."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from protocol.v1.bridge import SEATS, Seat, Strain
from server.records.bridge.record import BoardRecord, Column, DoubleDummy, Info, InfoTable, Players

UNTOLD = frozenset(("", "?", "-"))
"""Values that say that a thing is unknown, or that there is none (PBN 2.1, 3.4)."""

_DECLARERS = (Seat.NORTH, Seat.SOUTH, Seat.EAST, Seat.WEST)
_STRAINS = tuple(Strain)
_PLACES = [
    ((seat.letter, strain.value), (seat.letter, strain.value[:1])) for seat in SEATS for strain in Strain
]
_TRICKS_WON = {text: won for won in range(14) for text in (f"{won}", f"{won:02}")}
_SCORE = re.compile(r"\s*(NS|EW)\s*([+-]?\d{1,6})(?:\s+(NS|EW)\s*([+-]?\d{1,6}))?\s*", re.ASCII)
_OWN_SCORE = re.compile(r"\s*[+-]?\d{1,6}\s*", re.ASCII)
_TRICKS = re.compile("[0-9a-dA-D]{20}")
_RESULTS = (Column("Declarer"), Column("Denomination", None, 2, "R"), Column("Result", None, 2, "R"))


class Taken(Struct, frozen=True):
    """What tags told of a record's fields, and the tags that are left."""

    players: Players
    scores: tuple[int, int] | None
    double_dummy: DoubleDummy | None
    rest: Info


def taken(info: Info, declarer: Seat | None = None) -> Taken:
    """The fields that West, North, East, South, Score, DoubleDummyTricks and OptimumResultTable tell.

    A tag that does not tell its field in a known spelling stays in `rest`; so does an OptimumResultTable that
    contradicts DoubleDummyTricks. A score without a side is that of `declarer`, if he is known.
    """
    rest = dict(info)
    north, east, south, west = (_player(rest, seat) for seat in SEATS)
    scores = _scores(rest.get("Score"), declarer)
    if scores is not None:
        del rest["Score"]
    return Taken((north, east, south, west), scores, _double_dummy(rest), rest)


def given(record: BoardRecord) -> Info:
    """The tags that tell those fields of a record, then its `info`; the inverse of `taken`."""
    told: Info = {}
    for seat in (Seat.WEST, *SEATS[:3]):
        name = record.players[seat]
        if name is not None:
            told[seat.name.title()] = name
    if record.scores is not None:
        told["Score"] = _written_scores(*record.scores)
    if record.double_dummy is not None:
        told["DoubleDummyTricks"] = _written_tricks(record.double_dummy)
    table: Info = {}
    if record.double_dummy is not None:
        table["OptimumResultTable"] = _written_table(record.double_dummy)
    return {**told, **table, **record.info, **told}


def _player(info: Info, seat: Seat) -> str | None:
    """Takes a player's name out of the tags; None where it is not told."""
    key = seat.name.title()
    name = info.get(key)
    if not isinstance(name, str):
        return None
    del info[key]
    return None if name.strip() in UNTOLD else name


def _scores(score: str | InfoTable | None, declarer: Seat | None) -> tuple[int, int] | None:
    """The points of NS and EW in `NS 50`, `EW -50`, `NS 50 EW -50`, or `50` for declarer's side."""
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


def _written_scores(north_south: int, east_west: int) -> str:
    if east_west == -north_south:
        return f"NS {north_south}"
    return f"NS {north_south} EW {east_west}"


def _double_dummy(info: Info) -> DoubleDummy | None:
    """Takes the analysis out of the tags, both of them where they agree."""
    told, listed = _tricks(info.get("DoubleDummyTricks")), _listed(info.get("OptimumResultTable"))
    if told is not None:
        del info["DoubleDummyTricks"]
    if listed is not None and (told is None or listed == told):
        del info["OptimumResultTable"]
    return told or listed


def _tricks(digits: str | InfoTable | None) -> DoubleDummy | None:
    """20 hexadecimal digits: declarers N S E W, for each NT S H D C."""
    if not isinstance(digits, str) or not _TRICKS.fullmatch(digits):
        return None
    by = {seat: digits[5 * place : 5 * place + 5][::-1] for place, seat in enumerate(_DECLARERS)}
    return DoubleDummy(tuple(_five(int(digit, 16) for digit in by[seat]) for seat in SEATS))


def _written_tricks(known: DoubleDummy) -> str:
    return "".join(f"{known.of(seat, strain):X}" for seat in _DECLARERS for strain in _STRAINS[::-1])


def _five(tricks: Iterator[int]) -> tuple[int, int, int, int, int]:
    clubs, diamonds, hearts, spades, notrump = tricks
    return clubs, diamonds, hearts, spades, notrump


def _listed(table: str | InfoTable | None) -> DoubleDummy | None:
    """The 20 rows of an OptimumResultTable, in whatever order; None unless each stands there once."""
    if not isinstance(table, InfoTable) or len(table.rows) != 20:
        return None
    names = [column.name for column in table.headers]
    if sorted(names) != ["Declarer", "Denomination", "Result"]:
        return None
    who, what, won = (names.index(column.name) for column in _RESULTS)
    cells = " ".join(table.rows).split()
    if len(cells) != 60:
        return None
    found = dict(zip(zip(cells[who::3], cells[what::3], strict=True), cells[won::3], strict=True))
    tricks = [_TRICKS_WON.get(found.get(place) or found.get(other, "")) for place, other in _PLACES]
    if None in tricks:
        return None
    five = [_five(iter([won for won in tricks[at : at + 5] if won is not None])) for at in range(0, 20, 5)]
    return DoubleDummy(tuple(five))


def _written_table(known: DoubleDummy) -> InfoTable:
    rows = (
        f"{seat.letter} {strain:>2} {known.of(seat, strain):>2}"
        for seat in _DECLARERS
        for strain in _STRAINS[::-1]
    )
    return InfoTable(_RESULTS, tuple(rows))
