"""A diary keeps every acknowledged action for the checker, and sums a day up second by second."""

from __future__ import annotations

from pathlib import Path

import msgspec

from tests.bench import verdict
from tests.bench.day import Ack, Diary, Second


def ack(n: int, took_ms: int, table: str = "t") -> Ack:
    return Ack(
        "North", table, n, msgspec.Raw(msgspec.msgpack.encode({"t": "pass"})), "d", 0, took_ms * 1_000_000
    )


def test_an_action_counts_in_the_second_in_which_it_was_acknowledged() -> None:
    diary = Diary("")
    diary.begin(3.0)
    for second in range(3):
        diary.connected(10 + second, second + 0.5)
    for n, (took_ms, second) in enumerate([(2, 0), (4, 0), (9, 2)], 1):
        diary.acknowledged(ack(n, took_ms), second)
    day = diary.day(0.25)
    assert day.seconds == [Second(2, 10, 4.0, 4.0), Second(0, 11, None, None), Second(1, 12, 9.0, 9.0)]
    assert (day.actions, day.p50_ms, day.worst_ms, day.client_cpu) == (3, 4.0, 9.0, 0.25)


def test_a_second_in_which_the_crowd_was_busy_has_the_connections_of_the_next_reading() -> None:
    diary = Diary("")
    diary.begin(4.0)
    diary.connected(7, 0.1)
    diary.connected(5, 3.1)
    assert [one.connections for one in diary.day(0.0).seconds] == [7, 5, 5, 5]


def test_an_action_before_the_beginning_or_long_after_the_end_is_only_recorded(
    tmp_path: Path,
) -> None:
    record = tmp_path / "acks"
    diary = Diary(str(record))
    diary.acknowledged(ack(1, 2), None)
    diary.begin(1.0)
    diary.acknowledged(ack(2, 2), 0)
    diary.acknowledged(ack(3, 2), 7)
    assert diary.day(0.0).actions == 1
    diary.close()
    assert [verdict.decode(packed).n for packed in verdict.acks(record)["t"]] == [1, 2, 3]


def test_a_record_is_read_back_table_by_table(tmp_path: Path) -> None:
    record = tmp_path / "acks"
    diary = Diary(str(record))
    for n, table in enumerate(("a", "b", "a"), 1):
        diary.acknowledged(ack(n, 1, table), None)
    diary.close()
    found = verdict.acks(record)
    assert {table: [verdict.decode(one).n for one in packed] for table, packed in found.items()} == {
        "a": [1, 3],
        "b": [2],
    }


def test_refusals_are_counted_by_their_codes() -> None:
    diary = Diary("")
    for code in ("busy", "closed with 4100", "busy"):
        diary.refused(code)
    assert diary.day(0.0).refusals == {"busy": 2, "closed with 4100": 1}


def test_a_day_without_an_action_has_no_latency() -> None:
    diary = Diary("")
    diary.begin(2.0)
    day = diary.day(0.0)
    assert (day.actions, day.p50_ms, day.p99_ms, day.worst_ms, day.late_p99_ms) == (0, None, None, None, None)
