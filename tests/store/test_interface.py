"""The contract of every store, in memory or in Redis: nothing lost, nothing twice, one owner."""

from __future__ import annotations

import asyncio

import pytest
from msgspec.structs import replace

from server.store.interface import File, Outcome, Store, Stored
from tests.store.conftest import Clock
from tests.store.tables import BASE, META, MINE, THEIRS, Owner, opened

DONE, FENCED, MISMATCH = Outcome.DONE, Outcome.FENCED, Outcome.MISMATCH


async def test_a_new_table_is_loaded_as_it_was_made(store: Store) -> None:
    await opened(store)
    assert await store.load("t1") == Stored(meta=META, owner=MINE, deal=0, entries=(BASE,))


async def test_boards_that_were_uploaded_stay_with_the_table(store: Store) -> None:
    boards = b"\x91\x00\r\n"
    await Owner(store).opens(replace(META, boards=boards))
    stored = await store.load("t1")
    assert stored is not None and stored.meta.boards == boards


async def test_repeated_creation_makes_a_table_once(store: Store) -> None:
    owner = await opened(store)
    await owner.appends(b"one")
    assert await owner.opens(base=b"another")
    assert await owner.log() == (BASE, b"one")


async def test_a_table_that_exists_cannot_be_made_by_another_owner(store: Store) -> None:
    owner = await opened(store)
    assert not await Owner(store, token=THEIRS).opens(replace(META, name="stolen"), b"another")
    assert await store.load("t1") == Stored(meta=META, owner=owner.token, deal=0, entries=(BASE,))


async def test_a_table_that_was_never_made_is_not_there(store: Store) -> None:
    assert await store.load("t1") is None
    assert await store.about("t1") is None
    assert not await store.claim("t1", MINE, THEIRS)
    assert await Owner(store).appends(b"one") is FENCED
    assert await store.load("t1") is None


async def test_entries_stand_in_the_log_in_the_order_of_their_indices(store: Store) -> None:
    owner = await opened(store)
    entries = tuple(b"entry %d\r\n" % number for number in range(300))
    for entry in entries:
        assert await owner.appends(entry) is DONE
    assert await owner.log() == (BASE, *entries)


async def test_an_entry_may_be_empty_or_large(store: Store) -> None:
    owner = await opened(store)
    large = bytes(range(256)) * 1000
    assert [await owner.appends(entry) for entry in (b"", large)] == [DONE, DONE]
    assert await owner.log() == (BASE, b"", large)


@pytest.mark.parametrize("token", [THEIRS, "north-hub:1e", "north-hub", "", "north-hub:1f "])
async def test_only_the_whole_token_of_the_owner_writes(store: Store, token: str) -> None:
    owner = await opened(store)
    assert await Owner(store, token=token).appends(b"one") is FENCED
    assert await owner.log() == (BASE,)


@pytest.mark.parametrize("index", [0, 1, 2, 4, 5, 40])
async def test_an_entry_fits_at_the_end_of_the_log_only(store: Store, index: int) -> None:
    owner = await opened(store)
    await owner.appends(b"one")
    assert await owner.appends_at(0, index, b"two") is MISMATCH
    assert await owner.log() == (BASE, b"one")


async def test_the_same_entry_twice_is_done_twice_and_stands_there_once(store: Store) -> None:
    owner = await opened(store)
    assert await owner.appends_at(0, 2, b"one") is DONE
    assert await owner.appends_at(0, 2, b"one") is DONE
    assert await owner.log() == (BASE, b"one")


async def test_a_repeated_append_of_an_older_entry_is_a_mismatch(store: Store) -> None:
    owner = await opened(store)
    await owner.appends(b"one")
    await owner.appends(b"two")
    assert await owner.appends_at(0, 2, b"one") is MISMATCH
    assert await owner.log() == (BASE, b"one", b"two")


async def test_a_deal_begins_a_log_of_its_own(store: Store) -> None:
    owner = await opened(store)
    await owner.appends(b"one")
    assert await owner.deals(b"base of the second deal") is DONE
    assert await owner.appends(b"call") is DONE
    stored = await store.load("t1")
    assert stored is not None
    assert (stored.deal, stored.entries) == (1, (b"base of the second deal", b"call"))


async def test_the_log_of_an_earlier_deal_can_still_be_read(store: Store) -> None:
    owner = await opened(store)
    await owner.appends(b"one\r\n")
    await owner.deals(b"base of the second deal")
    await owner.appends(b"call")
    assert await store.load_deal("t1", 0) == (BASE, b"one\r\n")
    assert await store.load_deal("t1", 1) == (b"base of the second deal", b"call")


async def test_a_deal_that_has_not_begun_has_no_log(store: Store) -> None:
    await opened(store)
    assert await store.load_deal("t1", 1) == ()
    assert await store.load_deal("t2", 0) == ()


async def test_the_match_of_a_table_is_stored_with_it(store: Store) -> None:
    await Owner(store).opens(replace(META, match=b"\x92\r\n"))
    stored = await store.load("t1")
    assert stored is not None and stored.meta.match == b"\x92\r\n"


async def test_a_deal_that_begins_twice_begins_once(store: Store) -> None:
    owner = await opened(store)
    assert await owner.appends_at(1, 1, b"base of the second deal") is DONE
    assert await owner.appends_at(1, 1, b"base of the second deal") is DONE
    assert await owner.appends_at(1, 1, b"another") is MISMATCH
    assert await owner.log() == (b"base of the second deal",)


@pytest.mark.parametrize(("deal", "index"), [(0, 2), (0, 3), (1, 1), (2, 1), (3, 2), (4, 1)], ids=str)
async def test_an_entry_of_another_deal_does_not_fit(store: Store, deal: int, index: int) -> None:
    owner = await opened(store)
    for base in (b"second", b"third"):
        await owner.deals(base)
    await owner.appends(b"call")
    assert (owner.deal, owner.index) == (2, 2)
    assert await owner.appends_at(deal, index, b"astray") is MISMATCH
    assert await owner.log() == (b"third", b"call")


async def test_a_deal_may_begin_with_two_entries_in_one_append(store: Store) -> None:
    owner = await opened(store)
    await owner.appends(b"one")
    assert await owner.deals(b"base of the second deal", b"cards") is DONE
    assert await owner.appends(b"call") is DONE
    stored = await store.load("t1")
    assert stored is not None
    assert (stored.deal, stored.entries) == (1, (b"base of the second deal", b"cards", b"call"))
    assert await store.load_deal("t1", 0) == (BASE, b"one")


async def test_several_entries_of_one_append_stand_in_the_log_in_their_order(store: Store) -> None:
    owner = await opened(store)
    assert await owner.appends_at(0, 2, b"one", more=(b"two", b"three")) is DONE
    assert await owner.appends_at(0, 5, b"four") is DONE
    assert await owner.log() == (BASE, b"one", b"two", b"three", b"four")


@pytest.mark.parametrize(("deal", "index"), [(1, 1), (0, 2)], ids=["a new deal", "the same deal"])
async def test_two_entries_that_are_appended_again_stand_there_once(
    store: Store, deal: int, index: int
) -> None:
    owner = await opened(store)
    for _ in range(2):
        assert await owner.appends_at(deal, index, b"base", more=(b"cards",)) is DONE
    for other in ((b"base", b"other cards"), (b"other base", b"cards")):
        assert await owner.appends_at(deal, index, other[0], more=other[1:]) is MISMATCH
    assert (await owner.log())[-2:] == (b"base", b"cards")
    assert len(await owner.log()) == (2 if deal else 3)


@pytest.mark.parametrize("deal", [0, 1, 2])
async def test_of_two_entries_that_do_not_fit_none_is_written(store: Store, deal: int) -> None:
    """A log with only the first of the two is the log of an owner that wrote them one by one."""
    owner = await opened(store)
    await owner.deals(b"second")
    await owner.appends(b"one")
    index = {0: 2, 1: 3, 2: 1}[deal]
    assert await Owner(store, token=THEIRS).appends_at(deal, index, b"x", more=(b"y",)) is FENCED
    for at in (index - 1, index + 1):
        assert await owner.appends_at(deal, at, b"one", more=(b"y",)) is MISMATCH
    assert await owner.log() == (b"second", b"one")


async def test_two_entries_of_one_append_may_change_the_status_of_the_table(store: Store) -> None:
    owner = await opened(store)
    assert await owner.appends_at(0, 2, b"one", "unlisted", more=(b"two",)) is DONE
    stored = await store.load("t1")
    assert stored is not None and (stored.meta.status, stored.entries) == ("unlisted", (BASE, b"one", b"two"))


async def test_an_unlisted_table_is_in_no_list_until_it_is_open_again(store: Store) -> None:
    await store.beat("north-hub")
    owner = Owner(store)
    await owner.opens(replace(META, status="unlisted"))
    assert await store.tables() == ()
    assert await owner.appends(b"opens", status="open") is DONE
    assert await store.tables() == ("t1",)
    assert await owner.appends(b"hides", status="unlisted") is DONE
    assert await store.tables() == await store.tables() == ()
    assert await owner.appends(b"opens", status="open") is DONE
    assert await store.tables() == ("t1",)


async def test_a_closed_table_is_no_longer_listed_but_can_be_read(store: Store) -> None:
    ending, going_on = await opened(store, "t1"), await opened(store, "t2")
    assert set(await store.tables()) == {"t1", "t2"}
    assert await ending.appends(b"close", status="closed") is DONE
    assert set(await store.tables()) == {going_on.table}
    stored = await store.load("t1")
    assert stored is not None
    assert (stored.meta.status, stored.entries) == ("closed", (BASE, b"close"))


async def test_the_game_and_the_name_of_a_table_can_be_read(store: Store) -> None:
    await opened(store)
    assert await store.about("t1") == (META.game, META.name)


async def test_a_hub_that_names_the_present_owner_may_claim(store: Store) -> None:
    owner = await opened(store)
    await owner.appends(b"one")
    assert await store.claim("t1", MINE, THEIRS)
    assert await store.load("t1") == Stored(meta=META, owner=THEIRS, deal=0, entries=(BASE, b"one"))


async def test_a_hub_that_names_another_owner_may_not_claim(store: Store) -> None:
    await opened(store)
    assert not await store.claim("t1", "north-hub:1e", THEIRS)
    stored = await store.load("t1")
    assert stored is not None and stored.owner == MINE


async def test_a_claim_that_has_succeeded_succeeds_again(store: Store) -> None:
    await opened(store)
    assert await store.claim("t1", MINE, THEIRS)
    assert await store.claim("t1", MINE, THEIRS)


async def test_of_two_simultaneous_claims_one_succeeds(store: Store) -> None:
    await opened(store)
    rivals = [f"hub{number}:aa" for number in range(8)]
    won = await asyncio.gather(*(store.claim("t1", MINE, rival) for rival in rivals))
    stored = await store.load("t1")
    assert stored is not None
    assert [rival for rival, has_won in zip(rivals, won, strict=True) if has_won] == [stored.owner]


async def test_an_owner_claimed_away_writes_no_more(store: Store) -> None:
    before = await opened(store)
    await before.appends(b"one")
    assert await store.claim("t1", MINE, THEIRS)
    after = Owner(store, token=THEIRS)
    after.index = before.index
    assert await before.appends(b"of the deposed") is FENCED
    assert await after.appends(b"two") is DONE
    assert await before.appends_at(0, 3, b"two") is FENCED
    assert await after.log() == (BASE, b"one", b"two")


async def test_the_same_hub_with_an_older_nonce_is_fenced_too(store: Store) -> None:
    """A store that lost its newest writes could give out a counter twice; a nonce is never repeated."""
    before = await opened(store, token="hub:7c")
    assert await store.claim("t1", "hub:7c", "hub:91")
    assert await before.appends(b"one") is FENCED
    assert await Owner(store, token="hub:91").appends(b"one") is DONE


async def test_a_table_is_listed_once_after_claims_by_any_hub(store: Store) -> None:
    await opened(store, "t1", MINE)
    await opened(store, "t2", THEIRS)
    assert await store.claim("t2", THEIRS, "north-hub:5d")
    assert not await store.claim("t1", "nobody:00", THEIRS)
    assert sorted(await store.tables()) == ["t1", "t2"]


async def test_appends_of_many_tables_in_one_tick_are_each_answered_once(store: Store) -> None:
    owners = [await opened(store, f"t{number}") for number in range(600)]
    entries = [owner.table.encode() for owner in owners]
    outcomes = await asyncio.gather(
        *(owner.appends(entry) for owner, entry in zip(owners, entries, strict=True))
    )
    assert set(outcomes) == {DONE}
    await asyncio.sleep(0.05)
    assert all(owner.answers == [DONE] for owner in owners)
    for owner, entry in zip(owners, entries, strict=True):
        assert await owner.log() == (BASE, entry)


async def test_a_refused_append_does_not_disturb_its_neighbours(store: Store) -> None:
    good, other = await opened(store, "t1"), await opened(store, "t2", THEIRS)
    deposed = Owner(store, "t2")
    ahead = Owner(store, "t1")
    ahead.index = 9
    outcomes = await asyncio.gather(
        deposed.appends(b"x"), good.appends(b"y"), ahead.appends(b"z"), other.appends(b"w")
    )
    assert outcomes == [FENCED, DONE, MISMATCH, DONE]


async def test_a_hub_is_as_old_as_its_last_beat(store: Store, clock: Clock) -> None:
    assert await store.beat_age_ms("north-hub") is None
    await store.beat("north-hub")
    await clock.passes_ms(300)
    await store.beat("south-hub")
    older, newer = await store.beat_age_ms("north-hub"), await store.beat_age_ms("south-hub")
    assert older is not None and newer is not None
    assert older >= 300 and newer < older
    await store.beat("north-hub")
    renewed = await store.beat_age_ms("north-hub")
    assert renewed is not None and renewed < older


async def test_a_guest_is_found_by_the_hash_of_the_token(store: Store) -> None:
    await store.put_guest("hash of ann's", b"ann\x00", 3600)
    assert await store.guest("hash of ann's") == b"ann\x00"
    assert await store.guest("hash of bob's") is None


async def test_a_guest_is_forgotten_when_the_token_is_too_old(store: Store, clock: Clock) -> None:
    await store.put_guest("brief", b"ann", 1)
    await store.put_guest("long", b"bob", 60)
    await clock.passes_ms(1_300)
    assert await store.guest("brief") is None
    assert await store.guest("long") == b"bob"


CARD = File("application/pdf", bytes(range(256)) * 1024)


async def test_a_file_is_found_unchanged(store: Store) -> None:
    await store.put_file("of the card", CARD, 3600)
    await store.put_file("of a text", File("text/plain", b""), 3600)
    assert await store.file("of the card") == CARD
    assert await store.file("of a text") == File("text/plain", b"")
    assert await store.file("of another") is None


async def test_a_file_expires_and_storing_it_again_extends_its_time(store: Store, clock: Clock) -> None:
    for sha in ("once", "again"):
        await store.put_file(sha, CARD, 1)
    await store.put_file("again", CARD, 60)
    await clock.passes_ms(1_300)
    assert await store.file("once") is None
    assert await store.file("again") == CARD


async def test_files_and_guests_do_not_meet(store: Store) -> None:
    await store.put_guest("the same word", b"ann", 60)
    await store.put_file("the same word", CARD, 60)
    assert (await store.guest("the same word"), await store.file("the same word")) == (b"ann", CARD)


async def test_the_first_offered_secret_stays_the_secret_of_the_store(store: Store) -> None:
    first = await store.secret(b"first")
    assert await store.secret(b"second") == first
