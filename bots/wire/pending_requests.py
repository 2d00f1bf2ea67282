"""The requests of a client that wait for their answers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from msgspec import Struct

from bots.errors import ClientError, GaveUp, Refused
from protocol.v1 import updates
from protocol.v1.codec import Codec, decode_request
from protocol.v1.codes import Code
from protocol.v1.requests import Act, Ping, ToServer
from protocol.v1.updates import Done, Lobby, Pong

REPEAT_S = 5.0
"""The time in seconds after which the client sends an unanswered action again, unchanged."""

Answer = Done | Lobby | Pong
Key = tuple[str, int]


class _Pending(Struct):
    frame: bytes
    answer: asyncio.Future[Answer]


class PendingRequests:
    """The requests of one client that the server has not answered yet.

    A request that was passed to the function `send` may be lost when the connection breaks. When the client
    is connected again, the method `resend` sends all unanswered requests again.
    """

    def __init__(self, send: Callable[[bytes], None], codec: Codec) -> None:
        self._send = send
        self._codec = codec
        self._pending: dict[Key, _Pending] = {}
        self._failure: ClientError | None = None

    async def ask(self, request: ToServer) -> Answer:
        """Send a request to the server and return the server's answer.

        If the server asks to repeat the request later, the request is sent again at the time that the server
        names. Raises Refused if the server refuses the request, and GaveUp if the client ends before the
        answer arrives. Raises InvalidMessage, with the path of the invalid field, for a request that the
        protocol does not allow.
        """
        frame = self._codec.encode(request)
        decode_request(self._codec, frame)
        while True:
            try:
                return await self._once(_key(request), frame, repeat=isinstance(request, Act))
            except Refused as refused:
                if refused.code not in (Code.UNAVAILABLE, Code.RATE_LIMITED) or refused.retry_ms is None:
                    raise
                await asyncio.sleep(refused.retry_ms / 1000)

    async def _once(self, key: Key, frame: bytes, repeat: bool) -> Answer:
        if self._failure is not None:
            raise self._failure
        pending = self._pending[key] = _Pending(frame, asyncio.get_running_loop().create_future())
        try:
            self._send(frame)
            # An `act` may be sent twice, because the server recognises the copy by its number.
            while repeat and not (await asyncio.wait([pending.answer], timeout=REPEAT_S))[0]:
                self._send(frame)
            return await pending.answer
        finally:
            self._pending.pop(key, None)
            if pending.answer.done() and not pending.answer.cancelled():
                pending.answer.exception()  # read the error, because asyncio logs an unread error

    def resend(self) -> None:
        """Send all unanswered requests of the client again, unchanged and in order."""
        for pending in self._pending.values():
            self._send(pending.frame)

    def settle(self, update: Done | Lobby | Pong | updates.Refused) -> bool:
        """Pass an answer of the server to the caller that waits for it.

        Returns False if no caller waits for the server's answer.
        """
        pending = self._pending.get(_answer_key(update))
        if pending is None or pending.answer.done():
            return False
        if isinstance(update, updates.Refused):
            pending.answer.set_exception(Refused(update.code, update.message, update.retry_ms))
        else:
            pending.answer.set_result(update)
        return True

    def end(self, failure: ClientError | None) -> None:
        """Raise an error in all calls of `ask` that wait for the server's answer, and in all later calls."""
        self._failure = failure or GaveUp("the client is closed")
        for pending in self._pending.values():
            if not pending.answer.done():
                pending.answer.set_exception(self._failure)


def _key(request: ToServer) -> Key:
    """Return the key by which the server's answer to a request is found.

    The key of an action is its table and number, the key of a ping is its counter, and the key of any other
    request is its `id`.
    """
    if isinstance(request, Act):
        return f"act at {request.table}", request.n
    return ("ping", request.c) if isinstance(request, Ping) else ("id", request.id)


def _answer_key(update: Done | Lobby | Pong | updates.Refused) -> Key:
    if isinstance(update, Pong):
        return "ping", update.c
    if isinstance(update, Lobby) or update.id or update.n is None:
        return "id", update.id
    return f"act at {update.table}", update.n
