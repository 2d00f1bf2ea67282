"""Metrics are served on a port of their own, if the settings name one."""

from __future__ import annotations

import asyncio
import socket
import urllib.error
import urllib.request

import pytest

from server.deployment.monitoring import measure_lag, serve_metrics
from server.metrics import Meter
from server.settings import Settings


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


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


async def test_the_lag_of_the_event_loop_is_measured_once_a_second() -> None:
    meter = Meter()
    (before,) = [sample.value for metric in meter.loop_lag_s.collect() for sample in metric.samples]
    measuring = asyncio.create_task(measure_lag(meter))
    try:
        while True:
            (lag,) = [sample.value for metric in meter.loop_lag_s.collect() for sample in metric.samples]
            if lag != before:
                break
            await asyncio.sleep(0.05)
    finally:
        measuring.cancel()
    assert lag > 0
