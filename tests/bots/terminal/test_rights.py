"""The roles of a client's person follow from the list of people at the table."""

from __future__ import annotations

from bots.client import Client
from bots.terminal.rights import rights_of
from protocol.v1.bridge import Seat
from protocol.v1.updates import Knock, People, SeatRow
from tests.bots.scripted import TABLE, ScriptedServer
from tests.bots.seats import sit, until


async def test_a_player_is_seated_before_the_list_of_people_has_come(server: ScriptedServer) -> None:
    async with Client(server.url, token="north") as client:
        watched = await sit(client, Seat.NORTH)
        watched.people = None
        rights = rights_of(client, watched)
        assert rights.named and rights.seated and not rights.host


async def test_roles_are_those_of_the_players_id(server: ScriptedServer) -> None:
    async with Client(server.url, token="north") as client:
        watched, you = await sit(client, Seat.NORTH), client.you.id
        server.send(server.lines[0], Knock(table=TABLE, player="p7", name="Carl"))
        people = People(
            table=TABLE, watchers=0, seats=(SeatRow(0, "Ann", you),), host=you, directors=(you,), paused=True
        )
        server.send(server.lines[0], people)
        await until(lambda: watched.people is not None and watched.people.paused)
        rights = rights_of(client, watched)
        assert (rights.host, rights.director, rights.commentator) == (True, True, False)
        assert rights.has_directors and rights.paused and rights.knocks == ("Carl",)
        server.send(
            server.lines[0], People(table=TABLE, watchers=0, seats=(), host="other", commentators=(you,))
        )
        await until(lambda: watched.people is not None and not watched.people.paused)
        rights = rights_of(client, watched)
        assert (rights.host, rights.director, rights.commentator) == (False, False, True)
