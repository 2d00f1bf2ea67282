"""Bridge tables with twenty actions, which their players then leave: material for a cold start.

`python -m tests.bench.played '{"port": ..., "core": ...}'` plays and prints the ids of the tables as JSON.
"""

from __future__ import annotations

import os
import sys

import msgspec

from tests.bench.cold import PACE, PLAYED_S, SEEDS
from tests.bench.load import Loop, PacedTable
from tests.bench.lobby import open_kibitz
from tests.bench.seats import Actor, Tally


def play(port: int) -> list[str]:
    """Play for a while, and return the ids of the tables."""
    tally = Tally()
    waiting: list[tuple[float, int, Actor]] = []
    seats, _, _ = open_kibitz(port, SEEDS, 0, lambda name: PacedTable(name, tally, waiting, PACE))
    loop = Loop(waiting)
    for seat in seats:
        loop.add(seat)
    loop.run(PLAYED_S)
    return [seat.table.name for seat in seats[::4]]


if __name__ == "__main__":
    request = msgspec.json.decode(sys.argv[1])
    os.sched_setaffinity(0, {request["core"]})
    print(msgspec.json.encode(play(request["port"])).decode())
