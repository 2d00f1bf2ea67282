"""The websocket edge: a uvicorn protocol class on the sans-I/O core of `websockets`.

Frames are written directly to the transport; a full write buffer shows that the client does not read.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Sequence
from typing import Any, cast

from uvicorn.config import Config
from uvicorn.server import ServerState
from websockets.datastructures import Headers
from websockets.exceptions import NegotiationError
from websockets.frames import Frame as WireFrame
from websockets.frames import Opcode
from websockets.http11 import Request, Response
from websockets.protocol import State
from websockets.server import ServerProtocol
from websockets.typing import Subprotocol

from protocol.v1.codec import MAX_FRAME_BYTES
from protocol.v1.codes import CloseCode
from server.hub.feeds import Frame
from server.session.front_desk import FrontDesk
from server.session.limits import Bucket
from server.web.client_ip import ClientAddresses
from server.web.origins import Origins
from server.web.sockets import Begin, Conversation, Handshake, HandshakeRefused, SocketHandler, Sockets

HIGH_WATER, LOW_WATER = 64 * 1024, 16 * 1024
PIECE_BYTES = 2 * 1024
CLOSE_S, FLOOD_S = 3.0, 0.5
SWEEP_S = 1.0


def _framed(frame: Frame) -> bytes:
    """Return a whole, unmasked frame (RFC 6455, 5.2).

    The frame is built here because the function of the websockets library takes ten times as long.
    """
    size = len(frame.payload)
    first = 0x82 if frame.binary else 0x81
    if size < 126:
        head = bytes((first, size))
    elif size < 65_536:
        head = bytes((first, 126)) + size.to_bytes(2, "big")
    else:
        head = bytes((first, 127)) + size.to_bytes(8, "big")
    return head + frame.payload


class Core(ServerProtocol):
    """The protocol state of one websocket connection, without I/O.

    `handler` is set when the path of the handshake is known.
    """

    handler: SocketHandler | None = None

    def select_subprotocol(self, subprotocols: Sequence[Subprotocol]) -> Subprotocol | None:
        """Return the subprotocol that the path's handler chooses from the client's offer."""
        assert self.handler is not None, "expected a handshake at a known path"
        try:
            name = self.handler.choose(subprotocols)
        except HandshakeRefused as error:
            raise NegotiationError(str(error)) from None
        return None if name is None else Subprotocol(name)


class Edge:
    """The state that all websockets of one server share; `sockets` maps paths to handlers."""

    def __init__(
        self, front_desk: FrontDesk, addresses: ClientAddresses, origins: Origins, sockets: Sockets
    ) -> None:
        self.front_desk = front_desk
        self.sockets = sockets
        self.addresses = addresses
        self.origins = origins
        self.open: set[KibitzWebSocket] = set()
        self._timer: asyncio.TimerHandle | None = None

    def protocol(
        self, config: Config, server_state: ServerState, app_state: dict[str, Any]
    ) -> asyncio.Protocol:
        """Return a new connection protocol; uvicorn calls this for each upgrade request."""
        return KibitzWebSocket(self, server_state)

    def start(self) -> None:
        """Start the periodic check for silent connections."""
        self._timer = asyncio.get_running_loop().call_later(SWEEP_S, self._sweep)

    def stop(self) -> None:
        """Stop the periodic check for silent connections."""
        if self._timer is not None:
            self._timer.cancel()

    def _sweep(self) -> None:
        now = time.monotonic()
        for socket in list(self.open):
            socket.check(now)
        self.start()


class KibitzWebSocket(asyncio.Protocol):
    """One websocket connection, from its handshake to its end.

    The connection is the `Wire`, the transport, of its session.
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
        "_last_heard",
        "_opened_at",
        "_ping_sent",
        "_rate_exceeded",
        "_session",
        "_state",
        "_transport",
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
        self.congested = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._transport.set_write_buffer_limits(HIGH_WATER, LOW_WATER)
        self._state.connections.add(self)  # type: ignore[arg-type]  # uvicorn's type names only its own classes
        self._edge.open.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
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
            self._session.gone()
            self._session = None

    def pause_writing(self) -> None:
        self.congested = True
        self._behind_since = time.monotonic()
        if not self._transport.is_closing():
            self._transport.pause_reading()

    def resume_writing(self) -> None:
        self.congested = False
        self._behind_since = None
        self._last_heard = time.monotonic()
        if not self._transport.is_closing():
            self._transport.resume_reading()
            if self._session is not None:
                self._session.drained()

    def data_received(self, data: bytes) -> None:
        self._last_heard = time.monotonic()
        self._ping_sent = False
        # Parse the chunk in pieces, because it may have thousands of tiny frames: after too many control
        # frames, drop the rest of the chunk.
        for start in range(0, len(data), PIECE_BYTES):
            if self._rate_exceeded:
                return
            self._conn.receive_data(data[start : start + PIECE_BYTES])
            for event in self._conn.events_received():
                if isinstance(event, Request):
                    self._shake_hands(event)
                elif isinstance(event, WireFrame):
                    self._handle_frame(event)
            self._flush()

    def eof_received(self) -> None:
        self._conn.receive_eof()
        self._flush()

    def _flush(self) -> None:
        """Write the core's output (handshakes, pongs, closes).

        Close the transport when the core has ended.
        """
        for chunk in self._conn.data_to_send():
            if chunk and not self._transport.is_closing():
                self._transport.write(chunk)
            elif not chunk:
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
            self._admission = asyncio.create_task(self._await_admission(request, admitted))
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
        """Accept a valid handshake, and start the conversation."""
        response = self._conn.accept(request)
        self._conn.send_response(response)
        if response.status_code == 101:
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
        """Handle a frame; the core has already answered pings and closes."""
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
        """Write a frame.

        The bytes of a frame on the wire are made once and used for all clients that get the frame.
        """
        if self._conn.state is not State.OPEN or self._transport.is_closing():
            return
        if frame.wire is None:
            frame.wire = _framed(frame)
        self._transport.write(frame.wire)

    def close(self, code: int, reason: str) -> None:
        """Close the connection with a close code.

        If the client does not answer, the transport is aborted soon afterwards.
        """
        if code == CloseCode.RATE and not self._transport.is_closing():
            self._rate_exceeded = True
            self._transport.pause_reading()
        if self._conn.state is State.OPEN:
            self._conn.send_close(code, reason)
            self._flush()
        self._end_soon()

    def check(self, now: float) -> None:
        """Close the connection if the client is silent or does not read; ping a silent client before that.

        The server calls this method once a second.
        """
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
