"""The metrics of the server process, and the port at which they can be read."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

import prometheus_client
from prometheus_client import ProcessCollector

from server.metrics import Meter
from server.settings import Settings
from server.web.safe_headers import SAFE_HEADERS

if TYPE_CHECKING:
    from _typeshed import OptExcInfo


def serve_metrics(settings: Settings, meter: Meter) -> Callable[[], None]:
    """Serve the metrics if the settings name a port for them, and return a function that stops this.

    Raises OSError, which names the settings of the port, if the port for the metrics is in use.
    """
    port, host = settings.metrics_port, settings.metrics_host
    if not port:
        return lambda: None
    try:
        server, thread = prometheus_client.start_http_server(port, host, meter.registry)
    except OSError as error:
        raise OSError(
            f"cannot serve the metrics on {host}:{port}: {error.strerror};"
            " choose another KIBITZ_METRICS_PORT or KIBITZ_METRICS_HOST"
        ) from None
    # Here and not in the meter: these numbers are those of the process, also of one with two servers.
    ProcessCollector(registry=meter.registry)
    app = server.get_app()
    assert app is not None, "expected the server of the metrics to have an application"
    server.set_app(_with_headers(app))

    def stop() -> None:
        server.shutdown()
        server.server_close()
        thread.join()

    return stop


def _with_headers(app: WSGIApplication) -> WSGIApplication:
    """Return a WSGI application that adds `SAFE_HEADERS` to each answer of the given application."""

    def answer(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        def start_safely(
            status: str, headers: list[tuple[str, str]], error: OptExcInfo | None = None, /
        ) -> Callable[[bytes], object]:
            return start(status, [*headers, *SAFE_HEADERS.items()], error)

        return app(environ, start_safely)

    return answer


async def measure(meter: Meter, waiting: Callable[[], int]) -> None:
    """Set two metrics once a second, each to its worst value of 20 in that second.

    These are the event loop's lag, the longest delay of a timer, and the queue of the robots, the largest
    number that `waiting` returned.
    """
    loop = asyncio.get_running_loop()
    while True:
        lag_s, queue = 0.0, 0
        for _ in range(20):
            due = loop.time() + 0.05
            await asyncio.sleep(0.05)
            lag_s = max(lag_s, loop.time() - due)
            queue = max(queue, waiting())
        meter.loop_lag_s.set(lag_s)
        meter.robots_queue.set(queue)
