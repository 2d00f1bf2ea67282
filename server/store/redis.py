"""The stores and the bus in Redis."""

from __future__ import annotations

from server.store.durability import Demand
from server.store.redis_connection import RedisConnection
from server.store.redis_files_and_tickets import RedisFilesAndTickets
from server.store.redis_guests import RedisGuests
from server.store.redis_measures_and_audit import RedisMeasuresAndAudit
from server.store.redis_ownership import RedisOwnership
from server.store.redis_table_logs import RedisTableLogs
from server.store.redis_unarchived import RedisUnarchived
from server.store.redis_waiting_players import RedisWaitingPlayers
from server.store.stores import Stores


async def connect_to_redis(url: str, demand: Demand | None = None) -> Stores:
    """Connect to a `redis://`, `rediss://` or `unix://` URL and return when Redis has loaded its data.

    Raises OSError if no Redis answers, ValueError for a URL of another kind, and UnsafeRedis if Redis does
    less than `demand` for the safety of the games. If Redis forbids CONFIG GET, a warning is only logged.
    """
    return stores_on(await RedisConnection.connect(url, demand))


def stores_on(connection: RedisConnection) -> Stores:
    """Return the stores and the bus that use the Redis of `connection`."""
    ownership, guests = RedisOwnership(connection), RedisGuests(connection)
    logs, bus = RedisTableLogs(connection, ownership), connection.bus()

    async def close() -> None:
        await guests.stop()
        await bus.close()
        await logs.close()
        await connection.close()

    files, measures = RedisFilesAndTickets(connection), RedisMeasuresAndAudit(connection)
    unarchived, waiting = RedisUnarchived(connection), RedisWaitingPlayers(connection)
    return Stores(logs, ownership, guests, files, measures, unarchived, waiting, bus, close)
