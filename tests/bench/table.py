"""The report as a table for people and as JSON for machines."""

from __future__ import annotations

from typing import Any

import msgspec

from tests.bench.load import Measured
from tests.bench.page import Drawn
from tests.bench.peers import COLYSEUS, DURABLE_COLYSEUS, DURABLE_WS, PROGRAMS
from tests.bench.readings import FOREIGN, SATURATED, STOLEN
from tests.bench.rounds import Changed
from tests.bench.rows import APPENDS, BASE, CEILING, KIBITZ, PEER, Line, Report

CEILING_BUDGETS = {
    "bridge-1": 0.28,
    "spades-1": 0.28,
    "bridge-25": 0.5,
    "spades-25": 0.42,
    "bridge-100": 0.63,
    "spades-100": 0.5,
    "hanabi-25": 0.5,
    "hanabi-100": 0.7,
}
"""The least share of the ceiling's actions per core-second, for the rows that have a budget."""
BUDGET_COST_US, BUDGET_PACE_MS, BUDGET_WATCHER_US, BUDGET_SEAT_MS = 300.0, 3.0, 8.0, 5.0
BUDGET_HELLO_KIB, BUDGET_WATCHING_KIB, BUDGET_LAG_MS, BUDGET_REPLAYED = 10.1, 11.0, 10.0, 2_000.0
BUDGET_BYSTANDER_MS = 10.0
BUDGET_ROUND_MS = 2_000.0
BUDGET_UPLOADS_MIB = 32.0
BUDGET_FIRST_TABLE_MS, BUDGET_BACK_MS, BUDGET_TASK_MS, BUDGET_CLICK_MS = 400.0, 1_000.0, 50.0, 50.0
BUDGET_LISTENING_S, BUDGET_SLEEPING_KIB, BUDGET_SLEEPING_REDIS_KIB = 3.0, 0.3, 5.6
BUDGETS_OF_PEERS = {COLYSEUS: 0.95, DURABLE_COLYSEUS: 1.1, DURABLE_WS: 0.75}
"""The least ratio of Kibitz's actions per core-second to those of a peer, for the peers that have one."""
_HOW = """\
per core-s: actions per second of server CPU, its redis-server included, which syncs each action to disk
before it is acknowledged; so do the peers `disk`; the ceiling and the other peers store nothing. of
ceiling: the median of run by run ratios. us: server CPU for one action. p50 and p99 run until the last of
four seats has its view. writes and B: what arrived at the sockets of the four players for each action.
CPU %: the server's, its store's in brackets. client%: the load client's core. foreign%: others on both
cores. lag: the server's own gauge, worst of the last second. bridge: a board is one bid, three passes and
52 cards, each sent as soon as its player may; spades: a hand is four bids and 52 cards at Kibitz; the
ceiling and the peers play 52 cards by another wire; hanabi: four players without a variant clue and
discard by turns, and one action in twenty is a play.
"""
SAME_AS_PEER = 0.15
_COLUMNS = "{:15} {:14} {:>10} {:>10} {:>6} {:>9} {:>8} {:>8} {:>8} {:>6} {:>6} {:>7} {:>8} {:>6}"


def text(report: Report) -> str:
    """Return the table, and under it what the figures are to be held against."""
    figures, said = _figures(report), [*_verdicts(report), *_doubts(report), *report.notes]
    how = [_HOW] if report.lines else []
    on = "on " + ", ".join(f"{name} {value}" for name, value in report.machine.items())
    return "\n".join([*figures, *said, "", *how, on])


def _figures(report: Report) -> list[str]:
    """Return the table of the rows in which players act, and none if there is no such row."""
    if not report.lines:
        return []
    heads = ("row", "server", "per core-s", "of ceiling", "us", "actions/s", "CPU %")
    more = ("p50 ms", "p99 ms", "writes", "B", "client%", "foreign%", "lag ms")
    return [_COLUMNS.format(*heads, *more), *(_row(report, line) for line in report.lines), ""]


def _number(value: float | None, form: str = ",.0f", times: float = 1) -> str:
    return "" if value is None else format(value * times, form)


def _row(report: Report, line: Line) -> str:
    ratio = report.ratio(line.row, line.server, CEILING) if line.server != CEILING else None
    store = line.median(lambda run: run.store_cpu)
    return _COLUMNS.format(
        line.row,
        line.server,
        _number(line.per_core_s),
        _number(ratio, ".2f"),
        _number(line.median(lambda run: run.cost_us)),
        _number(line.median(lambda run: run.actions / run.seconds)),
        _number(line.median(lambda run: run.server_cpu), ".0f", 100) + _in_brackets(store),
        _number(line.median(lambda run: run.p50_ms), ".2f"),
        _number(line.median(lambda run: run.p99_ms), ".2f"),
        _number(line.median(lambda run: run.writes_per_action), ".1f"),
        _number(line.median(lambda run: run.bytes_per_action)),
        _number(line.median(lambda run: run.client_cpu), ".0f", 100),
        _foreign(line),
        _number(line.median(lambda run: run.lag_ms), ".1f"),
    ).rstrip()


def _in_brackets(share: float | None) -> str:
    return f" ({100 * share:.0f})" if share else ""


def _foreign(line: Line) -> str:
    """Return what others used of the server's and of the client's core."""
    server, client = (line.median(lambda run, at=at: run.foreign[at]) for at in (0, 1))
    return f"{_number(server, '.0f', 100)}/{_number(client, '.0f', 100)}"


def _bystander_p99(run: Measured) -> float | None:
    return None if run.pings is None else run.pings.p99_ms


def _held(what: str, value: float | None, form: str, budget: float, *, least: bool = False) -> list[str]:
    """Hold a figure against its budget, in one line; return none for a figure that was not taken."""
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
        elif line.server in PROGRAMS:
            said += _beside_peer(report, line)
        elif line.server == KIBITZ:
            said += _verdict(report, line)
    return said + _memory(report) + _others(report)


def _beside_peer(report: Report, line: Line) -> list[str]:
    ratio = report.ratio(line.row, KIBITZ, line.server)
    what, least = f"{line.row}, kibitz / {line.server}", BUDGETS_OF_PEERS.get(line.server)
    if least is not None:
        return _held(what, ratio, ".2f", least, least=True)
    return [f"{what}: {_number(ratio, '.2f')}"]


def _verdict(report: Report, line: Line) -> list[str]:
    said: list[str] = []
    ratio = report.ratio(line.row, KIBITZ, CEILING)
    if line.row in CEILING_BUDGETS:
        budget = CEILING_BUDGETS[line.row]
        said += _held(f"{line.row}, share of the ceiling", ratio, ".2f", budget, least=True)
    p99 = line.median(lambda run: run.p99_ms)
    if line.row.startswith("pace"):
        said += _held(f"{line.row}, the seats' p99 in ms", p99, ".1f", BUDGET_PACE_MS)
    if line.row.startswith("cost"):
        cost = line.median(lambda run: run.cost_us)
        said += _held(f"{line.row}, us of CPU for an action at 100 a second", cost, ".0f", BUDGET_COST_US)
    if line.row in APPENDS:
        said.append(_append(line))
    if line.row.startswith("watchers"):
        said += _watched(report, line)
    lag = max((run.lag_ms for run in line.runs if run.lag_ms is not None), default=None)
    return said + _held(f"{line.row}, worst loop lag in ms", lag, ".1f", BUDGET_LAG_MS)


def _append(line: Line) -> str:
    mean, p50, p99 = (
        line.median(lambda run, name=name: None if run.appends is None else getattr(run.appends, name))
        for name in ("mean_ms", "p50_ms", "p99_ms")
    )
    figures = f"mean {_number(mean, '.2f')}, p50 {_number(p50, '.2f')}, p99 {_number(p99, '.2f')}"
    return f"{line.row}, ms until an entry is durable at 100 a second: {figures}"


def _watched(report: Report, line: Line) -> list[str]:
    base = report.line(line.row, BASE)
    base_us = None if base is None else base.median(lambda run: run.cost_us)
    last = line.median(lambda run: run.last_watcher_p99_ms)
    ends, pings = line.median(lambda run: run.boards), line.median(_bystander_p99)
    cost, p99 = report.watcher_us(line.row), line.median(lambda run: run.p99_ms)
    what = f"{line.row} with {_number(ends)} ends of boards, the p99 of another table's pings in ms"
    return [
        *_held(f"{line.row}, us of CPU per watcher and action", cost, ".1f", BUDGET_WATCHER_US),
        f"{line.row}, us of CPU for an action without watchers, taken off above: {_number(base_us)}",
        *_held(f"{line.row}, the seats' p99 in ms", p99, ".1f", BUDGET_SEAT_MS),
        f"{line.row}, the last watcher's p99 in ms: {_number(last, '.1f')}",
        *_held(what, pings, ".1f", BUDGET_BYSTANDER_MS),
    ]


def _memory(report: Report) -> list[str]:
    said: list[str] = []
    if report.idle is not None:
        held = report.idle
        count = f"{held.connections:,} connections"
        said += _held(f"KiB for each of {count} after hello", held.hello_kib, ".1f", BUDGET_HELLO_KIB)
        said += _held(f"KiB for each of {count} watching", held.watching_kib, ".1f", BUDGET_WATCHING_KIB)
    if report.started is not None:
        cold = report.started
        beside = f"beside {cold.tables:,} sleeping tables"
        said += _held(
            f"seconds until listening {beside} in a loaded Redis", cold.listening_s, ".1f", BUDGET_LISTENING_S
        )
        said.append(f"the same beside few tables: {cold.few_s:.1f}")
        said.append(
            f"the same with a Redis that loads first: {cold.embedded_s:.1f},"
            f" of which {cold.loading_s:.1f} for loading"
        )
        said.append(
            f"ms until a sleeping table is shown: p50 {cold.wake_p50_ms:.1f}, worst {cold.wake_max_ms:.1f}"
        )
        here, there = cold.sleeping_kib, cold.sleeping_redis_kib
        said += _held("KiB of the server for each sleeping table", here, ".2f", BUDGET_SLEEPING_KIB)
        said += _held("KiB of Redis for each sleeping table", there, ".1f", BUDGET_SLEEPING_REDIS_KIB)
    return said


def _others(report: Report) -> list[str]:
    said: list[str] = []
    if report.claims is not None:
        judged = report.claims
        what = f"{judged.claims} claims of {judged.claimers} players, the p99 of another table's pings in ms"
        said += _held(what, judged.meanwhile.p99_ms, ".1f", BUDGET_BYSTANDER_MS)
        said.append(f"the same before anyone claims: {judged.before.p99_ms:.1f}")
    if report.rounds is not None:
        said += _rounds(report.rounds)
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
    if report.page is not None:
        said += _page(report.page)
    if report.instructions is not None:
        for game, count_ in report.instructions.instructions.items():
            kept = report.instructions.kept.get(game)
            said.append(f"instructions for an action of {game}: {count_:,} (kept: {_number(kept)})")
    return said


def _rounds(changed: Changed) -> list[str]:
    later = changed.changed
    what = f"ms until {4 * changed.tables} players see their tables of the next round"
    return [
        *_held(what, later.shown_ms, ",.0f", BUDGET_ROUND_MS),
        *_held("worst loop lag in ms meanwhile", later.lag_ms, ".1f", BUDGET_LAG_MS),
        f"ms of CPU of the server for it: {later.cpu_ms:,.0f}",
        f"the same for the first round: {changed.began.shown_ms:,.0f}, {changed.began.lag_ms:.1f} and"
        f" {changed.began.cpu_ms:,.0f}",
    ]


def _page(drawn: Drawn) -> list[str]:
    longest = max(drawn.long_tasks_ms, default=BUDGET_TASK_MS)
    said = [
        *_held("ms until the page shows a first table", drawn.first_ms, ",.0f", BUDGET_FIRST_TABLE_MS),
        f"the same with files that the browser has kept: {drawn.again_ms:,.0f}",
        *_held("ms from a click until the card lies on the table", drawn.click_ms, ",.0f", BUDGET_CLICK_MS),
        *_held("ms until the page is back after a cut", drawn.back_ms, ",.0f", BUDGET_BACK_MS),
        f"the worst of these: {drawn.worst_back_ms:,.0f}",
    ]
    count = f"the longest of {len(drawn.long_tasks_ms)} tasks of over 50 ms in a whole board, in ms"
    said += _held(count, longest, ",.0f", BUDGET_TASK_MS)
    slowest = max(drawn.slow_tasks_ms, default=BUDGET_TASK_MS)
    count = f"the longest of {len(drawn.slow_tasks_ms)} after the first drawing, at a quarter of the speed"
    return said + _held(count, slowest, ",.0f", BUDGET_TASK_MS)


def _doubts(report: Report) -> list[str]:
    """Return what makes a figure doubtful."""
    said = []
    for line in report.lines:
        busiest = max(run.client_cpu for run in line.runs)
        foreign = max(max(run.foreign) for run in line.runs)
        stolen = max(max(run.stolen) for run in line.runs)
        if busiest > SATURATED:
            said.append(f"{line.row} {line.server}: the client was the limit, at {busiest:.0%} of its core")
        if foreign > FOREIGN:
            said.append(f"{line.row} {line.server}: others used up to {foreign:.0%} of a core meanwhile")
        if put_off := sum(run.put_off for run in line.runs):
            said.append(f"{line.row} {line.server}: {put_off:,} actions were refused for a while")
        if stolen > STOLEN:
            said.append(f"{line.row} {line.server}: other machines were given up to {stolen:.0%} of a core")
    return said


_MEDIANS = ("p50_ms", "p99_ms", "writes_per_action", "bytes_per_action", "cost_us", "client_cpu")


def _medians(line: Line) -> dict[str, Any]:
    """Return the medians of a line, by the names that `rows` of the JSON have."""
    told = {name: line.median(lambda run, name=name: getattr(run, name)) for name in _MEDIANS}
    return {
        "per_core_second": line.per_core_s,
        **told,
        "actions_per_second": line.median(lambda run: run.actions / run.seconds),
        "foreign": line.median(lambda run: max(run.foreign)),
        "stolen": line.median(lambda run: max(run.stolen)),
        "runs": len(line.runs),
    }


def rows(report: Report) -> list[dict[str, Any]]:
    """Return an object for each row that was run: Kibitz's figures, and those of the others `beside` them."""
    told = [_row_object(report, line) for line in report.lines if line.server == KIBITZ]
    if report.idle is not None:
        told.append(_bare("idle", 1) | msgspec.to_builtins(report.idle))
    if report.started is not None:
        started = msgspec.to_builtins(report.started)
        told.append(_bare("start", report.started.tables) | started)
    if report.claims is not None:
        claims = _bare(f"claims-{report.claims.claimers}", report.claims.claimers)
        told.append(claims | msgspec.to_builtins(report.claims))
    if report.rounds is not None:
        rounds = _bare(f"rounds-{report.rounds.tables}", report.rounds.tables)
        told.append(rounds | msgspec.to_builtins(report.rounds))
    if report.replayed:
        told.append(_bare("replay", 0) | {"boards_per_core_second": report.replayed})
    if report.uploads is not None:
        told.append(_bare("uploads", 1) | msgspec.to_builtins(report.uploads))
    if report.page is not None:
        told.append(_bare("page", 1) | msgspec.to_builtins(report.page))
    if report.instructions is not None:
        told.append(_bare("instructions", 1) | msgspec.to_builtins(report.instructions))
    return told


def _bare(name: str, tables: int) -> dict[str, Any]:
    nothing = dict.fromkeys(("per_core_second", "ceiling_ratio", "p50_ms", "p99_ms"))
    return {"name": name, "tables": tables, **nothing}


def _row_object(report: Report, line: Line) -> dict[str, Any]:
    ratio = report.ratio(line.row, KIBITZ, CEILING)
    told = _bare(line.row, line.tables) | _medians(line) | {"ceiling_ratio": ratio}
    told["beside"] = [
        {"server": other.server, **_medians(other), "ratio": report.ratio(line.row, KIBITZ, other.server)}
        for other in report.lines
        if other.row == line.row and other.server != KIBITZ
    ]
    if line.row.startswith("watchers"):
        told["us_per_watcher_and_action"] = report.watcher_us(line.row)
        told["last_watcher_p99_ms"] = line.median(lambda run: run.last_watcher_p99_ms)
        told["ends_of_boards"] = line.median(lambda run: run.boards)
    if line.row in APPENDS:
        told["append_ms"] = {
            name: line.median(lambda run, at=f"{name}_ms": run.appends and getattr(run.appends, at))
            for name in ("mean", "p50", "p99")
        }
    return told


def plain(report: Report) -> dict[str, Any]:
    """Return the report as JSON says it: `rows` for readers, `lines` with every run, and the rest."""
    told: dict[str, Any] = msgspec.to_builtins(report)
    told["rows"] = rows(report)
    told["doubts"] = _doubts(report)
    for line, data in zip(report.lines, told["lines"], strict=True):
        data["per_core_s"] = line.per_core_s
        for name in ("p50_ms", "p99_ms", "message_bytes", "lag_ms"):
            data[name] = line.median(lambda run, name=name: getattr(run, name))
        data["of_ceiling"] = report.ratio(line.row, line.server, CEILING)
        data["us_per_watcher_and_action"] = report.watcher_us(line.row) if line.server == KIBITZ else None
    return told
