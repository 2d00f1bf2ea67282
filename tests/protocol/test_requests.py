"""Messages to the server."""

from __future__ import annotations

import pytest

from protocol.v1.bridge import Action, Call, MakeCall
from protocol.v1.codec import JSON, MSGPACK, InvalidMessage, convert, decode_request
from protocol.v1.requests import Act, Open, Stand, Watch


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


@pytest.mark.parametrize("audience", ["seat", "public", "all", "director", "commentator", 0, 7])
def test_a_watch_names_an_audience_or_a_seat(audience: str | int) -> None:
    watch = decode_request(JSON, JSON.encode({"t": "watch", "table": "t", "as": audience}))
    assert isinstance(watch, Watch)
    assert watch.as_ == audience


@pytest.mark.parametrize("audience", ["players", "", -1, 8, None, True])
def test_a_watch_as_anything_else_is_refused(audience: object) -> None:
    with pytest.raises(InvalidMessage, match=r"- at `\$\.as`$"):
        decode_request(JSON, JSON.encode({"t": "watch", "table": "t", "as": audience}))


@pytest.mark.parametrize("table", ["", "a" * 65, "a b", "../t", "a.b", "é"])
def test_a_table_has_an_id_of_letters_digits_hyphens_and_underscores(table: str) -> None:
    assert isinstance(decode_request(JSON, JSON.encode({"t": "stand", "table": "aB0-_"})), Stand)
    with pytest.raises(InvalidMessage, match=r"- at `\$\.table`$"):
        decode_request(JSON, JSON.encode({"t": "stand", "table": table}))


def test_the_first_action_of_a_player_has_the_number_1() -> None:
    first = {"t": "act", "table": "t", "n": 1, "action": {}}
    assert isinstance(decode_request(JSON, JSON.encode(first)), Act)
    with pytest.raises(InvalidMessage, match=r"- at `\$\.n`$"):
        decode_request(JSON, JSON.encode({**first, "n": 0}))
