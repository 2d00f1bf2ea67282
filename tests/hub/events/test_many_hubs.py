"""Events at several hubs of one store: each is served by every hub, and survives the end of its own."""

from __future__ import annotations

from msgspec.structs import replace

from protocol.v1.requests import Hello
from protocol.v1.updates import EventNews
from server.events.commands import CheckIn, Enrol, Enter, Join, Leave
from server.hub.contact import DEAD_MS
from tests.clubs import QUICK, Club
from tests.hub.far.test_other_hubs import houses
from tests.robots.test_house_robots import hire
from tests.rooms import House
from tests.virtual import passes, until, virtual


def home(every: list[House], id: str) -> list[int]:
    return [number for number, each in enumerate(every) if id in each.hub.events.ids]


@virtual
async def test_every_hub_takes_requests_to_an_event_and_tells_its_players_where_they_sit() -> None:
    async with houses(2) as (here, there):
        club = await Club.opened(here, 4)
        far = Club(there, club.id)
        await passes(200)
        assert [each.name for each in there.desk.events.list()] == ["Tuesday"]
        shown = await far.asks("Ann", Enter())
        await far.asks("Bob", Join(shown["entrants"][-1]["id"]))
        await far.asks("Ann", CheckIn())
        assert shown["entrants"][-1]["wants_partner"]
        ann = there.person("Ann")
        await passes(200)
        await club.starts()
        await passes(200)
        news = [each for each in ann.heard if isinstance(each, EventNews)]
        assert news[-1].stage == "sits_out"
        again = there.caller(player=there.player("1N"))
        again.tell(Hello(client="test"))
        (seated,) = [each for each in again.heard if isinstance(each, EventNews)]
        assert (seated.stage, seated.table, seated.seat) == ("seated", f"{club.id}-1-1", 0)
        assert await far.refusal("Carl", Leave()) == "forbidden"


@virtual
async def test_an_event_in_its_break_begins_the_next_round_after_its_hub_has_died() -> None:
    async with houses(3) as every:
        club = await Club.opened(every[0], 6)
        await club.starts()
        await club.play_round()
        await until(lambda: club.event.next_round == 1 and club.event.playing is None)
        every[0].kill()
        await passes(DEAD_MS + 8_000)
        (number,) = home(every[1:], club.id)
        club.house = every[1:][number]
        assert club.event.playing is not None and club.event.playing.number == 1
        await club.play_round()
        await until(lambda: club.event.next_round == 3)
        await club.play_round()
        await until(lambda: club.event.stage == "correction")
        assert {len(table.results) for _, _, table in club.event.tables()} == {2}
        assert {len(each) for _, _, table in club.event.tables() for each in table.results.values()} == {1}


@virtual
async def test_a_hub_that_stops_hands_an_event_over_with_all_of_its_tables() -> None:
    async with houses(3) as every:
        club = await Club.opened(every[0], 6)
        await club.starts()
        ids = await club.sit_down()
        await club.play_board(ids[0], "1NT")
        await passes(100)
        await every[0].hub.drain()
        await passes(1_000)
        (number,) = home(every, club.id)
        assert number and all(every[number].hub.live(id) for id in ids)
        club.house = every[number]
        assert {table: len(each.results) for table, each in club.event.rounds[0].tables.items()} == {
            1: 1,
            2: 0,
            3: 0,
        }


@virtual
async def test_tables_of_robots_alone_play_on_at_one_hub_after_the_hub_of_their_event_has_died() -> None:
    async with houses(3) as every:
        robots = [hire(each) for each in every]
        conditions = replace(QUICK, rounds=2, boards=1, robot_ms=1_000)
        club = await Club.opened(every[0], 0, conditions)
        for _ in range(6):
            await club.asks("Dora", Enrol(robots=("plain", "plain")))
        await club.starts()
        await passes(20_000)
        assert club.event.playing is not None, "expected a round that is still played"
        every[0].kill()
        await passes(DEAD_MS + 8_000)
        (number,) = home(every[1:], club.id)
        club.house = every[1:][number]
        await until(lambda: club.event.stage == "correction", ms=400_000)
        versions = [each for _, _, table in club.event.tables() for each in table.results.values()]
        assert len(versions) == 6 and {len(each) for each in versions} == {1}
        for each in robots:
            each.stop()
