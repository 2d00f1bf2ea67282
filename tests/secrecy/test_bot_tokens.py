"""A bot token opens no hand: a robot is refused what a guest is refused, in a live deal."""

from __future__ import annotations

from protocol.v1.requests import Hello, Rule, Sit, Watch
from protocol.v1.updates import Done, Refused
from server.table.player import Player, RobotOwner
from tests.rooms import House, Person
from tests.virtual import virtual

HIDDEN = (0, 1, 2, 3, "seat", "all", "director", "commentator")


def visitors(house: House) -> tuple[Person, Person]:
    """Connect a guest, and a robot with a bot token whose owner has the name of the player of a seat."""
    robot = house.caller(player=Player("p-bot", "Deep", robot_owner=RobotOwner("North")))
    robot.tell(Hello(client="test"))
    return house.person("Guest"), robot


@virtual
async def test_a_robot_sees_and_does_in_a_live_deal_what_a_guest_does() -> None:
    async with House() as house:
        table, _ = await house.dealt()
        guest, robot = visitors(house)
        for id, hidden in enumerate(HIDDEN, 1):
            watch = Watch(table=table, as_=hidden, id=id)
            answers = [await each.ask(watch) for each in (guest, robot)]
            assert all(isinstance(each, Refused) for each in answers), (hidden, answers)
            assert answers[0] == answers[1]
        for id, request in enumerate((Sit(table=table, seat=0), Rule(table=table, ruling={"t": "void"})), 40):
            request = type(request)(**{**as_fields(request), "id": id})
            answers = [await each.ask(request) for each in (guest, robot)]
            assert all(isinstance(each, Refused) for each in answers) and answers[0] == answers[1]
        views = [await each.watch(table) for each in (guest, robot)]
        assert views[0].own is None and views[1].own is None and views[0].pub == views[1].pub
        assert isinstance(await robot.ask(Watch(table=table, id=99)), Done)


def as_fields(request: Sit | Rule) -> dict[str, object]:
    return {field: getattr(request, field) for field in request.__struct_fields__}
