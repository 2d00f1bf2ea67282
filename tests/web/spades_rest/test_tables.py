"""Tables of the seed's API: only Spades tables for four players in pairs."""

from __future__ import annotations

import pytest

from tests.web.served import Served, needs_redis
from tests.web.spades_rest.guests import ACTIONS, guests, opened, wrong

pytestmark = needs_redis


@pytest.mark.parametrize("action", [*ACTIONS, "state"])
async def test_404_for_a_table_that_is_none_of_this_api(server: Served, action: str) -> None:
    async with guests(server, "Ann") as (ann,):
        six = await opened(ann, players=6, preset="classic")
        async with server.http(ann.session) as http:
            bridge = (await http.post("/v1/tables", json={"game": "bridge"})).json()["table"]
        for table in ("nowhere", "no%20where", "x" * 80, six, bridge):
            path = f"/api/tables/{table}/{action}"
            answer = await (ann.get(path) if action == "state" else ann.post(path, ACTIONS[action]))
            assert wrong(answer) == (404, "TABLE_NOT_FOUND"), table
