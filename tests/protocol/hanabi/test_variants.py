"""Hanabi variants as clients receive them."""

from __future__ import annotations

from protocol.v1.hanabi.variants import Suit, Variant


def test_one_inverted_suit_makes_a_variant_inverted() -> None:
    red, orange = Suit("Red", colors=("Red",)), Suit("Orange", colors=("Orange",), inverted=True)
    assert Variant(0, "", (red, orange), ("Red", "Orange")).inverted
    assert not Variant(0, "", (red, red), ("Red",)).inverted
