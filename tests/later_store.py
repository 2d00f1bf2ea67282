"""A store that answers when a test lets it, for tests of the time in between."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any

from server.store.archive.memory import archive_in_memory
from server.store.memory import (
    MemoryFilesAndTickets,
    MemoryGuests,
    MemoryMeasuresAndAudit,
    MemoryTables,
)
from server.store.memory_waiting_players import MemoryWaitingPlayers
from server.store.ownership import Peer
from server.store.table_logs import Append, Noted, OnOutcome, Outcome, Stored
from tests.wires import Wires


class LaterStore(MemoryTables):
    """The tables in memory, in which an append waits until the test calls `answer`.

    The guests, files and tickets of the same store stand beside the tables, and so do the archive and the
    links of its hubs.

    While `prompt` is True, appends are answered at once. While `away` is True, nothing is answered.
    `late` is set by each append that has to wait.
    `while_loading` is called after a table has been read and before the caller gets it.
    """

    def __init__(self, now_ms: Callable[[], int]) -> None:
        super().__init__(now_ms)
        self.guests = LaterGuests(self, now_ms)
        self.files_and_tickets = MemoryFilesAndTickets(now_ms)
        self.measures_and_audit = MemoryMeasuresAndAudit()
        self.waiting_players = MemoryWaitingPlayers(now_ms)
        self.archive = archive_in_memory()
        self.wires = Wires()
        self.prompt = True
        self.away = False
        self.while_loading: Callable[[], object] = lambda: None
        self.waiting: deque[tuple[Append, OnOutcome]] = deque()
        self.noting: deque[tuple[str, str, Noted, OnOutcome]] = deque()
        self.late = asyncio.Event()

    def append(self, append: Append, done: OnOutcome) -> None:
        if self.prompt and not self.away:
            done(self._append(append))
        else:
            self.waiting.append((append, done))
            self.late.set()

    def note(self, table: str, token: str, noted: Noted, done: OnOutcome) -> None:
        if self.away:
            self.noting.append((table, token, noted, done))
        else:
            super().note(table, token, noted, done)

    def answer(self, how_many: int = 1) -> list[Outcome]:
        """Carry out and answer the oldest waiting appends."""
        outcomes = []
        for _ in range(how_many):
            append, done = self.waiting.popleft()
            outcomes.append(self._append(append))
            done(outcomes[-1])
        return outcomes

    def come_back(self) -> None:
        """Answer again, the waiting requests first."""
        self.away = False
        while self.prompt and self.waiting:
            self.answer()
        while self.noting:
            self.note(*self.noting.popleft())

    def steal(self, table: str) -> None:
        """Let another hub, which runs, claim the table."""
        self._beats["thief"] = self._now_ms() + 10**9
        self._tables[table] = Stored(**{**_fields(self._tables[table]), "owner": "thief:1"})

    def own(self, table: str, owner: str) -> None:
        """Let a table have the claim of another hub."""
        self._tables[table] = Stored(**{**_fields(self._tables[table]), "owner": owner})

    def rewrite(self, table: str, entries: tuple[bytes, ...]) -> None:
        """Replace the log, as a failover does that lost a part of it."""
        stored = self._tables[table] = Stored(**{**_fields(self._tables[table]), "entries": entries})
        for index, entry in enumerate(entries, 1):
            self._note_checksum(table, stored.deal, index, entry)

    def alter(self, table: str, deal: int, index: int, entry: bytes) -> None:
        """Alter an entry and leave its checksum as it was."""
        stored = self._tables[table]
        log = stored.entries if deal == stored.deal else self._earlier[table, deal]
        log = (*log[: index - 1], entry, *log[index:])
        if deal == stored.deal:
            self._tables[table] = Stored(**{**_fields(stored), "entries": log})
        else:
            self._earlier[table, deal] = log

    async def meet(self) -> None:
        """Take the time of a question to the store; raise ConnectionError while the store is away."""
        if self.away:
            raise ConnectionError("the store is away")
        await asyncio.sleep(0.001)

    async def create(self, table: str, meta: Any, token: str, base: bytes) -> bool:
        await self.meet()
        return await super().create(table, meta, token, base)

    async def load(self, table: str) -> Stored | None:
        await self.meet()
        stored = await super().load(table)
        self.while_loading()
        return stored

    async def load_deal(self, table: str, deal: int) -> tuple[bytes, ...]:
        await self.meet()
        log = await super().load_deal(table, deal)
        self.while_loading()
        return log

    async def claim(self, table: str, expected: str, token: str) -> bool:
        await self.meet()
        return await super().claim(table, expected, token)

    async def tables(self) -> tuple[str, ...]:
        await self.meet()
        return await super().tables()

    async def beat(self, hub: str, about: bytes = b"") -> tuple[Peer, ...]:
        await self.meet()
        return await super().beat(hub, about)


class LaterGuests(MemoryGuests):
    """The guests in memory, which do not answer while the store is `away`."""

    def __init__(self, store: LaterStore, now_ms: Callable[[], int]) -> None:
        super().__init__(now_ms)
        self._store = store

    async def find(self, token_hash: str) -> bytes | None:
        await self._store.meet()
        return await super().find(token_hash)


def _fields(stored: Stored) -> dict[str, Any]:
    return {name: getattr(stored, name) for name in stored.__struct_fields__}
