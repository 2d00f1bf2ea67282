"""An event whose owner dies at any moment goes on: nothing is lost, and nothing counts twice."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from protocol.v1.codes import Code
from protocol.v1.requests import Chat
from protocol.v1.updates import Done, EventNews, Refused
from server.errors import Refusal
from server.events.commands import (
    Adjust,
    AnswerCall,
    CallDirector,
    Close,
    Command,
    Enrol,
    Enrolment,
    Enter,
    Extend,
    Finish,
    Hold,
    Join,
    MakeDraw,
    OpenEntries,
    Publish,
    Start,
    Substitute,
)
from server.events.conditions import Conditions
from server.events.event import Event
from server.events.people import Person
from server.events.ranking import Ranking
from server.events.schedule import is_done
from server.events.standings import ranking_of
from server.games.registry import GAMES
from server.hub.events.event_ids import table_id
from server.store.table_logs import Append, OnOutcome
from tests.clubs import Club
from tests.later_store import LaterStore
from tests.rooms import House
from tests.virtual import now_ms, passes, until, virtual

BRIDGE = GAMES["bridge"]
SHORT = Conditions(rounds=2, boards=1, board_s=0, break_s=1, check_in=False)
TIMED = replace(SHORT, board_s=600, warning_s=0)
MOVING = replace(TIMED, moving=True)
DEALS = tuple(
    BRIDGE.competing.drawn(BRIDGE.start(BRIDGE.options_type()), index, Random(3))  # type: ignore[union-attr]
    for index in range(2)
)


class DyingStore(LaterStore):
    """A store at which the server dies: at the write number `at`, before or after the store has it."""

    def __init__(self, at: int = 0, *, stored: bool = False) -> None:
        super().__init__(now_ms)
        self.at, self.stored, self.writes = at, stored, 0
        self.died = asyncio.Event()

    def _dies(self) -> bool:
        self.writes += 1
        return self.writes == self.at

    def append(self, append: Append, done: OnOutcome) -> None:
        if self._dies():
            if self.stored:
                self._append(append)
            self.died.set()
        elif not self.died.is_set():
            super().append(append, done)

    async def create(self, table: str, meta: Any, token: str, base: bytes) -> bool:
        if self._dies():
            if self.stored:
                await super().create(table, meta, token, base)
            self.died.set()
        if self.died.is_set():
            await asyncio.Event().wait()
        return await super().create(table, meta, token, base)

    def revive(self) -> None:
        self.at, self.died = 0, asyncio.Event()


async def drive(club: Club, conditions: Conditions) -> None:
    """Do what is left to do of an event, from wherever it stands, until it is final."""
    dora = Person("p-Dora", "Dora")
    await club.house.hub.events.open(club.id, dora, BRIDGE, "Tuesday", conditions, DEALS)
    while (event := (await club.house.hub.events.room(club.id)).stored).stage != "final":
        await step(club, event)


async def step(club: Club, event: Event) -> None:
    newest, count = event.round, len(event.entrants)
    if event.stage == "draft":
        await club.asks("Dora", OpenEntries())
    elif count == 0:
        pairs = tuple(
            Enrolment(players=tuple(club.named(f"{number}{at}") for at in "NS")) for number in (1, 2, 3)
        )
        await club.asks("Dora", Enrol(entries=pairs))
    elif count == 3:
        await club.asks("4N", Enter(partners=(club.named("4S"),)))
    elif event.entrants["4"].invited:
        await club.asks("4S", Join("4"))
    elif not event.entrants["2"].former:
        await club.asks("Dora", Substitute(entrant="2", out=2, player=club.named("Sub")))
    elif newest is not None and (request := directed(event)) is not None:
        await club.asks(*request)
    elif event.stage == "correction":
        await club.asks("Dora", Finish())
    elif newest is None:
        await club.asks("Dora", MakeDraw())
    elif newest.stage == "drawn":
        await club.asks("Dora", Publish())
    elif newest.stage == "published" and newest.starts_ms is None:
        await club.asks("Dora", Start())
    elif event.playing is not None:
        await play(club, event)
    else:
        await passes(100)


def directed(event: Event) -> tuple[str, Command] | None:
    """Return what is left to ask for in the first round: a call and its ruling, more time, and a result."""
    first = event.rounds[0]
    if event.playing is not None and first is event.playing:
        table = first.tables[1]
        if not event.calls:
            return "1N", CallDirector(text="a revoke")
        if not event.calls[1].done:
            return "Dora", AnswerCall(call=1, done=True, text="one trick")
        if table.ends_ms == (first.began_ms or 0) + 600_000:
            return "Dora", Extend(seconds=60)
        if is_done(first, table, 1) and not table.closing:
            return "Dora", Close(table=1)
    if first.stage == "scored" and not any(each.by for each in first.tables[2].results[0]):
        return "Dora", Adjust(round=1, table=2, board=1, awards=(6000, 4000), reason="late")
    return None


async def play(club: Club, event: Event) -> None:
    """Play the first board that is left: one table passes it out, and the other plays 1NT."""
    playing = event.playing
    assert playing is not None
    for number, table in playing.tables.items():
        if is_done(playing, table, 1):
            continue
        id = table_id(club.id, playing.number, number)
        await opened(club, id)
        for seat, each in table.seating.chairs.items():
            assert club.house.room(id).table.seat_of(each.id) == seat
            if (each.name, id) not in club.at:
                person = club.house.person(each.name)
                club.players[each.name] = person
                await person.watch(id, "seat")
                club.at.add((each.name, id))
        room = club.house.room(id)
        while not room.table.over:
            opening = number == 1 and room.table.moves + room.table.game.progress(room.table.state)[1] == 0
            await club.act(id, "1NT" if opening else None if number == 1 else "P")
        await passes(20)
        return
    await passes(100)


async def opened(club: Club, table: str) -> None:
    """Wait until a table can be loaded: the event opens the tables of a round one after the other."""
    while True:
        try:
            await club.house.hub.room(table)
            return
        except Refusal:
            await passes(100)


async def played(store: DyingStore, conditions: Conditions = TIMED) -> tuple[Event, Ranking]:
    """Play an event, with a new server each time the server dies."""
    while True:
        house = House(store)
        async with house:
            club = Club(house, "e-crash")
            work, death = asyncio.create_task(drive(club, conditions)), asyncio.create_task(store.died.wait())
            await asyncio.wait((work, death), return_when=asyncio.FIRST_COMPLETED)
            death.cancel()
            if work.done():
                await work
                return club.event, ranking_of(club.event, everything=True)
            work.cancel()
            for room in house.hub.rooms:
                room.leave()
            house.hub.sets.stop()
            house.hub.events.stop()
        store.revive()


def outcome(event: Event, ranking: Ranking) -> object:
    """Return what must not depend on the time at which the server dies."""
    versions = {
        (round.number, number, deal): [(each.kind, each.result) for each in versions]
        for round, number, table in event.tables()
        for deal, versions in table.results.items()
    }
    entrants = [(each.players, each.former, each.gone) for each in event.entrants.values()]
    calls = [(each.taken_by, each.done, each.ruling) for each in event.calls.values()]
    return versions, ranking, [each.draw for each in event.rounds], entrants, calls


async def writes(conditions: Conditions = TIMED) -> int:
    store = DyingStore()
    await played(store, conditions)
    return store.writes


async def check(numbers: range, conditions: Conditions = TIMED) -> None:
    expected = outcome(*await played(DyingStore(), conditions))
    for at in numbers:
        for stored in (False, True):
            found = outcome(*await played(DyingStore(at, stored=stored), conditions))
            assert found == expected, (at, stored)


@virtual
async def test_a_server_that_dies_at_some_entries_of_an_event_loses_and_doubles_nothing() -> None:
    await check(range(5, await writes(), 23))


@virtual
async def test_a_server_that_dies_while_boards_move_loses_and_doubles_nothing() -> None:
    await check(range(7, await writes(MOVING), 41), MOVING)


@pytest.mark.thorough
@pytest.mark.parametrize("first", range(1, 5))
@virtual
async def test_a_server_that_dies_at_any_entry_of_an_event_loses_and_doubles_nothing(first: int) -> None:
    await check(range(first, await writes() + 1, 4))


async def dies_at(house: House, store: DyingStore, write: int, *, stored: bool = True) -> None:
    """Let the server of a house die at one of the next writes."""
    store.at, store.stored = store.writes + write, stored
    await store.died.wait()
    dies(house)


def dies(house: House) -> None:
    """Stop the work of a server whose store has died."""
    for room in house.hub.rooms:
        room.leave()
    house.hub.sets.stop()
    house.hub.events.stop()


@pytest.mark.parametrize("on", [True, False])
@virtual
async def test_a_server_that_dies_while_it_pauses_the_tables_of_an_event_goes_on_with_it(on: bool) -> None:
    store = DyingStore()
    async with House(store) as house:
        club = await Club.opened(house, 4, SHORT)
        await club.starts()
        ids = await club.sit_down()
        if not on:
            await club.asks("Dora", Hold())
            await until(lambda: all(house.room(id).table.paused for id in ids))
        asked = asyncio.create_task(club.asks("Dora", Hold(on=on)))
        await dies_at(house, store, 2, stored=False)
        await asked
    store.revive()
    async with House(store) as again:
        await again.hub.events.room(club.id)
        await until(
            lambda: all(again.hub.live(id) and again.room(id).table.paused is on for id in ids), 60_000
        )


@virtual
async def test_a_server_that_dies_while_it_cancels_an_event_ends_the_tables_once_one_of_them_is_loaded() -> (
    None
):
    store = DyingStore()
    async with House(store) as house:
        club = await Club.opened(house, 4, SHORT)
        await club.starts()
        ids = await club.sit_down()
        asked = asyncio.create_task(club.asks("Dora", Finish(cancel=True)))
        await dies_at(house, store, 2, stored=False)
        await asked
    store.revive()
    async with House(store) as again:
        await again.hub.room(ids[1])
        await until(lambda: all(again.hub.live(id) and again.room(id).table.closed for id in ids), 60_000)


@pytest.mark.parametrize("stored", [True, False])
@virtual
async def test_a_server_that_dies_at_its_warning_warns_the_players_once(stored: bool) -> None:
    store = DyingStore()
    async with House(store) as house:
        club = await Club.opened(house, 4, replace(SHORT, board_s=60, warning_s=20))
        await club.starts()
        await club.sit_down()
        await passes(500)
        await dies_at(house, store, 1, stored=stored)
    store.revive()
    heard: list[EventNews] = []
    async with House(store) as again:
        again.hub.events.news.subscribe(lambda player, news: heard.append(news) if player == "p-1N" else None)
        event = (await again.hub.events.room(club.id)).stored
        await until(lambda: any(each.warned for each in heard), 60_000)
        assert event.rounds[0].tables[1].warned is stored
        assert [each.warned for each in heard].count(True) == 1
        log = await store.load(f"event:{club.id}")
        assert log is not None and [b"warned" in entry for entry in log.entries].count(True) == 1


class DyingAtTheCall(DyingStore):
    """A store at which the server dies when an event enters a call into its queue."""

    def append(self, append: Append, done: OnOutcome) -> None:
        if self.at == 0 and b"called" in append.entry:
            self.at = self.writes + 1
        super().append(append, done)


@pytest.mark.parametrize("stored", [True, False])
@virtual
async def test_a_server_that_dies_between_a_call_in_the_chat_and_its_entry_has_not_answered_the_call(
    stored: bool,
) -> None:
    store = DyingAtTheCall(stored=stored)
    async with House(store) as house:
        club = await Club.opened(house, 4, SHORT)
        await club.starts()
        tables = await club.sit_down()
        call = Chat(table=tables[0], text="a revoke", to="director", id=1)
        calling = asyncio.create_task(club.players["1N"].ask(call))
        await store.died.wait()
        await passes(1_000)
        assert not calling.done(), "the server has answered a call that it may lose"
        calling.cancel()
        dies(house)
    store.at, store.died = -1, asyncio.Event()
    async with House(store) as again:
        club = Club(again, club.id)
        assert len((await again.hub.events.room(club.id)).stored.calls) == stored
        for table in tables:
            await again.hub.room(table)
        await club.sit_down()
        assert isinstance(await club.players["1N"].ask(call), Done), "the player sends it again"
        (entered,) = club.event.calls.values()
        assert (entered.entrant, entered.table) == ("1", 1)


@virtual
async def test_a_call_that_an_event_cannot_keep_because_another_hub_gets_it_is_refused() -> None:
    store = DyingAtTheCall()
    async with House(store) as house:
        club = await Club.opened(house, 4, SHORT)
        await club.starts()
        (first, *_) = await club.sit_down()
        call = Chat(table=first, text="a revoke", to="director", id=1)
        calling = asyncio.create_task(club.players["1N"].ask(call))
        await store.died.wait()
        house.hub.events.let_go(club.id)
        refused = await calling
        assert isinstance(refused, Refused)
        assert (refused.id, refused.code) == (1, Code.UNAVAILABLE)
        dies(house)


@pytest.mark.parametrize("stored", [True, False])
@virtual
async def test_a_server_that_dies_at_a_disputed_claim_has_it_once_in_the_queue_of_its_event(
    stored: bool,
) -> None:
    store = DyingAtTheCall(stored=stored)
    async with House(store) as house:
        club = await Club.opened(house, 4, SHORT)
        await club.starts()
        (first, *_) = await club.sit_down()
        claiming = asyncio.create_task(club.claim_is_refused(first))
        await store.died.wait()
        claiming.cancel()
        dies(house)
    store.at, store.died = -1, asyncio.Event()
    async with House(store) as again:
        club = Club(again, club.id)
        assert len((await again.hub.events.room(club.id)).stored.calls) == stored
        await again.hub.room(first)
        await passes(2_000)
        (call,) = club.event.calls.values()
        assert (call.table, call.entrant) == (1, "")
        await club.asks("Dora", AnswerCall(call=1, done=True))
        await passes(2_000)
        assert len(club.event.calls) == 1, "the director has ended the call about this dispute"
