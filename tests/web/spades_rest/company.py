"""Players of the seed's API for the tests of people."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import httpx
from websockets.asyncio.client import connect

from tests.web.served import JSON_BODY, Served
from tests.web.spades_rest.guests import EventSocket

SEATS = ("north", "east", "south", "west")


class Guest:
    """A player with a session. `does` makes a request and checks the expected status."""

    def __init__(self, http: httpx.AsyncClient, id: str, session: str, name: str) -> None:
        self.http = http
        self.id = id
        self.session = session
        self.name = name

    @property
    def headers(self) -> dict[str, str]:
        return {"x-session-id": self.session, "x-player-id": self.id, **JSON_BODY}

    async def asks(self, method: str, path: str, **sent: Any) -> httpx.Response:
        """Return the response to a request."""
        return await self.http.request(method, f"/api{path}", headers=self.headers, **sent)

    async def does(self, path: str, status: int = 200, /, **body: Any) -> Any:
        """Return the answer to a POST with this body."""
        return body_of(await self.asks("POST", path, json=body), status)

    async def sees(self, path: str, status: int = 200, **query: str) -> Any:
        """Return the answer to a GET."""
        return body_of(await self.asks("GET", path, params=query), status)

    async def opens(self, **wishes: Any) -> str:
        """Open a table, where this player is host and sits north, and return its path."""
        return f"/tables/{(await self.does('/tables', 201, **wishes))['tableId']}"

    async def seats(self, table: str) -> dict[str, str | None]:
        """Return the ids of the players by seat."""
        state = await self.sees(f"{table}/state")
        if state.get("status") != "waiting":
            return dict(state["players"])
        return {seat: who and who["playerId"] for seat, who in state["seats"].items()}


def body_of(answer: httpx.Response, status: int) -> Any:
    """Return the body of a response with this status, or the code of a refusal."""
    assert answer.status_code == status, (answer.status_code, answer.text)
    body = answer.json()
    if status < 400:
        return body
    assert body.keys() == {"error", "code"} and len(body["error"]) > 10, body
    return body["code"]


@asynccontextmanager
async def guests(server: Served, *names: str) -> AsyncIterator[list[Guest]]:
    """Return new players with these names."""
    async with AsyncExitStack() as stack:
        there, http = [], await stack.enter_async_context(server.http())
        for name in names:
            answer = body_of(await http.post("/api/auth/guest", json={"username": name}), 201)
            there.append(Guest(http, answer["playerId"], answer["sessionId"], answer["username"]))
        yield there


async def seated(table: str, *players: Guest) -> None:
    """Seat the players in the free seats, clockwise from east."""
    for player, seat in zip(players, SEATS[1:], strict=False):
        await player.does(f"{table}/sit", seat=seat)


async def at_once(*requests: Any) -> list[int]:
    """Return the sorted statuses of requests that are made at the same time."""
    return sorted(answer.status_code for answer in await asyncio.gather(*requests))


@asynccontextmanager
async def listening(
    server: Served, guest: Guest, joins: str = "", **payload: str
) -> AsyncIterator[EventSocket]:
    """Yield a websocket of a player that has joined a table or the lobby."""
    url = server.address.replace("http", "ws", 1) + "/"
    async with connect(url, additional_headers=guest.headers, compression=None, close_timeout=0.2) as socket:
        ear = EventSocket(socket)
        if joins:
            await ear.say(joins, **payload)
            await ear.hears(f"JOINED{joins.removeprefix('JOIN')}")
        yield ear
