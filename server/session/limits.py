"""How much one connection, player or address may ask for: token buckets, time is an argument."""

from __future__ import annotations

from math import ceil


class Bucket:
    """Gains `rate` tokens a second up to `burst`; every request takes one, or as many as it is worth."""

    __slots__ = ("_at_ms", "_burst", "_rate", "_tokens")

    def __init__(self, rate: float, burst: int, now_ms: int) -> None:
        self._rate = rate
        self._burst = burst
        self._tokens = float(burst)
        self._at_ms = now_ms

    def take(self, now_ms: int, tokens: int = 1) -> int:
        """0 when the request may go on; else how long to wait (ms). A refused request takes nothing.

        What is worth more than the burst waits in vain: to refuse it otherwise is for the caller to see to.
        """
        gained = max(0, now_ms - self._at_ms) * self._rate / 1000
        self._tokens = min(self._burst, self._tokens + gained)
        self._at_ms = now_ms
        if self._tokens >= tokens:
            self._tokens -= tokens
            return 0
        return max(1, ceil((tokens - self._tokens) * 1000 / self._rate))

    def full(self, now_ms: int) -> bool:
        """Whether nothing was taken lately, so that the bucket may be forgotten."""
        return self._tokens + max(0, now_ms - self._at_ms) * self._rate / 1000 >= self._burst


class Buckets:
    """A bucket for each of many names; full ones are forgotten, so that memory stays bounded by use.

    They are looked for when there are twice as many as were left the last time, at least `SWEEP`: a flood of
    new names must not make every one of them cost a look at all the others.
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
        """As `Bucket.take`, for the bucket of `name`."""
        bucket = self._buckets.get(name)
        if bucket is None:
            if len(self._buckets) >= self._sweep_at:
                self._buckets = {k: b for k, b in self._buckets.items() if not b.full(now_ms)}
                self._sweep_at = max(self.SWEEP, 2 * len(self._buckets))
            bucket = self._buckets[name] = Bucket(self._rate, self._burst, now_ms)
        return bucket.take(now_ms, tokens)
