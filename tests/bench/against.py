"""This checkout beside another one: the CPU time of an action, in pairs of short rounds.

On a machine with other work, the time of an action changes by half from one minute to the next. What is
measured within seconds changes alike for both checkouts, so each pair has one ratio, and the median of the
ratios is compared. Each round has a new server, because two processes of the same program differ as well.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Sequence
from math import comb
from pathlib import Path
from typing import Any

from msgspec import Struct

from tests.bench import processes, readings
from tests.bench.load import Measured
from tests.bench.plays import PLAYS, check_acknowledged, measure
from tests.bench.readings import FOREIGN, SATURATED

PAIRS, WARM_S, MEASURE_S = 9, 0.5, 2.0
ROWS = ("bridge-25", "spades-25", "hanabi-25")
"""The rows that are compared unless others are named."""
SURE = 0.95
SAME_TRAFFIC = 0.02
"""The share by which writes and bytes for an action may differ; with more, one server says less."""


class Pair(Struct):
    """One round at each checkout, a few seconds apart."""

    here: Measured
    there: Measured

    @property
    def ratio(self) -> float:
        """CPU time of an action here, divided by that of the other checkout."""
        return (self.here.cost_us or 0.0) / (self.there.cost_us or 1.0)


class Row(Struct):
    """The pairs of one row."""

    name: str
    pairs: list[Pair] = []

    @property
    def ratios(self) -> list[float]:
        return [pair.ratio for pair in self.pairs]

    def median_us(self, side: str) -> float:
        """Return the median CPU time of an action at one side of the pairs, `here` or `there`."""
        return statistics.median(getattr(pair, side).cost_us for pair in self.pairs)


class Comparison(Struct):
    """All rows of one comparison. `notes` say which rounds failed."""

    tree: str
    machine: dict[str, str]
    rows: list[Row]
    notes: list[str] = []


def quartiles(ratios: Sequence[float]) -> tuple[float, float]:
    """Return the ratios below which a quarter and three quarters of all are."""
    if len(ratios) < 2:
        return ratios[0], ratios[0]
    low, _, high = statistics.quantiles(ratios, n=4, method="inclusive")
    return low, high


def interval(ratios: Sequence[float]) -> tuple[float, float] | None:
    """Return two of the ratios between which the true median is with a probability of 95 % or more.

    This is the sign test turned around, which expects nothing of the distribution: each ratio is as likely
    above the true median as below. None of fewer than six ratios, which cannot be that sure.
    """
    ranked, count, found = sorted(ratios), len(ratios), None
    for rank in range(count // 2):
        outside = 2 * sum(comb(count, below) for below in range(rank + 1)) / 2**count
        if 1 - outside < SURE:
            break
        found = ranked[rank], ranked[-1 - rank]
    return found


def verdict(ratios: Sequence[float]) -> str:
    """Return in words whether an action is cheaper here."""
    found = interval(ratios)
    if found is None:
        return "too few pairs to say"
    low, high = found
    return "cheaper here" if high < 1 else "dearer here" if low > 1 else "no difference shown"


class Side(Struct, frozen=True):
    """One of the two checkouts. `settings` are the variables that its server knows."""

    tree: Path
    settings: frozenset[str]

    def play(self, row: str, measure_s: float) -> Measured:
        """Play one round of a row at a new server. Raises RuntimeError if the round fails."""
        cores, play = processes.cores(), PLAYS[row]
        with processes.kibitz_in(self.tree, self.settings, cores[0]) as served:
            measured = measure(play, "kibitz", served, cores, warm_s=WARM_S, measure_s=measure_s)
        check_acknowledged(play, measured)
        return measured


def compare(tree: Path, rows: Sequence[str], pairs: int, *, measure_s: float = MEASURE_S) -> Comparison:
    """Play pairs of rounds. The checkout that begins changes with each pair.

    Raises RuntimeError if a round of the first pair fails. A later pair that fails is left out, and noted.
    """
    here, there = (Side(path, processes.known_settings(path)) for path in (processes.ROOT, tree))
    comparison = Comparison(str(tree), readings.machine(), [Row(name) for name in rows])
    for number in range(pairs):
        for row in comparison.rows:
            try:
                row.pairs.append(pair := play_pair(here, there, row.name, number, measure_s))
            except (RuntimeError, OSError, LookupError) as error:
                if not number:
                    raise
                comparison.notes.append(f"{row.name}, pair {number + 1} was left out: {error}")
            else:
                print(
                    f"{row.name:15} pair {number + 1:2}: ratio {pair.ratio:.3f}", file=sys.stderr, flush=True
                )
    return comparison


def play_pair(here: Side, there: Side, row: str, number: int, measure_s: float) -> Pair:
    """Play one round at each checkout. The other checkout begins in pairs of an odd number."""
    if number % 2:
        other = there.play(row, measure_s)
        pair = Pair(here.play(row, measure_s), other)
    else:
        pair = Pair(here.play(row, measure_s), there.play(row, measure_s))
    if not pair.here.actions or not pair.there.actions:
        raise RuntimeError("expected actions in both rounds of a pair, got none in one of them")
    return pair


_COLUMNS = "{:15} {:>5} {:>9} {:>9} {:>7} {:>15} {:>15}  {}"
_HOW = """\
us: CPU time of an action, of the server and its redis-server; medians. ratio: the median of the ratios of
the pairs, here divided by there: below 1, an action is cheaper here. quartiles: the middle half of the
ratios. 95 % interval: the true median of the ratios is in it with a probability of at least 95 %. Trust the
ratios, not the times, which change with what else the machine does."""


def text(comparison: Comparison) -> str:
    """Return the comparison for people."""
    heads = ("row", "pairs", "us here", "us there", "ratio", "quartiles", "95 % interval", "")
    lines = [f"here: this checkout; there: {comparison.tree}", "", _COLUMNS.format(*heads).rstrip()]
    lines += [_line(row) for row in comparison.rows if row.pairs]
    said = [*_doubts(comparison), *comparison.notes]
    lines += ["", *said, *([""] if said else []), _HOW]
    return "\n".join(
        [*lines, "on " + ", ".join(f"{name} {value}" for name, value in comparison.machine.items())]
    )


def _line(row: Row) -> str:
    ratios = row.ratios
    return _COLUMNS.format(
        row.name,
        len(ratios),
        f"{row.median_us('here'):.0f}",
        f"{row.median_us('there'):.0f}",
        f"{statistics.median(ratios):.3f}",
        _between(quartiles(ratios)),
        _between(interval(ratios)),
        verdict(ratios),
    )


def _between(bounds: tuple[float, float] | None) -> str:
    return "none" if bounds is None else f"{bounds[0]:.3f} to {bounds[1]:.3f}"


def _doubts(comparison: Comparison) -> list[str]:
    """Return what makes ratios doubtful: a client at its limit, others on the machine, other messages."""
    said = []
    for row in comparison.rows:
        rounds = [measured for pair in row.pairs for measured in (pair.here, pair.there)]
        if not rounds:
            continue
        client = statistics.median(measured.client_cpu for measured in rounds)
        others = statistics.median(max(measured.foreign) for measured in rounds)
        if client > SATURATED:
            said.append(f"{row.name}: the client was the limit, at {client:.0%} of its core")
        if others > FOREIGN:
            said.append(f"{row.name}: others used {others:.0%} of a core in half of the rounds")
        for what in ("writes_per_action", "bytes_per_action"):
            here, there = (_median(row, side, what) for side in ("here", "there"))
            if abs(here / there - 1) > SAME_TRAFFIC:
                name = what.removesuffix("_per_action")
                said.append(
                    f"{row.name}: players received {here:,.1f} {name} for an action here, {there:,.1f} there"
                )
    return said


def _median(row: Row, side: str, name: str) -> float:
    return statistics.median(getattr(getattr(pair, side), name) for pair in row.pairs)


def plain(comparison: Comparison) -> dict[str, Any]:
    """Return the comparison as JSON says it."""
    return {
        "there": comparison.tree,
        "machine": comparison.machine,
        "rows": [_plain_row(row) for row in comparison.rows if row.pairs],
        "doubts": _doubts(comparison),
        "notes": comparison.notes,
    }


def _plain_row(row: Row) -> dict[str, Any]:
    ratios = row.ratios
    return {
        "name": row.name,
        "pairs": len(ratios),
        "cost_us_here": row.median_us("here"),
        "cost_us_there": row.median_us("there"),
        "ratio": statistics.median(ratios),
        "quartiles": quartiles(ratios),
        "interval_95": interval(ratios),
        "verdict": verdict(ratios),
        "ratios": ratios,
    }
