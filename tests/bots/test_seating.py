"""The way of robots to a seat in the middle of a deal, at a real server."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from bots.client import Client
from bots.errors import Refused
from bots.guest import guest
from bots.plain_bot import PlainBot
from bots.runner import play
from bots.seating import Companions, sit_down
from protocol.v1.requests import NoClock, Policy
from protocol.v1.updates import Appoint
from tests.web.served import Served, needs_redis, served

pytestmark = needs_redis
SLOW = Policy(clock=NoClock(), robot_ms=600_000, pause_ms=0)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("kibitz")) as running:
        yield running


async def at_table_in_mid_deal(house: Served, ann: Client) -> str:
    """Open a table of robots and Ann, at which a deal is played."""
    table = await ann.open(policy=SLOW, seats=dict.fromkeys(range(4), "plain"))
    await ann.watch(table)
    await ann.sit(table, 0)
    watched = await ann.watch(table, "seat")
    updates = ann.updates(table)
    while watched.view.pub.phase == "deal":
        await anext(updates)
    return table


async def connected(house: Served, name: str) -> Client:
    return Client(house.address, token=(await guest(house.address, name)).token)


async def test_a_newcomer_waits_until_the_players_agree(house: Served) -> None:
    async with await connected(house, "Ann") as ann, await connected(house, "Bob") as bob:
        table = await at_table_in_mid_deal(house, ann)
        updates, asked = ann.updates(table), asyncio.Event()
        sitting = asyncio.create_task(sit_down(bob, table, 1, asked.set))
        request = await anext(each async for each in updates if isinstance(each, Appoint))
        assert (request.player, request.office, request.seat) == (bob.you.id, "seat", 1)
        await asked.wait()
        assert not sitting.done()
        await ann.consent(table, bob.you.id, "seat", seat=1)
        await asyncio.wait_for(sitting, 30)
        assert (await bob.watch(table, "seat")).audience == "seat"


async def test_a_refusal_for_any_other_reason_is_raised_at_once(house: Served) -> None:
    async with await connected(house, "Ann") as ann, await connected(house, "Bob") as bob:
        table = await at_table_in_mid_deal(house, ann)
        with pytest.raises(Refused, match="another player has this seat"):
            await sit_down(bob, table, 0)


async def test_robots_of_one_program_agree_to_each_other_and_play_the_same_deal(house: Served) -> None:
    async with await connected(house, "Host") as host:
        policy = Policy(clock=NoClock(), robot_ms=600_000)
        table = await host.open(policy=policy, seats=dict.fromkeys(range(4), "plain"))
        together = Companions()
        tokens = [(await guest(house.address, seat)).token for seat in "NESW"]
        played = await asyncio.gather(
            *(
                play(PlainBot(), house.address, table, seat, token, boards=1, companions=together)
                for seat, token in enumerate(tokens)
            )
        )
        assert played == [1, 1, 1, 1]
