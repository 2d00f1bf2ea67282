"""What websockets of the seed's API are told of the lobby, hosts, invitations and being sent away."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from websockets.asyncio.client import connect

from protocol.v1.requests import Sit
from tests.web.served import QUICK, Served, needs_redis, talking
from tests.web.spades_rest.guests import Ear
from tests.web.spades_rest.people.company import Guest, guests

pytestmark = needs_redis


@asynccontextmanager
async def listening(server: Served, guest: Guest, joins: str = "", **payload: str) -> AsyncIterator[Ear]:
    """A websocket of a player, who has joined something."""
    url = server.address.replace("http", "ws", 1) + "/"
    async with connect(url, additional_headers=guest.headers, compression=None, close_timeout=0.2) as socket:
        ear = Ear(socket)
        if joins:
            await ear.say(joins, **payload)
            await ear.hears(f"JOINED{joins.removeprefix('JOIN')}")
        yield ear


def card(guest: Guest) -> dict[str, str]:
    """An observer as `state` names him."""
    return {"playerId": guest.id, "username": guest.name}


def lobby(server: Served, guest: Guest) -> Any:
    """A websocket in the lobby."""
    return listening(server, guest, "JOIN_LOBBY")


async def test_the_lobby_is_told_of_a_table_that_comes_changes_and_goes(server: Served) -> None:
    async with guests(server, "Ann", "Bob") as (ann, bob), lobby(server, bob) as ear:
        table = await ann.opens(name="Friday")
        id = table.removeprefix("/tables/")
        created = await ear.hears("TABLE_CREATED", tableId=id)
        assert (created["name"], created["hostUsername"], created["seatsAvailable"]) == ("Friday", "Ann", 3)
        assert "canJoin" not in created, "that is different for everybody"
        await ann.does(f"{table}/add-bot", seat="east")
        assert (await ear.hears("TABLE_UPDATED", tableId=id))["seatsAvailable"] == 2
        await ann.does(f"{table}/visibility", visibility="private")
        assert await ear.hears("TABLE_REMOVED") == {"tableId": id}
        await ann.does(f"{table}/visibility", visibility="public")
        assert (await ear.hears("TABLE_CREATED", tableId=id))["joinPolicy"] == "invite-only"


async def test_the_lobby_is_told_when_a_game_begins_or_a_table_ends(server: Served) -> None:
    async with guests(server, "Ann", "Bob", "Eve") as (ann, bob, eve), lobby(server, eve) as ear:
        tables = [await ann.opens(), await bob.opens()]
        for seat in ("east", "south", "west"):
            await ann.does(f"{tables[0]}/add-bot", seat=seat)
        await ear.hears("TABLE_REMOVED", tableId=tables[0].removeprefix("/tables/"))
        await bob.does(f"{tables[1]}/leave")
        await ear.hears("TABLE_REMOVED", tableId=tables[1].removeprefix("/tables/"))


async def test_the_lobby_is_told_of_what_is_done_by_the_other_api_too(server: Served) -> None:
    async with guests(server, "Ann", "Bob") as (ann, bob), lobby(server, bob) as ear:
        opened = await server.table(ann.session, game="spades", seats={}, policy=QUICK, name="Other")
        async with talking(server, ann.session) as talk:
            await talk.ask(Sit(table=opened, seat=2, id=1))
            created = await ear.hears("TABLE_CREATED", tableId=opened)
            assert created["seats"]["south"]["playerId"] == ann.id


async def test_a_table_is_told_who_was_kicked_and_so_is_he(server: Served) -> None:
    async with guests(server, "Ann", "Bob") as (ann, bob):
        table = await ann.opens()
        id = table.removeprefix("/tables/")
        await bob.does(f"{table}/sit", seat="east")
        async with listening(server, ann, "JOIN", tableId=id) as host, listening(server, bob) as ear:
            await ann.does(f"{table}/kick", playerId=bob.id)
            kicked = await host.hears("PLAYER_KICKED")
            assert kicked == {"tableId": id, "playerId": bob.id, "seat": "east"}
            assert await ear.hears("KICKED_FROM_TABLE") == {"tableId": id}


async def test_whoever_leaves_a_table_is_told_no_more_of_it_and_is_no_observer(server: Served) -> None:
    async with guests(server, "Ann", "Bob", "Cid") as (ann, bob, cid):
        table = await ann.opens()
        id = table.removeprefix("/tables/")
        await bob.does(f"{table}/sit", seat="east")
        await cid.does(f"{table}/arrive")
        for each in (bob, cid):
            async with listening(server, each, "JOIN", tableId=id) as ear:
                await each.does(f"{table}/leave")
                assert await ear.hears("LEFT") == {"tableId": id}
                assert (await ann.sees(f"{table}/state"))["observers"] == ([] if each is cid else [card(cid)])
                assert await each.sees(f"{table}/state", 403) == "NOT_AT_TABLE"


async def test_who_goes_on_to_another_table_is_told_no_more_of_the_first(server: Served) -> None:
    async with guests(server, "Ann", "Bob", "Cid") as (ann, bob, cid):
        table, other = await ann.opens(), await bob.opens()
        id = table.removeprefix("/tables/")
        await cid.does(f"{table}/arrive")
        async with listening(server, cid, "JOIN", tableId=id) as ear:
            await cid.does(f"{other}/arrive")
            assert await ear.hears("LEFT") == {"tableId": id}
            assert (await ann.sees(f"{table}/state"))["observers"] == []


async def test_a_table_is_told_who_finds_it_from_now_on_and_who_is_host(server: Served) -> None:
    async with guests(server, "Ann", "Bob") as (ann, bob):
        table = await ann.opens()
        id = table.removeprefix("/tables/")
        await bob.does(f"{table}/sit", seat="east")
        async with listening(server, bob, "JOIN", tableId=id) as ear:
            await ann.does(f"{table}/visibility", visibility="private")
            assert (await ear.hears("TABLE_VISIBILITY_CHANGED"))["visibility"] == "private"
            await ann.does(f"{table}/transfer-host", playerId=bob.id)
            assert (await ear.hears("HOST_CHANGED"))["newHostSeat"] == "east"


async def test_who_is_invited_is_told_and_his_host_when_he_declines(server: Served) -> None:
    async with guests(server, "Ann", "Bob") as (ann, bob):
        table = await ann.opens(name="Friday", visibility="private")
        async with listening(server, ann) as host, listening(server, bob) as ear:
            invited = await ann.does(f"{table}/invite", playerId=bob.id)
            heard = await ear.hears("INVITE_RECEIVED")
            assert invited.items() <= heard.items() and heard["tableName"] == "Friday"
            await bob.does(f"/invites/{invited['inviteId']}/decline")
            declined = await host.hears("INVITE_DECLINED")
            assert (declined["inviteId"], declined["playerId"]) == (invited["inviteId"], bob.id)
