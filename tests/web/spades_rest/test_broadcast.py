"""Websocket events of the seed's API about the lobby, hosts, invitations and kicks."""

from __future__ import annotations

from tests.web.served import Served, needs_redis
from tests.web.spades_rest.company import Guest, guests, listening

pytestmark = needs_redis


def card(guest: Guest) -> dict[str, str]:
    """Return an observer as `state` lists it."""
    return {"playerId": guest.id, "username": guest.name}


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
