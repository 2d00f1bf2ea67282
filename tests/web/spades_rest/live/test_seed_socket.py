"""The websocket at `/`: authentication, joining tables, and events."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from protocol.v1.codes import CloseCode
from protocol.v1.requests import Act, Sit, Watch
from protocol.v1.updates import Done, Patch, View
from tests.patching import Shown
from tests.web.served import PATIENCE_S, Served, needs_redis, talking
from tests.web.spades_rest.guests import (
    BEHIND,
    UNTIMED,
    EventSocket,
    four,
    guests,
    listening,
    named,
    opened,
)
from tests.web.spades_rest.test_play import alone_with_bots, next_step

pytestmark = needs_redis


def url(server: Served) -> str:
    return server.address.replace("http", "ws", 1) + "/"


async def end_of(ear: EventSocket) -> int:
    """Return the close code with which the server ends the connection."""
    try:
        async with asyncio.timeout(PATIENCE_S):
            while True:
                await ear.socket.recv()
    except ConnectionClosed as closed:
        assert closed.rcvd is not None
        return closed.rcvd.code


async def test_a_session_in_the_handshakes_head_lets_in(server: Served) -> None:
    async with guests(server, "Ann") as (ann,):
        head = {"x-session-id": ann.session}
        async with connect(url(server), additional_headers=head) as socket:
            ear = EventSocket(socket)
            await ear.say("JOIN_LOBBY")
            assert await ear.next() == {"type": "JOINED_LOBBY", "payload": {}}
            assert socket.subprotocol is None


async def test_or_the_first_message_does(server: Served) -> None:
    async with guests(server, "Ann") as (ann,), connect(url(server)) as socket:
        ear = EventSocket(socket)
        await ear.say("AUTH", sessionId=ann.session, playerId=ann.id)
        assert await ear.hears("AUTHENTICATED") == {"playerId": ann.id, "username": "Ann"}
        await ear.say("LEAVE_LOBBY")
        await ear.hears("LEFT_LOBBY")


async def test_an_unknown_session_in_the_head_is_401(server: Served) -> None:
    async with guests(server, "Ann", "Ben") as (ann, ben):
        for head in (
            {"x-session-id": "nonsense"},
            {"x-session-id": ann.session, "x-player-id": ben.id},
        ):
            with pytest.raises(InvalidStatus) as refused:
                async with connect(url(server), additional_headers=head):
                    pass
            assert refused.value.response.status_code == 401


async def test_a_session_in_the_url_is_ignored(server: Served) -> None:
    async with guests(server, "Ann") as (ann,):
        path = f"{url(server)}?sessionId={ann.session}&playerId={ann.id}"
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
    async with connect(url(server)) as socket:
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


async def test_joining_shows_nothing_and_the_state_is_read_by_http(server: Served) -> None:
    async with four(server) as at:
        await at.bid(3, 3)
        async with listening(server, at.players["east"], at.table) as ear:
            await ear.say("JOIN_LOBBY")
            await ear.hears("JOINED_LOBBY")
            assert ear.types == ["JOINED", "JOINED_LOBBY"]


async def test_a_game_begins_for_each_player_with_his_own_hand(server: Served) -> None:
    async with guests(server, "Ann", "Ben", "Eve") as (ann, ben, eve):
        table = await opened(ann, seats={"1": "random", "3": "random"}, policy=UNTIMED)
        await ann.sit(table, 0)
        await eve.observe(table)
        async with listening(server, ann, table) as north, listening(server, eve, table) as public:
            await ben.sit(table, 2)
            taken = {"seat": "south", "playerId": ben.id, "username": "Ben", "isBot": False}
            assert await north.hears("SEAT_TAKEN") == taken
            await north.hears("GAME_STARTED")
            dealt = await north.hears("HAND_DEALT")
            assert dealt["myHand"] == (await ann.state(table))["myHand"]
            assert (dealt["dealer"], dealt["blindNilEligible"]) == ("north", False)
            assert dealt["biddingOrder"] == ["east", "south", "west", "north"]
            turn = await north.hears("TURN_CHANGED")
            assert turn == {"activeSeat": "east", "phase": "bidding"}
            assert (await north.hears("BID_PLACED"))["seat"] == "east"
            await public.hears("BID_PLACED")
            assert "HAND_DEALT" not in public.types and "GAME_STARTED" in public.types


async def test_the_event_of_a_bid_has_its_kind(server: Served) -> None:
    async with four(server, **BEHIND) as at, listening(server, at.players["north"], at.table) as ear:
        await at.bid(4, "nil", "blind_nil", 3)
        heard = [await ear.hears("BID_PLACED") for _ in range(4)]
        assert heard == [
            {"seat": "east", "bidType": "number", "bid": 4},
            {"seat": "south", "bidType": "nil"},
            {"seat": "west", "bidType": "blindNil"},
            {"seat": "north", "bidType": "number", "bid": 3},
        ]
        assert await ear.hears("HAND_REVEALED", seat="north")


async def test_only_its_player_gets_a_revealed_hand(server: Served) -> None:
    async with (
        four(server, **BEHIND) as at,
        listening(server, at.players["north"], at.table) as north,
        listening(server, at.players["south"], at.table) as south,
    ):
        hand = (await at.post("north", "reveal-hand")).json()["myHand"]
        assert await north.hears("HAND_REVEALED") == {"seat": "north", "myHand": hand}
        await at.bid(3)
        await south.hears("BID_PLACED")
        assert "HAND_REVEALED" not in south.types


async def test_an_exchange_prompts_the_two_partners(server: Served) -> None:
    async with (
        four(server, **BEHIND) as at,
        listening(server, at.players["east"], at.table) as east,
        listening(server, at.players["west"], at.table) as west,
        listening(server, at.players["north"], at.table) as north,
    ):
        await at.bid("blind_nil", 3, 3, 3)
        prompt = {"count": 2, "step": "blind_to_partner", "currentBlindNilSeat": "east"}
        assert await east.hears("BLIND_NIL_EXCHANGE_PROMPT") == {"direction": "send", **prompt}
        assert await west.hears("BLIND_NIL_EXCHANGE_PROMPT") == {"direction": "receive", **prompt}
        await at.post("east", "blind-nil-exchange", {"cards": [named("SK"), named("S8")]})
        prompt["step"] = "partner_to_blind"
        assert await west.hears("BLIND_NIL_EXCHANGE_PROMPT") == {"direction": "send", **prompt}
        assert await east.hears("BLIND_NIL_EXCHANGE_PROMPT") == {"direction": "receive", **prompt}
        await at.post("west", "blind-nil-exchange", {"cards": [named("C3"), named("D3")]})
        await north.hears("TURN_CHANGED", phase="playing")
        assert "BLIND_NIL_EXCHANGE_PROMPT" not in north.types


async def test_all_get_the_events_of_cards_and_tricks(server: Served) -> None:
    async with four(server) as at, guests(server, "Eve") as (eve,):
        await at.bid(3, 3, 3, 3)
        await eve.observe(at.table)
        async with listening(server, eve, at.table) as ear:
            await at.play("C6", "CK", "C3", "C4")
            first = await ear.hears("CARD_PLAYED")
            assert first == {
                "seat": "east",
                "card": named("C6"),
                "currentTrick": [{"seat": "east", "card": named("C6")}],
                "nextPlayerSeat": "south",
                "spadesBroken": False,
            }
            last = await ear.hears("CARD_PLAYED", seat="north")
            assert last["nextPlayerSeat"] == "south" and len(last["currentTrick"]) == 4
            trick = await ear.hears("TRICK_COMPLETE")
            assert trick["winnerSeat"] == "south" and trick["plays"] == last["currentTrick"]
            assert trick["tricksWon"] == {"north": 0, "east": 0, "south": 1, "west": 0}
            assert await ear.hears("TURN_CHANGED") == {"activeSeat": "south", "phase": "playing"}


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


async def test_observers_come_and_go_and_a_player_may_be_disconnected_for_a_while(server: Served) -> None:
    async with four(server) as at, guests(server, "Eve", "Fay") as (eve, fay):
        await fay.observe(at.table)
        async with listening(server, fay, at.table) as ear:
            await eve.observe(at.table)
            assert await ear.hears("OBSERVER_JOINED") == {"playerId": eve.id, "username": "Eve"}
            async with listening(server, at.players["west"], at.table):
                pass
            gone = await ear.hears("PLAYER_DISCONNECTED")
            assert gone == {"seat": "west", "reconnectWindowSeconds": 120}
            await at.state("west")
            assert await ear.hears("PLAYER_RECONNECTED") == {"seat": "west"}


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
