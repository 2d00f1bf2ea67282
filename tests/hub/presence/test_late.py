"""Delayed watchers: the release of chat, and the change from delayed to live and back."""

from __future__ import annotations

from msgspec.structs import replace

from protocol.v1.requests import Chat, Delay, Host, Stand
from tests.hub.presence.company import LIVE, SEATS, Company, chat_texts, code, let_in
from tests.rooms import House, play_on
from tests.virtual import passes, virtual

LATE = replace(LIVE, delay=Delay(ms=60_000))


@virtual
async def test_delayed_watchers_get_views_and_chat_a_minute_late_and_their_own_chat_at_once() -> None:
    async with House() as house:
        here = await Company.gathers(house, LATE, ("Com", "Dir"))
        one, other = await here.comes("One", "all"), await here.comes("Other", "public")
        await here.says("North", "good luck")
        await here.says("Com", "a cold slam")
        await here.says("South", "weak", "opponents")
        await one.ask(Chat(table=here.table, text="when does it start?", id=1))
        assert chat_texts(one) == chat_texts(other) == ["when does it start?"]
        assert chat_texts(here["Dir"])[-1] == chat_texts(here["Com"])[-1] == "when does it start?"
        assert all("when does it start?" not in chat_texts(here[seat]) for seat in SEATS)
        await passes(50_000)
        assert chat_texts(await here.comes("Late")) == ["when does it start?"]
        await passes(15_000)
        for watcher in (one, other):
            assert {"good luck", "a cold slam"} <= set(chat_texts(watcher))
        assert "good luck" in chat_texts(await here.comes("Later"))


@virtual
async def test_a_delayed_watcher_becomes_live_when_the_delay_ends_and_delayed_again_when_it_begins() -> None:
    async with House() as house:
        here = await Company.gathers(house, LIVE, ("Pub",))
        pub = here["Pub"]
        await play_on(house, here.table, [here[name] for name in SEATS], 1)
        assert len(pub.tables[here.table].pub["calls"]) == 1
        host = house.person("Host")
        await host.ask(Host(table=here.table, policy=LATE, id=1))
        await passes(500)
        assert pub.tables[here.table].pub["calls"] == {}
        await play_on(house, here.table, [here[name] for name in SEATS], 3)
        await host.ask(Host(table=here.table, policy=LIVE, id=2))
        await passes(500)
        assert len(pub.tables[here.table].pub["calls"]) == 4


@virtual
async def test_a_delayed_watcher_that_sits_down_sees_the_table_live() -> None:
    async with House() as house:
        here = await Company.gathers(house, LATE, ())
        await play_on(house, here.table, [here[name] for name in SEATS], 1)
        await here["West"].ask(Stand(table=here.table, id=1))
        new = await here.comes("New")
        assert new.tables[here.table].pub["calls"] == {}
        await let_in(house, here.table, "New", 3)
        assert code(await new.sit(here.table, 3)) == "done"
        shown = new.tables[here.table]
        assert shown.audience == "seat" and len(shown.pub["calls"]) == 1
