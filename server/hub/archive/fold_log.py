"""The log of one deal, folded a little at a time: how the deal ended, with whom, and when."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from server.errors import IllegalAction, StoreError
from server.games.base import AnyGame
from server.hub.log_prefixes import prefixes
from server.table.seats import rights
from server.table.table import Table

BROKEN = (IllegalAction, StoreError, msgspec.MsgspecError, LookupError, ValueError, TypeError)
"""What a log that is none may raise."""


class Ended(Struct, frozen=True):
    """A deal that has a result, by the prefix of its log that was read.

    `table` is it when the deal came to its end; `knew` are the ids of who had a right to a seat, or an
    office, when the prefix did. Times are milliseconds since 1970.
    """

    state: Any
    table: Table
    dealt_ms: int
    ended_ms: int
    knew: frozenset[str]

    @property
    def players(self) -> tuple[str | None, ...]:
        """Who played each seat: a player, else the house robot, else the player who was away."""
        return tuple(chair.name or chair.house or chair.owner_name or None for chair in self.table.chairs)


async def ended(table: str, game: AnyGame, deal: int, packed: tuple[bytes, ...]) -> Ended | None:
    """How a deal ended; None for one that goes on, or again. Raises one of BROKEN for what is no log."""
    dealt_ms: int | None = None
    end: Table | None = None
    last: Table | None = None
    async for last in prefixes(table, game, deal, packed):
        if dealt_ms is None and not last.game.deal_due(last.state):
            dealt_ms = last.time_ms
        end = None if not last.over else end or last
    if last is None or end is None:
        return None
    knew = rights(last.chairs) | last.directors | last.commentators
    return Ended(last.state, end, dealt_ms or end.time_ms, end.time_ms, knew)


async def present(table: str, game: AnyGame, deal: int, packed: tuple[bytes, ...], host: str) -> Table:
    """The table after the whole log of its current deal; `host` is that of a log so old that it names none.

    Raises one of BROKEN.
    """
    tables = [each async for each in prefixes(table, game, deal, packed)]
    if not tables:
        raise StoreError(f"expected the log of deal {deal} to begin with a base, got nothing")
    return tables[-1] if tables[-1].host else replace(tables[-1], host=host)
