"""The opening of matches and sets of boards: the ids of their tables, their boards, and the set itself."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from protocol.v1.codes import Code
from protocol.v1.requests import Match, OpenSet
from server.board_sets.entries import Begun, Place
from server.errors import IllegalAction, Refusal
from server.games.base import AnyGame, Sharing
from server.hub.services import Services
from server.hub.sets.member import not_shared, room_name
from server.hub.sets.sets import Sets
from server.hub.table_ids import TableIds
from server.table import events
from server.table.hosting import robots
from server.table.packed import PackedDeals
from server.table.player import Player

DRAWN = 16
"""The number of random deals that are made in one turn of the event loop."""


class SetOpening:
    """The opening of matches and sets of boards at this hub."""

    def __init__(self, sets: Sets, ids: TableIds, services: Services, games: Mapping[str, AnyGame]) -> None:
        self._sets = sets
        self._ids = ids
        self._services = services
        self._games = games

    async def match_tables(self, player: Player, request_id: int) -> tuple[str, str]:
        """Return the ids of the two tables that a player's request opens, the open room's id first.

        A repeated request of the same player with the same request id gives the same two table ids, unless
        the request id is 0. Raises Refusal if the store does not answer.
        """
        here = await self._ids.of(player, request_id, ending="o")
        return here, here.removesuffix("o") + "c"

    async def set_tables(self, player: Player, request_id: int, count: int) -> tuple[str, ...]:
        """Return the ids of the `count` tables of the set that a player's request opens.

        A repeated request of the same player with the same request id gives the same table ids, also with
        another `count`, unless the request id is 0. Raises Refusal if the store does not answer.
        """
        first = await self._ids.of(player, request_id, ending="t1")
        id = first.removesuffix("1")
        known = await self._sets.tables_of(id)
        return known or tuple(f"{id}{number}" for number in range(1, count + 1))

    async def open_match(
        self,
        tables: tuple[str, str],
        player: Player,
        request: Match,
        options: Struct,
        deals: Sequence[Any],
    ) -> None:
        """Open both tables of a match with the ids `tables`, and with new random deals if `deals` is empty.

        Raises Refusal if the options or the deals are not valid for a match, or if a table cannot be opened.
        """
        here, there = tables
        places = (
            Place(here, room_name(request.name, "open room"), "open", request.seats),
            Place(there, room_name(request.name, "closed room"), "closed", request.other_seats),
        )
        await self._open(here.removesuffix("o"), places, player, request, options, deals)

    async def open_set(
        self,
        tables: tuple[str, ...],
        player: Player,
        request: OpenSet,
        options: Struct,
        deals: Sequence[Any],
    ) -> str:
        """Open the tables of a set of boards with the ids `tables`, and return the id of the set.

        The tables play new random deals if `deals` is empty. Raises Refusal if the options or the deals are
        not valid for several tables, or if a table cannot be opened.
        """
        # The id of the set keeps the letter, because a match of the same request has the id without it.
        id = tables[0].removesuffix("1")
        places = tuple(
            Place(table, room_name(request.name, f"table {number}"), "", request.seats)
            for number, table in enumerate(tables, 1)
        )
        await self._open(id, places, player, request, options, deals)
        return id

    async def _open(
        self,
        id: str,
        places: tuple[Place, ...],
        player: Player,
        request: Match | OpenSet,
        options: Struct,
        deals: Sequence[Any],
    ) -> None:
        game = self._games[request.game]
        sharing = game.sharing
        if sharing is None:
            raise Refusal(Code.FORBIDDEN, not_shared(game))
        try:
            # Do not check packed deals again: the process that read the file has checked them, and decoding
            # all of them here would take too long.
            sharing.check(options, () if isinstance(deals, PackedDeals) else tuple(deals))
            start = game.start(options)
            dealt: Sequence[Any] = deals or await self._drawn(start, sharing, request.count)
        except IllegalAction as error:
            raise Refusal(Code.ILLEGAL_ACTION, str(error)) from None
        for place in places:
            robots(game, (events.Chair(),) * len(game.seat_names(options)), place.seats)
        begun = Begun(
            at_ms=self._services.now_ms(),
            places=places,
            policy=request.policy,
            match=isinstance(request, Match),
            uploaded=bool(deals),
        )
        await self._sets.open(id, player.id, game, request.name, options, dealt, begun)

    async def _drawn(self, start: Any, sharing: Sharing[Any], count: int) -> tuple[Any, ...]:
        """Make new random deals, a few in each turn of the event loop."""
        drawn = []
        for number in range(count):
            drawn.append(sharing.drawn(start, number, self._services.rng))
            if number % DRAWN == DRAWN - 1:
                await asyncio.sleep(0)
        return tuple(drawn)
