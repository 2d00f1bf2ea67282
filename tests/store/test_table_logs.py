"""The contract of the logs of tables, in memory or in Redis: nothing lost, nothing twice, one owner."""

from __future__ import annotations

import asyncio

import pytest
from msgspec.structs import replace

from server.store.stores import Stores
from server.store.table_logs import ArchivedLog, Noted, Outcome, Stored
from tests.store.tables import BASE, META, MINE, THEIRS, Owner, opened

DONE, FENCED, MISMATCH = Outcome.DONE, Outcome.FENCED, Outcome.MISMATCH


async def test_a_new_table_is_loaded_as_it_was_made(stores: Stores) -> None:
    await opened(stores)
    assert await stores.logs.load("t1") == Stored(meta=META, owner=MINE, deal=0, entries=(BASE,))


async def test_boards_that_were_uploaded_stay_with_the_table(stores: Stores) -> None:
    boards = b"\x91\x00\r\n"
    await Owner(stores).opens(replace(META, boards=boards))
    stored = await stores.logs.load("t1")
    assert stored is not None and stored.meta.boards == boards


async def test_repeated_creation_makes_a_table_once(stores: Stores) -> None:
    owner = await opened(stores)
    await owner.appends(b"one")
    assert await owner.opens(base=b"another")
    assert await owner.log() == (BASE, b"one")


async def test_a_table_that_exists_cannot_be_made_by_another_owner(stores: Stores) -> None:
    owner = await opened(stores)
    assert not await Owner(stores, token=THEIRS).opens(replace(META, name="stolen"), b"another")
    assert await stores.logs.load("t1") == Stored(meta=META, owner=owner.token, deal=0, entries=(BASE,))


async def test_a_table_that_was_never_made_is_not_there(stores: Stores) -> None:
    assert await stores.logs.load("t1") is None
    assert await stores.logs.about("t1") is None
    assert not await stores.ownership.claim("t1", MINE, THEIRS)
    assert await Owner(stores).appends(b"one") is FENCED
    assert await stores.logs.load("t1") is None


async def test_many_tables_are_loaded_at_once_as_each_of_them_alone(stores: Stores) -> None:
    for number in range(120):
        await Owner(stores, f"t{number}").opens(replace(META, name=f"table {number}"))
    await Owner(stores, "t7").appends(b"one")
    wanted = [*(f"t{number}" for number in range(120)), "nowhere", "t7"]
    assert await stores.logs.load_many(wanted) == [await stores.logs.load(each) for each in wanted]
    assert await stores.logs.load_many([]) == []


async def test_entries_stand_in_the_log_in_the_order_of_their_indices(stores: Stores) -> None:
    owner = await opened(stores)
    entries = tuple(b"entry %d\r\n" % number for number in range(300))
    for entry in entries:
        assert await owner.appends(entry) is DONE
    assert await owner.log() == (BASE, *entries)


async def test_an_entry_may_be_empty_or_large(stores: Stores) -> None:
    owner = await opened(stores)
    large = bytes(range(256)) * 1000
    assert [await owner.appends(entry) for entry in (b"", large)] == [DONE, DONE]
    assert await owner.log() == (BASE, b"", large)


@pytest.mark.parametrize("token", [THEIRS, "north-hub:1e", "north-hub", "", "north-hub:1f "])
async def test_only_the_whole_token_of_the_owner_writes(stores: Stores, token: str) -> None:
    owner = await opened(stores)
    assert await Owner(stores, token=token).appends(b"one") is FENCED
    assert await owner.log() == (BASE,)


@pytest.mark.parametrize("index", [0, 1, 2, 4, 5, 40])
async def test_an_entry_fits_at_the_end_of_the_log_only(stores: Stores, index: int) -> None:
    owner = await opened(stores)
    await owner.appends(b"one")
    assert await owner.appends_at(0, index, b"two") is MISMATCH
    assert await owner.log() == (BASE, b"one")


async def test_the_same_entry_twice_is_done_twice_and_stands_there_once(stores: Stores) -> None:
    owner = await opened(stores)
    assert await owner.appends_at(0, 2, b"one") is DONE
    assert await owner.appends_at(0, 2, b"one") is DONE
    assert await owner.log() == (BASE, b"one")


async def test_a_repeated_append_of_an_older_entry_is_a_mismatch(stores: Stores) -> None:
    owner = await opened(stores)
    await owner.appends(b"one")
    await owner.appends(b"two")
    assert await owner.appends_at(0, 2, b"one") is MISMATCH
    assert await owner.log() == (BASE, b"one", b"two")


async def test_a_deal_begins_a_log_of_its_own(stores: Stores) -> None:
    owner = await opened(stores)
    await owner.appends(b"one")
    assert await owner.deals(b"base of the second deal") is DONE
    assert await owner.appends(b"call") is DONE
    stored = await stores.logs.load("t1")
    assert stored is not None
    assert (stored.deal, stored.entries) == (1, (b"base of the second deal", b"call"))


async def test_the_log_of_an_earlier_deal_can_still_be_read(stores: Stores) -> None:
    owner = await opened(stores)
    await owner.appends(b"one\r\n")
    await owner.deals(b"base of the second deal")
    await owner.appends(b"call")
    assert await stores.logs.load_deal("t1", 0) == (BASE, b"one\r\n")
    assert await stores.logs.load_deal("t1", 1) == (b"base of the second deal", b"call")


async def test_a_deal_that_has_not_begun_has_no_log(stores: Stores) -> None:
    await opened(stores)
    assert await stores.logs.load_deal("t1", 1) == ()
    assert await stores.logs.load_deal("t2", 0) == ()


async def test_the_match_of_a_table_is_stored_with_it(stores: Stores) -> None:
    await Owner(stores).opens(replace(META, match=b"\x92\r\n"))
    stored = await stores.logs.load("t1")
    assert stored is not None and stored.meta.match == b"\x92\r\n"


async def test_a_deal_that_begins_twice_begins_once(stores: Stores) -> None:
    owner = await opened(stores)
    assert await owner.appends_at(1, 1, b"base of the second deal") is DONE
    assert await owner.appends_at(1, 1, b"base of the second deal") is DONE
    assert await owner.appends_at(1, 1, b"another") is MISMATCH
    assert await owner.log() == (b"base of the second deal",)


@pytest.mark.parametrize(("deal", "index"), [(0, 2), (0, 3), (1, 1), (2, 1), (3, 2), (4, 1)], ids=str)
async def test_an_entry_of_another_deal_does_not_fit(stores: Stores, deal: int, index: int) -> None:
    owner = await opened(stores)
    for base in (b"second", b"third"):
        await owner.deals(base)
    await owner.appends(b"call")
    assert (owner.deal, owner.index) == (2, 2)
    assert await owner.appends_at(deal, index, b"astray") is MISMATCH
    assert await owner.log() == (b"third", b"call")


async def test_a_deal_may_begin_with_two_entries_in_one_append(stores: Stores) -> None:
    owner = await opened(stores)
    await owner.appends(b"one")
    assert await owner.deals(b"base of the second deal", b"cards") is DONE
    assert await owner.appends(b"call") is DONE
    stored = await stores.logs.load("t1")
    assert stored is not None
    assert (stored.deal, stored.entries) == (1, (b"base of the second deal", b"cards", b"call"))
    assert await stores.logs.load_deal("t1", 0) == (BASE, b"one")


async def test_several_entries_of_one_append_stand_in_the_log_in_their_order(stores: Stores) -> None:
    owner = await opened(stores)
    assert await owner.appends_at(0, 2, b"one", more=(b"two", b"three")) is DONE
    assert await owner.appends_at(0, 5, b"four") is DONE
    assert await owner.log() == (BASE, b"one", b"two", b"three", b"four")


@pytest.mark.parametrize(("deal", "index"), [(1, 1), (0, 2)], ids=["a new deal", "the same deal"])
async def test_two_entries_that_are_appended_again_stand_there_once(
    stores: Stores, deal: int, index: int
) -> None:
    owner = await opened(stores)
    for _ in range(2):
        assert await owner.appends_at(deal, index, b"base", more=(b"cards",)) is DONE
    for other in ((b"base", b"other cards"), (b"other base", b"cards")):
        assert await owner.appends_at(deal, index, other[0], more=other[1:]) is MISMATCH
    assert (await owner.log())[-2:] == (b"base", b"cards")
    assert len(await owner.log()) == (2 if deal else 3)


@pytest.mark.parametrize("deal", [0, 1, 2])
async def test_of_two_entries_that_do_not_fit_none_is_written(stores: Stores, deal: int) -> None:
    """A log with only the first of the two is the log of an owner that wrote them one by one."""
    owner = await opened(stores)
    await owner.deals(b"second")
    await owner.appends(b"one")
    index = {0: 2, 1: 3, 2: 1}[deal]
    assert await Owner(stores, token=THEIRS).appends_at(deal, index, b"x", more=(b"y",)) is FENCED
    for at in (index - 1, index + 1):
        assert await owner.appends_at(deal, at, b"one", more=(b"y",)) is MISMATCH
    assert await owner.log() == (b"second", b"one")


async def test_two_entries_of_one_append_may_change_the_status_of_the_table(stores: Stores) -> None:
    owner = await opened(stores)
    assert await owner.appends_at(0, 2, b"one", "unlisted", more=(b"two",)) is DONE
    stored = await stores.logs.load("t1")
    assert stored is not None and (stored.meta.status, stored.entries) == ("unlisted", (BASE, b"one", b"two"))


async def test_an_unlisted_table_is_in_no_list_until_it_is_open_again(stores: Stores) -> None:
    await stores.ownership.beat("north-hub")
    owner = Owner(stores)
    await owner.opens(replace(META, status="unlisted"))
    assert await stores.logs.tables() == ()
    assert await owner.appends(b"opens", status="open") is DONE
    assert await stores.logs.tables() == ("t1",)
    assert await owner.appends(b"hides", status="unlisted") is DONE
    assert await stores.logs.tables() == await stores.logs.tables() == ()
    assert await owner.appends(b"opens", status="open") is DONE
    assert await stores.logs.tables() == ("t1",)


async def test_a_closed_table_is_no_longer_listed_but_can_be_read(stores: Stores) -> None:
    ending, going_on = await opened(stores, "t1"), await opened(stores, "t2")
    assert set(await stores.logs.tables()) == {"t1", "t2"}
    assert await ending.appends(b"close", status="closed") is DONE
    assert set(await stores.logs.tables()) == {going_on.table}
    stored = await stores.logs.load("t1")
    assert stored is not None
    assert (stored.meta.status, stored.entries) == ("closed", (BASE, b"close"))


async def test_the_game_and_the_name_of_a_table_can_be_read(stores: Stores) -> None:
    await opened(stores)
    assert await stores.logs.about("t1") == (META.game, META.name)


async def test_appends_of_many_tables_in_one_tick_are_each_answered_once(stores: Stores) -> None:
    owners = [await opened(stores, f"t{number}") for number in range(600)]
    entries = [owner.table.encode() for owner in owners]
    outcomes = await asyncio.gather(
        *(owner.appends(entry) for owner, entry in zip(owners, entries, strict=True))
    )
    assert set(outcomes) == {DONE}
    await asyncio.sleep(0.05)
    assert all(owner.answers == [DONE] for owner in owners)
    for owner, entry in zip(owners, entries, strict=True):
        assert await owner.log() == (BASE, entry)


async def test_a_refused_append_does_not_disturb_its_neighbours(stores: Stores) -> None:
    good, other = await opened(stores, "t1"), await opened(stores, "t2", THEIRS)
    deposed = Owner(stores, "t2")
    ahead = Owner(stores, "t1")
    ahead.index = 9
    outcomes = await asyncio.gather(
        deposed.appends(b"x"), good.appends(b"y"), ahead.appends(b"z"), other.appends(b"w")
    )
    assert outcomes == [FENCED, DONE, MISMATCH, DONE]


async def _three_deals(stores: Stores) -> Owner:
    """Return the owner of a table with two finished deals of two entries each, and a third deal."""
    owner = await opened(stores)
    for number in range(2):
        await owner.appends(b"call %d" % number)
        await owner.deals(b"base %d" % (number + 1))
    return owner


async def _notes(stores: Stores, noted: Noted) -> None:
    stored = asyncio.Event()
    stores.logs.note("t1", MINE, noted, lambda outcome: stored.set())
    await stored.wait()


async def test_the_archived_logs_of_earlier_deals_leave_the_store(stores: Stores) -> None:
    owner = await _three_deals(stores)
    assert await stores.logs.drop_deals("t1", [ArchivedLog(0, 2), ArchivedLog(1, 2)]) == 2
    assert [await stores.logs.load_deal("t1", deal) for deal in (0, 1, 2)] == [(), (), (b"base 2",)]
    assert await stores.logs.drop_deals("t1", [ArchivedLog(0, 2)]) == 0, "it is no longer there"
    assert await owner.appends(b"goes on") is DONE
    assert await owner.deals(b"base 3") is DONE
    assert await owner.log() == (b"base 3",)


async def test_the_deals_with_a_log_are_listed(stores: Stores) -> None:
    owner = await _three_deals(stores)
    assert await stores.logs.deals("t1") == (0, 1, 2)
    assert await stores.ownership.claim("t1", MINE, THEIRS)
    assert await stores.logs.drop_deals("t1", [ArchivedLog(1, 2)]) == 1
    assert await stores.logs.deals("t1") == (0, 2)
    assert await stores.logs.deals("t2") == ()
    assert owner.deal == 2


async def test_the_log_of_the_present_deal_stays_though_it_is_archived(stores: Stores) -> None:
    owner = await _three_deals(stores)
    assert await stores.logs.drop_deals("t1", [ArchivedLog(2, 1), ArchivedLog(3, 0)]) == 0
    assert await owner.log() == (b"base 2",)


@pytest.mark.parametrize("length", [0, 1, 3])
async def test_a_log_of_another_length_than_the_archive_has_stays(stores: Stores, length: int) -> None:
    await _three_deals(stores)
    assert await stores.logs.drop_deals("t1", [ArchivedLog(0, length)]) == 0
    assert await stores.logs.load_deal("t1", 0) == (BASE, b"call 0")


async def test_a_deal_leaves_with_its_notes_and_stays_if_a_note_has_come_or_changed(stores: Stores) -> None:
    await _three_deals(stores)
    first, second = Noted(0, "ann", 3, "red\r\n"), Noted(0, "bob", 12, "five ♠")
    await _notes(stores, first)
    await _notes(stores, second)
    for known in ((), (first,), (first, replace(second, text="four")), (first, replace(second, player="c"))):
        assert await stores.logs.drop_deals("t1", [ArchivedLog(0, 2, known)]) == 0
        assert await stores.logs.notes("t1", 0) == (first, second)
    assert await stores.logs.drop_deals("t1", [ArchivedLog(0, 2, (first, second))]) == 1
    assert await stores.logs.notes("t1", 0) == ()


async def test_no_log_of_another_table_leaves(stores: Stores) -> None:
    await _three_deals(stores)
    await opened(stores, "t2")
    assert await stores.logs.drop_deals("t2", [ArchivedLog(0, 2)]) == 0
    assert await stores.logs.drop_deals("t3", [ArchivedLog(0, 2)]) == 0
    assert await stores.logs.load_deal("t1", 0) == (BASE, b"call 0")
