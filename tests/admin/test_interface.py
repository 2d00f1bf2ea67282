"""The operators' interface: who may use it, and that the public port has no such address."""

from __future__ import annotations

import json
import logging

import httpx
import jsonschema
import msgspec
import pytest

from server.admin.orders import ListHubs, ListTables, ReadAudit, Signed, schema
from server.web.safe_headers import SAFE_HEADERS
from tests.admin.operated import SECRET, Operated, Operator
from tests.web.served import needs_redis

pytestmark = needs_redis


@pytest.mark.parametrize("secret", [None, "x", SECRET + "x", SECRET[:-1], SECRET.upper(), "\u00e9" * 40])
def test_a_wrong_or_missing_secret_is_refused_and_tells_nothing(
    site: Operated, secret: str | None, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        for path, body in (("/v1/orders", Signed(ListHubs())), ("/v1/orders", {}), ("/v1/no-such", {})):
            headers = {} if secret is None else {"authorization": f"Bearer {secret}".encode()}
            port = site.operator.ports[0]
            answer = httpx.post(
                f"http://127.0.0.1:{port}{path}", content=msgspec.json.encode(body), headers=headers
            )
            assert answer.status_code == 401 and answer.json()["code"] == "unauthorized"
            assert httpx.get(f"http://127.0.0.1:{port}/v1/schema.json", headers=headers).status_code == 401
    assert "without a known secret" in caplog.text and not (
        secret and len(secret) > 1 and secret in caplog.text
    )


def test_another_scheme_than_bearer_is_refused(site: Operated) -> None:
    port = site.operator.ports[0]
    for value in (SECRET, f"Basic {SECRET}", f"Token {SECRET}"):
        answer = httpx.get(f"http://127.0.0.1:{port}/v1/schema.json", headers={"authorization": value})
        assert answer.status_code == 401


def test_the_public_port_has_no_such_address_even_with_the_secret(site: Operated) -> None:
    order, headers = msgspec.json.encode(Signed(ListHubs())), {"authorization": f"Bearer {SECRET}"}
    for server in site.both:
        for path in ("/v1/orders", "/orders", "/admin", "/v1/admin", "/v1/admin/orders", "/admin/v1/orders"):
            for kind in ({"content-type": "application/json"}, {}):
                answer = httpx.post(f"{server.address}{path}", content=order, headers=headers | kind)
                assert answer.status_code in (404, 405)


def test_the_interface_has_no_address_of_the_public_port_and_no_page(site: Operated) -> None:
    for path in ("/", "/v1/guests", "/v1/tables", "/healthz", "/metrics"):
        assert site.operator.send({}, path=path).status_code == 404


def test_the_operators_port_speaks_no_websocket(site: Operated) -> None:
    answer = httpx.get(
        f"http://127.0.0.1:{site.operator.ports[0]}/v1/ws",
        headers={
            "authorization": f"Bearer {SECRET}",
            "connection": "upgrade",
            "upgrade": "websocket",
            "sec-websocket-version": "13",
            "sec-websocket-key": "AAAAAAAAAAAAAAAAAAAAAA==",
        },
    )
    assert answer.status_code != 101


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({}, "missing required field `order`"),
        ({"order": {"t": "explode"}}, "Invalid value 'explode' - at `$.order.t`"),
        ({"order": {"t": "kick", "player": "x"}}, "missing required field `reason` - at `$.order`"),
        ({"order": {"t": "kick", "player": "x", "reason": ""}}, "length >= 1 - at `$.order.reason`"),
        ({"order": {"t": "ban", "target": "x", "for_s": 0, "reason": "y"}}, ">= 1 - at `$.order.for_s`"),
        ({"order": {"t": "hubs", "all": True}}, "unknown field `all` - at `$.order`"),
        ({"order": {"t": "hubs"}, "as": "ann"}, "unknown field `as`"),
    ],
)
def test_a_wrong_order_is_refused_with_the_path_of_its_fault(
    site: Operated, body: object, expected: str
) -> None:
    answer = site.operator.send(body)
    assert answer.status_code == 400 and expected in answer.json()["message"]


def test_an_order_that_is_too_long_or_no_json_is_refused(site: Operated) -> None:
    assert site.operator.send({"order": {"t": "people", "text": "x" * 20_000}}).status_code == 413
    port, headers = site.operator.ports[0], {"authorization": f"Bearer {SECRET}"}
    for content, kind, status in ((b"{", "application/json", 400), (b"{}", "text/plain", 415)):
        answer = httpx.post(
            f"http://127.0.0.1:{port}/v1/orders", content=content, headers=headers | {"content-type": kind}
        )
        assert answer.status_code == status


def test_every_answer_has_the_safe_headers(site: Operated) -> None:
    for answer in (site.operator.send(Signed(ListHubs())), site.operator.send({}, secret="wrong")):
        assert {name: answer.headers[name] for name in SAFE_HEADERS} == SAFE_HEADERS


def test_orders_and_answers_follow_the_published_schema(site: Operated) -> None:
    operator: Operator = site.operator
    port = operator.ports[0]
    published = httpx.get(
        f"http://127.0.0.1:{port}/v1/schema.json", headers={"authorization": f"Bearer {SECRET}"}
    )
    assert published.json() == json.loads(msgspec.json.encode(schema()))
    checker = jsonschema.Draft202012Validator(published.json())
    for order in (ListHubs(), ListTables(), ReadAudit(10, reads=True)):
        signed = Signed(order, "olga")
        answer = operator.send(signed)
        checker.validate({"request": msgspec.to_builtins(signed), "answer": answer.json()})
    assert not checker.is_valid({"request": {"order": {"t": "explode"}}})
