"""Chairs during a deal: another person comes into one only with the consent of the deal's players."""

from __future__ import annotations

import itertools
from typing import Any

from msgspec.structs import replace

from protocol.v1.requests import Consent, Delay, Host, Policy, Sit, Stand, Watch
from protocol.v1.updates import Appoint, Done, Notice, Refused
from server.hub.consents import MOST_UNTOLD
from server.hub.presence import KNOCKS
from tests.hub.presence.company import AFTER, LIVE, Company, code, show
from tests.rooms import House, Person
from tests.virtual import passes, until, virtual

NORTH, EAST, SOUTH, WEST = range(4)
SHORT = replace(AFTER, hold_ms=0)
_ids = itertools.count(1)


async def hosted_by_north(house: House, policy: Policy = AFTER, **before: Any) -> tuple[Company, Person]:
    """Deal a board with North as host and a guest of North who watches.

    `before` are changes of the table by the host before the deal.
    """
    table = await house.table("North", policy)
    here = Company(house, table)
    if before:
        assert code(await house.person("North").ask(Host(table=table, id=next(_ids), **before))) == "done"
    guest = await here.comes("Guest")
    here.people |= zip(("North", "East", "South", "West"), await house.four(table), strict=True)
    await until(lambda: house.room(table).table.hidden)
    await quiet(here, guest)
    return here, guest


async def quiet(here: Company, *guests: Person) -> None:
    """Wait until all pending messages have arrived, and drop them."""
    await passes(5_000)
    for person in (*here.people.values(), *guests):
        person.forget()


async def asks_host(here: Company, name: str = "North", **wishes: Any) -> object:
    """Send a request of the host, and return the answer."""
    return await here[name].ask(Host(table=here.table, id=next(_ids), **wishes))


async def stands(here: Company, name: str) -> None:
    assert code(await here[name].ask(Stand(table=here.table, id=next(_ids)))) == "done"


async def agrees(here: Company, name: str, seat: int, player: str = "p-Guest", agree: bool = True) -> str:
    """Let a player consent that a guest comes to a seat, or withdraw it; return `done` or the code."""
    consent = Consent(table=here.table, player=player, office="seat", seat=seat, agree=agree, id=next(_ids))
    return code(await here[name].ask(consent))


async def watches(person: Person, table: str, as_: Any) -> object:
    """Return the answer to a request to watch."""
    return await person.ask(Watch(table=table, as_=as_, id=next(_ids)))


def seen(person: Person, table: str) -> int:
    """Return the number of cards that a person has been shown."""
    own = person.tables[table].own
    return 0 if own is None or own["hand"] is None else len(own["hand"])


def player_of(here: Company, seat: int) -> str | None:
    return here.house.room(here.table).table.chairs[seat].player


# the attacks


@virtual
async def test_a_host_puts_no_second_guest_into_the_chair_of_a_player() -> None:
    async with House() as house:
        here, guest = await hosted_by_north(house)
        assert code(await asks_host(here, place={EAST: "p-Guest"})) == "forbidden"
        assert player_of(here, EAST) == "p-East"
        assert seen(guest, here.table) == 0


@virtual
async def test_a_host_that_removes_a_player_lets_no_guest_into_the_free_chair() -> None:
    async with House() as house:
        here, guest = await hosted_by_north(house)
        assert code(await asks_host(here, place={EAST: None}, seats={EAST: "plain"})) == "done"
        assert code(await guest.sit(here.table, EAST)) == "forbidden"
        assert code(await asks_host(here, place={EAST: "p-Guest"})) == "forbidden"
        assert seen(guest, here.table) == 0


@virtual
async def test_a_guest_invited_before_the_deal_does_not_take_the_chair_of_a_removed_player() -> None:
    async with House() as house:
        here, guest = await hosted_by_north(house, invited=("p-Guest",))
        assert code(await asks_host(here, place={EAST: None})) == "done"
        assert code(await guest.sit(here.table, EAST)) == "forbidden"
        assert code(await asks_host(here, seats={EAST: "plain"})) == "done"
        assert code(await asks_host(here, seats={EAST: None})) == "done"
        assert code(await guest.sit(here.table, EAST)) == "forbidden"
        assert seen(guest, here.table) == 0


@virtual
async def test_a_host_does_not_open_the_chair_of_a_player_in_a_short_drop() -> None:
    async with House(robots={}) as house:
        here, guest = await hosted_by_north(house)
        here["East"].hang_up()
        assert code(await asks_host(here, policy=replace(AFTER, hold_ms=0))) == "forbidden"
        await passes(1_000)
        assert code(await guest.sit(here.table, EAST)) == "forbidden"
        assert player_of(here, EAST) == "p-East"


@virtual
async def test_a_hold_that_was_short_before_the_deal_opens_no_chair_to_an_accomplice() -> None:
    async with House() as house:
        here, guest = await hosted_by_north(house, SHORT)
        await stands(here, "South")
        await stands(here, "West")
        here["East"].hang_up()
        await passes(1_000)
        assert house.room(here.table).table.chairs[EAST].owner == "p-East"
        assert await agrees(here, "North", EAST) == "done"
        assert code(await guest.sit(here.table, EAST)) == "forbidden"
        assert seen(guest, here.table) == 0


@virtual
async def test_a_player_that_has_held_a_hand_watches_no_other_hand_of_the_deal() -> None:
    async with House() as house:
        here, guest = await hosted_by_north(house, LIVE)
        await stands(here, "South")
        await passes(1_000)
        for as_ in ("all", EAST):
            assert code(await watches(here["South"], here.table, as_)) == "forbidden"
        assert code(await watches(here["South"], here.table, SOUTH)) == "done"
        assert code(await watches(guest, here.table, EAST)) == "done"
        await passes(1_000)
        assert seen(here["South"], here.table) == 13


@virtual
async def test_a_player_that_has_held_a_hand_is_shown_no_other_by_permission_or_office() -> None:
    async with House() as house:
        here, _ = await hosted_by_north(house, AFTER, directors=("p-South",))
        await stands(here, "South")
        assert code(await show(here["East"], here.table, "South")) == "done"
        for as_ in (EAST, "director"):
            assert code(await watches(here["South"], here.table, as_)) == "forbidden"
        assert code(await here["South"].sit(here.table, SOUTH)) == "done"


@virtual
async def test_a_player_that_has_held_a_hand_sees_no_other_a_little_later() -> None:
    async with House() as house:
        here, _ = await hosted_by_north(house, replace(AFTER, delay=Delay(ms=1_000)))
        await stands(here, "South")
        assert code(await watches(here["South"], here.table, "all")) == "forbidden"


@virtual
async def test_an_open_hand_is_shown_to_no_more_watchers_during_a_deal() -> None:
    async with House() as house:
        live = replace(LIVE, access="private", watchers=True)
        here, _ = await hosted_by_north(house, live, unwelcome=("p-Bad",))
        assert code(await asks_host(here, policy=replace(live, access="open"))) == "forbidden"
        assert code(await asks_host(here, unwelcome=())) == "forbidden"
        closed = replace(live, access="invited", watchers=False)
        assert code(await asks_host(here, policy=closed)) == "done"
        assert code(await asks_host(here, policy=replace(closed, watchers=True))) == "forbidden"
        assert code(await asks_host(here, policy=replace(closed, access="private"))) == "forbidden"
        assert code(await asks_host(here, onlookers=("p-Guest",))) == "forbidden"
        assert code(await asks_host(here, invited=("p-Guest",))) == "forbidden"
        after = replace(AFTER, access="private", watchers=True)
        assert code(await asks_host(here, policy=after, unwelcome=())) == "done"


# the questions


@virtual
async def test_a_guest_that_sits_down_is_refused_and_the_players_of_the_deal_are_asked() -> None:
    async with House() as house:
        here, guest = await hosted_by_north(house)
        await stands(here, "West")
        await quiet(here, guest)
        answer = await guest.sit(here.table, WEST)
        assert isinstance(answer, Refused) and answer.message.endswith("the server asks East, North, South")
        await passes(5_000)
        question = Appoint(table=here.table, player="p-Guest", office="seat", name="Guest", seat=WEST)
        assert all(here[name].heard == [question] for name in ("North", "East", "South"))
        assert here["West"].heard == []
        assert [(each.kind, each.seat, each.player) for each in guest.of(Notice)] == [
            ("asked", WEST, "p-Guest")
        ]


@virtual
async def test_the_guest_hears_when_all_have_agreed_and_then_sits_down() -> None:
    async with House() as house:
        here, guest = await hosted_by_north(house)
        await stands(here, "West")
        await guest.sit(here.table, WEST)
        await quiet(here, guest)
        for name in ("North", "East"):
            assert await agrees(here, name, WEST) == "done"
        assert code(await guest.sit(here.table, WEST)) == "forbidden"
        await quiet(here, guest)
        assert await agrees(here, "South", WEST) == "done"
        assert [(each.kind, each.seat) for each in guest.of(Notice)] == [("agreed", WEST)]
        assert code(await guest.sit(here.table, WEST)) == "done"
        assert seen(guest, here.table) == 13


@virtual
async def test_a_host_hears_when_all_have_agreed_to_a_newcomer_and_seats_the_newcomer() -> None:
    async with House() as house:
        here, guest = await hosted_by_north(house)
        assert code(await asks_host(here, place={EAST: "p-Guest"})) == "forbidden"
        await quiet(here, guest)
        for name in ("East", "South", "West"):
            assert await agrees(here, name, EAST) == "done"
        assert [each.kind for each in here["North"].of(Notice)] == ["agreed"]
        assert code(await asks_host(here, place={EAST: "p-Guest"})) == "done"
        assert (player_of(here, EAST), seen(guest, here.table)) == ("p-Guest", 13)


@virtual
async def test_no_consent_is_told_before_the_last_and_a_withdrawn_one_is_missing_again() -> None:
    async with House() as house:
        here, guest = await hosted_by_north(house)
        await stands(here, "West")
        await guest.sit(here.table, WEST)
        for name, agree in (("East", True), ("South", True), ("South", False), ("North", True)):
            await quiet(here, guest)
            assert await agrees(here, name, WEST, agree=agree) == "done"
            await passes(5_000)
            assert [type(update) for update in here[name].heard] == [Done]
            for other in (*(here[each] for each in here.people if each != name), guest):
                assert other.heard == [], (name, other.player.name)
        assert code(await guest.sit(here.table, WEST)) == "forbidden"


@virtual
async def test_a_guest_that_asks_again_and_again_disturbs_the_players_once_a_minute() -> None:
    async with House() as house:
        here, guest = await hosted_by_north(house)
        await stands(here, "West")
        for _ in range(5):
            assert code(await guest.sit(here.table, WEST)) == "forbidden"
        assert len(here["North"].of(Appoint)) == 1
        await passes(61_000)
        await guest.sit(here.table, WEST)
        assert len(here["North"].of(Appoint)) == 2


@virtual
async def test_a_player_that_sat_down_since_is_asked_at_once_and_the_others_not_again() -> None:
    async with House() as house:
        here, guest = await hosted_by_north(house, invited=("p-Early",))
        await stands(here, "West")
        await stands(here, "South")
        early = await here.comes("Early")
        await guest.sit(here.table, WEST)
        assert code(await early.sit(here.table, SOUTH)) == "done"
        for _ in range(3):
            assert code(await guest.sit(here.table, WEST)) == "forbidden"
        assert len(early.of(Appoint)) == 1
        assert len(here["North"].of(Appoint)) == 1


@virtual
async def test_a_player_that_was_not_there_when_the_guest_asked_is_asked_on_coming_back() -> None:
    async with House() as house:
        here, guest = await hosted_by_north(house)
        await stands(here, "West")
        here["East"].hang_up()
        await guest.sit(here.table, WEST)
        question = Appoint(table=here.table, player="p-Guest", office="seat", name="Guest", seat=WEST)
        back = await here.comes("East", "seat")
        assert back.of(Appoint) == [question]
        assert (await here.comes("West")).of(Appoint) == [], "West is not asked"
        here.people["East"] = back
        for name in ("North", "East", "South"):
            assert await agrees(here, name, WEST) == "done"
        assert (await here.comes("East", "seat")).of(Appoint) == [], "East has agreed"
        assert code(await guest.sit(here.table, WEST)) == "done"


@virtual
async def test_a_player_that_was_not_there_when_the_host_asked_is_asked_on_coming_back() -> None:
    async with House() as house:
        here, _ = await hosted_by_north(house)
        here["South"].hang_up()
        assert code(await asks_host(here, place={EAST: "p-Guest"})) == "forbidden"
        assert [each.player for each in (await here.comes("South", "seat")).of(Appoint)] == ["p-Guest"]


@virtual
async def test_a_question_ends_with_the_deal() -> None:
    async with House() as house:
        here, guest = await hosted_by_north(house)
        assert code(await asks_host(here, place={EAST: "p-Guest"})) == "forbidden"
        await here.board_over()
        assert (await here.comes("South", "seat")).of(Appoint) == []
        await until(lambda: house.room(here.table).table.hidden, 120_000)
        assert (await here.comes("South", "seat")).of(Appoint) == []
        assert guest.of(Appoint) == []


@virtual
async def test_a_crowd_of_newcomers_is_no_flood_for_a_player_that_comes_back() -> None:
    async with House() as house:
        here, _ = await hosted_by_north(house)
        await stands(here, "West")
        for number in range(3 * KNOCKS):
            crowd = await here.comes(f"Guest {number}")
            assert code(await crowd.sit(here.table, WEST)) == "forbidden"
        assert len((await here.comes("East", "seat")).of(Appoint)) == KNOCKS


@virtual
async def test_the_consents_and_the_invitations_before_the_deal_survive_a_restart() -> None:
    async with House() as house:
        here, _ = await hosted_by_north(house, invited=("p-Early",))
        await stands(here, "West")
        for name in ("North", "East", "South"):
            assert await agrees(here, name, WEST) == "done"
        assert code(await asks_host(here, invited=("p-Early", "p-Late"))) == "done"
    async with House(house.store) as again:
        for name, answer in (("Late", "forbidden"), ("Guest", "done")):
            assert code(await again.person(name).sit(here.table, WEST)) == answer
        assert code(await again.person("Guest").ask(Stand(table=here.table, id=next(_ids)))) == "done"
        assert code(await again.person("Early").sit(here.table, WEST)) == "forbidden"
        north = again.person("North")
        assert code(await north.ask(Stand(table=here.table, id=next(_ids)))) == "done"
        assert code(await again.person("Early").sit(here.table, NORTH)) == "done"


# the player whose chair it is


@virtual
async def test_a_player_that_the_host_removes_replaces_and_puts_back_is_told_each_time() -> None:
    async with House() as house:
        here, guest = await hosted_by_north(house)
        assert code(await asks_host(here, place={EAST: None})) == "done"
        assert code(await asks_host(here, place={EAST: "p-East"})) == "done"
        for name in ("East", "South", "West"):
            assert await agrees(here, name, EAST) == "done"
        assert code(await asks_host(here, place={EAST: "p-Guest"})) == "done"
        told = [(each.kind, each.seat, each.player, each.name) for each in here["East"].of(Notice)]
        assert told == [
            ("seat", EAST, None, ""),
            ("seat", EAST, "p-East", "East"),
            ("seat", EAST, "p-Guest", "Guest"),
        ]
        assert [(each.kind, each.player) for each in guest.of(Notice)] == [("seat", "p-Guest")]
        for name in ("North", "South", "West"):
            assert here[name].of(Notice) == []


@virtual
async def test_a_player_that_may_not_stay_is_told_of_the_seat_before_the_table_closes_to_the_player() -> None:
    async with House() as house:
        here, _ = await hosted_by_north(house)
        assert code(await asks_host(here, place={EAST: None}, unwelcome=("p-East",))) == "done"
        await passes(1_000)
        assert [each.kind for each in here["East"].of(Notice)] == ["seat", "closing"]


@virtual
async def test_a_player_that_the_host_replaces_during_a_short_drop_is_told_on_coming_back() -> None:
    async with House() as house:
        here, _ = await hosted_by_north(house)
        for name in ("East", "South", "West"):
            assert await agrees(here, name, EAST) == "done"
        here["East"].hang_up()
        assert code(await asks_host(here, place={EAST: "p-Guest"})) == "done"
        back = await here.comes("East")
        await passes(1_000)
        told = [(each.kind, each.seat, each.player, each.name) for each in back.of(Notice)]
        assert told == [("seat", EAST, "p-Guest", "Guest")]
        again = await here.comes("East")
        assert again.of(Notice) == [], "expected one notice"


@virtual
async def test_a_player_that_is_replaced_and_put_back_during_a_short_drop_is_told_on_coming_back() -> None:
    async with House() as house:
        here, _ = await hosted_by_north(house)
        here["East"].hang_up()
        assert code(await asks_host(here, place={EAST: None})) == "done"
        east = house.person("East")
        assert code(await watches(east, here.table, "seat")) == "not_seated"
        assert code(await watches(east, here.table, "public")) == "done"
        assert [(each.kind, each.player) for each in east.of(Notice)] == [("seat", None)]
        east.hang_up()
        assert code(await asks_host(here, place={EAST: "p-East"})) == "forbidden"


@virtual
async def test_a_notice_of_a_seat_is_forgotten_when_the_deal_is_over() -> None:
    async with House() as house:
        here, guest = await hosted_by_north(house)
        for name in ("East", "South", "West"):
            assert await agrees(here, name, EAST) == "done"
        here["East"].hang_up()
        assert code(await asks_host(here, place={EAST: "p-Guest"})) == "done"
        here.people["East"] = guest
        await here.board_over()
        back = await here.comes("East")
        assert not [each for each in back.of(Notice) if each.kind == "seat"]


@virtual
async def test_only_the_last_notices_for_absent_players_are_kept() -> None:
    async with House() as house:
        table = await house.table("North")
        here = Company(house, table)
        here.people["North"] = await here.comes("North")
        for number in range(MOST_UNTOLD + 1):
            guest = await here.comes(f"Guest {number}")
            assert code(await guest.sit(table, EAST)) == "done"
            guest.hang_up()
            assert code(await asks_host(here, place={EAST: None})) == "done"
        told = [len((await here.comes(f"Guest {n}")).of(Notice)) for n in range(MOST_UNTOLD + 1)]
        assert told == [0] + [1] * MOST_UNTOLD


@virtual
async def test_players_that_stand_up_sit_down_or_move_by_themselves_are_told_nothing() -> None:
    async with House() as house:
        table = await house.table("North")
        ann = house.person("Ann")
        await ann.watch(table)
        await ann.sit(table, EAST)
        assert code(await ann.ask(Sit(table=table, seat=WEST, move=True, id=next(_ids)))) == "done"
        assert code(await ann.ask(Stand(table=table, id=next(_ids)))) == "done"
        assert ann.of(Notice) == []
