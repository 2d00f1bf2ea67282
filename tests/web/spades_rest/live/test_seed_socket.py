"""The websocket at `/`: authentication, joining tables, and events."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from protocol.v1.codes import CloseCode
from protocol.v1.requests import Act, Sit, Watch
from protocol.v1.updates import Done, Patch, View
from tests.patching import Shown
from tests.web.served import PATIENCE_S, Served, needs_redis, talking
from tests.web.spades_rest.guests import (
    UNTIMED,
    EventSocket,
    four,
    guests,
    listening,
    named,
    opened,
    socket_url,
)
from tests.web.spades_rest.test_play import alone_with_bots, next_step

pytestmark = needs_redis


async def end_of(ear: EventSocket) -> int:
    """Return the close code with which the server ends the connection."""
    try:
        async with asyncio.timeout(PATIENCE_S):
            while True:
                await ear.socket.recv()
    except ConnectionClosed as closed:
        assert closed.rcvd is not None
        return closed.rcvd.code


async def test_the_first_message_may_identify_the_player_instead(server: Served) -> None:
    async with guests(server, "Ann") as (ann,), connect(socket_url(server)) as socket:
        ear = EventSocket(socket)
        await ear.say("AUTH", sessionId=ann.session, playerId=ann.id)
        assert await ear.hears("AUTHENTICATED") == {"playerId": ann.id, "username": "Ann"}
        await ear.say("LEAVE_LOBBY")
        await ear.hears("LEFT_LOBBY")


async def test_a_session_in_the_url_is_ignored(server: Served) -> None:
    async with guests(server, "Ann") as (ann,):
        path = f"{socket_url(server)}?sessionId={ann.session}&playerId={ann.id}"
        async with connect(path) as socket:
            ear = EventSocket(socket)
            await ear.say("JOIN_LOBBY")
            assert (await ear.hears("ERROR"))["code"] == "INVALID_REQUEST"
            assert await end_of(ear) == CloseCode.HELLO


@pytest.mark.parametrize(
    ("payload", "code"),
    [
        ({"sessionId": "nonsense", "playerId": "x"}, CloseCode.UNAUTHORIZED),
        ({"sessionId": 7, "playerId": "x"}, CloseCode.HELLO),
        ({}, CloseCode.HELLO),
    ],
)
async def test_a_connection_with_an_unknown_session_is_closed(
    server: Served, payload: dict[str, Any], code: int
) -> None:
    async with connect(socket_url(server)) as socket:
        ear = EventSocket(socket)
        await ear.say("AUTH", **payload)
        assert await end_of(ear) == code


async def test_invalid_messages_are_refused_and_the_tenth_closes_the_connection(server: Served) -> None:
    async with guests(server, "Ann") as (ann,), listening(server, ann) as ear:
        for text in ("{", "7", '{"type": 7}', '{"type": "JOIN"}', '{"type": "DANCE"}'):
            await ear.socket.send(text)
            assert (await ear.hears("ERROR"))["code"] == "INVALID_REQUEST"
        await ear.say("JOIN_LOBBY")
        await ear.hears("JOINED_LOBBY")
        for _ in range(10):
            await ear.socket.send("{")
        assert await end_of(ear) == CloseCode.GARBAGE


async def test_binary_frames_and_frames_over_4_kib_end_the_connection(server: Served) -> None:
    async with guests(server, "Ann") as (ann,):
        async with listening(server, ann) as ear:
            await ear.socket.send(b"{}")
            assert await end_of(ear) == CloseCode.WRONG_FRAME
        async with listening(server, ann) as ear:
            await ear.socket.send(json.dumps({"type": "JOIN", "payload": {"tableId": "x" * 5_000}}))
            assert await end_of(ear) == 1009


async def test_only_players_and_observers_may_join_a_table(server: Served) -> None:
    async with guests(server, "Ann", "Eve") as (ann, eve):
        table = await opened(ann)
        async with listening(server, eve) as ear:
            await ear.say("JOIN", tableId=table)
            denied = {"tableId": table, "reason": "not_seated_or_observing"}
            assert await ear.hears("JOIN_DENIED") == denied
            await ear.say("JOIN", tableId="nowhere")
            assert (await ear.hears("JOIN_DENIED"))["reason"] == "table_not_found"
            await eve.observe(table)
            await ear.say("JOIN", tableId=table)
            assert await ear.hears("JOINED") == {"tableId": table}
            await ear.say("LEAVE", tableId=table)
            assert await ear.hears("LEFT") == {"tableId": table}


async def test_a_whole_game_with_bots_sends_an_event_for_each_card(server: Served) -> None:
    async with guests(server, "Ann") as (ann,):
        table = await alone_with_bots(ann, target=0, rounds=2)
        view = await ann.state(table)
        async with listening(server, ann, table) as ear:
            while not view["gameOver"]:
                view = await next_step(ann, table, view)
            over = await ear.hears("GAME_OVER")
            assert over == {"winningTeam": view["winner"], "finalScores": view["scores"]}
        hands = len(view["handHistory"])
        assert hands >= 2 and ear.types.count("CARD_PLAYED") == 52 * hands
        assert ear.types.count("TRICK_COMPLETE") == 13 * hands
        assert ear.types.count("HAND_DEALT") == hands - 1, "one was dealt before the websocket joined"
        scored = [event["payload"] for event in ear.heard if event["type"] == "HAND_SCORED"]
        assert [each["newTotals"] for each in scored] == [h["scoresAfter"] for h in view["handHistory"]]
        cards = [tuple(e["payload"]["card"].values()) for e in ear.heard if e["type"] == "CARD_PLAYED"]
        assert all(len(set(cards[52 * hand : 52 * (hand + 1)])) == 52 for hand in range(hands))


async def test_a_robot_plays_for_an_absent_player_until_the_next_request(server: Served) -> None:
    policy = {**UNTIMED, "hold_ms": 50, "substitute": "random"}
    async with guests(server, "Ann", "Ben") as (ann, ben):
        table = await opened(ann, policy, {"1": "random", "3": "random"})
        await ann.sit(table, 0)
        await ben.sit(table, 2)
        async with listening(server, ann, table) as ear:
            await ben.state(table)
            async with listening(server, ben, table):
                pass
            bot = {"seat": "south", "playerId": "bot:south", "username": "random", "isBot": True}
            assert await ear.hears("SEAT_TAKEN", isBot=True) == bot
            await ear.hears("BID_PLACED", seat="south")
            assert (await ben.state(table))["players"]["south"] == ben.id
            assert (await ear.hears("SEAT_TAKEN", isBot=False))["playerId"] == ben.id


async def test_a_table_of_this_api_is_watched_and_played_over_the_protocols_own_websocket(
    server: Served,
) -> None:
    async with guests(server, "Ann", "Ben") as (ann, ben):
        table = await opened(ann, seats={"0": "random", "2": "random"})
        await ann.sit(table, 1)
        async with talking(server) as watcher, talking(server, ben.session) as west:
            await watcher.ask(Watch(table=table, id=1))
            shown = Shown(await watcher.hear(View))
            assert isinstance(await west.ask(Sit(table=table, seat=3, id=1)), Done)
            await west.ask(Watch(table=table, as_="seat", id=2))
            mine = Shown(await west.hear(View))
            while (await ann.state(table)).get("currentBidderSeat") != "east":
                await asyncio.sleep(0.01)
            answer = await ann.post(f"/api/tables/{table}/bid", {"bid": 3})
            assert answer.status_code == 200 and answer.json()["currentBidderSeat"] == "west"
            while shown.pub.get("turn") != 3:
                shown.take(await watcher.hear(Patch))
            assert shown.pub["bids"][1] == {"tricks": 3, "nil": False, "blind": False} and shown.own is None
            while (mine.own or {}).get("decision") is None:
                update = await west.hear(View | Patch)
                mine = Shown(update) if isinstance(update, View) else mine
                if isinstance(update, Patch):
                    mine.take(update)
            assert mine.own is not None
            await west.say(
                Act(
                    table=table, n=1, action={"t": "bid", "bid": {"tricks": 4}}, decision=mine.own["decision"]
                )
            )
            while shown.pub.get("turn") != 1:
                shown.take(await watcher.hear(Patch))
            state = await ann.state(table)
            assert state["teamBids"]["ew"] == 4 and state["currentPlayerSeat"] == "east"


async def test_a_client_that_does_not_read_can_catch_up_from_the_state(server: Served) -> None:
    async with four(server) as at, listening(server, at.players["north"], at.table) as ear:
        await at.bid(3, 3, 3, 3)
        await ear.hears("TURN_CHANGED", phase="playing")
        (socket,) = [each for each in server.sockets() if type(each).__name__ == "KibitzWebSocket"]
        server.call(socket.pause_writing)
        await at.play("C6", "CK", "C3", "C4", "H6")
        server.call(socket.resume_writing)
        cards = [(await ear.hears("CARD_PLAYED"))["card"] for _ in range(5)]
        assert cards == [named(name) for name in ("C6", "CK", "C3", "C4", "H6")]
        assert ear.types.count("TRICK_COMPLETE") == 1
