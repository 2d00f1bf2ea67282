"""Offices that see every hand, named during a board with the consent of the other players."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from protocol.v1.requests import Consent, Host, Office, Watch
from protocol.v1.updates import Appoint, Done, People, Refused
from tests.hub.presence.company import AFTER, Company, code
from tests.rooms import House, Person
from tests.virtual import passes, virtual

OFFICES: tuple[Office, ...] = ("director", "commentator")
WATCHERS = ("Pub", "Com", "Dir")
OTHERS = ("East", "South", "West")
"""The players beside North, who is the host."""
_ids = itertools.count(1)

each_office = pytest.mark.parametrize("office", OFFICES)


async def hosted_by_north(house: House) -> tuple[Company, Person]:
    """Deal a board with North as host and a guest called Guest who watches."""
    here = await Company.gathers(house, AFTER, WATCHERS)
    assert code(await house.person("Host").ask(Host(table=here.table, host="p-North", id=1))) == "done"
    guest = await here.comes("Guest")
    await quiet(here, guest)
    return here, guest


async def quiet(here: Company, *guests: Person) -> None:
    """Wait until all pending messages have arrived, and drop them."""
    await passes(5_000)
    for person in (*here.people.values(), *guests):
        person.forget()


async def names(here: Company, office: Office) -> object:
    """Let North add the guest to the holders of the office, and return the answer."""
    holders = getattr(here.house.room(here.table).table.roles, f"{office}s")
    wish: dict[str, Any] = {f"{office}s": (*sorted(holders), "p-Guest")}
    return await here["North"].ask(Host(table=here.table, id=next(_ids), **wish))


async def consents(here: Company, name: str, office: Office, agree: bool = True) -> str:
    """Let a player consent to the guest's office, or withdraw it; return `done` or the refusal's code."""
    consent = Consent(table=here.table, player="p-Guest", office=office, agree=agree, id=next(_ids))
    return code(await here[name].ask(consent))


async def watches(guest: Person, table: str, office: Office) -> object:
    """Return the answer to the guest's request to watch by the office."""
    return await guest.ask(Watch(table=table, as_=office, id=next(_ids)))


def asked(here: Company, office: Office) -> set[str]:
    """Return the names of the people who were asked for their consent."""
    question = Appoint(table=here.table, player="p-Guest", office=office, name="Guest")
    assert all(set(person.of(Appoint)) <= {question} for person in here.people.values())
    return {name for name in here.people if question in here[name].heard}


@virtual
@each_office
async def test_a_host_that_plays_gives_no_office_during_a_board_and_the_other_players_are_asked(
    office: Office,
) -> None:
    async with House() as house:
        here, guest = await hosted_by_north(house)
        assert code(await names(here, office)) == "forbidden"
        await passes(5_000)
        assert asked(here, office) == set(OTHERS)
        for name in OTHERS:
            assert len(here[name].heard) == 1, name
        assert [type(update) for update in here["North"].heard] == [Refused]
        for name in WATCHERS:
            assert here[name].heard == [], name
        assert guest.heard == []


@virtual
@each_office
async def test_a_guest_sees_no_hand_while_the_office_lacks_a_consent(office: Office) -> None:
    async with House() as house:
        here, guest = await hosted_by_north(house)
        for agreed in ("", "East", "South"):
            if agreed:
                assert await consents(here, agreed, office) == "done"
            assert code(await names(here, office)) == "forbidden"
            assert code(await watches(guest, here.table, office)) == "forbidden"
            shown = guest.tables[here.table]
            assert (shown.audience, shown.own) == ("public", None)


@virtual
@each_office
async def test_a_guest_sees_every_hand_once_all_players_have_consented_to_the_office(office: Office) -> None:
    async with House() as house:
        here, guest = await hosted_by_north(house)
        assert code(await names(here, office)) == "forbidden"
        for name in OTHERS:
            assert await consents(here, name, office) == "done"
        assert isinstance(await names(here, office), Done)
        assert isinstance(await watches(guest, here.table, office), Done)
        own = guest.tables[here.table].own
        assert own is not None and [len(hand) for hand in own["hands"]] == [13] * 4
        await passes(5_000)
        told = here["Pub"].of(People)[-1]
        assert "p-Guest" in getattr(told, f"{office}s")


@virtual
@each_office
async def test_a_player_that_has_consented_is_not_asked_again_unless_the_consent_is_withdrawn(
    office: Office,
) -> None:
    async with House() as house:
        here, guest = await hosted_by_north(house)
        await consents(here, "East", office)
        await consents(here, "West", office)
        await names(here, office)
        assert asked(here, office) == {"South"}
        await consents(here, "West", office, agree=False)
        await quiet(here, guest)
        await names(here, office)
        assert asked(here, office) == {"South", "West"}


@virtual
@each_office
async def test_only_players_agree_to_an_office(office: Office) -> None:
    async with House() as house:
        here, guest = await hosted_by_north(house)
        here.people["Guest"] = guest
        for name in ("Guest", *WATCHERS):
            assert await consents(here, name, office) == "not_seated", name
        assert house.room(here.table).table.hand_access.consents == frozenset()


@virtual
@each_office
async def test_no_viewer_is_told_which_players_have_consented(office: Office) -> None:
    async with House() as house:
        here, guest = await hosted_by_north(house)
        room, as_public = house.room(here.table), Watch(table=here.table)
        before = room.viewers.snapshot(guest.player, as_public, guest.codec).payload
        refused = await watches(guest, here.table, office)
        for name, agree in (("East", True), ("South", True), ("South", False), ("West", True)):
            await quiet(here, guest)
            assert await consents(here, name, office, agree) == "done"
            await passes(5_000)
            assert [type(update) for update in here[name].heard] == [Done]
            for other in (*(here[each] for each in here.people if each != name), guest):
                assert other.heard == [], (name, other.player.name)
            again = await watches(guest, here.table, office)
            assert isinstance(refused, Refused) and isinstance(again, Refused)
            assert (again.code, again.message) == (refused.code, refused.message)
        late = await here.comes("Late")
        assert late.tables[here.table].version == guest.tables[here.table].version
        now = room.viewers.snapshot(guest.player, as_public, guest.codec).payload
        views = [guest.codec.decode_plain(payload, 1 << 20) for payload in (before, now)]
        assert [{**view, "now_ms": 0} for view in views] == [{**views[0], "now_ms": 0}] * 2
