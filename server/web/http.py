"""HTTP connections: uvicorn's HTTP protocol with strict time limits.

The head of a request must be short, the request must arrive in time and only after the previous answer, and
the client must read the answers. The server closes a connection that breaks a limit of size or time, because
its client may have vanished or may be an attacker.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from server.web.client_ip import ClientAddresses
from server.web.safe_headers import SAFE_HEAD

HEAD_BYTES = 32 * 1024
HEAD_S, BODY_S, UNREAD_S = 10.0, 30.0, 60.0
DISCARD_S, DISCARD_BYTES = 30.0, 64 << 20
"""The maximum time (s) and number of bytes for which the body of an answered request is discarded."""

_CLOSING = b"connection: close\r\n" + SAFE_HEAD
_TOO_LONG = b"HTTP/1.1 431 Request Header Fields Too Large\r\n" + _CLOSING + b"content-length: 0\r\n\r\n"
_NOT_HTTP = b"HTTP/1.1 400 Bad Request\r\n" + _CLOSING + b"content-type: text/plain; charset=utf-8\r\n"


class AfterBody:
    """The transport of one HTTP answer; it closes the connection only after the request's body has ended.

    RFC 9112, 9.6: closing a socket with unread bytes resets it, and the client may lose the answer.
    """

    def __init__(self, transport: asyncio.Transport, close: Callable[[], None]) -> None:
        self.write = transport.write
        self.is_closing = transport.is_closing
        self.close = close


class ImpatientHttp(HttpToolsProtocol):
    """One HTTP connection. `addresses` limits the number of connections from one address."""

    def __init__(self, addresses: ClientAddresses, **options: Any) -> None:
        super().__init__(**options)
        self._addresses = addresses
        self._address: str | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None
        self._in_head = True
        self._head_bytes = 0
        self._body_ended = True
        self._discarded = 0
        self._closes_after_body = self._upgraded = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # uvicorn declares the same type
        super().connection_made(transport)
        address = self._addresses.peer(transport.get_extra_info("peername"))
        if self._addresses.enter_http(address):
            self._address = address
            self._start_timer(HEAD_S)
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._unset_keepalive_if_required()
        if self._unread is not None:
            self._unread.cancel()
        self._release_address()

    def _release_address(self) -> None:
        """Stop counting this connection as an HTTP connection, because it has ended or become a websocket."""
        self._stop_timer()
        if self._address is not None:
            self._addresses.leave_http(self._address)
            self._address = None

    def _start_timer(self, seconds: float) -> None:
        self._stop_timer()
        if not self.transport.is_closing():
            self._timer = self.loop.call_later(seconds, self._give_up)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _give_up(self) -> None:
        """Close the connection, and abort it later if the client does not read the remaining data."""
        self.transport.close()
        self._timer = self.loop.call_later(UNREAD_S, self.transport.abort)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        super().data_received(data)
        if self._upgraded:
            # The parser refers to this object. Without this line, both would wait for the garbage collector.
            self.parser = None  # type: ignore[assignment]  # uvicorn does the same when a connection ends
        elif self._in_head and not self.transport.is_closing():
            self._head_bytes += len(data)
            if self._head_bytes > HEAD_BYTES:
                self.transport.write(_TOO_LONG)
                self._give_up()
        elif self._discards:
            self._discarded += len(data)
            if self._discarded > DISCARD_BYTES:
                self.transport.abort()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_head, self._head_bytes = True, 0
        if self._answering or self._closes_after_body:
            self.transport.abort()
        else:
            self._start_timer(HEAD_S)

    @property
    def _answering(self) -> bool:
        return bool(self.cycle) and not self.cycle.response_complete

    @property
    def _discards(self) -> bool:
        """Return True if the request was answered before its whole body has arrived.

        The rest of the body is then discarded.
        """
        return not self._in_head and not self._body_ended and not self._answering

    def on_headers_complete(self) -> None:
        self._in_head, self._body_ended, self._discarded = False, False, 0
        if self.transport.is_closing():
            return
        self._wait_for_body()
        before = self.cycle
        super().on_headers_complete()
        if self.cycle is not before:
            self.cycle.transport = AfterBody(self.transport, self._close_after_body)  # type: ignore[assignment]  # uvicorn's cycle uses only the methods that AfterBody has

    def _wait_for_body(self) -> None:
        self._stop_timer()
        self._timer = self.loop.call_later(BODY_S, self._body_is_late)

    def _body_is_late(self) -> None:
        """Close a connection with a late body, unless the server itself has paused reading the body."""
        if self.flow.read_paused:
            self._wait_for_body()
        else:
            self._give_up()

    def _close_after_body(self) -> None:
        """Write no more to the client; discard the rest of the request's body before the socket is closed."""
        if self._body_ended or self.transport.is_closing():
            self.transport.close()
        else:
            # To close a socket with unread data resets the connection, and the client may then lose the
            # answer (RFC 9112, section 9.6).
            self._closes_after_body = True
            self.transport.write_eof()

    def send_400_response(self, msg: str) -> None:
        if self._closes_after_body:
            self.transport.close()
        else:
            text = msg.encode("ascii")
            self.transport.write(b"%scontent-length: %d\r\n\r\n%s" % (_NOT_HTTP, len(text), text))
            self.transport.close()

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._body_ended = True
        self._stop_timer()
        if self._closes_after_body:
            self.transport.close()
        elif not self._answering:
            self._start_timer(HEAD_S)

    def on_response_complete(self) -> None:
        if self._discards and self.expect_100_continue:
            # Close the connection: if the client never sends the body that it announced, its next request
            # would be read as that body.
            self._close_after_body()
        super().on_response_complete()
        self._start_timer(DISCARD_S if self._discards else HEAD_S)

    def handle_websocket_upgrade(self) -> None:
        if not self.transport.is_closing():
            self._release_address()
            self._upgraded = True
            super().handle_websocket_upgrade()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread = self.loop.call_later(UNREAD_S, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._unread is not None:
            self._unread.cancel()
