"""The loading of tables from the store into a hub's memory, where each becomes a room."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Protocol, TypeVar
from weakref import WeakValueDictionary

import msgspec

from protocol.v1.codes import Code
from server.errors import Altered, IllegalAction, Refusal, StoreError, loggable
from server.games.base import AnyGame
from server.hub.archived import closed_table
from server.hub.contact import StoreContact
from server.hub.events.event_ids import event_of, stored_event_id
from server.hub.room import Room
from server.hub.services import Services
from server.hub.sets.member import is_table_id, member_of, set_of_stored_id, stored_id
from server.store.ownership import Claim, Ownership, hub_of, silent_ms
from server.store.table_logs import Append, DealLog, Meta, Stored
from server.table import events
from server.table.commands import Deals
from server.table.log_fold import restore
from server.table.packed import PackedDeals
from server.table.table import Table

log = logging.getLogger("kibitz.hub")
T = TypeVar("T")

UNREADABLE = (
    "this table cannot be opened, because its stored log cannot be read; tell the operator of the server"
)
"""The refusal of each request for a quarantined table, a table with a log that cannot be read."""
CHECKED = 200
"""The number of uploaded deals that are decoded in one turn of the event loop when a table is loaded."""
TAKEN_AT_ONCE = 16
"""The number of tables of another hub that are loaded together: the players of each wait for all of them."""
BROKEN = (IllegalAction, StoreError, msgspec.MsgspecError, LookupError, ValueError, TypeError)
"""The errors that a corrupt log may raise."""


Claimed = tuple[Stored, str, int]
"""A table as the store has it, the token of its owner, this hub, and the time (ms) for which no live hub
owned it.
"""


class OwnedElsewhere(Refusal):
    """The refusal to load a table that another hub owns, or may own."""

    def __init__(self, why: str = "another server has this table now") -> None:
        super().__init__(Code.UNAVAILABLE, f"{why}; send the request again", retry_ms=200)


class StoreSilent(Refusal):
    """The refusal of a request because the store does not answer."""

    def __init__(self) -> None:
        super().__init__(Code.UNAVAILABLE, "the store does not answer; send the request again", retry_ms=500)


class Tables(Protocol):
    """The methods of a hub that the loading of tables uses."""

    def is_living(self, hub: str) -> bool:
        """Return True if another hub runs, as far as its heartbeats tell."""
        ...

    def live(self, table: str) -> Room | None:
        """Return the room of a table if the table is in memory, else None."""
        ...

    async def deals(self, meta: Meta, table: str) -> PackedDeals | None:
        """Return the deals that a table plays, None if the table has random deals."""
        ...

    def add_room(self, table: Table, token: str, deals: Deals, meta: Meta, away_ms: int) -> Room:
        """Make the room of a table that this hub owns."""
        ...


class Waking:
    """The loading of tables: first this hub becomes the owner of a table, then it folds the table's log.

    `exclusive` is True if no other hub uses this store; the hub `hub` then becomes the owner at once. A table
    whose log cannot be read is quarantined: all requests for it are refused. `quarantined` has the
    fault of each of these tables.

    The room of a table is made only by the holder of the table's lock, so that a table has one room at a
    time. The holder waits for the store and, when it opens a table, for another hub, but never for a second
    lock or for the loading of a set or an event: these open tables, and wait for the locks themselves.
    """

    def __init__(
        self,
        hub: str,
        tables: Tables,
        services: Services,
        ownership: Ownership,
        games: Mapping[str, AnyGame],
        contact: StoreContact,
        *,
        exclusive: bool,
    ) -> None:
        self._hub = hub
        self._tables = tables
        self._services = services
        self._ownership = ownership
        self._games = games
        self._contact = contact
        self._exclusive = exclusive
        self._waking: dict[str, asyncio.Task[Room]] = {}
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._turn = asyncio.Lock()
        self.quarantined: dict[str, str] = {}

    def new_token(self, hub: str | None = None) -> str:
        """Return a new token with which this hub, or the hub `hub`, can own a table or set."""
        return f"{hub or self._hub}:{self._services.nonce()}"

    async def room(self, table: str, away_ms: int) -> Room:
        """Return the room of a table, loaded from the store.

        `away_ms` is the time for which no hub that runs has owned the table, if the caller knows of one. All
        requests for a table that is loading wait for the same task: a second claim would take the table away
        from the first one. Raises Refusal if there is no such table, or if it cannot be loaded now.
        """
        waking = self._waking.get(table) or self._begin(table, away_ms, partial(self.claim, table))
        # A client that goes away must not cancel the loading for the other clients.
        return await asyncio.shield(waking)

    def lock(self, table: str) -> asyncio.Lock:
        """Return the lock that this hub holds while it opens or loads a table.

        The store knows a new table before the hub has its room: without the lock, a request in between, or
        one from shortly before, would load a second room, and the players of one of them would wait for ever.
        """
        return self._locks.setdefault(table, asyncio.Lock())

    async def take(self, tables: Sequence[str], dead: str | None = None) -> list[Room | BaseException]:
        """Load tables that this hub gets from another one, and return their rooms, or why there is none.

        The store is asked for many of them at once, the first ones first; a request for one of them waits
        for its turn. The tables were handed to this hub, or the hub `dead` has owned them.
        """
        new = [table for table in tables if table not in self._waking]
        for first in range(0, len(new), TAKEN_AT_ONCE):
            some = new[first : first + TAKEN_AT_ONCE]
            claiming = self._services.tasks.run(self._claim_in_turn(some, dead))
            for table in some:
                self._begin(table, 0, partial(self._claimed, table, claiming))
        waking = [self._waking[table] for table in tables]
        return await asyncio.gather(*map(asyncio.shield, waking), return_exceptions=True)

    def _begin(self, table: str, away_ms: int, claim: Callable[[], Awaitable[Claimed]]) -> asyncio.Task[Room]:
        waking = self._waking[table] = self._services.tasks.run(self._wake(table, away_ms, claim))
        waking.add_done_callback(partial(self._woken, table))
        return waking

    def _woken(self, table: str, waking: asyncio.Task[Room]) -> None:
        del self._waking[table]
        if not waking.cancelled():
            # Read the exception, so that asyncio does not log it if no client waits for the room any more.
            waking.exception()

    async def _wake(self, table: str, away_ms: int, claim: Callable[[], Awaitable[Claimed]]) -> Room:
        if table in self.quarantined:
            raise Refusal(Code.INTERNAL, UNREADABLE)
        lock = self.lock(table)
        async with lock:
            if (opened := self._tables.live(table)) is not None:
                return opened
            claimed = await self._read(table, self._or_none(claim))
            if claimed is not None:
                return await self._load(table, away_ms, *claimed)
        # The archive may be away for long, and a table that is opened need not wait for it.
        archived = await self._read(table, self._archived(table))
        async with lock:
            return self._tables.live(table) or await self._load(table, away_ms, *archived)

    async def _read(self, table: str, reading: Awaitable[T]) -> T:
        """Return what is read of a table from the store or the archive; a fault there becomes a Refusal."""
        try:
            return await reading
        except OSError:
            raise StoreSilent() from None
        except StoreError as error:
            raise self.quarantine(table, error) from None

    async def _load(self, table: str, away_ms: int, stored: Stored, token: str, silent: int) -> Room:
        """Fold the log of a table that this hub owns with the token `token`, and return the table's room.

        `away_ms` and `silent` are times (ms) for which no hub that runs has owned the table. Raises Refusal
        if that cannot be done now.
        """
        away_ms = max(away_ms, silent)
        game = self._games.get(stored.meta.game)
        if game is None or game.revision < stored.meta.revision:
            raise Refusal(
                Code.UNAVAILABLE,
                "this server does not have the rules of this table, or has an older version of them",
                retry_ms=5_000,
            )
        try:
            log_entries = tuple(events.decode(entry) for entry in stored.entries)
            folded = restore(table, game, stored.deal, log_entries, stored.meta.host)
            uploaded = await self._tables.deals(stored.meta, table)
            if uploaded is not None:
                await _check(uploaded)
        except OSError:
            raise StoreSilent() from None
        except BROKEN as error:
            raise self.quarantine(table, error) from None
        room = self._tables.add_room(folded, token, Deals(self._services.rng, uploaded), stored.meta, away_ms)
        room.viewers.notes.recall(stored.notes)
        log_of_deal = DealLog(table, stored.deal, token)
        room.kept.extend(Append(log_of_deal, index, entry) for index, entry in enumerate(stored.entries, 1))
        if away_ms:
            room.credit(away_ms)
        return room

    async def _claimed(self, table: str, claiming: asyncio.Task[dict[str, Claimed]]) -> Claimed:
        return (await claiming).get(table) or await self.claim(table)

    async def _claim_in_turn(self, tables: Sequence[str], dead: str | None) -> dict[str, Claimed]:
        async with self._turn:
            return await self._claim_many(tables, dead)

    async def _claim_many(self, tables: Sequence[str], dead: str | None) -> dict[str, Claimed]:
        """Make this hub the owner of many tables at once, as far as that is possible, and return these.

        A table of a set of boards is left out, because its owner depends on the owner of the set; so is a
        table that cannot be read. Raises OSError if the store does not answer.
        """
        silent = 0
        if dead is not None:
            age_ms = await self._ownership.beat_age_ms(dead)
            if not self._contact.may_depose(age_ms):
                return {}
            silent = silent_ms(age_ms or 0)
            alone = await self._alone(tables, dead)
            claims = [Claim(table, stored.owner, self.new_token()) for table, stored in alone.items()]
            claimed = zip(claims, await self._ownership.claim_many(claims), strict=True)
            tables = [claim.table for claim, succeeded in claimed if succeeded]
        # A hub that hands a table over makes a new token for its next owner, which no room has used.
        return {
            table: (stored, stored.owner, silent)
            for table, stored in (await self._alone(tables, self._hub)).items()
        }

    async def _alone(self, tables: Sequence[str], owner: str) -> dict[str, Stored]:
        """Return those of these tables that a hub owns and that belong to no set of boards."""
        loaded = zip(tables, await self._services.logs.load_many(tables), strict=True)
        return {
            table: stored
            for table, stored in loaded
            if isinstance(stored, Stored)
            and hub_of(stored.owner) == owner
            and member_of(stored.meta, table) is None
        }

    async def _or_none(self, claim: Callable[[], Awaitable[Claimed]]) -> Claimed | None:
        """Make this hub the owner of a table, or return None if the store has no such table."""
        try:
            return await claim()
        except Refusal as refusal:
            if refusal.code is not Code.NO_SUCH_TABLE:
                raise
            return None

    async def _archived(self, table: str) -> Claimed:
        """Return a closed table from the archive, which has no owner.

        Raises Refusal if there is no such table.
        """
        try:
            stored = await closed_table(self._services.archive, table)
        except StoreError:
            raise
        except BROKEN as error:
            raise StoreError(f"table {table}: its record is not valid") from error
        if stored is None:
            raise Refusal(Code.NO_SUCH_TABLE, "there is no such table")
        return stored, self.new_token(), 0

    async def claim(self, id: str) -> Claimed:
        """Make this hub the owner of a table or set, and return it as the store has it.

        Also returns the token with which this hub owns the table, and the time (ms) for which no live hub
        owned it.

        Raises Refusal if another hub owns the table, and OSError if the store does not answer.
        """
        logs, ownership = self._services.logs, self._ownership
        stored = await logs.load(id)
        if stored is None:
            raise Refusal(Code.NO_SUCH_TABLE, "there is no such table")
        owner = hub_of(stored.owner)
        age_ms = None if owner == self._hub else await ownership.beat_age_ms(owner)
        if owner != self._hub and not self._exclusive and not self._contact.may_depose(age_ms):
            raise OwnedElsewhere()
        await self._check_set(id, stored)
        token = self.new_token()
        if not await ownership.claim(id, stored.owner, token):
            raise OwnedElsewhere("another server has just taken this table over")
        # Read the table again: until the claim, the earlier owner could still append entries.
        ours = await logs.load(id)
        if ours is None or ours.owner != token:
            raise OwnedElsewhere("another server has just taken this table over")
        return ours, token, silent_ms(age_ms or 0)

    async def _check_set(self, table: str, stored: Stored) -> None:
        """Hand a table or set to the living hub that owns the whole to which it belongs.

        A set and all its tables must have one owner, and so must an event with its sets. If the owner has
        died, this hub takes the whole first: otherwise several hubs could take over some of the tables each.
        Raises OwnedElsewhere if the table or set was handed over.
        """
        member = member_of(stored.meta, table) if is_table_id(table) else None
        event = event_of(member.board_set if member is not None else set_of_stored_id(table) or "")
        if event is not None:
            whole = stored_event_id(event)
        elif member is not None:
            whole = stored_id(member.board_set)
        else:
            return
        if self._exclusive:
            return
        held = await self._ownership.owner(whole) or ""
        owner = hub_of(held)
        if owner and owner != self._hub and not self._tables.is_living(owner):
            if self._contact.may_depose(await self._ownership.beat_age_ms(owner)):
                await self._ownership.claim(whole, held, self.new_token())
            owner = hub_of(await self._ownership.owner(whole) or "")
        if owner != self._hub and self._tables.is_living(owner):
            await self._ownership.claim(table, stored.owner, self.new_token(owner))
            raise OwnedElsewhere()

    async def reload(self, table: str) -> Stored | None:
        """Return a table as the store has it now, with its log.

        If the log of the table cannot be read, quarantine the table and return None.
        """
        try:
            return await self._services.logs.load(table)
        except StoreError as error:
            self.quarantine(table, error)
            return None

    def quarantine(self, table: str, error: Exception) -> Refusal:
        """Refuse all further requests for a table, log the reason, and return the refusal."""
        fault = (
            "has a log that was altered" if isinstance(error, Altered) else "has a log that cannot be folded"
        )
        self.quarantined[table] = f"{fault} ({loggable(error)})"
        self._services.meter.quarantined.set(len(self.quarantined))
        words = "table %s %s (%s): the table is quarantined"
        log.error(words, table, fault, loggable(error), extra={"table": table})
        return Refusal(Code.INTERNAL, UNREADABLE)


async def _check(uploaded: PackedDeals) -> None:
    """Check that every uploaded deal of a table can be decoded.

    Raises msgspec.DecodeError if a deal cannot be decoded.
    """
    for first in range(0, len(uploaded), CHECKED):
        if first:
            await asyncio.sleep(0)
        uploaded.check(first, first + CHECKED)
