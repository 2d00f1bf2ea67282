"""The contract of ownership, in memory or in Redis: one owner of a table, and what hubs know of others."""

from __future__ import annotations

import asyncio

from server.store.ownership import Ownership
from server.store.stores import Stores
from server.store.table_logs import Outcome, Stored
from tests.store.conftest import Clock
from tests.store.tables import BASE, META, MINE, THEIRS, Owner, opened

DONE, FENCED = Outcome.DONE, Outcome.FENCED


async def test_a_hub_that_names_the_present_owner_may_claim(stores: Stores) -> None:
    owner = await opened(stores)
    await owner.appends(b"one")
    assert await stores.ownership.claim("t1", MINE, THEIRS)
    assert await stores.logs.load("t1") == Stored(meta=META, owner=THEIRS, deal=0, entries=(BASE, b"one"))


async def test_a_hub_that_names_another_owner_may_not_claim(stores: Stores) -> None:
    await opened(stores)
    assert not await stores.ownership.claim("t1", "north-hub:1e", THEIRS)
    stored = await stores.logs.load("t1")
    assert stored is not None and stored.owner == MINE


async def test_a_claim_that_has_succeeded_succeeds_again(stores: Stores) -> None:
    await opened(stores)
    assert await stores.ownership.claim("t1", MINE, THEIRS)
    assert await stores.ownership.claim("t1", MINE, THEIRS)


async def test_of_two_simultaneous_claims_one_succeeds(stores: Stores) -> None:
    await opened(stores)
    rivals = [f"hub{number}:aa" for number in range(8)]
    won = await asyncio.gather(*(stores.ownership.claim("t1", MINE, rival) for rival in rivals))
    stored = await stores.logs.load("t1")
    assert stored is not None
    assert [rival for rival, has_won in zip(rivals, won, strict=True) if has_won] == [stored.owner]


async def test_an_owner_claimed_away_writes_no_more(stores: Stores) -> None:
    before = await opened(stores)
    await before.appends(b"one")
    assert await stores.ownership.claim("t1", MINE, THEIRS)
    after = Owner(stores, token=THEIRS)
    after.index = before.index
    assert await before.appends(b"of the deposed") is FENCED
    assert await after.appends(b"two") is DONE
    assert await before.appends_at(0, 3, b"two") is FENCED
    assert await after.log() == (BASE, b"one", b"two")


async def test_the_same_hub_with_an_older_nonce_is_fenced_too(stores: Stores) -> None:
    """A store that lost its newest writes could give out a counter twice; a nonce is never repeated."""
    before = await opened(stores, token="hub:7c")
    assert await stores.ownership.claim("t1", "hub:7c", "hub:91")
    assert await before.appends(b"one") is FENCED
    assert await Owner(stores, token="hub:91").appends(b"one") is DONE


async def test_a_table_is_listed_once_after_claims_by_any_hub(stores: Stores) -> None:
    await opened(stores, "t1", MINE)
    await opened(stores, "t2", THEIRS)
    assert await stores.ownership.claim("t2", THEIRS, "north-hub:5d")
    assert not await stores.ownership.claim("t1", "nobody:00", THEIRS)
    assert sorted(await stores.logs.tables()) == ["t1", "t2"]


async def test_a_hub_is_as_old_as_its_last_beat(ownership: Ownership, clock: Clock) -> None:
    assert await ownership.beat_age_ms("north-hub") is None
    await ownership.beat("north-hub")
    await clock.passes_ms(300)
    await ownership.beat("south-hub")
    older, newer = await ownership.beat_age_ms("north-hub"), await ownership.beat_age_ms("south-hub")
    assert older is not None and newer is not None
    assert older >= 300 and newer < older
    await ownership.beat("north-hub")
    renewed = await ownership.beat_age_ms("north-hub")
    assert renewed is not None and renewed < older


async def test_the_first_offered_secret_stays_the_secret_of_the_store(ownership: Ownership) -> None:
    first = await ownership.secret(b"first")
    assert await ownership.secret(b"second") == first


async def test_the_tables_that_are_due_are_returned_earliest_first_and_only_a_few(
    ownership: Ownership,
) -> None:
    for table, due_ms in (("t1", 300), ("t2", 100), ("t3", 200), ("t4", 400)):
        await ownership.set_due(table, due_ms)
    assert await ownership.due(300, 9) == ("t2", "t3", "t1")
    assert await ownership.due(300, 2) == ("t2", "t3")
    await ownership.set_due("t2", None)
    await ownership.set_due("t3", 500)
    assert await ownership.due(499, 9) == ("t1", "t4")


async def test_only_tables_that_are_not_closed_and_have_no_time_yet_get_one(stores: Stores) -> None:
    for table in ("known", "unlisted", "listed", "closed"):
        await opened(stores, table)
    await stores.ownership.set_due("known", 900)
    for table in ("unlisted", "closed"):
        assert await Owner(stores, table).appends(b"one", status=table) is DONE
    await stores.ownership.set_due_where_none(100)
    assert sorted(await stores.ownership.due(100, 9)) == ["listed", "unlisted"]
    assert (await stores.ownership.due(900, 9))[-1] == "known"


async def test_a_removed_table_is_no_longer_due(stores: Stores) -> None:
    await opened(stores)
    await stores.ownership.set_due("t1", 100)
    assert await stores.logs.remove("t1", MINE)
    assert await stores.ownership.due(100, 9) == ()
