"""Lots that follow from a seed: the same seed draws the same lots in every version of Python."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from itertools import count
from typing import TypeVar

T = TypeVar("T")


def shuffled(items: Sequence[T], seed: str, purpose: str) -> tuple[T, ...]:
    """Return the items in an order that follows from the seed and the purpose of the lots."""
    left = list(items)
    for last in range(len(left) - 1, 0, -1):
        chosen = below(last + 1, seed, f"{purpose} {last}")
        left[chosen], left[last] = left[last], left[chosen]
    return tuple(left)


def below(limit: int, seed: str, purpose: str) -> int:
    """Return a number from 0 to `limit` - 1, each equally likely, that follows from seed and purpose."""
    fair = 2**64 - 2**64 % limit
    for attempt in count():
        digest = sha256(f"kibitz-lot-1|{seed}|{purpose}|{attempt}".encode()).digest()
        number = int.from_bytes(digest[:8], "big")
        if number < fair:
            return number % limit
    raise AssertionError("unreachable")
