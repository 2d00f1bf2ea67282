"""The names of people at a table: two people with one name are told apart by their ids."""

from __future__ import annotations

from protocol.v1.requests import Chat, Hello, Host, Sit, Stand
from protocol.v1.updates import Appoint, Done, Notice, People
from protocol.v1.updates import Chat as Heard
from server.hub.name_marks import person_mark, seat_mark
from server.table.player import Player
from server.table.seats import Chair
from tests.rooms import House, Person
from tests.virtual import passes, until, virtual


def people(house: House, *named: tuple[str, str]) -> list[Person]:
    """Connect players by their ids and names."""
    connected = [house.caller(player=Player(id=id, name=name)) for id, name in named]
    for person in connected:
        person.tell(Hello(client="test"))
    return connected


async def arrive(table: str, *newcomers: Person) -> None:
    """Let people follow a table that they do not play at."""
    for person in newcomers:
        await person.watch(table)


@virtual
async def test_two_players_with_one_name_are_told_apart_at_the_table() -> None:
    async with House() as house:
        table = await house.table()
        ann, other, bob = people(house, ("3f2a77", "Ann"), ("9c01aa", "ann "), ("77777a", "Bob"))
        await arrive(table, ann, other, bob)
        for seat, person in enumerate((ann, other, bob)):
            assert isinstance(await person.ask(Sit(table=table, seat=seat, id=1)), Done)
        await passes(1_000)
        rows = bob.of(People)[-1].seats
        assert [(row.name, row.mark) for row in rows] == [
            ("Ann", "3f2a"),
            ("ann ", "9c01"),
            ("Bob", ""),
            ("", ""),
        ]


@virtual
async def test_a_watcher_with_the_name_of_a_player_is_marked_in_the_chat_and_the_player_is_not() -> None:
    async with House() as house:
        table = await house.table()
        ann, other = people(house, ("3f2a77", "Ann"), ("9c01aa", "Ann"))
        await arrive(table, ann, other)
        await ann.ask(Sit(table=table, seat=0, id=1))
        third = house.person("Bob")
        await third.watch(table)
        for person in (ann, other):
            await person.ask(Chat(table=table, text="hello", id=2))
        lines = [line for heard in third.of(Heard) for line in heard.lines]
        assert [(line.name, line.mark) for line in lines] == [("Ann", ""), ("Ann", "9c01")]
        assert third.of(People)[-1].seats[0].mark == ""


def test_names_that_differ_only_in_case_width_or_spaces_are_one_name() -> None:
    chairs = (Chair(player="3f2a77", name="Ann Lee"), Chair(player="9c01aa", name="ＡＮＮ  lee"))
    assert seat_mark(chairs, 0) == "3f2a"
    assert person_mark(chairs, {}, "77777a", "Bob") == ""


def test_an_absent_player_still_has_the_name() -> None:
    chairs = (Chair(owner="3f2a77", owner_name="Ann", substitute="plain"), Chair(player="9c01aa", name="Ann"))
    assert seat_mark(chairs, 1) == "9c01"


def test_one_player_on_two_devices_or_back_at_the_own_seat_is_one_person() -> None:
    chairs = (Chair(player="3f2a77", name="Ann"), Chair(owner="3f2a77", owner_name="Ann"))
    assert person_mark(chairs, {"3f2a77": "Ann"}, "3f2a77", "Ann") == ""


def test_a_name_that_ends_like_a_mark_is_the_same_name_without_it() -> None:
    chairs = (Chair(player="3f2a77", name="Ann"), Chair(player="9c01aa", name="Ann (3F2A)"))
    assert [seat_mark(chairs, seat) for seat in (0, 1)] == ["3f2a", "9c01"]
    assert person_mark(chairs, {}, "77777a", "ann(3f2a) (9c01)") == "7777"
    assert person_mark(chairs, {}, "77777a", "Ann (12)") == ""
    assert seat_mark((Chair(player="9c01aa", name="Ann (3f2a)"), Chair()), 0) == ""


@virtual
async def test_a_newcomer_with_the_name_of_a_player_is_marked_where_players_are_asked_for_consent() -> None:
    async with House() as house:
        table = await house.table("North")
        seated = await house.four(table)
        await until(lambda: house.room(table).table.hidden)
        assert isinstance(await seated[3].ask(Stand(table=table, id=5)), Done)
        name = seated[0].player.name
        (twin,) = people(house, ("9c02aa", name))
        await arrive(table, twin)
        await twin.ask(Sit(table=table, seat=3, id=6))
        await seated[0].ask(Host(table=table, directors=("9c02aa",), id=7))
        asked = [(each.office, each.name) for each in seated[1].of(Appoint)]
        assert asked == [("seat", f"{name} (9c02)"), ("director", f"{name} (9c02)")]
        told = [(each.kind, each.name) for each in twin.of(Notice)]
        assert ("asked", f"{name} (9c02)") in told
