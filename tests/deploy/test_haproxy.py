"""deploy/haproxy.cfg before real servers: TLS, websockets, addresses, headers, and too large bodies."""

from __future__ import annotations

import asyncio
import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin, Subprotocol

from protocol.v1.codec import MSGPACK
from protocol.v1.requests import Hello, Ping
from protocol.v1.updates import Pong, Welcome
from server.settings import Settings
from server.web.responses import MAX_BODY
from tests.deploy.haproxy import SITE, SITE_NAME, Proxy, certified, needs_haproxy
from tests.deploy.pages import DEPLOY, compose
from tests.web.served import PATIENCE_S, Served, Talk, needs_redis, served

pytestmark = [needs_redis, *needs_haproxy]
PROTOCOLS = [Subprotocol(MSGPACK.name)]


def test_haproxy_takes_the_configuration(tmp_path: Path) -> None:
    ran = subprocess.run(Proxy(tmp_path, [1, 2, 3]).command("-c"), capture_output=True, text=True)
    assert ran.returncode == 0 and "WARNING" not in ran.stderr, ran.stderr


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[Served]:
    header = compose()["services"]["kibitz-1"]["environment"]["KIBITZ_PROXY_HEADER"]
    few = {"guests_per_address_s": 0.001, "guests_per_address_burst": 2}
    with served(tmp_path / "kibitz", proxy_header=header, origins=SITE, **few) as running:
        yield running


async def test_a_websocket_and_http_go_through_it_as_the_address_that_it_sees(
    tmp_path: Path, hub: Served
) -> None:
    proxy = Proxy(tmp_path, [hub.port])
    with proxy.running():
        async with proxy.http() as http:
            assert (await http.get("/healthz")).json()["ok"] is True
            forged = [
                await http.post("/v1/guests", json={}, headers={"x-real-ip": ip, "x-forwarded-for": ip})
                for ip in ("192.0.2.1", "192.0.2.2", "192.0.2.3")
            ]
            assert [answer.status_code for answer in forged] == [201, 201, 429], "an address was forged"
            token = forged[0].json()["token"]
            answer = await http.post(
                "/v1/tables",
                content=b"%" * (MAX_BODY + 1),
                headers={"authorization": f"Bearer {token}"},
            )
            assert (answer.status_code, answer.json()["code"]) == (413, "too_big")
        address = f"wss://127.0.0.1:{proxy.port}/v1/ws"
        async with connect(address, subprotocols=PROTOCOLS, ssl=proxy.tls, origin=Origin(SITE)) as socket:
            talk = Talk(socket, MSGPACK)
            await talk.say(Hello(token=token))
            await talk.hear(Welcome)
            await talk.say(Ping())
            await talk.hear(Pong)
        with pytest.raises(InvalidStatus):
            await connect(address, subprotocols=PROTOCOLS, ssl=proxy.tls, origin=Origin("https://else.test"))


async def _leaves(hub: asyncio.StreamReader, proxy: asyncio.StreamWriter) -> None:
    """Answer HAProxy that this hub is ready, and close each other connection with its request."""
    if b"/readyz" in await hub.readuntil(b"\r\n\r\n"):
        proxy.write(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
    proxy.close()


async def test_a_request_that_a_stopping_hub_drops_is_sent_to_another_hub_if_it_changes_nothing(
    tmp_path: Path, hub: Served
) -> None:
    stopping = await asyncio.start_server(_leaves, "127.0.0.1", 0)
    async with stopping:
        proxy = Proxy(tmp_path, [stopping.sockets[0].getsockname()[1], hub.port])
        with proxy.running():
            # HAProxy answers 502 on a new connection only; a browser sends the request again on another one.
            seen, made = set[int](), set[int]()
            for _ in range(6):
                async with proxy.http() as http:
                    seen.add((await http.get("/healthz")).status_code)
                async with proxy.http() as http:
                    made.add((await http.post("/v1/guests", json={})).status_code)
    assert seen == {200}
    assert 502 in made, "a request that may have been carried out was sent a second time"


@pytest.mark.parametrize("host", [SITE_NAME, "127.0.0.1", "else.test", "else.test:80"])
async def test_plain_http_is_sent_to_tls_at_the_name_of_the_site_and_at_no_other(
    tmp_path: Path, host: str
) -> None:
    proxy = Proxy(tmp_path, [1])
    with proxy.running():
        async with httpx.AsyncClient(timeout=PATIENCE_S) as http:
            address = f"http://127.0.0.1:{proxy.plain}/v1/tables?game=bridge"
            answer = await http.get(address, headers={"host": host})
    assert (answer.status_code, answer.headers["location"]) == (308, f"{SITE}/v1/tables?game=bridge")


async def test_a_page_of_another_site_is_refused_even_under_a_forged_header_of_a_proxy(
    tmp_path: Path, hub: Served
) -> None:
    proxy = Proxy(tmp_path, [hub.port])
    foreign = "https://else.test"
    with proxy.running():
        async with proxy.http() as http:
            for forged in (
                {"x-forwarded-host": "else.test"},
                {"x-forwarded-host": "else.test", "x-forwarded-proto": "https", "x-real-ip": "192.0.2.9"},
                {"forwarded": "for=192.0.2.9;host=else.test;proto=https"},
            ):
                answer = await http.get("/v1/tables", headers={**forged, "origin": foreign})
                assert answer.status_code == 403, forged
            own = {"host": SITE_NAME, "origin": SITE}
            assert (await http.get("/v1/tables", headers=own)).status_code == 200
            without_tls = {**own, "origin": f"http://{SITE_NAME}", "x-forwarded-proto": "http"}
            assert (await http.get("/v1/tables", headers=without_tls)).status_code == 403


async def test_an_answer_over_tls_tells_the_browser_to_use_only_tls(tmp_path: Path, hub: Served) -> None:
    proxy = Proxy(tmp_path, [hub.port])
    with proxy.running():
        async with proxy.http() as http:
            for path in ("/healthz", "/nowhere", "/v1/tables/x"):
                answer = await http.get(path)
                assert answer.headers["strict-transport-security"] == "max-age=31536000", path
                assert answer.headers["x-content-type-options"] == "nosniff", path
                assert answer.headers["cache-control"] == "no-store", path


async def test_the_connections_of_one_address_are_limited(tmp_path: Path, hub: Served) -> None:
    proxy = Proxy(tmp_path, [hub.port], connections=2)
    async with hub.http(await hub.guest()) as direct:
        table = (await direct.post("/v1/tables", json={})).json()["table"]
    with proxy.running():
        async with proxy.http() as http, AsyncExitStack() as streams:
            statuses = []
            for _ in range(3):
                following = await streams.enter_async_context(
                    http.stream("GET", f"/v1/tables/{table}/stream")
                )
                statuses.append(following.status_code)
            assert statuses == [200, 200, 429]
            await streams.aclose()
            async with asyncio.timeout(PATIENCE_S):
                while (await http.get("/healthz")).status_code != 200:
                    await asyncio.sleep(0.05)


async def test_a_renewed_certificate_is_shown_after_a_signal_and_no_websocket_ends_by_it(
    tmp_path: Path, hub: Served
) -> None:
    proxy = Proxy(tmp_path, [hub.port])
    token = await hub.guest()
    with proxy.running() as master:
        address = f"wss://127.0.0.1:{proxy.port}/v1/ws"
        async with connect(address, subprotocols=PROTOCOLS, ssl=proxy.tls) as socket:
            talk = Talk(socket, MSGPACK)
            await talk.say(Hello(token=token))
            await talk.hear(Welcome)
            former = proxy.certificate.read_text()
            assert proxy.shown() == former
            renewed = certified(tmp_path).read_text()
            assert renewed != former and proxy.shown() == former
            master.send_signal(signal.SIGUSR2)
            async with asyncio.timeout(PATIENCE_S):
                while proxy.shown() != renewed:
                    await asyncio.sleep(0.05)
            await talk.say(Ping())
            await talk.hear(Pong)


def test_the_proxy_lets_an_address_have_as_many_connections_as_the_server() -> None:
    (shipped,) = re.findall(r"sc_conn_cur\(0\) gt (\d+) ", (DEPLOY / "haproxy.cfg").read_text())
    assert int(shipped) == Settings().connections_per_address


def test_the_proxy_of_compose_finds_its_files_its_hubs_and_the_name_of_the_site() -> None:
    text = (DEPLOY / "haproxy.cfg").read_text()
    services = compose()["services"]
    mounts = [mount.split(":")[-2] for mount in services["proxy"]["volumes"]]
    assert mounts == ["/usr/local/etc/haproxy/haproxy.cfg", "/etc/haproxy/certificates"]
    assert re.findall(r"crt (\S+)/site\.pem", text) == mounts[1:]
    assert {port.rpartition(":")[2] for port in services["proxy"]["ports"]} == set(
        re.findall(r"bind :(\d+)", text)
    )
    hubs = re.findall(r"server \w+ (\S+):8000$", text, re.MULTILINE)
    assert hubs == [name for name, said in services.items() if said["image"].startswith("kibitz:")]
    assert set(re.findall(r"\$\{(\w+)\}", text)) == services["proxy"]["environment"].keys()
