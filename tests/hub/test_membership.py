"""What is stored with a table about its set of boards."""

from __future__ import annotations

import msgspec

from server.hub.membership import Member, packed, unpacked


def test_a_member_is_read_again_as_it_was_written() -> None:
    member = Member("evening", ("evening2",), "Evening", "", True, "e-x", "p-Dora")
    assert unpacked(packed(member)) == member


def test_the_data_of_an_older_version_name_no_player_that_uploaded_the_boards() -> None:
    older = msgspec.msgpack.encode({"board_set": "e-x-1", "others": (), "uploaded": True, "event": "e-x"})
    assert unpacked(older) == Member("e-x-1", (), uploaded=True, event="e-x")
