"""The metrics: what is counted, and labels that cannot name a card."""

from __future__ import annotations

import platform
import re
from importlib import metadata
from random import Random

import pytest
from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.metrics import disable_created_metrics, enable_created_metrics
from prometheus_client.openmetrics import exposition as openmetrics
from prometheus_client.values import MutexValue

from server.metrics import Meter


def samples(meter: Meter) -> dict[tuple[str, tuple[str, ...]], float]:
    """Return the values of a meter by the name of the sample and its labels."""
    return {
        (sample.name, tuple(sample.labels.values())): sample.value
        for metric in meter.registry.collect()
        for sample in metric.samples
    }


def test_entries_are_counted_by_game_and_kind_and_refusals_by_code() -> None:
    meter = Meter()
    for _ in range(3):
        meter.entry("bridge", "act")
    meter.entry("bridge", "sit")
    meter.entry("hanabi", "act")
    meter.refusal("not_your_turn")
    counted = samples(meter)
    assert counted["kibitz_entries_total", ("bridge", "act")] == 3
    assert counted["kibitz_entries_total", ("bridge", "sit")] == 1
    assert counted["kibitz_entries_total", ("hanabi", "act")] == 1
    assert counted["kibitz_refusals_total", ("not_your_turn",)] == 1


def test_tables_are_counted_by_game_as_they_come_and_leave() -> None:
    meter = Meter()
    for game in ("bridge", "bridge", "hanabi"):
        meter.table_came(game)
    meter.table_left("bridge")
    counted = samples(meter)
    assert counted["kibitz_tables", ()] == 2
    assert counted["kibitz_game_tables", ("bridge",)] == counted["kibitz_game_tables", ("hanabi",)] == 1


def test_the_build_is_named() -> None:
    named = ("kibitz_build_info", (metadata.version("kibitz"), platform.python_version()))
    assert samples(Meter())[named] == 1


def test_two_servers_in_one_process_count_apart() -> None:
    one, other = Meter(), Meter()
    one.tables.set(7)
    one.entry("spades", "act")
    assert samples(one)["kibitz_tables", ()] == 7
    assert samples(other)["kibitz_tables", ()] == 0
    assert ("kibitz_entries_total", ("spades", "act")) not in samples(other)


def test_the_only_labels_are_of_games_entries_refusals_buckets_and_the_build() -> None:
    meter = Meter()
    meter.entry("bridge", "act")
    meter.refusal("forbidden")
    meter.append_s.observe(0.003)
    meter.table_came("bridge")
    labels = {
        label for metric in meter.registry.collect() for sample in metric.samples for label in sample.labels
    }
    assert labels == {"game", "kind", "code", "le", "version", "python"}


BUCKETS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1, 5)
COUNTED_PLAINLY = ("kibitz_entries", "kibitz_append_seconds")


def exposed(registry: CollectorRegistry, names: tuple[str, ...] = COUNTED_PLAINLY) -> list[str]:
    """Return the lines about these metrics in both text formats, without the times of creation."""
    lines = [*generate_latest(registry).decode().splitlines()]
    lines += openmetrics.generate_latest(registry).decode().splitlines()
    ours = [line for line in lines if any(name in line for name in names)]
    return [re.sub(r"(_created\S*) [0-9.e+]+$", r"\1 TIME", line) for line in ours]


@pytest.mark.parametrize("times", [True, False])
def test_what_is_counted_plainly_is_exposed_as_by_the_metrics_of_the_library(times: bool) -> None:
    meter, registry, rng = Meter(), CollectorRegistry(), Random(7)
    entries = Counter(
        "kibitz_entries", "Durable log entries by game and kind of entry", ("game", "kind"), registry=registry
    )
    append_s = Histogram(
        "kibitz_append_seconds",
        "Seconds from an append until the entry is durable",
        buckets=BUCKETS,
        registry=registry,
    )
    if not times:
        disable_created_metrics()
    try:
        assert exposed(meter.registry) == exposed(registry)
        for _ in range(500):
            game, kind = rng.choice(("bridge", "hanabi")), rng.choice(("acted", "sat"))
            seconds = rng.choice((*BUCKETS, 0, 9, rng.random(), rng.random() / 100))
            meter.entry(game, kind)
            entries.labels(game, kind).inc()
            meter.append_s.observe(seconds)
            append_s.observe(seconds)
        assert exposed(meter.registry) == exposed(registry)
        assert any("_created" in line for line in exposed(meter.registry)) is times
    finally:
        enable_created_metrics()
    for name in ("kibitz_entries_total", "kibitz_append_seconds_sum", "kibitz_append_seconds_bucket"):
        assert exposed(meter.registry.restricted_registry([name])) == exposed(
            registry.restricted_registry([name])
        )


def test_counting_an_action_takes_no_lock_of_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(value: MutexValue, amount: float) -> None:
        raise AssertionError("expected plain numbers")

    meter = Meter()
    meter.entry("bridge", "acted")
    monkeypatch.setattr(MutexValue, "inc", refuse)
    meter.entry("bridge", "acted")
    meter.append_s.observe(0.003)
    assert samples(meter)["kibitz_entries_total", ("bridge", "acted")] == 2
    assert samples(meter)["kibitz_append_seconds_count", ()] == 1


def test_a_metric_of_the_same_name_is_refused() -> None:
    for name in COUNTED_PLAINLY:
        with pytest.raises(ValueError, match="Duplicated"):
            Counter(name, "", registry=Meter().registry)
