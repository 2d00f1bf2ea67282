"""`python -m tests.bench`: durable actions per core-second beside a reference ceiling, in one run.

Server and store are pinned to the first core, the client to the last. The players answer at once; a board is
one bid, three passes and 52 cards, a hand of Spades four bids and 52 cards; at Hanabi four players clue and
discard by turns. The store syncs every action to
disk before anybody is told of it.
"""

from __future__ import annotations

import argparse
import sys

import msgspec

from tests.bench import processes, readings, table
from tests.bench.rows import QUICK, Bench, Effort, Report

QUICK_ROWS = ("bridge", "spades", "hanabi", "idle", "replay", "uploads")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print JSON in place of the table")
    parser.add_argument("--quick", action="store_true", help="one short round of the main rows")
    parser.add_argument("--rows", metavar="NAMES", help="beginnings of row names, divided by commas")
    given = parser.parse_args()
    if not sys.platform.startswith("linux"):
        print("the benchmark reads /proc and pins processes to cores: Linux only", file=sys.stderr)
        return 2
    processes.allow_many_sockets()
    report = Report(machine=readings.machine())
    bench = Bench(report, QUICK if given.quick else Effort())
    wanted = tuple(given.rows.split(",")) if given.rows else QUICK_ROWS if given.quick else ("",)
    names = [name for name in bench.rows if name.startswith(wanted)]
    if not names:
        parser.error(f"no row begins with {given.rows}; there are {', '.join(bench.rows)}")
    bench.run(names)
    print(msgspec.json.encode(table.plain(report)).decode() if given.json else table.text(report))
    return 1 if report.failed else 0


if __name__ == "__main__":
    sys.exit(main())
