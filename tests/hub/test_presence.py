"""Presence: connections, held seats, stand-ins, and the return of a seat to its owner."""

from __future__ import annotations

from msgspec.structs import replace

from protocol.v1.requests import Chat, Hello, Host, NoClock, Policy, Sit, Stand, Unwatch
from protocol.v1.updates import CameOrWent, Patch, People, View
from server.hub.room import Room
from server.table.player import Player
from tests.hub.presence.company import SEATS, Company, code, let_in
from tests.later_store import LaterStore
from tests.rooms import House, Person, play_on
from tests.virtual import now_ms, passes, until, virtual

HOLD = Policy(hands="live", pause_ms=60_000, clock=NoClock(), hold_ms=30_000)
ROBOT = Policy(hands="live", pause_ms=60_000, clock=NoClock(), hold_ms=30_000, substitute="plain")
FOR_EVER = Policy(hands="live", pause_ms=60_000, clock=NoClock(), hold_ms=None)


def rows(person: Person) -> list[tuple[str | None, str | None, str | None, bool]]:
    """Return player, robot, owner and presence of each seat, as last received."""
    return [(row.player, row.robot, row.owner, row.here) for row in person.of(People)[-1].seats]


@virtual
async def test_the_presence_of_a_seat_is_sent_to_all_and_its_history_only_to_directors() -> None:
    async with House() as house:
        here = await Company.gathers(house)
        start_ms = now_ms()
        here["East"].hang_up()
        await passes(2_000)
        await here.comes("East", "seat")
        await passes(2_000)
        for name in ("North", "Pub", "OfEast", "All", "Com"):
            told = [people.seats[1].here for people in here[name].of(People)]
            assert told[-2:] == [False, True], name
            assert all(people.history == () for people in here[name].of(People)), name
        history = here["Dir"].of(People)[-1].history
        went, came = history[-2:]
        assert went == CameOrWent(1, False, start_ms)
        assert (came.seat, came.here) == (1, True) and came.at_ms >= start_ms + 2_000
        assert [(each.seat, each.here) for each in history[:4]] == [(seat, True) for seat in range(4)]


def _counted(room: Room) -> int:
    """Return the number of people's connections without a seat, found by a search through all viewers."""
    seated = {chair.player for chair in room.table.chairs}
    players = [viewer.player for _, viewer in room.viewers.presence.listeners()]
    return sum(not player.house and player.id not in seated for player in players)


@virtual
async def test_the_number_of_watchers_follows_all_who_come_go_sit_down_and_stand_up() -> None:
    async with House() as house:
        here = await Company.gathers(house, ROBOT)
        room, presence = house.room(here.table), house.room(here.table).viewers.presence
        counts = [presence.watchers(room.table)]
        assert counts[-1] == _counted(room)
        twice = await here.comes("Pub")
        nameless = await here.comes("")
        also_east = await here.comes("East")
        robot = house.caller(player=Player("house-robot", "Robot", house=True))
        robot.tell(Hello())
        await robot.watch(here.table)
        changes = (
            lambda: here["Pub"].tell(Unwatch(table=here.table)),
            lambda: here["East"].tell(Stand(table=here.table, id=1)),
            lambda: also_east.tell(Sit(table=here.table, seat=1, id=2)),
            twice.hang_up,
            nameless.hang_up,
            here["North"].hang_up,
            robot.hang_up,
        )
        for change in changes:
            change()
            await passes(100)
            counts.append(presence.watchers(room.table))
            assert counts[-1] == _counted(room)
        assert len(set(counts)) > 2


@virtual
async def test_a_new_director_gets_the_history_and_a_former_director_does_not() -> None:
    async with House() as house:
        here = await Company.gathers(house)
        await here["Pub"].watch(here.table, "public")
        assert here["Pub"].of(People) == []
        director = await here.comes("Dir", "public")
        assert director.of(People)[-1].history == ()
        await director.watch(here.table, "director")
        assert len(director.of(People)[-1].history) == 4
        await house.person("Host").ask(Host(table=here.table, directors=(), id=1))
        await passes(1_000)
        assert director.tables[here.table].audience == "public"
        assert director.of(People)[-1].history == ()


@virtual
async def test_the_history_of_a_table_is_the_last_hundred_comings_and_goings() -> None:
    async with House() as house:
        here = await Company.gathers(house)
        for _ in range(60):
            here["East"].hang_up()
            here.people["East"] = await here.comes("East", "seat")
        await passes(2_000)
        history = here["Dir"].of(People)[-1].history
        assert len(history) == 100 and {each.seat for each in history} == {1}


@virtual
async def test_a_seat_with_two_connections_is_here_until_both_are_gone() -> None:
    async with House() as house:
        here = await Company.gathers(house, HOLD)
        second = await here.comes("East", "public")
        here["East"].hang_up()
        await passes(2_000)
        assert rows(here["North"])[1] == ("p-East", None, None, True)
        await second.ask(Unwatch(table=here.table, id=1))
        await passes(2_000)
        assert rows(here["North"])[1] == ("p-East", None, None, False)


@virtual
async def test_a_seat_is_held_for_so_long_and_then_the_robot_stands_in_for_its_owner() -> None:
    async with House() as house:
        here = await Company.gathers(house, ROBOT)
        here["East"].hang_up()
        await passes(29_000)
        assert house.room(here.table).table.chairs[1].player == "p-East"
        await passes(2_000)
        assert rows(here["Pub"])[1] == (None, "plain", "p-East", True)


@virtual
async def test_any_player_may_take_an_absent_players_seat_without_a_robot_until_the_owner_is_back() -> None:
    async with House(robots={}) as house:
        here = await Company.gathers(house, HOLD)
        here["East"].hang_up()
        await passes(31_000)
        assert rows(here["North"])[1] == (None, None, "p-East", False)
        new = house.person("New")
        await let_in(house, here.table, "New", 1)
        assert code(await new.sit(here.table, 1)) == "done"
        await new.watch(here.table, "seat")
        await passes(1_000)
        assert rows(here["North"])[1] == ("p-New", None, "p-East", True)
        back = await here.comes("East", "public")
        await passes(1_000)
        assert rows(here["North"])[1] == ("p-East", None, None, True)
        assert back.tables[here.table].audience == "seat" and back.tables[here.table].own is not None
        assert new.tables[here.table].audience == "public"


@virtual
async def test_an_owner_gets_the_seat_back_by_any_kind_of_return() -> None:
    for as_ in ("public", "seat"):
        async with House() as house:
            here = await Company.gathers(house, ROBOT)
            await house.person("Host").ask(Host(table=here.table, directors=("p-East",), id=1))
            here["East"].hang_up()
            await passes(31_000)
            back = house.person("East")
            await back.watch(here.table, as_)
            await passes(100)
            assert house.room(here.table).table.chairs[1].player == "p-East", as_
            assert back.tables[here.table].audience == "seat"
            shown = [view.audience for view in back.of(View)]
            assert shown == (["seat"] if as_ == "seat" else ["public", "seat"])


@virtual
async def test_a_player_that_returns_in_time_keeps_the_seat() -> None:
    async with House() as house:
        here = await Company.gathers(house, ROBOT)
        here["East"].hang_up()
        await passes(20_000)
        await here.comes("East", "seat")
        entries = house.room(here.table).table.index
        await passes(60_000)
        assert house.room(here.table).table.index == entries
        assert {people.seats[1].player for people in here["North"].of(People)} == {"p-East"}


@virtual
async def test_a_player_that_returns_as_the_hold_ends_has_the_seat_again() -> None:
    async with House() as house:
        here = await Company.gathers(house, ROBOT)
        here["East"].hang_up()
        await passes(29_000)
        house.store.prompt = False
        await until(lambda: house.store.waiting)
        back = house.person("East")
        await back.watch(here.table, "public")
        house.store.prompt = True
        house.store.come_back()
        await passes(1_000)
        chair = house.room(here.table).table.chairs[1]
        assert (chair.player, chair.owner) == ("p-East", None)
        assert back.tables[here.table].audience == "seat"


@virtual
async def test_a_seat_may_be_held_for_ever() -> None:
    async with House() as house:
        here = await Company.gathers(house, FOR_EVER)
        here["East"].hang_up()
        await passes(10 * 3_600_000)
        assert house.room(here.table).table.chairs[1].player == "p-East"


@virtual
async def test_the_seats_of_absent_players_are_released_one_after_the_other() -> None:
    async with House() as house:
        here = await Company.gathers(house, ROBOT)
        for name in ("North", "East", "South"):
            here[name].hang_up()
        await passes(32_000)
        assert [chair.owner for chair in house.room(here.table).table.chairs] == [
            "p-North", "p-East", "p-South", None
        ]  # fmt: skip


@virtual
async def test_without_people_no_seat_is_released_until_a_person_comes() -> None:
    async with House() as house:
        here = await Company.gathers(house, ROBOT)
        for person in house.clients:
            person.hang_up()
        await passes(100_000)
        assert house.room(here.table).table.chairs[0].owner is None
        await here.comes("Late")
        await passes(1_000)
        assert {chair.substitute for chair in house.room(here.table).table.chairs} == {"plain"}


@virtual
async def test_after_a_restart_a_seat_is_held_anew() -> None:
    store = LaterStore(now_ms)
    async with House(store) as before:
        here = await Company.gathers(before, ROBOT)
        here["East"].hang_up()
        await passes(20_000)
    async with House(store) as after:
        for name in ("North", "South", "West"):
            await after.person(name).watch(here.table, "seat")
        await passes(20_000)
        assert after.room(here.table).table.chairs[1].owner is None
        await passes(11_000)
        assert after.room(here.table).table.chairs[1].owner == "p-East"


async def _pauses(house: House, table: str, pause: bool) -> None:
    assert code(await house.person("Host").ask(Host(table=table, pause=pause, id=1 + pause))) == "done"


@virtual
async def test_a_seat_is_held_for_as_long_as_the_table_is_paused_and_then_for_what_was_left() -> None:
    async with House() as house:
        here = await Company.gathers(house, ROBOT)
        here["East"].hang_up()
        await passes(20_000)
        await _pauses(house, here.table, True)
        here["West"].hang_up()
        await passes(600_000)
        assert [chair.owner for chair in house.room(here.table).table.chairs] == [None] * 4
        await _pauses(house, here.table, False)
        await passes(9_000)
        assert [chair.owner for chair in house.room(here.table).table.chairs] == [None] * 4
        await passes(2_000)
        assert [chair.owner for chair in house.room(here.table).table.chairs] == [None, "p-East", None, None]
        await passes(20_000)
        assert house.room(here.table).table.chairs[3].owner == "p-West"


@virtual
async def test_a_robot_plays_at_once_for_a_player_that_stands_up_during_a_board() -> None:
    async with House() as house:
        here = await Company.gathers(house, ROBOT)
        await here["East"].ask(Stand(table=here.table, id=1))
        await passes(1_000)
        assert rows(here["Pub"])[1] == (None, "plain", None, True)
        new = house.person("New")
        await let_in(house, here.table, "New", 1)
        assert code(await new.sit(here.table, 1)) == "done"
        await new.watch(here.table, "seat")
        await passes(1_000)
        assert rows(here["Pub"])[1] == ("p-New", None, None, True)


@virtual
async def test_viewers_get_only_presence_messages_when_people_come_and_go() -> None:
    async with House() as house:
        here = await Company.gathers(house, HOLD)
        await passes(2_000)
        for person in here.people.values():
            person.forget()
        here["East"].hang_up()
        await here.comes("Late")
        await passes(5_000)
        for name in ("North", "South", "Pub"):
            assert {type(update) for update in here[name].heard} == {People}, name


@virtual
async def test_a_player_with_another_seat_in_the_next_board_sees_the_view_of_that_seat() -> None:
    async with House() as house:
        here = await Company.gathers(house, replace(HOLD, pause_ms=5_000))
        await here.board_over()
        answer = await house.person("Host").ask(
            Host(table=here.table, directors=("p-Host",), place={0: "p-East", 1: "p-North"}, id=1)
        )
        assert code(answer) == "done"
        await until(lambda: house.room(here.table).table.game.to_act(house.room(here.table).table.state))
        seats = {name: here[name].tables[here.table].own["seat"] for name in SEATS}  # type: ignore[index]
        assert seats == {"North": 1, "East": 0, "South": 2, "West": 3}
        await play_on(house, here.table, [here[name] for name in ("East", "North", "South", "West")], 2)


@virtual
async def test_talk_and_looks_change_no_view() -> None:
    async with House() as house:
        here = await Company.gathers(house)
        for person in here.people.values():
            person.forget()
        await here["North"].ask(Chat(table=here.table, text="hello", id=1))
        await (await here.comes("Late")).watch(here.table, "all")
        await passes(3_000)
        assert all(not person.of(View, Patch) for person in here.people.values())


@virtual
async def test_a_watcher_of_hands_that_sits_down_and_stands_up_sees_no_hands() -> None:
    async with House() as house:
        here = await Company.gathers(house, replace(HOLD, pause_ms=5_000), ("All",))
        await here.board_over()
        await here["North"].ask(Stand(table=here.table, id=1))
        assert code(await here["All"].sit(here.table, 0)) == "done"
        await until(lambda: house.room(here.table).table.game.to_act(house.room(here.table).table.state))
        await here["All"].ask(Stand(table=here.table, id=2))
        await passes(1_000)
        shown = here["All"].tables[here.table]
        assert (shown.audience, shown.own) == ("public", None)


@virtual
async def test_a_table_that_awaits_its_players_deals_the_first_board_to_all_and_stays_in_memory() -> None:
    async with House() as house:
        table = await house.table(policy=FOR_EVER)
        room = house.room(table)
        people = [house.person(name) for name in SEATS]
        for seat, person in enumerate(people):
            await person.sit(table, seat)
        room.viewers.presence.awaits_all = True
        assert room.viewers.presence.awaits and not room.idle
        for person in people[:3]:
            await person.watch(table, "seat")
        await passes(60_000)
        assert room.table.game.deal_due(room.table.state)
        since_ms = room.viewers.presence.seat_presence.absent_since_ms(people[3].player.id)
        assert since_ms is not None and since_ms + 59_000 < now_ms()
        assert room.viewers.presence.seat_presence.absent_since_ms(people[0].player.id) is None
        await people[3].watch(table, "seat")
        await until(lambda: not room.table.game.deal_due(room.table.state), 1_000)
        people[3].hang_up()
        assert not room.viewers.presence.awaits, "the first board has been dealt"
