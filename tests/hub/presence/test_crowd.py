"""A crowd at one table: messages to many viewers go in slices, in order, and only to present viewers."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

import server.hub.chat
from protocol.v1.requests import Chat, Delay, Host, NoClock, Policy, Sit, Unwatch, Watch
from protocol.v1.updates import Chat as Heard
from protocol.v1.updates import Done, Notice, Patch, People, View
from server.games.base import AllHands
from server.hub.feeds import SLICE
from server.hub.listeners import Frame
from tests.hub.presence.company import appoint, chat_texts
from tests.rooms import House, Person, play_on
from tests.virtual import passes, until, virtual

CROWD = 3 * SLICE + 50
OPEN = Policy(clock=NoClock(), pause_ms=1_000)
AFTER = Policy(clock=NoClock(), pause_ms=600_000)


class Turns:
    """The present turn of the event loop, and the writes in each turn."""

    def __init__(self) -> None:
        self.now = 0
        self.writes: Counter[int] = Counter()

    @property
    def most(self) -> int:
        """Return the largest number of writes in one turn."""
        return max(self.writes.values(), default=0)


@pytest.fixture
def turns(monkeypatch: pytest.MonkeyPatch) -> Iterator[Turns]:
    """Count every callback of the loop as a turn."""
    turns, run = Turns(), asyncio.Handle._run

    def counted(handle: asyncio.Handle) -> Any:
        turns.now += 1
        return run(handle)  # type: ignore[no-untyped-call]

    monkeypatch.setattr(asyncio.Handle, "_run", counted)
    yield turns


async def crowd(house: House, table: str, as_: Any = "public", many: int = CROWD) -> list[Person]:
    """Connect this many watchers, each a different player."""
    people = []
    for number in range(many):
        person = house.person(f"Watcher {number}")
        person.tell(Watch(table=table, as_=as_, id=1))
        people.append(person)
        await asyncio.sleep(0)
    await passes(3_000)
    for person in people:
        assert table in person.tables
        person.forget()
    return people


def count(turns: Turns, people: list[Person]) -> None:
    """Count from now on the writes to these connections."""
    for person in people:
        send = person.send

        def counted(frame: Frame, send: Any = send) -> None:
            turns.writes[turns.now] += 1
            send(frame)

        person.send = counted  # type: ignore[method-assign]


def test_no_turn_of_the_loop_writes_to_more_than_a_slice_over_whole_boards(turns: Turns) -> None:
    @virtual
    async def run() -> None:
        async with House() as house:
            table, players = await house.dealt(OPEN)
            await appoint(house, table, commentators=("Com",))
            commentator = house.person("Com")
            await commentator.watch(table, "commentator")
            people = await crowd(house, table)
            house.person("Passer-by").tell(Watch(table=table))  # the message about presence
            count(turns, [*people, *players])
            for board in range(2):
                await commentator.ask(Chat(table=table, text=f"board {board}", id=10 + board))
                await players[0].ask(Chat(table=table, text=f"good luck {board}", id=10 + board))
                await play_on(house, table, players, 4)
                assert house.room(table).table.over
                await passes(5_000)
            assert all(person.of(Patch) and person.of(Heard) and person.of(People) for person in people)
            await house.person("Host").ask(Host(table=table, terminate=True, id=9))
            await passes(1_000)
            assert all([notice.kind for notice in person.of(Notice)] == ["closing"] for person in people)

    run()
    assert 0 < turns.most <= SLICE


def test_the_end_of_a_board_without_commentary_sends_no_chat(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    placed: list[str] = []
    hears_as = server.hub.chat.hears_as

    def counted(table: Any, player: str, audience: Any) -> Any:
        placed.append(player)
        return hears_as(table, player, audience)

    @virtual
    async def run() -> None:
        async with House() as house:
            table, players = await house.dealt(OPEN)
            people = await crowd(house, table)
            monkeypatch.setattr(server.hub.chat, "hears_as", counted)
            await play_on(house, table, players, 4)
            assert house.room(table).table.over
            await passes(100)
            assert all(person.of(Patch) and not person.of(Heard) for person in people)

    run()
    assert placed == []


@virtual
async def test_all_viewers_get_chat_and_plays_in_the_same_order() -> None:
    async with House() as house:
        table, players = await house.dealt(OPEN)
        people = await crowd(house, table)
        for number in range(4):
            players[1].tell(Chat(table=table, text=f"line {number}", id=20 + number))
            await play_on(house, table, players, 1)
        await passes(1_000)
        for person in people:
            told = [type(each).__name__ for each in person.heard if isinstance(each, Heard | Patch)]
            assert told[:8] == ["Chat", "Patch"] * 4
            assert chat_texts(person) == [f"line {number}" for number in range(4)]


@virtual
async def test_players_get_messages_before_any_watcher() -> None:
    async with House() as house:
        table = await house.table(policy=OPEN)
        people = await crowd(house, table)
        players = await house.four(table)
        await passes(5_000)
        order: list[str] = []
        for person in (*people, *players):
            person.send = lambda frame, person=person: order.append(person.player.name)  # type: ignore[method-assign]
        players[2].session.deliver = lambda frame: order.append("South")  # type: ignore[method-assign]
        players[2].tell(Chat(table=table, text="hello", id=5))
        await passes(100)
        assert {"North", "East", "South", "West"} == set(order[:4])
        assert len(order) == CROWD + 4 + 1  # and the answer to South


@virtual
async def test_a_watcher_that_sits_down_between_two_slices_gets_no_chat_of_watchers() -> None:
    async with House() as house:
        table = await house.table(policy=OPEN)
        people = await crowd(house, table)
        last = people[-1]
        people[0].tell(Chat(table=table, text="lead a spade", to="kibitzers", id=5))
        assert chat_texts(people[1]) == ["lead a spade"] and chat_texts(last) == []
        last.tell(Sit(table=table, seat=0, id=6))
        assert house.room(table).table.chairs[0].player == last.player.id
        await passes(1_000)
        assert chat_texts(last) == []
        assert all(chat_texts(person) == ["lead a spade"] for person in people[:-1])


@virtual
async def test_a_watcher_that_sits_down_between_two_slices_gets_public_chat_once_and_in_order() -> None:
    async with House() as house:
        table = await house.table(policy=OPEN)
        north, people = house.person("North"), await crowd(house, table)
        await north.watch(table)
        await north.sit(table, 0)
        last = people[-1]
        north.tell(Chat(table=table, text="first", id=5))
        assert chat_texts(last) == []
        last.tell(Sit(table=table, seat=1, id=7))
        assert chat_texts(last) == ["first"]
        north.tell(Chat(table=table, text="second", id=6))
        assert chat_texts(last) == ["first", "second"]
        await passes(1_000)
        assert chat_texts(last) == ["first", "second"]


@virtual
async def test_a_watcher_that_leaves_between_two_slices_gets_no_more_and_after_a_return_gets_it_once() -> (
    None
):
    async with House() as house:
        table, players = await house.dealt(OPEN)
        people = await crowd(house, table)
        gone, back = people[-2:]
        players[0].tell(Chat(table=table, text="hello", id=5))
        for person in (gone, back):
            person.tell(Unwatch(table=table, id=8))
        back.tell(Watch(table=table, id=9))
        await passes(1_000)
        assert chat_texts(gone) == [] and chat_texts(back) == ["hello"]


@virtual
async def test_a_watcher_that_is_sent_away_gets_that_notice_and_no_pending_message() -> None:
    async with House() as house:
        table, players = await house.dealt(OPEN)
        people = await crowd(house, table)
        host = house.person("Host")
        players[0].tell(Chat(table=table, text="hello", id=5))
        host.tell(Host(table=table, policy=Policy(clock=NoClock(), pause_ms=1_000, watchers=False), id=6))
        await passes(1_000)
        assert all([notice.kind for notice in person.of(Notice)] == ["closing"] for person in people)
        assert all(len(person.heard) <= 3 for person in people)
        for person in people:
            person.forget()
        await play_on(house, table, players, 2)
        await passes(1_000)
        assert all(not person.heard for person in people)


@virtual
async def test_of_a_crowd_that_saw_all_hands_no_watcher_is_shown_a_card_of_the_next_deal() -> None:
    """The next deal is dealt before the last watcher has received the public view."""
    async with House() as house:
        at_once = Policy(clock=NoClock(), pause_ms=0)
        table, players = await house.dealt(AFTER)
        await play_on(house, table, players, 4)
        people = await crowd(house, table, "all")
        assert all(person.tables[table].audience == "all" for person in people)
        assert await house.person("Host").ask(Host(table=table, policy=at_once, id=6)) == Done(
            id=6, table=table
        )
        await until(lambda: house.room(table).table.game.to_act(house.room(table).table.state))
        await passes(1_000)
        for person in people:
            shown = person.tables[table]
            assert (shown.audience, shown.own) == ("public", None)
            assert not any(_hands_of_a_live_deal(each) for each in person.heard)


def _hands_of_a_live_deal(update: object) -> bool:
    """Return True if a message shows all hands during a board."""
    if not isinstance(update, View | Patch) or not isinstance(update.pub, dict):
        return False
    live = update.pub.get("phase") in ("auction", "play")
    return live and isinstance(update.own, dict) and bool(update.own.get("hands"))


@virtual
async def test_a_watcher_that_drains_before_its_slice_sees_no_card_of_the_next_deal() -> None:
    async with House() as house:
        at_once = Policy(clock=NoClock(), pause_ms=0)
        table, players = await house.dealt(AFTER)
        await play_on(house, table, players, 4)
        await crowd(house, table, "all", many=12 * SLICE)
        last = house.person("Last")
        last.deaf = True  # and stale from the start
        last.tell(Watch(table=table, as_="all"))
        house.person("Host").tell(Host(table=table, policy=at_once, id=6))
        while not house.room(table).table.game.to_act(house.room(table).table.state):
            await asyncio.sleep(0)
        assert house.room(table).viewers.audience_of(last.session) == AllHands(), "its turn has come too soon"
        last.listen_again()
        await passes(1_000)
        assert not any(_hands_of_a_live_deal(each) for each in last.heard)
        assert (last.tables[table].audience, last.tables[table].own) == ("public", None)


@virtual
async def test_a_delayed_crowd_sees_the_table_live_when_the_delay_ends() -> None:
    async with House() as house:
        late = Policy(clock=NoClock(), pause_ms=600_000, delay=Delay(ms=60_000))
        table, players = await house.dealt(late)
        await passes(61_000)
        people = await crowd(house, table, many=2 * SLICE + 20)
        await play_on(house, table, players, 4)
        assert all(not person.tables[table].pub["calls"] for person in people)
        assert await house.person("Host").ask(Host(table=table, policy=OPEN, id=6)) == Done(id=6, table=table)
        await passes(5_000)
        await play_on(house, table, players, 3)
        await passes(1_000)
        assert all(len(person.tables[table].pub["calls"]) == 3 for person in people)
