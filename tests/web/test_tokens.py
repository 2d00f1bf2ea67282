"""A player with several devices: codes and tokens over HTTP, at any hub."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from protocol.v1.codes import CloseCode
from protocol.v1.requests import Hello
from protocol.v1.updates import Welcome
from tests.hub.far.test_other_hubs import houses
from tests.rooms import House, Person
from tests.virtual import passes, virtual
from tests.web.entrances import NOBODY, Caller, Entrance


async def code_of(entrance: Entrance, caller: Caller) -> str:
    made = await entrance.ask("POST", "/v1/players/me/codes", caller, {})
    assert made.status == 201 and made.plain["lifetime_s"] == 600
    return str(made.plain["code"])


async def takes(entrance: Entrance, code: str, caller: Caller = NOBODY) -> dict[str, Any]:
    taken = await entrance.ask("POST", "/v1/tokens", caller, {"code": code})
    assert taken.status == 201
    answer: dict[str, Any] = taken.plain
    return answer


async def is_known(entrance: Entrance, caller: Caller) -> bool:
    return (await entrance.ask("POST", "/v1/tables", caller, {"game": "bridge"})).status == 201


async def connects(house: House, caller: Caller) -> Person:
    person = house.caller()
    person.tell(Hello(token=caller.token))
    await passes(10)
    assert person.of(Welcome)
    return person


def closed(person: Person) -> int | None:
    return None if person.closed is None else person.closed[0]


@virtual
async def test_a_code_of_one_hub_makes_another_device_the_same_player_at_another() -> None:
    async with houses(2) as every:
        here, there = map(Entrance, every)
        ann = await here.guest("Ann")
        taken = await takes(there, await code_of(here, ann))
        assert (taken["id"], taken["name"], taken["former"]) == (ann.id, "Ann", None)
        phone = Caller(ann.id, taken["token"])
        for caller in (ann, phone):
            assert await is_known(here, caller) and await is_known(there, caller)
        player = (await connects(there.house, phone)).of(Welcome)[0].you
        assert player.id == ann.id


@virtual
async def test_a_guest_that_takes_a_code_is_told_of_the_guest_that_it_was_and_can_end_it() -> None:
    async with House() as house:
        entrance = Entrance(house)
        ann, ben = await entrance.guest("Ann"), await entrance.guest("Ben")
        taken = await takes(entrance, await code_of(entrance, ann), ben)
        assert taken["id"] == ann.id and taken["former"] == {"id": ben.id, "name": "Ben"}
        assert await is_known(entrance, ben)
        ended = await entrance.ask("DELETE", "/v1/tokens", ben)
        assert ended.plain == {"ended": 1} and not await is_known(entrance, ben)
        own = await takes(entrance, await code_of(entrance, ann), ann)
        assert own["id"] == ann.id and own["former"] is None


@virtual
@pytest.mark.parametrize("which", ["this", "others", "all"])
async def test_each_device_can_be_logged_out_at_all_hubs_with_its_connections(which: str) -> None:
    async with houses(2) as every:
        here, there = map(Entrance, every)
        desk = await here.guest("Ann")
        phone = Caller(desk.id, (await takes(here, await code_of(here, desk)))["token"])
        sockets = [await connects(each.house, caller) for each in (here, there) for caller in (desk, phone)]
        ended = await here.ask("DELETE", "/v1/tokens", desk, which=which)
        assert ended.plain == {"ended": 2 if which == "all" else 1}
        await passes(20)
        gone = {"this": [True, False], "others": [False, True], "all": [True, True]}[which]
        out = int(CloseCode.UNAUTHORIZED)
        assert [closed(each) for each in sockets] == [out if each else None for each in gone * 2]
        for entrance in (here, there):
            assert [not await is_known(entrance, caller) for caller in (desk, phone)] == gone


@virtual
async def test_a_logout_by_the_spades_api_ends_this_device_alone() -> None:
    async with House() as house:
        entrance = Entrance(house)
        desk = await entrance.guest("Ann")
        phone = Caller(desk.id, (await takes(entrance, await code_of(entrance, desk)))["token"])
        assert (await entrance.ask("POST", "/api/auth/logout", phone, {})).status == 200
        assert not await is_known(entrance, phone) and await is_known(entrance, desk)


@virtual
async def test_a_logout_of_one_device_that_was_lost_with_a_link_is_told_again_on_the_next_one() -> None:
    async with houses(2) as every:
        here, there = map(Entrance, every)
        desk = await here.guest("Ann")
        phone = Caller(desk.id, (await takes(here, await code_of(here, desk)))["token"])
        sockets = [await connects(there.house, caller) for caller in (desk, phone)]
        wires, pair = here.house.store.wires, (here.house.hub.id, there.house.hub.id)
        wires.cut.add(frozenset(pair))
        await here.ask("DELETE", "/v1/tokens", phone)
        await passes(200)
        wires.cut.clear()
        wires.break_between(*pair)
        await passes(20)
        assert [closed(each) for each in sockets] == [None, int(CloseCode.UNAUTHORIZED)]


@virtual
async def test_guesses_are_limited_for_each_address_and_for_all_addresses_at_all_hubs() -> None:
    async with houses(2, codes_per_address_burst=3, codes_burst=5) as every:
        first, second = map(Entrance, every)
        other = Entrance(every[1], "192.0.2.77")

        async def guesses(entrance: Entrance, times: int) -> list[int]:
            answers = []
            for _ in range(times):
                tried = await entrance.ask("POST", "/v1/tokens", body={"code": "00000-00000"})
                answers.append(tried.status)
                await passes(60)
            return answers

        assert await guesses(first, 2) + await guesses(second, 2) == [403, 403, 403, 429]
        assert (await guesses(other, 3)).count(403) >= 2
        refused = await other.ask("POST", "/v1/tokens", body={"code": "00000-00000"})
        assert refused.status == 429 and int(refused.headers["retry-after"]) >= 1


@virtual
async def test_all_addresses_together_may_guess_only_so_often() -> None:
    async with House(codes_burst=5, codes_s=0.001) as house:
        entrance = Entrance(house)
        statuses = []
        for number in range(8):
            entrance.address = f"192.0.2.{number}"
            statuses.append((await entrance.ask("POST", "/v1/tokens", body={"code": "00000-00000"})).status)
        assert statuses == [403] * 5 + [429] * 3


@virtual
async def test_neither_a_code_nor_a_token_is_in_the_log_or_in_a_refusal(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with House(traces=True) as house:
        entrance = Entrance(house)
        ann = await entrance.guest("Ann")
        with caplog.at_level(logging.DEBUG):
            code = await code_of(entrance, ann)
            typed = code.replace("-", "").lower()
            token = (await takes(entrance, typed))["token"]
            again = await entrance.ask("POST", "/v1/tokens", body={"code": code})
            wrong = await entrance.ask("POST", "/v1/tokens", body={"code": [typed]})
            long = await entrance.ask("POST", "/v1/tokens", body={"code": typed * 5})
        assert (again.status, wrong.status, long.status) == (403, 400, 400)
        said = caplog.text + "".join(each.body.decode() for each in (again, wrong, long))
        assert not [each for each in (code, typed, token) if each in said or each.lower() in said.lower()]


@virtual
async def test_a_code_needs_a_token_and_the_media_type_of_json() -> None:
    async with House() as house:
        entrance = Entrance(house)
        assert (await entrance.ask("POST", "/v1/players/me/codes", NOBODY, {})).status == 401
        assert (await entrance.ask("DELETE", "/v1/tokens")).status == 401
        ann = await entrance.guest("Ann")
        form = await entrance.ask("POST", "/v1/tokens", ann, b'{"code": "x"}', kind="text/plain")
        assert form.status == 415
        assert (await entrance.ask("DELETE", "/v1/tokens", ann, which="mine")).status == 400
