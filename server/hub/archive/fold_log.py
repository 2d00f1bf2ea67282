"""The computation of a finished deal from its log: its final state, its players and its times."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from server.errors import IllegalAction, StoreError
from server.games.base import AnyGame
from server.hub.log_prefixes import prefixes
from server.table.log_fold import LogFold
from server.table.table import Table

BROKEN = (IllegalAction, StoreError, msgspec.MsgspecError, LookupError, ValueError, TypeError)
"""The errors that a corrupt log may raise while a table is computed from it."""


class Ended(Struct, frozen=True):
    """A finished deal, computed from those entries of its log that the caller may see.

    `state` is the state of the game after the last entry that the caller may see, and `table` is the table at
    the moment when the deal ended. `knew` are the ids of the people that had a right to a seat, were director
    or commentator, or saw a hand while the cards of the deal were hidden. The ids in `knew` do not include
    players that came after the end of the deal. `dealt_ms` and `ended_ms` are times in milliseconds since
    1970.
    """

    state: Any
    table: Table
    dealt_ms: int
    ended_ms: int
    knew: frozenset[str]

    @property
    def players(self) -> tuple[str | None, ...]:
        """Return the name of each seat's player, or else of its house robot, or else of its absent owner."""
        return tuple(chair.name or chair.house or chair.owner_name or None for chair in self.table.chairs)


async def folded(
    table: str, game: AnyGame, deal: int, packed: tuple[bytes, ...], host: str = ""
) -> tuple[Table | None, Ended | None]:
    """Return the table after the whole log of a deal, and the finished deal.

    The table is None if the log is empty. The finished deal is None if the deal is not over or has been
    reopened. An old version of the server wrote logs that do not name the host; for such a log, `host` is the
    host's id. Raises one of the errors in `BROKEN` if the log is corrupt.
    """
    dealt_ms: int | None = None
    end: Table | None = None
    last: Table | None = None
    knew: frozenset[str] = frozenset()
    async for last in prefixes(LogFold(table, game, deal, host), packed):
        if dealt_ms is None and not last.game.deal_due(last.state):
            dealt_ms = last.time_ms
        if last.hidden:
            knew |= last.people_of_deal
        end = None if not last.over else end or last
    if last is None or end is None:
        return last, None
    return last, Ended(last.state, end, dealt_ms or end.time_ms, end.time_ms, knew)


async def ended(table: str, game: AnyGame, deal: int, packed: tuple[bytes, ...]) -> Ended | None:
    """Return the finished deal, or None if the deal is not over or has been reopened.

    Raises one of the errors in `BROKEN` if the log is corrupt.
    """
    return (await folded(table, game, deal, packed))[1]


async def present(table: str, game: AnyGame, deal: int, packed: tuple[bytes, ...], host: str) -> Table:
    """Return the table after the whole log of its current deal.

    An old version of the server wrote logs that do not name the host; for such a log, `host` is the host's
    id. Raises one of the errors in `BROKEN` if the log is corrupt.
    """
    log = LogFold(table, game, deal, host)
    async for _ in prefixes(log, packed):
        pass
    return log.table
