"""Events of the lobby of the seed's API: tables that are opened, changed and removed."""

from __future__ import annotations

from typing import Any

from protocol.v1.requests import Sit
from tests.web.served import QUICK, Served, needs_redis, talking
from tests.web.spades_rest.company import Guest, guests, listening

pytestmark = needs_redis


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
        # Another hub may not hear of a table at all that is listed for less than 50 ms.
        unheard = {table.removeprefix("/tables/") for table in tables}
        while unheard:
            unheard.discard((await ear.hears("TABLE_CREATED"))["tableId"])
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
