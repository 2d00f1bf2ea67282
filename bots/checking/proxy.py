"""A websocket proxy between a robot and a server, which disturbs messages as an examination orders."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, suppress
from types import TracebackType
from typing import Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.typing import Subprotocol

from bots.checking.examination import Examination
from bots.checking.judge import Request
from bots.checking.relay import Relay
from bots.checking.seen import Plain
from bots.checking.trials import Passed
from bots.transport import PATH, http_address, websocket_address
from protocol.v1.codec import CODECS, MAX_UPDATE_BYTES, Codec, InvalidMessage
from protocol.v1.codes import CloseCode

TICK_S = 0.1
PIECES = 5


class Proxy:
    """A proxy on a free local port for one robot, in front of the server at `url`.

    `address` is the address that the robot is to use in place of the server's.
    """

    def __init__(self, url: str, examination: Examination, clock: Callable[[], float]) -> None:
        self._http = http_address(url)
        self._websocket = websocket_address(url)
        self._examination = examination
        self._clock = clock
        self._numbers = itertools.count(1)
        self._robots: dict[int, ServerConnection] = {}
        self._cut: set[int] = set()
        self._stack = AsyncExitStack()
        self.address = ""

    async def __aenter__(self) -> Self:
        server = await self._stack.enter_async_context(
            serve(
                self._serve,
                "127.0.0.1",
                0,
                subprotocols=[Subprotocol(name) for name in CODECS],
                compression=None,
                ping_interval=None,
                max_size=MAX_UPDATE_BYTES,
                close_timeout=1,
            )
        )
        port = next(iter(server.sockets)).getsockname()[1]
        relay = Relay(self._http, port, self._single_bytes)
        await self._stack.enter_async_context(relay)
        self.address = f"http://127.0.0.1:{relay.port}"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for robot in [*self._robots.values()]:
            with suppress(TimeoutError):
                async with asyncio.timeout(1):
                    await robot.close(CloseCode.REMOVED, "the check is over")
        await self._stack.aclose()

    @property
    def websocket_address(self) -> str:
        return self.address.replace("http", "ws", 1) + PATH

    async def run(self) -> None:
        """Return when the examination is over."""
        while not self._examination.over:
            playing = self._examination.judge.playing
            if self._examination.tick(self._clock()) and playing is not None:
                self._break(playing)
            await asyncio.sleep(TICK_S)

    def _single_bytes(self) -> bool:
        trial = self._examination.trial
        return trial is not None and trial.single_bytes

    async def _serve(self, robot: ServerConnection) -> None:
        number = next(self._numbers)
        request, codec = robot.request, CODECS[str(robot.subprotocol)]
        sent = None if request is None else request.headers.get("Authorization")
        try:
            server = await connect(
                self._websocket,
                subprotocols=[Subprotocol(codec.name)],
                additional_headers={} if sent is None else {"Authorization": sent},
                compression=None,
                ping_interval=None,
                max_size=MAX_UPDATE_BYTES,
                close_timeout=1,
            )
        except (OSError, WebSocketException, TimeoutError):
            await robot.close(CloseCode.RESTART, "the server does not answer")
            return
        self._robots[number] = robot
        self._examination.judge.connect(number)
        passage = _Passage(number, robot, server, codec, self._examination, self._clock, self._break)
        try:
            await passage.run()
        finally:
            del self._robots[number]
            by_check = number in self._cut or passage.ended_by_server or self._examination.over
            code = robot.close_code
            how = "" if code in (None, 1006) else f" with the close code {code}"
            self._examination.judge.lose(number, self._clock(), by_check=by_check, how=how)
            await server.close()

    def _break(self, number: int) -> None:
        """Cut a connection of the robot without a close frame."""
        self._cut.add(number)
        self._robots[number].transport.abort()


class _Passage:
    """The messages of one connection of the robot, in both directions."""

    def __init__(
        self,
        number: int,
        robot: ServerConnection,
        server: ClientConnection,
        codec: Codec,
        examination: Examination,
        clock: Callable[[], float],
        cut: Callable[[int], None],
    ) -> None:
        self.ended_by_server = False
        self._number = number
        self._robot, self._server = robot, server
        self._codec = codec
        self._examination = examination
        self._clock = clock
        self._break = cut
        self._queue: asyncio.Queue[tuple[Passed, bytes, Request | None] | None] = asyncio.Queue()

    async def run(self) -> None:
        """Pass messages on until one side ends the connection or the examination cuts it."""
        tasks = [asyncio.create_task(work()) for work in (self._from_robot, self._from_server, self._write)]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            outcomes = await asyncio.gather(*tasks, return_exceptions=True)
        for outcome in outcomes:
            if isinstance(outcome, Exception) and not isinstance(outcome, ConnectionClosed | OSError):
                raise outcome

    async def _from_robot(self) -> None:
        async for frame in self._robot:
            data = frame.encode() if isinstance(frame, str) else frame
            message = self._read(data)
            if message is None:
                await self._server.send(frame)  # the server refuses it
                continue
            order = self._examination.request(self._number, message, self._clock())
            for _ in order.passed:
                await self._server.send(frame)
            if order.cut:
                self._cut()
                return

    async def _from_server(self) -> None:
        while True:
            try:
                data = await self._server.recv(decode=False)
            except ConnectionClosed as closed:
                self.ended_by_server = True
                if closed.rcvd is not None:
                    await self._robot.close(closed.rcvd.code, closed.rcvd.reason)
                return
            message = self._read(data)
            if message is None:
                raise ValueError("expected a server that sends messages of the protocol, got another frame")
            order, answered = self._examination.update(self._number, message, self._clock())
            for passed in order.passed:
                frame = data if passed.message is message else self._codec.encode(passed.message)
                same = passed.message["t"] == message["t"]
                self._queue.put_nowait((passed, frame, answered if same else None))
            if order.cut:
                self._queue.put_nowait(None)

    async def _write(self) -> None:
        while True:
            item = await self._queue.get()
            if item is None:
                self._cut()
                return
            passed, frame, answered = item
            await asyncio.sleep(passed.hold_ms / 1000)
            try:
                await self._robot.send(
                    [*_pieces(frame)] if passed.in_pieces else frame, text=not self._codec.binary
                )
            finally:
                # A robot that has read the last piece may end its connection before `send` returns.
                self._examination.judge.deliver(self._number, passed.message, answered, self._clock())

    def _cut(self) -> None:
        self._break(self._number)

    def _read(self, frame: bytes) -> Plain | None:
        try:
            message = self._codec.decode_plain(frame, MAX_UPDATE_BYTES)
        except InvalidMessage:
            return None
        return message if isinstance(message, dict) and isinstance(message.get("t"), str) else None


def _pieces(frame: bytes) -> Iterator[bytes]:
    """Yield a frame in pieces, some of which are empty or end within a character."""
    size = max(1, len(frame) // PIECES)
    yield b""
    for start in range(0, len(frame), size):
        yield frame[start : start + size]
