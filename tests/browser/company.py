"""Players without a browser: clients of the protocol, for the seats that a test does not look at."""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import threading
from collections.abc import Callable, Coroutine
from typing import Any, Self, TypeVar

from msgspec import Struct

from bots.client import Client
from bots.wire.table_view import TableView
from tests.browser.site import Guest

T = TypeVar("T")
PATIENCE_S = 20.0


class Company:
    """Clients in an event loop of their own; its methods wait until the server has answered."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._clients: dict[str, Client] = {}

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *failure: object) -> None:
        for client in self._clients.values():
            with contextlib.suppress(Exception):
                self._run(client.close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE_S)
        self._loop.close()

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(asyncio.wait_for(work, PATIENCE_S), self._loop).result()

    def client(self, guest: Guest) -> Client:
        """Return the client of a player."""
        known = self._clients.get(guest.id)
        if known is None:
            known = self._clients[guest.id] = self._run(self._connect(guest))
        return known

    async def _connect(self, guest: Guest) -> Client:
        client = Client(self._address, token=guest.token)
        await client.__aenter__()
        return client

    def sit(self, guest: Guest, table: str, seat: int) -> None:
        """Take a seat, and follow the table from there."""
        client = self.client(guest)
        self._run(client.sit(table, seat))
        self._run(client.watch(table, "seat"))

    def queue(self, guest: Guest, game: str, robots: bool = False) -> concurrent.futures.Future[str | None]:
        """Begin to wait for a seat with other people; the future has the table in the end."""
        return asyncio.run_coroutine_threadsafe(self.client(guest).queue(game, robots=robots), self._loop)

    def table(self, guest: Guest, table: str) -> TableView:
        """Return the table as a player sees it."""
        return self.client(guest).tables[table]

    def do(self, guest: Guest, work: Callable[[Client], Coroutine[Any, Any, T]]) -> T:
        """Let a player's client do something: `company.do(ann, lambda client: client.stand(table))`."""
        return self._run(work(self.client(guest)))

    def act(self, guest: Guest, table: str, action: Struct, **with_: Any) -> None:
        """Make an action, as soon as it is this player's turn if it answers a decision."""
        if not with_:
            self.wait_for_turn(guest, table)
        self._run(self.client(guest).act(table, action, **with_))

    def wait_for_turn(self, guest: Guest, table: str) -> None:
        """Wait until a player has a decision to make."""
        self.wait(lambda: self.table(guest, table).decision is not None)

    def wait(self, true: Callable[[], object]) -> None:
        """Wait until a condition holds."""
        self._run(self._until(true))

    async def _until(self, true: Callable[[], object]) -> None:
        while not true():
            await asyncio.sleep(0.01)
