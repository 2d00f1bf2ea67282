"""The limit of nesting, which is the protocol's own and equal in every version of Python."""

from __future__ import annotations

import json
from typing import Any

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.v1.bridge import Action
from protocol.v1.codec import (
    CODECS,
    JSON,
    MAX_DEPTH,
    MAX_FRAME_BYTES,
    MAX_UPDATE_BYTES,
    MSGPACK,
    Codec,
    InvalidMessage,
    convert,
    decode_request,
    decode_update,
)
from protocol.v1.nesting import json_is_deeper, msgpack_is_deeper
from protocol.v1.requests import Ping
from protocol.v1.updates import Pong
from server.table import events

CODEC = pytest.mark.parametrize("codec", CODECS.values(), ids=lambda codec: codec.name)
REFUSED = rf"^expected at most {MAX_DEPTH} levels of nested lists and objects, got more$"
LEVELS = {
    "lists, in JSON": (JSON, b"[", b"0", b"]"),
    "lists with numbers, in JSON": (JSON, b"[0,", b"0", b"]"),
    "objects, in JSON": (JSON, b'{"":', b"0", b"}"),
    "lists, in msgpack": (MSGPACK, b"\x91", b"\xc0", b""),
    "lists with numbers, in msgpack": (MSGPACK, b"\x92\x07", b"\xc0", b""),
    "lists with lengths of 16 bits, in msgpack": (MSGPACK, b"\xdc\x00\x01", b"\xc0", b""),
    "lists with lengths of 32 bits, in msgpack": (MSGPACK, b"\xdd\x00\x00\x00\x01", b"\xc0", b""),
    "maps, in msgpack": (MSGPACK, b"\x81\xa0", b"\xc0", b""),
    "maps as keys, in msgpack": (MSGPACK, b"\x81", b"\x01", b"\x01"),
    "maps with lengths of 16 bits, in msgpack": (MSGPACK, b"\xde\x00\x01\xa0", b"\xc0", b""),
    "maps with lengths of 32 bits, in msgpack": (MSGPACK, b"\xdf\x00\x00\x00\x01\xa0", b"\xc0", b""),
}
"""Each codec with the bytes that begin a level, fill the innermost, and end a level."""


def nested(codec: Codec, levels: int) -> bytes:
    """Return lists within lists, as a codec writes them."""
    return b"[" * levels + b"]" * levels if codec is JSON else b"\x91" * (levels - 1) + b"\x90"


def depth(value: object) -> int:
    if isinstance(value, dict):
        return 1 + max(map(depth, value.values()), default=0)
    if isinstance(value, list):
        return 1 + max(map(depth, value), default=0)
    return 0


@pytest.mark.parametrize("what", LEVELS)
@pytest.mark.parametrize("more", [1, 1_000 - MAX_DEPTH, 100_000 - MAX_DEPTH])
def test_more_levels_than_the_limit_are_refused_in_these_words(what: str, more: int) -> None:
    codec, begin, inner, end = LEVELS[what]
    levels = MAX_DEPTH + more
    with pytest.raises(InvalidMessage, match=REFUSED):
        codec.decode_plain(begin * levels + inner + end * levels, limit=MAX_UPDATE_BYTES)


@pytest.mark.parametrize("what", [what for what in LEVELS if what != "maps as keys, in msgpack"])
def test_as_many_levels_as_the_limit_are_read(what: str) -> None:
    codec, begin, inner, end = LEVELS[what]
    assert depth(codec.decode_plain(begin * MAX_DEPTH + inner + end * MAX_DEPTH)) == MAX_DEPTH


@CODEC
def test_the_limit_holds_for_fields_that_are_ignored_in_both_directions(codec: Codec) -> None:
    ping = b'{"t":"ping","c":5,"zz":%b}' if codec is JSON else b"\x83\xa1t\xa4ping\xa1c\x05\xa2zz%b"
    pong = b'{"t":"pong","now_ms":5,"zz":%b}' if codec is JSON else b"\x83\xa1t\xa4pong\xa6now_ms\x05\xa2zz%b"
    inside = MAX_DEPTH - 1
    assert decode_request(codec, ping % nested(codec, inside)) == Ping(c=5)
    assert decode_update(codec, pong % nested(codec, inside)) == Pong(now_ms=5)
    for levels in (inside + 1, 1_000, 100_000):
        frame = ping % nested(codec, levels)
        if len(frame) <= MAX_FRAME_BYTES:
            with pytest.raises(InvalidMessage, match=REFUSED):
                decode_request(codec, frame)
        with pytest.raises(InvalidMessage, match=REFUSED):
            decode_update(codec, pong % nested(codec, levels))


@CODEC
def test_an_action_as_deep_as_it_may_be_is_read_back_from_the_log(codec: Codec) -> None:
    call: dict[str, Any] = {
        "t": "call",
        "call": "1NT",
        "zz": codec.decode_plain(nested(codec, MAX_DEPTH - 2)),
    }
    frame = codec.encode({"t": "act", "table": "t", "n": 1, "action": call})
    action = convert(decode_request(codec, frame).action, Action, codec)
    entry = events.Acted(at_ms=0, action=action, seat=0, player="ann", n=1)
    read = events.decode(events.encode(entry))
    assert convert(read.action, Action, MSGPACK) == action


def test_brackets_in_texts_are_no_levels() -> None:
    for text in (
        "[" * 100,
        "{" * 100,
        '"[' * 100,
        "\\[" * 100,
        '\\"[' * 100,
        "é\x91" * 100,
        "\\" * 101 + "[",
    ):
        for codec in CODECS.values():
            assert codec.decode_plain(codec.encode({text: [text, {"a": text}]})) == {
                text: [text, {"a": text}]
            }


def test_only_lists_and_maps_are_levels_in_msgpack() -> None:
    for value in (b"\x91" * 300, b"\x91" * 70_000, msgpack.ExtType(5, b"\x91" * 300), 0x9191919191919191):
        frame = msgpack.packb([value, [value]])
        assert not msgpack_is_deeper(frame * MAX_DEPTH, 2)
        assert msgpack_is_deeper(frame * MAX_DEPTH, 1)


SCALARS = (
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats(allow_nan=False) | st.text()
)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner) | st.dictionaries(st.text('[]{}"\\aé'), inner), max_leaves=40
)


@given(VALUES, st.integers(0, 8))
def test_the_depth_of_any_value_is_found_from_its_bytes(value: object, limit: int) -> None:
    deeper = depth(value) > limit
    assert json_is_deeper(json.dumps(value).encode(), limit) is deeper
    assert json_is_deeper(json.dumps(value, ensure_ascii=False, indent=1).encode(), limit) is deeper
    assert msgpack_is_deeper(msgpack.packb(value), limit) is deeper


@given(VALUES, st.integers(0, 8), st.data())
def test_no_damaged_bytes_make_the_look_at_their_depth_fail(value: object, limit: int, data: Any) -> None:
    for encoded, is_deeper in (
        (json.dumps(value).encode(), json_is_deeper),
        (msgpack.packb(value), msgpack_is_deeper),
    ):
        cut = data.draw(st.integers(0, len(encoded)))
        assert is_deeper(encoded[:cut] + data.draw(st.binary(max_size=9)) + encoded[cut:], limit) in (
            True,
            False,
        )
