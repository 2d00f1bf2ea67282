"""Permitted web pages, over real sockets: the server's own and those that the operator names."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.web.origins import Origins
from tests.web.served import PATIENCE_S, Served, needs_redis, served, upgrade

EVIL = "https://evil.example"
BODY = b'{"name":"Ann"}'


def request(path: str, method: str = "POST", body: bytes = BODY, **headers: str) -> bytes:
    """Return a request as a browser sends it; `_` in a name stands for `-`."""
    sent = {"Host": "localhost", "Content-Type": "application/json", **headers}
    lines = [f"{name.replace('_', '-')}: {value}" for name, value in sent.items() if value]
    lines += [f"Content-Length: {len(body)}"] if method == "POST" else []
    head = "\r\n".join([f"{method} {path} HTTP/1.1", *lines, "Connection: close", "", ""])
    return head.encode() + (body if method == "POST" else b"")


async def answer(server: Served, data: bytes, host: str = "127.0.0.1") -> tuple[int, bytes]:
    """Return the status and the body of the response to these bytes."""
    reader, writer = await asyncio.open_connection(host, server.port)
    try:
        writer.write(data)
        async with asyncio.timeout(PATIENCE_S):
            head = await reader.readuntil(b"\r\n\r\n")
            upgraded = b" 101 " in head.partition(b"\r\n")[0]
            return int(head.split()[1]), b"" if upgraded else await reader.read()
    finally:
        writer.close()


async def statuses(server: Served, **headers: str) -> set[int]:
    """Return the statuses of a request over HTTP and of both websockets, with 201 in place of 101."""
    asked = (
        request("/v1/guests", **headers),
        request("/api/auth/guest", **headers),
        upgrade(**headers),
        upgrade("", path="/", **headers),
    )
    found = [(await answer(server, each))[0] for each in asked]
    return {201 if status == 101 else status for status in found}


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Yield a server that listens on all addresses."""
    with served(tmp_path_factory.mktemp("kibitz"), host="0.0.0.0") as running:
        yield running


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Yield a server on loopback behind a trusted proxy."""
    with served(tmp_path_factory.mktemp("kibitz"), proxy_header="X-Forwarded-For") as running:
        yield running


pytestmark = needs_redis

# a server on loopback


@pytest.mark.parametrize(
    "host",
    ["localhost", "LOCALHOST:8000", "localhost.", "club.localhost", "127.0.0.1", "127.8.9.1:1", "[::1]:80"],
)
async def test_a_server_on_loopback_accepts_loopback_hosts(server: Served, host: str) -> None:
    assert await statuses(server, Host=host) == {201}
    assert await statuses(server, Host=host, Origin=f"http://{host}") == {201}


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8000",
        "localhost.evil.example",
        "evil-localhost",
        "127.0.0.1.evil.example",
        "192.168.0.2",
        "0.0.0.0",
        "[::2]",
        "[::ffff:192.168.0.2]",
    ],
)
async def test_a_server_on_loopback_refuses_other_hosts(server: Served, host: str) -> None:
    for origin in ("", f"http://{host}", "http://localhost"):
        assert await statuses(server, Host=host, Origin=origin) == {403}
    for path in ("/v1/tables", "/healthz", "/v1/schema.json", "/nothing"):
        assert (await answer(server, request(path, "GET", Host=host)))[0] == 403


async def test_a_server_accepts_a_host_that_the_operator_names(data: Path) -> None:
    with served(data, origins="https://club.example") as server:
        assert await statuses(server, Host="club.example") == {201}
        assert await statuses(server, Host="evil.example") == {403}


@pytest.mark.parametrize(
    "host", ["", "localhost\r\nHost: localhost", "Ann@localhost", "http://localhost", "localhost:", "a b"]
)
async def test_a_request_has_exactly_one_valid_host(server: Served, host: str) -> None:
    assert await statuses(server, Host=host) == {400}


async def test_a_program_that_speaks_http_1_0_need_not_name_a_host(server: Served) -> None:
    assert (await answer(server, b"GET /healthz HTTP/1.0\r\n\r\n"))[0] == 200


# the origin

OTHERS = {
    "another site": EVIL,
    "no site": "null",
    "another port": "http://localhost:1",
    "another name": "http://127.0.0.1",
    "a name that begins alike": "http://localhost.evil.example",
    "a user before the host": "http://localhost@evil.example",
    "a host before the user": "http://evil.example@localhost",
    "a path": "http://localhost/evil",
    "another scheme": "ftp://localhost",
    "nothing that is an origin": "localhost",
    "two origins in one": "http://localhost http://evil.example",
    "two origins": "http://localhost\r\nOrigin: http://localhost",
}


@pytest.mark.parametrize("origin", OTHERS.values(), ids=OTHERS)
async def test_pages_of_other_origins_are_refused(server: Served, public: Served, origin: str) -> None:
    assert await statuses(server, Origin=origin) == {403}
    assert await statuses(public, Origin=origin) == {403}


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "DELETE", "OPTIONS"])
@pytest.mark.parametrize("path", ["/v1/tables", "/v1/tables/t/card", "/api/tables", "/healthz", "/nothing"])
async def test_every_request_of_a_page_of_another_origin_is_refused(
    server: Served, path: str, method: str
) -> None:
    status, body = await answer(server, request(path, method, Origin=EVIL, Authorization="Bearer x"))
    assert status == 403
    told = json.loads(body)
    assert EVIL in (told["error"] if path.startswith("/api") else told["message"])
    assert told["code"] == ("FORBIDDEN" if path.startswith("/api") else "forbidden")


@pytest.mark.parametrize(
    ("host", "origin"),
    [
        ("table.lan:8000", "http://table.lan:8000"),
        ("table.lan:8000", "https://table.lan:8000"),
        ("Table.LAN:8000", "http://table.lan:8000"),
        ("table.lan", "http://table.lan"),
        ("table.lan", "https://table.lan"),
        ("table.lan:80", "http://table.lan"),
        ("table.lan:443", "https://table.lan"),
        ("table.lan", "https://table.lan:443"),
        ("table.lan.", "http://table.lan."),
        ("192.168.0.2:8000", "http://192.168.0.2:8000"),
        ("[2001:db8::2]:8000", "http://[2001:db8::2]:8000"),
        ("my_box", "http://my_box"),
    ],
)
async def test_a_server_in_the_network_accepts_pages_of_the_requested_host(
    public: Served, host: str, origin: str
) -> None:
    assert await statuses(public, Host=host, Origin=origin) == {201}


@pytest.mark.parametrize(
    ("host", "origin"),
    [
        ("table.lan:8000", "http://table.lan"),
        ("table.lan:443", "http://table.lan"),
        ("table.lan:80", "https://table.lan"),
        ("table.lan", "http://lan"),
        ("table.lan", "http://other.table.lan"),
        ("table.lan", "http://table.lan."),
    ],
)
async def test_a_page_of_another_port_or_name_is_not_the_servers_own(
    public: Served, host: str, origin: str
) -> None:
    assert await statuses(public, Host=host, Origin=origin) == {403}


async def test_origins_that_the_operator_names_are_taken_as_they_are_written(data: Path) -> None:
    with served(data, origins="https://club.example, http://10.0.0.1:3000") as server:
        for origin in ("https://club.example", "http://10.0.0.1:3000"):
            assert await statuses(server, Origin=origin) == {201}
        for origin in ("http://club.example", "https://club.example:8443", "https://x.club.example", EVIL):
            assert await statuses(server, Origin=origin) == {403}


def _has_ipv6() -> bool:
    try:
        with socket.socket(socket.AF_INET6) as plug:
            plug.bind(("::1", 0))
    except OSError:
        return False
    return True


@pytest.mark.skipif(not _has_ipv6(), reason="this machine has no IPv6 loopback")
async def test_a_server_on_the_loopback_of_ipv6_is_one_on_loopback(data: Path) -> None:
    with served(data, host="::1") as server:
        assert server.address == f"http://[::1]:{server.port}"
        host = f"[::1]:{server.port}"
        for sent, status in ((request("/v1/guests", Host=host, Origin=f"http://{host}"), 201),
                             (request("/v1/guests", Host="evil.example"), 403)):  # fmt: skip
            assert (await answer(server, sent, "::1"))[0] == status


# a trusted proxy


async def test_behind_a_proxy_the_forwarded_host_and_scheme_are_the_servers_own(proxied: Served) -> None:
    via = {"X-Forwarded-For": "192.0.2.1", "X-Forwarded-Host": "club.example", "X-Forwarded-Proto": "https"}
    assert await statuses(proxied, **via, Origin="https://club.example") == {201}
    for origin in ("http://club.example", "https://localhost", "http://localhost", EVIL):
        assert await statuses(proxied, **via, Origin=origin) == {403}


async def test_a_proxy_may_tell_the_scheme_of_the_websocket(proxied: Served) -> None:
    via = {"X-Forwarded-For": "192.0.2.1", "X-Forwarded-Host": "club.example", "X-Forwarded-Proto": "wss"}
    assert await statuses(proxied, **via, Origin="https://club.example") == {201}
    assert await statuses(proxied, **via, Origin="http://club.example") == {403}


async def test_a_proxy_may_pass_the_host_on(proxied: Served) -> None:
    via = {"X-Forwarded-For": "192.0.2.1", "Host": "club.example"}
    for origin in ("", "http://club.example", "https://club.example"):
        assert await statuses(proxied, **via, Origin=origin) == {201}
    assert await statuses(proxied, **via, Origin=EVIL) == {403}


async def test_of_several_values_in_a_header_the_proxys_own_is_the_last(proxied: Served) -> None:
    via = {
        "X-Forwarded-For": "203.0.113.9, 192.0.2.1",
        "X-Forwarded-Host": "evil.example\r\nX-Forwarded-Host: other.example, club.example",
        "X-Forwarded-Proto": "http, https",
    }
    assert await statuses(proxied, **via, Origin="https://club.example") == {201}
    for origin in (EVIL, "http://evil.example", "https://other.example", "http://club.example"):
        assert await statuses(proxied, **via, Origin=origin) == {403}


async def test_a_request_outside_the_proxy_is_judged_by_its_own_headers(proxied: Served) -> None:
    assert await statuses(proxied, Host="evil.example") == {403}
    forged = {"X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https"}
    assert await statuses(proxied, **forged, Origin=EVIL) == {403}


async def test_a_server_without_a_trusted_proxy_believes_no_forwarded_header(
    server: Served, public: Served
) -> None:
    forged = {
        "X-Forwarded-For": "192.0.2.1",
        "X-Forwarded-Host": "evil.example",
        "Forwarded": "for=192.0.2.1;host=evil.example;proto=https",
    }
    for each in (server, public):
        assert await statuses(each, **forged, Origin=EVIL) == {403}
    assert await statuses(server, **forged, Host="evil.example") == {403}


async def test_a_proxy_may_use_the_standard_header_for_all_data(data: Path) -> None:
    with served(data, proxy_header="forwarded") as server:
        last = 'For="[2001:db8::1]:4711";Host="club.example:8443";Proto=https'
        for word in (last, f"for=203.0.113.9;host=evil.example, {last}", f'for="torn, {last}'):
            assert await statuses(server, Forwarded=word, Origin="https://club.example:8443") == {201}
            assert await statuses(server, Forwarded=word, Origin="http://club.example:8443") == {403}
            assert await statuses(server, Forwarded=word, Origin=EVIL) == {403}


def test_the_refusal_of_a_host_names_the_accepted_hosts() -> None:
    rule = Origins(loopback=True)
    denied = rule.refusal(lambda name: ["evil.example"] if name == "host" else [])
    assert denied is not None and "loopback only" in denied.message and "localhost" in denied.message
