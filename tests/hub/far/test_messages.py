"""The messages between hubs of one release, and of two."""

from __future__ import annotations

import msgspec
import pytest

from protocol.v1.requests import Watch
from server.hub.far import messages
from server.hub.far.messages import Deliver, Follow, LoggedOut, Moved, Rows
from server.table.player import Player


@pytest.mark.parametrize(
    "message",
    [
        Follow(3, "t", 7, Player("p", "Ann"), True, Watch(table="t", as_="all")),
        Deliver("t", (1, 2, 3), b"frame", True),
        Moved("t"),
        LoggedOut(("p",)),
        Rows(gone=("t",)),
    ],
)
def test_a_message_is_read_as_it_was_sent(message: messages.Message) -> None:
    assert messages.decode(messages.encode(message)) == message


def test_a_newer_release_may_add_fields_and_kinds_of_messages() -> None:
    newer = msgspec.msgpack.encode({"t": "moved", "table": "t", "why": "new here"})
    assert messages.decode(newer) == Moved("t")
    assert messages.decode(msgspec.msgpack.encode({"t": "teleport", "to": 3})) is None


@pytest.mark.parametrize("broken", [b"", b"\xc1", msgspec.msgpack.encode({"t": "moved"}), b"\x90"])
def test_a_message_that_is_none_is_an_error(broken: bytes) -> None:
    with pytest.raises(msgspec.DecodeError):
        messages.decode(broken)
