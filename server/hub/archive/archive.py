"""The archive of finished deals, for players and watchers with the right to see a deal now.

A caller may read a deal once the deal is finished in the caller's own view of the table. A delayed watcher
sees an older state of the table, and can therefore read each deal only later than the players. The archive
reads tables that are live in this hub, owned by another hub, stored without an owner, or closed. To read a
table, the archive neither makes its hub the owner of the table nor loads the table as a room. What an export
of deals contains is defined by the records of each game (`server.records`).
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any, TypeVar

from protocol.v1.codes import Code
from server.errors import Refusal, loggable
from server.games.base import AnyGame
from server.hub.archive.fold_log import BROKEN, Ended, ended, present
from server.hub.archive.sitting import Found, Sitting, finished_deal
from server.hub.archived import closed_table
from server.hub.delayed_feed import Closed, DelayedFeed, closed_in_match
from server.hub.events.event_ids import event_of
from server.hub.hub import Hub
from server.hub.sets.member import is_table_id, member_of
from server.hub.viewers import NOT_OPEN
from server.hub.waking import StoreSilent
from server.records.base import Export, Exported, Eyes, FinishedDeal, Position
from server.records.registry import RECORDS
from server.store.table_logs import Meta, Stored
from server.table import access
from server.table.commands import Deals
from server.table.player import Player
from server.table.table import Table

T = TypeVar("T")

log = logging.getLogger("kibitz.past")

MOST_DEALS = 200
"""The largest number of deals in the export of a whole table: only the newest deals are exported."""
READERS = 256
"""The largest total weight of the requests for finished deals that read the store at the same time.

Without this limit, all watchers of a table could together overload the store at the moment when a deal ends.
"""
SITTING_WEIGHT = 16
"""The weight of a request for all deals of a table; a request for one deal has the weight 1."""
CACHED = 500
"""The number of finished deals, and of present tables, that are cached after the fold of their logs."""
DELAYED_VIEW_TIMEOUT_S = 5.0
"""The time (s) to wait for the delayed view of a table that is not in memory."""
ANYBODY = ""
"""The id of a caller without a token."""
DIGITS = 4
"""The largest number of digits that the number of the deal may have in an id such as `<table>.3`."""


class NoSuchGame(Refusal):
    """The refusal of a request for a deal that does not exist, is not over, or is hidden from the caller.

    The refusal of a request for a deal never gives the reason, because the reason would reveal that a hidden
    deal exists.
    """


class Archive:
    """The finished deals of all tables in the store.

    The id of a table stands for all its finished deals, and the id `<table>.<number>` for a single deal.
    """

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._folding = asyncio.Lock()
        self._replaying = asyncio.Lock()
        self._cache: OrderedDict[bytes, Ended] = OrderedDict()
        self._present_tables: OrderedDict[bytes, Table] = OrderedDict()
        self._readers = 0

    async def exported(self, player: Player, game: str) -> Exported[Any]:
        """Return the records of the finished deals that the id `game` names and that the player may see now.

        The records are in the order in which the deals were played. The id `<table>` names all deals of a
        table, of which only the newest `MOST_DEALS` are returned. The id `<table>.<number>` names the deal
        that views show with this number. An id with a number names several deals if the table's uploaded file
        repeats the number.

        Raises NoSuchGame if the id names no deal that the player may see. Raises Refusal with the code
        `internal` if a log cannot be read, and with the code `unavailable` if the caller may send the request
        again.
        """
        table, number = _parsed(game)
        async with self.reader(SITTING_WEIGHT if number is None else 1):
            sitting = await self.sitting(player, table)
            export = _export_of(sitting.meta.game)
            allowed = await self._allowed(sitting, export, number)
            deals = [await self._finished(sitting, export, deal, end) for deal, end in allowed]
            records = export.records(sitting.played(), deals)
        if not records:
            raise _no_visible_deal(export)
        return Exported(RECORDS[sitting.meta.game], records)

    async def record(self, sitting: Sitting, deal: int) -> Exported[Any] | None:
        """Return the record of the finished deal `deal`, counted from 0; None if the caller may not see it.

        Raises Refusal if the log of the deal cannot be read.
        """
        export = _export_of(sitting.meta.game)
        end = await self.ended(sitting, deal) if deal in sitting.finished else None
        if end is None or not sitting.may(deal, end):
            return None
        finished = await self._finished(sitting, export, deal, end)
        return Exported(RECORDS[sitting.meta.game], export.records(sitting.played(), [finished]))

    async def position(self, player: Player, game: str, turn: int, eyes: Eyes) -> Position:
        """Return the position after `turn` actions of a deal, as a seat, the public or all hands saw it.

        Raises NoSuchGame if the deal does not exist, is not over or is hidden from the player. Raises Refusal
        with the code `invalid_message` if the deal has no such turn or seat, or if the id names several
        deals.
        """
        table, number = _parsed(game)
        async with self.reader(1):
            sitting = await self.sitting(player, table)
            export = _export_of(sitting.meta.game)
            if export.positions is None:
                raise NoSuchGame(
                    Code.FORBIDDEN,
                    f"this server cannot show single positions of a {export.noun} such as {game}",
                )
            if number is None and len(sitting.finished) > 1:
                raise Refusal(
                    Code.INVALID_MESSAGE,
                    f"expected the id of one {export.noun}, such as {table}.1, got {table}",
                )
            allowed = await self._allowed(sitting, export, number)
            if not allowed:
                raise _no_visible_deal(export)
            if len(allowed) > 1:
                raise Refusal(
                    Code.INVALID_MESSAGE,
                    f"expected the id of one {export.noun}, but {len(allowed)} finished deals of this table"
                    f" have the number {number}, as in its uploaded file; the export of {game} contains all"
                    " of them",
                )
            finished = await self._finished(sitting, export, *allowed[0])
            # Compute only one position at a time, because each running thread slows the event loop.
            async with self._replaying:
                return await asyncio.to_thread(export.positions.position, finished, turn, eyes)

    async def open_to_all(self, player: Player, game: str) -> tuple[AnyGame, Ended]:
        """Return one finished deal if everybody that may follow its table may see it now, with its game.

        The own players of a deal have no more rights here than others: a deal of a match or a set of boards
        must be closed, and delayed watchers must have seen its end. Raises NoSuchGame for all other deals,
        and Refusal if the id `game` names several deals.
        """
        table, number = _parsed(game)
        async with self.reader(1):
            sitting = await self.sitting(player, table, as_stranger=True)
            export = _export_of(sitting.meta.game)
            allowed = await self._allowed(sitting, export, number)
            if not allowed:
                raise _no_visible_deal(export)
            if len(allowed) > 1:
                raise Refusal(
                    Code.INVALID_MESSAGE,
                    f"expected the id of one {export.noun}, such as {table}.1, got {game}, which names"
                    f" {len(allowed)} of them",
                )
            return sitting.table.game, allowed[0][1]

    async def _finished(self, sitting: Sitting, export: Export[Any], deal: int, end: Ended) -> FinishedDeal:
        return await finished_deal(sitting, export, deal, end, partial(self.ended, sitting))

    async def _allowed(self, sitting: Sitting, export: Export[Any], number: int | None) -> Found:
        """Return those finished deals of a table that the player that sent the request may see.

        If `number` is not None, return only the deals that views show with this number.
        """
        deals = (
            sitting.finished[-MOST_DEALS:] if number is None else export.numbered(sitting.played(), number)
        )
        found = [(deal, end) for deal in deals if (end := await self.ended(sitting, deal)) is not None]
        return [(deal, end) for deal, end in found if sitting.may(deal, end)]

    @asynccontextmanager
    async def reader(self, weight: int = SITTING_WEIGHT) -> AsyncIterator[None]:
        """Count a request while it reads. Raises Refusal if too many requests read at the same time."""
        self._hub.check_speaks()
        if self._readers + weight > READERS:
            raise Refusal(
                Code.UNAVAILABLE, "too many games are being read now; send the request again", retry_ms=1_000
            )
        self._readers += weight
        try:
            yield
        finally:
            self._readers -= weight

    async def sitting(self, player: Player, table: str, *, as_stranger: bool = False) -> Sitting:
        """Return a table and its finished deals as a player may see them now.

        With `as_stranger`, the player sees no deal earlier than a watcher without any office or seat does.

        Raises Refusal if there is no such table, if the player may not follow it, or if it cannot be read.
        """
        self._hub.check_speaks()
        try:
            stored = await self._hub.services.logs.load(table)
            if stored is None:
                stored = await closed_table(self._hub.services.archive, table)
        except OSError:
            raise StoreSilent() from None
        except BROKEN as error:
            raise _unreadable(table, error) from None
        if stored is None or not is_table_id(table):
            raise Refusal(Code.NO_SUCH_TABLE, "there is no such table")
        game = self._game(stored.meta)
        try:
            uploaded = await self._hub.sets.deals(stored.meta, table)
        except BROKEN as error:
            raise _unreadable(table, error) from None
        notes = partial(self._hub.services.logs.notes, table)
        room = self._hub.live(table)
        live = room.table if room is not None else await self._present(table, game, stored)
        if not access.may_enter(live, player.id) and not await self._may_look_back(live, player):
            raise Refusal(Code.FORBIDDEN, NOT_OPEN)
        closed = closed_in_match(live, Deals(self._hub.services.rng, uploaded))
        if closed is None:
            closed = await self._closed_in_event(live, stored.meta)
        moves_on = await self._moves_on(stored.meta, table)
        if moves_on:
            closed = _never
        sees_live = access.sees_live(live, player.id) and not as_stranger
        if access.watch_delay(live.policy) is not None and not sees_live:
            in_memory = None if room is None or as_stranger else room.viewers.shown_to(player).table
            late = in_memory or await self._late(live, closed)
            return Sitting(stored.meta, uploaded, late, _always, None, notes)
        if closed is None:
            return Sitting(stored.meta, uploaded, live, _always, None, notes)
        if (
            room is None
            and not moves_on
            and not all(closed(live, deal) for deal in range(live.deal + live.over))
        ):
            await self._wake(table)
        # Until all tables have played a deal, only its own players, directors and commentators may see it: a
        # player that comes to the table later could sit down at another table of the match or set.
        knew = player.id if sees_live else None
        return Sitting(stored.meta, uploaded, live, partial(closed, live), knew, notes)

    async def _closed_in_event(self, table: Table, meta: Meta) -> Closed | None:
        """Return a function that tells if all tables of an event's round have played a deal of its `table`.

        Returns None for a table that plays alone, and for one that knows of the others (`closed_in_match`).
        Raises Refusal if the set of the round cannot be read.
        """
        member = member_of(meta, table.id)
        if member is None or table.game.sharing is not None:
            return None
        board_set = (await self._hub.sets.read(member.board_set)).board_set
        return lambda live, deal: board_set.is_closed(live.id, deal)

    async def _moves_on(self, meta: Meta, table: str) -> bool:
        """Return True if boards move from table to table in the event of a table, and may yet be played.

        The answer is True for an event that is stored no more. Raises Refusal if the event cannot be asked
        now.
        """
        member = member_of(meta, table)
        if member is None or member.boards is None:
            return False
        try:
            return not await self._hub.event_shows(member.event, ANYBODY)
        except Refusal as refusal:
            if refusal.code is not Code.NO_SUCH_TABLE:
                raise
            return True

    async def _may_look_back(self, table: Table, player: Player) -> bool:
        """Return True if the event of a table had no watchers, and now shows the results of its tables."""
        event = event_of(table.id)
        if event is None or table.game.sharing is None or not access.is_admitted(table, player.id):
            return False
        return await self._hub.event_shows(event, player.id)

    async def _wake(self, table: str) -> None:
        """Load a table of a match or set, so that it soon learns which deals no table will play any more.

        A server that was stopped may have left a table that does not know it yet.
        """
        with suppress(Refusal):
            await self._hub.handle(table)

    def _game(self, meta: Meta) -> AnyGame:
        game = self._hub.games.get(meta.game)
        if game is None or game.revision < meta.revision:
            raise Refusal(
                Code.UNAVAILABLE,
                "this server does not have the rules of this table, or has an older version of them",
                retry_ms=5_000,
            )
        _export_of(game.name)
        return game

    async def _present(self, table: str, game: AnyGame, stored: Stored) -> Table:
        """Compute a table that is not in memory from the whole log of its present deal, and return it."""
        key = _key(table, stored.deal, stored.entries)
        known = self._present_tables.pop(key, None)
        if known is None:
            try:
                async with self._folding:
                    known = await present(table, game, stored.deal, stored.entries, stored.meta.host)
            except BROKEN as error:
                raise _unreadable(f"{table}, deal {stored.deal}", error) from None
        _keep(self._present_tables, key, known)
        return known

    async def _late(self, live: Table, closed: Closed | None) -> Table:
        """Return a table that is not in memory in the older state that its delayed watchers see now."""
        late, ready = DelayedFeed(self._hub.services, live, "past", closed), asyncio.Event()
        late.when_ready(ready.set)
        try:
            async with asyncio.timeout(DELAYED_VIEW_TIMEOUT_S):
                await ready.wait()
            if late.feeds is None:
                raise Refusal(Code.INTERNAL, "the log of this table cannot be read")
            return late.feeds.table
        finally:
            late.close()

    async def ended(self, sitting: Sitting, deal: int) -> Ended | None:
        """Return a finished deal, or None if the deal is not over or its log is no longer stored."""
        table = sitting.table
        # Fold one log at a time, because folding many at once would block the event loop.
        async with self._folding:
            try:
                packed = await self._hub.services.logs.load_deal(table.id, deal)
                if deal == table.deal:
                    packed = packed[: table.index]
                key = _key(table.id, deal, packed)
                known = self._cache.pop(key, None)
                end = known or await ended(table.id, table.game, deal, packed)
            except BROKEN as error:
                raise _unreadable(f"{table.id}, deal {deal}", error) from None
        if end is not None:
            _keep(self._cache, key, end)
        return end


def _key(table: str, deal: int, entries: Sequence[bytes]) -> bytes:
    """Return the key under which a result that was computed from a log is cached."""
    return hashlib.blake2b(b"".join((f"{table} {deal} ".encode(), *entries))).digest()


def _keep(cache: OrderedDict[bytes, T], key: bytes, value: T) -> None:
    cache[key] = value
    if len(cache) > CACHED:
        cache.popitem(last=False)


def _parsed(game: str) -> tuple[str, int | None]:
    """Split an id such as `<table>.3` into the table's id and the deal's number.

    The deal's number is None if the id names all deals of a table.
    """
    table, dot, number = game.rpartition(".")
    if not dot or not (number.isascii() and number.isdecimal()) or len(number) > DIGITS:
        return game, None
    return table, int(number)


def _export_of(game: str) -> Export[Any]:
    """Return the `Export` of a game, which makes records of its finished deals.

    Raises NoSuchGame if the game has no export.
    """
    records = RECORDS.get(game)
    if records is None or records.export is None:
        raise NoSuchGame(Code.FORBIDDEN, f"finished deals of {game} cannot be downloaded")
    return records.export


def _no_visible_deal(export: Export[Any]) -> NoSuchGame:
    return NoSuchGame(Code.FORBIDDEN, f"there is no finished {export.noun} with this id that you may see now")


def _always(deal: int) -> bool:
    return True


def _never(live: Table, deal: int) -> bool:
    return False


def _unreadable(which: str, error: Exception) -> Refusal:
    """Write to the server's log that the log of a table cannot be read, and return a refusal.

    Neither the server's log nor the refusal gets the message of the error, because the message may name a
    card.
    """
    about = {"table": which.partition(",")[0]}
    log.error("the log of table %s cannot be read (%s)", which, loggable(error), extra=about)
    return Refusal(Code.INTERNAL, "the log of this game cannot be read")
