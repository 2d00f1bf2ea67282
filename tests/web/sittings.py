"""Sittings of house robots, played to their end over real sockets."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx

from tests.web.served import QUICK, Served

BOARDS = 3

ENOUGH = {"options": {"boards": BOARDS}, "name": "Robots' night", "policy": {**QUICK, "correction_ms": 0}}


async def played(server: Served, **wishes: Any) -> str:
    """Return a table at which robots have played all boards."""
    table = await server.table(await server.guest("Host"), **{**ENOUGH, **wishes})
    await over(server, table)
    return table


async def over(server: Served, table: str) -> None:
    """Watch a table until it has closed."""
    async with server.http() as http, http.stream("GET", f"/v1/tables/{table}/stream") as lines:
        async with asyncio.timeout(60):
            async for line in lines.aiter_lines():
                if '"closing"' in line:
                    return


def refusal(answer: httpx.Response) -> tuple[int, str]:
    """Return the status and the code of a refusal."""
    return answer.status_code, answer.json()["code"]
