"""The metrics: what is counted, and labels that cannot name a card."""

from __future__ import annotations

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


def test_two_servers_in_one_process_count_apart() -> None:
    one, other = Meter(), Meter()
    one.tables.set(7)
    one.entry("spades", "act")
    assert samples(one)["kibitz_tables", ()] == 7
    assert samples(other)["kibitz_tables", ()] == 0
    assert ("kibitz_entries_total", ("spades", "act")) not in samples(other)


def test_the_only_labels_are_the_game_the_kind_of_entry_the_code_and_the_bucket() -> None:
    meter = Meter()
    meter.entry("bridge", "act")
    meter.refusal("forbidden")
    meter.append_s.observe(0.003)
    labels = {
        label for metric in meter.registry.collect() for sample in metric.samples for label in sample.labels
    }
    assert labels == {"game", "kind", "code", "le"}
