"""Sessions inside the process, with which the API follows tables for its players."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from protocol.v1.codes import CloseCode, Code
from protocol.v1.requests import Delay, Host, Policy
from protocol.v1.updates import Done, Patch, ToClient, View, Welcome
from server.errors import Refusal
from server.games.base import Public, Seated
from server.hub.handle import TableHandle
from server.web.spades_rest.watch_session import WatchSession, seat_of
from tests.rooms import QUIET, House
from tests.virtual import passes, virtual


class Follower:
    """A watch session of Ann, with a record of its updates and of its close codes."""

    def __init__(self, house: House) -> None:
        self.updates: list[ToClient] = []
        self.closed: list[int] = []
        self.session = WatchSession(
            house.desk,
            house.player("Ann"),
            self.updates.append,
            lambda code, reason: self.closed.append(code),
        )

    def views(self) -> list[str | int]:
        """Return the audiences of the received views, oldest first."""
        return [update.audience for update in self.updates if isinstance(update, View)]


@asynccontextmanager
async def following() -> AsyncIterator[tuple[House, TableHandle, Follower]]:
    """Yield a table of Spades without players, and a follower that has watched no table yet."""
    async with House() as house:
        table = await house.table(policy=QUIET, game="spades")
        yield house, await house.hub.handle(table), Follower(house)


@virtual
async def test_a_player_without_a_seat_follows_a_table_as_the_public() -> None:
    async with following() as (house, table, follower):
        assert seat_of(await table.summary(), house.player("Ann")) is None
        assert await follower.session.watch(table)
        assert table.audience_of(follower.session.session) == Public()
        assert follower.views() == ["public"]


@virtual
async def test_a_table_that_is_followed_already_is_not_watched_again_until_the_player_sits() -> None:
    async with following() as (house, table, follower):
        assert await follower.session.watch(table)
        assert not await follower.session.watch(table)
        assert isinstance(await house.person("Ann").sit(table.id, 2), Done)
        assert seat_of(await table.summary(), house.player("Ann")) == 2
        await follower.session.watch(table)
        assert table.audience_of(follower.session.session) == Seated(2)
        assert follower.views()[-1] == "seat"


@virtual
async def test_answers_are_not_passed_on_as_updates() -> None:
    async with following() as (house, table, follower):
        await follower.session.watch(table)
        await house.four(table.id)
        await passes(2_000)
        kinds = {type(update) for update in follower.updates}
        assert Patch in kinds and kinds.isdisjoint({Done})
        assert sum(isinstance(update, Welcome) for update in follower.updates) == 1


@virtual
async def test_a_table_without_watchers_refuses_the_session() -> None:
    async with following() as (house, table, follower):
        shut = Host(table=table.id, policy=Policy(watchers=False), id=1)
        assert isinstance(await house.person("Host").ask(shut), Done)
        with pytest.raises(Refusal) as refused:
            await follower.session.watch(table)
        assert refused.value.code is Code.FORBIDDEN


@virtual
async def test_a_session_that_stops_following_gets_no_more_updates() -> None:
    async with following() as (house, table, follower):
        await follower.session.watch(table)
        follower.session.unwatch(table.id)
        await passes(100)
        follower.updates.clear()
        await house.four(table.id)
        await passes(2_000)
        assert follower.updates == [] and table.audience_of(follower.session.session) is None


@virtual
async def test_the_end_of_a_session_refuses_the_request_that_still_waits() -> None:
    async with House() as house:
        table = await house.table(policy=Policy(delay=Delay(ms=60_000)), game="spades")
        follower, found = Follower(house), await house.hub.handle(table)
        house.store.away = True
        waiting = asyncio.create_task(follower.session.watch(found))
        await passes(100)
        assert not waiting.done(), "the delayed log has not been read"
        follower.session.end()
        with pytest.raises(Refusal, match="this player has left the table"):
            await waiting


@virtual
async def test_the_close_of_a_session_is_reported_with_its_code() -> None:
    async with following() as (house, _, follower):
        house.desk.visitors.say_goodbye()
        assert follower.closed == [CloseCode.RESTART]
