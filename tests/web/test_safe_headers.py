"""Every HTTP answer has the headers that keep it out of caches and from being taken for a script."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from starlette.requests import Request
from starlette.routing import Route

from server.web.http import HEAD_BYTES
from server.web.page import built_page
from server.web.safe_headers import SafeApplication
from tests.ports import free_port
from tests.web.served import JSON_BODY, Served, needs_redis, raw, served, upgrade

pytestmark = needs_redis

PAGE = {"/", "/files/{name}"}
"""The only addresses whose answers a browser may keep: the page, which is the same for everybody."""


@pytest.fixture(scope="module")
def metered(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server with a port for its metrics."""
    with served(tmp_path_factory.mktemp("metered"), metrics_port=free_port()) as running:
        yield running


def routes(server: Served) -> list[Route]:
    """Return every address of the server, of all its APIs."""
    found = server.server.config.app.routes  # type: ignore[union-attr]
    assert all(isinstance(route, Route) for route in found)
    return list(found)


def faults(answer: httpx.Response, *, kept: bool = False) -> list[str]:
    """Return what is wrong with the headers of an answer; with `kept`, a browser may keep it."""
    wrong = [] if answer.headers.get_list("x-content-type-options") == ["nosniff"] else ["nosniff"]
    stored = answer.headers.get_list("cache-control")
    if len(stored) != 1 or not (kept or stored == ["no-store"]):
        wrong.append(f"cache-control {stored}")
    return wrong


async def test_no_address_answers_without_the_headers_whoever_asks(metered: Served) -> None:
    token = await metered.guest("Ann")
    table = await metered.table(token)
    walked, statuses = routes(metered), set()
    assert len(walked) > 50, "expected both APIs, the documents and the page"
    for caller in (None, token):
        async with metered.http(caller) as http:
            ann = (await http.post("/api/auth/guest", json={"username": "Ann"})).json()
            head = (
                {} if caller is None else {"x-session-id": ann["sessionId"], "x-player-id": ann["playerId"]}
            )
            for route in walked:
                path = route.path.replace("{table}", table).replace("{game}", f"{table}.1")
                path = path.replace("{side}", "NS").replace("{", "").replace("}", "")
                for method in sorted(route.methods or ()):
                    async with http.stream(method, path, headers=head) as answer:
                        assert not faults(answer, kept=route.path in PAGE), (method, path)
                        statuses.add(answer.status_code)
    assert statuses >= {200, 201, 400, 401, 404}


async def test_refusals_of_unknown_addresses_hosts_origins_and_methods_have_the_headers(
    metered: Served,
) -> None:
    async with metered.http() as http:
        for answer in (
            await http.get("/nowhere"),
            await http.delete("/v1/tables"),
            await http.post("/v1/guests", content=b"name=Ann"),
            await http.post("/v1/guests", content=b" " * 9_999, headers=JSON_BODY),
            await http.get("/v1/tables", headers={"host": "else.test"}),
            await http.get("/api/tables", headers={"origin": "https://else.test"}),
        ):
            assert answer.status_code >= 400 and not faults(answer), answer


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"what is this?\r\n\r\n", b"400"),
        (b"GET / HTTP/1.1\r\nhost: localhost\r\nx: " + b"y" * HEAD_BYTES, b"431"),
        (upgrade(path="/nowhere"), b"404"),
        (upgrade("kibitz.v9"), b"400"),
        (upgrade(origin="https://else.test"), b"403"),
    ],
    ids=("no HTTP", "a long head", "an unknown websocket", "an unknown protocol", "a foreign page"),
)
async def test_answers_below_the_application_have_the_headers(
    metered: Served, sent: bytes, status: bytes
) -> None:
    async with raw(metered) as connection:
        await connection.send(sent)
        head = (await connection.rest()).lower()
    assert head.startswith(b"http/1.1 " + status)
    for line in (b"x-content-type-options: nosniff", b"cache-control: no-store"):
        assert head.count(line) == 1, head


async def test_the_metrics_have_the_headers(metered: Served) -> None:
    async with httpx.AsyncClient() as http:
        for path in ("/metrics", "/favicon.ico"):
            answer = await http.get(f"http://127.0.0.1:{metered.settings.metrics_port}{path}")
            assert answer.status_code == 200 and not faults(answer), path


async def test_an_unexpected_error_is_answered_with_the_headers() -> None:
    async def fails(request: Request) -> None:
        raise RuntimeError("a bug")

    app = SafeApplication(routes=[Route("/", fails)])
    carried = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=carried, base_url="http://t") as http:
        answer = await http.get("/")
    assert answer.status_code == 500 and not faults(answer)


async def test_the_files_of_the_page_keep_their_own_rule_for_caches(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<p>Kibitz</p>")
    (tmp_path / "files").mkdir()
    (tmp_path / "files" / "main.js").write_text("1")
    app = SafeApplication(routes=built_page(tmp_path).routes())
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://t") as http:
        page, file = await http.get("/"), await http.get("/files/main.js")
        missing = await http.get("/files/other.js")
    assert (page.status_code, file.status_code, missing.status_code) == (200, 200, 404)
    assert not [*faults(page, kept=True), *faults(file, kept=True), *faults(missing)]
    assert page.headers["cache-control"] == "no-cache" and "immutable" in file.headers["cache-control"]
