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

from tests.bench import against, instructions, processes, readings, site, table
from tests.bench.peers import Absent, Peers
from tests.bench.plays import PLAYS, chosen
from tests.bench.rows import QUICK, Bench, Effort, Report

QUICK_ROWS = (
    *("bridge-25", "bridge-100", "spades-25", "spades-100", "hanabi-25", "hanabi-100"),
    *("cost-25", "idle", "replay"),
)


def arguments(given: Sequence[str] | None = None) -> argparse.Namespace:
    """Return the options of the command line."""
    parser = argparse.ArgumentParser(
        prog="kibitz bench", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--json", action="store_true", help="print JSON in place of the table")
    parser.add_argument("--quick", action="store_true", help="one short run of the main rows, within 60 s")
    parser.add_argument(
        "--rows", metavar="NAMES", help="names of rows, or their beginnings, divided by commas"
    )
    parser.add_argument(
        "--runs", type=int, metavar="N", help="run each row N times and print medians [3; 1 with --quick]"
    )
    parser.add_argument(
        "--peers", type=Path, metavar="DIR", help="play Spades at the servers of this directory, too"
    )
    parser.add_argument(
        "--keep-instructions",
        action="store_true",
        help="count the instructions of an action of each game, and keep the counts in the repository",
    )
    days = parser.add_mutually_exclusive_group()
    days.add_argument(
        "--site", action="store_true", help="play the peak of a large site, and check that nothing is lost"
    )
    days.add_argument(
        "--against",
        type=Path,
        metavar="TREE",
        help="compare the CPU time of an action with another checkout, in pairs of short rounds",
    )
    days.add_argument("--soak", action="store_true", help="play for long, and watch the server's memory")
    parser.add_argument("--seconds", type=float, metavar="S", help="how long [--site 600; --soak 1800]")
    parser.add_argument(
        "--share",
        type=float,
        default=1.0,
        metavar="X",
        help="the share of the crowd that comes to --site [1]",
    )
    parser.add_argument("--seed", type=int, default=1, help="the seed of the people of --site and --soak")
    parser.add_argument(
        "--svg", type=Path, metavar="FILE", help="where --site and --soak draw [site.svg, soak.svg]"
    )
    parser.add_argument("--pairs", type=int, metavar="N", help="the pairs of rounds of --against [9]")
    options = parser.parse_args(given)
    _check(parser, options)
    return options


def _check(parser: argparse.ArgumentParser, options: argparse.Namespace) -> None:
    """End the program with a sentence about the first option that has a bad value, or does not fit."""
    if options.runs is not None and options.runs < 1:
        parser.error(f"--runs: expected 1 or more, got {options.runs}")
    if not 0 < options.share <= 1:
        parser.error(f"--share: expected more than 0 and at most 1, got {options.share:g}")
    if options.seconds is not None and options.seconds <= 0:
        parser.error(f"--seconds: expected more than 0, got {options.seconds:g}")
    if options.against is None:
        if options.pairs is not None:
            parser.error("--pairs: expected --against TREE beside it")
        return
    if options.pairs is not None and options.pairs < 1:
        parser.error(f"--pairs: expected 1 or more, got {options.pairs}")
    for name in ("quick", "runs", "peers"):
        if getattr(options, name):
            parser.error(f"--{name}: does not go together with --against, which has rounds of its own")
    if not (options.against / "server/settings.py").is_file():
        parser.error(f"--against: expected the folder of a checkout of Kibitz, got {options.against}")


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
    return _live(options) if options.site or options.soak else _run_rows(options)


def _live(options: argparse.Namespace) -> int:
    name, crowd = ("site", site.SITE) if options.site else ("soak", site.SOAK)
    seconds = options.seconds or crowd.seconds
    crowd = site.shared(crowd, options.share)
    crowd = replace(crowd, seconds=seconds, seed=options.seed, blip_s=crowd.blip_s * seconds)
    try:
        lived = site.live(name, crowd, warm_s=min(site.WARM_S, seconds / 2), check=options.site)
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
