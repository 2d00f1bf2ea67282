"""The HTTP APIs of hubs in one process: requests to the application of each, without sockets."""

from __future__ import annotations

import asyncio
import json
from typing import Any, NamedTuple

import msgspec

from server.web.client_ip import ClientAddresses
from server.web.routes import application
from server.web.spades_rest.extension import extension
from server.web.spades_rest.tables import SpadesApi
from tests.rooms import House
from tests.secrecy.staging.lines import Http


class Reply(NamedTuple):
    """The answer to an HTTP request."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def plain(self) -> Any:
        """Return the body, which must be JSON."""
        return json.loads(self.body)


class Caller(NamedTuple):
    """A guest: the id and the token."""

    id: str = ""
    token: str | None = None


NOBODY = Caller()


class Entrance:
    """The HTTP API of one hub; `address` is the client's address of its requests."""

    def __init__(self, house: House, address: str = "192.0.2.1") -> None:
        self.house = house
        self.address = address
        self.addresses = ClientAddresses(house.desk.settings)
        self.seed = SpadesApi(house.desk, house.files_and_tickets, self.addresses)
        self.application = application(
            house.desk, house.files_and_tickets, self.addresses, (extension(self.seed),)
        )

    async def guest(self, name: str) -> Caller:
        """Return a new guest."""
        player, token = await self.house.guests.create(name)
        return Caller(player.id, token)

    async def ask(
        self,
        method: str,
        path: str,
        caller: Caller = NOBODY,
        body: object = None,
        *,
        for_ms: int | None = None,
        kind: str = "application/json",
        **query: object,
    ) -> Reply:
        """Return the answer to a request; an answer without an end is read `for_ms`.

        A body of bytes is sent as it is, any other as JSON.
        """
        parts: list[bytes] = []
        headers: list[list[tuple[bytes, bytes]]] = []
        hang_up = None
        if for_ms is not None:
            hang_up = asyncio.Event()
            asyncio.get_running_loop().call_later(for_ms / 1000, hang_up.set)

        async def noted(scope: Any, receive: Any, send: Any) -> None:
            async def note(message: Any) -> None:
                if message["type"] == "http.response.start":
                    headers.append(message["headers"])
                await send(message)

            await self.application(scope, receive, note)

        http = Http(noted, caller.token, self.address, caller.id)
        sent = body if isinstance(body, bytes) else b"" if body is None else msgspec.json.encode(body)
        await http.ask(parts.append, method, path, sent, hang_up, kind, **query)
        named = {name.decode(): value.decode() for name, value in headers[0]}
        status = int(parts[0].split()[1])
        return Reply(status, named, b"".join(part.removeprefix(b"body ") for part in parts[1:]))
