"""The options of the benchmark: `--help` needs only the standard library."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

DESCRIPTION = """\
`python -m tests.bench`, `kibitz bench` and `make bench`: what a server costs on this machine.

Most rows are durable actions per core-second beside a reference ceiling, in one sitting. Server and store are
pinned to the first core, the client to the last. The players answer at once; a board is one bid, three passes
and 52 cards, a hand of Spades four bids and 52 cards; at Hanabi four players clue and discard by turns. The
store syncs every action to disk before it is acknowledged. tests/bench/README.md describes all rows.
"""


def arguments(given: Sequence[str] | None = None) -> argparse.Namespace:
    """Return the options of the command line."""
    parser = argparse.ArgumentParser(
        prog="kibitz bench", description=DESCRIPTION, formatter_class=argparse.RawDescriptionHelpFormatter
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
    days.add_argument(
        "--hubs",
        type=int,
        metavar="N",
        help="play at one to N hubs on one Redis, with the players at the right hub and half of them not",
    )
    days.add_argument("--soak", action="store_true", help="play for long, and watch the server's memory")
    parser.add_argument("--seconds", type=float, metavar="S", help="how long [--site 600; --soak 1800]")
    parser.add_argument(
        "--share",
        type=float,
        default=1.0,
        metavar="X",
        help="the share of the crowd that comes to --site, at most 2 [1]",
    )
    parser.add_argument(
        "--sleeping", type=int, default=0, metavar="N", help="the sleeping tables in the store of --site [0]"
    )
    parser.add_argument(
        "--seed", type=int, default=1, metavar="N", help="the seed of the people of --site and --soak"
    )
    parser.add_argument(
        "--svg",
        type=Path,
        metavar="FILE",
        help="where --site, --soak and --hubs draw [site.svg, soak.svg, hubs.svg]",
    )
    parser.add_argument("--pairs", type=int, metavar="N", help="the pairs of rounds of --against [9]")
    options = parser.parse_args(given)
    _check(parser, options)
    return options


def _check(parser: argparse.ArgumentParser, options: argparse.Namespace) -> None:
    """End the program with a sentence about the first option that has a bad value, or does not fit."""
    if options.runs is not None and options.runs < 1:
        parser.error(f"--runs: expected 1 or more, got {options.runs}")
    if not 0 < options.share <= 2:
        parser.error(f"--share: expected more than 0 and at most 2, got {options.share:g}")
    if options.sleeping < 0:
        parser.error(f"--sleeping: expected 0 or more, got {options.sleeping}")
    if options.hubs is not None and options.hubs < 1:
        parser.error(f"--hubs: expected 1 or more, got {options.hubs}")
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


def main(given: Sequence[str] | None = None) -> None:
    """Check the options of the command line, or print their help."""
    arguments(given)


if __name__ == "__main__":
    main()
