"""The contract of the stored measures and the audit log, in memory or in Redis."""

from __future__ import annotations

from server.store.measures_and_audit import AUDITED, MeasuresAndAudit
from server.store.memory import MemoryMeasuresAndAudit
from server.store.redis import connect_to_redis
from server.store.redis_measures_and_audit import AUDIT
from tests.store.redis_server import RedisServer


async def test_a_measure_is_found_until_it_is_removed(operated: MeasuresAndAudit) -> None:
    await operated.put_measure("ban:ann", b"\x00one")
    await operated.put_measure("ban:bob", b"two")
    await operated.put_measure("ban:ann", b"three")
    assert await operated.measures() == {"ban:ann": b"three", "ban:bob": b"two"}
    assert await operated.remove_measure("ban:ann") and not await operated.remove_measure("ban:ann")
    assert await operated.measures() == {"ban:bob": b"two"}


async def test_each_change_of_the_measures_has_another_version(operated: MeasuresAndAudit) -> None:
    versions = [await operated.measures_version()]
    await operated.put_measure("mute:ann", b"one")
    versions.append(await operated.measures_version())
    await operated.put_measure("mute:ann", b"two")
    versions.append(await operated.measures_version())
    await operated.remove_measure("mute:ann")
    versions.append(await operated.measures_version())
    assert len(set(versions)) == 4
    assert await operated.measures_version() == versions[-1]


async def test_the_audit_log_returns_its_newest_records_first(operated: MeasuresAndAudit) -> None:
    assert await operated.audited(10) == ()
    for number in range(5):
        await operated.audit(b"\xff%d" % number)
    assert await operated.audited(3) == (b"\xff4", b"\xff3", b"\xff2")
    assert len(await operated.audited(10)) == 5


async def test_records_of_orders_that_change_nothing_are_kept_apart(operated: MeasuresAndAudit) -> None:
    await operated.audit(b"a ban")
    for number in range(3):
        await operated.audit(b"%d" % number, read=True)
    assert await operated.audited(10) == (b"a ban",)
    assert await operated.audited(2, read=True) == (b"2", b"1")


async def test_the_audit_log_in_memory_has_a_bounded_length() -> None:
    stored = MemoryMeasuresAndAudit()
    for number in range(AUDITED + 200):
        await stored.audit(b"%d" % number)
    kept = await stored.audited(2 * AUDITED)
    assert len(kept) == AUDITED and kept[0] == b"%d" % (AUDITED + 199)


FILL = "for i = 1, tonumber(ARGV[1]) do redis.call('XADD', KEYS[1], '*', 'record', i) end"


async def test_the_audit_log_in_redis_is_a_stream_of_records_of_a_bounded_length(
    redis_server: RedisServer,
) -> None:
    redis_server.ask("EVAL", FILL, "1", AUDIT, str(AUDITED + 2_000))
    stores = await connect_to_redis(redis_server.url)
    await stores.measures_and_audit.audit(b"a record")
    await stores.close()
    assert AUDITED <= redis_server.ask("XLEN", AUDIT) < AUDITED + 500
    ((_, fields),) = redis_server.ask("XREVRANGE", AUDIT, "+", "-", "COUNT", "1")
    assert fields == {b"record": b"a record"}
