"""The entries of a set's log are read again as they were written."""

from __future__ import annotations

import msgspec
import pytest

from protocol.v1.requests import NoClock, Policy
from server.board_sets.entries import Begun, Entry, Over, Place, decode, encode
from tests.board_sets.sittings import NOON, begun, came, closed, played, reopened, went

ENTRIES: tuple[Entry, ...] = (
    begun(),
    Begun(
        at_ms=NOON,
        places=(Place("to", "a (open room)", "open", {1: "plain"}), Place("tc", room="closed")),
        policy=Policy(clock=NoClock()),
        match=True,
        uploaded=True,
    ),
    came("t1", "p"),
    came("t1", "p", office=True),
    went("t2", "p", -1),
    played("t1", 0),
    played("t1", 7, -1100, players=("Ann", None, "plain", None)),
    reopened("t3", 2),
    closed("t3", 4),
    Over(at_ms=NOON),
)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: type(entry).__name__)
def test_an_entry_is_read_again_as_it_was_written(entry: Entry) -> None:
    assert decode(encode(entry)) == entry
    assert encode(decode(encode(entry))) == encode(entry)


def test_every_kind_of_entry_has_its_own_short_name() -> None:
    names = {type(entry): msgspec.msgpack.decode(encode(entry))["t"] for entry in ENTRIES}
    assert len(set(names.values())) == len(names) == 7


@pytest.mark.parametrize(
    "packed",
    [b"", b"\xc1", msgspec.msgpack.encode({"t": "unknown", "at_ms": 1}), encode(came("t1", "p"))[:-1]],
    ids=["empty", "no msgpack", "an unknown name", "cut off"],
)
def test_bytes_that_are_no_entry_are_refused(packed: bytes) -> None:
    with pytest.raises(msgspec.MsgspecError):
        decode(packed)


def test_a_field_that_is_missing_or_of_another_type_is_refused() -> None:
    for wrong in (
        {"t": "came", "at_ms": 1, "table": "t1"},
        {"t": "went", "at_ms": 1, "table": "t1", "player": "p", "last": "0"},
    ):
        with pytest.raises(msgspec.ValidationError):
            decode(msgspec.msgpack.encode(wrong))
