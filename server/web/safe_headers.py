"""The headers that every HTTP answer of this server carries."""

from __future__ import annotations

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.types import Message, Receive, Scope, Send

SAFE_HEADERS = {"X-Content-Type-Options": "nosniff", "Cache-Control": "no-store"}
"""The headers that every HTTP answer gets, with the values for an answer that sets no others.

An answer about a person or a table depends on the caller's token and on the moment, so neither a browser nor
a proxy may keep it. Only an answer that is the same for everybody, such as a file of the page, sets another
`Cache-Control`. With `nosniff`, a browser never takes the text of a player for a script or a page (Fetch
standard, 3.7).
"""
SAFE_HEAD = "".join(f"{name}: {value}\r\n" for name, value in SAFE_HEADERS.items()).encode()
"""`SAFE_HEADERS` as bytes, for answers that an HTTP connection writes without the application."""


class SafeApplication(Starlette):
    """An application that adds `SAFE_HEADERS` to every answer, also to an unknown path and to an error."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                message.setdefault("headers", [])
                headers = MutableHeaders(scope=message)
                for name, value in SAFE_HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        # Starlette's own middleware would not do: the answer to an unexpected error is made outside of it.
        await super().__call__(scope, receive, send_safely)
