"""The short way of valid messages through the decoder: it returns what the way with all checks returns."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import msgpack
import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from protocol.v1 import codec as codec_module
from protocol.v1.codec import CODECS, JSON, MSGPACK, Codec, InvalidMessage, convert
from protocol.v1.requests import Act, Ping, ToServer
from tests.markers import every
from tests.protocol.frames import bridge, files, hanabi, spades
from tests.protocol.frames.generated import members
from tests.protocol.frames.nasty import NASTY, replaced, with_another_field, without

CODEC = pytest.mark.parametrize("codec", CODECS.values(), ids=lambda codec: codec.name)
EITHER = pytest.mark.parametrize("codec", every(2, CODECS.values()), ids=lambda codec: codec.name)
"""One of the codecs in `make test`, and each of them in `.ci/run`."""
REQUESTS = files.read("requests")
Outcome = tuple[Any, ...]


def outcome(read: Any, frame: bytes) -> Outcome:
    """Return a message with its type, or the type, the text and the id of an error."""
    try:
        message = read(frame)
    except InvalidMessage as error:
        return type(error), str(error), error.id
    return type(message), message


def assert_read_alike(codec: Codec, frame: bytes) -> None:
    """Assert that a frame has the same outcome with all checks and on the short way."""
    for direction in (codec_module._REQUESTS[codec.name], codec_module._UPDATES[codec.name]):
        assert outcome(direction.read, frame) == outcome(direction._read_with_all_checks, frame)


def written(codec: Codec, plain: Any) -> bytes:
    """Return plain data encoded by another encoder than ours, which also writes what ours never would."""
    if codec is JSON:
        return json.dumps(plain, ensure_ascii=False).encode()
    return bytes(msgpack.packb(plain))


def spoilt(codec: Codec) -> Iterator[Any]:
    """Yield golden requests with other values, without a field, and with a field of a later version."""
    for frame in REQUESTS:
        plain = codec.decode_plain(frame.bytes_in(codec))
        yield plain
        yield from replaced(plain, NASTY)
        yield from without(plain)
        for _, more in with_another_field(plain, "zz", {"a": ":"}):
            yield more


@CODEC
def test_golden_requests_are_read_alike_whole_cut_and_with_flipped_bits(codec: Codec) -> None:
    for frame in REQUESTS:
        data = frame.bytes_in(codec)
        for cut in range(len(data) + 1):
            assert_read_alike(codec, data[:cut])
        for at in range(len(data)):
            changed = bytearray(data)
            changed[at] ^= 1 << at % 8
            assert_read_alike(codec, bytes(changed))


@EITHER
def test_spoilt_requests_are_read_alike(codec: Codec) -> None:
    for plain in spoilt(codec):
        assert_read_alike(codec, written(codec, plain))


@CODEC
@settings(deadline=None)
@given(request=members(ToServer))
def test_every_request_is_read_alike(codec: Codec, request: ToServer) -> None:
    assert_read_alike(codec, codec.encode(request))


def pairs(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Draw the keys and values of an object, in which a key may be repeated."""
    return st.lists(st.tuples(st.sampled_from(("t", "card", "n", ":", "é")), inner), max_size=3).map(tuple)


values = st.none() | st.booleans() | st.integers(0, 9) | st.text('ab:",{\\é', max_size=4)
plain = st.recursive(values, lambda inner: st.lists(inner, max_size=2) | pairs(inner), max_leaves=4)


def as_text(value: Any) -> str:
    """Return plain data as JSON; a tuple of pairs becomes an object, which may repeat a key."""
    if isinstance(value, tuple):
        return "{" + ", ".join(f"{json.dumps(key)} :{as_text(each)}" for key, each in value) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(as_text, value)) + "]"
    return json.dumps(value)


USUAL = {
    "t": "act",
    "table": "t",
    "n": 1,
    "action": (("t", "play"), ("card", "SA")),
    "id": 5,
    "decision": "0.1",
}


@settings(deadline=None, max_examples=500)
@given(
    st.lists(
        st.sampled_from(tuple(USUAL.items()))
        | st.tuples(st.just("action"), pairs(plain))
        | st.tuples(st.sampled_from(("id", "decision", "n", "table", "zz")), values),
        max_size=5,
    ),
    st.sets(st.sampled_from(("id", "decision", "n", "table", "action")), max_size=2),
    st.randoms(use_true_random=False),
)
@example([("action", (("card", "SA"), ("card", "SA")))], {"action"}, Random(1))
@example([("id", 5)], {"decision"}, Random(1))
@example([("decision", None)], {"id", "decision"}, Random(1))
@example([("id", 0)], {"id", "decision"}, Random(1))
def test_acts_with_repeated_keys_are_read_alike(
    more: list[tuple[str, Any]], less: set[str], order: Random
) -> None:
    fields = [(name, value) for name, value in USUAL.items() if name not in less] + more
    order.shuffle(fields)
    assert_read_alike(JSON, as_text(tuple(fields)).encode())


def test_an_ordinary_act_is_not_checked_for_repeated_keys_and_any_other_request_is() -> None:
    act = Act(table="t", n=1, action={"t": "play", "card": "SA"}, decision="0.1", id=5)
    assert JSON.needs_no_check(JSON.encode(act), act)
    repeated = JSON.encode(act).replace(b'"id":5', b'"id":5,"id":5')
    assert not JSON.needs_no_check(repeated, act)
    ping = Ping(c=1)
    assert not JSON.needs_no_check(JSON.encode(ping), ping)
    assert MSGPACK.needs_no_check(MSGPACK.encode(ping), ping)


ACTIONS = [*bridge.ACTIONS.values(), *spades.ACTIONS.values(), *hanabi.ACTIONS.values()]


@CODEC
def test_actions_are_converted_alike_with_and_without_a_box(codec: Codec) -> None:
    refused = 0
    for action in ACTIONS:
        kind: Any = type(action)
        plain = codec.decode_plain(codec.encode(action))
        for each in (plain, *replaced(plain, NASTY), *without(plain), {**plain, "zz": 1}):
            try:
                boxed: Any = msgspec.convert(
                    {"value": each}, codec_module._box(kind), str_keys=not codec.binary
                )
            except msgspec.ValidationError:
                refused += 1
                with pytest.raises(InvalidMessage, match=r"- at `\$\.action"):
                    convert(each, kind, codec, "$.action")
            else:
                assert convert(each, kind, codec, "$.action") == boxed.value
    assert refused > 1_000
