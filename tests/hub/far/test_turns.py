"""One request at a time has the turn of a name, through whichever hub it comes."""

from __future__ import annotations

import asyncio

import pytest

from server.errors import Refusal
from server.hub.contact import DEAD_MS
from server.hub.far import messages
from server.hub.far import turns as module
from server.hub.far.turns import Turns
from tests.hub.far.test_other_hubs import houses
from tests.rooms import House
from tests.virtual import passes, until, virtual


class Diary:
    """The requests that have had a turn, each with its begin and end."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    async def takes(self, house: House, name: str, who: str, ms: int = 100) -> None:
        async with house.hub.others.turns.of(name):
            self.lines.append(f"{who} begins")
            await passes(ms)
            self.lines.append(f"{who} ends")

    def overlaps(self) -> bool:
        return any(
            self.lines[at].split()[0] != self.lines[at + 1].split()[0] for at in range(0, len(self.lines), 2)
        )


def kept_by(house: House) -> str:
    """Return a name of which this hub gives out the turns."""
    others = house.hub.others
    return next(name for name in map(str, range(1_000)) if others.heir(name) == house.hub.id)


@virtual
async def test_requests_through_three_hubs_have_the_turn_of_a_name_one_after_the_other() -> None:
    async with houses(3) as every:
        diary = Diary()
        wishes = [
            diary.takes(house, "ann", f"{number}{again}")
            for number, house in enumerate(every)
            for again in "ab"
        ]
        await asyncio.gather(*wishes)
        assert len(diary.lines) == 12 and not diary.overlaps()


@virtual
async def test_turns_of_different_names_do_not_wait_for_each_other() -> None:
    async with houses(2) as (here, there):
        diary = Diary()
        await asyncio.gather(diary.takes(here, "ann", "ann"), diary.takes(there, "bob", "bob"))
        assert diary.lines[:2] in (["ann begins", "bob begins"], ["bob begins", "ann begins"])


@virtual
async def test_a_request_that_is_given_up_while_it_waits_keeps_no_turn() -> None:
    async with houses(2) as (here, there):
        diary, name = Diary(), kept_by(here)
        first = asyncio.create_task(diary.takes(here, name, "first", 1_000))
        await passes(10)
        second = asyncio.create_task(diary.takes(there, name, "second"))
        await passes(100)
        second.cancel()
        await first
        await asyncio.wait_for(diary.takes(here, name, "third"), 1)
        assert diary.lines == ["first begins", "first ends", "third begins", "third ends"]
        assert not here.hub.others.turns._given


@virtual
async def test_a_turn_that_is_taken_back_in_the_same_breath_is_not_given() -> None:
    async with houses(2) as (here, there):
        diary, name = Diary(), kept_by(here)
        both = messages.encode_all((messages.Turn(1, name, 5), messages.TurnOver(5)))
        here.hub.others.hear(there.hub.id, 1, both)
        await passes(10)
        await asyncio.wait_for(diary.takes(here, name, "next"), 1)
        assert diary.lines == ["next begins", "next ends"] and not here.hub.others.turns._given


@virtual
async def test_a_turn_of_a_dead_hub_is_free_again() -> None:
    async with houses(2) as (here, there):
        diary, name = Diary(), kept_by(here)
        asyncio.get_running_loop().create_task(diary.takes(there, name, "dead", 10**9))
        await until(lambda: diary.lines)
        there.kill()
        waiting = asyncio.create_task(diary.takes(here, name, "living"))
        await passes(DEAD_MS + 2_000)
        assert waiting.done() and diary.lines[1:] == ["living begins", "living ends"]


@virtual
async def test_a_request_is_refused_if_the_hub_that_gives_out_the_turn_dies_meanwhile() -> None:
    async with houses(2) as (here, there):
        diary, name = Diary(), kept_by(there)
        first = asyncio.create_task(diary.takes(there, name, "first", 10**9))
        await until(lambda: diary.lines)
        waiting = asyncio.create_task(diary.takes(here, name, "waiting"))
        await passes(10)
        there.kill()
        await passes(DEAD_MS + 2_000)
        with pytest.raises(Refusal) as refused:
            await waiting
        assert refused.value.code == "unavailable" and refused.value.retry_ms
        first.cancel()
        await diary.takes(here, name, "again")


@virtual
async def test_a_turn_that_another_hub_keeps_for_ever_is_taken_back() -> None:
    async with houses(2) as (here, there):
        diary, name = Diary(), kept_by(here)
        held = asyncio.create_task(diary.takes(there, name, "held", 10**9))
        await until(lambda: diary.lines)
        waiting = asyncio.create_task(diary.takes(here, name, "next"))
        await passes(module.LONGEST_S * 1000 + 1_000)
        assert waiting.done()
        held.cancel()


@virtual
async def test_a_lone_hub_gives_out_its_turns_itself() -> None:
    async with House() as house:
        diary = Diary()
        await asyncio.gather(*(diary.takes(house, "ann", str(number)) for number in range(3)))
        assert not diary.overlaps() and isinstance(house.hub.others.turns, Turns)
