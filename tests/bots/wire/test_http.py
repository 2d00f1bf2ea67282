"""A request over HTTP carries the player's token, and is repeated while the server is unavailable."""

from __future__ import annotations

import asyncio
import json

import pytest

from bots.errors import GaveUp, Refused
from bots.wire.http import Http
from tests.bots.http_servers import http, http_server


async def test_a_request_carries_the_token_in_its_header_and_never_in_its_address() -> None:
    async with http_server(http("200 OK", "{}")) as (url, requests):
        await Http(url, "secret").ask("GET", "/v1/tables", query={"game": "bridge"})
    head = requests[0].split(b"\r\n")[0]
    assert head == b"GET /v1/tables?game=bridge HTTP/1.1"
    assert b"authorization: bearer secret" in requests[0].lower()


async def test_a_file_is_sent_with_its_content_type() -> None:
    async with http_server(http("200 OK", "{}")) as (url, requests):
        await Http(url).ask("PUT", "/v1/card", file=b"%PDF-", kind="application/pdf")
    assert b"content-type: application/pdf" in requests[0].lower() and requests[0].endswith(b"%PDF-")


async def test_a_finished_deal_is_asked_for_by_its_id_and_format() -> None:
    async with http_server(http("200 OK", "% PBN 2.1")) as (url, requests):
        assert await Http(url).game("t1.3", "lin") == "% PBN 2.1"
    assert requests[0].startswith(b"GET /v1/games/t1.3?format=lin ")


async def test_a_request_is_repeated_while_the_server_is_unavailable() -> None:
    no = json.dumps({"code": "unavailable", "message": "the store is away", "retry_ms": 1})
    async with http_server(http("503 Service Unavailable", no)) as (url, requests):
        asking = asyncio.create_task(Http(url).ask("GET", "/v1/tables"))
        while len(requests) < 3:
            await asyncio.sleep(0.005)
        asking.cancel()
    assert len({request.split(b"\r\n")[0] for request in requests}) == 1


async def test_another_refusal_is_raised_at_once_with_its_reason() -> None:
    no = json.dumps({"code": "forbidden", "message": "not yours"})
    async with http_server(http("403 Forbidden", no)) as (url, requests):
        with pytest.raises(Refused, match="forbidden: not yours"):
            await Http(url).ask("GET", "/v1/tables")
    assert len(requests) == 1


async def test_an_answer_of_another_program_is_named_with_its_status() -> None:
    async with http_server(http("404 Not Found", "<html>")) as (url, _):
        with pytest.raises(GaveUp, match=r"expected a server of Kibitz at .*, got HTTP status 404"):
            await Http(url).ask("GET", "/v1/tables")
