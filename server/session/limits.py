"""Token buckets, which limit the rate of a connection, player or address.

Every function of a token bucket takes the present time as an argument.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil

from server.hub.far.ledgers import Purse


class Bucket:
    """A token bucket: it gains `rate` tokens a second up to `burst`, and each request takes tokens."""

    __slots__ = ("_at_ms", "_burst", "_rate", "_tokens")

    def __init__(self, rate: float, burst: int, now_ms: int) -> None:
        self._rate = rate
        self._burst = float(burst)
        self._tokens = self._burst
        self._at_ms = now_ms

    def take(self, now_ms: int, tokens: int = 1) -> int:
        """Take tokens and return 0 if the bucket has enough tokens.

        If the bucket has too few tokens, take none and return the time in ms until it has enough.

        A request for more tokens than `burst` never succeeds; the caller must refuse such a request.
        """
        # Comparisons take half of the time of min() and max(); each request takes from two buckets.
        held = self._tokens
        passed_ms = now_ms - self._at_ms
        if passed_ms:
            self._at_ms = now_ms
            if passed_ms > 0:
                held += passed_ms * self._rate / 1000
                if held > self._burst:
                    held = self._burst
        if held >= tokens:
            self._tokens = held - tokens
            return 0
        self._tokens = held
        return max(1, ceil((tokens - held) * 1000 / self._rate))

    def owe(self, now_ms: int, tokens: int) -> None:
        """Take tokens that another hub has given out already, also more than the bucket has."""
        self._tokens = min(self._burst, self._tokens + max(0, now_ms - self._at_ms) * self._rate / 1000)
        self._at_ms = max(now_ms, self._at_ms)
        self._tokens -= tokens

    def full(self, now_ms: int) -> bool:
        """Return True if the bucket is full; a full bucket may be deleted, as a new one is equal to it."""
        return self._tokens + max(0, now_ms - self._at_ms) * self._rate / 1000 >= self._burst


class Buckets:
    """A token bucket for each name, such as the id of a player.

    Full buckets are deleted, so that memory is needed only for names with recent requests.

    A search for full buckets is made only when the number of buckets has doubled since the last search and is
    at least `SWEEP`. Because full buckets are searched rarely, the cost of each new name stays constant even
    in a flood of new names.
    """

    SWEEP = 10_000

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._burst = burst
        self._buckets: dict[str | bytes, Bucket] = {}
        self._sweep_at = self.SWEEP

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, name: str | bytes, now_ms: int, tokens: int = 1) -> int:
        """Take tokens from the bucket of `name`, and return 0 if it has enough.

        If the bucket has too few tokens, take none and return the time in ms until it has enough.
        """
        return self._bucket(name, now_ms).take(now_ms, tokens)

    def owe(self, name: str | bytes, now_ms: int, tokens: int) -> None:
        """Take tokens from the bucket of `name` that another hub has given out already."""
        self._bucket(name, now_ms).owe(now_ms, tokens)

    def _bucket(self, name: str | bytes, now_ms: int) -> Bucket:
        bucket = self._buckets.get(name)
        if bucket is None:
            if len(self._buckets) >= self._sweep_at:
                self._buckets = {k: b for k, b in self._buckets.items() if not b.full(now_ms)}
                self._sweep_at = max(self.SWEEP, 2 * len(self._buckets))
            bucket = self._buckets[name] = Bucket(self._rate, self._burst, now_ms)
        return bucket


class SharedBuckets:
    """A token bucket for each name at all hubs together.

    Each hub tells the others, a moment later, what its own bucket has given out. A client that uses all hubs
    within this moment gets at most one burst from each of them, and waits the longer afterwards.
    """

    def __init__(self, rate: float, burst: int, purse: Purse) -> None:
        self._buckets = Buckets(rate, burst)
        self._purse = purse
        purse.spent.subscribe(self._owe)

    def take(self, name: str, now_ms: int, tokens: int = 1) -> int:
        """Take tokens from the bucket of `name`, and return 0 if it has enough.

        If the bucket has too few tokens, take none and return the time in ms until it has enough.
        """
        key = self._purse.key_of(name)
        wait_ms = self._buckets.take(key, now_ms, tokens)
        if not wait_ms:
            self._purse.spend(key, tokens)
        return wait_ms

    def _owe(self, spent: Mapping[bytes, int], now_ms: int) -> None:
        for key, tokens in spent.items():
            self._buckets.owe(key, now_ms, tokens)
