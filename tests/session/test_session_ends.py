"""The end of a connection at any moment, which leaves no listener, no task and no log line behind."""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from protocol.v1.bridge import Call, MakeCall
from protocol.v1.codes import CloseCode
from protocol.v1.requests import (
    Act,
    Chat,
    Hello,
    Host,
    NoClock,
    Open,
    Ping,
    Policy,
    Sit,
    Stand,
    ToServer,
    Unwatch,
    Watch,
)
from protocol.v1.updates import Pong
from server.session.session import Session
from tests.markers import every
from tests.rooms import House, Person, as_sent
from tests.virtual import passes, until, virtual

OPEN_HANDS = Policy(hands="live", clock=NoClock())

REQUESTS: dict[str, Callable[[str], ToServer]] = {
    "a table is opened": lambda table: Open(game="bridge", id=1),
    "a table is watched": lambda table: Watch(table=table, id=1),
    "hands are looked at": lambda table: Watch(table=table, as_="all", id=1),
    "a table is left": lambda table: Unwatch(table=table, id=1),
    "a seat is taken": lambda table: Sit(table=table, seat=3, id=1),
    "a seat is left": lambda table: Stand(table=table, id=1),
    "the table is changed": lambda table: Host(table=table, pause=True, id=1),
    "something is said": lambda table: Chat(table=table, text="hello", id=1),
    "a call is made": lambda table: Act(table=table, n=1, action=as_sent(MakeCall(Call.PASS)), id=1),
    "nothing is there": lambda table: Watch(table="nowhere", id=1),
}


@pytest.fixture(scope="module", autouse=True)
def _only_what_is_new_is_collected() -> Iterator[None]:
    """Keep what other files have left out of the collections here: each would look at all of it."""
    gc.collect()
    gc.freeze()
    yield


def remains(house: House) -> list[str]:
    """Return what the server still holds of a connection."""
    found = [f"listener at {room.table.id}" for room in house.hub.rooms if room.viewers.presence.has_viewers]
    found += [
        f"presence at {room.table.id}" for room in house.hub.rooms if room.viewers.presence.people_present
    ]
    found += ["a visitor"] * len(house.desk.visitors)
    found += [str(task) for task in asyncio.all_tasks() if "Session" in repr(task.get_coro())]
    return found


@pytest.mark.parametrize("asleep", [False, True], ids=["awake", "asleep"])
@pytest.mark.parametrize("after_ms", every(2, [0, 0.5, 1.5, 2.5]))
@pytest.mark.parametrize("moment", REQUESTS)
def test_a_client_that_disconnects_during_a_request_leaves_nothing_behind(
    moment: str, after_ms: float, asleep: bool, caplog: Any
) -> None:
    @virtual
    async def run() -> None:
        async with House() as house:
            table = await house.table(policy=OPEN_HANDS)
            for client in house.clients:
                client.hang_up()
            if asleep:
                await until(lambda: house.hub.live(table) is None, ms=10**7)
            eve = house.person("Eve")
            house.store.prompt = asleep
            eve.tell(REQUESTS[moment](table))
            if after_ms:
                await passes(after_ms)
            eve.hang_up()
            house.store.prompt = True
            house.store.come_back()
            await passes(100)
            assert remains(house) == []
        gc.collect()

    with caplog.at_level(logging.WARNING):
        run()
    assert caplog.text == ""


def test_a_client_that_disconnects_while_the_token_is_looked_up_leaves_nothing_behind(caplog: Any) -> None:
    @virtual
    async def run() -> None:
        async with House() as house:
            _, token = await house.guests.create("Ann")
            caller = house.caller()
            caller.tell(Hello(token=token))
            caller.tell(Watch(table="t", id=1))
            caller.hang_up()
            await passes(100)
            assert remains(house) == []

    run()
    assert caplog.text == ""


@virtual
async def test_a_client_that_disconnects_while_several_tables_are_moved_follows_none_of_them() -> None:
    async with House() as house:
        tables = [await house.table() for _ in range(3)]
        eve = house.person("Eve")
        for table in tables:
            await eve.watch(table)
            house.store.steal(table)
        for number, table in enumerate(tables):
            house.person("Bob").tell(Sit(table=table, seat=0, id=number + 1))
        for client in house.clients:
            client.hang_up()
        await passes(60_000)
        assert remains(house) == []


def connections(house: House) -> int:
    gc.collect()
    return sum(isinstance(each, Session) for each in gc.get_objects())


@virtual
async def test_a_thousand_connections_leave_nothing() -> None:
    async with House() as house:
        table = await house.table(policy=OPEN_HANDS)
        house.clients.pop().hang_up()
        before = connections(house)

        async def visit(number: int) -> None:
            visitor: Person = house.person(f"Guest {number}")
            await visitor.watch(table, "all" if number % 2 else "public")
            visitor.tell(Chat(table=table, text="hello", id=7))
            visitor.hang_up()
            house.clients.clear()

        for number in range(1_000):
            await visit(number)
        await passes(5_000)
        assert connections(house) == before
        assert remains(house) == []


@virtual
async def test_frames_that_are_kept_for_one_write_are_written_before_the_connection_closes() -> None:
    async with House() as house:
        north = house.person("North")
        sent: list[object] = []
        north.send_together = sent.extend  # type: ignore[method-assign]
        north.close = lambda code, reason: sent.append(code)  # type: ignore[method-assign]
        north.session.gather()
        north.tell(Ping(c=1))
        north.tell(Ping(c=2))
        assert not sent
        north.session.close(CloseCode.RESTART, "the server restarts")
        assert [type(each).__name__ for each in sent] == ["Frame", "Frame", "CloseCode"]
        north.session.flush()
        assert len(sent) == 3


@virtual
async def test_frames_that_are_kept_for_one_write_are_dropped_with_the_connection() -> None:
    async with House() as house:
        north = house.person("North")
        north.session.gather()
        north.tell(Ping(c=1))
        north.session.gone()
        north.session.flush()
        assert not north.of(Pong)
