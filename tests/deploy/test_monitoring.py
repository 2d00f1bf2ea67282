"""The files in deploy/monitoring: alert rules that ring when they should, and a dashboard."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from server.metrics import Meter
from tests.deploy.pages import DEPLOY
from tests.stable.test_stable_names import NAMES

MONITORING = DEPLOY / "monitoring"
OPERATING = (DEPLOY / "OPERATING.md").read_text()
PROMTOOL = shutil.which("promtool")
needs_promtool = pytest.mark.skipif(PROMTOOL is None, reason="there is no promtool here (package prometheus)")
SERIES = re.compile(r"\b(?:kibitz|process)_[a-z_]+|\bup\b")
OF_PROCESS = {
    f"process_{name}"
    for name in (
        "virtual_memory_bytes",
        "resident_memory_bytes",
        "start_time_seconds",
        "cpu_seconds_total",
        "open_fds",
        "max_fds",
    )
}
"""The metrics of a process; tests/deployment/test_monitoring.py reads them from a server."""


def yaml(name: str) -> Any:
    return YAML(typ="safe").load((MONITORING / name).read_text())


ALERTS = {rule["alert"]: rule for rule in yaml("alerts.yaml")["groups"][0]["rules"]}


def dashboard() -> Any:
    return json.loads((MONITORING / "grafana.json").read_text())


def queries() -> list[str]:
    """Return the queries of the dashboard, with values in place of its variables."""
    found = [target["expr"] for panel in dashboard()["panels"] for target in panel["targets"]]
    return [query.replace("$__rate_interval", "1m").replace("$instance", ".*") for query in found]


def rows(section: str) -> list[str]:
    """Return the first cells of the rows of the first table in a section of OPERATING.md."""
    text = OPERATING.partition(f"\n## {section}\n")[2].partition("\n## ")[0]
    cells = re.findall(r"^\| (.*?) \|", text, re.MULTILINE)
    assert cells, f"expected a table in the section {section}"
    return cells[1:]


def exposed() -> set[str]:
    """Return the names of all series of a server."""
    meter = Meter()
    meter.entry("bridge", "acted")
    meter.table_came("bridge")
    return {sample.name for metric in meter.registry.collect() for sample in metric.samples} | OF_PROCESS


def check(*command: str | Path) -> str:
    """Run promtool and return what it says. Fails with its words if it finds a fault."""
    done = subprocess.run([str(PROMTOOL), *map(str, command)], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_every_alert_has_its_row_in_the_runbook_and_every_row_its_alert() -> None:
    assert [row.strip("`") for row in rows("Alarms")] == [*ALERTS]


def test_every_metric_is_in_the_table_of_metrics_and_among_the_stable_names() -> None:
    text = OPERATING.partition("\n## Health and metrics\n")[2].partition("\n## ")[0]
    meter = Meter()
    families = {metric.name for metric in meter.registry.collect()}
    assert {name for name in families if not re.search(rf"^\|.*`{name}(_total)?[`{{]", text, re.M)} == set()
    assert families == set(NAMES["metrics"])
    assert "`process_*`" in text


def test_alerts_and_dashboard_name_only_series_that_a_server_has() -> None:
    known = exposed() | {"up"}
    for query in (*queries(), *(rule["expr"] for rule in ALERTS.values())):
        named = set(SERIES.findall(query))
        assert named and named <= known, query


def test_the_entries_of_actions_have_the_kind_that_the_dashboard_counts() -> None:
    from server.table.events import ENTRY_KINDS, Acted

    kinds = {kind for query in queries() for kind in re.findall(r'kind="(\w+)"', query)}
    assert kinds == {ENTRY_KINDS[Acted]}


def test_the_panels_of_the_dashboard_lie_beside_each_other() -> None:
    panels = dashboard()["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    taken: set[tuple[int, int]] = set()
    for panel in panels:
        at = panel["gridPos"]
        assert at["x"] + at["w"] <= 24
        spots = {(x, y) for x in range(at["x"], at["x"] + at["w"]) for y in range(at["y"], at["y"] + at["h"])}
        assert not spots & taken, panel["title"]
        taken |= spots
        assert panel["title"] and panel["description"]


@needs_promtool
def test_promtool_finds_no_fault_in_the_rules_and_the_configuration() -> None:
    assert f"{len(ALERTS)} rules found" in check("check", "rules", MONITORING / "alerts.yaml")
    check("check", "config", MONITORING / "prometheus.yaml")


@needs_promtool
def test_promtool_understands_every_query_of_the_dashboard(tmp_path: Path) -> None:
    records = [{"record": f"kibitz:query_{place}", "expr": query} for place, query in enumerate(queries())]
    rules = tmp_path / "rules.yaml"
    rules.write_text(json.dumps({"groups": [{"name": "dashboard", "rules": records}]}))
    assert f"{len(records)} rules found" in check("check", "rules", rules)


HUB = 'job="kibitz", instance="hub-1"'
SLOW = {"0.1": "0+10x80", "0.5": "0+15x80", "+Inf": "0+15x80"}
QUICK = {"0.1": "0+15x80", "0.5": "0+15x80", "+Inf": "0+15x80"}


def appends(buckets: dict[str, str]) -> dict[str, str]:
    return {f'kibitz_append_seconds_bucket{{{HUB}, le="{le}"}}': values for le, values in buckets.items()}


def one(name: str, values: str, labels: str = "") -> dict[str, str]:
    return {f"{name}{{{HUB}{labels}}}": values}


def refused(code: str, values: str) -> dict[str, str]:
    return one("kibitz_refusals_total", values, f', code="{code}"')


def builds(version: str) -> dict[str, str]:
    return {f'kibitz_build_info{{job="kibitz", instance="{version}", version="{version}"}}': "1x400"}


RINGS: dict[str, tuple[dict[str, str], dict[str, str]]] = {
    "KibitzDown": (one("up", "0x80"), one("up", "1x80")),
    "KibitzHolding": (one("kibitz_holding", "1x80"), one("kibitz_holding", "0x80")),
    "KibitzRolledBack": (
        one("kibitz_rolled_back_total", "0x40 1x40"),
        one("kibitz_rolled_back_total", "3x80"),
    ),
    "KibitzRepaired": (one("kibitz_repaired_total", "0x40 1x40"), one("kibitz_repaired_total", "3x80")),
    "KibitzQuarantined": (one("kibitz_quarantined", "1x80"), one("kibitz_quarantined", "0x80")),
    "KibitzArchiveLag": (
        one("kibitz_archive_lag_seconds", "0+15x80"),
        one("kibitz_archive_lag_seconds", "0+15x10 0x70"),
    ),
    "KibitzTakeover": (one("kibitz_takeovers_total", "0x40 9x40"), one("kibitz_takeovers_total", "9x80")),
    "KibitzFenced": (one("kibitz_fenced_total", "0x40 9x40"), one("kibitz_fenced_total", "0x40 2x40")),
    "KibitzFaults": (refused("internal", "0x40 1x40"), refused("forbidden", "0x40 1x40")),
    "KibitzUnavailable": (refused("unavailable", "0+60x80"), refused("unavailable", "0+3x80")),
    "KibitzRateLimited": (refused("rate_limited", "0+300x80"), refused("rate_limited", "0+30x80")),
    "KibitzSlowAppends": (appends(SLOW), appends(QUICK)),
    "KibitzLoopLag": (one("kibitz_loop_lag_seconds", "0.2x80"), one("kibitz_loop_lag_seconds", "0.004x80")),
    "KibitzConnectionsFull": (
        one("kibitz_connections", "11500x80") | one("kibitz_connections_limit", "12000x80"),
        one("kibitz_connections", "9000x80") | one("kibitz_connections_limit", "12000x80"),
    ),
    "KibitzFilesFull": (
        one("process_open_fds", "1000x80") | one("process_max_fds", "1024x80"),
        one("process_open_fds", "100x80") | one("process_max_fds", "1024x80"),
    ),
    "KibitzRobotsQueue": (one("kibitz_robots_queue", "20x80"), one("kibitz_robots_queue", "2x80")),
    "KibitzSlowClients": (
        one("kibitz_conflated_total", "0+150x80"),
        one("kibitz_conflated_total", "0+15x80"),
    ),
    "KibitzResyncs": (one("kibitz_resyncs_total", "0+150x80"), one("kibitz_resyncs_total", "0+15x80")),
    "KibitzVersionsDiffer": (builds("0.7.0") | builds("0.8.0"), builds("0.8.0")),
}
"""For each alert the series, in steps of 15 s, with which it rings, and those with which it does not."""


def rings(alert: str, series: dict[str, str], count: int) -> dict[str, Any]:
    """Return a test for promtool: with these series, an alert rings so many times."""
    at = "90m" if alert == "KibitzVersionsDiffer" else "20m"
    samples = [{"labels": "{}", "value": count}] if count else []
    query = f'count(ALERTS{{alertname="{alert}", alertstate="firing"}})'
    return {
        "interval": "15s",
        "input_series": [{"series": name, "values": values} for name, values in series.items()],
        "promql_expr_test": [{"expr": query, "eval_time": at, "exp_samples": samples}],
    }


def cases() -> Iterator[dict[str, Any]]:
    for alert, (ringing, quiet) in RINGS.items():
        yield rings(alert, ringing, 1)
        yield rings(alert, quiet, 0)


@needs_promtool
def test_every_alert_rings_when_it_should_and_only_then(tmp_path: Path) -> None:
    assert [*RINGS] == [*ALERTS]
    wanted = {"rule_files": [str(MONITORING / "alerts.yaml")], "tests": [*cases()]}
    file = tmp_path / "tests.yaml"
    file.write_text(json.dumps(wanted))
    check("test", "rules", file)


@needs_promtool
def test_an_alert_that_does_not_ring_is_noticed(tmp_path: Path) -> None:
    wanted = {
        "rule_files": [str(MONITORING / "alerts.yaml")],
        "tests": [rings("KibitzDown", RINGS["KibitzDown"][1], 1)],
    }
    file = tmp_path / "tests.yaml"
    file.write_text(json.dumps(wanted))
    with pytest.raises(AssertionError, match="FAILED"):
        check("test", "rules", file)
