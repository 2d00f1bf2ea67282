"""Metrics are served on a port of their own, if the settings name one."""

from __future__ import annotations

import asyncio
import socket
import sys
import urllib.error
import urllib.request

import pytest
from prometheus_client import Gauge

from server.deployment.monitoring import measure, serve_metrics
from server.metrics import Meter
from server.settings import Settings
from tests.deploy.test_monitoring import OF_PROCESS
from tests.ports import free_port


def test_metrics_are_served_until_the_service_is_stopped() -> None:
    port = free_port()
    stop = serve_metrics(Settings(metrics_port=port), Meter())
    address = f"http://127.0.0.1:{port}/metrics"
    with urllib.request.urlopen(address, timeout=10) as answer:
        assert b"kibitz" in answer.read()
    stop()
    with pytest.raises(urllib.error.URLError):
        urllib.request.urlopen(address, timeout=10)


def test_without_a_port_no_metrics_are_served() -> None:
    assert Settings().metrics_port == 0
    serve_metrics(Settings(), Meter())()


def test_a_port_of_metrics_in_use_is_refused_with_the_names_of_the_settings() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(OSError, match=rf"metrics on 127.0.0.1:{port}: .*KIBITZ_METRICS_PORT"):
            serve_metrics(Settings(metrics_port=port), Meter())


def value(gauge: Gauge) -> float:
    (found,) = [sample.value for metric in gauge.collect() for sample in metric.samples]
    return found


async def test_the_lag_and_the_queue_are_measured_once_a_second_at_their_worst() -> None:
    meter, queue = Meter(), iter((0, 3, 1))
    measuring = asyncio.create_task(measure(meter, lambda: next(queue, 0)))
    try:
        while not value(meter.loop_lag_s):
            assert value(meter.robots_queue) == 0
            await asyncio.sleep(0.05)
    finally:
        measuring.cancel()
    assert value(meter.loop_lag_s) > 0 and value(meter.robots_queue) == 3


def test_the_numbers_of_the_process_are_served_beside_those_of_the_server() -> None:
    port = free_port()
    stop = serve_metrics(Settings(metrics_port=port), Meter())
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as answer:
            served = answer.read().decode()
    finally:
        stop()
    named = {line.split()[0] for line in served.splitlines() if line.startswith("process_")}
    if sys.platform.startswith("linux"):
        assert named == OF_PROCESS
