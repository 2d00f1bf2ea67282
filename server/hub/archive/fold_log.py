"""The computation of a finished deal from its log: its final state, its players and its times."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from server.errors import IllegalAction, StoreError
from server.games.base import AnyGame
from server.hub.log_prefixes import prefixes
from server.table.seats import rights
from server.table.table import Table

BROKEN = (IllegalAction, StoreError, msgspec.MsgspecError, LookupError, ValueError, TypeError)
"""The errors that a corrupt log may raise while it is folded."""


class Ended(Struct, frozen=True):
    """A finished deal, computed from those entries of its log that the caller may see.

    `state` is the state after the last entry of that part, and `table` is the table at the moment when the
    deal ended. `knew` are the ids of the players with a right to a seat, the directors and the commentators
    after that last entry. Times are milliseconds since 1970.
    """

    state: Any
    table: Table
    dealt_ms: int
    ended_ms: int
    knew: frozenset[str]

    @property
    def players(self) -> tuple[str | None, ...]:
        """Return a name for each seat: its player's name, else its house robot's, else its absent owner's."""
        return tuple(chair.name or chair.house or chair.owner_name or None for chair in self.table.chairs)


async def ended(table: str, game: AnyGame, deal: int, packed: tuple[bytes, ...]) -> Ended | None:
    """Return the finished deal, or None if the deal is not over or has been reopened.

    Raises one of the errors in BROKEN if the log is corrupt.
    """
    dealt_ms: int | None = None
    end: Table | None = None
    last: Table | None = None
    async for last in prefixes(table, game, deal, packed):
        if dealt_ms is None and not last.game.deal_due(last.state):
            dealt_ms = last.time_ms
        end = None if not last.over else end or last
    if last is None or end is None:
        return None
    knew = rights(last.chairs) | last.roles.directors | last.roles.commentators
    return Ended(last.state, end, dealt_ms or end.time_ms, end.time_ms, knew)


async def present(table: str, game: AnyGame, deal: int, packed: tuple[bytes, ...], host: str) -> Table:
    """Return the table after the whole log of its current deal.

    An old version of the server wrote logs that do not name the host; for such a log, `host` is the host's
    id. Raises one of the errors in BROKEN if the log is corrupt.
    """
    tables = [each async for each in prefixes(table, game, deal, packed)]
    if not tables:
        raise StoreError(f"expected the log of deal {deal} to begin with a base entry, got an empty log")
    return tables[-1] if tables[-1].roles.host else tables[-1].with_host(host)
