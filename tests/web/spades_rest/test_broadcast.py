"""Websocket events of the seed's API about the lobby, hosts, invitations and kicks."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from websockets.asyncio.client import connect

from protocol.v1.requests import Sit
from tests.web.served import QUICK, Served, needs_redis, talking
from tests.web.spades_rest.company import Guest, guests
from tests.web.spades_rest.guests import EventSocket

pytestmark = needs_redis


@asynccontextmanager
async def listening(
    server: Served, guest: Guest, joins: str = "", **payload: str
) -> AsyncIterator[EventSocket]:
    """Yield a websocket of a player that has joined a table or the lobby."""
    url = server.address.replace("http", "ws", 1) + "/"
    async with connect(url, additional_headers=guest.headers, compression=None, close_timeout=0.2) as socket:
        ear = EventSocket(socket)
        if joins:
            await ear.say(joins, **payload)
            await ear.hears(f"JOINED{joins.removeprefix('JOIN')}")
        yield ear


def card(guest: Guest) -> dict[str, str]:
    """Return an observer as `state` lists it."""
    return {"playerId": guest.id, "username": guest.name}


def lobby(server: Served, guest: Guest) -> Any:
    """Yield a websocket in the lobby."""
    return listening(server, guest, "JOIN_LOBBY")


async def test_the_lobby_gets_events_of_new_changed_and_removed_tables(server: Served) -> None:
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


async def test_the_lobby_gets_an_event_when_a_game_begins_or_a_table_ends(server: Served) -> None:
    async with guests(server, "Ann", "Bob", "Eve") as (ann, bob, eve), lobby(server, eve) as ear:
        tables = [await ann.opens(), await bob.opens()]
        for seat in ("east", "south", "west"):
            await ann.does(f"{tables[0]}/add-bot", seat=seat)
        await ear.hears("TABLE_REMOVED", tableId=tables[0].removeprefix("/tables/"))
        await bob.does(f"{tables[1]}/leave")
        await ear.hears("TABLE_REMOVED", tableId=tables[1].removeprefix("/tables/"))


async def test_the_lobby_gets_events_of_changes_by_protocol_v1(server: Served) -> None:
    async with guests(server, "Ann", "Bob") as (ann, bob), lobby(server, bob) as ear:
        opened = await server.table(ann.session, game="spades", seats={}, policy=QUICK, name="Other")
        async with talking(server, ann.session) as talk:
            await talk.ask(Sit(table=opened, seat=2, id=1))
            created = await ear.hears("TABLE_CREATED", tableId=opened)
            assert created["seats"]["south"]["playerId"] == ann.id


async def test_a_kick_is_an_event_for_the_table_and_the_player(server: Served) -> None:
    async with guests(server, "Ann", "Bob") as (ann, bob):
        table = await ann.opens()
        id = table.removeprefix("/tables/")
        await bob.does(f"{table}/sit", seat="east")
        async with listening(server, ann, "JOIN", tableId=id) as host, listening(server, bob) as ear:
            await ann.does(f"{table}/kick", playerId=bob.id)
            kicked = await host.hears("PLAYER_KICKED")
            assert kicked == {"tableId": id, "playerId": bob.id, "seat": "east"}
            assert await ear.hears("KICKED_FROM_TABLE") == {"tableId": id}


async def test_a_player_who_leaves_a_table_gets_no_more_events_of_it(server: Served) -> None:
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


async def test_an_observer_who_moves_gets_no_more_events_of_the_first_table(server: Served) -> None:
    async with guests(server, "Ann", "Bob", "Cid") as (ann, bob, cid):
        table, other = await ann.opens(), await bob.opens()
        id = table.removeprefix("/tables/")
        await cid.does(f"{table}/arrive")
        async with listening(server, cid, "JOIN", tableId=id) as ear:
            await cid.does(f"{other}/arrive")
            assert await ear.hears("LEFT") == {"tableId": id}
            assert (await ann.sees(f"{table}/state"))["observers"] == []


async def test_changes_of_visibility_and_host_are_events_for_the_table(server: Served) -> None:
    async with guests(server, "Ann", "Bob") as (ann, bob):
        table = await ann.opens()
        id = table.removeprefix("/tables/")
        await bob.does(f"{table}/sit", seat="east")
        async with listening(server, bob, "JOIN", tableId=id) as ear:
            await ann.does(f"{table}/visibility", visibility="private")
            assert (await ear.hears("TABLE_VISIBILITY_CHANGED"))["visibility"] == "private"
            await ann.does(f"{table}/transfer-host", playerId=bob.id)
            assert (await ear.hears("HOST_CHANGED"))["newHostSeat"] == "east"


async def test_an_invitation_is_an_event_for_the_player_and_a_refusal_for_the_host(server: Served) -> None:
    async with guests(server, "Ann", "Bob") as (ann, bob):
        table = await ann.opens(name="Friday", visibility="private")
        async with listening(server, ann) as host, listening(server, bob) as ear:
            invited = await ann.does(f"{table}/invite", playerId=bob.id)
            heard = await ear.hears("INVITE_RECEIVED")
            assert invited.items() <= heard.items() and heard["tableName"] == "Friday"
            await bob.does(f"/invites/{invited['inviteId']}/decline")
            declined = await host.hears("INVITE_DECLINED")
            assert (declined["inviteId"], declined["playerId"]) == (invited["inviteId"], bob.id)
