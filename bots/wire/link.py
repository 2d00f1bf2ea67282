"""A client's connection to a server: the first message `hello`, the heartbeat, reconnection after a loss."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable
from contextlib import suppress
from typing import NoReturn

from bots.errors import Closed, GaveUp
from bots.transport import Connect, Transport
from protocol.v1.codec import Codec, InvalidMessage, decode_update
from protocol.v1.codes import CloseCode, Code
from protocol.v1.requests import Hello, Ping
from protocol.v1.updates import Refused, ToClient, Welcome

log = logging.getLogger("kibitz.client")

CONNECT_S = 10.0
WELCOME_S = 10.0
STEADY_S = 1.0
"""The number of seconds after which a new connection counts as stable.

After the loss of a connection that was stable, failed attempts to connect are counted from 0 again.
"""
GROWTH = 1.5
"""The factor by which each wait before an attempt to connect is longer than the previous wait.

With this factor, a server that was away is reached again after at most about half the time for which it was
away.
"""
SILENCE = 2.5
"""The number of heartbeat intervals without a message of the server after which a connection counts as lost.

A client that has sent nothing for one heartbeat interval sends a ping.
"""


class Patience:
    """The schedule of reconnection: the wait before the next attempt to connect, and the moment to give up.

    After the loss of a stable connection, the first attempt to connect again follows at once. The wait before
    the second attempt to connect again is 0.1 s, and the later waits grow to 3 s. After a close code 41xx,
    with which the server asks clients to back off, the waits between attempts to connect grow from 1 s to 30
    s. Each wait before an attempt to connect is shortened by a random part, so that not all clients connect
    at the same time.
    """

    def __init__(self, give_up_s: float | None) -> None:
        self._give_up_s = give_up_s
        self._failures = 0
        self._away_since: float | None = None
        self._welcomed_at: float | None = None

    def connecting(self, now_s: float) -> None:
        if self._away_since is None:
            self._away_since = now_s

    def welcomed(self, now_s: float) -> None:
        self._welcomed_at, self._away_since = now_s, None

    def lost(self, closed: Closed, now_s: float) -> float:
        """Return the seconds to wait before the next attempt to connect.

        Call this method when a connection was lost or when an attempt to connect has failed. Raises GaveUp if
        the server has ended this client's access or was away for too long.
        """
        if 4200 <= closed.code < 4300:
            raise GaveUp(f"the server has ended this client's access: {closed}")
        steady = self._welcomed_at is not None and now_s - self._welcomed_at >= STEADY_S
        self._failures = 0 if steady else self._failures + 1
        self._welcomed_at = None
        self.connecting(now_s)
        wait_s = self._wait_s(backing_off=4100 <= closed.code < 4200)
        away_s = now_s + wait_s - (now_s if self._away_since is None else self._away_since)
        if self._give_up_s is not None and away_s > self._give_up_s:
            raise GaveUp(f"no connection to the server for {self._give_up_s:g} s: {closed}")
        return wait_s

    def _wait_s(self, backing_off: bool) -> float:
        first, limit = (1.0, 30.0) if backing_off else (0.1, 3.0)
        if self._failures == 0 and not backing_off:
            return 0.0
        # Limit the exponent: after some 1,750 failures the power would be too great for a float
        # (OverflowError).
        grown = first * GROWTH ** min(max(self._failures - 1, 0), 20)
        return random.uniform(0.5, 1.0) * min(limit, grown)


class Link:
    """The connection to one server, made again after each loss.

    Each new connection first calls the function `welcomed` with the server's message `welcome`, then the
    function `received` with every later message. A frame (an encoded message) that is sent while there is no
    connection is dropped, so the function `welcomed` must send it again. `skipped` is the number of the
    server's messages that could not be decoded.
    """

    def __init__(
        self,
        connect: Connect,
        codec: Codec,
        hello: Hello,
        welcomed: Callable[[Welcome], None],
        received: Callable[[ToClient], None],
        give_up_s: float | None = None,
    ) -> None:
        self.connected = False
        self.skipped = 0
        self._connect = connect
        self._codec = codec
        self._hello = hello
        self._welcomed = welcomed
        self._received = received
        self._patience = Patience(give_up_s)
        self._outgoing: asyncio.Queue[bytes] = asyncio.Queue()

    def send(self, frame: bytes) -> None:
        if self.connected:
            self._outgoing.put_nowait(frame)

    async def run(self) -> None:
        """Keep a connection to the server until this coroutine is cancelled: connect again after each loss.

        Raises GaveUp when the schedule of reconnection allows no further attempt.
        """
        loop = asyncio.get_running_loop()
        while True:
            self._patience.connecting(loop.time())
            try:
                await self._one_connection()
            except Closed as error:
                closed = error
            except TimeoutError:
                closed = Closed(1006, "the server sent nothing for too long")
            except OSError as error:
                closed = Closed(1006, str(error))
            wait_s = self._patience.lost(closed, loop.time())
            log.info("%s; next attempt in %.1f s", closed, wait_s)
            await asyncio.sleep(wait_s)

    async def _one_connection(self) -> NoReturn:
        async with asyncio.timeout(CONNECT_S):
            transport = await self._connect()
        writer: asyncio.Task[None] | None = None
        try:
            await transport.send(self._codec.encode(self._hello))
            welcome = await self._await_welcome(transport)
            # Drop the frames that the lost connection has not sent: `welcomed` sends all unanswered requests
            # again, and they must not be sent twice.
            self._outgoing = asyncio.Queue()
            self.connected = True
            self._patience.welcomed(asyncio.get_running_loop().time())
            self._welcomed(welcome)
            writer = asyncio.create_task(self._write(transport, welcome.heartbeat_s))
            await self._read(transport, welcome.heartbeat_s)
        finally:
            self.connected = False
            if writer is not None:
                writer.cancel()
            await transport.close()

    async def _await_welcome(self, transport: Transport) -> Welcome:
        async with asyncio.timeout(WELCOME_S):
            while True:
                update = self._decode(await transport.receive())
                if isinstance(update, Welcome):
                    return update
                if isinstance(update, Refused):
                    unknown = update.code is Code.UNAUTHORIZED
                    raise Closed(CloseCode.UNAUTHORIZED if unknown else CloseCode.OVERLOAD, update.message)

    async def _read(self, transport: Transport, heartbeat_s: float) -> NoReturn:
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(None) as silence:
            while True:
                silence.reschedule(loop.time() + SILENCE * heartbeat_s)
                update = self._decode(await transport.receive())
                if update is not None:
                    self._received(update)

    async def _write(self, transport: Transport, heartbeat_s: float) -> None:
        """Send the messages in the queue, and a ping after each heartbeat interval without such a message."""
        with suppress(Closed, OSError):
            while True:
                try:
                    async with asyncio.timeout(heartbeat_s):
                        frame = await self._outgoing.get()
                except TimeoutError:
                    frame = self._codec.encode(Ping())
                await transport.send(frame)

    def _decode(self, frame: bytes) -> ToClient | None:
        try:
            return decode_update(self._codec, frame)
        except InvalidMessage as error:
            self.skipped += 1
            log.warning("skipped an update: %s", error)
            return None
