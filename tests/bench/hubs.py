"""What several hubs on one Redis cost: `kibitz bench --hubs N`.

All hubs and their Redis are pinned to one core, so that only their CPU time counts, not how many cores there
are. At one hub, at two and so on up to N, the players sit at tables of the hub that they are connected to;
then half of them come through the next hub, which passes their actions and frames on.
"""

from __future__ import annotations

import sys
from html import escape
from statistics import median

from msgspec import Struct

from tests.bench import processes, readings
from tests.bench.load import Measured
from tests.bench.plays import PLAYS, check_acknowledged, measure

ROW, RUNS = "bridge-100", 3
WARM_S, MEASURE_S = 1.5, 4.0
HALF = 2
"""The players of each table that come through another hub, where half of them do."""
BUDGET_RIGHT, AIM_WRONG = 0.9, 0.85


class Hubs(Struct):
    """The runs of one number of hubs, with `elsewhere` players of a table at another hub than its owner."""

    hubs: int
    elsewhere: int
    runs: list[Measured] = []

    @property
    def name(self) -> str:
        where = "half at the wrong one" if self.elsewhere else "right"
        return f"{self.hubs} hub{'s' * (self.hubs > 1)}, {where}"


class Compared(Struct):
    """All numbers of hubs of one row, with the machine; the first one is a single hub."""

    row: str
    machine: dict[str, str]
    every: list[Hubs]

    def ratio(self, of: Hubs) -> float:
        """Return the median of the ratios of actions per CPU second to those of one hub, run by run."""
        base = self.every[0]
        return median(a.per_core_s / b.per_core_s for a, b in zip(of.runs, base.runs, strict=True))


def compare(most: int, row: str, runs: int) -> Compared:
    """Play a row at one to `most` hubs, in `runs` rounds in which they take turns.

    Raises LookupError for an unknown row, and RuntimeError if a round fails.
    """
    play = PLAYS[row]
    cores = processes.cores()
    every = [Hubs(hubs, elsewhere) for hubs in range(1, most + 1) for elsewhere in (0, HALF)[: min(hubs, 2)]]
    for _ in range(runs):
        for each in every:
            with processes.kibitz_hubs(each.hubs, cores[0]) as served:
                first, *others = served
                first.pids += [pid for hub in others for pid in hub.pids]
                measured = measure(
                    play,
                    "kibitz",
                    first,
                    cores,
                    warm_s=WARM_S,
                    measure_s=MEASURE_S,
                    others=[hub.port for hub in others],
                    elsewhere=each.elsewhere,
                )
            check_acknowledged(play, measured)
            print(f"{each.name:32} {measured.per_core_s:9,.0f}", file=sys.stderr, flush=True)
            each.runs.append(measured)
    return Compared(row, readings.machine(), every)


_COLUMNS = "{:34} {:>10} {:>8} {:>8} {:>10} {:>8} {:>8}"


def text(compared: Compared) -> str:
    """Return the table for people."""
    lines = [_COLUMNS.format(compared.row, "per core-s", "of one", "us", "actions/s", "p50 ms", "p99 ms")]
    for each in compared.every:
        lines.append(
            _COLUMNS.format(
                each.name,
                f"{median(run.per_core_s for run in each.runs):,.0f}",
                f"{compared.ratio(each):.2f}",
                f"{_median(run.cost_us for run in each.runs):.0f}",
                f"{median(run.actions / run.seconds for run in each.runs):,.0f}",
                f"{_median(run.p50_ms for run in each.runs):.1f}",
                f"{_median(run.p99_ms for run in each.runs):.1f}",
            )
        )
    on = "on " + ", ".join(f"{name} {value}" for name, value in compared.machine.items())
    how = (
        "per core-s: actions per second of CPU of all hubs and their Redis, which syncs each action to disk\n"
        "before it is acknowledged. All of them share one core, so times of answers grow with their number.\n"
        f"of one: the median of the ratios to one hub, run by run; wanted: {BUDGET_RIGHT} with the players\n"
        f"at the right hub, aim {AIM_WRONG} with half of them at the wrong one."
    )
    return "\n".join([*lines, "", how, on])


def _median(values: object) -> float:
    known = [value for value in values if value is not None]  # type: ignore[attr-defined]  # a generator
    return median(known) if known else 0.0


def picture(compared: Compared) -> str:
    """Return a drawing of throughput and of the 99th percentile of answers, by hubs, as SVG."""
    bars = [(each.name, median(run.per_core_s for run in each.runs)) for each in compared.every]
    waits = [(each.name, _median(run.p99_ms for run in each.runs)) for each in compared.every]
    charts = (("actions per CPU second", bars, ",.0f"), ("99th percentile, ms", waits, ".1f"))
    height = 40 + sum(50 + 26 * len(rows) for _, rows, _ in charts)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="760" height="{height}"'
        ' font-family="sans-serif" font-size="13">',
        f'<rect width="760" height="{height}" fill="white"/>',
    ]
    y = 30
    for title, rows, form in charts:
        parts.append(f'<text x="20" y="{y}" font-weight="bold">{escape(title)} ({compared.row})</text>')
        most = max([value for _, value in rows] + [1e-9])
        for name, value in rows:
            y += 26
            parts.append(f'<text x="20" y="{y}">{escape(name)}</text>')
            parts.append(
                f'<rect x="250" y="{y - 12}" width="{400 * value / most:.1f}" height="16" fill="#3567b0"/>'
            )
            parts.append(f'<text x="{256 + 400 * value / most:.1f}" y="{y}">{format(value, form)}</text>')
        y += 50
    return "\n".join([*parts, "</svg>"])
