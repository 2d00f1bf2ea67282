"""Authentication of the game's requests: all refuse unknown players, unknown tables and unseated players."""

from __future__ import annotations

import pytest

from tests.web.served import Served, needs_redis
from tests.web.spades_rest.guests import ACTIONS, four, guests, opened, wrong

pytestmark = needs_redis


@pytest.mark.parametrize("action", [*ACTIONS, "state"])
async def test_401_without_both_headers_of_one_known_session(server: Served, action: str) -> None:
    async with guests(server, "Ann", "Ben") as (ann, ben):
        table = await opened(ann)
        path = f"/api/tables/{table}/{action}"
        method = "GET" if action == "state" else "POST"
        heads = [
            {},
            {"x-session-id": ann.session},
            {"x-player-id": ann.id},
            {"x-session-id": ann.session, "x-player-id": ben.id},
            {"x-session-id": "nonsense", "x-player-id": ann.id},
            {"authorization": f"Bearer {ann.session}"},
        ]
        async with server.http() as http:
            for head in heads:
                answer = await http.request(method, path, headers=head, json={})
                assert wrong(answer) == (401, "UNAUTHORIZED"), head
            query = {"sessionId": ann.session, "playerId": ann.id, "x-session-id": ann.session}
            answer = await http.request(method, path, params=query, json={})
            assert wrong(answer) == (401, "UNAUTHORIZED")


@pytest.mark.parametrize("action", ACTIONS)
async def test_players_without_a_seat_get_403_for_any_body(server: Served, action: str) -> None:
    async with guests(server, "Ann", "Ben") as (ann, ben):
        table = await opened(ann)
        for body in (ACTIONS[action], {"nonsense": True}):
            answer = await ben.post(f"/api/tables/{table}/{action}", body)
            assert wrong(answer) == (403, "NOT_SEATED")


@pytest.mark.parametrize("action", ["bid", "blind-nil-exchange", "play"])
async def test_400_for_what_is_no_json_object_before_anything_about_the_game(
    server: Served, action: str
) -> None:
    async with four(server) as at:
        ann = at.players["north"]
        path = f"/api/tables/{at.table}/{action}"
        for content in (b"{", b"[]", b"7", b"\xff"):
            answer = await ann.http.post(path, content=content)
            assert wrong(answer) == (400, "INVALID_REQUEST"), content
        assert wrong(await ann.http.post(path, content=b" " * 5_000)) == (413, "TOO_BIG")


@pytest.mark.parametrize("action", ACTIONS)
async def test_409_before_the_game_has_begun(server: Served, action: str) -> None:
    async with guests(server, "Ann") as (ann,):
        table = await opened(ann)
        await ann.sit(table, 0)
        answer = await ann.post(f"/api/tables/{table}/{action}", ACTIONS[action])
        assert wrong(answer) == (409, "INVALID_ACTION")


async def test_no_request_is_done_with_the_wrong_method(server: Served) -> None:
    async with guests(server, "Ann") as (ann,):
        table = await opened(ann)
        assert (await ann.get(f"/api/tables/{table}/bid")).status_code == 405
        assert (await ann.post(f"/api/tables/{table}/state")).status_code == 405
