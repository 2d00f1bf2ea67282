"""An event that has been over for some days leaves the store for the archive, and is shown as before."""

from __future__ import annotations

import re

import msgspec
import pytest
from msgspec.structs import replace

from server.errors import Refusal
from server.events.commands import Adjust, Announce, Carry, Enrol, Finish, Named, Offer
from server.events.event import Event
from server.events.people import Person
from server.games.registry import GAMES
from server.hub.archive.archiver import EVENT_DAYS, Archiver
from server.hub.events.archived_event import closed_event
from server.hub.events.event_ids import stored_event_id, table_id
from server.records.registry import result_line
from server.session.event_desk import What
from server.table.lifetime import DAY_MS
from tests.clubs import QUICK, Club
from tests.hub.archive.test_archiving import archiving
from tests.later_store import LaterStore
from tests.rooms import House
from tests.virtual import now_ms, passes, until, virtual

CODE = re.compile("[0-9A-Z]{5}-?[0-9A-Z]{5}")
"""The code by which a player claims a place, with its hyphen or as stored. A few hold `1N` by chance."""
PARTS: tuple[What, ...] = ("event", "ranking", "results")


def archiver(store: LaterStore, days: float = EVENT_DAYS + 1) -> Archiver:
    """Return an archiver so many days later."""
    later_ms = int(days * DAY_MS)
    return Archiver(store, store.archive, GAMES, lambda: now_ms() + later_ms, result_line)


async def final(house: House) -> Club:
    """Return an event that has been played and is final, with a ruling of its director."""
    club = await Club.opened(house, 4, replace(QUICK, rounds=1))
    await club.asks("Dora", Enrol(players=(Named(name="Ann"), club.named("5S"))))
    await club.asks("Sub", Offer())
    await club.starts()
    await club.play_round({f"{club.id}-1-1": ["1NT", "P"]})
    await until(lambda: club.event.stage == "correction")
    await club.asks("Dora", Adjust(round=1, table=2, board=1, awards=("plus", "minus"), reason="A ruling"))
    await club.asks("Dora", Carry(entrant="2", hundredths=-40, reason="Late"))
    await club.asks("Dora", Finish())
    return club


async def shown(house: House, club: Club, name: str) -> list[object]:
    """Return what a person sees of an event at each of its addresses, and its files."""
    player, desk = house.player(name), house.desk.events
    parts = [msgspec.json.decode(await desk.show(player, club.id, part)) for part in PARTS]
    for part in parts:
        part.pop("now_ms", None)
    return [*parts, *[(await desk.file(player, club.id, format)).text for format in ("usebio", "pbn", "csv")]]


async def archived() -> tuple[LaterStore, Club, Event, dict[str, list[object]]]:
    """Play an event, and move it to the archive; return what was shown of it before."""
    async with House() as house:
        club = await final(house)
        event = club.event
        before = {name: await shown(house, club, name) for name in ("Dora", "1N", "Stranger", "")}
        store = house.store
    id = stored_event_id(club.id)
    assert not await archiver(store, EVENT_DAYS - 1).retire(id)
    assert await store.load(id) is not None
    assert await archiver(store).retire(id)
    assert await store.load(id) is None
    return store, club, event, before


@virtual
async def test_an_old_event_leaves_the_store_and_its_ranking_results_and_files_stay_readable() -> None:
    store, club, event, before = await archived()
    async with House(store, exclusive=False) as after:
        for name, parts in before.items():
            assert await shown(after, club, name) == parts, name
        assert (await after.hub.events.room(club.id)).stored == event
        assert await after.hub.event_shows(club.id, "p-1N")
        assert await store.load(stored_event_id(club.id)) is None, "looking at an event brings nothing back"


@virtual
async def test_an_event_in_the_archive_changes_no_more_and_a_repeated_request_opens_nothing() -> None:
    store, club, event, _ = await archived()
    async with House(store) as after:
        again = Club(after, club.id)
        assert await again.refusal("Dora", Announce(text="Hello")) == "forbidden"
        dora = Person("p-Dora", "Dora")
        await after.hub.events.open(club.id, dora, event.game, "Tuesday", event.conditions)
        assert await store.load(stored_event_id(club.id)) is None


@virtual
async def test_an_event_that_is_not_over_stays_and_none_is_invented() -> None:
    async with House() as house:
        club = await Club.opened(house, 4)
        assert not await archiver(house.store).retire(stored_event_id(club.id))
        with pytest.raises(Refusal, match="no such"):
            await house.hub.events.room("e-unknown")


@virtual
async def test_a_player_that_is_deleted_is_named_no_more_in_an_archived_event() -> None:
    store, club, _, _ = await archived()
    assert {row.table for row in await store.archive.by_player("p-1N")} <= {f"{club.id}-1-1"}
    await store.archive.forget_player("p-1N")
    stored = await closed_event(store.archive, club.id)
    assert stored is not None
    log = b"".join(stored.entries)
    assert b"p-Sub" in log, "the offer of a player that does not play"
    assert "1N" not in names_in(log.decode("latin-1")) and b"p-1S" in log
    async with House(store) as after:
        seen = str(await shown(after, club, ""))
        assert "p-1N" not in seen and "p-1S" in seen


@pytest.mark.parametrize("restarts", [False, True])
@virtual
async def test_a_player_that_is_deleted_is_named_no_more_in_a_final_event_nor_when_it_is_archived(
    restarts: bool,
) -> None:
    async with House() as house:
        club, store = await final(house), house.store
        listed, ranked = house.desk.events.list(), await shown(house, club, "1S")
        await store.archive.forget_player("p-1N")
        if not restarts:
            house.desk.log_out(house.player("1N"))
            await passes(1_000)
            await is_nameless(house, club)
            assert house.desk.events.list() == listed, "the event is over since the same time"
            assert (await shown(house, club, "1S"))[1]["rows"] == ranked[1]["rows"]
    async with House(store) as after:
        await after.hub.events.room(club.id)
        await passes(1_000)
        await is_nameless(after, club)
        stored = await store.load(stored_event_id(club.id))
        assert stored is not None and [b"erased" in each for each in stored.entries].count(True) == 1
    assert await archiver(store).retire(stored_event_id(club.id))
    read = await closed_event(store.archive, club.id)
    assert read is not None
    log = b"".join(read.entries)
    assert "1N" not in names_in(log.decode("latin-1")) and b"p-1S" in log


def names_in(text: str) -> str:
    """Return a text without codes and calls, which may read as the name of a player."""
    return CODE.sub(" ", text).replace("1NT", " ")


async def is_nameless(house: House, club: Club) -> None:
    """Check that nobody reads the name or the id of the deleted player."""
    for name in ("Dora", "1S", "Stranger", ""):
        seen = names_in(str(await shown(house, club, name)))
        assert "1N" not in seen and "gone-" in seen and "p-1S" in seen, name


@virtual
async def test_an_event_that_a_hub_has_read_from_the_archive_is_read_again_when_a_player_is_deleted() -> None:
    store, club, _, _ = await archived()
    async with House(store) as after:
        assert "p-1N" in str(await shown(after, club, ""))
        await store.archive.forget_player("p-1N")
        after.desk.log_out(after.player("1N"))
        await is_nameless(after, club)


@virtual
async def test_a_player_that_is_deleted_during_an_event_has_the_pseudonym_at_the_tables_of_later_rounds() -> (
    None
):
    async with House() as house:
        club = await Club.opened(house, 4, replace(QUICK, rounds=2))
        await club.starts()
        await club.play_round()
        await house.store.archive.forget_player("p-1N")
        house.desk.log_out(house.player("1N"))
        await until(lambda: club.event.erased)
        if club.event.playing is None:
            await club.starts()
        tables = [table_id(club.id, 1, number) for number in (1, 2)]
        await until(lambda: all(map(house.hub.live, tables)))
        names = [chair.name for each in tables for chair in house.room(each).table.chairs]
        assert "1N" not in names and "1S" in names
        assert [each for each in names if each and each.startswith("gone-")] == [club.event.erased["p-1N"]]


@virtual
async def test_a_player_that_only_logs_out_everywhere_keeps_the_name() -> None:
    async with House() as house:
        club = await final(house)
        house.desk.log_out(house.player("1N"))
        await passes(1_000)
        assert not club.event.erased and "p-1N" in str(await shown(house, club, ""))


@virtual
async def test_an_event_asks_an_archive_again_that_has_not_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    async with House() as house:
        club, archive = await final(house), house.store.archive
        await archive.forget_player("p-1N")
        answers = archive.pseudonyms

        async def silent(players: object) -> dict[str, str]:
            raise OSError("the archive does not answer")

        monkeypatch.setattr(archive, "pseudonyms", silent)
        house.desk.log_out(house.player("1N"))
        await passes(1_000)
        assert not club.event.erased
        monkeypatch.setattr(archive, "pseudonyms", answers)
        await until(lambda: club.event.erased)
        await is_nameless(house, club)


@virtual
async def test_a_sweep_moves_an_old_event_to_the_archive_also_while_a_hub_has_it_in_memory() -> None:
    async with House() as house:
        club = await final(house)
        async with archiving(house, days=EVENT_DAYS + 1, first_sweep_s=1, sweep_s=5):
            await passes(12_000)
        assert await house.store.load(stored_event_id(club.id)) is None
        assert await shown(house, club, "1N")


def test_a_final_event_stays_in_the_list_for_some_days_also_after_a_restart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stays_in_the_list(monkeypatch)


@virtual
async def stays_in_the_list(monkeypatch: pytest.MonkeyPatch) -> None:
    async with House() as house:
        club = await final(house)
        assert [row.event for row in house.desk.events.list()] == [club.id]
        store = house.store
    async with House(store) as after:
        assert after.desk.events.list() == ()
        sweeping = archiver(store, days=1)
        sweeping.stays.subscribe(after.hub.events.list_ended)
        assert not await sweeping.retire(stored_event_id(club.id))
        await until(lambda: [row.stage for row in after.desk.events.list()] == ["final"])
        monkeypatch.setattr("server.hub.events.events.LISTED_MS", 1_000)
        await passes(2_000)
        assert after.desk.events.list() == ()
