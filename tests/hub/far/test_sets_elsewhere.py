"""A match or set of boards has one owner, and is the same through every hub."""

from __future__ import annotations

import pytest

from protocol.v1.requests import Host, Match, OpenSet, PerMove, Policy, Sit, Stand
from protocol.v1.updates import Done
from server.errors import Refusal
from server.hub.archive.archive import Archive
from server.hub.contact import DEAD_MS
from server.hub.sets.member import stored_id
from server.store.ownership import hub_of
from tests.evenings import Evening, code
from tests.hub.far.test_other_hubs import houses
from tests.hub.presence.company import appoint
from tests.rooms import QUIET, House
from tests.virtual import passes, until, virtual
from tests.web.entrances import Entrance

HURRIED = Policy(clock=PerMove(30_000), pause_ms=1_000)


async def owner_of(every: list[House], evening: Evening) -> str:
    """Return the hub that owns the set and all its tables."""
    ownership = every[0].store
    ids = (stored_id(evening.id), *evening.tables)
    owners = {hub_of(await ownership.owner(id) or "") for id in ids}
    assert len(owners) == 1, owners
    return owners.pop()


@virtual
async def test_a_set_is_played_through_three_hubs_and_compared_alike_through_each() -> None:
    async with houses(3) as every:
        evening = await Evening.opened(every[0], count=2, name="Evening")
        evening.through = tuple(every)
        for number in range(3):
            await evening.sit_down(number)
        entrances = [Entrance(house) for house in every]
        path = f"/v1/sets/{evening.id}"
        before = [await each.ask("GET", path) for each in entrances]
        assert {each.status for each in before} == {200} and len({each.body for each in before}) == 1
        for number in range(3):
            await evening.plays(number, "1NT")
        await passes(1_000)
        for query in ({}, {"scoring": "imp"}, {"format": "text"}, {"format": "html"}):
            after = [await each.ask("GET", path, **query) for each in entrances]
            assert {each.status for each in after} == {200} and len({each.body for each in after}) == 1
        assert [evening.released(each) for each in range(3)] == [[1], [1], [1]]
        assert [house.hub.sets.set_of(every[0].room(evening.tables[0])) for house in every[1:]] == [None] * 2


@virtual
async def test_a_set_that_is_not_in_its_owners_memory_is_loaded_there_and_compared_through_another() -> None:
    async with houses(2) as (here, there):
        evening = await Evening.opened(here, count=1)
        for table in evening.tables:
            here.hub.unload(here.room(table))
        answer = await Entrance(there).ask("GET", f"/v1/sets/{evening.id}")
        assert answer.status == 200
        assert await owner_of([here, there], evening) == here.hub.id
        assert here.hub.sets._rooms and not there.hub.sets._rooms


@pytest.mark.parametrize("request_", [OpenSet(game="bridge", tables=2, id=7), Match(game="bridge", id=7)])
def test_the_same_request_gets_the_same_tables_through_another_hub(request_: OpenSet | Match) -> None:
    @virtual
    async def run() -> None:
        async with houses(2) as (here, there):
            first = await here.person("Host").ask(request_)
            again = await there.person("Host").ask(request_)
            assert isinstance(first, Done) and first == again
            assert first.table or first.tables
            assert not there.hub.rooms

    run()


@virtual
async def test_a_player_of_one_table_comes_to_no_other_also_through_another_hub() -> None:
    async with houses(2) as (here, there):
        evening = await Evening.seated(here, count=2)
        _, two, three = evening.tables
        player = evening.players[0][0].player
        again = there.person(player.name)
        assert again.player == player
        for place in (0, 2):
            assert code(await again.sit(two, place)) == "forbidden"
        for as_ in (2, "all"):
            shown = await again.watch(three, as_)  # type: ignore[arg-type]
            own = shown.own or {}
            assert own.get("hand") is None and not any(own.get("hands") or ())
        asked = await there.person("Host").ask(Host(table=two, directors=[player.id], id=4))
        assert code(asked) == "forbidden"


@virtual
async def test_a_player_that_sits_down_at_three_tables_through_three_hubs_at_once_gets_one_seat() -> None:
    async with houses(3) as every:
        evening = await Evening.opened(every[0], count=1)
        anns = [house.person("Ann") for house in every]
        for number, (ann, table) in enumerate(zip(anns, evening.tables, strict=True)):
            await ann.watch(table)
            ann.tell(Sit(table=table, seat=0, id=10**6 + number))
        await passes(200)
        answers = [each.heard[-1] for each in anns]
        done = [
            [each for each in ann.heard if getattr(each, "id", 0) >= 10**6 and isinstance(each, Done)]
            for ann in anns
        ]
        assert sum(map(len, done)) == 1, answers


@virtual
async def test_a_director_that_has_looked_through_one_hub_plays_at_no_other_table_through_another() -> None:
    async with houses(2) as (here, there):
        evening = await Evening.opened(here, count=3)
        await appoint(here, evening.tables[0], directors=("Dora",))
        for number in range(3):
            await evening.sit_down(number)
        dora = there.person("Dora")
        assert (await dora.watch(evening.tables[0], "director")).own["hands"]
        await evening.players[2][0].ask(Stand(table=evening.tables[2], id=5))
        for house in (here, there):
            assert code(await house.person("Dora").sit(evening.tables[2], 0)) == "forbidden"


@virtual
async def test_one_hub_takes_over_a_set_with_all_its_tables_and_the_evening_goes_on() -> None:
    async with houses(4) as every:
        evening = await Evening.opened(every[0], count=2, policy=HURRIED)
        evening.through = tuple(every[1:])
        for number in range(3):
            await evening.sit_down(number)
        await evening.plays(0, "1NT")
        every[0].kill()
        await passes(DEAD_MS + 2_000)
        heir = await owner_of(every[1:], evening)
        (evening.house,) = [house for house in every[1:] if house.hub.id == heir]
        assert all(evening.house.hub.live(table) is not None for table in evening.tables)
        for number in (1, 2):
            await evening.plays(number, "1NT")
        await passes(200)
        assert [evening.released(each) for each in range(3)] == [[1], [1], [1]]


@virtual
async def test_a_set_of_a_dead_hub_that_nobody_watches_is_compared_by_its_heir() -> None:
    async with houses(3) as every:
        evening = await Evening.opened(every[0], count=1)
        for table in evening.tables:
            every[0].hub.unload(every[0].room(table))
        await passes(3_000)
        every[0].kill()
        await passes(DEAD_MS + 2_000)
        answers = [await Entrance(house).ask("GET", f"/v1/sets/{evening.id}") for house in every[1:]]
        assert [each.status for each in answers] == [200, 200] and answers[0].body == answers[1].body
        assert await owner_of(every[1:], evening) in [house.hub.id for house in every[1:]]


@virtual
async def test_a_set_of_which_a_table_sleeps_is_handed_over_and_the_table_follows_it() -> None:
    async with houses(3) as every:
        leaving = every[0]
        evening = await Evening.opened(leaving, count=1)
        leaving.hub.unload(leaving.room(evening.tables[2]))
        await leaving.hub.drain()
        await leaving.hub.stop()
        await passes(DEAD_MS + 1_000)
        for house in every[1:]:
            watcher = house.person("Wanda")
            for table in evening.tables:
                await watcher.watch(table)
        await owner_of(every[1:], evening)


@virtual
async def test_the_options_of_a_set_stay_and_its_last_table_ends_it_through_another_hub() -> None:
    async with houses(2) as (here, there):
        evening = await Evening.opened(here, count=1, policy=QUIET)
        host = there.person("Host")
        assert code(await host.ask(Host(table=evening.tables[0], options={"boards": 2}, id=1))) == "forbidden"
        for number, table in enumerate(evening.tables):
            assert code(await host.ask(Host(table=table, terminate=True, id=10 + number))) == "done"
        await until(lambda: here.room(evening.tables[0]).table.closed)
        assert (await here.hub.sets.room(evening.id)).ahead.over


@virtual
async def test_a_download_through_another_hub_lets_the_owner_learn_which_boards_are_released() -> None:
    async with houses(2) as (here, there):
        evening = await Evening.seated(here, count=1)
        await evening.plays(0, "1NT")
        table = evening.tables[0]
        for each in evening.tables:
            here.hub.unload(here.room(each))
        with pytest.raises(Refusal):
            await Archive(there.hub).exported(there.player("Wanda"), table)
        assert here.hub.live(table) is not None and there.hub.live(table) is None
