"""Seats in the seed's API: taken, changed and left, and never taken by two players."""

from __future__ import annotations

from typing import Any

import pytest

from protocol.v1.requests import Sit, Watch
from protocol.v1.updates import Done, Refused
from tests.web.served import JSON_BODY, QUICK, Served, needs_redis, talking
from tests.web.spades_rest.company import Guest, at_once, body_of, guests, seated

pytestmark = needs_redis

AT_A_TABLE = {
    "arrive": {},
    "join": {},
    "leave": {},
    "sit": {"seat": "east"},
    "change-seat": {"seat": "east"},
    "stand": {},
    "add-bot": {"seat": "east"},
    "assign-seat": {"playerId": "77f0a1b2c3d4e5f6", "seat": "east"},
    "kick": {"playerId": "77f0a1b2c3d4e5f6"},
    "transfer-host": {"playerId": "77f0a1b2c3d4e5f6"},
    "visibility": {"visibility": "private"},
    "terminate": {},
    "invite": {"playerId": "77f0a1b2c3d4e5f6"},
    "join-link": {},
    "spectator-link": {},
}
"""Every request about a table's people, with a valid body."""
ELSEWHERE = [
    ("GET", "/tables"),
    ("GET", "/lobby/tables"),
    ("GET", "/player/table"),
    ("POST", "/tables"),
    ("POST", "/tables/join-link/x"),
    ("POST", "/tables/spectator-link/x"),
    ("POST", "/invites/x/decline"),
    ("GET", "/tables/x/join-link"),
]


async def bots(host: Guest, table: str, *seats: str) -> None:
    """Let the host add bots to these seats."""
    for seat in seats:
        await host.does(f"{table}/add-bot", seat=seat)


@pytest.mark.parametrize("word", AT_A_TABLE)
async def test_the_session_is_checked_first(server: Served, word: str) -> None:
    async with server.http() as http:
        assert (
            body_of(await http.post(f"/api/tables/x/{word}", content="[", headers=JSON_BODY), 401)
            == "UNAUTHORIZED"
        )


@pytest.mark.parametrize("method, path", ELSEWHERE)
async def test_an_unknown_player_finds_no_table(server: Served, method: str, path: str) -> None:
    async with server.http() as http:
        assert body_of(await http.request(method, f"/api{path}"), 401) == "UNAUTHORIZED"


@pytest.mark.parametrize("word", AT_A_TABLE)
async def test_a_table_that_is_none_of_four_in_pairs_is_not_there(server: Served, word: str) -> None:
    async with guests(server, "Ann") as (ann,):
        token = ann.session
        bridge = await server.table(token, seats={})
        alone = await server.table(token, game="spades", options={"preset": "solo"}, seats={})
        for table in ("nonsense", "no spaces", bridge, alone):
            answer = await ann.asks("POST", f"/tables/{table}/{word}", content="[")
            assert body_of(answer, 404) == "TABLE_NOT_FOUND"


@pytest.mark.parametrize("word", AT_A_TABLE)
async def test_a_table_that_was_ended_is_not_there_any_more(server: Served, word: str) -> None:
    async with guests(server, "Ann") as (ann,):
        table = await ann.opens()
        await ann.does(f"{table}/terminate")
        assert await ann.does(f"{table}/{word}", 404, **AT_A_TABLE[word]) == "TABLE_NOT_FOUND"


@pytest.mark.parametrize("word", ["sit", "change-seat", "add-bot"])
@pytest.mark.parametrize(
    "body", ["[", "[]", "{}", '{"seat": "northeast"}', '{"seat": 1}', '{"seat": ["east"]}']
)
async def test_a_seat_that_is_none_is_malformed(server: Served, word: str, body: str) -> None:
    async with guests(server, "Ann") as (ann,):
        table = await ann.opens()
        body_of(await ann.asks("POST", f"{table}/{word}", content=body), 400)


async def test_sitting_down_returns_the_seat_and_the_fourth_player_begins_the_game(server: Served) -> None:
    async with guests(server, "Ann", "Bob", "Cid", "Dot") as (ann, bob, cid, dot):
        table = await ann.opens()
        at = {"tableId": table.removeprefix("/tables/")}
        assert await bob.does(f"{table}/sit", seat="east") == {**at, "seat": "east"}
        await cid.does(f"{table}/sit", seat="south")
        assert (await ann.sees(f"{table}/state"))["status"] == "waiting"
        assert await dot.does(f"{table}/sit", seat="west") == {**at, "seat": "west"}
        assert (await ann.sees(f"{table}/state"))["phase"] == "bidding"


async def test_a_seat_of_a_player_or_bot_cannot_be_taken(server: Served) -> None:
    async with guests(server, "Ann", "Bob") as (ann, bob):
        table = await ann.opens()
        await bots(ann, table, "east")
        for seat in ("north", "east"):
            assert await bob.does(f"{table}/sit", 409, seat=seat) == "SEAT_TAKEN"


async def test_a_player_cannot_have_two_seats(server: Served) -> None:
    async with guests(server, "Ann") as (ann,):
        table = await ann.opens()
        for seat in ("north", "east"):
            assert await ann.does(f"{table}/sit", 409, seat=seat) == "ALREADY_SEATED"


async def test_only_the_invited_sit_at_a_table_that_is_so(server: Served) -> None:
    async with guests(server, "Ann", "Bob") as (ann, bob):
        table = await ann.opens(joinPolicy="invite-only")
        await bob.does(f"{table}/arrive")
        assert body_of(await bob.asks("POST", f"{table}/sit", content="["), 403) == "FORBIDDEN"


async def test_no_player_can_sit_down_during_a_game(server: Served) -> None:
    async with guests(server, "Ann", "Bob") as (ann, bob):
        table = await ann.opens()
        await bots(ann, table, "east", "south", "west")
        await bob.does(f"{table}/arrive")
        assert await bob.does(f"{table}/sit", 409, seat="east") == "GAME_STARTED"


async def test_exactly_one_of_two_simultaneous_requests_for_a_seat_succeeds(server: Served) -> None:
    async with guests(server, "Ann", "Bob", "Cid") as (ann, bob, cid):
        for seat in ("east", "south", "west"):
            table = await ann.opens()
            sit = {"seat": seat}
            both = (each.asks("POST", f"{table}/sit", json=sit) for each in (bob, cid))
            assert await at_once(*both) == [200, 409]
            has = (await ann.seats(table))[seat]
            winner, loser = (bob, cid) if has == bob.id else (cid, bob)
            assert has == winner.id
            await loser.sees(f"{table}/state", 403)
            await winner.does(f"{table}/leave")


async def test_a_player_who_requests_two_seats_at_once_gets_one(server: Served) -> None:
    async with guests(server, "Ann", "Bob") as (ann, bob):
        table = await ann.opens()
        both = (bob.asks("POST", f"{table}/sit", json={"seat": seat}) for seat in ("east", "west"))
        assert await at_once(*both) == [200, 409]
        assert list((await ann.seats(table)).values()).count(bob.id) == 1


async def test_a_player_who_requests_seats_at_two_tables_at_once_gets_one(server: Served) -> None:
    async with guests(server, "Ann", "Bob", "Cid") as (ann, bob, cid):
        tables = [await ann.opens(), await bob.opens()]
        both = (cid.asks("POST", f"{table}/sit", json={"seat": "east"}) for table in tables)
        assert await at_once(*both) == [200, 409]


# changing


async def test_changing_the_seat_frees_the_old_seat(server: Served) -> None:
    async with guests(server, "Ann") as (ann,):
        table = await ann.opens()
        changed = await ann.does(f"{table}/change-seat", seat="west")
        assert changed == {"tableId": table.removeprefix("/tables/"), "seat": "west"}
        assert await ann.seats(table) == {"north": None, "east": None, "south": None, "west": ann.id}


async def test_changing_the_seat_requires_a_seat_a_free_target_and_no_game(server: Served) -> None:
    async with guests(server, "Ann", "Bob", "Eve") as (ann, bob, eve):
        table = await ann.opens()
        await bob.does(f"{table}/sit", seat="east")
        assert await bob.does(f"{table}/change-seat", 409, seat="north") == "SEAT_TAKEN"
        await eve.does(f"{table}/arrive")
        assert await eve.does(f"{table}/change-seat", 409, seat="south") == "NOT_SEATED"
        await bots(ann, table, "south", "west")
        assert await bob.does(f"{table}/change-seat", 409, seat="south") == "GAME_STARTED"


async def test_exactly_one_of_two_simultaneous_changes_to_a_seat_succeeds(
    server: Served,
) -> None:
    async with guests(server, "Ann", "Bob") as (ann, bob):
        table = await ann.opens()
        await bob.does(f"{table}/sit", seat="east")
        both = (each.asks("POST", f"{table}/change-seat", json={"seat": "west"}) for each in (ann, bob))
        assert await at_once(*both) == [200, 409]
        seats = await ann.seats(table)
        assert seats["west"] in (ann.id, bob.id) and list(seats.values()).count(None) == 2


# standing


async def test_a_player_who_stands_observes_and_may_sit_again(server: Served) -> None:
    async with guests(server, "Ann", "Bob") as (ann, bob):
        table = await ann.opens()
        await bob.does(f"{table}/sit", seat="east")
        stood = await bob.does(f"{table}/stand")
        assert stood == {"tableId": table.removeprefix("/tables/"), "previousSeat": "east"}
        state = await bob.sees(f"{table}/state")
        assert state["seats"]["east"] is None and [who["playerId"] for who in state["observers"]] == [bob.id]
        assert await bob.does(f"{table}/stand", 409) == "NOT_SEATED"
        await bob.does(f"{table}/sit", seat="south")


async def test_a_player_who_stands_at_a_table_without_watchers_leaves_it(server: Served) -> None:
    async with guests(server, "Ann", "Bob") as (ann, bob):
        table = await ann.opens(spectating=False)
        await bob.does(f"{table}/sit", seat="east")
        await bob.does(f"{table}/stand")
        await bob.sees(f"{table}/state", 403)


async def test_no_player_can_stand_up_during_a_game(server: Served) -> None:
    async with guests(server, "Ann") as (ann,):
        table = await ann.opens()
        await bots(ann, table, "east", "south", "west")
        assert await ann.does(f"{table}/stand", 409) == "GAME_STARTED"


# beside the websocket


async def test_a_table_of_the_other_api_is_played_by_this_one_and_the_other_way_round(server: Served) -> None:
    async with guests(server, "Ann", "Bob", "Cid", "Dot") as (ann, *others):
        opened = await server.table(ann.session, game="spades", seats={}, policy=QUICK)
        table = f"/tables/{opened}"
        async with talking(server, ann.session) as talk:
            assert isinstance(await talk.ask(Watch(table=opened, id=1)), Done)
            assert isinstance(await talk.ask(Sit(table=opened, seat=0, id=2)), Done)
            assert await others[0].does(f"{table}/sit", 409, seat="north") == "SEAT_TAKEN"
            await seated(table, *others)
            refused = await talk.ask(Sit(table=opened, seat=1, id=3))
            assert isinstance(refused, Refused) and refused.code == "forbidden"
            assert (await others[0].sees(f"{table}/state"))["phase"] == "bidding"


async def test_a_seat_held_after_a_websocket_closed_is_found_by_this_api(server: Served) -> None:
    async with guests(server, "Ann") as (ann,):
        opened = await server.table(ann.session, game="spades", seats={}, policy=QUICK)
        async with talking(server, ann.session) as talk:
            await talk.ask(Sit(table=opened, seat=2, id=2))
        assert await ann.sees("/player/table") == {"tableId": opened}


@pytest.mark.parametrize("access", ["private", "invited"])
async def test_a_table_that_only_some_find_is_private_here(server: Served, access: Any) -> None:
    async with guests(server, "Ann", "Bob") as (ann, bob):
        policy = {**QUICK, "access": access}
        opened = await server.table(ann.session, game="spades", seats={}, policy=policy)
        assert opened not in [each["tableId"] for each in (await ann.sees("/tables"))["tables"]]
        allowed = 200 if access == "private" else 403
        await bob.does(f"/tables/{opened}/arrive", allowed)
