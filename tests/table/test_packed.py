"""Uploaded deals, which stay encoded until they are accessed."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from protocol.v1.bridge import Deal
from server.games.registry import GAMES
from server.table.packed import CACHED, PackedDeals

BRIDGE = GAMES["bridge"]


def deals(count: int) -> tuple[Any, ...]:
    start = BRIDGE.start(BRIDGE.options_type())
    return tuple(BRIDGE.chance(start, Random(number)) for number in range(count))


def packed(count: int) -> PackedDeals:
    return PackedDeals(PackedDeals.of(deals(count)), BRIDGE.log_action_type)


def test_packed_deals_are_the_deals_that_were_packed() -> None:
    known, kept = deals(40), packed(40)
    assert len(kept) == 40 and tuple(kept) == known
    assert [kept[place] for place in (39, 0, 39)] == [known[39], known[0], known[39]]
    assert kept[3:5] == known[3:5] and kept[-1] == known[-1]
    assert PackedDeals.of(kept) is kept.packed == msgspec.msgpack.encode(known)
    assert not packed(0)


def test_a_part_has_some_of_the_deals_in_their_order() -> None:
    known, part = deals(40), packed(40).part(3, 2)
    assert tuple(part) == known[3:5] and part.packed == msgspec.msgpack.encode(known[3:5])
    assert not packed(3).part(3, 2)


def test_only_the_last_accessed_deal_stays_decoded() -> None:
    kept = packed(40)
    assert kept._cached == {}
    for place in range(40):
        assert isinstance(kept[place], Deal)
        assert len(kept._cached) <= CACHED


def test_a_check_finds_a_value_that_is_no_deal() -> None:
    kept = PackedDeals(msgspec.msgpack.encode([*deals(1), {"t": "nothing"}]), BRIDGE.log_action_type)
    kept.check(0, 1)
    with pytest.raises(msgspec.DecodeError):
        kept.check(1, 2)
    with pytest.raises(msgspec.DecodeError):
        PackedDeals(b"\xc1", BRIDGE.log_action_type)
