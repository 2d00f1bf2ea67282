"""A websocket client that costs little: a plain socket, frames by hand, a mask of zeros."""

from __future__ import annotations

import socket
import struct
from collections.abc import Iterable

from msgspec import Struct

TEXT, BINARY = 0x81, 0x82
_CLOSE, _PING, _PONG = 0x88, 0x89, 0x8A
_ZERO_MASK = bytes(4)
_KEY = "a2liaXR6LWJlbmNoLWtleQ=="
_TCP_INFO_SIZE, _BYTES_RECEIVED, _DATA_SEGMENTS_IN = 160, 128, 152
"""The place of two fields in the struct tcp_info of Linux (since 4.6): u64 and u32."""


class Broken(RuntimeError):
    """The server ended the connection, or answered what it should not."""


class Traffic(Struct):
    """What has arrived at sockets: writes of the server, and bytes.

    A write is a TCP segment with data. On the loopback interface without Nagle's algorithm, each write of up
    to 64 KiB travels as one segment.
    """

    writes: int
    bytes: int


def handshake(port: int, path: str, subprotocol: str | None) -> bytes:
    """Return a request for a websocket."""
    offer = f"Sec-WebSocket-Protocol: {subprotocol}\r\n" if subprotocol else ""
    return (
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Origin: http://127.0.0.1:{port}\r\n"
        f"Sec-WebSocket-Key: {_KEY}\r\nSec-WebSocket-Version: 13\r\n{offer}\r\n"
    ).encode()


class Wire:
    """One connection to 127.0.0.1, open when it is made. A subclass says what it does with a message.

    `receive` is to be called when the socket is readable. It blocks until `unblock` has been called.
    """

    __slots__ = ("_rest", "_socket")

    def __init__(self, port: int, path: str, subprotocol: str | None = None) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=20)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._rest = b""
        self._socket.sendall(handshake(port, path, subprotocol))
        head = b""
        while b"\r\n\r\n" not in head:
            data = self._socket.recv(65536)
            if not data:
                raise Broken(f"no answer to the handshake for {path}")
            head += data
        head, _, self._rest = head.partition(b"\r\n\r\n")
        if b" 101 " not in head[:20]:
            raise Broken(f"expected status 101 for {path}, got {head.splitlines()[0].decode()}")

    @property
    def fileno(self) -> int:
        return self._socket.fileno()

    def unblock(self) -> None:
        """Never wait in `receive` from now on, and take the messages that came with the handshake."""
        self._socket.setblocking(False)
        self._read(b"")

    def traffic(self) -> Traffic:
        """Return what has arrived at this socket, counted by the kernel."""
        info = self._socket.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _TCP_INFO_SIZE)
        (received,) = struct.unpack_from("=Q", info, _BYTES_RECEIVED)
        (segments,) = struct.unpack_from("=I", info, _DATA_SEGMENTS_IN)
        return Traffic(segments, received)

    def close(self) -> None:
        self._socket.close()

    def take(self, message: bytes) -> None:
        """Called with every message."""
        raise NotImplementedError

    def closed(self, code: int, reason: str) -> None:
        """Called when the server says that it closes the connection."""
        raise Broken(f"the server closed with {code}: {reason}")

    def send(self, message: bytes, kind: int = BINARY) -> None:
        size = len(message)
        head = bytes((kind, 128 | size)) if size < 126 else bytes((kind, 128 | 126, size >> 8, size & 255))
        frame = head + _ZERO_MASK + message
        if self._socket.send(frame) != len(frame):
            raise Broken("the server does not read what it is sent")

    def receive(self) -> None:
        """Read once, and take every message that is whole."""
        data = self._socket.recv(65536)
        if not data:
            raise Broken("the server ended the connection")
        self._read(data)

    def _read(self, data: bytes) -> None:
        if self._rest:
            data = self._rest + data
        at, end = 0, len(data)
        while end - at >= 2:
            size, start = data[at + 1], at + 2
            if size >= 126:
                start += 2 if size == 126 else 8
                if end < start:
                    break
                size = int.from_bytes(data[at + 2 : start], "big")
            stop = start + size
            if stop > end:
                break
            if data[at] in (TEXT, BINARY):
                self.take(data[start:stop])
            else:
                self._control(data[at], data[start:stop])
            at = stop
        self._rest = data[at:]

    def _control(self, kind: int, payload: bytes) -> None:
        if kind == _PING:
            self.send(payload, _PONG)
        elif kind == _CLOSE:
            self.closed(int.from_bytes(payload[:2], "big"), payload[2:].decode())
        elif kind != _PONG:
            raise Broken(f"expected whole frames without extensions, got a first byte of {kind:#x}")


def traffic(wires: Iterable[Wire]) -> Traffic:
    """Return what has arrived at all these sockets."""
    total = Traffic(0, 0)
    for wire in wires:
        arrived = wire.traffic()
        total.writes += arrived.writes
        total.bytes += arrived.bytes
    return total
