"""Lots: the same seed draws the same lots everywhere, and each lot is equally likely."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256

from hypothesis import given
from hypothesis import strategies as st

from server.events.movements.lots import below, shuffled


@given(st.lists(st.integers(), max_size=30), st.text(max_size=8))
def test_a_shuffle_keeps_the_items_and_follows_from_the_seed(items: list[int], seed: str) -> None:
    once = shuffled(items, seed, "seats")
    assert sorted(once) == sorted(items)
    assert once == shuffled(items, seed, "seats")


def test_the_lots_never_change() -> None:
    """A draw must come out as before when an event is replayed by a later version."""
    assert shuffled("abcdefgh", "seed", "numbers") == shuffled(list("abcdefgh"), "seed", "numbers")
    digest = sha256(b"kibitz-lot-1|seed|toss 1|0").digest()
    assert below(10, "seed", "toss 1") == int.from_bytes(digest[:8], "big") % 10


def test_other_seeds_and_other_purposes_draw_other_lots() -> None:
    orders = {shuffled(range(10), seed, purpose) for seed in ("a", "b") for purpose in ("x", "y")}
    assert len(orders) == 4


def test_each_order_is_equally_likely() -> None:
    orders = Counter(shuffled("abc", str(seed), "numbers") for seed in range(1200))
    assert len(orders) == 6
    assert all(140 <= often <= 260 for often in orders.values())  # 200 expected, four standard deviations
