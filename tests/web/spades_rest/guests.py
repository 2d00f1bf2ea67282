"""Players of the seed's API: guests with their headers, four of them at a table, and card names."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from protocol.v1.spades import Card
from tests.games.spades.hands import QUIET, cards
from tests.web.served import JSON_BODY, PATIENCE_S, TLS, Served

SEATS = ("north", "east", "south", "west")
UNTIMED = {"robot_ms": 0, "pause_ms": 0, "clock": {"kind": "none"}}
SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}


def named(card: str) -> dict[str, str]:
    """Return a card as the seed's API writes it: `named("ST")` is the ten of spades."""
    return {"suit": SUITS[card[0]], "rank": card[1].replace("T", "10")}


def plain(card: dict[str, str]) -> str:
    """Return the card with this name."""
    return card["suit"][0].upper() + card["rank"].replace("10", "T")


class Guest:
    """One player: the headers of the player's session, and the player's requests."""

    def __init__(self, server: Served, http: httpx.AsyncClient, id: str, session: str, name: str) -> None:
        self.server = server
        self.http = http
        self.id, self.session, self.name = id, session, name

    async def get(self, path: str) -> httpx.Response:
        return await self.http.get(path)

    async def post(self, path: str, body: object = None) -> httpx.Response:
        return await self.http.post(path, json={} if body is None else body)

    async def state(self, table: str) -> dict[str, Any]:
        """Return the player's `state`."""
        answer = await self.get(f"/api/tables/{table}/state")
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    async def sit(self, table: str, seat: int) -> None:
        """Take a seat by its number."""
        answer = await self.post(f"/api/tables/{table}/sit", {"seat": SEATS[seat]})
        assert answer.status_code == 200, answer.text

    async def observe(self, table: str) -> None:
        """Enter a table without a seat."""
        answer = await self.post(f"/api/tables/{table}/arrive")
        assert answer.status_code == 200, answer.text


async def guest(server: Served, stack: AsyncExitStack, name: str) -> Guest:
    """Return a new player."""
    async with server.http() as http:
        made = (await http.post("/v1/guests", json={"name": name})).json()
    headers = {"x-session-id": made["token"], "x-player-id": made["id"], **JSON_BODY}
    client = httpx.AsyncClient(base_url=server.address, headers=headers, timeout=PATIENCE_S, verify=TLS)
    return Guest(server, await stack.enter_async_context(client), made["id"], made["token"], name)


@asynccontextmanager
async def guests(server: Served, *names: str) -> AsyncIterator[list[Guest]]:
    """Return new players with these names."""
    async with AsyncExitStack() as stack:
        yield [await guest(server, stack, name) for name in names]


class Stacked:
    """A source of randomness that deals the same hands again and again."""

    def __init__(self, hands: Sequence[str]) -> None:
        self._cards = [card for hand in hands for card in cards(hand)]

    def sample(self, population: Sequence[Card], k: int) -> list[Card]:
        return list(self._cards)


@contextmanager
def stacked(server: Served, hands: Sequence[str]) -> Iterator[None]:
    """Give these hands, North's first, to tables that are opened within the context."""
    every = [hub.services for hub in server.hubs]
    rngs = [services.rng for services in every]
    for services in every:
        object.__setattr__(services, "rng", Stacked(hands))
    try:
        yield
    finally:
        for services, rng in zip(every, rngs, strict=True):
            object.__setattr__(services, "rng", rng)


async def opened(host: Guest, policy: dict[str, Any] = UNTIMED, seats: Any = None, **options: Any) -> str:
    """Return a new table with the seed's rules, except for `options`."""
    wish = {
        "game": "spades",
        "options": {"preset": "seed", **options},
        "policy": policy,
        "seats": seats or {},
    }
    async with host.server.http(host.session) as http:
        answer = await http.post("/v1/tables", json=wish)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["table"])


class Four:
    """Four players at a table, available by the names of their seats."""

    def __init__(self, table: str, players: list[Guest]) -> None:
        self.table = table
        self.players = dict(zip(SEATS, players, strict=True))

    async def post(self, seat: str, action: str, body: object = None) -> httpx.Response:
        return await self.players[seat].post(f"/api/tables/{self.table}/{action}", body)

    async def state(self, seat: str) -> dict[str, Any]:
        return await self.players[seat].state(self.table)

    async def bid(self, *bids: int | str) -> dict[str, Any]:
        """Let each player bid in turn, and return the last answer."""
        for bid in bids:
            turn = (await self.state("north"))["currentBidderSeat"]
            answer = await self.post(turn, "bid", {"bid": bid})
            assert answer.status_code == 200, answer.text
        return dict(answer.json())

    async def play(self, *names: str) -> dict[str, Any]:
        """Let each player play in turn, and return the last answer."""
        for name in names:
            turn = (await self.state("north"))["currentPlayerSeat"]
            answer = await self.post(turn, "play", {"card": named(name)})
            assert answer.status_code == 200, answer.text
        return dict(answer.json())


@asynccontextmanager
async def four(server: Served, hands: Sequence[str] = QUIET, **options: Any) -> AsyncIterator[Four]:
    """Return four players with these hands, of whom East bids first."""
    async with guests(server, "Ann", "Ben", "Cid", "Dot") as players:
        with stacked(server, hands):
            table = await opened(players[0], **options)
        for seat, player in enumerate(players):
            await player.sit(table, seat)
        at = Four(table, players)
        for seat in SEATS:
            await at.state(seat)
        yield at


BEHIND = {"blind_nil_behind": 0}
"""Options with which every player may bid blind nil, so that hands are hidden at first."""


def wrong(answer: httpx.Response) -> tuple[int, str]:
    """Return the status and the code of a refusal, which must have a text."""
    assert answer.headers["content-type"] == "application/json"
    assert answer.json()["error"]
    return answer.status_code, answer.json()["code"]


class EventSocket:
    """A websocket of the seed's API."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.heard: list[dict[str, Any]] = []

    async def say(self, type_: str, **payload: Any) -> None:
        await self.socket.send(json.dumps({"type": type_, "payload": payload}))

    async def next(self) -> dict[str, Any]:
        async with asyncio.timeout(PATIENCE_S):
            event: dict[str, Any] = json.loads(await self.socket.recv())
        self.heard.append(event)
        return event

    async def hears(self, type_: str, **fields: Any) -> dict[str, Any]:
        """Return the payload of the next event with this type and these fields."""
        while True:
            event = await self.next()
            if event["type"] == type_ and fields.items() <= event["payload"].items():
                return dict(event["payload"])

    @property
    def types(self) -> list[str]:
        return [event["type"] for event in self.heard]


@asynccontextmanager
async def listening(server: Served, guest: Guest, table: str = "") -> AsyncIterator[EventSocket]:
    """Yield a websocket of a player that has joined a table."""
    url = server.address.replace("http", "ws", 1) + "/"
    head = {"x-session-id": guest.session, "x-player-id": guest.id}
    async with connect(url, additional_headers=head, compression=None, close_timeout=0.2) as socket:
        ear = EventSocket(socket)
        if table:
            await ear.say("JOIN", tableId=table)
            await ear.hears("JOINED", tableId=table)
        yield ear


ACTIONS = {
    "bid": {"bid": 3},
    "reveal-hand": {},
    "blind-nil-exchange": {"cards": [named("SA"), named("S9")]},
    "play": {"card": named("SA")},
}
"""A well-formed body of each action of the game."""


def socket_url(server: Served) -> str:
    """Return the address of the websocket of the seed's API."""
    return server.address.replace("http", "ws", 1) + "/"
