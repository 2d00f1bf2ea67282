"""Names, acts and convention cards with terminal escapes, which reach others only cleaned."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tests.virtual import virtual
from tests.web.cards.club import club
from tests.web.served import Served, needs_redis

pytestmark = needs_redis

EVIL = "ok\x1b[2J\u202enwod\nyou lose"
SHOWN = "ok [2Jnwod you lose"
INVISIBLE = "\x1b\u202e\u200b \n"
UNTIMED = {"clock": {"kind": "none"}, "pause_ms": 0}


def body_of(answer: httpx.Response, status: int) -> dict[str, Any]:
    """Return the body of an answer with this status."""
    assert answer.status_code == status, answer.text
    return dict(answer.json())


async def test_a_guests_name_is_cleaned(server: Served) -> None:
    async with server.http() as http:
        assert body_of(await http.post("/v1/guests", json={"name": EVIL}), 201)["name"] == SHOWN
        nameless = body_of(await http.post("/v1/guests", json={"name": INVISIBLE}), 201)
        assert nameless["name"] == f"Guest {nameless['id'][:4]}"


async def test_names_of_tables_and_matches_are_cleaned(server: Served) -> None:
    async with server.http(await server.guest("Ann")) as http:
        wish = {"name": EVIL, "policy": UNTIMED}
        tables = [body_of(await http.post("/v1/tables", json=wish), 201)["table"]]
        match = body_of(await http.post("/v1/matches", json={**wish, "count": 1}), 201)
        tables += [match["table"], match["other"]]
        rows = {row["table"]: row["name"] for row in body_of(await http.get("/v1/tables"), 200)["tables"]}
        assert all(SHOWN in rows[table] and rows[table].isprintable() for table in tables)
        assert body_of(await http.get(f"/v1/tables/{tables[0]}"), 200)["name"] == SHOWN


async def test_the_name_of_a_file_of_boards_is_cleaned(server: Served) -> None:
    board = (
        '[Board "1"]\n[Dealer "N"]\n[Vulnerable "None"]\n[Deal "N:AQ52.K64.QJ3.T98'
        ' KJ9.QT9.8742.K53 T64.AJ87.AK5.AQ7 873.532.T96.J642"]\n'
    )
    async with server.http(await server.guest("Ann")) as http:
        query, headers = {"game": "replay", "name": EVIL}, {"content-type": "text/plain"}
        opened = await http.post("/v1/tables", params=query, content=board.encode(), headers=headers)
        shown = body_of(await http.get(f"/v1/tables/{body_of(opened, 201)['table']}"), 200)
        assert shown["name"] == SHOWN


@virtual
async def test_the_text_of_an_act_is_cleaned_and_a_repeated_act_is_the_same() -> None:
    async with club() as at:
        table, members = await at.four()
        north, east, *_ = members
        own = north.wire.tables[table].own
        assert own is not None
        action = {"t": "call", "call": "1C", "explanation": EVIL}
        body = {"n": 1, "decision": own["decision"], "action": action}
        for _ in range(2):
            body_of(await north.http.post(f"/v1/tables/{table}/act", json=body), 200)
        shown = east.wire.tables[table].own
        assert shown is not None
        assert [remark["text"] for remark in shown["remarks"].values()] == [SHOWN]


@virtual
async def test_the_name_of_an_uploaded_card_is_returned_cleaned() -> None:
    async with club() as at:
        table, members = await at.four()
        answer = await members[0].uploads(table, name=EVIL)
        assert body_of(answer, 201)["name"] == SHOWN


async def test_the_seeds_api_cleans_the_names_of_guests_and_tables(server: Served) -> None:
    async with server.http() as http:
        guest = body_of(await http.post("/api/auth/guest", json={"username": EVIL}), 201)
        assert guest["username"] == SHOWN
        headers = {"x-session-id": guest["sessionId"], "x-player-id": guest["playerId"]}
        opened = body_of(await http.post("/api/tables", json={"name": EVIL}, headers=headers), 201)
        assert opened["name"] == SHOWN
        listed = body_of(await http.get("/api/lobby/tables", headers=headers), 200)["tables"]
        (row,) = [each for each in listed if each["tableId"] == opened["tableId"]]
        assert SHOWN in row.values() and EVIL not in str(row)


@pytest.mark.parametrize("name", [INVISIBLE, "\u202e", "\x00"])
async def test_the_seeds_api_refuses_a_name_that_is_empty_after_cleaning(server: Served, name: str) -> None:
    async with server.http() as http:
        guest = body_of(await http.post("/api/auth/guest", json={}), 201)
        headers = {"x-session-id": guest["sessionId"], "x-player-id": guest["playerId"]}
        answer = await http.post("/api/tables", json={"name": name}, headers=headers)
        assert body_of(answer, 400)["code"] == "INVALID_NAME"
