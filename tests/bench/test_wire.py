"""The light websocket client loses no message, and counts what arrives."""

from __future__ import annotations

import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from tests.bench.wire import Broken, Wire, traffic

HANDSHAKE = b"HTTP/1.1 101 Switching Protocols\r\n\r\n"


class Heard(Wire):
    """A client that keeps its messages."""

    def __init__(self, port: int) -> None:
        self.messages: list[bytes] = []
        super().__init__(port, "/")

    def take(self, message: bytes) -> None:
        self.messages.append(message)


@contextmanager
def connected(first: bytes) -> Iterator[tuple[Heard, socket.socket]]:
    """A client, and the far end of its connection, which has answered the handshake with `first`."""
    listening = socket.create_server(("127.0.0.1", 0))
    ends: list[socket.socket] = []

    def accept() -> None:
        end, _ = listening.accept()
        end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        while b"\r\n\r\n" not in end.recv(4096):
            pass
        end.sendall(first)
        ends.append(end)

    accepting = threading.Thread(target=accept)
    accepting.start()
    try:
        wire = Heard(listening.getsockname()[1])
        accepting.join(10)
        yield wire, ends[0]
        wire.close()
    finally:
        for each in (listening, *ends):
            each.close()


def until(true: Callable[[], bool]) -> None:
    for _ in range(1_000):
        if true():
            return
    raise AssertionError("expected it to become true")


def test_a_message_that_comes_with_the_handshake_is_taken() -> None:
    with connected(HANDSHAKE + b"\x81\x05hello\x81\x02yo") as (wire, _):
        wire.unblock()
        assert wire.messages == [b"hello", b"yo"]


def test_a_message_in_two_parts_is_taken_once_it_is_whole() -> None:
    with connected(HANDSHAKE) as (wire, end):
        end.sendall(b"\x82\x05he")
        wire.receive()
        assert wire.messages == []
        end.sendall(b"llo")
        wire.receive()
        assert wire.messages == [b"hello"]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the kernel's counts are those of Linux")
def test_the_kernel_counts_the_writes_and_bytes_that_arrive() -> None:
    with connected(HANDSHAKE) as (wire, end):
        before = traffic([wire])
        for _ in range(3):
            end.sendall(b"\x81\x05hello")
            wire.receive()
        until(lambda: len(wire.messages) == 3)
        after = traffic([wire])
        assert (after.writes - before.writes, after.bytes - before.bytes) == (3, 21)


def test_a_close_of_the_server_is_told_with_its_code() -> None:
    with connected(HANDSHAKE) as (wire, end):
        end.sendall(b"\x88\x06\x10\x04away")
        with pytest.raises(Broken, match="closed with 4100: away"):
            wire.receive()
