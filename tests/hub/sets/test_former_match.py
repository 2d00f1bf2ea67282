"""Matches that an older version opened go on: their first entries are made from one of the two tables."""

from __future__ import annotations

import pytest

from protocol.v1.requests import Policy
from server.board_sets.entries import Begun, Place
from server.hub.sets.former_match import NAME_LENGTH, begun_of, room_name
from server.hub.sets.member import Pair
from server.store.table_logs import Meta

META = Meta(game="bridge", revision=1, name="x", host="p-Host", created_ms=5, options=b"")


def test_both_tables_give_the_same_first_entry() -> None:
    policy = Policy(pause_ms=7)
    here = Pair("open", "mc", "Final", {0: "plain"}, {1: "deep"}, policy, uploaded=True)
    there = Pair("closed", "mo", "Final", {1: "deep"}, {0: "plain"}, policy, uploaded=True)
    expected = Begun(
        at_ms=5,
        places=(
            Place("mo", "Final (open room)", "open", {0: "plain"}),
            Place("mc", "Final (closed room)", "closed", {1: "deep"}),
        ),
        policy=policy,
        match=True,
        uploaded=True,
    )
    assert begun_of(META, "mo", here) == begun_of(META, "mc", there) == expected


@pytest.mark.parametrize(
    ("name", "shown"),
    [("", "(table 1)"), ("Final", "Final (table 1)"), ("x" * 60, "x" * NAME_LENGTH + " (table 1)")],
)
def test_the_name_of_a_room(name: str, shown: str) -> None:
    assert room_name(name, "table 1") == shown
