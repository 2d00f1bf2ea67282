"""Memory for the bodies of uploads over HTTP, limited in total and for each client address."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from starlette.requests import Request

from protocol.v1.codec import MAX_FRAME_BYTES
from protocol.v1.codes import Code
from server.errors import Refusal
from server.web.responses import MAX_BODY, check_length, length_of
from server.workers.fair_share import FairShare, Full

MAX_BYTES, MAX_BYTES_OF_ONE = 16 * MAX_BODY, 4 * MAX_BODY
"""The maximum memory (bytes) for uploads that are being received or parsed: in total, and for one client
address.
"""
WAIT_S = 60.0
RETRY_MS = 2_000


class Bodies:
    """The allocation of memory to uploads before their bodies are read.

    The server does not read the body of an upload until memory for it is allocated.
    """

    def __init__(self) -> None:
        self.share = FairShare(MAX_BYTES, MAX_BYTES_OF_ONE, waiting=512, waiting_per_source=64)

    @asynccontextmanager
    async def held(self, request: Request, address: str, limit: int = MAX_BODY) -> AsyncIterator[None]:
        """Reserve memory for the body of an HTTP request.

        Requests from one address get memory in the order of their arrival. A request's body of at most
        `MAX_FRAME_BYTES` needs no reserved memory. Raises Refusal if the wait for memory is too long.
        """
        check_length(request, limit)
        length = length_of(request)
        size = limit if length is None else length
        async with AsyncExitStack() as stack:
            if size > MAX_FRAME_BYTES:
                try:
                    async with asyncio.timeout(WAIT_S):
                        await stack.enter_async_context(self.share.take(address, size))
                except (Full, TimeoutError):
                    text = "too many files are being received: send the same request again later"
                    raise Refusal(Code.UNAVAILABLE, text, retry_ms=RETRY_MS) from None
            yield
