"""Addresses of the HTTP application beside the tables: schema, health and unknown paths."""

from __future__ import annotations

import httpx

from server.hub.contact import HOLD_MS
from server.web.client_ip import ClientAddresses
from server.web.routes import application
from tests.rooms import House
from tests.virtual import passes, virtual
from tests.web.served import Served, needs_redis

pytestmark = needs_redis


async def test_the_schema_the_health_and_unknown_paths_are_answered(server: Served) -> None:
    async with server.http() as http:
        schema = await http.get("/v1/schema.json")
        assert schema.headers["content-type"] == "application/schema+json" and "$schema" in schema.json()
        assert (await http.get("/healthz")).json() == {"ok": True, "durability": "always", "holding": False}
        assert (await http.get("/readyz")).json() == {"ready": True}
        assert (await http.get("/nowhere")).status_code == 404
        assert (await http.get("/v1/ws")).status_code == 404
        assert (await http.delete("/v1/tables")).status_code == 405


@virtual
async def test_a_server_whose_store_is_away_is_alive_but_not_ready() -> None:
    async with House() as house:
        app = application(house.desk, house.files_and_tickets, ClientAddresses(house.desk.settings))
        carried = httpx.ASGITransport(app, client=("192.0.2.1", 4000))
        async with httpx.AsyncClient(transport=carried, base_url="http://t") as client:
            assert (await client.get("/readyz")).json() == {"ready": True}
            house.store.away = True
            await passes(HOLD_MS + 8_000)
            ready, health = await client.get("/readyz"), await client.get("/healthz")
            assert (ready.status_code, ready.json()) == (503, {"ready": False})
            assert (health.status_code, health.json()["holding"]) == (200, True)
