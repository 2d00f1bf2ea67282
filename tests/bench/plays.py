"""The rows in which players act at tables, and one round of such a row at one server."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
from msgspec import Struct

from tests.bench import processes
from tests.bench.load import Load, Measured
from tests.bench.processes import Served

SIZES = (1, 25, 100, 400, 1_500)
WATCHERS = (500, 2_000)
SET_UP_S, SET_UP_TABLE_S = 45.0, 0.15
"""The time that a client may take in addition to its warm-up and measuring, and more for each table."""
BOARDS_S = 13.0
"""How long watchers look on: at ten actions a second two boards come to their end."""


class Play(Struct, frozen=True):
    """The tables of a row. `pace`: actions a second at each table, 0 if players act at once."""

    game: str
    tables: int
    pace: float = 0.0
    watchers: int = 0

    def seconds(self, measure_s: float) -> float:
        """Return how long this row is measured where a row without a pace is measured for `measure_s`."""
        if not self.pace:
            return measure_s
        return max(2 * measure_s, BOARDS_S) if self.watchers else 2 * measure_s


PLAYS = {
    **{f"{game}-{tables}": Play(game, tables) for game in ("bridge", "spades", "hanabi") for tables in SIZES},
    "pace-100": Play("bridge", 100, pace=1.0),
    "cost-25": Play("bridge", 25, pace=4.0),
    **{f"watchers-{watchers}": Play("bridge", 1, pace=10.0, watchers=watchers) for watchers in WATCHERS},
}


def chosen(rows: Iterable[str], wanted: Sequence[str]) -> list[str]:
    """Return the rows with these names, or with names that begin so; "" is the beginning of all."""
    known = list(rows)
    beginnings = tuple(word for word in wanted if word not in known)
    return [name for name in known if name in wanted or (beginnings and name.startswith(beginnings))]


def measure(
    play: Play,
    wire: str,
    served: Served,
    cores: tuple[int, int],
    *,
    warm_s: float,
    measure_s: float,
    limit_s: float = float("inf"),
    others: Sequence[int] = (),
    elsewhere: int = 0,
) -> Measured:
    """Play one round at a server that speaks `wire`, in a process of its own.

    `others` are the ports of other hubs, through which `elsewhere` players of each table come.

    A player at another table pings where there are watchers. Raises RuntimeError if the round fails, or takes
    longer than `limit_s`.
    """
    load = Load(
        wire=wire,
        game=play.game,
        port=served.port,
        pids=served.pids,
        cores=cores,
        tables=play.tables,
        watchers=play.watchers,
        bystander=bool(play.watchers),
        pace=play.pace,
        warm_s=warm_s,
        measure_s=play.seconds(measure_s),
        metrics_port=served.metrics_port,
        others=list(others),
        elsewhere=elsewhere,
    )
    usual_s = SET_UP_S + SET_UP_TABLE_S * play.tables + 2 * warm_s + 1.5 * load.measure_s
    told = processes.client("load", msgspec.json.encode(load), min(limit_s, usual_s))
    return msgspec.json.decode(told, type=Measured)


def check_acknowledged(play: Play, measured: Measured) -> None:
    """Raise RuntimeError if a Kibitz server acknowledged not as many actions as four players have seen."""
    if abs(measured.done - measured.actions) > 4 * play.tables:
        raise RuntimeError(
            f"expected as many acknowledged actions as all four players have seen, {measured.actions},"
            f" got {measured.done}"
        )
