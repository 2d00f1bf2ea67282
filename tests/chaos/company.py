"""Players in the test's own process, who do what the test says and write down what they are told."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

from msgspec import Struct

from bots.bot import View
from bots.client import Client
from bots.guest import Guest, guest
from bots.transport import Transport, over_websocket
from protocol.v1.codec import MSGPACK
from protocol.v1.requests import Policy, WatchAs
from protocol.v1.updates import Patch
from protocol.v1.updates import View as WholeView
from tests.chaos.checker import History
from tests.chaos.player import Book, Wiretap, catch_up
from tests.chaos.processes import Stage
from tests.chaos.records import Me
from tests.chaos.troupe import PATIENCE_S

SEATS = ("north", "east", "south", "west")


async def until(true: Callable[[], object]) -> None:
    """Wait until something is true."""
    async with asyncio.timeout(PATIENCE_S):
        while not true():
            await asyncio.sleep(0.005)


class Person:
    """Somebody with a connection that comes back after every loss."""

    def __init__(self, stage: Stage, known: Guest, book: Path) -> None:
        self.known = known
        self._stage = stage
        self._book = Book(book)
        self._lines = AsyncExitStack()
        self._cut = False
        self._book.write(Me(at_ns=time.monotonic_ns(), player=known.id))

    async def comes(self) -> None:
        """A new connection, which follows nothing yet."""
        tap = Wiretap(self._dial, MSGPACK, self._book)
        self.client = await self._lines.enter_async_context(Client(tap.dial, token=self.known.token))

    async def _dial(self) -> Transport:
        if self._cut:
            raise ConnectionError("the line is dead")
        self._line = await over_websocket(self._stage.url, MSGPACK)()
        return self._line

    async def is_cut_off(self) -> None:
        """The connection dies, and no other can be made."""
        self._cut = True
        await self._line.close()

    def is_connected_again(self) -> None:
        """A connection can be made again."""
        self._cut = False

    async def watches(self, table: str, as_: WatchAs) -> None:
        """Follow a table, and write down every view."""
        updates = self.client.updates(table)
        self._book.shown(await self.client.watch(table, as_))

        async def look() -> None:
            async for update in updates:
                if isinstance(update, WholeView | Patch):
                    self._book.shown(self.client.tables[table])

        self._lines.callback(asyncio.create_task(look()).cancel)

    async def goes(self) -> None:
        """The connection ends."""
        await self._lines.aclose()
        self._book.close()

    async def catches_up(self) -> None:
        """See all that there is to be seen now."""
        for table in tuple(self.client.tables):
            await catch_up(self.client, table)

    def notes_the_end(self) -> None:
        """Write down what is seen in the end."""
        for watched in self.client.tables.values():
            self._book.last(watched)

    def view(self, table: str) -> View:
        """The table as it is seen now."""
        return self.client.tables[table].view

    def asked(self, table: str) -> bool:
        """Whether there is a decision to be made."""
        watched = self.client.tables.get(table)
        return watched is not None and watched.epoch is not None and watched.decision is not None

    async def decides(self, table: str, choose: Callable[[tuple[Any, ...]], Struct]) -> None:
        """Answer the decision that comes, by one of the legal actions or something like it.

        Who has just been connected again may still see an earlier one.
        """
        await catch_up(self.client, table)
        await until(lambda: self.asked(table))
        own, watched = self.view(table).own, self.client.tables[table]
        assert own is not None
        await self.client.act(table, choose(own.legal_actions()))
        await until(lambda: watched.decision != own.decision)  # `done` comes before what it changes is shown

    async def does(self, table: str, action: Struct) -> None:
        """Do something beside play."""
        await self.client.act(table, action, None)


class Company:
    """Everybody at the tables of one stage, by name."""

    def __init__(self, stage: Stage, directory: Path) -> None:
        self.people: dict[str, Person] = {}
        self._stage = stage
        self._directory = directory

    def __getitem__(self, name: str) -> Person:
        return self.people[name]

    async def guest(self, name: str) -> Person:
        """Somebody new, who is at no table yet."""
        known = await guest(self._stage.url, name)
        person = self.people[name] = Person(self._stage, known, self._directory / f"{name}.jsonl")
        await person.comes()
        return person

    def heard(self, name: str, table: str) -> None:
        """What somebody writes down is part of the history; he is at this table alone."""
        self._stage.hears(name, self._directory / f"{name}.jsonl", [table])

    async def match(self, policy: Policy) -> tuple[str, str]:
        """The open room and the closed one of a match."""
        host = await self.guest("host")
        rooms = await host.client.match("bridge", count=4, policy=policy)
        self._stage.tables.extend(rooms)
        await host.watches(rooms[0], "public")
        return rooms

    async def table(self, policy: Policy, options: dict[str, Any] | None = None) -> str:
        """A table whose host, dan, is its director and watches."""
        dan = await self.guest("dan")
        table = await dan.client.open("bridge", options, policy=policy)
        self._stage.tables.append(table)
        await dan.client.host(table, directors=(dan.known.id,))
        await dan.watches(table, "director")
        self.heard("dan", table)
        return table

    async def sits(self, name: str, table: str, seat: int) -> Person:
        """Somebody new takes a seat."""
        person = await self.guest(name)
        await person.client.sit(table, seat)
        await person.watches(table, "seat")
        self.heard(name, table)
        return person

    async def history(self) -> History:
        """Let all see what the tables have come to, note it, and only then go; and what the logs say."""
        people = self.people.values()
        for person in people:
            await person.catches_up()
        logs = await self._stage.logs_at_rest()
        for person in people:
            await person.catches_up()
        for person in people:
            person.notes_the_end()
        for person in people:
            await person.goes()
        return self._stage.history_of(logs, {})


@asynccontextmanager
async def company(stage: Stage, directory: Path) -> AsyncIterator[Company]:
    """A stage that serves, and nobody there yet; afterwards nobody is, whatever happened."""
    async with stage.serving():
        here = Company(stage, directory)
        try:
            yield here
        finally:
            for person in here.people.values():
                await person.goes()
