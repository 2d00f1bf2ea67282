"""Addresses of the HTTP application beside the tables: schema, health and unknown paths."""

from __future__ import annotations

from tests.web.served import Served, needs_redis

pytestmark = needs_redis


async def test_schema_health_and_what_is_nowhere(server: Served) -> None:
    async with server.http() as http:
        schema = await http.get("/v1/schema.json")
        assert schema.headers["content-type"] == "application/schema+json" and "$schema" in schema.json()
        assert (await http.get("/healthz")).json() == {"ok": True, "durability": "always", "holding": False}
        assert (await http.get("/readyz")).json() == {"ready": True}
        assert (await http.get("/nowhere")).status_code == 404
        assert (await http.get("/v1/ws")).status_code == 404
        assert (await http.delete("/v1/tables")).status_code == 405
