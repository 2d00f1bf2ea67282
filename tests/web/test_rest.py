"""The HTTP API over real sockets: guests, tables, views, actions, streams, and slow clients."""

from __future__ import annotations

import asyncio
import hashlib
import json
from typing import Any

import httpx
import msgspec
import pytest

from protocol.v1.bridge import parse_hand
from protocol.v1.codec import MAX_DEPTH, MAX_FRAME_BYTES
from protocol.v1.requests import Act, Host, Open, Sit, Watch
from protocol.v1.updates import Done, Patch, Refused, View
from server.web.responses import MAX_BODY
from tests.records.bridge.board_json import HANDS, board
from tests.web.refusals import code
from tests.web.served import JSON_BODY, PATIENCE_S, QUICK, Served, needs_redis, talking

pytestmark = needs_redis

PBN = """[Event "A"]
[Board "1"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:AQ52.K64.QJ3.T98 KJ9.QT9.8742.K53 T64.AJ87.AK5.AQ7 873.532.T96.J642"]
"""
BOARD_JSON = board(board_num=7)


async def test_a_guest_gets_a_name_and_a_token(server: Served) -> None:
    async with server.http() as http:
        answer = await http.post("/v1/guests", json={"name": "  Ann "})
        assert answer.status_code == 201 and answer.json()["name"] == "Ann"
        nameless = (await http.post("/v1/guests", headers=JSON_BODY)).json()
        assert nameless["name"] == f"Guest {nameless['id'][:4]}" and len(nameless["token"]) >= 32


async def test_the_store_knows_a_hash_of_the_token_and_never_the_token(server: Served) -> None:
    token = await server.guest("Ann")
    client = server.redis.client

    async def looked() -> tuple[list[bytes], bytes | None, int]:
        keys = [key async for key in client.scan_iter("*")]
        key = f"kibitz:guest:{hashlib.sha256(token.encode()).hexdigest()}"
        return keys, await client.get(key), await client.ttl(key)

    keys, kept, ttl_s = asyncio.run_coroutine_threadsafe(looked(), server._loop).result(10)
    assert kept is not None and token.encode() not in b" ".join((*keys, kept))
    assert 0 < ttl_s <= server.settings.guest_days * 86_400


async def test_the_use_of_a_token_gives_it_a_new_end_in_the_store(server: Served) -> None:
    token = await server.guest("Ann")
    client = server.redis.client
    key = f"kibitz:guest:{hashlib.sha256(token.encode()).hexdigest()}"

    async def aged() -> None:
        # As an older server has stored it, which did not write when it was renewed.
        kept = msgspec.msgpack.decode(await client.get(key))
        packed = msgspec.msgpack.encode({field: kept[field] for field in ("id", "name")})
        await client.set(key, packed, ex=100)

    async def ttl_s() -> int:
        return int(await client.ttl(key))

    asyncio.run_coroutine_threadsafe(aged(), server._loop).result(10)
    async with server.http(token) as http:
        assert (await http.post("/v1/tables", json={})).status_code == 201
    lifetime_s = server.settings.guest_days * 86_400
    assert 100 < asyncio.run_coroutine_threadsafe(ttl_s(), server._loop).result(10) <= lifetime_s


@pytest.mark.parametrize(
    "body", [b"[", b"[]", b'"name"', b'{"name": 7}', b'{"name": "%b"}' % (b"x" * 61), b"\xff", b"[" * 4_000]
)
async def test_an_invalid_guest_is_refused(server: Served, body: bytes) -> None:
    async with server.http() as http:
        assert code(await http.post("/v1/guests", content=body, headers=JSON_BODY)) == (
            400,
            "invalid_message",
        )


async def test_a_body_larger_than_it_may_be_is_too_big(server: Served) -> None:
    token = await server.guest()
    async with server.http(token) as http:
        assert code(
            await http.post("/v1/guests", content=b" " * (MAX_FRAME_BYTES + 1), headers=JSON_BODY)
        ) == (413, "too_big")
        assert code(await http.post("/v1/tables/t/act", content=b" " * 5_000, headers=JSON_BODY)) == (
            413,
            "too_big",
        )
        assert code(await http.post("/v1/tables", content=b" " * (MAX_BODY + 1))) == (413, "too_big")
        answer = await http.post("/v1/tables", content=json.dumps({"x": "y" * (MAX_BODY - 100)}))
        assert answer.status_code == 201


@pytest.mark.parametrize("levels", [MAX_DEPTH, 1_000, 100_000])
async def test_a_body_nested_deeper_than_a_message_may_be_is_refused_in_words(
    server: Served, levels: int
) -> None:
    token = await server.guest()
    async with server.http(token) as http:
        body = b'{"game": "bridge", "zz": ' + b"[" * levels + b"]" * levels + b"}"
        answer = await http.post("/v1/tables", content=body, headers={"content-type": "application/json"})
        assert code(answer) == (400, "invalid_message")
        assert f"at most {MAX_DEPTH} levels of nested lists and objects" in answer.json()["message"]


async def test_a_table_is_opened_on_a_pbn_file_and_on_board_json(server: Served) -> None:
    token = await server.guest()
    async with server.http(token) as http:
        bodies: list[dict[str, Any]] = [
            {"content": PBN, "headers": {"content-type": "application/x-pbn"}, "params": {"name": "PBN"}},
            {"json": {"boards": PBN}},
            {"json": {"boards": BOARD_JSON}},
            {"json": {"boards": [BOARD_JSON, board(board_num=8)], "name": "JSON"}},
            {"content": json.dumps(BOARD_JSON), "headers": {"content-type": "text/plain"}},
        ]
        for body in bodies:
            answer = await http.post("/v1/tables", **body)
            assert answer.status_code == 201, answer.text
            shown = (await http.get(f"/v1/tables/{answer.json()['table']}")).json()
            assert shown["view"]["pub"]["phase"] == "deal" and shown["people"]["host"]


@pytest.mark.parametrize(
    "options", [{"scoring": "rubber"}, {"scoring": "chicago"}, {"scoring": "total", "partners": "cut"}]
)
async def test_boards_are_not_set_where_the_players_deal_in_turn_or_cut_for_partners(
    server: Served, options: dict[str, str]
) -> None:
    async with server.http(await server.guest()) as http:
        answer = await http.post("/v1/tables", json={"boards": PBN, "options": options})
        assert (
            code(answer) == (422, "illegal_action")
            and "no boards can be uploaded" in answer.json()["message"]
        )


async def test_uploaded_boards_are_the_ones_that_are_played(server: Served) -> None:
    token = await server.guest()
    table = await server.table(token, boards=[BOARD_JSON], policy={**QUICK, "hands": "live"})
    async with talking(server, token) as host:
        await host.ask(Watch(table=table, as_="all", id=1))
        hands: Any = None
        while not hands:
            hands = ((await host.hear(View | Patch)).own or {}).get("hands")
        assert tuple(tuple(hand) for hand in hands) == tuple(parse_hand(HANDS[seat]) for seat in HANDS)


@pytest.mark.parametrize(
    "boards",
    [
        "",
        "nonsense",
        "[",
        "{}",
        [],
        {},
        [{}],
        7,
        {**BOARD_JSON, "deal": "N:"},
        "[Deal]",
        PBN.replace("AQ52", "AQ5"),
    ],
)
async def test_invalid_boards_are_refused_with_their_path(server: Served, boards: Any) -> None:
    async with server.http(await server.guest()) as http:
        answer = await http.post("/v1/tables", json={"boards": boards})
        assert code(answer) == (400, "invalid_message") and "$.boards" in answer.json()["message"]


@pytest.mark.parametrize(
    ("wish", "path"),
    [
        ({"game": "chess"}, "$.game"),
        ({"options": {"boards": 0}}, "$.options.boards"),
        ({"seats": {"0": "hal"}}, "$.seats"),
        ({"seats": {"N": "plain"}}, "$.seats"),
        ({"policy": {"hands": "never"}}, "$.policy.hands"),
        ({"policy": {"clock": {"kind": "move"}}}, "move_ms"),
        ({"name": "x" * 61}, "$.name"),
        ({"id": -1}, "$.id"),
    ],
)
async def test_an_invalid_request_is_refused_with_its_path(server: Served, wish: Any, path: str) -> None:
    async with server.http(await server.guest()) as http:
        answer = await http.post("/v1/tables", json=wish)
        assert code(answer) == (400, "invalid_message") and path in answer.json()["message"]


async def test_the_same_player_and_id_are_the_same_table_by_whichever_way(server: Served) -> None:
    token = await server.guest()
    async with server.http(token) as http, talking(server, token) as ann:
        first = (await http.post("/v1/tables", json={"id": 77})).json()["table"]
        assert (await http.post("/v1/tables", json={"id": 77})).json()["table"] == first
        assert (await ann.ask(Open(game="bridge", id=77))).table == first


async def test_tables_are_listed(server: Served) -> None:
    token = await server.guest()
    table = await server.table(token, name="The needle", seats={})
    async with server.http() as http, asyncio.timeout(PATIENCE_S):
        while True:
            found = (await http.get("/v1/tables", params={"text": "NEEDLE", "game": "bridge"})).json()
            if found["tables"]:
                break
            await asyncio.sleep(0.1)
        assert [row["table"] for row in found["tables"]] == [table] and found["cursor"] is None


async def test_a_table_is_shown_as_its_audience_may_see_it(server: Served) -> None:
    token = await server.guest("Ann")
    table = await server.table(token, seats={})
    async with talking(server, token) as ann, server.http(token) as http, server.http() as stranger:
        await ann.ask(Sit(table=table, seat=1, id=1))
        mine = (await http.get(f"/v1/tables/{table}", params={"as": "seat"})).json()
        assert mine["view"]["audience"] == "seat" and mine["people"]["seats"][1]["name"] == "Ann"
        assert (await stranger.get(f"/v1/tables/{table}")).json()["view"].get("own") is None
        for audience, refusal in {
            "seat": (403, "not_seated"),
            "all": (403, "forbidden"),
            "0": (403, "forbidden"),
            "9": (400, "invalid_message"),
            "99999": (400, "invalid_message"),
            "director": (403, "forbidden"),
            "god": (400, "invalid_message"),
            "٣": (403, "forbidden"),
        }.items():
            assert code(await stranger.get(f"/v1/tables/{table}", params={"as": audience})) == refusal
        assert code(await http.get("/v1/tables/nowhere")) == (404, "no_such_table")
        assert code(await http.get("/v1/tables/a%20b")) == (400, "invalid_message")


async def test_a_table_tells_the_options_that_its_host_may_still_change(server: Served) -> None:
    token = await server.guest("Ann")
    table = await server.table(token, seats={}, options={"scoring": "rubber", "honours": False})
    async with talking(server, token) as ann, server.http() as stranger:

        async def shown() -> Any:
            return (await stranger.get(f"/v1/tables/{table}")).json()

        before = await shown()
        assert (before["options"]["scoring"], before["options"]["honours"]) == ("rubber", False)
        assert not before["begun"]
        changed = await ann.ask(Host(table=table, options={**before["options"], "honours": True}, id=1))
        assert isinstance(changed, Done)
        after = await shown()
        assert after["options"] == {**before["options"], "honours": True}
        seats = dict.fromkeys(range(4), "plain")
        assert isinstance(await ann.ask(Host(table=table, seats=seats, id=2)), Done)
        await ann.ask(Watch(table=table, as_="public", id=3))  # No deal begins without a person.
        async with asyncio.timeout(20):
            while not (begun := await shown())["begun"]:
                await asyncio.sleep(0.05)
        assert begun["options"] == after["options"]
        late = await ann.ask(Host(table=table, options={}, id=4))
        assert isinstance(late, Refused) and "before the first deal" in late.message


async def test_the_seed_of_a_table_of_hanabi_is_told_to_no_one(server: Served) -> None:
    token = await server.guest("Ann")
    options = {"players": 3, "seed": "tell-nobody"}
    table = await server.table(token, game="hanabi", seats={}, options=options)
    for caller in (token, None):
        async with server.http(caller) as http:
            answer = await http.get(f"/v1/tables/{table}")
            assert answer.json()["options"]["players"] == 3
            assert "tell-nobody" not in answer.text


async def test_an_action_by_http_is_the_same_as_by_websocket(server: Served) -> None:
    token = await server.guest()
    seats = {"1": "plain", "2": "plain", "3": "plain"}
    table = await server.table(token, seats=seats, policy={**QUICK, "clock": {"kind": "none"}})
    async with talking(server, token) as ann, server.http(token) as http:
        await ann.ask(Watch(table=table, id=1))
        await ann.ask(Sit(table=table, seat=0, id=2))
        while not await decided(http, table):
            pass
        act = {"n": 1, "decision": "0.0", "action": {"t": "call", "call": "P"}}
        url = f"/v1/tables/{table}/act"
        assert code(await http.post(url, json={**act, "n": 2})) == (409, "bad_n")
        assert code(await http.post(url, json={**act, "decision": "0.9"})) == (409, "stale_decision")
        assert code(await http.post(url, json={**act, "action": {"t": "call"}})) == (400, "invalid_message")
        illegal = {"t": "play", "card": "SA"}
        assert code(await http.post(url, json={**act, "action": illegal})) == (422, "illegal_action")
        done = await http.post(url, json=act)
        assert (done.status_code, done.json()["n"]) == (200, 1)
        assert (await http.post(url, json=act)).json()["n"] == 1
        assert (await ann.ask(Act(table=table, id=9, **act))) == Done(id=9, n=1, table=table)
        assert code(await http.post(url, json={**act, "action": illegal})) == (409, "n_taken")


async def decided(http: httpx.AsyncClient, table: str) -> bool:
    """Return True if the player's first decision has arrived."""
    await asyncio.sleep(0.02)
    view = (await http.get(f"/v1/tables/{table}", params={"as": "seat"})).json()["view"]
    return bool(view["own"]["decision"] == "0.0")
