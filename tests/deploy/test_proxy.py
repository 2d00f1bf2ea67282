"""deploy/nginx.conf before a real server: websockets, addresses, headers, and bodies that are too large."""

from __future__ import annotations

import re
import shutil
import socket
import ssl
import string
import subprocess
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Subprotocol

from protocol.v1.codec import MSGPACK
from protocol.v1.requests import Hello, Ping
from protocol.v1.updates import Pong, Welcome
from server.settings import Settings
from server.web.responses import MAX_BODY
from tests.bench.processes import free_port
from tests.deploy.pages import DEPLOY, compose
from tests.web.served import PATIENCE_S, Served, Talk, needs_redis, served, until

NGINX = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin")
OPENSSL = shutil.which("openssl")
SITE_NAME = "kibitz.test"
SITE = f"https://{SITE_NAME}"
pytestmark = [
    needs_redis,
    pytest.mark.skipif(NGINX is None, reason="there is no nginx here"),
    pytest.mark.skipif(OPENSSL is None, reason="there is no openssl here"),
]


def certified(folder: Path) -> ssl.SSLContext:
    """Make a certificate for this machine; return what a client trusts that it shows."""
    key, chain = folder / "privkey.pem", folder / "fullchain.pem"
    about = ["-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1", "-days", "1"]
    command = [str(OPENSSL), "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", str(key)]
    subprocess.run([*command, "-out", str(chain), *about], check=True, capture_output=True)
    return ssl.create_default_context(cafile=str(chain))


class Proxy:
    """nginx with the configuration that is shipped, on other ports."""

    def __init__(self, folder: Path, hub: int, connections: int = 1_000) -> None:
        self.tls = certified(folder)
        self.plain, self.port = free_port(), free_port()
        self.config = folder / "nginx.conf"
        text = (DEPLOY / "nginx.conf").read_text()
        for shipped, here in {
            "/tmp/": f"{folder}/",  # before the others, as the folder may lie there itself
            "listen 80;": f"listen 127.0.0.1:{self.plain};",
            "listen 443 ssl;": f"listen 127.0.0.1:{self.port} ssl;",
            "server kibitz:8000;": f"server 127.0.0.1:{hub};",
            "/etc/nginx/certificates/": f"{folder}/",
            "limit_conn address 1000;": f"limit_conn address {connections};",
        }.items():
            assert shipped in text, f"expected {shipped} in nginx.conf"
            text = text.replace(shipped, here)
        self.config.write_text(text)
        site = string.Template((DEPLOY / "nginx.site.conf.template").read_text())
        (folder / "nginx.site.conf").write_text(site.safe_substitute(KIBITZ_SITE=SITE_NAME))

    def command(self, *more: str) -> list[str]:
        return [str(NGINX), "-e", "/dev/stderr", "-c", str(self.config), *more]

    @contextmanager
    def running(self) -> Iterator[None]:
        told = "daemon off; user root;" if Path("/").owner() == Path(self.config).owner() else "daemon off;"
        process = subprocess.Popen(self.command("-g", told), stderr=subprocess.DEVNULL)
        try:
            yield
        finally:
            process.terminate()
            process.wait(PATIENCE_S)

    def http(self) -> httpx.AsyncClient:
        return httpx.AsyncClient(
            base_url=f"https://127.0.0.1:{self.port}", verify=self.tls, timeout=PATIENCE_S
        )


def listens(port: int) -> bool:
    with socket.socket() as plug:
        return plug.connect_ex(("127.0.0.1", port)) == 0


def test_nginx_takes_the_configuration(tmp_path: Path) -> None:
    ran = subprocess.run(Proxy(tmp_path, 1).command("-t"), capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[Served]:
    said = compose("compose.tls.yaml")["services"]["kibitz"]["environment"]
    header = said["KIBITZ_PROXY_HEADER"]
    few = {"guests_per_address_s": 0.001, "guests_per_address_burst": 2}
    with served(tmp_path / "kibitz", proxy_header=header, origins=SITE, **few) as running:
        yield running


async def test_a_websocket_and_http_go_through_it_as_the_address_that_it_sees(
    tmp_path: Path, hub: Served
) -> None:
    proxy = Proxy(tmp_path, hub.port)
    with proxy.running():
        await until(lambda: listens(proxy.port))
        async with proxy.http() as http:
            assert (await http.get("/healthz")).json()["ok"] is True
            forged = [
                await http.post(
                    "/v1/guests", json={}, headers={"x-real-ip": ip, "x-forwarded-for": ip, "X_Real_IP": ip}
                )
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
        protocols = [Subprotocol(MSGPACK.name)]
        async with connect(address, subprotocols=protocols, ssl=proxy.tls, origin=SITE) as socket_:  # type: ignore[arg-type]
            talk = Talk(socket_, MSGPACK)
            await talk.say(Hello(token=token))
            await talk.hear(Welcome)
            await talk.say(Ping())
            await talk.hear(Pong)
        with pytest.raises(InvalidStatus):
            await connect(address, subprotocols=protocols, ssl=proxy.tls, origin="https://else.test")  # type: ignore[arg-type]


@pytest.mark.parametrize("host", [SITE_NAME, "127.0.0.1", "else.test", "else.test:80"])
async def test_plain_http_is_sent_to_tls_at_the_name_of_the_site_and_at_no_other(
    tmp_path: Path, host: str
) -> None:
    proxy = Proxy(tmp_path, 1)
    with proxy.running():
        await until(lambda: listens(proxy.plain))
        async with httpx.AsyncClient(timeout=PATIENCE_S) as http:
            address = f"http://127.0.0.1:{proxy.plain}/v1/tables?game=bridge"
            answer = await http.get(address, headers={"host": host})
    assert (answer.status_code, answer.headers["location"]) == (308, f"{SITE}/v1/tables?game=bridge")


async def test_a_page_of_another_site_is_refused_even_under_a_forged_header_of_a_proxy(
    tmp_path: Path, hub: Served
) -> None:
    proxy = Proxy(tmp_path, hub.port)
    foreign = "https://else.test"
    with proxy.running():
        await until(lambda: listens(proxy.port))
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
    proxy = Proxy(tmp_path, hub.port)
    with proxy.running():
        await until(lambda: listens(proxy.port))
        async with proxy.http() as http:
            for path in ("/healthz", "/nowhere", "/v1/tables/x"):
                answer = await http.get(path)
                assert answer.headers["strict-transport-security"] == "max-age=31536000", path
                assert answer.headers["x-content-type-options"] == "nosniff", path
                assert answer.headers["cache-control"] == "no-store", path


async def test_the_connections_of_one_address_are_limited(tmp_path: Path, hub: Served) -> None:
    proxy = Proxy(tmp_path, hub.port, connections=2)
    async with hub.http(await hub.guest()) as direct:
        table = (await direct.post("/v1/tables", json={})).json()["table"]
    with proxy.running():
        await until(lambda: listens(proxy.port))
        async with proxy.http() as http, AsyncExitStack() as streams:
            statuses = []
            for _ in range(3):
                following = await streams.enter_async_context(
                    http.stream("GET", f"/v1/tables/{table}/stream")
                )
                statuses.append(following.status_code)
            assert statuses == [200, 200, 429]
            await streams.aclose()
            assert (await http.get("/healthz")).status_code == 200


def test_the_proxy_lets_an_address_have_as_many_connections_as_the_server() -> None:
    (shipped,) = re.findall(r"limit_conn address (\d+);", (DEPLOY / "nginx.conf").read_text())
    assert int(shipped) == Settings().connections_per_address


def test_the_image_of_the_proxy_is_given_the_name_of_the_site() -> None:
    proxy = compose("compose.tls.yaml")["services"]["proxy"]
    written = Path(proxy["environment"]["NGINX_ENVSUBST_OUTPUT_DIR"]) / "nginx.site.conf"
    assert f"include {written};" in (DEPLOY / "nginx.conf").read_text()
    assert str(written.parent) in proxy["tmpfs"]
    assert "KIBITZ_SITE" in proxy["environment"]
    templates = [mount for mount in proxy["volumes"] if "/etc/nginx/templates/" in mount]
    assert templates == [
        "./nginx.site.conf.template:/etc/nginx/templates/nginx.site.conf.template:ro",
    ]
