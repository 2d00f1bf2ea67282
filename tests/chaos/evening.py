"""An event of a club at several hubs: its director, its players, and what the logs of its tables say."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any, Self

from bots import events as requests
from bots.client import Client
from bots.errors import GaveUp, Refused
from bots.guest import Guest, guest
from bots.plain_bot import PlainBot
from bots.runner import play_seat
from bots.wire.http import Http
from protocol.v1.codes import Code
from protocol.v1.updates import EventNews
from server.events import entries
from server.events.entries import Entry, Reported, Started
from server.games.registry import GAMES
from server.hub.events.event_ids import stored_event_id, table_id
from server.store.packing import table_key
from server.table import events
from server.table.log_fold import restore
from tests.chaos.fleet import Fleet, Hub
from tests.chaos.troupe import PATIENCE_S, archive_in, logs_in

ROUND_S = 300.0
"""The time in which a round must come to its end, whatever happens to the hubs."""
Place = tuple[int, int, int]
"""A round, a table and a board, each counted from 1; boards are counted through the evening."""


class Evening:
    """An event that is directed over HTTP while its hubs die; `id` is its id."""

    def __init__(self, fleet: Fleet, director: Guest) -> None:
        self.fleet = fleet
        self.director = director
        self.id = ""
        self._http = Http(fleet.url, director.token)
        self._numbers = itertools.count(1)

    @classmethod
    async def opened(cls, fleet: Fleet, conditions: Mapping[str, Any]) -> Self:
        """Open an event of bridge whose entries are open."""
        evening = cls(fleet, await guest(fleet.url, "Dora"))
        shown = await requests.open_event(evening._http, "bridge", "Tuesday", conditions, None, 1)
        evening.id = shown["event"]
        await evening.asks("open")
        return evening

    async def asks(self, request: str, **fields: Any) -> dict[str, Any]:
        """Send a request of the director, again and again until a hub has carried it out."""
        return await self._sends(self._http, request, fields)

    async def asks_as(self, person: Guest, request: str, **fields: Any) -> dict[str, Any]:
        """Send a request of a player."""
        return await self._sends(Http(self.fleet.url, person.token), request, fields)

    async def _sends(self, http: Http, request: str, fields: Mapping[str, Any]) -> dict[str, Any]:
        numbered = {"id": next(self._numbers), **fields}
        return await until_answered(lambda: requests.ask(http, self.id, request, numbered))

    async def shown(self, what: str = "") -> dict[str, Any]:
        """Return the event, its `ranking` or its `results`, as the director sees it."""
        return await until_answered(lambda: requests.shown(self._http, self.id, what))

    async def comes_to(
        self, reached: Callable[[dict[str, Any]], bool], *, seconds: float = ROUND_S
    ) -> dict[str, Any]:
        """Wait until the event looks so, and return it."""
        until = time.monotonic() + seconds
        while not reached(shown := await self.shown()):
            assert time.monotonic() < until, f"the event does not go on: {shown['rounds'][-1:]}"
            await asyncio.sleep(0.2)
        return shown

    async def owner(self) -> Hub:
        """Return the hub that has the event, as soon as a hub that runs has it."""
        until = time.monotonic() + PATIENCE_S
        while True:
            async with self.fleet.redis() as client:
                found = await client.hget(table_key(stored_event_id(self.id)), "owner")
            id = found.decode().partition(":")[0]
            for hub in self.fleet.hubs:
                if hub.id == id:
                    return hub
            assert time.monotonic() < until, f"no hub that runs has taken the event over from {id}"
            await asyncio.sleep(0.1)

    async def owner_is_killed(self) -> None:
        """Kill the hub of the event; it starts again once another hub may have taken the event."""
        hub = await self.owner()
        await self.fleet.is_killed(hub)
        await self.fleet.starts(hub)

    async def owner_drains(self) -> None:
        """Stop the hub of the event in order, and start it again."""
        hub = await self.owner()
        await self.fleet.drains(hub)
        await self.fleet.starts(hub)

    async def log(self) -> list[Entry]:
        """Return the log of the event as it is stored, without asking a hub."""
        async with self.fleet.redis() as client, archive_in(self.fleet.environment) as archive:
            (log,) = await logs_in(client, stored_event_id(self.id), archive)
            return [entries.decode(each) for _, each in log]

    async def boards(self) -> dict[Place, Any]:
        """Return all finished boards from the logs of the tables: contract, tricks and vulnerability."""
        begun = [each for each in await self.log() if isinstance(each, Started)]
        found: dict[Place, Any] = {}
        async with self.fleet.redis() as client, archive_in(self.fleet.environment) as archive:
            for round, started in enumerate(begun):
                for seating in started.tables:
                    table = table_id(self.id, round, seating.table)
                    for deal, log in enumerate(await logs_in(client, table, archive)):
                        packed = (events.decode(entry) for _, entry in log)
                        state = restore(table, GAMES["bridge"], deal, packed).state
                        if state.phase == "over":
                            found[round + 1, seating.table, state.board] = state
        return found


async def until_answered(ask: Callable[[], Awaitable[dict[str, Any]]]) -> dict[str, Any]:
    """Ask again while no hub answers, or the event is between two hubs."""
    until = time.monotonic() + PATIENCE_S
    while True:
        try:
            return await ask()
        except GaveUp:
            pass
        except Refused as refused:
            if refused.code is not Code.UNAVAILABLE:
                raise
        assert time.monotonic() < until, "no hub answers for the event"
        await asyncio.sleep(0.2)


async def plays(url: str, person: Guest) -> None:
    """Play every round of every event, as a plain robot, at the seat that the server names."""
    async with Client(url, token=person.token) as client:
        updates, following = client.updates(), asyncio.create_task(asyncio.sleep(0))
        at: str | None = None
        async for news in updates:
            if not isinstance(news, EventNews) or news.table == at:
                continue
            following.cancel()
            with suppress(asyncio.CancelledError):
                await following
            at = news.table
            if at is not None:
                following = asyncio.create_task(_plays_at(client, at))


async def _plays_at(client: Client, table: str) -> None:
    """Play at a table until it ends; a table that moves to another hub is entered again."""
    while True:
        try:
            await play_seat(client, PlainBot(), table)
        except Refused:
            await asyncio.sleep(0.3)
        else:
            await asyncio.sleep(0.3)


def doubled(log: list[Entry]) -> list[Place]:
    """Return the results that the tables have reported more than once, by round, table and deal."""
    reported = Counter((each.round, each.table, each.deal) for each in log if isinstance(each, Reported))
    return [place for place, times in reported.items() if times > 1]
