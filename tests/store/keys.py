"""The keys of a table's logs in Redis."""

from __future__ import annotations

from server.store.packing import owned_log_key, table_key
from tests.store.redis_server import RedisServer


def log_key(table: str, deal: int) -> str:
    """Return the key of a finished deal's log, and of the current deal's log of an older server."""
    return f"{table_key(table)}:log:{deal}"


def found_log_key(server: RedisServer, table: str, deal: int) -> str:
    """Return the key that the log of a deal has now: that of the current deal may end with a nonce."""
    current, owner = (
        (server.ask("HGET", table_key(table), field) or b"").decode() for field in ("log", "owner")
    )
    return owned_log_key(table, deal, owner) if current == str(deal) else log_key(table, deal)


def as_an_older_server_wrote_it(server: RedisServer, table: str, deal: int) -> None:
    """Give the current deal's log and the table's hash the form that an older server gave them."""
    server.ask("RENAME", found_log_key(server, table, deal), log_key(table, deal))
    server.ask("HDEL", table_key(table), "log")
    server.ask("HSET", table_key(table), "deal", deal)


def as_a_former_server_wrote_it(server: RedisServer, table: str, deal: int) -> None:
    """Give the field `log` of the table's hash the form that a former server gave it, with the nonce."""
    nonce = server.ask("HGET", table_key(table), "owner").decode().partition(":")[2]
    server.ask("HSET", table_key(table), "log", f"{deal}:{nonce}")
