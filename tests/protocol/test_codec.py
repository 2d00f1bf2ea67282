"""Round trips of messages, unknown tags and fields, and equality of both encodings."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from hypothesis import given, settings

from protocol.v1.bridge import Action, BridgeOwn, BridgePub, Call, Called, Options, Seat
from protocol.v1.codec import (
    CODECS,
    JSON,
    MAX_FRAME_BYTES,
    MAX_UPDATE_BYTES,
    MSGPACK,
    Codec,
    InvalidMessage,
    UnknownTag,
    convert,
    convert_tolerantly,
    decode_request,
    decode_update,
)
from protocol.v1.requests import Ping, ToServer
from protocol.v1.updates import Pong, ToClient
from tests.protocol.frames import bridge, files
from tests.protocol.frames.generated import members, read_back
from tests.protocol.frames.nasty import NASTY, with_another_field

GAMES_OR_MAPS = {"action", "options", "ruling", "seats", "other_seats", "place"}
"""The fields with objects that have no fields defined by the protocol itself."""
TAGS = ", ".join(str(kind.__struct_config__.tag) for kind in get_args(Action))
OPTIONS = ", ".join(Options.__struct_fields__)
CODEC = pytest.mark.parametrize("codec", CODECS.values(), ids=lambda codec: codec.name)


@CODEC
@pytest.mark.parametrize("value", [*NASTY, {"t": "nonsense"}, list(range(300))])
def test_an_unknown_field_is_ignored_whatever_it_holds(codec: Codec, value: object) -> None:
    for frame in files.read("requests"):
        plain = codec.decode_plain(frame.bytes_in(codec))
        for at, more in with_another_field(plain, "zz_of_a_later_version", value):
            if not GAMES_OR_MAPS & set(at):
                assert decode_request(codec, codec.encode(more)) == files.EXAMPLES["requests"][frame.name]


@CODEC
def test_an_unknown_field_of_an_update_is_ignored(codec: Codec) -> None:
    for frame in files.read("updates"):
        plain = codec.decode_plain(frame.bytes_in(codec))
        update = decode_update(codec, frame.bytes_in(codec))
        for at, more in with_another_field(plain, "zz_of_a_later_version", [1]):
            if not {"pub", "own", "notes"} & set(at):
                assert decode_update(codec, codec.encode(more)) == update


@CODEC
def test_an_unknown_field_of_a_view_is_ignored(codec: Codec) -> None:
    for pub in bridge.PUBS.values():
        plain = codec.decode_plain(codec.encode(pub))
        for at, more in with_another_field(plain, "zz_of_a_later_version", {"t": "x"}):
            if not (at and isinstance(getattr(pub, str(at[0]), None), dict)):  # a map has keys, not fields
                assert convert(more, BridgePub, codec) == pub


@CODEC
@pytest.mark.parametrize("tag", ["", "Act", "act ", "zz_views", "é" * 30, "welcome", "patch"])
def test_the_server_refuses_an_unknown_tag_with_its_path(codec: Codec, tag: str) -> None:
    with pytest.raises(UnknownTag, match=r"^unknown message .* - at `\$\.t`$"):
        decode_request(codec, codec.encode({"t": tag, "table": "t"}))


@CODEC
@pytest.mark.parametrize("tag", ["", "zz", "act", "hello"])
def test_a_client_can_tell_an_unknown_tag_and_skip_it(codec: Codec, tag: str) -> None:
    with pytest.raises(UnknownTag):
        decode_update(codec, codec.encode({"t": tag, "table": [1, {}]}))


@CODEC
@pytest.mark.parametrize("value", [5, None, ["act"], {"act": 1}, True])
def test_a_tag_that_is_no_word_is_invalid(codec: Codec, value: object) -> None:
    with pytest.raises(InvalidMessage, match=r"^Expected `str`(, got `\w+`)? - at `\$\.t`$"):
        decode_request(codec, codec.encode({"t": value}))


@CODEC
@pytest.mark.parametrize(
    ("message", "id_"),
    [
        ({"t": "zz", "id": 7}, 7),
        ({"t": "sit", "id": 7}, 7),
        ({"id": 7}, 7),
        ({"t": "zz"}, 0),
        ({"t": "zz", "id": True}, 0),
        ({"t": "zz", "id": "7"}, 0),
        ({"t": "zz", "id": [[]]}, 0),
        ({"t": "zz", "id": -1}, 0),
        ({"t": "zz", "id": 2**53 + 1}, 0),
        ([7], 0),
    ],
)
def test_an_invalid_request_keeps_its_id(codec: Codec, message: object, id_: int) -> None:
    with pytest.raises(InvalidMessage) as found:
        decode_request(codec, codec.encode(message))
    assert found.value.id == id_


@CODEC
def test_the_tag_may_stand_anywhere(codec: Codec) -> None:
    assert decode_request(codec, codec.encode({"c": 5, "zz": {"t": "act"}, "t": "ping"})) == Ping(c=5)


@CODEC
def test_an_update_may_be_larger_than_a_request(codec: Codec) -> None:
    pong = codec.encode({"t": "pong", "now_ms": 1, "zz": "x" * (MAX_UPDATE_BYTES - 100)})
    assert decode_update(codec, pong) == Pong(now_ms=1)
    with pytest.raises(InvalidMessage, match=f"expected at most {MAX_UPDATE_BYTES} bytes"):
        decode_update(codec, codec.encode({"t": "pong", "now_ms": 1, "zz": "x" * MAX_UPDATE_BYTES}))


@CODEC
@settings(deadline=None)
@given(request=members(ToServer))
def test_every_request_is_read_as_it_was_written(codec: Codec, request: ToServer) -> None:
    frame = codec.encode(request)
    if len(frame) <= MAX_FRAME_BYTES:
        assert decode_request(codec, frame) == request


@settings(deadline=None)
@given(request=members(ToServer))
def test_both_encodings_of_a_request_say_the_same(request: ToServer) -> None:
    frames = {codec: codec.encode(request) for codec in (JSON, MSGPACK)}
    if all(len(frame) <= MAX_FRAME_BYTES for frame in frames.values()):
        assert decode_request(JSON, frames[JSON]) == decode_request(MSGPACK, frames[MSGPACK])


@settings(deadline=None)
@given(update=members(ToClient))
def test_both_encodings_of_an_update_say_the_same(update: ToClient) -> None:
    read = [decode_update(codec, codec.encode(update)) for codec in (JSON, MSGPACK)]
    assert read[0] == read[1]
    assert read_back(read[0]) == read_back(update)


@settings(deadline=None)
@given(request=members(ToServer))
def test_the_decoder_agrees_with_reading_plain_data_first(request: ToServer) -> None:
    for codec in (JSON, MSGPACK):
        frame = codec.encode(request)
        if len(frame) <= MAX_FRAME_BYTES:
            assert convert(codec.decode_plain(frame), ToServer, codec) == decode_request(codec, frame)


@pytest.mark.parametrize(
    ("plain", "kind", "fault"),
    [
        ({}, Action, "Object missing required field `t` - at `$.action`"),
        ({"t": "call"}, Action, "Object missing required field `call` - at `$.action`"),
        ({"t": "bid"}, Action, f"expected one of {TAGS}, got 'bid' - at `$.action.t`"),
        ({"zz": 1}, Options, f"expected one of {OPTIONS}, got the unknown field `zz` - at `$.action`"),
        ([], Options, "Expected `object`, got `array` - at `$.action`"),
        ({"boards": True}, Options, "Expected `int | null`, got `bool` - at `$.action.boards`"),
    ],
)
def test_the_path_of_a_fault_is_that_in_the_whole_message(plain: object, kind: Any, fault: str) -> None:
    for codec in (JSON, MSGPACK):
        with pytest.raises(InvalidMessage) as found:
            convert(plain, kind, codec, at="$.action")
        assert str(found.value) == fault


@CODEC
def test_an_older_client_reads_unknown_values_of_a_view_as_absent(codec: Codec) -> None:
    plain = codec.decode_plain(codec.encode(bridge.AUCTION))
    plain["last"] = {"t": "zz_claimed", "seat": 0, "tricks": 13}
    with pytest.raises(
        InvalidMessage, match=r"expected one of .*claimed.*, got 'zz_claimed' - at `\$\.pub\.last\.t`"
    ):
        convert(plain, BridgePub, codec, "$.pub")
    known = convert_tolerantly(plain, BridgePub, codec, "$.pub")
    assert known.last is None
    known.last = Called(Seat.WEST, Call.ONE_NOTRUMP)
    assert known == bridge.AUCTION
    own = codec.decode_plain(codec.encode(bridge.FULLEST_OWN))
    assert convert_tolerantly(own, BridgeOwn, codec) == bridge.FULLEST_OWN


@CODEC
def test_a_required_field_of_a_view_must_be_known(codec: Codec) -> None:
    plain = codec.decode_plain(codec.encode(bridge.AUCTION))
    plain["dealer"] = 4
    plain["last"] = {"t": "zz_claimed"}
    with pytest.raises(InvalidMessage, match=r"- at `\$\.pub\.dealer`"):
        convert_tolerantly(plain, BridgePub, codec, "$.pub")
