"""The texts of an evening in rows and columns: a grid for each ranking list and each traveller."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from protocol.v1.bridge import Vulnerability
from protocol.words import with_count
from server.games.bridge import scoring as contract_scores
from server.records.bridge.comparing.grids import SCORINGS as COMPARED
from server.records.bridge.comparing.grids import VULNERABLE
from server.records.bridge.evenings.evening import Board, Entrant, Evening, Result
from server.records.bridge.evenings.recount import Difference, Recount
from server.records.bridge.outcome import contract_text
from server.records.printed.grids import Column, Grid, decimal, plain
from server.text import clean

SCORINGS = {**COMPARED, "match": "IMPs of team matches"}
"""The names of the scorings in headings."""
_LISTS = {"NS": "North-South", "EW": "East-West"}
_FORMS = {"pairs": "Pairs", "teams": "Teams", "individual": "Players"}


def summary(evening: Evening) -> str:
    """Return a line about an evening: its club, date, scoring, and the numbers of entrants and boards."""
    entrants = {"pairs": "pair", "teams": "team", "individual": "player"}[evening.form]
    facts = (
        clean(evening.club),
        evening.date,
        SCORINGS[evening.scoring],
        with_count(len(evening.entrants), entrants),
        with_count(len(evening.boards), "board"),
    )
    return ", ".join(fact for fact in facts if fact)


def rankings(evening: Evening) -> tuple[Grid, ...]:
    """Return a grid for the ranking or, with two winners, for each of the two."""
    if evening.winners == 2:
        lists = [
            (_LISTS[direction], [each for each in evening.entrants if each.direction == direction])
            for direction in ("NS", "EW")
        ]
    else:
        lists = [(_FORMS[evening.form], list(evening.entrants))]
    return tuple(_ranking(evening, title, entrants) for title, entrants in lists if entrants)


def _ranking(evening: Evening, title: str, entrants: Sequence[Entrant]) -> Grid:
    columns = (
        Column("Place"),
        Column("Number"),
        Column("Players"),
        Column("Boards", right=True),
        Column(_unit(evening), right=True),
        Column("%", right=True),
    )
    rows = tuple(
        (
            each.place or "-",
            clean(each.number),
            names(each),
            "-" if each.boards is None else str(each.boards),
            "-" if each.total is None else decimal(each.total, 2),
            "-" if each.percent is None else decimal(each.percent, 2),
        )
        for each in sorted(entrants, key=by_place)
    )
    has_percent = any(each.percent is not None for each in entrants)
    return Grid(title, columns, rows, named=2) if has_percent else _without_percent(title, columns, rows)


def _without_percent(title: str, columns: tuple[Column, ...], rows: tuple[tuple[str, ...], ...]) -> Grid:
    return Grid(title, columns[:-1], tuple(row[:-1] for row in rows), named=2)


def in_order(entrants: Sequence[Entrant]) -> list[Entrant]:
    """Return entrants by their direction, East-West last, and by their places."""
    return sorted(entrants, key=lambda each: (each.direction == "EW", by_place(each)))


def by_place(entrant: Entrant) -> tuple[int, str]:
    """Return a key that sorts entrants by their places; those without a place come last."""
    digits = entrant.place.strip("= ")
    return (int(digits) if digits.isascii() and digits.isdigit() else 1_000_000), entrant.number


def _unit(evening: Evening) -> str:
    if evening.victory_points:
        return "VP"
    return {"mp": "Matchpoints", "bam": "Points", "total": "Points"}.get(evening.scoring, "IMPs")


def names(entrant: Entrant) -> str:
    """Return the names of an entrant's players, after the name of its team."""
    players = " & ".join(clean(each.name) for each in entrant.players if each.name)
    if not entrant.name:
        return players
    return f"{clean(entrant.name)}: {players}" if players else clean(entrant.name)


def seated(result: Result, side: int, entrants: Mapping[str, Entrant]) -> str:
    """Return the names of those that sat on a side of a table: its players, or those of its entrants."""
    if result.players:
        return " & ".join(clean(name) for name in result.players[side] if name)
    return " & ".join(names(entrants[each]) for each in result.sides[side] if each in entrants)


# Travellers


def travellers(evening: Evening, symbols: bool = False) -> tuple[Grid, ...]:
    """Return a grid for each board; with `symbols`, suits are written as symbols in place of letters."""
    entrants = evening.by_number
    return tuple(_traveller(evening, board, entrants, symbols) for board in evening.boards)


def _traveller(evening: Evening, board: Board, entrants: Mapping[str, Entrant], symbols: bool) -> Grid:
    unit = "points" if evening.scoring in ("mp", "bam", "total") else "IMPs"
    columns = (
        Column("NS"),
        Column("North-South"),
        Column("EW"),
        Column("East-West"),
        Column("Contract"),
        Column("By"),
        Column("Lead"),
        Column("Tricks"),
        Column("NS score", right=True),
        Column("EW score", right=True),
        Column(f"NS {unit}", right=True),
        Column(f"EW {unit}", right=True),
    )
    rows = tuple(_row(each, entrants, symbols) for each in sorted(board.results, key=_best_first))
    vulnerable: Vulnerability = contract_scores.vulnerability_of(board.number)
    dealer = contract_scores.dealer_of(board.number).name.title()
    return Grid(f"Board {clean(board.name)}: {dealer} deals, {VULNERABLE[vulnerable]}", columns, rows)


def _best_first(result: Result) -> tuple[bool, Fraction, int]:
    own = result.points[0]
    return result.score is None, -(own or Fraction()), -(result.score or 0)


def _row(result: Result, entrants: Mapping[str, Entrant], symbols: bool) -> tuple[str, ...]:
    own, others = (
        (" ".join(map(clean, side)), seated(result, at, entrants)) for at, side in enumerate(result.sides)
    )
    contract, by, tricks = _outcome(result, symbols)
    score = result.score
    own_score, other_score = (
        ("", "") if score is None else ("", str(-score)) if score < 0 else (str(score), "")
    )
    return (
        *own,
        *others,
        contract,
        by,
        result.lead,
        tricks,
        own_score,
        other_score,
        *(plain(points) for points in result.points),
    )


def _outcome(result: Result, symbols: bool) -> tuple[str, str, str]:
    """Return the contract, the declarer and the tricks over or under the contract, or an artificial score."""
    if result.passed_out:
        return "passed out", "", ""
    if result.score is None and result.contract is None:
        shares = result.percent
        return "adjusted" if shares is None else f"{plain(shares[0])}% / {plain(shares[1])}%", "", ""
    contract = result.contract
    if contract is None:
        return "", "", ""
    if result.tricks is None:
        return contract_text(contract, symbols), contract.declarer.letter, ""
    over = result.tricks - contract.level - 6
    return contract_text(contract, symbols), contract.declarer.letter, "=" if over == 0 else f"{over:+d}"


# Notes


def notes(evening: Evening, counted: Recount) -> tuple[str, ...]:
    """Return what a scorer should know: warnings about the file, adjusted lines, and other differences."""
    adjusted = tuple(
        f"board {clean(board.name)}: {_meeting(result)} has {_told(result.points)} by the director's ruling"
        for at, board in enumerate(evening.boards)
        for line, result in enumerate(board.results)
        if (at, line) in counted.adjusted
    )
    return (
        *map(clean, evening.warnings),
        *adjusted,
        *(_difference(evening, each) for each in counted.differences),
    )


def _difference(evening: Evening, difference: Difference) -> str:
    told, counted = _told(difference.told), _told(difference.counted)
    if difference.line is None:
        return (
            f"{clean(difference.entrant or '')}: the file has {told} in total, and its boards give {counted}"
        )
    board, line = difference.line
    meeting = _meeting(evening.boards[board].results[line])
    return f"board {clean(evening.boards[board].name)}: {meeting} has {told}, and its score gives {counted}"


def _meeting(result: Result) -> str:
    own, others = ("+".join(map(clean, side)) for side in result.sides)
    return f"{own} against {others}"


def _told(points: Sequence[Fraction | None]) -> str:
    return " and ".join(plain(each) for each in points)
