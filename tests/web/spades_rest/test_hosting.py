"""Actions of a table's host in the seed's API, which no other player may do."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from protocol.v1.requests import Host, Sit, Watch
from protocol.v1.updates import Notice
from server.store.files_and_tickets import TicketKey, TicketKind
from server.store.redis_files_and_tickets import RedisFilesAndTickets
from server.web.spades_rest.lobby import TABLE
from tests.web.served import PATIENCE_S, Served, needs_redis, talking
from tests.web.spades_rest.company import Guest, at_once, body_of, guests, seated

pytestmark = needs_redis

HOSTS = (
    "add-bot",
    "assign-seat",
    "kick",
    "transfer-host",
    "visibility",
    "terminate",
    "invite",
    "join-link",
    "spectator-link",
)
"""The requests that only the host may make."""


async def bots(host: Guest, table: str, *seats: str) -> None:
    """Let the host add bots to these seats."""
    for seat in seats:
        await host.does(f"{table}/add-bot", seat=seat)


@pytest.mark.parametrize("word", HOSTS)
async def test_a_player_other_than_the_host_is_refused_before_the_body_is_read(
    server: Served, word: str
) -> None:
    async with guests(server, "Ann", "Bob", "Eve") as (ann, bob, eve):
        table = await ann.opens()
        await bob.does(f"{table}/sit", seat="east")
        for player in (bob, eve):
            answer = await player.asks("POST", f"{table}/{word}", content="[")
            assert body_of(answer, 403) == "NOT_HOST"


@pytest.mark.parametrize("word", ["assign-seat", "kick", "transfer-host", "invite"])
@pytest.mark.parametrize(
    "body", ["[", "[]", "{}", '{"playerId": 7}', '{"playerId": ""}', '{"playerId": "%s"}' % ("x" * 61)]
)
async def test_an_invalid_player_id_is_malformed(server: Served, word: str, body: str) -> None:
    async with guests(server, "Ann") as (ann,):
        table = await ann.opens()
        body_of(await ann.asks("POST", f"{table}/{word}", content=body), 400)


@pytest.mark.parametrize("word", ["assign-seat", "kick", "transfer-host"])
async def test_a_player_who_is_not_at_the_table_is_not_found(server: Served, word: str) -> None:
    async with guests(server, "Ann", "Bob") as (ann, bob):
        table = await ann.opens()
        body = {"playerId": bob.id, "seat": "east"}
        assert await ann.does(f"{table}/{word}", 404, **body) == "PLAYER_NOT_FOUND"


# bots and seats


async def test_a_bot_sits_where_the_host_wants_it_and_the_fourth_begins_the_game(server: Served) -> None:
    async with guests(server, "Ann") as (ann,):
        table = await ann.opens()
        at = {"tableId": table.removeprefix("/tables/")}
        assert await ann.does(f"{table}/add-bot", seat="east") == {**at, "seat": "east"}
        assert (await ann.seats(table))["east"] == "bot:east"
        for seat in ("north", "east"):
            assert await ann.does(f"{table}/add-bot", 409, seat=seat) == "SEAT_TAKEN"
        await bots(ann, table, "south", "west")
        state = await ann.sees(f"{table}/state")
        assert state["currentBidderSeat"] == "north" and state["bids"]["east"] is not None
        assert await ann.does(f"{table}/add-bot", 409, seat="east") == "GAME_STARTED"


async def test_the_host_seats_and_moves_players_at_the_table(server: Served) -> None:
    async with guests(server, "Ann", "Bob") as (ann, bob):
        table = await ann.opens(joinPolicy="invite-only")
        await bob.does(f"{table}/arrive")
        assigned = await ann.does(f"{table}/assign-seat", playerId=bob.id, seat="east")
        assert assigned == {"tableId": table.removeprefix("/tables/"), "seat": "east"}
        await ann.does(f"{table}/assign-seat", playerId=bob.id, seat="west")
        assert await ann.seats(table) == {"north": ann.id, "east": None, "south": None, "west": bob.id}


async def test_the_host_cannot_assign_a_taken_seat_a_missing_seat_or_any_seat_in_a_game(
    server: Served,
) -> None:
    async with guests(server, "Ann", "Bob") as (ann, bob):
        table = await ann.opens()
        await bob.does(f"{table}/arrive")
        assert await ann.does(f"{table}/assign-seat", 400, playerId=bob.id, seat="up") == "INVALID_SEAT"
        assert await ann.does(f"{table}/assign-seat", 409, playerId=bob.id, seat="north") == "SEAT_TAKEN"
        await bots(ann, table, "east", "south", "west")
        assert await ann.does(f"{table}/assign-seat", 409, playerId=bob.id, seat="east") == "GAME_STARTED"


async def test_the_host_cannot_seat_a_player_of_another_table(server: Served) -> None:
    async with guests(server, "Ann", "Bob") as (ann, bob):
        table, other = await ann.opens(), await bob.opens()
        async with talking(server, bob.session) as talk:
            await talk.ask(Watch(table=table.removeprefix("/tables/"), id=1))
            refused = await ann.asks(
                "POST", f"{table}/assign-seat", json={"playerId": bob.id, "seat": "east"}
            )
            assert body_of(refused, 409) == "AT_ANOTHER_TABLE"
            assert other.removeprefix("/tables/") not in refused.text, "that is for Bob to tell"
        assert (await ann.seats(table))["east"] is None


async def test_a_player_seated_by_the_host_is_found_after_a_restart(server: Served) -> None:
    async with guests(server, "Ann", "Bob") as (ann, bob):
        table = await ann.opens()
        await bob.does(f"{table}/arrive")
        await ann.does(f"{table}/assign-seat", playerId=bob.id, seat="east")
        tickets = RedisFilesAndTickets(server.redis)
        looking = tickets.ticket(TicketKey(TicketKind.SEAT, bob.id))
        noted = asyncio.run_coroutine_threadsafe(looking, server._loop).result(10)
        assert noted == table.removeprefix("/tables/").encode()


async def test_exactly_one_of_two_simultaneous_assignments_of_a_seat_succeeds(server: Served) -> None:
    async with guests(server, "Ann", "Bob", "Cid", "Dot") as (ann, bob, cid, dot):
        table = await ann.opens()
        for each in (bob, cid):
            await each.does(f"{table}/arrive")
        wishes: list[Any] = [
            ann.asks("POST", f"{table}/assign-seat", json={"playerId": each.id, "seat": "east"})
            for each in (bob, cid)
        ]
        sit = dot.asks("POST", f"{table}/sit", json={"seat": "east"})
        assert await at_once(*wishes, sit) == [200, 409, 409]
        assert (await ann.seats(table))["east"] in (bob.id, cid.id, dot.id)


# sending away


async def test_a_kicked_player_loses_the_seat_and_needs_an_invitation_to_return(server: Served) -> None:
    async with guests(server, "Ann", "Bob") as (ann, bob):
        table = await ann.opens()
        await bob.does(f"{table}/sit", seat="east")
        kicked = await ann.does(f"{table}/kick", playerId=bob.id)
        assert kicked["tableId"] == table.removeprefix("/tables/") and kicked["seats"]["east"] is None
        await bob.sees(f"{table}/state", 403)
        for word in ("arrive", "sit"):
            assert await bob.does(f"{table}/{word}", 403, seat="east") == "FORBIDDEN"
        await ann.does(f"{table}/invite", playerId=bob.id)
        await bob.does(f"{table}/sit", seat="east")
        assert (await ann.seats(table))["east"] == bob.id


async def test_a_watcher_by_websocket_can_be_kicked(server: Served) -> None:
    async with guests(server, "Ann", "Bob") as (ann, bob):
        table = await ann.opens()
        await bob.does(f"{table}/arrive")
        async with talking(server, bob.session) as talk:
            await talk.ask(Watch(table=table.removeprefix("/tables/"), id=1))
            await ann.does(f"{table}/kick", playerId=bob.id)
            assert (await talk.hear(Notice)).kind == "closing"
        assert (await ann.sees(f"{table}/state"))["observers"] == []


async def test_no_player_is_kicked_in_the_middle_of_a_hand(server: Served) -> None:
    async with guests(server, "Ann", "Bob") as (ann, bob):
        table = await ann.opens()
        await bob.does(f"{table}/sit", seat="east")
        await bots(ann, table, "south", "west")
        assert await ann.does(f"{table}/kick", 409, playerId=bob.id) == "HAND_IN_PROGRESS"
        assert (await ann.seats(table))["east"] == bob.id


async def test_a_bot_replaces_an_absent_player_kicked_from_a_game(server: Served) -> None:
    async with guests(server, "Ann", "Bob") as (ann, bob):
        table = await ann.opens()
        id = table.removeprefix("/tables/")
        async with talking(server, ann.session) as talk:
            await talk.ask(Host(table=id, policy=replace(TABLE, hold_ms=0), id=1))
        async with talking(server, bob.session) as talk:
            await talk.ask(Sit(table=id, seat=1, id=1))
            await talk.ask(Watch(table=id, as_="seat", id=2))
            await bots(ann, table, "south", "west")
        async with asyncio.timeout(PATIENCE_S):
            while (await ann.asks("POST", f"{table}/kick", json={"playerId": bob.id})).status_code == 409:
                await asyncio.sleep(0.05)
        state = await ann.sees(f"{table}/state")
        assert state["players"]["east"] == "bot:east" and state["currentBidderSeat"] == "north"
        await bob.sees(f"{table}/state", 403)


async def test_a_bot_is_kicked_before_the_game_and_not_in_it(server: Served) -> None:
    async with guests(server, "Ann") as (ann,):
        table = await ann.opens()
        await bots(ann, table, "east")
        await ann.does(f"{table}/kick", playerId="bot:east")
        assert (await ann.seats(table))["east"] is None
        for player_id in ("bot:east", "bot:up", "bot:north"):
            assert await ann.does(f"{table}/kick", 404, playerId=player_id) == "PLAYER_NOT_FOUND"
        await bots(ann, table, "east", "south", "west")
        assert await ann.does(f"{table}/kick", 409, playerId="bot:east") == "GAME_STARTED"


async def test_a_kick_of_the_host_by_the_host_is_refused(server: Served) -> None:
    async with guests(server, "Ann") as (ann,):
        table = await ann.opens()
        assert await ann.does(f"{table}/kick", 400, playerId=ann.id) == "INVALID_PLAYER"


# passing on, opening and ending


async def test_a_table_is_passed_on_to_a_player_or_an_observer(server: Served) -> None:
    async with guests(server, "Ann", "Bob", "Eve") as (ann, bob, eve):
        table = await ann.opens()
        at = {"tableId": table.removeprefix("/tables/")}
        await bob.does(f"{table}/sit", seat="east")
        await eve.does(f"{table}/arrive")
        passed = await ann.does(f"{table}/transfer-host", playerId=bob.id)
        assert passed == {**at, "hostPlayerId": bob.id, "newHostSeat": "east"}
        assert await ann.does(f"{table}/terminate", 403) == "NOT_HOST"
        passed = await bob.does(f"{table}/transfer-host", playerId=eve.id)
        assert passed == {**at, "hostPlayerId": eve.id, "newHostSeat": None}
        state = await eve.sees(f"{table}/state")
        assert (state["isHost"], state["hostSeat"]) == (True, None)


async def test_a_table_is_not_passed_on_to_a_bot_or_to_its_host(server: Served) -> None:
    async with guests(server, "Ann") as (ann,):
        table = await ann.opens()
        await bots(ann, table, "east")
        assert await ann.does(f"{table}/transfer-host", 400, playerId="bot:east") == "INVALID_PLAYER"
        assert await ann.does(f"{table}/transfer-host", 409, playerId=ann.id) == "ALREADY_HOST"


async def test_the_host_stays_host_in_the_next_hand(server: Served) -> None:
    async with guests(server, "Ann", "Bob") as (ann, bob):
        table = await ann.opens()
        await bob.does(f"{table}/sit", seat="east")
        await bots(ann, table, "south", "west")
        await ann.does(f"{table}/transfer-host", playerId=bob.id)
        await ann.does(f"{table}/leave")
        assert (await bob.sees(f"{table}/state"))["isHost"] is True


async def test_a_private_table_is_invite_only_by_default(server: Served) -> None:
    async with guests(server, "Ann", "Bob") as (ann, bob):
        table = await ann.opens()
        at = {"tableId": table.removeprefix("/tables/")}
        hidden = await ann.does(f"{table}/visibility", visibility="private")
        assert hidden == {**at, "visibility": "private", "joinPolicy": "invite-only"}
        await bob.does(f"{table}/sit", 403, seat="east")
        shown = await ann.does(f"{table}/visibility", visibility="public")
        assert shown == {**at, "visibility": "public", "joinPolicy": "invite-only"}
        shown = await ann.does(f"{table}/visibility", visibility="public", joinPolicy="open")
        assert shown == {**at, "visibility": "public", "joinPolicy": "open"}
        await bob.does(f"{table}/sit", seat="east")


@pytest.mark.parametrize(
    "status, body",
    [
        (400, {}),
        (400, {"visibility": "secret"}),
        (400, {"visibility": None}),
        (400, {"visibility": "private", "joinPolicy": "open"}),
        (501, {"visibility": "friends-only"}),
    ],
)
async def test_an_invalid_visibility_changes_nothing(
    server: Served, status: int, body: dict[str, Any]
) -> None:
    async with guests(server, "Ann") as (ann,):
        table = await ann.opens()
        await ann.does(f"{table}/visibility", status, **body)
        (row,) = (await ann.sees("/lobby/tables", search="Ann's table"))["tables"][-1:]
        assert (row["visibility"], row["joinPolicy"]) == ("public", "open")


async def test_a_table_that_is_ended_is_ended_for_all_also_in_a_game(server: Served) -> None:
    async with guests(server, "Ann", "Bob", "Cid", "Dot") as (ann, *others):
        table = await ann.opens()
        await seated(table, *others)
        assert (await ann.does(f"{table}/terminate")).keys() == {"message"}
        for player in (ann, *others):
            assert await player.sees(f"{table}/state", 404) == "TABLE_NOT_FOUND"
            assert await player.sees("/player/table") == {"tableId": None}
