"""The logs of tables in Redis."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from server.errors import Altered, StoreError
from server.store import checksums, scripts
from server.store.packing import (
    AppendCommand,
    LogWriter,
    NoteCommand,
    owned_log_key,
    packed_command,
    table_key,
)
from server.store.redis_connection import RedisConnection, away
from server.store.redis_keys import (
    DUE,
    HUBS,
    UNARCHIVED,
    hub_of,
    logs_prefix,
    notes_key,
    notes_prefix,
    tables_key,
)
from server.store.redis_ownership import RedisOwnership
from server.store.table_logs import Append, ArchivedLog, Meta, Noted, OnOutcome, Stored


class RedisTableLogs:
    """The stored tables in Redis, with the logs of their deals and the players' notes."""

    def __init__(self, connection: RedisConnection, ownership: RedisOwnership) -> None:
        self.durability = connection.durability
        self._connection = connection
        self._client = connection.client
        self._ownership = ownership
        self._appender = connection.appender()
        self._appender.connect()

    def append(self, append: Append, done: OnOutcome) -> None:
        writer = append.log.kept
        if not isinstance(writer, LogWriter):
            writer = append.log.kept = LogWriter(append.log)
        self._appender.put(AppendCommand(append, writer, done))

    def note(self, table: str, token: str, noted: Noted, done: OnOutcome) -> None:
        field, keys = _field(noted), (table_key(table), notes_key(table, noted.deal))
        parts = (b"EVAL", scripts.NOTE, b"2", *keys, token, field, noted.text)
        self._appender.put(NoteCommand(table, packed_command(parts), done))

    async def notes(self, table: str, deal: int) -> tuple[Noted, ...]:
        with away():
            return _noted(deal, await self._client.hgetall(notes_key(table, deal)))

    async def create(self, table: str, meta: Meta, token: str, base: bytes) -> bool:
        # Name the table in its hub's list before it exists: after a crash in between, the list has a name too
        # many, which readers skip. In the other order, no list would name the table. The same holds for the
        # list of tables of which the archive may lack something.
        await self._ownership.name({hub_of(token): [table]})
        with away():
            await self._client.zadd(UNARCHIVED, {table: 0})
        fields = _fields(meta)
        fields[b"checksum"] = checksums.of_fields(table, fields)
        pairs = (part for pair in fields.items() for part in pair)
        keys = [table_key(table), owned_log_key(table, 0, token)]
        checksum = checksums.of_entry(table, 0, 1, base)
        return bool(await self._connection.run(scripts.CREATE, keys, token, base, checksum, *pairs))

    async def load(self, table: str) -> Stored | None:
        return _stored(table, await self._connection.run(scripts.LOAD, [table_key(table)], *_prefixes(table)))

    async def load_many(self, tables: Sequence[str]) -> list[Stored | StoreError | None]:
        commands = [
            (*self._connection.call(scripts.LOAD, place), 1, table_key(table), *_prefixes(table))
            for place, table in enumerate(tables)
        ]
        loaded: list[Stored | StoreError | None] = []
        for table, found in zip(tables, await self._connection.run_many(commands), strict=True):
            try:
                loaded.append(_stored(table, found))
            except StoreError as error:
                loaded.append(error)
        return loaded

    async def load_deal(self, table: str, deal: int) -> tuple[bytes, ...]:
        written = await self._connection.run(scripts.LOAD_DEAL, [table_key(table)], logs_prefix(table), deal)
        return _entries(table, deal, map(_paired, written))

    async def deals(self, table: str) -> tuple[int, ...]:
        return tuple(await self._connection.run(scripts.DEALS, [table_key(table)], logs_prefix(table)))

    async def drop_deals(self, table: str, archived: Sequence[ArchivedLog]) -> int:
        prefixes, dropped = (logs_prefix(table), notes_prefix(table)), 0
        for each in archived:
            noted = (part for note in each.notes for part in (_field(note), note.text))
            dropped += await self._connection.run(
                scripts.DROP_DEAL, [table_key(table)], *prefixes, each.deal, each.length, *noted
            )
        return dropped

    async def drop_table(self, table: str, owner: str, archived: ArchivedLog) -> bool:
        noted = (part for note in archived.notes for part in (_field(note), note.text))
        arguments = (logs_prefix(table), notes_prefix(table), owner, archived.deal, archived.length, *noted)
        if not await self._connection.run(scripts.DROP_TABLE, [table_key(table)], *arguments):
            return False
        with away():
            await self._client.zrem(DUE, table)
            await self._client.srem(tables_key(hub_of(owner)), table)
        return True

    async def tables(self) -> tuple[str, ...]:
        found: set[str] = set()
        with away():
            for hub in await self._client.zrange(HUBS, 0, -1):
                for member in await self._client.smembers(tables_key(hub.decode())):
                    table = member.decode()
                    status = await self._client.hget(table_key(table), "status")
                    if status == b"open":
                        found.add(table)
                    elif status == b"closed":
                        await self._client.srem(tables_key(hub.decode()), table)
        await self._ownership.forget_gone()
        return tuple(sorted(found))

    async def about(self, table: str) -> tuple[str, str] | None:
        with away():
            game, name = await self._client.hmget(table_key(table), "game", "name")
        return None if game is None else (game.decode(errors="replace"), name.decode(errors="replace"))

    async def remove(self, table: str, token: str) -> bool:
        with away():
            await self._client.zrem(DUE, table)
        if not await self._connection.run(
            scripts.REMOVE, [table_key(table)], token, logs_prefix(table), notes_prefix(table)
        ):
            return False
        with away():
            await self._client.srem(tables_key(hub_of(token)), table)
        return True

    async def close(self) -> None:
        """Stop sending log entries to Redis."""
        await self._appender.close()


def _fields(meta: Meta) -> dict[bytes, bytes]:
    """Return the data about a table as the fields of the table's hash in Redis; `_meta` does the reverse."""
    values = ((name, getattr(meta, name)) for name in meta.__struct_fields__)
    return {
        name.encode(): value if isinstance(value, bytes) else str(value).encode()
        for name, value in values
        if value is not None
    }


def _paired(flat: Sequence[bytes]) -> dict[bytes, bytes]:
    return dict(zip(flat[::2], flat[1::2], strict=True))


def _entries(table: str, deal: int, written: Iterable[Mapping[bytes, bytes]]) -> tuple[bytes, ...]:
    """Return the entries of a deal's log, read from the Redis stream `written`.

    Raises Altered if an entry of the log has wrong fields or does not match its checksum.
    """
    pairs = []
    for index, fields in enumerate(written, 1):
        if fields.keys() != {b"e"} and not fields.keys() >= {b"e", b"c"}:
            raise Altered(
                f"table {table}, deal {deal}, entry {index}: expected the fields e (entry) and c (checksum)"
            )
        pairs.append((fields[b"e"], fields.get(b"c")))
    return checksums.check_log(table, deal, pairs)


def _prefixes(table: str) -> tuple[str, str]:
    return logs_prefix(table), notes_prefix(table)


def _stored(table: str, found: Any) -> Stored | None:
    """Return the table that the script LOAD has found."""
    if not found:
        return None
    pairs, written, notes, later, end = found
    fields = _paired(pairs)
    checksums.check_fields(table, fields)
    try:
        present = fields[b"log"] if b"log" in fields else fields[b"deal"]
        deal, owner = int(present.partition(b":")[0]), fields[b"owner"].decode()
        noted = _noted(deal, _paired(notes))
    except (KeyError, ValueError) as error:
        raise StoreError(
            f"table {table}: expected a hash in Redis with a deal, an owner and valid notes: {error!r}"
        ) from error
    if later:
        raise Altered(
            f"table {table}: its hash names deal {deal} as the last deal, but deal {deal + 1} has a log"
        )
    if not written and b"log" in fields:
        raise Altered(f"table {table}: its hash names the log {end!r:.80}, which does not exist")
    entries = _entries(table, deal, map(_paired, written))
    return Stored(meta=_meta(table, fields), owner=owner, deal=deal, entries=entries, notes=noted)


def _meta(table: str, fields: dict[bytes, bytes]) -> Meta:
    try:
        return Meta(
            game=fields[b"game"].decode(),
            revision=int(fields[b"revision"]),
            name=fields[b"name"].decode(),
            host=fields[b"host"].decode(),
            created_ms=int(fields[b"created_ms"]),
            options=fields[b"options"],
            boards=fields.get(b"boards"),
            status=fields[b"status"].decode(),
            match=fields.get(b"match"),
            board_set=fields.get(b"board_set"),
        )
    except (KeyError, ValueError) as error:
        raise StoreError(f"table {table}: expected a hash with all fields of a table: {error!r}") from error


def _field(noted: Noted) -> str:
    return f"{noted.card} {noted.player}"


def _noted(deal: int, fields: dict[bytes, bytes]) -> tuple[Noted, ...]:
    notes = []
    for field, text in fields.items():
        card, _, player = field.decode().partition(" ")
        notes.append(Noted(deal, player, int(card), text.decode()))
    return tuple(sorted(notes, key=lambda noted: (noted.card, noted.player)))
