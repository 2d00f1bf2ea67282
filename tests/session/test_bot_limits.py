"""The limits of robots with bot tokens, which are not those of guests."""

from __future__ import annotations

from protocol.v1.codes import CloseCode
from protocol.v1.requests import Hello, Host, Ping, Sit, Stand, Watch
from protocol.v1.updates import Done, People, Pong, Welcome
from server.table.player import Player, RobotOwner
from tests.rooms import House, Person
from tests.session.refusals import refused
from tests.virtual import passes, virtual

BOT = Player("p-bot", "Deep Think", robot_owner=RobotOwner("Dora"))


def robot(house: House) -> Person:
    """Connect a robot with a bot token."""
    person = house.caller(player=BOT)
    person.tell(Hello(client="test"))
    return person


@virtual
async def test_a_robot_has_seats_at_no_more_tables_than_its_limit() -> None:
    async with House(bot_tables=2) as house:
        bot = robot(house)
        tables = [await house.table() for _ in range(3)]
        for table in tables[:2]:
            assert isinstance(await bot.ask(Sit(table=table, seat=0, id=1)), Done)
        await refused("forbidden", bot, Sit(table=tables[2], seat=0, id=2))
        assert isinstance(await bot.ask(Sit(table=tables[0], seat=1, move=True, id=3)), Done)
        assert isinstance(await bot.ask(Stand(table=tables[0], id=4)), Done)
        assert isinstance(await bot.ask(Sit(table=tables[2], seat=0, id=5)), Done)
        person = house.person("Ann")
        for table in tables:
            assert isinstance(await person.ask(Sit(table=table, seat=2, id=6)), Done)


@virtual
async def test_a_robot_may_send_as_many_requests_as_its_own_limit_allows() -> None:
    async with House(bot_requests_s=1, bot_requests_burst=5, requests_burst=50) as house:
        bot = robot(house)
        welcome = bot.heard.pop(0)
        assert isinstance(welcome, Welcome) and welcome.limits.requests_burst == 5
        for number in range(8):
            bot.tell(Ping(c=number))
        assert 0 < len(bot.of(Pong)) <= 5


@virtual
async def test_the_oldest_connection_of_a_robot_gives_way_to_a_new_one() -> None:
    async with House(bot_connections=2, connections_per_player=8) as house:
        bots = [robot(house) for _ in range(3)]
        assert bots[0].closed is not None and bots[0].closed[0] == CloseCode.REPLACED
        assert bots[1].closed is None and bots[2].closed is None


@virtual
async def test_a_robot_that_the_host_seats_is_shown_as_a_robot() -> None:
    async with House() as house:
        table = await house.table("Ann")
        bot, ann = robot(house), house.person("Ann")
        assert isinstance(await bot.ask(Watch(table=table, id=1)), Done)
        assert isinstance(await ann.ask(Watch(table=table, id=1)), Done)
        assert isinstance(await ann.ask(Host(table=table, place={3: BOT.id, 0: "p-Ann"}, id=2)), Done)
        await passes(500)
        assert [row.robot_of for row in ann.of(People)[-1].seats] == ["", "", "", "Dora"]
