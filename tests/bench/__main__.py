"""`python -m tests.bench`, `kibitz bench` and `make bench`: what a server costs on this machine.

Most rows are durable actions per core-second beside a reference ceiling, in one sitting. Server and store are
pinned to the first core, the client to the last. The players answer at once; a board is one bid, three passes
and 52 cards, a hand of Spades four bids and 52 cards; at Hanabi four players clue and discard by turns. The
store syncs every action to disk before it is acknowledged. tests/bench/README.md describes all rows.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec.structs import replace

from tests.bench import against, hubs, instructions, processes, readings, site, table
from tests.bench.options import arguments
from tests.bench.peers import Absent, Peers
from tests.bench.plays import PLAYS, chosen
from tests.bench.rows import QUICK, Bench, Effort, Report

QUICK_ROWS = (
    *("bridge-25", "bridge-100", "spades-25", "spades-100", "hanabi-25", "hanabi-100"),
    *("cost-25", "idle", "replay"),
)


def main(given: Sequence[str] | None = None) -> int:
    options = arguments(given)
    if not sys.platform.startswith("linux"):
        print("the benchmark reads /proc and pins processes to cores: Linux only", file=sys.stderr)
        return 2
    processes.allow_many_sockets()
    if options.keep_instructions:
        return _keep_instructions()
    if options.against is not None:
        return _compare(options)
    if options.hubs is not None:
        return _compare_hubs(options)
    return _live(options) if options.site or options.soak else _run_rows(options)


def _live(options: argparse.Namespace) -> int:
    name, crowd = ("site", site.SITE) if options.site else ("soak", site.SOAK)
    seconds = options.seconds or crowd.seconds
    crowd = site.shared(crowd, options.share)
    crowd = replace(crowd, seconds=seconds, seed=options.seed, blip_s=crowd.blip_s * seconds)
    try:
        warm_s = min(site.WARM_S, seconds / 2)
        lived = site.live(name, crowd, warm_s=warm_s, check=options.site, sleeping=options.sleeping)
    except (RuntimeError, OSError, LookupError, TimeoutError) as error:
        print(f"{name} failed: {error}", file=sys.stderr)
        return 1
    path = options.svg or Path(f"{name}.svg")
    path.write_text(site.picture(lived))
    print(msgspec.json.encode(lived).decode() if options.json else f"{site.text(lived)}\ndrawn in {path}")
    return 1 if site.faults(lived) else 0


def _compare(options: argparse.Namespace) -> int:
    wanted = options.rows.split(",") if options.rows else against.ROWS
    rows = chosen(PLAYS, wanted)
    if not rows:
        known = ", ".join(PLAYS)
        print(f"--rows: no row of --against begins with {options.rows}; there are {known}", file=sys.stderr)
        return 2
    try:
        compared = against.compare(options.against.resolve(), rows, options.pairs or against.PAIRS)
    except (RuntimeError, OSError, LookupError) as error:
        print(f"--against failed: {error}", file=sys.stderr)
        return 1
    print(msgspec.json.encode(against.plain(compared)).decode() if options.json else against.text(compared))
    return 0


def _compare_hubs(options: argparse.Namespace) -> int:
    try:
        measured = hubs.compare(options.hubs, options.rows or hubs.ROW, options.runs or hubs.RUNS)
    except (RuntimeError, OSError, LookupError) as error:
        print(f"--hubs failed: {error}", file=sys.stderr)
        return 1
    path = options.svg or Path("hubs.svg")
    path.write_text(hubs.picture(measured))
    told = msgspec.json.encode(measured).decode()
    print(told if options.json else f"{hubs.text(measured)}\ndrawn in {path}")
    return 0


def _keep_instructions() -> int:
    try:
        kept = instructions.keep()
    except RuntimeError as error:
        print(error, file=sys.stderr)
        return 1
    for game, count in kept.instructions.items():
        print(f"{game}: {count:,} instructions for an action")
    return 0


def _run_rows(options: argparse.Namespace) -> int:
    report = Report(machine=readings.machine())
    effort = QUICK if options.quick else Effort()
    effort = replace(effort, runs=options.runs or effort.runs)
    try:
        peers = Peers(options.peers.absolute()) if options.peers is not None else None
    except Absent as absent:
        print(f"--peers: {absent}", file=sys.stderr)
        return 2
    try:
        bench = Bench(report, effort, peers)
        wanted = tuple(options.rows.split(",")) if options.rows else QUICK_ROWS if options.quick else ("",)
        names = bench.names(wanted)
        if not names:
            known = ", ".join(bench.rows)
            print(f"--rows: no row begins with {options.rows}; there are {known}", file=sys.stderr)
            return 2
        bench.run(names)
    finally:
        if peers is not None:
            peers.close()
    print(msgspec.json.encode(table.plain(report)).decode() if options.json else table.text(report))
    return 1 if report.failed else 0


if __name__ == "__main__":
    sys.exit(main())
