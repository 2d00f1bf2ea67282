"""The contract of ownership, in memory or in Redis: one owner of a table, and what hubs know of others."""

from __future__ import annotations

import asyncio

import pytest

from server.store.memory import stores_in_memory
from server.store.ownership import (
    ABOUT_MS,
    GONE_MS,
    PRESENT_MS,
    RETIRED_MS,
    Claim,
    Ownership,
    Retired,
    silent_ms,
)
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


async def test_all_hubs_are_told_the_same_time(ownership: Ownership, clock: Clock) -> None:
    first_ms = await ownership.time_ms()
    await clock.passes_ms(300)
    assert 300 <= await ownership.time_ms() - first_ms < 5_000


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


async def test_a_heartbeat_tells_of_all_hubs_and_their_descriptions(
    ownership: Ownership, clock: Clock
) -> None:
    (alone,) = await ownership.beat("north-hub", b"5 tables\r\n\x00")
    assert (alone.hub, alone.about) == ("north-hub", b"5 tables\r\n\x00") and 0 <= alone.age_ms < 100
    await clock.passes_ms(300)
    east, north = await ownership.beat("east-hub")
    assert (east.hub, east.about) == ("east-hub", b"") and east.age_ms < north.age_ms
    assert (north.hub, north.about) == ("north-hub", b"5 tables\r\n\x00") and 300 <= north.age_ms < 2_000
    again = await ownership.beat("north-hub", b"draining")
    assert [(peer.hub, peer.about) for peer in again] == [("east-hub", b""), ("north-hub", b"draining")]


async def test_a_hub_that_has_retired_is_dead_at_once_and_others_are_told(
    ownership: Ownership, clock: Clock
) -> None:
    await ownership.beat("north-hub", b"5 tables")
    await ownership.retire("north-hub")
    await clock.passes_ms(200)
    age_ms = await ownership.beat_age_ms("north-hub")
    assert age_ms is not None and age_ms >= RETIRED_MS
    north, south = await ownership.beat("south-hub")
    assert north.hub == "north-hub" and north.age_ms >= RETIRED_MS and south.age_ms < 200
    assert 200 <= silent_ms(north.age_ms) < 2_000, "the time since it retired is known"
    assert silent_ms(south.age_ms) == south.age_ms


async def test_a_hub_that_has_retired_sends_no_more_heartbeats(ownership: Ownership, clock: Clock) -> None:
    """A heartbeat that was under way while the hub retired must not bring the hub back."""
    await ownership.beat("north-hub")
    await ownership.retire("north-hub")
    await clock.passes_ms(200)
    with pytest.raises(Retired, match="got one of hub north-hub, which has retired"):
        await ownership.beat("north-hub")
    await ownership.retire("north-hub")
    age_ms = await ownership.beat_age_ms("north-hub")
    assert age_ms is not None and silent_ms(age_ms) >= 200, "a hub retires once"


async def test_a_hub_that_never_sent_a_heartbeat_may_retire(ownership: Ownership) -> None:
    await ownership.retire("north-hub")
    age_ms = await ownership.beat_age_ms("north-hub")
    assert age_ms is not None and age_ms >= RETIRED_MS


async def test_the_owner_of_a_table_can_be_read_without_its_log(stores: Stores) -> None:
    await opened(stores, "t1", MINE)
    await opened(stores, "t2", THEIRS)
    assert await stores.ownership.owner("t1") == MINE
    assert await stores.ownership.owner("t3") is None
    assert await stores.ownership.owners(["t2", "t3", "t1"]) == [THEIRS, None, MINE]
    assert await stores.ownership.owners([]) == []


async def test_the_awake_tables_of_a_hub_are_listed_with_the_earliest_deadline_first(
    ownership: Ownership,
) -> None:
    await ownership.note_awake("north-hub", {"t1": None, "t2": 1_700_000_000_300, "t3": 1_700_000_000_100})
    await ownership.note_awake("north-hub", {"t4": 1_700_000_000_200})
    await ownership.note_awake("south-hub", {"t5": 5})
    assert await ownership.awake("north-hub") == ("t3", "t4", "t2", "t1")
    await ownership.note_awake("north-hub", {"t2": 1_700_000_000_000, "t3": None})
    assert await ownership.awake("north-hub") == ("t2", "t4", "t1", "t3")


async def test_a_table_that_falls_asleep_or_is_forgotten_is_not_awake(ownership: Ownership) -> None:
    await ownership.note_awake("north-hub", {"t1": 1, "t2": 2, "t3": None})
    await ownership.note_asleep("north-hub", ["t2", "t4"])
    await ownership.note_awake("north-hub", {})
    await ownership.note_asleep("north-hub", [])
    await ownership.note_asleep("south-hub", ["t1"])
    assert await ownership.awake("north-hub") == ("t1", "t3")
    await ownership.forget_awake("north-hub")
    assert await ownership.awake("north-hub") == ()


async def test_a_hub_hands_its_table_to_a_named_hub(stores: Stores) -> None:
    """The token of the new owner is made by the earlier owner, which tells it to the new one."""
    before = await opened(stores, "t1", MINE)
    await before.appends(b"one")
    assert await stores.ownership.claim("t1", MINE, "south-hub:handed")
    assert await before.appends(b"of the deposed") is FENCED
    after = Owner(stores, token="south-hub:handed")
    after.index = before.index
    assert await after.appends(b"two") is DONE
    assert await after.log() == (BASE, b"one", b"two")
    assert await stores.ownership.claim("t1", MINE, "south-hub:handed"), "the release may be repeated"
    assert not await stores.ownership.claim("t1", MINE, "east-hub:handed"), "but not to another hub"
    assert await stores.ownership.owner("t1") == "south-hub:handed"


async def test_a_hub_hands_many_tables_to_several_hubs_at_once(stores: Stores) -> None:
    tables = [f"t{number}" for number in range(40)]
    owners = [await opened(stores, table, f"north-hub:{table}") for table in tables]
    for owner in owners:
        assert await owner.appends(b"one") is DONE
    assert await stores.ownership.claim("t7", "north-hub:t7", "west-hub:7")
    claims = [
        Claim(table, f"north-hub:{table}", f"{('south', 'east')[number % 2]}-hub:{number}")
        for number, table in enumerate(tables)
    ]
    assert await stores.ownership.claim_many(claims) == [table != "t7" for table in tables]
    assert await stores.ownership.claim_many(claims) == [table != "t7" for table in tables]
    expected = ["west-hub:7" if claim.table == "t7" else claim.token for claim in claims]
    assert await stores.ownership.owners(tables) == expected
    for owner, token in zip(owners, expected, strict=True):
        assert await owner.appends(b"of the deposed") is FENCED
        after = Owner(stores, owner.table, token)
        after.index = owner.index
        assert await after.appends(b"two") is DONE
        assert await after.log() == (BASE, b"one", b"two")
    assert await stores.ownership.claim_many([]) == []


async def test_of_many_claims_of_one_table_one_succeeds(stores: Stores) -> None:
    await opened(stores)
    claims = [Claim("t1", MINE, f"hub{number}:aa") for number in range(4)]
    assert await stores.ownership.claim_many(claims) == [True, False, False, False]
    assert await stores.ownership.owner("t1") == "hub0:aa"


async def test_a_table_that_does_not_exist_cannot_be_claimed(stores: Stores) -> None:
    assert not await stores.ownership.claim("t1", MINE, THEIRS)
    assert await stores.ownership.claim_many([Claim("t1", MINE, THEIRS)]) == [False]
    assert await stores.logs.load("t1") is None


async def test_hubs_that_were_alive_lately_are_not_forgotten(ownership: Ownership) -> None:
    await ownership.beat("north-hub")
    await ownership.beat("south-hub")
    await ownership.retire("south-hub")
    await ownership.note_awake("north-hub", {"t1": None})
    await ownership.forget_gone()
    assert [peer.hub for peer in await ownership.beat("east-hub")] == ["east-hub", "north-hub", "south-hub"]
    assert await ownership.awake("north-hub") == ("t1",)


async def test_in_memory_hubs_are_told_of_and_kept_for_a_while() -> None:
    """Redis' clock passes by itself, so that `test_hubs.py` sets the times that Redis has stored."""
    clock = Clock(moved=True)
    stores = stores_in_memory(now_ms=lambda: clock.now_ms)
    ownership = stores.ownership
    for hub in ("owns", "silent", "retired"):
        await ownership.beat(hub, b"5 tables")
        await ownership.note_awake(hub, {"t1": None})
    await opened(stores, "t1", "owns:1")
    await ownership.retire("retired")
    await clock.passes_ms(ABOUT_MS)
    hubs = ["owns", "retired", "silent"]
    told = await ownership.beat("east-hub")
    assert [(peer.hub, peer.about) for peer in told] == [("east-hub", b""), *((hub, b"") for hub in hubs)]
    await clock.passes_ms(PRESENT_MS)
    assert [peer.hub for peer in await ownership.beat("west-hub")] == ["east-hub", "west-hub"]
    await clock.passes_ms(GONE_MS - PRESENT_MS - ABOUT_MS - 1)
    await ownership.forget_gone()
    assert await ownership.awake("silent") == ("t1",)
    await clock.passes_ms(1)
    await ownership.forget_gone()
    assert [await ownership.awake(hub) for hub in hubs] == [("t1",), (), ()]
    ages = [await ownership.beat_age_ms(hub) for hub in hubs]
    assert ages == [GONE_MS, None, None]


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
