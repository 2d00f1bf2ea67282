"""The short way of one whole, masked frame past the websockets library, with the results of the library."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from uvicorn.server import ServerState
from websockets.protocol import State
from websockets.server import ServerProtocol

from protocol.v1.codec import CODECS, JSON, MAX_FRAME_BYTES, MSGPACK, Codec
from protocol.v1.codes import CloseCode
from server.hub.listeners import Frame
from server.web import websocket
from server.web.client_ip import ClientAddresses
from server.web.origins import Origins
from server.web.sockets import Begin, Handshake
from server.web.websocket import BINARY, NO_BYTE, TEXT, Core
from tests.rooms import House
from tests.virtual import virtual
from tests.web.served import CLOSE, CONT, PING, PONG, upgrade
from tests.web.served import frame as unmasked_key

PATH = "/echo"
HANDSHAKE = upgrade(path=PATH)
PAYLOADS = (b"close", b"answer", b"two answers", b"hello", b"{}", "\u2660".encode(), b"\xff\xfe", b"\0" * 9)
SIZES = (0, 1, 119, 124, 125, 126, 127, 128, 129, 1_000, 4_094, MAX_FRAME_BYTES, MAX_FRAME_BYTES + 1, 5_000)
ONE_FAULT = ("other data", "reserved bit", "no mask", "too big", "huge")
Log = list[tuple[Any, ...]]
Stream = tuple[Codec, list[bytes]]
"""The codec of a connection, and the chunks that its client sends."""


class Transport(asyncio.Transport):
    """A transport that records the calls to it."""

    def __init__(self, log: Log) -> None:
        super().__init__()
        self._log = log
        self._closing = False

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return ("127.0.0.1", 1) if name == "peername" else default

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        self._log.append(("limits", high, low))

    def is_closing(self) -> bool:
        return self._closing

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self._log.append(("write", bytes(data)))

    def pause_reading(self) -> None:
        self._log.append(("pause_reading",))

    def resume_reading(self) -> None:
        self._log.append(("resume_reading",))

    def close(self) -> None:
        self._closing = True
        self._log.append(("close",))

    def abort(self) -> None:
        self._closing = True
        self._log.append(("abort",))


class Echo:
    """A websocket path with a conversation that records its messages and answers some of them."""

    about = "the echo"

    def __init__(self, codec: Codec, log: Log) -> None:
        self.codec = codec
        self.greeted = True
        self._log = log

    def choose(self, offered: Any) -> None:
        return None

    def admit(self, handshake: Handshake) -> Begin:
        def begin(wire: Any, subprotocol: str) -> Echo:
            self._wire = wire
            return self

        return begin

    def receive(self, frame: bytes) -> None:
        self._log.append(("message", type(frame), frame))
        if frame == b"close":
            self._wire.close(CloseCode.GARBAGE, "the client asked for it")
        elif frame == b"answer":
            self._wire.send(Frame(b"an answer", self.codec.binary))
        elif frame == b"two answers":
            self._wire.send_together([Frame(b"one", self.codec.binary), Frame(b"two", self.codec.binary)])

    def drained(self) -> None:
        self._log.append(("drained",))

    def gone(self) -> None:
        self._log.append(("gone",))


def connect(
    house: House, codec: Codec, log: Log, *, whole_frames: bool, module: ModuleType = websocket
) -> Any:
    """Return the server's end of a new connection to the echo, before its handshake."""
    addresses = ClientAddresses(house.desk.settings)
    origins = Origins((), loopback=True, proxy_header="")
    edge = module.Edge(house.desk, addresses, origins, {PATH: Echo(codec, log)}, whole_frames=whole_frames)
    connection = edge.protocol(None, ServerState(), {})
    connection.connection_made(Transport(log))
    return connection


async def received(house: House, codec: Codec, chunks: list[bytes], **how: Any) -> Log:
    """Return everything that a connection did while it received these chunks and the end of the stream."""
    log: Log = []
    connection = connect(house, codec, log, **how)
    for chunk in chunks:
        if connection._transport.is_closing():
            break
        connection.data_received(chunk)
        log.append(("state", connection._conn.state, connection._conn.close_sent))
        if chunk is HANDSHAKE:
            log.clear()  # the response has the time of the day
    log.append(("the end is near", connection._closing is not None))
    if not connection._transport.is_closing():
        connection.eof_received()
    connection.connection_lost(None)
    connection.send(Frame(b"too late", codec.binary))
    return log


def logs_of(streams: list[Stream], *, whole_frames: bool, module: ModuleType = websocket) -> list[Log]:
    """Return what a connection does with each of these streams, with the short way or without it."""
    logs: list[Log] = []

    @virtual
    async def run() -> None:
        house = House(requests_burst=6, connects_per_address_s=1e6, connects_per_address_burst=10**6)
        for codec, chunks in streams:
            logs.append(await received(house, codec, chunks, whole_frames=whole_frames, module=module))

    run()
    return logs


def assert_the_ways_are_equal(codec: Codec, chunks: list[bytes]) -> None:
    """Assert that a connection does the same with the short way as without it."""
    (short,) = logs_of([(codec, chunks)], whole_frames=True)
    (long,) = logs_of([(codec, chunks)], whole_frames=False)
    assert short == long


def encoded(first: int, payload: bytes, key: bytes, *, length: int = 0, masked: bool = True) -> bytes:
    """Return a client's frame; `length` 2 or 8 chooses a length field that is longer than necessary.

    With `masked` False the frame has a masking key and masked content, but not the bit that announces them.
    """
    size, mask = len(payload), 0x80 if masked else 0
    length = max(length, 0 if size < 126 else 2 if size < 1 << 16 else 8)
    second = {0: size, 2: 126, 8: 127}[length] | mask
    body = bytes(byte ^ key[at % 4] for at, byte in enumerate(payload))
    return bytes((first, second)) + size.to_bytes(8, "big")[8 - length :] + key + body


@st.composite
def frames(draw: st.DrawFn, data: int) -> bytes:
    """Draw a frame; most are whole messages of the kind `data`, the others differ in one or more respects."""
    size = draw(st.sampled_from((0,) * 20 + SIZES))
    payload = draw(st.sampled_from(PAYLOADS)) if not size else b"x" * size
    key = draw(st.sampled_from((bytes(4), b"\x01\x02\x03\x04")) | st.binary(min_size=4, max_size=4))
    kind = draw(st.sampled_from(("usual",) * 9 + ONE_FAULT + ("any",) * 3))
    if kind == "usual":
        return encoded(data, payload, key)
    if kind == "other data":
        return encoded(data ^ TEXT ^ BINARY, payload, key)
    if kind == "no mask":
        return encoded(data, draw(st.sampled_from((b"hello", b"x" * 300))), key, masked=False)
    if kind == "too big":
        return encoded(data, b"x" * (MAX_FRAME_BYTES + draw(st.integers(1, 2))), key)
    if kind == "huge":
        return bytes((data, 0xFF)) + encoded(data, b"x" * draw(st.integers(126, 400)), key)[2:]
    if kind == "reserved bit":
        return encoded(data ^ draw(st.sampled_from((0x40, 0x20, 0x10))), payload, key)
    kinds = (TEXT, BINARY, 0x80 | CONT, 0x80 | PING, 0x80 | PONG, 0x80 | CLOSE, 0x80 | 3)
    first = draw(st.sampled_from(kinds)) & ~draw(st.sampled_from((0, 0, 0x80)))
    first ^= draw(st.sampled_from((0, 0, 0, 0x40, 0x20, 0x10)))
    if first & 0x08 and draw(st.booleans()):
        payload = b"" if first & 0x07 else (1000).to_bytes(2, "big")
    if draw(st.integers(0, 9)) == 0:
        return unmasked_key(first & 0x0F, payload, fin=bool(first & 0x80), mask=False)
    length = draw(st.sampled_from((0, 0, 2, 8)))
    return encoded(first, payload, key, length=length, masked=draw(st.integers(0, 4)) > 0)


@st.composite
def spoilt(draw: st.DrawFn, whole: bytes) -> bytes:
    """Draw a frame with another byte in its head, without its last byte, or with one byte more."""
    change = draw(st.sampled_from(("byte", "byte", "less", "more")))
    if change == "less":
        return whole[:-1]
    if change == "more":
        return whole + b"x"
    changed = bytearray(whole)
    at = draw(st.sampled_from((0, 1, 1, 1, 2, 3)))
    other = (125, 126, 127, 253, 254, 255, changed[at] ^ 1, changed[at] ^ 3, changed[at] ^ 0x40)
    changed[at] = draw(st.sampled_from((*other, *[changed[at] ^ 0x80] * 4, draw(st.integers(0, 255)))))
    return bytes(changed)


@st.composite
def parts(draw: st.DrawFn, data: int) -> list[bytes]:
    """Draw the chunks of one frame, of a frame inside a frame, of a message in fragments, or of garbage."""
    kind = draw(
        st.sampled_from(
            ("frame",) * 6
            + ("cut", "cut", "inside", "fragments", "after the end", "garbage")
            + ("odd head",) * 3
        )
    )
    whole = draw(frames(data)) if kind in ("frame", "cut", "inside") else b""
    if kind == "cut":
        at = draw(st.sampled_from((1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 14, len(whole) - 1)) | st.integers(0, 300))
        return [whole[:at], whole[at:]]
    if kind == "inside":
        outer = encoded(data, whole, bytes(4))
        return [outer[: -len(whole)], whole]
    if kind == "fragments":
        key = b"abcd"
        between = [draw(frames(data))] if draw(st.booleans()) else []
        return [encoded(data & 0x0F, b"he", key), *between, encoded(0x80 | CONT, b"llo", key)]
    if kind == "odd head":
        payload = draw(
            st.sampled_from((b"hello", b"{}", b"hi", b"x" * 126, b"x" * 300, b"x" * MAX_FRAME_BYTES))
        )
        return [draw(spoilt(encoded(data, payload, b"abcd")))]
    if kind == "after the end":
        return [encoded(data, b"close", bytes(4)), encoded(data, b"hello", bytes(4))]
    if kind == "garbage":
        return [draw(st.binary(min_size=1, max_size=30))]
    return [whole]


@st.composite
def streams(draw: st.DrawFn) -> Stream:
    """Draw a codec and the chunks that a client sends after its handshake."""
    codec = draw(st.sampled_from(tuple(CODECS.values())))
    chunks: list[bytes] = []
    for each in draw(st.lists(parts(BINARY if codec.binary else TEXT), max_size=10)):
        if chunks and draw(st.integers(0, 9)) == 0:
            chunks[-1] += each.pop(0)
        chunks += each
    return codec, [HANDSHAKE, *filter(None, chunks)]


@pytest.mark.thorough
@settings(max_examples=300, deadline=None)
@given(streams())
def test_a_connection_does_the_same_with_the_short_way_as_without_it(
    stream: Stream,
) -> None:
    codec, chunks = stream
    assert_the_ways_are_equal(codec, chunks)


@settings(max_examples=100, deadline=None)
@given(streams(), st.data())
def test_it_does_the_same_when_the_stream_is_cut_anywhere(stream: Stream, data: st.DataObject) -> None:
    codec, (handshake, *chunks) = stream
    whole = b"".join(chunks)
    cuts = sorted(data.draw(st.sets(st.integers(0, len(whole)), max_size=20)))
    pieces = [whole[start:end] for start, end in zip([0, *cuts], [*cuts, len(whole)], strict=True)]
    assert_the_ways_are_equal(codec, [handshake, *filter(None, pieces)])


def faults_alone(data: int) -> Iterator[list[bytes]]:
    """Yield the chunks of streams with one fault each, or with nothing but a message after another one."""
    key, hello, long = b"abcd", b"hello", b"x" * 300
    for payload in (hello, long):
        whole = encoded(data, payload, key)
        yield [whole]
        yield [whole[:-1]]
        yield [whole + b"x"]
        yield [encoded(data, payload, key, masked=False)]
        yield [encoded(data ^ 0x40, payload, key)]
        yield [encoded(data ^ 0x80, payload, key)]
        yield [encoded(data ^ TEXT ^ BINARY, payload, key)]
        yield [bytes((data, 0xFF)) + whole[2:]]
        yield [whole[:3], whole]
        yield [encoded(data, whole, bytes(4))[: -len(whole)], whole]
        yield [encoded(data ^ 0x80, b"he", key), whole]
        yield [encoded(data, b"close", key), whole]
    yield [encoded(data, b"x" * (MAX_FRAME_BYTES + 1), key)]


@pytest.fixture(scope="module")
def corpus() -> tuple[list[Stream], list[Log]]:
    """Return some 500 streams, and what a connection does with each of them without the short way."""
    drawn: list[Stream] = [
        (codec, [HANDSHAKE, *chunks])
        for codec in CODECS.values()
        for chunks in faults_alone(BINARY if codec.binary else TEXT)
    ]

    @settings(max_examples=450, derandomize=True, deadline=None, database=None, phases=(Phase.generate,))
    @given(streams())
    def draw(stream: Stream) -> None:
        drawn.append(stream)

    draw()
    return drawn, logs_of(drawn, whole_frames=False)


MISTAKES = {
    "a frame without the bit of the mask": ("data[1] == MASKED | size", "data[1] & 0x7F == size"),
    "a long frame without the bit of the mask": ("data[1] == MASKED | 126", "data[1] & 0x7F == 126"),
    "reserved bits": ("data[0] == self._whole_frame", "data[0] & 0x8F == self._whole_frame"),
    "the start of a message in fragments": (
        "data[0] == self._whole_frame",
        "data[0] | 0x80 == self._whole_frame",
    ),
    "another kind of data": ("BINARY if session.codec.binary", "BINARY if not session.codec.binary"),
    "a size that is one too small": ("data[1] == MASKED | size", "data[1] == MASKED | (size - 1)"),
    "a size that is one too great": ("data[1] == MASKED | size", "data[1] == MASKED | (size + 1)"),
    "a long size that is one too great": ("data[3] == size", "data[3] == size + 1"),
    "a long size that is not read": ("data[2] << 8 | data[3] == size", "size"),
    "a size of 64 bits": ("data[1] == MASKED | 126 and", "data[1] >= MASKED | 126 and"),
    "a message over the limit": ("size <= MAX_FRAME_BYTES", "size <= MAX_FRAME_BYTES + 1"),
    "another key": ("data[begin - 4 : begin]", "data[begin - 5 : begin - 1]"),
    "a message between fragments": ("conn.unread or self._fragments", "conn.unread"),
    "the rest of an unfinished frame": ("conn.unread or self._fragments", "self._fragments"),
    "a frame after an unfinished frame": (
        'chunk of received bytes, and handle the frames in it."""\n        self._whole_frame = NO_BYTE',
        'chunk of received bytes, and handle the frames in it."""',
    ),
    "a message on a closed connection": (
        "self._is_open = False\n        self._whole_frame = NO_BYTE",
        "self._is_open = False",
    ),
}  # fmt: skip


@pytest.mark.thorough
@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_planted_mistake_is_found(mistake: str, corpus: tuple[list[Stream], list[Log]]) -> None:
    right, wrong = MISTAKES[mistake]
    source = inspect.getsource(websocket)
    assert source.count(right) == 1, f"expected the code to contain {right!r} once"
    module = ModuleType("server.web.mistaken")
    exec(compile(source.replace(right, wrong), mistake, "exec"), module.__dict__)

    streams, logs = corpus
    assert logs_of(streams, whole_frames=True, module=module) != logs, "no stream shows the difference"


def opened(house: House, codec: Codec, log: Log) -> Any:
    """Return a connection after its handshake."""
    connection = connect(house, codec, log, whole_frames=True)
    connection.data_received(HANDSHAKE)
    return connection


@pytest.mark.parametrize("codec", CODECS.values(), ids=lambda codec: codec.name)
def test_the_library_does_not_see_whole_messages(codec: Codec, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[bytes] = []
    receive_data = ServerProtocol.receive_data

    def see(core: ServerProtocol, data: bytes | bytearray) -> None:
        seen.append(bytes(data))
        receive_data(core, data)

    monkeypatch.setattr(ServerProtocol, "receive_data", see)

    @virtual
    async def run() -> None:
        log: Log = []
        async with House() as house:
            connection = opened(house, codec, log)
            seen.clear()
            first = BINARY if codec.binary else TEXT
            sent = [b"x" * size for size in (1, 125, 126, 1_000, MAX_FRAME_BYTES)]
            for payload in sent:
                connection.data_received(encoded(first, payload, b"abcd"))
            assert [entry[2] for entry in log if entry[0] == "message"] == sent
            assert seen == []
            ping = encoded(0x80 | PING, b"?", b"abcd")
            connection.data_received(ping)
            connection.data_received(encoded(first, b"again", b"abcd"))
            assert seen == [ping]
            connection.connection_lost(None)

    run()


@pytest.mark.parametrize("codec", [MSGPACK, JSON], ids=lambda codec: codec.name)
def test_the_short_way_opens_after_a_whole_message_and_closes_for_a_part(codec: Codec) -> None:
    @virtual
    async def run() -> None:
        async with House() as house:
            connection = opened(house, codec, [])
            first = BINARY if codec.binary else TEXT
            assert connection._whole_frame == first
            connection.data_received(bytes((first, 0x85)))
            assert connection._whole_frame == NO_BYTE
            connection.data_received(b"abcd12345")
            assert connection._whole_frame == first
            connection.data_received(encoded(first & 0x0F, b"he", b"abcd"))
            assert connection._whole_frame == NO_BYTE
            connection.data_received(encoded(0x80 | CONT, b"llo", b"abcd"))
            assert connection._whole_frame == first
            connection.close(CloseCode.RESTART, "the server restarts")
            assert connection._whole_frame == NO_BYTE
            connection._closing.cancel()
            connection.connection_lost(None)

    run()


def test_the_library_sees_every_frame_while_it_logs_them(caplog: pytest.LogCaptureFixture) -> None:
    @virtual
    async def run() -> None:
        async with House() as house:
            connection = opened(house, MSGPACK, [])
            connection.data_received(encoded(BINARY, b"hello", b"abcd"))
            assert connection._whole_frame == NO_BYTE
            connection.connection_lost(None)

    with caplog.at_level("DEBUG", logger="websockets.server"):
        run()
    assert any("< BINARY 'hello'" in record.getMessage() for record in caplog.records)


def accepted() -> Core:
    """Return the core of an open connection."""
    core = Core(MAX_FRAME_BYTES)
    core.handler = Echo(MSGPACK, [])
    (request,) = core.read(HANDSHAKE)
    core.send_response(core.accept(request))  # type: ignore[arg-type]  # the first event is the handshake
    assert core.state is State.OPEN and core.unread == 0
    return core


valid = st.sampled_from((0, 1, 125, 126, 127, MAX_FRAME_BYTES)).map(
    lambda size: encoded(BINARY, b"x" * size, b"abcd")
)
controls = st.sampled_from((PING, PONG)).map(lambda kind: encoded(0x80 | kind, b"y", b"abcd"))


@settings(deadline=None)
@given(st.lists(valid | controls, max_size=6), st.lists(st.integers(1, 9_000), max_size=12))
def test_the_library_returns_each_frame_with_the_last_of_its_bytes(
    sent: list[bytes], cuts: list[int]
) -> None:
    """The short way relies on this, and on nothing else of the library."""
    core, stream, given_ = accepted(), b"".join(sent), 0
    ends = list(_ends(sent))
    for size in [*cuts, len(stream)]:
        chunk = stream[given_ : given_ + size]
        given_ += len(chunk)
        core.read(chunk)
        assert core.unread == given_ - max((end for end in ends if end <= given_), default=0)
    assert core.unread == 0


def _ends(sent: list[bytes]) -> Iterator[int]:
    end = 0
    for each in sent:
        end += len(each)
        yield end


def test_a_handshake_in_parts_with_frames_behind_it_is_counted_exactly() -> None:
    frame = encoded(BINARY, b"hello\r\n\r\n", bytes(4))
    stream = HANDSHAKE + frame + frame[:-1]
    for cut in range(len(stream)):
        core = Core(MAX_FRAME_BYTES)
        core.handler = Echo(MSGPACK, [])
        core.read(stream[:cut])
        core.read(stream[cut:])
        assert core.unread == len(frame) - 1


def test_after_a_head_that_is_longer_than_necessary_the_library_reads_on_alone() -> None:
    core = accepted()
    assert len(core.read(encoded(BINARY, b"hello", b"abcd", length=8))) == 1
    assert core.unread == 8


def test_two_frames_that_are_sent_together_leave_in_one_write() -> None:
    @virtual
    async def run() -> None:
        log: Log = []
        async with House() as house:
            connection = opened(house, MSGPACK, log)
            log.clear()
            done, patch = Frame(b"done", True), Frame(b"p" * 300, True)
            connection.send_together([done, patch])
            connection.send(patch)
            one, other = b"\x82\x04done", b"\x82\x7e\x01\x2c" + b"p" * 300
            assert log == [("write", one + other), ("write", other)]
            assert patch.wire == other, "the bytes of a shared frame are made once"
            connection.close(CloseCode.RESTART, "the server restarts")
            log.clear()
            connection.send_together([done, patch])
            connection.send(patch)
            assert log == []
            connection._closing.cancel()
            connection.connection_lost(None)

    run()


def test_a_client_is_pinged_and_closed_by_the_time_of_the_checks_since_it_was_heard(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    @virtual
    async def run() -> None:
        log: Log = []
        async with House(heartbeat_s=10.0) as house:
            connection = opened(house, MSGPACK, log)
            message, ping = encoded(BINARY, b"hello", b"abcd"), ("write", b"\x89\x00")
            for now, heard, pinged in ((0, True, 0), (9, False, 0), (11, False, 1), (12, True, 1)):
                if heard:
                    with monkeypatch.context() as without_clock:
                        without_clock.setattr(websocket, "time", None)  # a chunk of data asks no clock
                        connection.data_received(message)
                connection.check(1_000_000.0 + now)
                assert log.count(ping) == pinged
            connection.check(1_000_000.0 + 23)
            assert log.count(ping) == 2 and connection._is_open
            connection.check(1_000_000.0 + 38)
            assert connection._conn.close_sent.code == CloseCode.SILENT
            connection._closing.cancel()
            connection.connection_lost(None)

    run()


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536])
@pytest.mark.parametrize("binary", [True, False])
def test_a_sent_frame_is_that_of_the_library(size: int, binary: bool) -> None:
    core = accepted()
    payload = b"x" * size
    (core.send_binary if binary else core.send_text)(payload)
    assert websocket._framed(Frame(payload, binary)) == core.data_to_send()[-1]
