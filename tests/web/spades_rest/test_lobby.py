"""The lobby of the seed's API: finding, opening, entering and leaving tables."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from server.web.spades_rest import lobby
from server.web.spades_rest.lobby import MAX_OBSERVERS
from tests.web.served import Served, needs_redis
from tests.web.spades_rest.company import Guest, body_of, guests, seated

pytestmark = needs_redis


async def row(guest: Guest, table: str, **query: str) -> dict[str, Any] | None:
    """Return a table's row in the lobby."""
    rows = (await guest.sees("/lobby/tables", **query))["tables"]
    return next((each for each in rows if table == f"/tables/{each['tableId']}"), None)


async def shown(guest: Guest, table: str) -> dict[str, Any]:
    """Return a table that the lobby lists."""
    found = await row(guest, table)
    assert found is not None, "expected the lobby to show the table"
    return found


# opening


async def test_the_player_who_opens_a_table_is_host_and_sits_north(server: Served) -> None:
    async with guests(server, "Ann") as (ann,):
        opened = await ann.does("/tables", 201, name="Friday")
        assert opened.keys() == {"tableId", "name", "visibility", "joinPolicy", "spectating"}
        assert opened["name"] == "Friday" and opened["spectating"] is True
        assert (opened["visibility"], opened["joinPolicy"]) == ("public", "open")
        table = f"/tables/{opened['tableId']}"
        assert await ann.seats(table) == {"north": ann.id, "east": None, "south": None, "west": None}
        state = await ann.sees(f"{table}/state")
        assert (state["status"], state["isHost"], state["hostSeat"]) == ("waiting", True, "north")


async def test_a_table_of_this_api_is_open_to_protocol_v1_without_robot_delay(
    server: Served,
) -> None:
    async with guests(server, "Ann") as (ann,), server.http() as http:
        table = (await ann.opens(name="Friday")).removeprefix("/tables/")
        seen = body_of(await http.get(f"/v1/tables/{table}"), 200)
        policy = seen["policy"]
        assert (policy["robot_ms"], policy["pause_ms"], policy["hold_ms"]) == (0, 0, 60_000)
        assert (policy["clock"], policy["substitute"]) == ({"kind": "none"}, "plain")
        assert seen["name"] == "Friday" and seen["people"]["host"] == ann.id
        assert seen["view"]["pub"]["game"] == "spades"


async def test_a_table_without_a_name_is_called_after_its_host(server: Served) -> None:
    async with guests(server, "Ann", "x" * 50) as (ann, long):
        assert (await ann.does("/tables", 201))["name"] == "Ann's table"
        assert len((await long.does("/tables", 201, name=""))["name"]) == 50
        assert (await long.does("/tables", 201, name="y" * 50))["name"] == "y" * 50


@pytest.mark.parametrize(
    "wish",
    [
        {"name": "x" * 51},
        {"name": 7},
        {"name": "   "},
        {"visibility": "secret"},
        {"visibility": 1},
        {"visibility": ["public"]},
        {"joinPolicy": "anybody"},
        {"joinPolicy": {}},
        {"visibility": "private", "joinPolicy": "open"},
        {"spectating": "yes"},
    ],
)
async def test_an_invalid_request_opens_no_table(server: Served, wish: dict[str, Any]) -> None:
    async with guests(server, "Ann") as (ann,):
        assert (await ann.does("/tables", 400, **wish)).startswith("INVALID_")
        assert await ann.sees("/player/table") == {"tableId": None}


@pytest.mark.parametrize("wish", [{"visibility": "friends-only"}, {"joinPolicy": "friends-only"}])
async def test_friends_only_is_refused(server: Served, wish: dict[str, str]) -> None:
    async with guests(server, "Ann") as (ann,):
        assert await ann.does("/tables", 501, **wish) == "NOT_IMPLEMENTED"


async def test_a_private_table_is_for_the_invited(server: Served) -> None:
    async with guests(server, "Ann") as (ann,):
        opened = await ann.does("/tables", 201, visibility="private")
        assert (opened["visibility"], opened["joinPolicy"]) == ("private", "invite-only")


async def test_a_player_who_opens_a_table_leaves_a_waiting_table(server: Served) -> None:
    async with guests(server, "Ann") as (ann,):
        first = await ann.opens()
        second = await ann.opens()
        assert (await ann.sees("/player/table"))["tableId"] == second.removeprefix("/tables/")
        await ann.sees(f"{first}/state", 404)


async def test_a_player_who_opens_two_tables_at_once_sits_at_one(server: Served) -> None:
    async with guests(server, "Ann") as (ann,):
        asked = [ann.asks("POST", "/tables", json={}) for _ in range(3)]
        tables = [body_of(each, 201)["tableId"] for each in await asyncio.gather(*asked)]
        there = [(await ann.asks("GET", f"/tables/{table}/state")).status_code for table in tables]
        assert sorted(there) == [200, 404, 404]


async def test_a_player_in_a_game_cannot_open_another_table(server: Served) -> None:
    async with guests(server, "Ann") as (ann,):
        table = await ann.opens()
        for seat in ("east", "south", "west"):
            await ann.does(f"{table}/add-bot", seat=seat)
        assert await ann.does("/tables", 409) == "AT_ANOTHER_TABLE"
        assert (await ann.seats(table))["north"] == ann.id


# finding


async def test_the_lobby_shows_a_table_with_all_that_one_chooses_by(server: Served) -> None:
    async with guests(server, "Ann", "Bob", "Eve") as (ann, bob, eve):
        table = await ann.opens(name="Friday")
        await bob.does(f"{table}/sit", seat="west")
        await eve.does(f"{table}/arrive")
        found = await shown(eve, table)
        sitters = {seat: who and who["playerId"] for seat, who in found.pop("seats").items()}
        assert sitters == {"north": ann.id, "east": None, "south": None, "west": bob.id}
        assert found == {
            "tableId": table.removeprefix("/tables/"),
            "name": "Friday",
            "hostPlayerId": ann.id,
            "hostUsername": "Ann",
            "seatsAvailable": 2,
            "observerCount": 1,
            "joinPolicy": "open",
            "visibility": "public",
            "ruleset": "Standard",
            "spectating": True,
            "canJoin": True,
        }
        everything = (await eve.sees("/tables"))["tables"]
        assert await shown(eve, table) in everything


async def test_the_lobby_searches_names_of_tables_and_hosts_whatever_their_case(server: Served) -> None:
    async with guests(server, "Zacharias") as (zacharias,):
        table = await zacharias.opens(name="The green baize")
        for text in ("GREEN", "zachar", " baize "):
            assert await row(zacharias, table, search=text) is not None
        assert await row(zacharias, table, search="greener") is None


async def test_the_lobby_shows_the_latest_tables(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "MAX_ROWS", 1)
    async with guests(server, "Ann", "Bob") as (ann, bob):
        first, second = await ann.opens(), await bob.opens()
        assert await row(ann, first) is None and await row(ann, second) is not None
        assert await row(bob, first, search="Ann") is not None


async def test_the_lobby_can_list_only_tables_with_free_seats(server: Served) -> None:
    async with guests(server, "Ann", "Bob") as (ann, bob):
        table = await ann.opens()
        assert await row(bob, table, hasSeats="true") is not None
        await bob.does(f"{table}/sit", seat="east")
        for seat in ("south", "west"):
            await ann.does(f"{table}/add-bot", seat=seat)
        assert await row(bob, table) is None, "a game that is played waits for nobody"


async def test_a_private_table_is_not_in_the_lobby_but_can_be_watched_by_its_id(server: Served) -> None:
    async with guests(server, "Ann", "Bob") as (ann, bob):
        table = await ann.opens(visibility="private")
        assert await row(ann, table) is None
        await bob.does(f"{table}/arrive")
        assert await bob.does(f"{table}/sit", 403, seat="east") == "FORBIDDEN"


async def test_the_lobby_tells_a_player_who_may_not_sit(server: Served) -> None:
    async with guests(server, "Ann", "Bob") as (ann, bob):
        table = await ann.opens(joinPolicy="invite-only")
        assert (await shown(bob, table))["canJoin"] is False
        assert (await shown(ann, table))["canJoin"] is True


async def test_a_player_can_find_the_own_table(server: Served) -> None:
    async with guests(server, "Ann", "Bob") as (ann, bob):
        assert await ann.sees("/player/table") == {"tableId": None}
        table = await ann.opens()
        at = {"tableId": table.removeprefix("/tables/")}
        assert await ann.sees("/player/table") == at
        await bob.does(f"{table}/arrive")
        assert await bob.sees("/player/table") == at
        await bob.does(f"{table}/leave")
        assert await bob.sees("/player/table") == {"tableId": None}


# coming and leaving


@pytest.mark.parametrize("word", ["arrive", "join"])
async def test_a_player_may_arrive_as_observer_twice(server: Served, word: str) -> None:
    async with guests(server, "Ann", "Bob") as (ann, bob):
        table = await ann.opens()
        await bob.sees(f"{table}/state", 403)
        for _ in range(2):
            assert await bob.does(f"{table}/{word}") == {"tableId": table.removeprefix("/tables/")}
        assert [who["playerId"] for who in (await ann.sees(f"{table}/state"))["observers"]] == [bob.id]


async def test_a_table_without_watchers_admits_no_observer(server: Served) -> None:
    async with guests(server, "Ann", "Bob") as (ann, bob):
        table = await ann.opens(spectating=False)
        assert await bob.does(f"{table}/arrive", 403) == "SPECTATING_OFF"
        await bob.does(f"{table}/sit", seat="east")
        assert (await bob.seats(table))["east"] == bob.id


async def test_a_table_has_twenty_observers_at_most(server: Served) -> None:
    names = [f"Guest {number}" for number in range(MAX_OBSERVERS + 1)]
    async with guests(server, "Ann") as (ann,), guests(server, *names) as crowd:
        table = await ann.opens()
        for each in crowd[:-1]:
            await each.does(f"{table}/arrive")
        assert await crowd[-1].does(f"{table}/arrive", 409) == "TABLE_FULL"
        await crowd[0].does(f"{table}/arrive")
        await crowd[0].does(f"{table}/leave")
        await crowd[-1].does(f"{table}/arrive")


async def test_a_seated_player_cannot_enter_another_table(server: Served) -> None:
    async with guests(server, "Ann", "Bob") as (ann, bob):
        table, other = await ann.opens(), await bob.opens()
        assert await ann.does(f"{other}/arrive", 409) == "AT_ANOTHER_TABLE"
        assert await ann.does(f"{other}/sit", 409, seat="east") == "AT_ANOTHER_TABLE"
        await ann.does(f"{table}/leave")
        await ann.does(f"{other}/arrive")


async def test_an_observer_may_move_to_another_table(server: Served) -> None:
    async with guests(server, "Ann", "Bob", "Eve") as (ann, bob, eve):
        table, other = await ann.opens(), await bob.opens()
        await eve.does(f"{table}/arrive")
        await eve.does(f"{other}/arrive")
        assert (await shown(eve, table))["observerCount"] == 0
        assert (await shown(eve, other))["observerCount"] == 1


async def test_leaving_before_the_game_frees_the_seat_and_names_another_host(server: Served) -> None:
    async with guests(server, "Ann", "Bob", "Eve") as (ann, bob, eve):
        table = await ann.opens()
        await bob.does(f"{table}/sit", seat="south")
        await eve.does(f"{table}/arrive")
        assert (await ann.does(f"{table}/leave")).keys() == {"message"}
        assert await bob.seats(table) == {"north": None, "east": None, "south": bob.id, "west": None}
        assert (await bob.sees(f"{table}/state"))["isHost"] is True
        await bob.does(f"{table}/leave")
        assert (await eve.sees(f"{table}/state"))["isHost"] is True
        await eve.does(f"{table}/leave")
        await eve.does(f"{table}/arrive", 404)


async def test_a_bot_replaces_a_leaving_player_and_the_last_player_ends_the_game(server: Served) -> None:
    async with guests(server, "Ann", "Bob", "Eve") as (ann, bob, eve):
        table = await ann.opens()
        await bob.does(f"{table}/sit", seat="east")
        await eve.does(f"{table}/arrive")
        for seat in ("south", "west"):
            await ann.does(f"{table}/add-bot", seat=seat)
        await ann.does(f"{table}/leave")
        state = await bob.sees(f"{table}/state")
        assert state["players"]["north"] == "bot:north" and state["isHost"] is True
        await bob.does(f"{table}/leave")
        assert await eve.sees(f"{table}/state", 404) == "TABLE_NOT_FOUND"


async def test_only_people_at_a_table_can_leave_it(server: Served) -> None:
    async with guests(server, "Ann", "Bob") as (ann, bob):
        table = await ann.opens()
        assert await bob.does(f"{table}/leave", 409) == "NOT_AT_TABLE"


async def test_four_players_begin_a_game(server: Served) -> None:
    async with guests(server, "Ann", "Bob", "Cid", "Dot") as (ann, *others):
        table = await ann.opens()
        await seated(table, *others)
        for player in (ann, *others):
            state = await player.sees(f"{table}/state")
            assert state["phase"] == "bidding" and set(state["players"].values()) == {
                each.id for each in (ann, *others)
            }


async def test_the_build_info_has_the_commit(server: Served) -> None:
    async with server.http() as http:
        build = body_of(await http.get("/api/build-info"), 200)
        assert build.keys() == {"commitShort"} and 1 <= len(build["commitShort"]) <= 7
