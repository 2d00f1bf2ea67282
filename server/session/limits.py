"""Token buckets, which limit the rate of a connection, player or address.

Every function of a token bucket takes the present time as an argument.
"""

from __future__ import annotations

from math import ceil


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
        self._buckets: dict[str, Bucket] = {}
        self._sweep_at = self.SWEEP

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, name: str, now_ms: int, tokens: int = 1) -> int:
        """Take tokens from the bucket of `name`, and return 0 if it has enough.

        If the bucket has too few tokens, take none and return the time in ms until it has enough.
        """
        bucket = self._buckets.get(name)
        if bucket is None:
            if len(self._buckets) >= self._sweep_at:
                self._buckets = {k: b for k, b in self._buckets.items() if not b.full(now_ms)}
                self._sweep_at = max(self.SWEEP, 2 * len(self._buckets))
            bucket = self._buckets[name] = Bucket(self._rate, self._burst, now_ms)
        return bucket.take(now_ms, tokens)
