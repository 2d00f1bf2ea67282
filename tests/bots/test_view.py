"""The maps of a half are the fields with integer keys, which patches change key by key."""

from __future__ import annotations

from msgspec import Struct

from bots.view import maps_of
from protocol.v1.bridge import BridgePub


class Half(Struct):
    """A half of a view with maps of several kinds."""

    bids: dict[int, str]
    names: dict[str, str]
    passes: dict[int, str] | None = None
    cards: tuple[int, ...] = ()


def test_only_maps_with_integer_keys_are_patched_key_by_key() -> None:
    assert maps_of(Half) == {"bids", "passes"}


def test_calls_and_plays_of_bridge_are_patched_key_by_key() -> None:
    assert {"calls", "plays"} <= maps_of(BridgePub)
