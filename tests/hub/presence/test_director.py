"""The call for a director: by a player or a dispute, until the director writes or rules."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from protocol.v1.requests import Host, PerMove, Rule
from protocol.v1.updates import Done, Notice, People, Refused
from server.table.clock import DIRECTOR_MS
from tests.hub.presence.company import AFTER, SEATS, Company, appoint, code, rule
from tests.rooms import House, Person, as_sent, play_on
from tests.virtual import passes, until, virtual

ROLL_BACK = {"t": "roll_back", "calls": 0}


def called(person: Person) -> bool:
    """Return the last received state of the call."""
    return person.of(People)[-1].called


def calls(person: Person) -> list[str]:
    """Return the texts of the received calls for a director."""
    return [notice.message for notice in person.of(Notice) if notice.kind == "director"]


@virtual
async def test_a_player_calls_the_director_and_all_viewers_see_the_call() -> None:
    async with House() as house:
        here = await Company.gathers(house)
        await here.says("South", "dummy has spoken", "director")
        await passes(1_000)
        assert calls(here["Dir"]) == ["South calls the director"]
        (call,) = (notice for notice in here["Dir"].of(Notice) if notice.kind == "director")
        assert (call.seat, call.name) == (2, "South")
        for name, person in here.people.items():
            assert called(person), name
            assert name == "Dir" or calls(person) == [], name


@virtual
async def test_the_call_is_over_when_the_director_has_spoken() -> None:
    async with House() as house:
        here = await Company.gathers(house)
        await here.says("South", "help", "director")
        await passes(1_000)
        await here.says("Dir", "I am here")
        await passes(1_000)
        assert not called(here["North"]) and not called(here["Pub"])


@virtual
async def test_the_call_is_over_when_the_director_has_ruled() -> None:
    async with House() as house:
        here = await Company.gathers(house)
        await here.says("South", "help", "director")
        action = as_sent(
            house.room(here.table).table.game.legal_actions(house.room(here.table).table.state, 0)[0]
        )
        here["North"].act(here.table, 1, action)
        await passes(1_000)
        assert code(await rule(here["Dir"], here.table, ROLL_BACK)) == "done"
        await passes(1_000)
        assert not called(here["North"])


@virtual
async def test_a_call_stands_until_a_director_comes_and_gets_it() -> None:
    async with House() as house:
        here = await Company.gathers(house, watchers=("Pub",))
        await here.says("South", "help", "director")
        await passes(60_000)
        assert called(here["Pub"])
        director = await here.comes("Dir", "director")
        assert calls(director) == ["a director is called"]
        assert [line.lines[0].text for line in director.heard if type(line).__name__ == "Chat"] == ["help"]


@virtual
async def test_a_director_that_watches_as_public_is_called_too_but_gets_no_private_chat() -> None:
    async with House() as house:
        here = await Company.gathers(house)
        await here["Dir"].watch(here.table, "public")
        here["Dir"].forget()
        await here.says("South", "I revoked", "director")
        assert calls(here["Dir"]) == ["South calls the director"] and here.hearers("I revoked") == ("South",)
        await here["Dir"].watch(here.table, "director")
        assert here.hearers("I revoked") == ("South", "Dir")


@pytest.mark.parametrize("name", ["Pub", "OfNorth", "All", "Com"])
def test_a_watchers_message_to_the_director_makes_no_call_that_a_seat_could_see(name: str) -> None:
    @virtual
    async def run() -> None:
        async with House() as house:
            here = await Company.gathers(house)
            await passes(1_000)
            here["North"].forget()
            await here.says(name, "East looks around", "director")
            await passes(5_000)
            assert here["North"].heard == []
            assert here.hearers("East looks around") in ((name, "Dir"), ("Com", "Dir"))

    run()


# a refused claim


async def claims(here: Company, tricks: int) -> None:
    """Play until North, who opened 7NT, claims after East's lead."""
    table = here.house.room(here.table)
    for seat, call in zip((0, 1, 2, 3), ("7NT", "P", "P", "P"), strict=True):
        await acts(here, seat, {"t": "call", "call": call})
    lead = table.table.game.legal_actions(table.table.state, 1)[0]
    await acts(here, 1, as_sent(lead))
    await acts(here, 0, {"t": "claim", "tricks": tricks})


async def acts(here: Company, seat: int, action: dict[str, Any]) -> None:
    """Send a player's action and wait until it is done."""
    person, room = here[SEATS[seat]], here.house.room(here.table)
    last = room.table.counters.get(person.player.id)
    n = 1 if last is None else last.n + 1
    prompted = action["t"] != "claim"
    start = len(person.heard)
    person.act(here.table, n, action, room.table.decision if prompted else None)
    await until(lambda: [each for each in person.heard[start:] if isinstance(each, Done | Refused)])
    (answer,) = [each for each in person.heard[start:] if isinstance(each, Done | Refused)]
    assert isinstance(answer, Done), answer


@virtual
async def test_a_refused_claim_calls_the_director_until_a_ruling() -> None:
    async with House() as house:
        here = await Company.gathers(house, AFTER, ("Pub", "Com", "Dir"))
        await claims(here, 3)
        await passes(1_000)
        assert calls(here["Dir"]) == []
        await acts(here, 1, {"t": "vote", "accept": False})
        await until(lambda: here["Dir"].of(People) and called(here["Dir"]))
        assert len(calls(here["Dir"])) == 1
        assert all(called(person) for person in here.people.values())
        assert code(await rule(here["Dir"], here.table, {"t": "tricks", "tricks": 5})) == "done"
        await passes(1_000)
        assert not any(called(person) for person in here.people.values())


@virtual
async def test_a_director_that_has_written_is_not_called_again_for_the_same_dispute() -> None:
    async with House() as house:
        here = await Company.gathers(house, AFTER, ("Dir",))
        await claims(here, 3)
        await acts(here, 1, {"t": "vote", "accept": False})
        await here.says("Dir", "let me see")
        await here.comes("Late")
        await house.person("Host").ask(Host(table=here.table, pause=True, id=1))
        await passes(2_000)
        assert len(calls(here["Dir"])) == 1 and not called(here["North"])


@virtual
async def test_a_dispute_calls_the_director_again_after_a_restart() -> None:
    async with House() as house:
        here = await Company.gathers(house, AFTER, ("Dir",))
        await claims(here, 3)
        await acts(here, 1, {"t": "vote", "accept": False})
        store = house.store
        for person in house.clients:
            person.hang_up()
        async with House(store) as after:
            director = after.person("Dir")
            await director.watch(here.table, "director")
            assert called(director) and calls(director) == ["a director is called"]


@virtual
async def test_a_table_may_have_more_than_one_director_and_all_are_called() -> None:
    async with House() as house:
        here = await Company.gathers(house)
        await appoint(house, here.table, directors=("Dir", "Second"))
        second = await here.comes("Second", "director")
        await here.says("West", "please", "director")
        assert calls(second) == calls(here["Dir"]) == ["West calls the director"]


@virtual
async def test_a_repeated_ruling_with_the_same_id_is_done_once() -> None:
    """The answer was lost with the server; the repeated ruling must not take back what players did since."""
    async with House() as house:
        here = await Company.gathers(house)
        north = here["North"]
        ruling = Rule(table=here.table, ruling=ROLL_BACK, id=77)
        assert code(await here["Dir"].ask(ruling)) == "done"
        north.act(
            here.table,
            1,
            as_sent(
                house.room(here.table).table.game.legal_actions(house.room(here.table).table.state, 0)[0]
            ),
        )
        assert code(await here["Dir"].ask(ruling)) == "done"
    async with House(house.store) as again:
        director = again.person("Dir")
        await director.watch(here.table, "director")
        assert code(await director.ask(ruling)) == "done"
        assert len(director.tables[here.table].pub["calls"]) == 1
        for other in (
            Rule(table=here.table, ruling=ROLL_BACK, id=78),
            Rule(table=here.table, ruling=ROLL_BACK, id=0),
            Rule(table=here.table, ruling={"t": "tricks", "tricks": 7, "board": 99}, id=78),
        ):
            director.tell(other)
        assert [code(answer) for answer in director.of(Done, Refused)][-3:] == [
            "done",
            "done",
            "illegal_action",
        ]
        assert again.room(here.table).table.decision == "3.0"


@virtual
async def test_play_goes_on_after_a_long_wait_for_a_director() -> None:
    async with House() as house:
        here = await Company.gathers(house, replace(AFTER, clock=PerMove(60_000)), ("Pub",))
        await claims(here, 3)
        await acts(here, 1, {"t": "vote", "accept": False})
        room = house.room(here.table)
        await passes(DIRECTOR_MS - 10_000)
        assert room.table.game.disputed(room.table.state)
        await passes(10_100)
        assert not room.table.game.disputed(room.table.state)


@virtual
async def test_a_table_stays_open_for_its_director_and_closes_after_all_people_have_left() -> None:
    async with House() as house:
        table, players = await house.dealt(options={"boards": 1})
        await appoint(house, table, directors=("Dir",))
        director = house.person("Dir")
        await director.watch(table, "public")
        await play_on(house, table, players, 4)
        await passes(60_000)
        score = {"t": "artificial", "north_south": "plus", "east_west": "plus"}
        assert code(await rule(director, table, score)) == "done"
        for person in house.clients:
            person.hang_up()
        await passes(1_700_000)
        assert not house.room(table).table.closed
        await until(lambda: house.hub.live(table) is None, 400_000)
        stored = await house.store.load(table)
        assert stored is not None and stored.meta.status == "closed"
