"""Messages to the server."""

from __future__ import annotations

import pytest

from protocol.v1.bridge import Action, Call, MakeCall
from protocol.v1.codec import (
    JSON,
    MSGPACK,
    InvalidMessage,
    convert,
    decode_request,
)
from protocol.v1.requests import Act, Open


def test_an_action_is_plain_data_until_its_game_is_known() -> None:
    act = decode_request(JSON, b'{"t":"act","table":"t","n":1,"action":{"t":"call","call":"8C"}}')
    assert isinstance(act, Act)
    with pytest.raises(InvalidMessage, match=r"^expected one of 38 words, got '8C' - at `\$\.action\.call`$"):
        convert(act.action, Action, JSON, at="$.action")
    assert convert({"t": "call", "call": "1C"}, Action, JSON) == MakeCall(Call.ONE_CLUB)


def test_maps_by_number_have_numbers_for_keys_in_msgpack_and_digits_in_json() -> None:
    seats: dict[int, str | None] = {0: "plain", 3: None}
    for codec in (JSON, MSGPACK):
        assert decode_request(codec, codec.encode(Open(game="bridge", seats=seats))).seats == seats
    assert JSON.decode_plain(JSON.encode(Open(game="bridge", seats=seats)))["seats"] == {
        "0": "plain",
        "3": None,
    }
    assert MSGPACK.decode_plain(MSGPACK.encode(Open(game="bridge", seats=seats)))["seats"] == seats
    for key in (b"00", b"+1", b"1.0", b" 1", b"a", b"8", b"-1", b""):
        with pytest.raises(InvalidMessage, match=r"- at `key` in `\$\.seats`$"):
            decode_request(JSON, b'{"t":"open","game":"bridge","seats":{"' + key + b'":null}}')
