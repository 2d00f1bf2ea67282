"""Players that wait are seated together, each at one table only, through whatever hubs they come."""

from __future__ import annotations

from typing import Any

import pytest

from protocol.v1.requests import Lobby, Queue, Stand, Unqueue
from protocol.v1.updates import Appoint, Done, Queued, QueueRow, Refused
from protocol.v1.updates import Lobby as Listed
from server.session import seat_queue
from server.store.waiting_players import LEASE_MS, PATIENCE_MS, SETTLED_MS
from tests.hub.far.test_other_hubs import houses
from tests.rooms import House, Person, play_on
from tests.virtual import passes, until, virtual

QUEUE = 7
"""The id of each request to wait."""


def waits(house: House, name: str, *, game: str = "bridge", robots: bool = False) -> Person:
    """Connect a player that begins to wait."""
    person = house.person(name)
    person.tell(Queue(id=QUEUE, game=game, robots=robots))
    return person


def table_of(person: Person) -> str | None:
    """Return the table at which a waiting player has been seated."""
    for answer in person.of(Done):
        if answer.id == QUEUE:
            return answer.table
    return None


async def seated(*people: Person) -> list[str]:
    """Return the tables of these people, once all are seated."""
    await until(lambda: all(map(table_of, people)))
    return [table for table in map(table_of, people) if table is not None]


def seats_of(house: House, table: str) -> list[str | None]:
    return [chair.player for chair in house.room(table).table.chairs]


@virtual
async def test_four_at_two_hubs_are_seated_at_one_table() -> None:
    async with houses(2) as (here, there):
        people = [waits(house, name) for house, name in zip((here, there, here, there), "ABCD", strict=True)]
        tables = await seated(*people)
        assert len(set(tables)) == 1
        owner = here if here.hub.live(tables[0]) is not None else there
        assert set(seats_of(owner, tables[0])) == {person.player.id for person in people}
        for person in people:
            assert (await person.watch(tables[0], "seat")).audience == "seat"
        await until(lambda: owner.room(tables[0]).table.begun)


@virtual
async def test_the_wait_is_told_and_the_lobby_counts_the_players() -> None:
    async with houses(2) as (here, there):
        first = waits(here, "A", robots=True)
        waits(there, "B")
        waits(there, "C", game="spades")
        await passes(2_500)
        told = first.of(Queued)
        assert [each.players for each in told] == [1, 2]
        assert all(each.seats == 4 and each.game == "bridge" for each in told)
        assert {(each.robots_ms or 0) - each.since_ms for each in told} == {PATIENCE_MS}
        listed = await there.person("").ask(Lobby(id=1))
        assert isinstance(listed, Listed)
        assert listed.queues == (QueueRow("bridge", "usual", 2), QueueRow("spades", "usual", 1))


@virtual
async def test_robots_fill_the_table_of_a_player_that_wants_them() -> None:
    async with House(robots={"plain": ("bridge",)}) as house:
        alone = waits(house, "A", robots=True)
        await passes(PATIENCE_MS - 2_000)
        assert table_of(alone) is None
        (table,) = await seated(alone)
        assert [chair.robot for chair in house.room(table).table.chairs] == [None, *["plain"] * 3]
        # A robot stands ready for the seat of a player that leaves later, too.
        await passes(SETTLED_MS + 1_000)
        assert [chair.robot for chair in house.room(table).table.chairs] == ["plain"] * 4


@virtual
async def test_a_later_player_takes_a_free_seat_of_such_a_table_between_two_boards() -> None:
    async with houses(2) as (here, there):
        people = [waits(here, name) for name in "ABCD"]
        tables = await seated(*people)
        owner = here if here.hub.live(tables[0]) is not None else there
        for person in people:
            await person.watch(tables[0], "seat")
        await until(lambda: owner.room(tables[0]).table.begun)
        await passes(SETTLED_MS)
        late = waits(there, "E")
        in_order = [
            next(each for each in people if each.player.id == id) for id in seats_of(owner, tables[0])
        ]
        assert isinstance(await in_order[3].ask(Stand(table=tables[0], id=9)), Done)
        await passes(5_000)
        # In mid-deal the player waits, and no player is asked for consent.
        assert table_of(late) is None
        assert [each for person in people for each in person.of(Appoint)] == []
        await in_order[3].sit(tables[0], 3)
        await play_on(owner, tables[0], in_order, 4)
        assert isinstance(await in_order[3].ask(Stand(table=tables[0], id=10)), Done)
        assert await seated(late) == tables[:1]


@virtual
async def test_a_seat_that_is_free_before_the_first_board_is_taken() -> None:
    async with houses(2) as (here, there):
        people = [waits(here, name) for name in "ABCD"]
        tables = await seated(*people)
        people[1].session.gone()
        for person in (people[0], people[2]):
            await person.watch(tables[0], "seat")
        assert isinstance(await people[3].ask(Stand(table=tables[0], id=9)), Done)
        await passes(SETTLED_MS)
        late = waits(there, "E")
        assert await seated(late) == tables[:1]


@virtual
async def test_a_player_waits_no_more_once_the_connection_has_ended() -> None:
    async with houses(2) as (here, there):
        lost = waits(here, "A")
        await passes(1_500)
        lost.hang_up()
        others = [waits(there, name) for name in "BCD"]
        await passes(3_000)
        assert [table_of(each) for each in others] == [None] * 3
        assert others[0].of(Queued)[-1].players == 3


@virtual
async def test_a_player_waits_no_more_once_the_hub_is_dead() -> None:
    async with houses(2) as (here, there):
        waits(here, "A")
        await passes(1_500)
        here.kill()
        others = [waits(there, name) for name in "BC"]
        await passes(LEASE_MS + 2_000)
        others.append(waits(there, "D"))
        await passes(2_000)
        assert [table_of(each) for each in others] == [None] * 3
        assert len(set(await seated(*others, waits(there, "E")))) == 1


@virtual
async def test_a_player_that_waits_through_two_hubs_is_seated_once() -> None:
    async with houses(2) as (here, there):
        older, newer = waits(here, "A"), waits(there, "A")
        await passes(2_500)
        assert [answer.table for answer in older.of(Done)] == [None]
        people = [newer, *(waits(here, name) for name in "BCD")]
        assert len(set(await seated(*people))) == 1


@virtual
async def test_a_storm_of_players_at_two_hubs_fills_whole_tables() -> None:
    async with houses(2) as every:
        people = [waits(every[number % 2], f"p{number}") for number in range(24)]
        tables = await seated(*people)
        assert len(set(tables)) == 6
        for table in set(tables):
            owner = next(house for house in every if house.hub.live(table) is not None)
            here = {person.player.id for person in people if table_of(person) == table}
            assert set(seats_of(owner, table)) == here


@pytest.mark.parametrize("hubs", [1, 2])
def test_a_new_table_is_loaded_once_though_the_store_answers_late(hubs: int) -> None:
    @virtual
    async def run() -> None:
        async with houses(hubs) as every:
            store, create = every[0].store, every[0].store.create

            async def answers_late(*table: Any) -> bool:
                made = await create(*table)
                await passes(400 if made else 0)
                return made

            store.create = answers_late  # type: ignore[method-assign]  # the store answers late
            people = [waits(every[number % hubs], f"p{number}") for number in range(4)]
            (table, *_) = await seated(*people)
            owner = next(house for house in every if house.hub.live(table) is not None)
            # A room that was loaded twice would have forgotten some of them.
            assert set(seats_of(owner, table)) == {person.player.id for person in people}

    run()


@virtual
async def test_a_player_may_stop_waiting() -> None:
    async with House() as house:
        person = waits(house, "A")
        await passes(1_500)
        assert isinstance(await person.ask(Unqueue(id=8)), Done)
        assert [(answer.id, answer.table) for answer in person.of(Done)] == [(QUEUE, None), (8, None)]
        await passes(1_500)
        listed = await person.ask(Lobby(id=1))
        assert isinstance(listed, Listed) and listed.queues == ()


@virtual
async def test_who_may_not_wait_is_told_why() -> None:
    async with House(tables_per_player=1, changes_burst=4) as house:
        for name, game, code in (
            ("", "bridge", "unauthorized"),
            ("A", "chess", "invalid_message"),
            ("A", "replay", "invalid_message"),
        ):
            refused = await house.person(name).ask(Queue(id=1, game=game))
            assert isinstance(refused, Refused) and refused.code == code
        # The new table counts for the limit of the player that opens it.
        await house.table("B")
        people = [waits(house, name) for name in "BCDE"]
        await until(lambda: people[0].of(Refused))
        assert people[0].refusal() == "forbidden"
        assert len(set(await seated(*people[1:]))) == 1
        often = house.person("F")
        for id in range(1, 6):
            often.tell(Queue(id=id, game="bridge"))
        assert often.refusal() == "rate_limited"


@virtual
async def test_while_the_store_does_not_answer_players_wait_on(monkeypatch: pytest.MonkeyPatch) -> None:
    async with House() as house:
        people = [waits(house, name) for name in "ABC"]
        await passes(1_500)
        turn = house.store.waiting_players.turn

        async def away(players: object) -> object:
            raise OSError("away")

        monkeypatch.setattr(house.store.waiting_players, "turn", away)
        people.append(waits(house, "D"))
        await passes(2_500)
        assert not any(map(table_of, people))
        monkeypatch.setattr(house.store.waiting_players, "turn", turn)
        assert len(set(await seated(*people))) == 1


def test_the_players_of_a_new_table_have_robots_before_others_are_sent_there() -> None:
    assert seat_queue.FILLED_S * 1_000 <= SETTLED_MS
