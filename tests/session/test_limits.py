"""Token buckets: the burst, the rate, and the wait of a client that exceeds them."""

from __future__ import annotations

from collections.abc import Generator
from math import ceil

from hypothesis import given
from hypothesis import strategies as st

from server.session.limits import Bucket, Buckets


def taken(bucket: Bucket, now_ms: int, asked: int) -> int:
    """Return how many of this many simultaneous requests a bucket lets through."""
    return sum(bucket.take(now_ms) == 0 for _ in range(asked))


def test_a_new_bucket_bears_its_burst_and_no_more() -> None:
    assert taken(Bucket(rate=2, burst=5, now_ms=0), 0, asked=9) == 5


def test_a_bucket_fills_at_its_rate() -> None:
    bucket = Bucket(rate=2, burst=5, now_ms=0)
    taken(bucket, 0, asked=9)
    assert taken(bucket, 1_500, asked=9) == 3


def test_a_bucket_never_holds_more_than_its_burst() -> None:
    bucket = Bucket(rate=2, burst=5, now_ms=0)
    assert taken(bucket, 10**9, asked=9) == 5


def test_a_client_that_waits_the_required_time_may_ask_again() -> None:
    bucket = Bucket(rate=0.7, burst=1, now_ms=0)
    bucket.take(0)
    wait_ms = bucket.take(100)
    assert wait_ms > 0 and bucket.take(100 + wait_ms) == 0


def test_a_request_worth_several_tokens_takes_all_of_them_or_none() -> None:
    bucket = Bucket(rate=1, burst=5, now_ms=0)
    assert bucket.take(0, 3) == 0
    assert bucket.take(0, 3) == 1_000
    assert bucket.take(0, 2) == 0
    assert bucket.take(2_000, 3) == 1_000


def test_a_refused_request_takes_nothing() -> None:
    bucket = Bucket(rate=1, burst=1, now_ms=0)
    bucket.take(0)
    assert taken(bucket, 500, asked=100) == 0
    assert bucket.take(1_000) == 0


def test_a_clock_that_is_set_back_gives_nothing_and_goes_on_from_there() -> None:
    bucket = Bucket(rate=1, burst=3, now_ms=100_000)
    taken(bucket, 100_000, asked=9)
    assert taken(bucket, 0, asked=9) == 0
    assert taken(bucket, 2_000, asked=9) == 2


@given(
    st.floats(0.1, 50),
    st.integers(1, 20),
    st.lists(st.integers(0, 3_000), max_size=60),
)
def test_never_more_than_the_burst_and_what_flowed_in_since(
    rate: float, burst: int, waits: list[int]
) -> None:
    bucket, now_ms, granted = Bucket(rate, burst, 0), 0, 0
    for wait_ms in waits:
        now_ms += wait_ms
        granted += bucket.take(now_ms) == 0
        assert granted <= burst + now_ms * rate / 1000 + 1e-6


def by_the_definition(
    rate: float, burst: int, now_ms: int
) -> Generator[tuple[int, bool], tuple[int, int], None]:
    """Yield the answers of a bucket, each with True if the bucket is full afterwards.

    Each value that is sent in is the time and the number of tokens asked for.
    """
    held, at_ms, answer = float(burst), now_ms, 0
    while True:
        now_ms, tokens = yield answer, held >= burst
        held = min(burst, held + max(0, now_ms - at_ms) * rate / 1000)
        at_ms = now_ms
        granted = held >= tokens
        answer = 0 if granted else max(1, ceil((tokens - held) * 1000 / rate))
        held -= tokens if granted else 0


@given(
    st.floats(0.01, 2_000) | st.sampled_from((0.5, 1.0, 20.0, 1e6)),
    st.integers(1, 50),
    st.lists(
        st.tuples(st.sampled_from((0, 0, 0, 1, 50, -1)) | st.integers(-5_000, 5_000), st.integers(1, 4))
    ),
)
def test_a_bucket_answers_as_its_definition_says(
    rate: float, burst: int, steps: list[tuple[int, int]]
) -> None:
    bucket, now_ms = Bucket(rate, burst, 10_000), 10_000
    defined = by_the_definition(rate, burst, now_ms)
    next(defined)
    for wait_ms, tokens in steps:
        now_ms += wait_ms
        assert (bucket.take(now_ms, tokens), bucket.full(now_ms)) == defined.send((now_ms, tokens))


def test_one_name_spends_no_tokens_of_another() -> None:
    buckets = Buckets(rate=1, burst=1)
    assert [buckets.take(name, 0) == 0 for name in ("ann", "ann", "bob")] == [True, False, True]


def test_names_that_ask_no_more_are_forgotten() -> None:
    buckets = Buckets(rate=1, burst=1)
    for number in range(3 * Buckets.SWEEP):
        buckets.take(str(number), number * 10)
    assert len(buckets) <= Buckets.SWEEP


def test_a_bucket_that_is_not_full_is_not_dropped() -> None:
    buckets = Buckets(rate=0.001, burst=1)
    buckets.take("ann", 0)
    for number in range(3 * Buckets.SWEEP):
        buckets.take(str(number), number)
    assert buckets.take("ann", 3 * Buckets.SWEEP) > 0


def test_a_flood_of_names_that_all_owe_is_borne() -> None:
    """Searching all buckets for each new name would take minutes."""
    buckets = Buckets(rate=0.001, burst=1)
    for number in range(5 * Buckets.SWEEP):
        buckets.take(str(number), 0)
    assert len(buckets) == 5 * Buckets.SWEEP
