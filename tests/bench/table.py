"""The report as a table for people and as JSON for machines."""

from __future__ import annotations

from typing import Any

import msgspec

from tests.bench.load import Measured
from tests.bench.rows import CEILING, KIBITZ, PEER, Line, Report

BUDGET_OF_CEILING, BUDGET_PACE_MS, BUDGET_WATCHER_US, BUDGET_SEAT_MS = 0.9, 10.0, 9.0, 5.0
BUDGET_IDLE_KIB, BUDGET_LAG_MS, BUDGET_REPLAYED = 16.0, 10.0, 2_000.0
BUDGET_BYSTANDER_MS = 10.0
BUDGET_UPLOADS_MIB = 32.0
_HOW = """\
of ceiling: the median of round by round ratios. lag: the server's own gauge, worst of the last second.
bridge: a board is one bid, three passes and 52 cards, each sent as soon as its player may; spades: a hand is
four bids and 52 cards at Kibitz, and at the ceiling, which plays the peers' game by their wire, 52 cards;
hanabi: four players without a variant clue and discard by turns, and one action in twenty is a play. p50 and
p99 run until the last of four seats has its view. CPU is the server's and its redis-server's, which syncs
each action to disk before anybody is told of it; the ceiling stores nothing. foreign%: others on both cores.
"""
SAME_AS_PEER = 0.15
SATURATED = 0.9
_COLUMNS = "{:14} {:14} {:>10} {:>10} {:>9} {:>6} {:>6} {:>8} {:>8} {:>7} {:>7} {:>8} {:>7}"


def text(report: Report) -> str:
    """The table, and under it what the figures are to be held against."""
    heads = ("row", "server", "per core-s", "of ceiling", "actions/s", "CPU %", "store%")
    more = ("p50 ms", "p99 ms", "B/view", "client%", "foreign%", "lag ms")
    lines = [_COLUMNS.format(*heads, *more)]
    lines += [_row(report, line) for line in report.lines]
    lines += ["", *_verdicts(report), *_doubts(report), *report.notes]
    lines += ["", _HOW, "on " + ", ".join(f"{name} {value}" for name, value in report.machine.items())]
    return "\n".join(lines)


def _number(value: float | None, form: str = ",.0f", times: float = 1) -> str:
    return "" if value is None else format(value * times, form)


def _row(report: Report, line: Line) -> str:
    ratio = report.ratio(line.row, line.server, CEILING) if line.server != CEILING else None
    return _COLUMNS.format(
        line.row,
        line.server,
        _number(line.per_core_s),
        _number(ratio, ".2f"),
        _number(line.median(lambda run: run.actions / run.seconds)),
        _number(line.median(lambda run: run.server_cpu + run.store_cpu), ".0f", 100),
        _number(line.median(lambda run: run.store_cpu), ".0f", 100) if line.server == KIBITZ else "",
        _number(line.median(lambda run: run.p50_ms), ".2f"),
        _number(line.median(lambda run: run.p99_ms), ".2f"),
        _number(line.median(lambda run: run.message_bytes)),
        _number(line.median(lambda run: run.client_cpu), ".0f", 100),
        _foreign(line),
        _number(line.median(lambda run: run.lag_ms), ".1f"),
    ).rstrip()


def _foreign(line: Line) -> str:
    """What others used of the server's and of the client's core."""
    server, client = (line.median(lambda run, at=at: run.foreign[at]) for at in (0, 1))
    return f"{_number(server, '.0f', 100)}/{_number(client, '.0f', 100)}"


def watcher_us(run: Measured) -> float | None:
    """Microseconds of server CPU for each watcher and action."""
    if not run.watched or not run.actions:
        return None
    return (run.server_cpu + run.store_cpu) * run.seconds * 1e6 / run.actions / run.watched


def _bystander_p99(run: Measured) -> float | None:
    return None if run.pings is None else run.pings.p99_ms


def _held(what: str, value: float | None, form: str, budget: float, *, least: bool = False) -> list[str]:
    """One line that holds a figure against its budget; none for a figure that was not taken."""
    if value is None:
        return []
    kept = value >= budget if least else value <= budget
    word = "at least" if least else "at most"
    return [f"{what}: {format(value, form)} ({word} {budget:g}: {'yes' if kept else 'NO'})"]


def _verdicts(report: Report) -> list[str]:
    said: list[str] = []
    for line in report.lines:
        if line.server == PEER:
            ratio = report.ratio(line.row, CEILING, PEER)
            within = ratio is not None and abs(ratio - 1) <= SAME_AS_PEER
            figure = _number(ratio, ".2f")
            said.append(f"{line.row}: ceiling / {PEER} = {figure} (within 15 %: {'yes' if within else 'NO'})")
        if line.server != KIBITZ:
            continue
        if line.row.startswith(("bridge", "spades", "hanabi")):
            ratio = report.ratio(line.row, KIBITZ, CEILING)
            said += _held(f"{line.row}, share of the ceiling", ratio, ".2f", BUDGET_OF_CEILING, least=True)
        p99 = line.median(lambda run: run.p99_ms)
        if line.row.startswith("pace"):
            said += _held(f"{line.row}, the seats' p99 in ms", p99, ".1f", BUDGET_PACE_MS)
        if line.row.startswith("watchers"):
            cost, last = line.median(watcher_us), line.median(lambda run: run.last_watcher_p99_ms)
            said += _held(f"{line.row}, us of CPU per watcher and action", cost, ".1f", BUDGET_WATCHER_US)
            said += _held(f"{line.row}, the seats' p99 in ms", p99, ".1f", BUDGET_SEAT_MS)
            said.append(f"{line.row}, the last watcher's p99 in ms: {_number(last, '.1f')}")
            ends, pings = line.median(lambda run: run.boards), line.median(_bystander_p99)
            what = f"{line.row} with {_number(ends)} ends of boards, the p99 of another table's pings in ms"
            said += _held(what, pings, ".1f", BUDGET_BYSTANDER_MS)
        lag = max((run.lag_ms for run in line.runs if run.lag_ms is not None), default=None)
        said += _held(f"{line.row}, worst loop lag in ms", lag, ".1f", BUDGET_LAG_MS)
    if report.idle is not None:
        held = report.idle
        count = f"{held.connections:,} connections"
        said += _held(f"KiB for each of {count} after hello", held.hello_kib, ".1f", BUDGET_IDLE_KIB)
        said += _held(f"KiB for each of {count} watching", held.watching_kib, ".1f", BUDGET_IDLE_KIB)
    if report.claims is not None:
        judged = report.claims
        what = f"{judged.claims} claims of {judged.claimers} players, the p99 of another table's pings in ms"
        said += _held(what, judged.meanwhile.p99_ms, ".1f", BUDGET_BYSTANDER_MS)
        said.append(f"the same before anyone claims: {judged.before.p99_ms:.1f}")
    for name, rate in report.replayed.items():
        said += _held(f"boards of {name} replayed per core-s", rate, ",.0f", BUDGET_REPLAYED, least=True)
    if report.uploads is not None:
        met = report.uploads
        count = f"{sum(met.answers.values())} uploads of 1 MiB at once in {met.seconds:.1f} s"
        said += _held(
            f"a bystander's ping, p99 in ms, during {count}", met.p99_ms, ".1f", BUDGET_BYSTANDER_MS
        )
        said.append(f"its p99 before: {met.quiet_p99_ms:.1f}, its worst meanwhile: {met.worst_ms:.1f}")
        said += _held("MiB more of the server meanwhile", met.more_mib, ".0f", BUDGET_UPLOADS_MIB)
    return said


def _doubts(report: Report) -> list[str]:
    """What makes a figure doubtful."""
    said = []
    for line in report.lines:
        busiest = max(run.client_cpu for run in line.runs)
        foreign = max(max(run.foreign) for run in line.runs)
        if busiest > SATURATED:
            said.append(f"{line.row} {line.server}: the client was the limit, at {busiest:.0%} of its core")
        if foreign > 0.25:
            said.append(f"{line.row} {line.server}: others used up to {foreign:.0%} of a core meanwhile")
    return said


def plain(report: Report) -> dict[str, Any]:
    """The report as JSON says it: medians of each line, and every run."""
    told: dict[str, Any] = msgspec.to_builtins(report)
    for line, data in zip(report.lines, told["lines"], strict=True):
        data["per_core_s"] = line.per_core_s
        for name in ("p50_ms", "p99_ms", "message_bytes", "lag_ms"):
            data[name] = line.median(lambda run, name=name: getattr(run, name))
        data["of_ceiling"] = report.ratio(line.row, line.server, CEILING)
        data["us_per_watcher_and_action"] = line.median(watcher_us)
    return told
