"""Tables as a store sees them: owners, logs, and owners that append."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from server.store.stores import Stores
from server.store.table_logs import Append, DealLog, Meta, Outcome

ANSWER_S = 30.0
MINE, THEIRS = "north-hub:1f", "south-hub:2e"
BASE = b"base\r\n$4\r\n\x00\xff"
"""An entry may hold any bytes, those that mean something to Redis too."""
META = Meta(
    game="bridge", revision=3, name="Friday ♠", host="ann", created_ms=1_700_000_000_000, options=b"\x80"
)


class Owner:
    """An owner that appends to a table under a token, in order from the base entry, as a room does."""

    def __init__(self, stores: Stores, table: str = "t1", token: str = MINE) -> None:
        self.stores, self.table, self.token = stores, table, token
        self.deal = 0
        self.index = 1
        self.answers: list[Outcome] = []
        self._logs: dict[int, DealLog] = {}

    async def opens(self, meta: Meta = META, base: bytes = BASE) -> bool:
        return await self.stores.logs.create(self.table, meta, self.token, base)

    async def appends(self, entry: bytes, status: str | None = None) -> Outcome:
        """Append the next entry."""
        outcome = await self.appends_at(self.deal, self.index + 1, entry, status)
        self.index += outcome is Outcome.DONE
        return outcome

    async def deals(self, base: bytes, *more: bytes) -> Outcome:
        """Append the first entry, and `more` entries with it, to the next deal's log."""
        outcome = await self.appends_at(self.deal + 1, 1, base, more=more)
        if outcome is Outcome.DONE:
            self.deal, self.index = self.deal + 1, 1 + len(more)
        return outcome

    async def appends_at(
        self, deal: int, index: int, entry: bytes, status: str | None = None, more: tuple[bytes, ...] = ()
    ) -> Outcome:
        answered = asyncio.Event()

        def answer(outcome: Outcome) -> None:
            self.answers.append(outcome)
            answered.set()

        log = self._logs.setdefault(deal, DealLog(self.table, deal, self.token))
        self.stores.logs.append(Append(log, index, entry, status, more), answer)
        await asyncio.wait_for(answered.wait(), ANSWER_S)
        return self.answers[-1]

    async def log(self) -> tuple[bytes, ...]:
        """Return the current deal's log in the store."""
        stored = await self.stores.logs.load(self.table)
        assert stored is not None, self.table
        return stored.entries


async def opened(stores: Stores, table: str = "t1", token: str = MINE) -> Owner:
    """Make a table with an owner whose hub sends heartbeats."""
    owner = Owner(stores, table, token)
    await stores.ownership.beat(token.partition(":")[0])
    assert await owner.opens()
    return owner


FORTY = [f"t{number}" for number in range(40)]


class Writing:
    """Owners that append entries one after another, all at the same time, until they are stopped."""

    def __init__(self, owners: list[Owner]) -> None:
        self.owners = owners
        self._stopped = False
        self._tasks = [asyncio.create_task(self._write(owner)) for owner in owners]

    async def _write(self, owner: Owner) -> None:
        while not self._stopped:
            await owner.appends(f"{owner.table} {len(owner.answers)}".encode())

    def done(self) -> int:
        """Return the number of answered appends."""
        return sum(len(owner.answers) for owner in self.owners)

    async def goes_on(self, more: int = 200) -> None:
        """Return when this many more appends have been answered."""
        before = self.done()
        while self.done() < before + more:
            await asyncio.sleep(0.002)

    async def stop(self) -> None:
        """Let each owner finish its present append, and stop."""
        self._stopped = True
        await asyncio.gather(*self._tasks)

    async def assert_each_once(self) -> None:
        """Assert that each entry was answered once, with success, and is in the log once, in order."""
        for owner in self.owners:
            assert set(owner.answers) == {Outcome.DONE}, owner.table
            entries = (f"{owner.table} {number}".encode() for number in range(len(owner.answers)))
            assert await owner.log() == (BASE, *entries)


async def writing(stores: Stores, tables: Sequence[str] = FORTY) -> Writing:
    """Yield new tables, and owners that append to them."""
    return Writing([await opened(stores, table) for table in tables])
