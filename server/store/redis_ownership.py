"""The owners of tables, the heartbeats of hubs and the times of checks in Redis."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from math import inf
from operator import attrgetter
from typing import Any

from msgspec.structs import replace

from server.store import scripts
from server.store.ownership import ABOUT_MS, GONE_MS, PRESENT_MS, RETIRED_MS, Claim, Peer, Retired
from server.store.packing import nonce_of, table_key
from server.store.redis_connection import RedisConnection, away
from server.store.redis_keys import (
    ABOUT,
    DUE,
    HUBS,
    SECRET,
    about_key,
    awake_key,
    hub_of,
    logs_prefix,
    tables_key,
)


class RedisOwnership:
    """The owners of tables, the heartbeats of hubs, the times of checks and the secret, in Redis."""

    def __init__(self, connection: RedisConnection) -> None:
        self._connection = connection
        self._client = connection.client

    async def name(self, tables: Mapping[str, Sequence[str]]) -> None:
        """Add tables to the sets of the hubs that are going to own them; `tables` has them by hub."""
        # A hub without a heartbeat is added with the time 0: the sets of tables are found through the hubs.
        commands = [
            command
            for hub, named in tables.items()
            for command in (("SADD", tables_key(hub), *named), ("ZADD", HUBS, "NX", 0, hub))
        ]
        await self._connection.run_many(commands)

    async def claim(self, table: str, expected: str, token: str) -> bool:
        return (await self.claim_many([Claim(table, expected, token)]))[0]

    async def claim_many(self, claims: Sequence[Claim]) -> list[bool]:
        # Add the tables to the new hubs' sets first and remove them from the earlier hubs' sets last, so that
        # after a crash in between at least one set names each table.
        new = _by_hub((hub_of(claim.token), claim.table) for claim in claims)
        await self.name(new)
        calls = [
            (
                *(*self._connection.call(scripts.CLAIM, place), 1, table_key(claim.table)),
                *(claim.expected, claim.token, nonce_of(claim.token), logs_prefix(claim.table)),
            )
            for place, claim in enumerate(claims)
        ]
        # Add the tables again: the end of another claim may have removed them from the same sets meanwhile.
        again = [("SADD", tables_key(hub), *tables) for hub, tables in new.items()]
        answers = await self._connection.run_many([*calls, *again])
        claimed = [bool(answer) for answer in answers[: len(claims)]]
        await self._leave([claim for claim, succeeded in zip(claims, claimed, strict=True) if succeeded])
        return claimed

    async def _leave(self, claims: Iterable[Claim]) -> None:
        """Remove claimed tables from the sets of the hubs that owned them before."""
        left = [claim for claim in claims if hub_of(claim.expected) != hub_of(claim.token)]
        sets = _by_hub((hub_of(claim.expected), claim.table) for claim in left)
        removals = [("SREM", tables_key(hub), *tables) for hub, tables in sets.items()]
        reads = [("HGET", table_key(claim.table), "owner") for claim in left]
        answers = await self._connection.run_many([*removals, *reads])
        # The earlier hub may have the table again, if this process was suspended after its claim.
        back = _by_hub(
            (hub_of(claim.expected), claim.table)
            for claim, owner in zip(left, answers[len(removals) :], strict=True)
            if hub_of(_text(owner) or "") == hub_of(claim.expected)
        )
        if back:
            await self.name(back)

    async def owner(self, table: str) -> str | None:
        with away():
            return _text(await self._client.hget(table_key(table), "owner"))

    async def owners(self, tables: Sequence[str]) -> list[str | None]:
        found = await self._connection.run_many([("HGET", table_key(table), "owner") for table in tables])
        return [_text(owner) for owner in found]

    async def beat(self, hub: str, about: bytes = b"") -> tuple[Peer, ...]:
        heart, key = self._connection.heart, about_key(hub)
        with away():
            if not self._connection.clustered:
                arguments = (hub, PRESENT_MS, about, ABOUT_MS, ABOUT)
                told = await heart.eval(scripts.BEAT, 2, HUBS, key, *arguments)
                return _peers(hub, told)
            # While a cluster moves the slot of the hubs, a command with one key succeeds and a script with
            # several may not.
            told = await heart.eval(scripts.BEAT, 1, HUBS, hub, PRESENT_MS)
            peers = _peers(hub, told)
            reads = (heart.get(about_key(peer.hub)) for peer in peers)
            abouts = await asyncio.gather(heart.set(key, about, px=ABOUT_MS), *reads)
        return tuple(
            replace(peer, about=about if peer.hub == hub else found or b"")
            for peer, found in zip(peers, abouts[1:], strict=True)
        )

    async def beat_age_ms(self, hub: str) -> int | None:
        now_ms, beat_ms = await self._connection.run(scripts.BEAT_AGE, [HUBS], hub)
        return _age_ms(now_ms, beat_ms) if float(beat_ms) else None

    async def time_ms(self) -> int:
        return int(await self._connection.run(scripts.TIME, [HUBS]))

    async def retire(self, hub: str) -> None:
        # On the connection of the heartbeats: a heartbeat that was sent before must arrive before.
        with away():
            await self._connection.heart.eval(scripts.RETIRE, 1, HUBS, hub)

    async def forget_gone(self) -> None:
        run = self._connection.run
        for member in await run(scripts.GONE, [HUBS], GONE_MS):
            hub = member.decode()
            if await self._owns(hub) or not await run(scripts.FORGET, [HUBS], GONE_MS, hub):
                continue
            with away():
                await self._client.delete(awake_key(hub))
                # A claim for this hub adds the table to the set and then adds the hub if it is missing: a
                # claim that found the hub before it was removed here has added the table by now.
                if await self._owns(hub):
                    await self._client.zadd(HUBS, {hub: 0}, nx=True)

    async def _owns(self, hub: str) -> bool:
        """Return True if the set of tables of a hub names any table, be it one too many."""
        with away():
            return bool(await self._client.exists(tables_key(hub)))

    async def note_awake(self, hub: str, deadlines: Mapping[str, int | None]) -> None:
        if deadlines:
            scores = {table: inf if due_ms is None else due_ms for table, due_ms in deadlines.items()}
            with away():
                await self._client.zadd(awake_key(hub), scores)

    async def note_asleep(self, hub: str, tables: Sequence[str]) -> None:
        if tables:
            with away():
                await self._client.zrem(awake_key(hub), *tables)

    async def awake(self, hub: str) -> tuple[str, ...]:
        with away():
            return tuple(table.decode() for table in await self._client.zrange(awake_key(hub), 0, -1))

    async def forget_awake(self, hub: str) -> None:
        with away():
            await self._client.delete(awake_key(hub))

    async def set_due(self, table: str, due_ms: int | None) -> None:
        with away():
            if due_ms is None:
                await self._client.zrem(DUE, table)
            else:
                await self._client.zadd(DUE, {table: due_ms})

    async def set_due_where_none(self, due_ms: int) -> None:
        with away():
            for hub in await self._client.zrange(HUBS, 0, -1):
                for member in await self._client.smembers(tables_key(hub.decode())):
                    status = await self._client.hget(table_key(member.decode()), "status")
                    if status not in (None, b"closed"):
                        await self._client.zadd(DUE, {member: due_ms}, nx=True)

    async def due(self, now_ms: int, most: int) -> tuple[str, ...]:
        with away():
            come = await self._client.zrangebyscore(DUE, "-inf", now_ms, start=0, num=most)
            return tuple(table.decode() for table in come)

    async def secret(self, fresh: bytes) -> bytes:
        with away():
            # Servers that start on an empty store at the same time must agree on one secret: the first one is
            # kept.
            await self._client.set(SECRET, fresh, nx=True)
            kept: bytes = await self._client.get(SECRET)
            return kept


def _by_hub(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """Return tables by hub from pairs of a hub and a table."""
    found: dict[str, list[str]] = {}
    for hub, table in pairs:
        found.setdefault(hub, []).append(table)
    return found


def _text(owner: bytes | None) -> str | None:
    return None if owner is None else owner.decode()


def _age_ms(now_ms: bytes, beat_ms: bytes) -> int:
    """Return the age of a heartbeat; the time `beat_ms` is negative for a hub that has retired."""
    now, beat = int(float(now_ms)), int(float(beat_ms))
    return RETIRED_MS + max(0, now + beat) if beat < 0 else max(0, now - beat)


def _peers(hub: str, told: list[Any] | None) -> tuple[Peer, ...]:
    """Return the hubs that the script BEAT has listed at a heartbeat of `hub`.

    Raises Retired if `told` is None.
    """
    if told is None:
        raise Retired(hub)
    now_ms, *hubs = told
    peers = (Peer(id.decode(), _age_ms(now_ms, beat_ms), about or b"") for id, beat_ms, about in hubs)
    return tuple(sorted(peers, key=attrgetter("hub")))
