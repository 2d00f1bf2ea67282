"""Stores in this process's memory, for tests and for servers that may lose their tables when they stop.

The data of stores in memory are lost when the process ends.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from math import inf

from msgspec.structs import replace

from server.errors import StoreError
from server.store import checksums
from server.store.files_and_tickets import File, TicketKey
from server.store.measures_and_audit import AUDITED
from server.store.memory_bus import MemoryBus
from server.store.memory_waiting_players import MemoryWaitingPlayers
from server.store.ownership import ABOUT_MS, GONE_MS, PRESENT_MS, RETIRED_MS, Claim, Peer, Retired
from server.store.stores import Stores
from server.store.table_logs import Append, ArchivedLog, Meta, Noted, OnOutcome, Outcome, Stored
from server.store.unarchived import Listed, position_of


def monotonic_ms() -> int:
    """Return the time of a clock that never jumps, in ms."""
    return time.monotonic_ns() // 1_000_000


def stores_in_memory(now_ms: Callable[[], int] = monotonic_ms) -> Stores:
    """Return empty stores and a bus in memory; `now_ms` is the clock of the stores."""
    tables = MemoryTables(now_ms)
    files_and_tickets = MemoryFilesAndTickets(now_ms)
    guests, measures = MemoryGuests(now_ms), MemoryMeasuresAndAudit()
    waiting = MemoryWaitingPlayers(now_ms)
    return Stores(tables, tables, guests, files_and_tickets, measures, tables, waiting, MemoryBus(), _close)


async def _close() -> None:
    return None


class MemoryTables:
    """The logs of tables and the ownership of tables in memory: `TableLogs`, `Ownership` and `Unarchived`.

    One class keeps them, because every append asks if the sender owns the table. An append to a log is
    finished before the method `append` returns.
    """

    durability = "none"

    def __init__(self, now_ms: Callable[[], int]) -> None:
        self._now_ms = now_ms
        self._tables: dict[str, Stored] = {}
        self._earlier: dict[tuple[str, int], tuple[bytes, ...]] = {}
        self._checksums: dict[tuple[str, int, int], bytes] = {}
        self._notes: dict[tuple[str, int], dict[tuple[int, str], Noted]] = {}
        self._beats: dict[str, int] = {}
        self._abouts: dict[str, tuple[int, bytes]] = {}
        self._retired: dict[str, int] = {}
        self._awake: dict[str, dict[str, float]] = {}
        self._due: dict[str, int] = {}
        self._secret: bytes | None = None
        self._unarchived: dict[str, int] = {}

    def append(self, append: Append, done: OnOutcome) -> None:
        done(self._append(append))

    def _append(self, append: Append) -> Outcome:
        table, deal, entries = append.table, append.log.deal, (append.entry, *append.more)
        stored = self._tables.get(table)
        if stored is None or stored.owner != append.log.token:
            return Outcome.FENCED
        if append.index == 1 and deal == stored.deal + 1:
            self._earlier[table, stored.deal] = stored.entries
            stored = replace(stored, deal=deal, entries=())
        if deal != stored.deal:
            return Outcome.MISMATCH
        before = stored.entries[: append.index - 1]
        if append.index == len(stored.entries) + 1:
            meta = stored.meta if append.status is None else replace(stored.meta, status=append.status)
            self._tables[table] = replace(stored, meta=meta, entries=before + entries)
            for index, entry in enumerate(entries, append.index):
                self._note_checksum(table, deal, index, entry)
            return Outcome.DONE
        again = len(before) == append.index - 1 and stored.entries == before + entries
        return Outcome.DONE if again else Outcome.MISMATCH

    def _note_checksum(self, table: str, deal: int, index: int, entry: bytes) -> None:
        self._checksums[table, deal, index] = checksums.of_entry(table, deal, index, entry)

    def _checked(self, table: str, deal: int, entries: tuple[bytes, ...]) -> tuple[bytes, ...]:
        noted = (self._checksums.get((table, deal, index)) for index in range(1, len(entries) + 1))
        return checksums.check_log(table, deal, zip(entries, noted, strict=True))

    def note(self, table: str, token: str, noted: Noted, done: OnOutcome) -> None:
        stored = self._tables.get(table)
        if stored is None or stored.owner != token:
            done(Outcome.FENCED)
            return
        notes, key = self._notes.setdefault((table, noted.deal), {}), (noted.card, noted.player)
        notes.pop(key, None)
        if noted.text:
            notes[key] = noted
        done(Outcome.DONE)

    async def notes(self, table: str, deal: int) -> tuple[Noted, ...]:
        return self._noted(table, deal)

    def _noted(self, table: str, deal: int) -> tuple[Noted, ...]:
        return tuple(noted for _, noted in sorted(self._notes.get((table, deal), {}).items()))

    async def create(self, table: str, meta: Meta, token: str, base: bytes) -> bool:
        if table in self._tables:
            return self._tables[table].owner == token
        self._unarchived[table] = 0
        self._tables[table] = Stored(meta=meta, owner=token, deal=0, entries=(base,))
        self._note_checksum(table, 0, 1, base)
        return True

    async def load(self, table: str) -> Stored | None:
        stored = self._tables.get(table)
        if stored is None:
            return None
        self._checked(table, stored.deal, stored.entries)
        return replace(stored, notes=self._noted(table, stored.deal))

    async def load_many(self, tables: Sequence[str]) -> list[Stored | StoreError | None]:
        loaded: list[Stored | StoreError | None] = []
        for table in tables:
            try:
                loaded.append(await self.load(table))
            except StoreError as error:
                loaded.append(error)
        return loaded

    async def load_deal(self, table: str, deal: int) -> tuple[bytes, ...]:
        stored = self._tables.get(table)
        if stored is not None and stored.deal == deal:
            return self._checked(table, deal, stored.entries)
        return self._checked(table, deal, self._earlier.get((table, deal), ()))

    async def deals(self, table: str) -> tuple[int, ...]:
        stored = self._tables.get(table)
        present = [] if stored is None else [stored.deal]
        return (*sorted(deal for known, deal in self._earlier if known == table), *present)

    async def drop_deals(self, table: str, archived: Sequence[ArchivedLog]) -> int:
        dropped = 0
        for each in archived:
            key, log = (table, each.deal), self._earlier.get((table, each.deal))
            if log is not None and len(log) == each.length and self._noted(*key) == each.notes:
                del self._earlier[key]
                self._notes.pop(key, None)
                dropped += 1
        return dropped

    async def find_all(self) -> int:
        lacking = self._tables.keys() - self._unarchived.keys()
        self._unarchived.update(dict.fromkeys(lacking, 0))
        return len(lacking)

    async def page(self, cursor: int = 0) -> tuple[int, tuple[str, ...]]:
        return 0, tuple(self._unarchived)

    async def look(self, tables: Sequence[str]) -> list[Listed]:
        return [self._listed(table) for table in tables]

    def _listed(self, table: str) -> Listed:
        read, stored = self._unarchived.get(table), self._tables.get(table)
        if stored is None:
            return Listed(table, read, None)
        present = position_of(stored.deal, len(stored.entries))
        return Listed(table, read, present, stored.meta.status == "closed")

    async def note_read(self, table: str, expected: int | None, read: int | None) -> bool:
        if self._unarchived.get(table) != expected:
            return False
        self._unarchived.pop(table, None)
        if read is not None:
            self._unarchived[table] = read
        return True

    async def drop_table(self, table: str, owner: str, archived: ArchivedLog) -> bool:
        stored = self._tables.get(table)
        if stored is None or stored.owner != owner or stored.meta.status != "closed":
            return False
        log = (stored.deal, len(stored.entries), self._noted(table, stored.deal))
        if log != (archived.deal, archived.length, archived.notes):
            return False
        return await self.deals(table) == (stored.deal,) and await self.remove(table, owner)

    async def claim(self, table: str, expected: str, token: str) -> bool:
        stored = self._tables.get(table)
        if stored is None or stored.owner not in (expected, token):
            return False
        self._tables[table] = replace(stored, owner=token)
        return True

    async def claim_many(self, claims: Sequence[Claim]) -> list[bool]:
        return [await self.claim(claim.table, claim.expected, claim.token) for claim in claims]

    async def owner(self, table: str) -> str | None:
        stored = self._tables.get(table)
        return None if stored is None else stored.owner

    async def owners(self, tables: Sequence[str]) -> list[str | None]:
        return [await self.owner(table) for table in tables]

    async def tables(self) -> tuple[str, ...]:
        return tuple(table for table, stored in self._tables.items() if stored.meta.status == "open")

    async def set_due(self, table: str, due_ms: int | None) -> None:
        self._due.pop(table, None)
        if due_ms is not None:
            self._due[table] = due_ms

    async def set_due_where_none(self, due_ms: int) -> None:
        for table, stored in self._tables.items():
            if stored.meta.status != "closed":
                self._due.setdefault(table, due_ms)

    async def due(self, now_ms: int, most: int) -> tuple[str, ...]:
        overdue = sorted((due_ms, table) for table, due_ms in self._due.items() if due_ms <= now_ms)
        return tuple(table for _, table in overdue[:most])

    async def remove(self, table: str, token: str) -> bool:
        stored = self._tables.get(table)
        if stored is not None and stored.owner != token:
            return False
        self._tables.pop(table, None)
        self._due.pop(table, None)
        for known in (self._earlier, self._notes):
            for key in [key for key in known if key[0] == table]:
                del known[key]
        return True

    async def about(self, table: str) -> tuple[str, str] | None:
        stored = self._tables.get(table)
        return None if stored is None else (stored.meta.game, stored.meta.name)

    async def beat(self, hub: str, about: bytes = b"") -> tuple[Peer, ...]:
        if hub in self._retired:
            raise Retired(hub)
        now_ms = self._now_ms()
        self._beats[hub], self._abouts[hub] = now_ms, (now_ms + ABOUT_MS, about)
        peers = []
        for each in sorted({**self._beats, **self._retired}):
            if now_ms - self._alive_ms(each) <= PRESENT_MS:
                until_ms, told = self._abouts.get(each, (0, b""))
                peers.append(Peer(each, self._age_ms(each), told if now_ms < until_ms else b""))
        return tuple(peers)

    def _alive_ms(self, hub: str) -> int:
        """Return the time at which a hub retired, or else that of its last heartbeat."""
        return self._retired[hub] if hub in self._retired else self._beats[hub]

    def _age_ms(self, hub: str) -> int:
        return self._now_ms() - self._alive_ms(hub) + (RETIRED_MS if hub in self._retired else 0)

    async def beat_age_ms(self, hub: str) -> int | None:
        return self._age_ms(hub) if hub in self._beats or hub in self._retired else None

    async def time_ms(self) -> int:
        return self._now_ms()

    async def retire(self, hub: str) -> None:
        self._retired.setdefault(hub, self._now_ms())

    async def forget_gone(self) -> None:
        owners = {stored.owner.partition(":")[0] for stored in self._tables.values()}
        for hub in {*self._beats, *self._retired} - owners:
            if self._now_ms() - self._alive_ms(hub) >= GONE_MS:
                for known in (self._beats, self._abouts, self._retired, self._awake):
                    known.pop(hub, None)

    async def note_awake(self, hub: str, deadlines: Mapping[str, int | None]) -> None:
        known = self._awake.setdefault(hub, {})
        known.update({table: inf if due_ms is None else due_ms for table, due_ms in deadlines.items()})

    async def note_asleep(self, hub: str, tables: Sequence[str]) -> None:
        for table in tables:
            self._awake.get(hub, {}).pop(table, None)

    async def awake(self, hub: str) -> tuple[str, ...]:
        known = self._awake.get(hub, {})
        return tuple(sorted(known, key=lambda table: (known[table], table)))

    async def forget_awake(self, hub: str) -> None:
        self._awake.pop(hub, None)

    async def secret(self, fresh: bytes) -> bytes:
        self._secret = self._secret or fresh
        return self._secret


class MemoryGuests:
    """The stored guests in memory."""

    def __init__(self, now_ms: Callable[[], int]) -> None:
        self._now_ms = now_ms
        self._guests: dict[str, tuple[int, bytes]] = {}
        self._tokens: dict[str, set[str]] = {}

    async def put(self, token_hash: str, guest: bytes, ttl_s: int) -> None:
        self._guests[token_hash] = self._now_ms() + ttl_s * 1000, guest

    async def renew(self, player: str, token_hash: str, guest: bytes, ttl_s: int) -> None:
        if await self.find(token_hash) is not None:
            await self.put(token_hash, guest, ttl_s)

    async def find(self, token_hash: str) -> bytes | None:
        until_ms, guest = self._guests.get(token_hash, (0, b""))
        return guest if self._now_ms() < until_ms else None

    async def forget(self, player: str, token_hash: str) -> None:
        self._guests.pop(token_hash, None)
        self._tokens.get(player, set()).discard(token_hash)

    async def list_token(self, player: str, token_hash: str, ttl_s: int) -> None:
        self._tokens.setdefault(player, set()).add(token_hash)

    async def tokens(self, player: str) -> frozenset[str]:
        return frozenset(self._tokens.get(player, ()))


class MemoryFilesAndTickets:
    """The uploaded files and the tickets in memory."""

    def __init__(self, now_ms: Callable[[], int]) -> None:
        self._now_ms = now_ms
        self._tickets: dict[TicketKey, tuple[int, bytes]] = {}
        self._files: dict[str, tuple[int, File]] = {}

    async def put_ticket(
        self, key: TicketKey, ticket: bytes, ttl_s: int | None = None, *, new: bool = False
    ) -> bool:
        if new and await self.ticket(key) is not None:
            return False
        ttl_s = key.kind.lifetime_s if ttl_s is None else ttl_s
        self._tickets[key] = self._now_ms() + ttl_s * 1000, ticket
        return True

    async def ticket(self, key: TicketKey) -> bytes | None:
        until_ms, ticket = self._tickets.get(key, (0, b""))
        return ticket if self._now_ms() < until_ms else None

    async def take_ticket(self, key: TicketKey) -> bytes | None:
        until_ms, ticket = self._tickets.pop(key, (0, b""))
        return ticket if self._now_ms() < until_ms else None

    async def put_file(self, sha: str, file: File, ttl_s: int) -> None:
        self._files[sha] = self._now_ms() + ttl_s * 1000, file

    async def file(self, sha: str) -> File | None:
        found = self._files.get(sha)
        return found[1] if found is not None and self._now_ms() < found[0] else None


class MemoryMeasuresAndAudit:
    """The operators' measures and the audit log in memory."""

    def __init__(self) -> None:
        self._measures: dict[str, bytes] = {}
        self._version = 0
        self._audit: dict[bool, deque[bytes]] = {each: deque(maxlen=AUDITED) for each in (False, True)}

    async def put_measure(self, key: str, measure: bytes) -> None:
        self._measures[key] = measure
        self._version += 1

    async def remove_measure(self, key: str) -> bool:
        self._version += 1
        return self._measures.pop(key, None) is not None

    async def measures(self) -> Mapping[str, bytes]:
        return dict(self._measures)

    async def measures_version(self) -> int:
        return self._version

    async def audit(self, record: bytes, *, read: bool = False) -> None:
        self._audit[read].append(record)

    async def audited(self, most: int, *, read: bool = False) -> tuple[bytes, ...]:
        return tuple(islice(reversed(self._audit[read]), most))
