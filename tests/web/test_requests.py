"""The requests that open tables: a message as JSON with its boards, or a file."""

from __future__ import annotations

import msgspec
import pytest

from protocol.v1.requests import Open, OpenSet
from server.errors import Refusal
from server.web.requests import MAX_REQUEST, read_request
from tests.web.test_bodies import file


async def test_a_request_keeps_its_boards_encoded() -> None:
    boards = file().decode()
    read = read_request(msgspec.json.encode({"game": "replay", "boards": boards, "name": "Club"}), Open)
    assert read is not None
    wish, sent = read
    assert (wish.game, wish.name, wish.boards) == ("replay", "Club", None)
    assert sent is not None and sent.value == msgspec.json.encode(boards)


@pytest.mark.parametrize("body", [b'{"boards": null}', b"{}", b"", b'{"else": 1}'])
async def test_a_request_may_have_no_boards(body: bytes) -> None:
    read = read_request(body, Open)
    assert read is not None and (read[0].game, read[1]) == ("bridge", None)


async def test_an_object_without_request_fields_is_a_file() -> None:
    assert read_request(b'{"deal": "N:"}', Open) is None
    assert read_request(b'{"any": []}', Open) is None
    assert read_request(msgspec.json.encode(dict.fromkeys(map(str, range(2_000)))), Open) is None
    assert read_request(b"[]", Open) is None


async def test_a_request_beside_its_boards_has_a_size_limit() -> None:
    with pytest.raises(Refusal, match="not counting `boards`"):
        read_request(msgspec.json.encode({"name": "x" * MAX_REQUEST}), Open)


@pytest.mark.parametrize("body", [b'{"boards": [' + b"[" * 9_000, b'{"a"', b'{"a": "\xff"}', b'{"a": 1}}'])
async def test_a_body_that_is_not_json_is_refused(body: bytes) -> None:
    with pytest.raises(Refusal) as why:
        read_request(body, Open)
    assert why.value.code == "invalid_message"


async def test_only_a_request_for_a_set_has_a_number_of_tables() -> None:
    body = b'{"tables": 3}'
    read = read_request(body, OpenSet)
    assert read is not None and read[0].tables == 3
    assert read_request(b'{"tables": []}', Open) is None, "another format of files may have a list of tables"
