"""The verdict on a crowd's day: the checker of the chaos tests reads all that was acknowledged."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from msgspec import Struct

from bots.client import Client as BotClient
from server.games.registry import GAMES
from server.hub.archive.logs_with_archive import LogsWithArchive
from server.store.archive.opening import open_archive
from server.store.redis import connect_to_redis
from tests.bench.day import Ack
from tests.bench.processes import Served, socket_of
from tests.chaos.checker import Client, History, Log, faults, view_text
from tests.chaos.player import catch_up
from tests.chaos.records import Acked, Last, Me

LOOKED_AT = 40
"""The number of tables that are looked at in the end: their views must be those of their logs."""
decode = msgspec.msgpack.Decoder(Ack).decode


class Verdict(Struct):
    """How many acknowledged actions were looked for, and what is wrong."""

    checked: int
    faults: list[str]


def acks(path: Path) -> dict[str, list[bytes]]:
    """Return what was acknowledged, table by table; encoded, because it is much."""
    found: dict[str, list[bytes]] = {}
    written, at = path.read_bytes(), 0
    while at < len(written):
        start = at + 4
        at = start + int.from_bytes(written[at:start], "big")
        packed = written[start:at]
        found.setdefault(decode(packed).table, []).append(packed)
    return found


def history(table: str, game: str, logs: list[Log], acknowledged: list[bytes], last: Last | None) -> History:
    """Return the history of one table as the checker reads it."""
    clients: dict[str, Client] = {}
    for packed in acknowledged:
        ack = decode(packed)
        client = clients.get(ack.player)
        if client is None:
            me = Me(at_ns=ack.sent_ns, player=ack.player)
            client = clients[ack.player] = Client(ack.player, [me], tables=[])
        client.records.append(
            Acked(
                at_ns=ack.at_ns,
                table=table,
                n=ack.n,
                action=_whole(msgspec.msgpack.decode(ack.action), game),
                decision=ack.decision,
                sent_ns=ack.sent_ns,
            )
        )
    told = list(clients.values())
    if last is not None:
        told.append(Client("a watcher", [Me(at_ns=last.at_ns, player=""), last], tables=[table]))
    return History({table: logs}, told, game)


def _whole(action: object, game: str) -> dict[str, Any]:
    """Return an action with the defaults of all fields that were left out, as the log has it."""
    plain: dict[str, Any] = msgspec.to_builtins(
        msgspec.convert(action, GAMES[game].log_action_type, strict=False), str_keys=True
    )
    return plain


def judge(served: Served, record: Path, tables: dict[str, str], limit_s: float) -> Verdict:
    """Read the logs of all tables from the server's Redis, and look for all that was acknowledged."""
    acknowledged = acks(record)
    lasts = asyncio.run(_lasts(served.port, sorted(tables)))
    assert served.data is not None
    store = f"unix://{socket_of(served.data)}"
    found: list[str] = []
    # A new interpreter for each process: a fork would inherit the event loop's sockets.
    with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn")) as pool:
        until = time.monotonic() + limit_s
        parts = [
            pool.submit(
                _judge_some,
                store,
                served.data,
                [(table, tables[table], acknowledged.get(table, []), lasts.get(table)) for table in some],
            )
            for some in _shares(sorted(tables))
        ]
        for part in parts:
            found += part.result(timeout=max(1.0, until - time.monotonic()))
    unknown = acknowledged.keys() - tables.keys()
    found += [f"actions were acknowledged at {table}, which was never opened" for table in unknown]
    return Verdict(sum(map(len, acknowledged.values())), found)


def _shares(tables: list[str], size: int = 25) -> Iterator[list[str]]:
    for start in range(0, len(tables), size):
        yield tables[start : start + size]


def _judge_some(store: str, data: Path, cases: list[tuple[str, str, list[bytes], Last | None]]) -> list[str]:
    logs = asyncio.run(_logs(store, data, [table for table, _, _, _ in cases]))
    found: list[str] = []
    for table, game, acknowledged, last in cases:
        found += faults(history(table, game, logs[table], acknowledged, last))
    return found


async def _logs(url: str, data: Path, tables: list[str]) -> dict[str, list[Log]]:
    """Return the logs of tables, deal by deal, from the store or the archive."""
    stores, archive = await connect_to_redis(url), await open_archive("", data)
    logs = LogsWithArchive(stores.logs, archive)
    try:
        found: dict[str, list[Log]] = {}
        for table in tables:
            stored = await logs.load(table)
            if stored is None:
                raise LookupError(f"table {table} was opened, but is not in the store")
            deals = [await logs.load_deal(table, deal) for deal in range(stored.deal + 1)]
            found[table] = [
                [(f"{index}-0", entry) for index, entry in enumerate(entries, 1)] for entries in deals
            ]
        return found
    finally:
        await archive.close()
        await stores.close()


async def _lasts(port: int, tables: list[str]) -> dict[str, Last]:
    """Return what a watcher sees in the end of some of the tables."""
    some = Random(1).sample(tables, min(LOOKED_AT, len(tables)))
    found = {}
    async with BotClient(f"http://127.0.0.1:{port}") as client:
        for table in some:
            watched = await client.watch(table)
            await catch_up(client, table)
            found[table] = Last(
                at_ns=time.monotonic_ns(),
                table=table,
                audience=watched.audience,
                text=view_text(watched.view.pub, watched.view.own),
                deadline_ms=watched.view.deadline_ms,
            )
    return found
