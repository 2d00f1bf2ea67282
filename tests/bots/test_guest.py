"""A guest is made by name and gets a token."""

from __future__ import annotations

import json

import pytest

from bots.errors import GaveUp, Refused
from bots.guest import Guest, guest, guest_of_code
from protocol.v1.codes import Code
from tests.bots.http_servers import http, http_server


async def test_a_guest_is_made_by_name_and_gets_a_token() -> None:
    made = http("201 Created", json.dumps({"id": "g1", "name": "Ann", "token": "t"}))
    async with http_server(made) as (url, asked):
        assert await guest(url, "Ann") == Guest("g1", "Ann", "t")
    assert asked[0].startswith(b"POST /v1/guests ")
    assert asked[0].endswith(b'{"name":"Ann"}')


async def test_a_refusal_of_a_guest_has_a_reason() -> None:
    no = json.dumps({"code": "rate_limited", "message": "too many guests", "retry_ms": 500})
    async with http_server(http("429 Too Many Requests", no)) as (url, _):
        with pytest.raises(Refused, match="too many guests") as refused:
            await guest(url, "Ann")
    assert (refused.value.code, refused.value.retry_ms) == (Code.RATE_LIMITED, 500)


async def test_creating_a_guest_without_a_server_gives_up() -> None:
    async with http_server(http("200 OK", "<html>")) as (url, _):
        with pytest.raises(GaveUp, match="with the fields of Guest"):
            await guest(url, "Ann")
    with pytest.raises(GaveUp, match="no answer"):
        await guest(url, "Ann")


async def test_a_code_of_another_device_gives_its_player() -> None:
    made = http("201 Created", json.dumps({"id": "g1", "name": "Ann", "token": "t2", "former": None}))
    async with http_server(made) as (url, asked):
        assert await guest_of_code(url, "01V34-ABCDE") == Guest("g1", "Ann", "t2")
    assert asked[0].startswith(b"POST /v1/tokens ") and asked[0].endswith(b'{"code":"01V34-ABCDE"}')
