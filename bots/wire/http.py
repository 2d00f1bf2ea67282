"""The HTTP requests of a client, which transfer files and create guests without the websocket."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import quote

import msgspec
from msgspec import Struct

from bots.errors import GaveUp, Refused
from bots.transport import http_address
from protocol.v1.codec import MAX_FRAME_BYTES
from protocol.v1.codes import Code

if TYPE_CHECKING:
    from httpx import Response

TIMEOUT_S = 10.0
UPLOAD_TIMEOUT_S = 90.0
"""The time limit for the answer to an HTTP request with a body that is larger than a websocket frame.

The time limit for large requests is high, because the server reads uploads one after another.
"""
T = TypeVar("T")


class _No(Struct):
    code: Code
    message: str = ""
    retry_ms: int | None = None


class Http:
    """One player's HTTP requests to the server at `url`. Raises ValueError for an invalid address."""

    def __init__(self, url: str, token: str | None = None) -> None:
        self._base = http_address(url)
        self._headers = {} if token is None else {"authorization": f"Bearer {token}"}

    async def ask(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, str | int] | None = None,
        json: object = None,
        file: bytes | None = None,
        kind: str = "application/octet-stream",
    ) -> Response:
        """Send an HTTP request and return the response.

        The body of the request is `file` with the content type `kind` or, without a file, `json` encoded as
        JSON. While the server answers that it is unavailable, the request is repeated for up to 10 seconds.
        Raises Refused with the server's message if the server refuses the request, or GaveUp if no Kibitz
        server answers.
        """
        body = msgspec.json.encode(json) if file is None and json is not None else file
        about = {} if body is None else {"content-type": kind if file is not None else "application/json"}
        until = time.monotonic() + TIMEOUT_S
        while True:
            answer = await self._once(method, path, query, body, {**self._headers, **about})
            if answer.is_success:
                return answer
            no = _refusal(answer)
            if not isinstance(no, Refused) or no.code is not Code.UNAVAILABLE or no.retry_ms is None:
                raise no
            if time.monotonic() > until:
                raise no
            await asyncio.sleep(no.retry_ms / 1000)

    async def game(self, game: str, format: str = "pbn") -> str:
        """Return the text of a record file with the finished deal `game`, which is named `<table>.<deal>`.

        If `game` is the id of a table, the returned file contains all finished deals of that table.

        `format` is a format that the server writes, such as `pbn`, `lin` or `endplay`. If the server does not
        know the format `format`, its refusal lists the formats that it knows. Raises Refused for a deal that
        is not finished or that this player may not see yet, and the other errors of the method `ask`.
        """
        answer = await self.ask("GET", f"/v1/games/{quote(game, safe='')}", query={"format": format})
        return answer.content.decode()

    async def _once(
        self,
        method: str,
        path: str,
        query: Mapping[str, str | int] | None,
        body: bytes | None,
        headers: dict[str, str],
    ) -> Response:
        import httpx  # imported here, because the import is slow and house robots do not need it

        address = f"{self._base}{path}"
        try:
            large = body is not None and len(body) > MAX_FRAME_BYTES
            async with httpx.AsyncClient(timeout=UPLOAD_TIMEOUT_S if large else TIMEOUT_S) as http:
                return await http.request(method, address, params=query, content=body, headers=headers)
        except (httpx.TransportError, httpx.InvalidURL) as error:
            raise GaveUp(f"no answer from {address}: {error}") from error


def _refusal(answer: Response) -> Refused | GaveUp:
    try:
        no = msgspec.json.decode(answer.content, type=_No)
    except msgspec.MsgspecError:
        return GaveUp(f"expected a server of Kibitz at {answer.url}, got HTTP status {answer.status_code}")
    return Refused(no.code, no.message, no.retry_ms)


def read(answer: Response, kind: type[T]) -> T:
    """Return the decoded body of an HTTP response.

    Raises GaveUp if the body of the response cannot be decoded as the type `kind`.
    """
    try:
        return msgspec.json.decode(answer.content, type=kind)
    except msgspec.MsgspecError as error:
        raise GaveUp(
            f"expected JSON with the fields of {kind.__name__.lstrip('_')} from {answer.url}, "
            f"got other data: {error}"
        ) from None
