"""Changes of the host and guests that are sent away, as the people at the table see them."""

from __future__ import annotations

from typing import Any

from protocol.v1.requests import Host, Sit, Watch
from protocol.v1.updates import Notice, People
from tests.hub.presence.company import code
from tests.rooms import House
from tests.virtual import passes, virtual


async def hosts(house: House, table: str, by: str = "Host", **changes: Any) -> str:
    """Return the answer to the host's change."""
    return code(await house.person(by).ask(Host(table=table, id=9, **changes)))


@virtual
async def test_all_viewers_see_the_new_host_and_the_former_host_may_change_nothing() -> None:
    async with House() as house:
        table = await house.table()
        ann, eve = house.person("Ann"), house.person("Eve")
        for person in (ann, eve):
            await person.watch(table)
        assert await hosts(house, table, host="p-Ann") == "done"
        await passes(1_000)
        assert [people.host for people in eve.of(People)][-1] == "p-Ann"
        assert await hosts(house, table, pause=True) == "forbidden"
        assert await hosts(house, table, "Ann", pause=True) == "done"


@virtual
async def test_a_guest_that_is_sent_away_gets_a_closing_notice_and_leaves_the_table() -> None:
    async with House() as house:
        table = await house.table()
        ann, eve = house.person("Ann"), house.person("Eve")
        for person in (ann, eve):
            await person.watch(table)
        assert await hosts(house, table, unwelcome=("p-Eve",)) == "done"
        assert [notice.kind for notice in eve.of(Notice)] == ["closing"] and not ann.of(Notice)
        assert code(await eve.ask(Sit(table=table, seat=0, id=3))) == "forbidden"
        assert code(await eve.ask(Watch(table=table, id=4))) == "forbidden"
