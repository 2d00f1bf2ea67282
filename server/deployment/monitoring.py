"""Metrics of the process, and the port that serves them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import prometheus_client

from server.metrics import Meter
from server.settings import Settings


def serve_metrics(settings: Settings, meter: Meter) -> Callable[[], None]:
    """Serve the metrics if the settings name a port, and return a function that stops the service."""
    if not settings.metrics_port:
        return lambda: None
    server, thread = prometheus_client.start_http_server(
        settings.metrics_port, settings.metrics_host, meter.registry
    )

    def stop() -> None:
        server.shutdown()
        server.server_close()
        thread.join()

    return stop


async def measure_lag(meter: Meter) -> None:
    """Set the metric of the event loop's lag once a second, to the worst delay of a timer in that second."""
    loop = asyncio.get_running_loop()
    while True:
        worst = 0.0
        for _ in range(20):
            due = loop.time() + 0.05
            await asyncio.sleep(0.05)
            worst = max(worst, loop.time() - due)
        meter.loop_lag_s.set(worst)
