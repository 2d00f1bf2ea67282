"""Invalid input: any frame is a message, or an InvalidMessage with the fault and its path."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.v1.bridge import BridgePub, Options
from protocol.v1.codec import (
    CODECS,
    JSON,
    MAX_FRAME_BYTES,
    MSGPACK,
    Codec,
    InvalidMessage,
    convert,
    convert_tolerantly,
    decode_request,
    decode_update,
)
from protocol.v1.updates import View
from tests.markers import every
from tests.protocol.frames import files
from tests.protocol.frames.nasty import NASTY, replaced, without

CODEC = pytest.mark.parametrize("codec", CODECS.values(), ids=lambda codec: codec.name)
EITHER = pytest.mark.parametrize("codec", every(2, CODECS.values()), ids=lambda codec: codec.name)
"""One of the codecs in `make test`, and each of them in `.ci/run`."""
REQUESTS = files.read("requests")
DEEP = 3000


def other_encoder(codec: Codec) -> Callable[[Any], bytes]:
    """Return an encoder other than ours, which writes frames that ours never would."""
    if codec is JSON:
        return lambda plain: json.dumps(plain, ensure_ascii=False).encode()
    return lambda plain: bytes(msgpack.packb(plain))


def fault(codec: Codec, frame: bytes) -> str | None:
    """Return the error text of a request, or None; any other exception than InvalidMessage fails the test."""
    try:
        decode_request(codec, frame)
    except InvalidMessage as error:
        text = str(error)
        text.encode()  # it is sent to the client
        return text
    return None


def plain_requests(codec: Codec) -> Iterator[Any]:
    for frame in REQUESTS:
        yield codec.decode_plain(frame.bytes_in(codec))


@CODEC
@settings(deadline=None)
@given(data=st.binary(max_size=200))
def test_any_bytes_are_a_message_or_invalid(codec: Codec, data: bytes) -> None:
    fault(codec, data)
    with suppress(InvalidMessage):
        decode_update(codec, data)


@CODEC
@settings(deadline=None)
@given(text=st.text(max_size=200))
def test_any_text_is_a_message_or_invalid(codec: Codec, text: str) -> None:
    fault(codec, text.encode())


@EITHER
def test_no_part_of_a_frame_is_a_message(codec: Codec) -> None:
    for frame in (*REQUESTS, *files.read("updates")):
        data = frame.bytes_in(codec)
        for cut in range(len(data)):
            with pytest.raises(InvalidMessage):
                decode_request(codec, data[:cut])
            with pytest.raises(InvalidMessage):
                decode_update(codec, data[:cut])


@CODEC
def test_no_frame_with_something_behind_it_is_a_message(codec: Codec) -> None:
    for frame in REQUESTS:
        assert fault(codec, frame.bytes_in(codec) + frame.bytes_in(codec)) is not None
        assert fault(codec, frame.bytes_in(codec) + b"\x00") is not None


@CODEC
def test_a_frame_with_a_flipped_bit_is_a_message_or_invalid(codec: Codec) -> None:
    for frame in REQUESTS:
        data = bytearray(frame.bytes_in(codec))
        for place in range(len(data)):
            for bit in range(8):
                data[place] ^= 1 << bit
                fault(codec, bytes(data))
                data[place] ^= 1 << bit


@CODEC
def test_a_value_of_another_type_is_refused_with_its_path(codec: Codec) -> None:
    encode = other_encoder(codec)
    refused = 0
    for plain in plain_requests(codec):
        for spoilt in replaced(plain, NASTY):
            text = fault(codec, encode(spoilt))
            assert text is None or ("- at `" in text and "`$" in text), text
            refused += text is not None
    assert refused > 4_000


@CODEC
def test_a_missing_field_is_refused_with_its_path_or_has_its_default(codec: Codec) -> None:
    encode = other_encoder(codec)
    for plain in plain_requests(codec):
        for spoilt in without(plain):
            text = fault(codec, encode(spoilt))
            assert text is None or text.startswith("Object missing required field"), text
            assert text is None or "- at `$" in text


@CODEC
@pytest.mark.parametrize("value", [True, "1", 1.0, 0.5, None, [], {}, "", float("nan"), float("inf")])
def test_only_a_whole_number_is_an_integer(codec: Codec, value: object) -> None:
    act = {"t": "act", "table": "t", "n": value, "action": {}}
    assert fault(codec, other_encoder(codec)(act)) is not None


@CODEC
@pytest.mark.parametrize("number", [-1, 2**53 + 1, 2**63, 2**64 - 1])
def test_a_number_out_of_bounds_is_refused(codec: Codec, number: int) -> None:
    text = fault(codec, other_encoder(codec)({"t": "ping", "c": number}))
    assert text is not None
    assert text.endswith("- at `$.c`")


@pytest.mark.parametrize(
    "digits", ["1" + "0" * 30, "9" * 4000, "-" + "9" * 4000, "1e999", "-1e999", "1e2", "0x10"]
)
def test_a_number_too_large_or_in_another_notation_is_refused(digits: str) -> None:
    assert fault(JSON, b'{"t":"ping","c":' + digits.encode() + b"}") is not None


@CODEC
@pytest.mark.parametrize("value", [1, True, None, ["t"], {"t": 1}])
def test_only_text_is_text(codec: Codec, value: object) -> None:
    text = fault(codec, other_encoder(codec)({"t": "chat", "table": "t", "text": value}))
    assert text is not None
    assert text.endswith("- at `$.text`")


@pytest.mark.parametrize("value", [b"t", b"", msgpack.ExtType(5, b"t"), msgpack.Timestamp(1, 2)])
def test_binary_data_and_extensions_are_no_value_of_the_protocol(value: object) -> None:
    chat = {"t": "chat", "table": "t", "text": value}
    text = fault(MSGPACK, msgpack.packb(chat))
    assert text is not None
    assert text.endswith("- at `$.text`")
    options = msgpack.packb({"t": "open", "game": "bridge", "options": {"boards": value}})
    with pytest.raises(InvalidMessage):
        convert(decode_request(MSGPACK, options).options, Options, MSGPACK, "$.options")


@CODEC
@pytest.mark.parametrize("value", [[], 5, "act", None, {}, [{"t": "ping"}]])
def test_a_value_other_than_an_object_with_a_tag_is_invalid(codec: Codec, value: object) -> None:
    text = fault(codec, codec.encode(value))
    assert text is not None
    assert text.endswith(" - at `$`")


@pytest.mark.parametrize(
    ("text", "path"),
    [
        (b'{"t":"ping","t":"ping","c":1,"c":2}', "$.t"),
        (b'{"t":"ping","c":1,"c":2}', "$.c"),
        (b'{"t":"ping","\\u0063":1,"c":2}', "$.c"),
        (b'{"t":"ping","zz":[1,{"a":{},"b":[],"a":[]}]}', "$.zz[1].a"),
        (b'{"t":"open","game":"bridge","seats":{"0":"a","0":"b"}}', "$.seats.0"),
    ],
)
def test_a_repeated_key_is_invalid_with_its_path(text: bytes, path: str) -> None:
    found = fault(JSON, text)
    assert found is not None and found.startswith("expected each key once in an object, got ")
    assert found.endswith(f" twice - at `{path}`")


@pytest.mark.parametrize(
    "text",
    [b'{"t":"ping","t":"act","c":1}', b'{"t":"act","t":"ping","c":1}', b'{"t":"ping","c":"x","c":2}'],
)
def test_a_repeated_key_hides_no_other_fault(text: bytes) -> None:
    assert fault(JSON, text) is not None


def test_long_numbers_are_looked_over_without_being_read() -> None:
    assert fault(JSON, b'{"t":"ping","zz":' + b"9" * 4_000 + b"}") is None


def test_text_that_is_not_utf_8_is_invalid_even_where_it_is_ignored() -> None:
    assert fault(JSON, b'{"t":"ping","zz":"\xff\xfe"}') is not None
    assert fault(JSON, b'{"t":"chat","table":"t","text":"\xed\xa0\x80"}') is not None
    assert fault(MSGPACK, b"\x83\xa1t\xa4chat\xa5table\xa1t\xa4text\xa2\xff\xfe") is not None


@pytest.mark.parametrize("escape", ["\\ud800", "\\udc00", "\\ud800\\ud800", "\\ud800x"])
def test_half_a_surrogate_pair_is_no_text(escape: str) -> None:
    assert fault(JSON, b'{"t":"chat","table":"t","text":"' + escape.encode() + b'"}') is not None


@pytest.mark.parametrize(
    "text", [b'{"t":"ping","zz":NaN}', b'{"t":"ping","zz":-Infinity}', b"\xef\xbb\xbf{}"]
)
def test_text_that_is_not_json_is_invalid_even_in_ignored_fields(text: bytes) -> None:
    assert fault(JSON, text) is not None


NESTED = {
    "lists, in JSON": (JSON, b'{"t":"act","table":"t","n":1,"action":{"zz":%b}}', b"[", b"]"),
    "objects, in JSON": (JSON, b'{"t":"act","table":"t","n":1,"action":%b}', b'{"":', b"}"),
    "ignored lists, in JSON": (JSON, b'{"t":"ping","zz":%b}', b"[", b"]"),
    "a tag of lists, in JSON": (JSON, b'{"t":%b}', b"[", b"]"),
    "nothing but lists, in JSON": (JSON, b"%b", b"[", b"]"),
    "lists, in msgpack": (
        MSGPACK,
        b"\x84\xa1t\xa3act\xa5table\xa1t\xa1n\x01\xa6action\x81\xa0%b\xc0",
        b"\x91",
        b"",
    ),
    "maps, in msgpack": (
        MSGPACK,
        b"\x84\xa1t\xa3act\xa5table\xa1t\xa1n\x01\xa6action%b\xc0",
        b"\x81\xa0",
        b"",
    ),
    "ignored lists, in msgpack": (MSGPACK, b"\x82\xa1t\xa4ping\xa0%b\xc0", b"\x91", b""),
    "a tag of lists, in msgpack": (MSGPACK, b"\x81\xa1t%b\xc0", b"\x91", b""),
    "maps as keys, in msgpack": (
        MSGPACK,
        b"\x84\xa1t\xa3act\xa5table\xa1t\xa1n\x01\xa6action\x81\xa0%b\xc0",
        b"\x81",
        b"\xc0",
    ),
}


@pytest.mark.parametrize("what", NESTED)
def test_nesting_without_end_is_invalid(what: str) -> None:
    codec, around, opening, closing = NESTED[what]
    depth = min(DEEP, (MAX_FRAME_BYTES - 100) // len(opening + closing))
    frame = around % (opening * depth + closing * depth)
    assert len(frame) <= MAX_FRAME_BYTES
    assert fault(codec, frame) is not None
    for shallow in range(1, depth, 97):
        fault(codec, around % (opening * shallow + closing * shallow))


@pytest.mark.parametrize(
    "head", [b"\xdd\xff\xff\xff\xff", b"\xdf\xff\xff\xff\xff", b"\xdb\xff\xff\xff\xff", b"\xdc\x0f\xff"]
)
@pytest.mark.parametrize(
    "before", [b"\x82\xa1t\xa4ping\xa0", b"\x84\xa1t\xa3act\xa5table\xa1t\xa1n\x01\xa6action\x81\xa0"]
)
def test_a_promise_of_a_huge_value_takes_no_memory(before: bytes, head: bytes) -> None:
    tracemalloc.start()
    try:
        for frame in (before + head, before + head * 700):
            assert fault(MSGPACK, frame) is not None
        assert tracemalloc.get_traced_memory()[1] < 2 << 20
    finally:
        tracemalloc.stop()


@CODEC
def test_a_frame_over_the_limit_is_invalid_however_good(codec: Codec) -> None:
    padding = MAX_FRAME_BYTES - len(codec.encode({"t": "ping", "zz": "x" * 1000})) + 1000
    assert fault(codec, codec.encode({"t": "ping", "zz": "x" * padding})) is None
    text = fault(codec, codec.encode({"t": "ping", "zz": "x" * (padding + 1)}))
    assert text == f"expected at most {MAX_FRAME_BYTES} bytes, got {MAX_FRAME_BYTES + 1}"


@CODEC
def test_every_spoilt_view_is_a_view_or_invalid(codec: Codec) -> None:
    for name in ("view, fullest", "patch, fullest", "people, fullest", "refused, fullest"):
        plain = codec.decode_plain(codec.encode(files.EXAMPLES["updates"][name]))
        for spoilt in replaced(plain, NASTY):
            try:
                update = decode_update(codec, other_encoder(codec)(spoilt))
            except InvalidMessage:
                continue
            if isinstance(update, View) and isinstance(update.pub, dict):
                try:
                    convert_tolerantly(update.pub, BridgePub, codec, "$.pub")
                except InvalidMessage as error:
                    assert "- at `" in str(error)
