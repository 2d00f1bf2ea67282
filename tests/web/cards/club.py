"""A server in memory with its HTTP side, and players with tokens, for the tests of convention cards."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import httpx
import msgspec

from protocol.v1.bridge import Call, LayCard, MakeCall, PlayCard
from protocol.v1.codec import MSGPACK
from protocol.v1.requests import Act, Hello, Host, Sit, Watch
from protocol.v1.updates import Done
from server.web.client_ip import ClientAddresses
from server.web.routes import application
from tests.rooms import QUIET, House, Person
from tests.virtual import until

PDF = b"%PDF-1.7\n1NT 12-14\n%%EOF"
PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"
JPEG = b"\xff\xd8\xff\xe0\x00\x10JFIF\x00"
ACOL = "Acol, 1NT 12-14 ♠"
POLICY = msgspec.to_builtins(QUIET)


class Member:
    """A player with a token, with a connection and an HTTP client."""

    def __init__(self, house: House, player: Any, token: str, http: httpx.AsyncClient) -> None:
        self.wire: Person = house.caller(MSGPACK, player)
        self.wire.tell(Hello())
        self.token = token
        self.http = http

    async def uploads(
        self, table: str, data: bytes = PDF, kind: str | None = "application/pdf", **query: str
    ) -> httpx.Response:
        headers = {} if kind is None else {"content-type": kind}
        return await self.http.put(f"/v1/tables/{table}/card", content=data, headers=headers, params=query)

    async def opens(self, table: str, side: str, **query: str) -> httpx.Response:
        return await self.http.get(f"/v1/tables/{table}/card/{side}", params=query)

    async def does(self, table: str, action: Any) -> None:
        """Make an action in the game, with the next number and the current decision."""
        own = self.wire.tables[table].own or {}
        counter = await self.wire.ask(Watch(table=table, as_="seat", id=90))
        assert isinstance(counter, Done) and counter.n is not None
        act = Act(
            table=table,
            n=counter.n + 1,
            action=msgspec.to_builtins(action),
            decision=own.get("decision"),
            id=91,
        )
        done = await self.wire.ask(act)
        assert isinstance(done, Done), done

    async def lays(self, table: str, **card: str) -> None:
        await self.does(table, LayCard("Acol", **card))


class Club:
    """A server in memory with its HTTP side, and its players."""

    def __init__(self, house: House, ending: AsyncExitStack) -> None:
        self.house = house
        self._ending = ending
        self._application = application(
            house.desk, house.files_and_tickets, ClientAddresses(house.desk.settings)
        )

    async def member(self, name: str, address: str = "192.0.2.1") -> Member:
        player, token = await self.house.guests.create(name)
        return Member(self.house, player, token, await self.http(token, address))

    async def http(self, token: str | None = None, address: str = "192.0.2.1") -> httpx.AsyncClient:
        carried = httpx.ASGITransport(self._application, client=(address, 4000))
        headers = {} if token is None else {"authorization": f"Bearer {token}"}
        client = httpx.AsyncClient(transport=carried, base_url="http://club", headers=headers)
        return await self._ending.enter_async_context(client)

    async def four(self, **wishes: Any) -> tuple[str, list[Member]]:
        """Return a table at which North is to call, and its players; North is the host."""
        members = [await self.member(name) for name in ("North", "East", "South", "West")]
        answer = await members[0].http.post("/v1/tables", json={"policy": POLICY, **wishes})
        table = str(answer.json()["table"])
        invited = tuple(member.wire.player.id for member in members)
        assert isinstance(await members[0].wire.ask(Host(table=table, invited=invited, id=3)), Done)
        for seat, member in enumerate(members):
            assert isinstance(await member.wire.ask(Sit(table=table, seat=seat, id=2)), Done)
            assert isinstance(await member.wire.ask(Watch(table=table, as_="seat", id=1)), Done)
        await until(lambda: self.house.room(table).table.game.to_act(self.house.room(table).table.state))
        return table, members

    async def may_open(self, table: str, side: str, members: list[Member]) -> str:
        """Return the letters of the players who may open a side's card now."""
        statuses = [(await member.opens(table, side)).status_code for member in members]
        assert set(statuses) <= {200, 403}, statuses
        return "".join(letter for letter, status in zip("NESW", statuses, strict=True) if status == 200)

    async def bid(self, table: str, members: list[Member], calls: str) -> None:
        for call in calls.split():
            await members[self._actor(table)].does(table, MakeCall(Call(call)))

    async def leads(self, table: str, members: list[Member]) -> None:
        """Let the player on lead play a card."""
        actor = self._actor(table)
        card = self.house.room(table).table.game.legal_actions(self.house.room(table).table.state, actor)[0]
        assert isinstance(card, PlayCard)
        await members[actor].does(table, card)

    def _actor(self, table: str) -> int:
        (actor,) = self.house.room(table).table.game.to_act(self.house.room(table).table.state)
        return int(actor)


@asynccontextmanager
async def club(**wishes: Any) -> AsyncIterator[Club]:
    async with House(**wishes) as house, AsyncExitStack() as ending:
        yield Club(house, ending)


def code(answer: httpx.Response) -> tuple[int, str]:
    """Return the status and the code of a refusal."""
    return answer.status_code, answer.json()["code"]
