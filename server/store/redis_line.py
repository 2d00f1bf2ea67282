"""Lasting connections to Redis whose replies are read where the event loop delivers them.

The Redis library makes each connection: it finds the address, makes TLS, authenticates and chooses the
database. Once connected, an object of this house becomes the asyncio protocol of the connection's transport.
So a reply of Redis costs no task switch: an append costs about a third of the time that it costs through the
coroutines of the Redis library.
"""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from typing import Any

import hiredis
from redis.asyncio.connection import AbstractConnection
from redis.exceptions import RedisError

from server.store.packing import packed_command

log = logging.getLogger("kibitz.store")

CONNECT_TIMEOUT_S = 5.0
CHECK_S = 2.5
"""The time (s) between two PINGs; a connection on which Redis sends nothing for this time is given up."""
FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.02, 0.5

PING = packed_command(("PING",))


def take_over(connection: AbstractConnection, protocol: asyncio.Protocol) -> asyncio.WriteTransport:
    """Make `protocol` the asyncio protocol of a connection, in place of the streams of the Redis library.

    The Redis library gives no public access to its streams, so its private attributes are used. All replies
    to the library's commands must have been read, so that no input is left in its streams. Returns the
    transport of the connection. Raises ConnectionError if Redis has closed it.
    """
    reader, writer = connection._reader, connection._writer
    if reader is None or writer is None or reader.at_eof() or writer.transport.is_closing():
        raise ConnectionError("Redis closed the connection")
    writer.transport.set_protocol(protocol)
    return writer.transport


class Line(asyncio.Protocol, ABC):
    """A connection to one server of Redis that is made again, after a pause, whenever it is lost.

    A subclass says in `opened` what to send first, in `replied` what a reply means, and in `failed` if
    another attempt to connect makes sense. Nothing of a lost connection is sent again.
    """

    def __init__(self, connection: AbstractConnection) -> None:
        self.transport: asyncio.WriteTransport | None = None
        self._connection = connection
        self._loop = asyncio.get_running_loop()
        self._reader = hiredis.Reader()
        self._quiet = False
        self._pause_s = 0.0
        self._warned = False
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None
        self._closed = False

    @abstractmethod
    def opened(self, transport: asyncio.WriteTransport) -> None:
        """Begin to use a new connection."""

    @abstractmethod
    def replied(self, reply: Any) -> None:
        """Take one reply of Redis; a refusal is a `hiredis.ReplyError`."""

    @abstractmethod
    def failed(self) -> bool:
        """Note that Redis cannot be reached; return True to try again after a pause."""

    def connect(self) -> None:
        """Begin to connect, unless a connection is there or in the making."""
        if self.transport is None and self._task is None and not self._closed:
            self._task = self._loop.create_task(self._connect())

    async def _connect(self) -> None:
        """Try to connect until Redis answers, or `failed` says that another attempt makes no sense."""
        try:
            while True:
                await self._connection.disconnect(nowait=True)
                if self._pause_s:
                    await asyncio.sleep(self._pause_s)
                self._pause_s = min(LONGEST_PAUSE_S, max(FIRST_PAUSE_S, 2 * self._pause_s))
                try:
                    async with asyncio.timeout(CONNECT_TIMEOUT_S):
                        await self._connection.connect()  # type: ignore[no-untyped-call]  # redis has no type
                    self._reader = hiredis.Reader()
                    self.transport = take_over(self._connection, self)
                    break
                except (RedisError, OSError, TimeoutError) as error:
                    self._warn(error)
                    if not self.failed():
                        return
        finally:
            self._task = None
        self._quiet = False
        self._timer = self._loop.call_later(CHECK_S, self._check)
        self.opened(self.transport)

    def _check(self) -> None:
        """Send PING, or give the connection up if Redis has sent nothing since the last PING."""
        if self.transport is not None and self._quiet:
            self.lose(TimeoutError(f"no answer within {CHECK_S} s"))
        elif self.transport is not None:
            self._quiet = True
            self.transport.write(PING)
            self._timer = self._loop.call_later(CHECK_S, self._check)

    def data_received(self, data: bytes) -> None:
        self._quiet = False
        reader, replied = self._reader, self.replied
        try:
            reader.feed(data)
            while self.transport is not None and (reply := reader.gets()) is not False:
                replied(reply)
        except hiredis.HiredisError as error:
            self.lose(error)
            return
        if self.transport is not None:
            self._pause_s, self._warned = 0.0, False

    def connection_lost(self, exc: Exception | None) -> None:
        if self.transport is not None:
            self.lose(exc or ConnectionError("Redis closed the connection"))

    def lose(self, error: Exception) -> None:
        """Drop the connection and connect again."""
        self._warn(error)
        transport, self.transport = self.transport, None
        if transport is not None:
            transport.abort()
        if self._timer is not None:
            self._timer.cancel()
        self.connect()

    def _warn(self, error: Exception) -> None:
        """Log the first error since Redis has answered."""
        if not self._warned:
            self._warned = True
            log.warning("messages between hubs are lost: %s %s", type(error).__name__, error)

    async def close(self) -> None:
        """Close the connection for good, after what was written to it has been sent."""
        self._closed = True
        transport, self.transport = self.transport, None
        if transport is not None:
            transport.close()
        if self._timer is not None:
            self._timer.cancel()
        task = self._task
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        await self._connection.disconnect(nowait=True)
