"""A token that one hub has revoked is refused by all hubs within a second."""

from __future__ import annotations

from protocol.v1.codes import CloseCode
from protocol.v1.requests import Hello
from protocol.v1.updates import Welcome
from tests.hub.far.test_other_hubs import houses
from tests.rooms import House, Person
from tests.virtual import passes, virtual
from tests.web.entrances import Caller, Entrance


async def asks(entrance: Entrance, caller: Caller) -> int:
    return (await entrance.ask("POST", "/v1/tables", caller, {"game": "bridge"})).status


async def greets(house: House, caller: Caller) -> Person:
    person = house.caller()
    person.tell(Hello(token=caller.token))
    await passes(10)
    return person


async def logs_out(entrance: Entrance, caller: Caller) -> None:
    assert (await entrance.ask("POST", "/api/auth/logout", caller, {})).status == 200


@virtual
async def test_a_logout_at_one_hub_is_refused_at_all_over_http_and_websocket_within_a_second() -> None:
    async with houses(2) as every:
        here, there = map(Entrance, every)
        ann = await here.guest("Ann")
        assert await asks(there, ann) == 201 and (await greets(there.house, ann)).of(Welcome)
        await logs_out(here, ann)
        await passes(20)
        assert await asks(there, ann) == await asks(here, ann) == 401
        late = await greets(there.house, ann)
        assert not late.of(Welcome) and late.closed is not None and late.closed[0] == CloseCode.UNAUTHORIZED


@virtual
async def test_a_connection_that_was_there_before_the_logout_is_closed_at_every_hub() -> None:
    async with houses(3) as every:
        here, *others = map(Entrance, every)
        ann = await here.guest("Ann")
        open_ones = [await greets(each.house, ann) for each in others]
        await logs_out(here, ann)
        await passes(20)
        assert [each.closed and each.closed[0] for each in open_ones] == [CloseCode.UNAUTHORIZED] * 2


@virtual
async def test_a_token_is_refused_within_a_second_even_if_the_news_of_the_logout_is_lost() -> None:
    async with houses(2) as every:
        here, there = map(Entrance, every)
        ann = await here.guest("Ann")
        assert await asks(there, ann) == 201
        here.house.store.wires.cut.add(frozenset((here.house.hub.id, there.house.hub.id)))
        await logs_out(here, ann)
        await passes(1_000)
        assert await asks(there, ann) == 401


@virtual
async def test_a_logout_that_was_lost_with_a_link_is_told_again_on_the_next_one() -> None:
    async with houses(2) as every:
        here, there = map(Entrance, every)
        ann = await here.guest("Ann")
        connected = await greets(there.house, ann)
        wires, pair = here.house.store.wires, (here.house.hub.id, there.house.hub.id)
        wires.cut.add(frozenset(pair))
        await logs_out(here, ann)
        await passes(200)
        assert connected.closed is None
        wires.cut.clear()
        wires.break_between(*pair)
        await passes(20)
        assert connected.closed is not None and connected.closed[0] == CloseCode.UNAUTHORIZED
