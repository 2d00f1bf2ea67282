"""Websocket connections: a uvicorn protocol class on the sans-I/O core of the library `websockets`.

Frames are written directly to the transport; a full write buffer shows that the client does not read.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Sequence
from math import ceil
from struct import Struct
from typing import Any, cast

from uvicorn.config import Config
from uvicorn.server import ServerState
from websockets.datastructures import Headers
from websockets.exceptions import NegotiationError
from websockets.frames import Frame as WireFrame
from websockets.frames import Opcode
from websockets.http11 import Request, Response
from websockets.protocol import Event, State
from websockets.server import ServerProtocol
from websockets.typing import StatusLike, Subprotocol

try:
    from websockets.speedups import apply_mask
except ImportError:  # an installation of websockets without its compiled part
    from websockets.utils import apply_mask

from protocol.v1.codec import MAX_FRAME_BYTES
from protocol.v1.codes import CloseCode
from server.hub.listeners import Frame
from server.session.front_desk import FrontDesk
from server.session.limits import Bucket
from server.web.client_ip import ClientAddresses
from server.web.origins import Origins
from server.web.safe_headers import SAFE_HEADERS
from server.web.sockets import Begin, Conversation, Handshake, HandshakeRefused, SocketHandler, Sockets

HIGH_WATER, LOW_WATER = 64 * 1024, 16 * 1024
PIECE_BYTES = 2 * 1024
CLOSE_S, FLOOD_S = 3.0, 0.5
SWEEP_S, SWEEP_PARTS = 1.0, 20
"""The time (s) in which every connection is checked for silence once, and the number of groups for this
check.
"""
ENDS = 20
"""The largest number of sessions that are ended in one turn of the event loop."""


LOGGER = logging.getLogger("websockets.server")
"""The logger of the websockets library, looked up only once, because each look-up takes a lock."""

TEXT, BINARY = 0x81, 0x82
"""The first byte of a data frame that is a whole message, without reserved bits (RFC 6455, 5.2)."""
MASKED = 0x80
SHORT = 125
"""The greatest payload size that the second byte of a frame can hold (RFC 6455, 5.2)."""
NO_BYTE = -1
_SHORT_HEADS = {first: tuple(bytes((first, size)) for size in range(SHORT + 1)) for first in (TEXT, BINARY)}
_head_of_16_bits = Struct(">BBH").pack
_head_of_64_bits = Struct(">BBQ").pack


def _framed(frame: Frame) -> bytes:
    """Return a whole, unmasked websocket frame (RFC 6455, 5.2).

    The frame is built by this function, because that of the websockets library takes ten times as long.
    """
    payload = frame.payload
    size = len(payload)
    first = BINARY if frame.binary else TEXT
    if size <= SHORT:
        return _SHORT_HEADS[first][size] + payload
    if size < 65_536:
        return _head_of_16_bits(first, 126, size) + payload
    return _head_of_64_bits(first, 127, size) + payload


def _smallest_size(frame: WireFrame) -> int:
    """Return the size of a client's frame with the shortest header that can announce its payload."""
    size = len(frame.data)
    return size + (6 if size <= SHORT else 8 if size < 65_536 else 14)


class Core(ServerProtocol):
    """The protocol state of one websocket connection, without I/O.

    `handler` is set when the path of the handshake is known. `unread` is the number of the client's bytes
    that are not yet part of an event of `read`. `unread` is 0 only between two frames. Each frame is counted
    with the smallest possible header, so `unread` stays above 0 after a frame with a longer header than
    necessary.
    """

    handler: SocketHandler | None = None

    def __init__(self, max_size: int) -> None:
        super().__init__(max_size=max_size, logger=LOGGER)
        self.unread = 0
        self._handshake: bytes | None = b""

    def read(self, data: bytes) -> list[Event]:
        """Return the handshake and the frames that are complete after the received bytes `data`."""
        self.unread += len(data)
        if self._handshake is not None:
            self._handshake += data
        self.receive_data(data)
        events = self.events_received()
        for event in events:
            if isinstance(event, WireFrame):
                self.unread -= _smallest_size(event)
            elif self._handshake is not None:
                self.unread -= self._handshake.find(b"\r\n\r\n") + 4
                self._handshake = None
        return events

    def free(self) -> None:
        """Drop the parser and its error, so that this object is freed without a garbage collection.

        The websocket parser and its last error refer to the object that holds them. After a network failure,
        a garbage collection that freed a thousand connections took 0.1 s.
        """
        self.parser.close()
        self.parser_exc = None

    def reject(self, status: StatusLike, text: str) -> Response:
        """Return the response that refuses a websocket handshake, with the headers of every HTTP answer."""
        response = super().reject(status, text)
        headers = Headers(response.headers)
        headers.update(SAFE_HEADERS)
        response.headers = headers
        return response

    def select_subprotocol(self, subprotocols: Sequence[Subprotocol]) -> Subprotocol | None:
        """Return the subprotocol that the path's handler chooses from the client's offer."""
        assert self.handler is not None, "expected a handshake at a known path"
        try:
            name = self.handler.choose(subprotocols)
        except HandshakeRefused as error:
            raise NegotiationError(str(error)) from None
        return None if name is None else Subprotocol(name)


class Edge:
    """The state that all websockets of one server share; `sockets` maps paths to handlers.

    If `whole_frames` is False, the websockets library parses every frame, even a frame that is a whole
    message; this changes no message.
    """

    def __init__(
        self,
        front_desk: FrontDesk,
        addresses: ClientAddresses,
        origins: Origins,
        sockets: Sockets,
        *,
        whole_frames: bool = True,
    ) -> None:
        self.front_desk = front_desk
        self.sockets = sockets
        self.addresses = addresses
        self.origins = origins
        self.whole_frames = whole_frames
        self.open: set[KibitzWebSocket] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._lost: deque[Conversation] = deque()
        self._unchecked: list[KibitzWebSocket] = []
        self._part = 0

    def protocol(
        self, config: Config, server_state: ServerState, app_state: dict[str, Any]
    ) -> asyncio.Protocol:
        """Return a new connection protocol; uvicorn calls this for each upgrade request."""
        return KibitzWebSocket(self, server_state)

    def start(self) -> None:
        """Start the periodic check for silent connections."""
        self._timer = asyncio.get_running_loop().call_later(SWEEP_S / SWEEP_PARTS, self._check_some)

    def stop(self) -> None:
        """Stop the periodic check for silent connections, and end all sessions with a lost connection."""
        if self._timer is not None:
            self._timer.cancel()
        self._end_sessions(len(self._lost))

    def end_soon(self, session: Conversation) -> None:
        """End a session that has lost its connection, in a later turn of the event loop.

        Thousands of connections may be lost at once, and it takes 0.1 ms to end one session at its tables.
        """
        if not self._lost:
            asyncio.get_running_loop().call_soon(self._end_some_sessions)
        self._lost.append(session)

    def _end_some_sessions(self) -> None:
        try:
            self._end_sessions(min(ENDS, len(self._lost)))
        finally:
            if self._lost:
                asyncio.get_running_loop().call_soon(self._end_some_sessions)

    def _end_sessions(self, number: int) -> None:
        for _ in range(number):
            self._lost.popleft().gone()

    def _check_some(self) -> None:
        """Check the next group of connections for silent clients.

        Connections are checked in groups, because thousands of connections that were made in the same second
        also need their pings in the same second.
        """
        # This clock, unlike the server's, stands still while the machine is suspended: after waking, what the
        # clients sent before must be read before a connection may count as silent.
        now = time.monotonic()
        if not self._unchecked:
            self._unchecked = list(self.open)
            self._part = ceil(len(self._unchecked) / SWEEP_PARTS)
        part, self._unchecked = self._unchecked[: self._part], self._unchecked[self._part :]
        for socket in part:
            if socket in self.open:
                socket.check(now)
        self.start()


class KibitzWebSocket(asyncio.Protocol):
    """One websocket connection, from its handshake to its end.

    The websocket connection is the transport (the `Wire`) of its session.

    `_is_open` is True while frames can be sent. `_whole_frame` is the first byte of a frame that may be read
    without the websockets library, or `NO_BYTE`. `_heard` is True if the client has sent something since the
    last periodic check.
    """

    __slots__ = (
        "_address",
        "_admission",
        "_behind_since",
        "_bucket",
        "_closing",
        "_conn",
        "_edge",
        "_fragments",
        "_heard",
        "_is_open",
        "_last_heard",
        "_opened_at",
        "_ping_sent",
        "_rate_exceeded",
        "_session",
        "_state",
        "_transport",
        "_whole_frame",
        "congested",
    )

    def __init__(self, edge: Edge, state: ServerState) -> None:
        self._edge = edge
        self._state = state
        self._transport: asyncio.Transport
        self._conn = Core(max_size=MAX_FRAME_BYTES)
        self._session: Conversation | None = None
        self._admission: asyncio.Task[None] | None = None
        self._fragments: list[bytes] = []
        self._address: str | None = None
        self._last_heard = self._opened_at = time.monotonic()
        self._behind_since: float | None = None
        self._ping_sent = False
        self._closing: asyncio.TimerHandle | None = None
        self._bucket: Bucket | None = None
        self._rate_exceeded = False
        self._is_open = self._heard = False
        self._whole_frame = NO_BYTE
        self.congested = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._transport.set_write_buffer_limits(HIGH_WATER, LOW_WATER)
        self._state.connections.add(self)  # type: ignore[arg-type]  # uvicorn's type names only its own classes
        self._edge.open.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_frames()
        self._conn.free()
        self._state.connections.discard(self)
        self._edge.open.discard(self)
        if self._closing is not None:
            self._closing.cancel()
        if self._admission is not None:
            self._admission.cancel()
        if self._address is not None:
            self._edge.addresses.leave(self._address)
        if self._session is not None:
            self._edge.front_desk.hub.services.meter.connections.dec()
            self._edge.end_soon(self._session)
            self._session = None

    def pause_writing(self) -> None:
        self.congested = True
        self._behind_since = time.monotonic()
        if not self._transport.is_closing():
            self._transport.pause_reading()

    def resume_writing(self) -> None:
        self.congested = False
        self._behind_since = None
        self._heard = True
        if not self._transport.is_closing():
            self._transport.resume_reading()
            if self._session is not None:
                self._session.drained()

    def data_received(self, data: bytes) -> None:
        self._heard = True
        # Nearly every chunk is one whole, masked frame of a message. While the core is between two messages,
        # such a frame is read here, in 0.3 instead of 4.4 microseconds, and the core need not know of it.
        # The core reads everything else, as it reads ahead: a fault ends the connection before the messages
        # of the same chunk are handled.
        session = self._session
        if session is not None and data[0] == self._whole_frame:
            begin = 6 if len(data) <= 6 + SHORT else 8
            size = len(data) - begin
            if 0 < size <= MAX_FRAME_BYTES and (
                data[1] == MASKED | size
                if begin == 6
                else data[1] == MASKED | 126 and data[2] << 8 | data[3] == size
            ):
                session.receive(apply_mask(data[begin:], data[begin - 4 : begin]))
                return
        self._read(data)

    def _read(self, data: bytes) -> None:
        """Let the websockets library parse a chunk of received bytes, and handle the frames in it."""
        self._whole_frame = NO_BYTE
        # Parse the chunk in pieces, because it may have thousands of tiny frames: after too many control
        # frames, drop the rest of the chunk.
        for start in range(0, len(data), PIECE_BYTES):
            if self._rate_exceeded:
                return
            events = self._conn.read(data[start : start + PIECE_BYTES])
            self._note_state()
            for event in events:
                if isinstance(event, Request):
                    self._shake_hands(event)
                elif isinstance(event, WireFrame):
                    self._handle_frame(event)
            self._flush()
        session, conn = self._session, self._conn
        # With conn.debug, the core logs every frame.
        between_messages = not (conn.unread or self._fragments or conn.debug)
        if session is not None and self._is_open and between_messages and self._edge.whole_frames:
            self._whole_frame = BINARY if session.codec.binary else TEXT

    def _note_state(self) -> None:
        """Stop sending and reading frames if the websocket is not open any more."""
        if self._conn.state is not State.OPEN:
            self._stop_frames()

    def _stop_frames(self) -> None:
        self._is_open = False
        self._whole_frame = NO_BYTE

    def eof_received(self) -> None:
        self._stop_frames()
        self._conn.receive_eof()
        self._flush()

    def _flush(self) -> None:
        """Write the output of the websockets library: handshakes, pongs and closes.

        Close the transport when the websockets library has ended the connection.
        """
        for chunk in self._conn.data_to_send():
            if chunk and not self._transport.is_closing():
                self._transport.write(chunk)
            elif not chunk:
                self._stop_frames()
                self._transport.close()
        if self._conn.close_expected():
            self._end_soon()

    def _end_soon(self) -> None:
        if self._closing is None:
            seconds = FLOOD_S if self._rate_exceeded else CLOSE_S
            self._closing = asyncio.get_running_loop().call_later(seconds, self._transport.abort)

    def _shake_hands(self, request: Request) -> None:
        handler = self._conn.handler = self._edge.sockets.get(request.path.partition("?")[0])
        if handler is None:
            first, *others = (f"{each.about} {{}}at {path}" for path, each in self._edge.sockets.items())
            self._reject(404, ", ".join((first.format("is "), *(each.format("") for each in others))))
            return
        denied = self._edge.origins.refusal(request.headers.get_all)
        if denied is not None:
            self._reject(denied.status, denied.message)
            return
        peer = self._transport.get_extra_info("peername")
        address = self._edge.addresses.address_of(peer, request.headers.get_all)
        refused = self._edge.addresses.enter(address, self._edge.front_desk.hub.services.now_ms())
        if refused is not None:
            self._reject(refused[0], refused[1])
            return
        self._address = address
        try:
            admitted = handler.admit(Handshake(request.headers.get_all, address))
        except HandshakeRefused as error:
            self._reject(error.status, str(error))
            return
        if isinstance(admitted, Awaitable):
            tasks = self._edge.front_desk.hub.services.tasks
            self._admission = tasks.run(self._await_admission(request, admitted))
        else:
            self._begin(request, admitted)

    async def _await_admission(self, request: Request, admitted: Awaitable[Begin]) -> None:
        """Answer the handshake after the handler of its path has accepted or refused the client."""
        try:
            begin = await admitted
        except HandshakeRefused as error:
            self._reject(error.status, str(error))
        else:
            if self._conn.state is State.CONNECTING:
                self._begin(request, begin)
        self._flush()

    def _begin(self, request: Request, begin: Begin) -> None:
        """Accept a valid handshake, and start the conversation with the client."""
        response = self._conn.accept(request)
        self._conn.send_response(response)
        if response.status_code == 101:
            self._is_open = not self._transport.is_closing()
            self._session = begin(self, self._conn.subprotocol or "")
            self._edge.front_desk.hub.services.meter.connections.inc()

    def _reject(self, status: int, text: str) -> None:
        response: Response = self._conn.reject(status, text + "\n")
        if status in (429, 503):
            headers = Headers(response.headers)
            headers["Retry-After"] = "5"
            response.headers = headers
        self._conn.send_response(response)

    def _handle_frame(self, frame: WireFrame) -> None:
        """Handle a client's frame; the websockets library has already answered pings and closes."""
        if self._conn.state is not State.OPEN:
            return
        if (frame.opcode >= Opcode.CLOSE or not frame.fin) and self._bucket_is_empty():
            self.close(CloseCode.RATE, "too many control frames or fragments")
            return
        if frame.opcode in (Opcode.TEXT, Opcode.BINARY):
            codec = None if self._session is None else self._session.codec
            if codec is not None and codec.binary is not (frame.opcode is Opcode.BINARY):
                kind = "binary" if codec.binary else "text"
                self.close(CloseCode.WRONG_FRAME, f"expected {kind} frames")
                return
            self._fragments = [bytes(frame.data)]
        elif frame.opcode is Opcode.CONT:
            if frame.data:
                self._fragments.append(bytes(frame.data))
        else:
            return
        if frame.fin and self._session is not None:
            message, self._fragments = b"".join(self._fragments), []
            self._session.receive(message)

    def _bucket_is_empty(self) -> bool:
        """Return True if this connection has sent too many control frames and fragments in a short time.

        Control frames and fragments have a rate limit of their own, equal to the limit for messages.
        """
        if self._bucket is None:
            self._bucket = self._edge.front_desk.allowances.connection()
        return bool(self._bucket.take(self._edge.front_desk.hub.services.now_ms()))

    def send(self, frame: Frame) -> None:
        """Write a frame to the client.

        The bytes of a frame on the wire are made once and used for all clients that get the frame.
        """
        if self._is_open:
            wire = frame.wire
            if wire is None:
                wire = frame.wire = _framed(frame)
            self._transport.write(wire)

    def send_together(self, frames: Sequence[Frame]) -> None:
        """Write several frames in one write, which takes less time than a call of `send` for each frame."""
        if self._is_open:
            whole = []
            for frame in frames:
                wire = frame.wire
                if wire is None:
                    wire = frame.wire = _framed(frame)
                whole.append(wire)
            self._transport.write(b"".join(whole))

    def close(self, code: int, reason: str) -> None:
        """Close the connection with a websocket close code.

        If the client does not answer the close frame, the transport is aborted soon afterwards.
        """
        if code == CloseCode.RATE and not self._transport.is_closing():
            self._rate_exceeded = True
            self._transport.pause_reading()
        if self._conn.state is State.OPEN:
            self._conn.send_close(code, reason)
            self._note_state()
            self._flush()
        self._end_soon()

    def check(self, now: float) -> None:
        """Ping a silent client; close the connection if the client stays silent or does not read.

        The server checks each connection with this method once a second.
        """
        if self._heard:
            self._heard = self._ping_sent = False
            self._last_heard = now
        heartbeat_s = self._edge.front_desk.settings.heartbeat_s
        behind = self._behind_since
        if behind is not None and now - behind > 2.5 * heartbeat_s:
            self.close(CloseCode.SLOW, "the client does not read its messages")
        elif self._session is None or not self._session.greeted:
            if now - self._opened_at > self._edge.front_desk.settings.hello_s:
                self.close(CloseCode.HELLO, "expected the first message in time")
        elif now - self._last_heard > 2.5 * heartbeat_s:
            self.close(CloseCode.SILENT, "the client was silent for too long")
        elif now - self._last_heard > heartbeat_s and not self._ping_sent and self._conn.state is State.OPEN:
            self._ping_sent = True
            self._conn.send_ping(b"")
            self._flush()

    def shutdown(self) -> None:
        """Close the connection because the server stops; uvicorn calls this."""
        self.close(CloseCode.RESTART, "the server restarts")
