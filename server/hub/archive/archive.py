"""Finished deals, for whoever may see them by now, be their table awake, asleep, closed or another hub's.

What somebody may be given is what the table's views have shown to him or would show him: deals that are over
in the prefix of the log which is his present. No table is claimed or woken for it. What is given of a deal is
for its game to say (`server.records`).
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from protocol.v1.codes import Code
from server.errors import Refusal, StoreError, loggable
from server.games.base import AnyGame
from server.hub.archive.fold_log import BROKEN, Ended, ended, present
from server.hub.archive.sitting import Found, Sitting, finished_deal
from server.hub.delayed_feed import Closed, DelayedFeed, closed_in_match
from server.hub.hub import Hub
from server.hub.viewers import NOT_OPEN
from server.records.base import Export, Exported, FinishedDeal, Position
from server.records.registry import RECORDS
from server.store.interface import Meta, Stored
from server.table import access
from server.table.commands import Deals
from server.table.player import Player
from server.table.table import Table

log = logging.getLogger("kibitz.past")

MOST = 200
"""How many deals of a sitting are given at once: the last ones."""
READERS = 256
"""How many may wait for a deal at the same time: when it is over, all who watched it ask."""
SITTING = 16
"""Who waits for a whole sitting counts for so many of them."""
KEPT = 500
"""How many folded deals are kept for who asks next."""
LATE_S = 5.0
DIGITS = 4


class NoSuchGame(Refusal):
    """There is no such finished deal, or not yet, or not for who asks; which of it is not said."""


class Archive:
    """What the tables of this store have finished. A game's id is its table's, or `<table>.<number>`."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._folding = asyncio.Lock()
        self._replaying = asyncio.Lock()
        self._kept: OrderedDict[bytes, Ended] = OrderedDict()
        self._readers = 0

    async def given(self, player: Player, game: str) -> Exported[Any]:
        """Return the records of what is finished under this id and the player may see by now.

        They are in the order of play. `<table>` are all deals of the sitting, the last `MOST` of a long one;
        `<table>.<number>` is the deal that views show with this number, or several deals where a file repeats
        the number. Raises Refusal: NoSuchGame where that is none, internal for a log that cannot be read,
        unavailable for what may be asked again.
        """
        table, number = _parsed(game)
        async with self._reader(SITTING if number is None else 1):
            sitting = await self._sitting(player, table)
            export = _export_of(sitting.meta.game)
            allowed = await self._allowed(sitting, export, number)
            deals = [await self._finished(sitting, export, deal, end) for deal, end in allowed]
            records = export.records(sitting.played(), deals)
        if not records:
            raise _none_such(export)
        return Exported(RECORDS[sitting.meta.game], records)

    async def position(self, player: Player, game: str, turn: int, seat: int | None) -> Position:
        """Return what a seat, or all, had before them after so many actions of a deal the player is given.

        Raises Refusal: as `given`, and invalid_message for a turn or seat that there is not, or an id of
        several deals.
        """
        table, number = _parsed(game)
        async with self._reader(1):
            sitting = await self._sitting(player, table)
            export = _export_of(sitting.meta.game)
            if export.positions is None:
                raise NoSuchGame(Code.FORBIDDEN, f"no positions are shown of a {export.noun}")
            if number is None and len(sitting.finished) > 1:
                raise Refusal(Code.INVALID_MESSAGE, f"expected the number of a {export.noun}, as {table}.1")
            allowed = await self._allowed(sitting, export, number)
            if not allowed:
                raise _none_such(export)
            finished = await self._finished(sitting, export, *allowed[0])
            async with self._replaying:  # each thread at work takes its turn from the loop
                return await asyncio.to_thread(export.positions.position, finished, turn, seat)

    async def _finished(self, sitting: Sitting, export: Export[Any], deal: int, end: Ended) -> FinishedDeal:
        return await finished_deal(sitting, export, deal, end, partial(self._ended, sitting))

    async def _allowed(self, sitting: Sitting, export: Export[Any], number: int | None) -> Found:
        """Return the deals of this number, or all, that the caller may be given."""
        deals = sitting.finished[-MOST:] if number is None else export.numbered(sitting.played(), number)
        found = [(deal, end) for deal in deals if (end := await self._ended(sitting, deal)) is not None]
        return [(deal, end) for deal, end in found if sitting.may(deal, end)]

    @asynccontextmanager
    async def _reader(self, weight: int) -> AsyncIterator[None]:
        if self._readers + weight > READERS:
            raise Refusal(Code.UNAVAILABLE, "many games are being read; ask again", retry_ms=1_000)
        self._readers += weight
        try:
            yield
        finally:
            self._readers -= weight

    async def _sitting(self, player: Player, table: str) -> Sitting:
        self._hub.check_speaks()
        try:
            stored = await self._hub.services.store.load(table)
        except StoreError as error:
            raise _unreadable(table, error) from None
        if stored is None:
            raise Refusal(Code.NO_SUCH_TABLE, "there is no such table")
        game = self._game(stored.meta)
        uploaded = self._hub.uploaded_deals(stored.meta)
        notes = partial(self._hub.services.store.notes, table)
        room = self._hub.live(table)
        live = room.table if room is not None else await self._present(table, game, stored)
        if not access.may_enter(live, player.id):
            raise Refusal(Code.FORBIDDEN, NOT_OPEN)
        closed, lives = (
            closed_in_match(live, Deals(self._hub.services.rng, uploaded)),
            access.lives(live, player.id),
        )
        if access.lag(live.policy) is not None and not lives:
            late = await self._late(live, closed) if room is None else room.viewers.shown_to(player).table
            return Sitting(stored.meta, uploaded, late, _all, notes)
        if closed is None:
            return Sitting(stored.meta, uploaded, live, _all, notes)
        may = _in_match(live, closed, player.id if lives else None)
        return Sitting(stored.meta, uploaded, live, may, notes)

    def _game(self, meta: Meta) -> AnyGame:
        game = self._hub.games.get(meta.game)
        if game is None or game.revision < meta.revision:
            raise Refusal(Code.UNAVAILABLE, "this server does not have the table's rules", retry_ms=5_000)
        _export_of(game.name)
        return game

    async def _present(self, table: str, game: AnyGame, stored: Stored) -> Table:
        """A table that is not in memory here, as its owner would show it."""
        try:
            async with self._folding:
                return await present(table, game, stored.deal, stored.entries, stored.meta.host)
        except BROKEN as error:
            raise _unreadable(f"{table}, deal {stored.deal}", error) from None

    async def _late(self, live: Table, closed: Closed | None) -> Table:
        """What late watchers would be shown of a table that is not in memory here."""
        late, ready = DelayedFeed(self._hub.services, live, "past", closed), asyncio.Event()
        late.when_ready(ready.set)
        try:
            async with asyncio.timeout(LATE_S):
                await ready.wait()
            if late.feeds is None:
                raise Refusal(Code.INTERNAL, "the past of this table cannot be read")
            return late.feeds.table
        finally:
            late.close()

    async def _ended(self, sitting: Sitting, deal: int) -> Ended | None:
        """How a deal ended; None where its log is kept no more."""
        table = sitting.table
        async with self._folding:  # one log after the other is read, too: many at once stop the loop
            try:
                packed = await self._hub.services.store.load_deal(table.id, deal)
                if deal == table.deal:
                    packed = packed[: table.index]
                key = hashlib.blake2b(b"".join((f"{table.id} {deal} ".encode(), *packed))).digest()
                known = self._kept.pop(key, None)
                end = known or await ended(table.id, table.game, deal, packed)
            except BROKEN as error:
                raise _unreadable(f"{table.id}, deal {deal}", error) from None
        if end is not None:
            self._kept[key] = end
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return end


def _parsed(game: str) -> tuple[str, int | None]:
    """The table and the number of a deal that an id names; a table without a number is a sitting."""
    table, dot, number = game.rpartition(".")
    if not dot or not (number.isascii() and number.isdecimal()) or len(number) > DIGITS:
        return game, None
    return table, int(number)


def _export_of(game: str) -> Export[Any]:
    """Return how the finished deals of a game become records. Raises NoSuchGame."""
    records = RECORDS.get(game)
    if records is None or records.export is None:
        raise NoSuchGame(Code.FORBIDDEN, f"there are no records of {game}")
    return records.export


def _none_such(export: Export[Any]) -> NoSuchGame:
    words = f"there is no such {export.noun} that is finished and that you may see by now"
    return NoSuchGame(Code.FORBIDDEN, words)


def _all(deal: int, end: Ended) -> bool:
    return True


def _in_match(live: Table, closed: Closed, player: str | None) -> Callable[[int, Ended], bool]:
    """A deal of a match is for everybody when neither table will play it, and until then for its players.

    `player` is there for one who plays at this table now or has an office. To come after a deal is no reason
    to be given it: the other table, at which one could sit down, may have it still to play.
    """
    return lambda deal, end: closed(live, deal) or (player is not None and player in end.knew)


def _unreadable(which: str, error: Exception) -> Refusal:
    """Log that a log cannot be read, never with a text that may name a card; return the refusal."""
    log.error("the log of table %s cannot be read (%s)", which, loggable(error))
    return Refusal(Code.INTERNAL, "the log of this game cannot be read")
