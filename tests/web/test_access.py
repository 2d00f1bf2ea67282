"""Access to private tables by HTTP, which is the same as over the websocket."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import httpx
import msgspec
import pytest

from protocol.v1.codec import MSGPACK
from protocol.v1.requests import Delay, Hello, Host, Policy, Watch, WatchAs
from protocol.v1.updates import Done, Refused
from tests.rooms import QUIET, Person, play_on
from tests.virtual import passes, virtual
from tests.web.cards.club import POLICY, Club, Member, club, code

AUDIENCES: tuple[WatchAs, ...] = ("public", "seat", "all", "director", "commentator", 0, 3)
POLICIES = {
    "open": QUIET,
    "open hands": Policy(hands="live", clock=QUIET.clock),
    "private": Policy(access="private", clock=QUIET.clock),
    "invited": Policy(access="invited", clock=QUIET.clock),
    "without watchers": Policy(watchers=False, clock=QUIET.clock),
    "a board late": Policy(delay=Delay(boards=1), clock=QUIET.clock, pause_ms=1_000),
    "a minute late": Policy(delay=Delay(ms=60_000), clock=QUIET.clock, pause_ms=1_000),
}


class Visitor:
    """A person with an HTTP client and a websocket, with or without a token."""

    def __init__(self, here: Club, member: Member | None, http: httpx.AsyncClient) -> None:
        self._here = here
        self._member = member
        self.http = http

    def wire(self) -> Person:
        """Return a new connection."""
        person = self._here.house.caller(MSGPACK, None if self._member is None else self._member.wire.player)
        person.tell(Hello())
        return person

    async def watches(self, table: str, as_: WatchAs) -> tuple[Done | Refused, Any]:
        """Return the websocket's answer to `watch`, and the view that follows."""
        wire = self.wire()
        answer = await wire.ask(Watch(table=table, as_=as_, id=1))
        await asyncio.sleep(0)
        shown = wire.tables.get(table)
        wire.hang_up()
        assert isinstance(answer, Done | Refused)
        return answer, None if shown is None else (shown.audience, shown.pub, shown.own)

    async def page(self, table: str, as_: WatchAs) -> httpx.Response:
        return await self.http.get(f"/v1/tables/{table}", params={"as": str(as_)})


async def visitor(here: Club, name: str = "", address: str = "192.0.2.9") -> Visitor:
    """Return a visitor, with a token if a name is given."""
    if not name:
        return Visitor(here, None, await here.http(None, address))
    member = await here.member(name, address)
    return Visitor(here, member, member.http)


def like_json(view: Any) -> Any:
    """Return a view as JSON reads it: with text as the keys of maps."""
    return json.loads(msgspec.json.encode(view))


async def listed(here: Club) -> list[str]:
    await passes(1_500)
    answer = await (await here.http()).get("/v1/tables")
    return [row["table"] for row in answer.json()["tables"]]


@pytest.mark.parametrize(("policy", "found"), [("open", True), ("private", False), ("invited", False)])
def test_only_an_open_table_is_listed(policy: str, found: bool) -> None:
    @virtual
    async def run() -> None:
        async with club() as here:
            table, _ = await here.four(policy=msgspec.to_builtins(POLICIES[policy]))
            assert (table in await listed(here)) is found

    run()


@virtual
async def test_a_table_that_becomes_private_leaves_the_lobby() -> None:
    async with club() as here:
        table, (north, *_) = await here.four()
        assert table in await listed(here)
        assert isinstance(await north.wire.ask(Host(table=table, policy=POLICIES["private"], id=3)), Done)
        assert table not in await listed(here)


@virtual
async def test_a_private_table_is_not_listed_either_after_the_server_has_come_back() -> None:
    async with club() as here:
        found, _ = await here.four()
        hidden, _ = await here.four(policy=msgspec.to_builtins(POLICIES["private"]))
        store = here.house.store
    async with club(store=store) as again:
        assert await listed(again) == [found]
        assert (await (await visitor(again, "Eve")).page(hidden, "public")).status_code == 200
        assert await listed(again) == [found]


@virtual
async def test_a_private_table_is_visible_with_its_id_and_a_token() -> None:
    async with club() as here:
        table, _ = await here.four(policy=msgspec.to_builtins(POLICIES["private"]))
        eve, without_token = await visitor(here, "Eve"), await visitor(here)
        assert (await eve.page(table, "public")).status_code == 200
        assert (await without_token.page(table, "public")).status_code == 403


@pytest.mark.parametrize("policy", ["invited", "without watchers"])
def test_a_table_that_is_not_open_to_strangers_shows_them_nothing(policy: str) -> None:
    @virtual
    async def run() -> None:
        async with club() as here:
            table, members = await here.four(policy=msgspec.to_builtins(POLICIES[policy]))
            eve, anonymous = await visitor(here, "Eve"), await visitor(here)
            for stranger in (eve, anonymous):
                for as_ in AUDIENCES:
                    page = await stranger.page(table, as_)
                    assert page.status_code in (401, 403), page.text
                    assert "North" not in page.text and "pub" not in page.text
                answer = await stranger.http.get(f"/v1/tables/{table}/stream")
                heard = [json.loads(line)["t"] for line in answer.text.splitlines() if line]
                assert heard == ["welcome", "refused"]
                card = await stranger.http.get(f"/v1/tables/{table}/card/NS")
                assert card.status_code in (401, 403)
            for member in members:
                assert (await member.http.get(f"/v1/tables/{table}?as=seat")).status_code == 200

    run()


@virtual
async def test_an_invited_player_may_enter_until_the_invitation_is_withdrawn() -> None:
    async with club() as here:
        table, (north, *_) = await here.four(policy=msgspec.to_builtins(POLICIES["invited"]))
        ida = await here.member("Ida", "192.0.2.8")
        url = f"/v1/tables/{table}"
        for invited, status in (((ida.wire.player.id,), 200), ((), 403)):
            assert isinstance(await north.wire.ask(Host(table=table, invited=invited, id=3)), Done)
            assert (await ida.http.get(url)).status_code == status
        assert code(await ida.http.get(url)) == (403, "forbidden")


@virtual
async def test_an_unwelcome_player_cannot_enter_by_any_address() -> None:
    async with club() as here:
        table, members = await here.four(policy=msgspec.to_builtins(POLICIES["open hands"]))
        players = [member.wire for member in members]
        eve, other = await visitor(here, "Eve"), await visitor(here, "Other", "192.0.2.8")
        stream = asyncio.create_task(eve.http.get(f"/v1/tables/{table}/stream"))
        await passes(500)
        shut = Host(table=table, unwelcome=(eve.wire().player.id,), id=3)
        assert isinstance(await players[0].ask(shut), Done)
        while not here.house.room(table).table.over:
            await play_on(here.house, table, players, 1)
        last = [json.loads(line) for line in (await stream).text.splitlines() if line][-1]
        assert (last["t"], last["kind"]) == ("notice", "closing")
        for as_ in AUDIENCES:
            assert isinstance((await eve.watches(table, as_))[0], Refused)
            assert code(await eve.page(table, as_)) == (403, "forbidden")
        for url in (f"/v1/tables/{table}/stream", f"/v1/games/{table}", f"/v1/games/{table}.1"):
            assert "forbidden" in (await eve.http.get(url)).text
        assert (await other.http.get(f"/v1/games/{table}")).status_code == 200


@virtual
async def test_only_the_current_host_sees_the_lists_of_named_players() -> None:
    async with club() as here:
        table, (north, east, *_) = await here.four()
        named = Host(
            table=table, id=3, host=east.wire.player.id, onlookers=("o",), unwelcome=("u",), invited=("i",)
        )
        assert isinstance(await north.wire.ask(named), Done)
        told = (await east.http.get(f"/v1/tables/{table}")).json()
        assert [told[ids] for ids in ("invited", "onlookers", "unwelcome")] == [["i"], ["o"], ["u"]]
        assert told["here"][north.wire.player.id] == north.wire.player.name
        assert (
            not {"invited", "onlookers", "unwelcome", "here"}
            & (await north.http.get(f"/v1/tables/{table}")).json().keys()
        )


@virtual
async def test_a_stream_ends_when_its_watcher_loses_permission() -> None:
    async with club() as here:
        table, members = await here.four()
        eve = await visitor(here, "Eve")
        stream = asyncio.create_task(eve.http.get(f"/v1/tables/{table}/stream"))
        await passes(1_000)
        shut = Host(table=table, policy=POLICIES["without watchers"], id=3)
        assert isinstance(await members[0].wire.ask(shut), Done)
        await play_on(here.house, table, [member.wire for member in members], 2)
        lines = [json.loads(line) for line in (await stream).text.splitlines() if line]
        assert [line["t"] for line in lines[:4]] == ["welcome", "done", "view", "people"]
        assert (lines[-1]["t"], lines[-1]["kind"]) == ("notice", "closing")


@pytest.mark.parametrize("cards", [0, 2])
@pytest.mark.parametrize("policy", POLICIES)
def test_the_page_of_a_table_shows_what_the_websocket_does_or_less(policy: str, cards: int) -> None:
    @virtual
    async def run() -> None:
        async with club() as here:
            table, members = await here.four(policy=msgspec.to_builtins(POLICIES[policy]))
            await play_on(here.house, table, [member.wire for member in members], 2 + cards)
            await passes(200)
            eve, anonymous = await visitor(here, "Eve"), await visitor(here)
            north = Visitor(here, members[0], members[0].http)
            for person in (eve, anonymous, north):
                for as_ in AUDIENCES:
                    page = await person.page(table, as_)
                    answer, shown = await person.watches(table, as_)
                    if isinstance(answer, Refused):
                        assert page.status_code in (401, 403), (policy, as_, page.text)
                    elif page.status_code == 200:
                        view = page.json()["view"]
                        paged = [view["audience"], view["pub"], view.get("own")]
                        assert paged == like_json(shown), (policy, as_)

    run()


@pytest.mark.parametrize("policy", ["invited", "without watchers", "open"])
def test_a_stream_begins_as_a_websocket_does(policy: str) -> None:
    @virtual
    async def run() -> None:
        async with club() as here:
            table, _ = await here.four(policy=msgspec.to_builtins(POLICIES[policy]))
            for person in (await visitor(here, "Eve"), await visitor(here)):
                for as_ in ("seat", "director", "commentator", "all", 0):
                    answer, _ = await person.watches(table, as_)
                    assert isinstance(answer, Refused)
                    stream = await person.http.get(f"/v1/tables/{table}/stream", params={"as": str(as_)})
                    (refusal,) = [json.loads(line) for line in stream.text.splitlines() if "refused" in line]
                    assert (refusal["code"], refusal["message"]) == (answer.code, answer.message)
                    assert '"view"' not in stream.text

    run()


@virtual
async def test_a_stranger_sees_no_board_of_a_match_sooner_by_http() -> None:
    async with club() as here:
        host = await here.member("Host")
        opened = (await host.http.post("/v1/matches", json={"count": 2, "policy": POLICY})).json()
        players = await here.house.four(opened["table"])
        await play_on(here.house, opened["table"], players, 2)
        await passes(500)
        for person in (await visitor(here, "Eve"), await visitor(here)):
            for table in (opened["table"], opened["other"]):
                page = await person.page(table, "public")
                assert page.status_code != 200 or page.json()["view"]["pub"]["calls"] == {}
                stream = await person.watches(table, "public")
                assert stream[1] is None or stream[1][1]["calls"] == {}
