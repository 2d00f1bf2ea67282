"""Notes on cards: private during the game, shown to all viewers after it, and never lost."""

from __future__ import annotations

import asyncio

from protocol.v1.codes import Code
from protocol.v1.requests import Delay, NoClock, Policy
from protocol.v1.updates import Done, Note, Notes, Notice, Refused
from server.hub.notes.note_owners import by_seat
from tests.hub.hanabi.four import UNTIMED, Four, four
from tests.rooms import House, Person
from tests.virtual import passes, until, virtual

SHOWN = Policy(clock=NoClock(), pause_ms=0, hands="live")
LATE = Policy(clock=NoClock(), pause_ms=0, delay=Delay(ms=60_000))


def single_notes(person: Person) -> list[tuple[int | None, int, str]]:
    """Return the single notes that a player has received, by seat, card and text."""
    return [(note.seat, note.card, note.text) for note in person.of(Note)]


def complete_notes(person: Person) -> dict[int, dict[int, str]]:
    """Return the newest complete notes of each seat."""
    return {notes.seat: notes.notes for notes in person.of(Notes)}


@virtual
async def test_a_note_is_sent_to_all_connections_of_its_player_and_to_no_other_player() -> None:
    async with House() as house:
        table = await four(house)
        north, *others = table.players
        again, stranger = house.person("North"), house.person("Eve")
        await again.watch(table.table, "seat")
        await stranger.watch(table.table)
        for person in (*table.players, again, stranger):
            person.forget()
        await table.notes(north, 3, "  red 4?\n🎆 ")
        await passes(50)
        assert single_notes(north) == single_notes(again) == [(0, 3, "  red 4?\n🎆 ")]
        assert [person.heard for person in (*others, stranger)] == [[], [], [], []]


@virtual
async def test_a_note_changes_no_view_and_no_version() -> None:
    async with House() as house:
        table = await four(house)
        before = [(table.of(seat).version, table.of(seat).pub, table.of(seat).own) for seat in range(4)]
        await table.notes(table.players[2], 0, "mine")
        assert [
            (table.of(seat).version, table.of(seat).pub, table.of(seat).own) for seat in range(4)
        ] == before


@virtual
async def test_a_kibitzer_sees_only_the_notes_of_the_watched_player() -> None:
    async with House() as house:
        table = await four(house, SHOWN)
        await table.notes(table.players[1], 7, "old")
        shadow, everything = house.person("Kibitzer"), house.person("Seer")
        await shadow.watch(table.table, 1)
        await everything.watch(table.table, "all")
        await until(lambda: complete_notes(shadow))
        await table.notes(table.players[1], 8, "new")
        await table.notes(table.players[0], 9, "of another")
        await passes(50)
        assert complete_notes(shadow) == {1: {7: "old"}}
        assert single_notes(shadow) == [(1, 8, "new")]
        assert complete_notes(everything) == {}
        assert single_notes(everything) == []


@virtual
async def test_a_player_that_reconnects_gets_the_players_own_notes() -> None:
    async with House() as house:
        table = await four(house)
        await table.notes(table.players[0], 3, "first")
        await table.notes(table.players[0], 3, "second")
        await table.notes(table.players[0], 4, "gone")
        await table.notes(table.players[0], 4, "")
        again = house.person("North")
        await again.watch(table.table, "seat")
        assert complete_notes(again) == {0: {3: "second"}}


@virtual
async def test_a_note_survives_a_restart_of_the_server() -> None:
    async with House() as first:
        table = await four(first)
        await table.notes(table.players[0], 3, "kept")
        await table.notes(table.players[3], 12, "also kept")
    async with House(first.store) as second:
        north, west = second.person("North"), second.person("West")
        await north.watch(table.table, "seat")
        await west.watch(table.table, "seat")
        assert (complete_notes(north), complete_notes(west)) == ({0: {3: "kept"}}, {3: {12: "also kept"}})


@virtual
async def test_a_hub_that_lost_the_table_keeps_no_note() -> None:
    async with House() as house:
        table = await four(house)
        house.store.steal(table.table)
        answer = await table.notes(table.players[0], 3, "too late")
        assert isinstance(answer, Refused)
        assert answer.code is Code.UNAVAILABLE
        assert await house.store.notes(table.table, 0) == ()
        assert single_notes(table.players[0]) == []


@virtual
async def test_a_note_waits_for_a_store_that_is_away() -> None:
    async with House() as house:
        table = await four(house)
        north = table.players[0]
        house.store.away = True
        north.forget()
        waiting = asyncio.create_task(table.notes(north, 3, "patience"))
        await passes(300)
        assert north.of(Done, Note) == []
        house.store.come_back()
        await waiting
        assert single_notes(north) == [(0, 3, "patience")]


@virtual
async def test_at_the_end_of_the_game_all_viewers_get_all_notes() -> None:
    async with House() as house:
        table = await four(house)
        onlooker = house.person("Eve")
        await onlooker.watch(table.table)
        await table.notes(table.players[0], 3, "red 4")
        await table.notes(table.players[2], 3, "a 4")
        for person in (*table.players, onlooker):
            person.forget()
        await table.acts({"t": "vote"}, 0)
        await table.acts({"t": "vote"}, 1)
        await passes(50)
        late = house.person("Latecomer")
        await late.watch(table.table)
        for person in (*table.players, onlooker, late):
            assert complete_notes(person) == {0: {3: "red 4"}, 2: {3: "a 4"}}
        answer = await table.notes(table.players[0], 3, "I knew it")
        assert isinstance(answer, Refused)
        assert answer.code is Code.FORBIDDEN


@virtual
async def test_the_notes_of_a_finished_game_are_those_of_its_record() -> None:
    async with House() as house:
        table = await four(house, games=0)
        await table.notes(table.players[0], 3, "red 4")
        await table.acts({"t": "vote"}, 0)
        await table.acts({"t": "vote"}, 1)
        ended = house.room(table.table).table
        await until(lambda: house.room(table.table).table.deal == 1)
        newcomer = house.person("North")
        await newcomer.watch(table.table, "seat")
        assert complete_notes(newcomer) in ({}, {0: {}})
        assert by_seat(ended, await house.store.notes(table.table, 0)) == {0: {3: "red 4"}}


@virtual
async def test_a_delayed_watcher_gets_the_notes_with_the_same_delay() -> None:
    async with House() as house:
        table = await four(house, LATE)
        await table.notes(table.players[0], 3, "red 4")
        watcher = house.person("Eve")
        watcher.tell_plain({"t": "watch", "table": table.table, "as": "all"})
        await table.acts({"t": "vote"}, 0)
        await table.acts({"t": "vote"}, 1)
        await passes(40_000)
        assert complete_notes(watcher) == {}
        await passes(40_000)
        assert complete_notes(watcher) == {0: {3: "red 4"}}


@virtual
async def test_a_new_watcher_gets_the_notes_once_delayed_watchers_have_seen_the_end() -> None:
    async with House() as house:
        table = await four(house, LATE)
        await table.notes(table.players[0], 3, "red 4")
        await table.acts({"t": "vote"}, 0)
        await table.acts({"t": "vote"}, 1)
        early = house.person("Adam")
        early.tell_plain({"t": "watch", "table": table.table, "as": "all"})
        await passes(100_000)
        late = house.person("Eve")
        late.tell_plain({"t": "watch", "table": table.table, "as": "all"})
        await until(lambda: complete_notes(late))
        assert complete_notes(late) == complete_notes(early) == {0: {3: "red 4"}}


@virtual
async def test_a_delayed_watcher_that_reads_slowly_gets_no_notes_earlier() -> None:
    async with House() as house:
        table = await four(house, LATE)
        await table.notes(table.players[0], 3, "red 4")
        watcher = house.person("Eve")
        watcher.tell_plain({"t": "watch", "table": table.table, "as": "all"})
        await passes(70_000)
        watcher.deaf = True
        await house.person("Adam").watch(table.table)
        await passes(5_000)
        await table.acts({"t": "vote"}, 0)
        await table.acts({"t": "vote"}, 1)
        await passes(5_000)
        watcher.listen_again()
        await passes(20_000)
        assert house.room(table.table).table.closed
        assert (complete_notes(watcher), watcher.of(Notice)) == ({}, [])
        await passes(60_000)
        assert complete_notes(watcher) == {0: {3: "red 4"}}
        assert [notice.kind for notice in watcher.of(Notice)] == ["closing"]


@virtual
async def test_a_note_stored_as_the_game_ended_is_sent_to_all_viewers_with_the_others() -> None:
    async with House() as house:
        table = await four(house)
        await table.acts({"t": "vote"}, 0)
        house.store.away = True
        table.players[1].act(table.table, 1, {"t": "vote"})
        waiting = asyncio.create_task(table.notes(table.players[2], 3, "a 4"))
        await passes(300)
        house.store.come_back()
        assert isinstance(await waiting, Done)
        assert table.state.ended is not None
        assert [complete_notes(person) for person in table.players] == [{2: {3: "a 4"}}] * 4


@virtual
async def test_only_players_may_keep_notes_on_the_cards_and_piles_that_exist() -> None:
    async with House() as house:
        table = await four(house, UNTIMED)
        eve = house.person("Eve")
        await eve.watch(table.table)
        refused = [
            await table.notes(eve, 3, "hm"),
            await table.notes(table.players[0], 55, "50 cards and 5 piles"),
        ]
        assert [str(each.code) for each in refused if isinstance(each, Refused)] == [
            "not_seated",
            "forbidden",
        ]
        assert not isinstance(await table.notes(table.players[0], 54, "the last pile"), Refused)


@virtual
async def test_the_notes_of_a_player_are_limited_to_what_can_be_sent_to_all_viewers() -> None:
    async with House() as house:
        table = await four(house)
        north, east, *_ = table.players
        for card in range(20):
            assert isinstance(await table.notes(north, card, "x" * 500), Done)
        one_more = await table.notes(north, 20, "y")
        assert isinstance(one_more, Refused)
        assert (one_more.code, "10000" in one_more.message) == (Code.FORBIDDEN, True)
        assert isinstance(await table.notes(east, 20, "y"), Done)
        assert isinstance(await table.notes(north, 0, "z" * 500), Done)
        assert isinstance(await table.notes(north, 1, "shorter"), Done)
        assert isinstance(await table.notes(north, 20, "y"), Done)


@virtual
async def test_games_without_notes_refuse_them() -> None:
    async with House() as house:
        bridge, players = await house.dealt()
        answer = await Four(house, bridge, players).notes(players[0], 3, "the king")
        assert isinstance(answer, Refused)
        assert answer.code is Code.FORBIDDEN
