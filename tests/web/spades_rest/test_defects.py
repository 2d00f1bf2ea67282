"""Thirteen defects of the seed's server, none of which this server has."""

from __future__ import annotations

import asyncio
import json
import logging
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.games.spades.hands import QUIET
from tests.web.served import Served, needs_redis
from tests.web.spades_rest.guests import (
    BEHIND,
    SEATS,
    UNTIMED,
    EventSocket,
    four,
    guests,
    listening,
    named,
    opened,
    plain,
    stacked,
    wrong,
)
from tests.web.spades_rest.test_play import alone_with_bots, next_step

pytestmark = needs_redis

SENT = {"cards": [named("SK"), named("S8")]}


async def test_1_only_the_two_partners_see_the_cards_of_an_exchange(server: Served) -> None:
    async with four(server, **BEHIND) as at, guests(server, "Eve") as (eve,):
        await eve.observe(at.table)
        await at.bid("blind_nil", 3, 3, 3)
        for seat in ("east", "west"):
            assert (await at.state(seat))["blindNilExchange"]["cardsFromBlind"] is None
        await at.post("east", "blind-nil-exchange", SENT)
        for seat in ("east", "west"):
            assert (await at.state(seat))["blindNilExchange"]["cardsFromBlind"] == SENT["cards"]
        for seat in ("north", "south"):
            state = await at.state(seat)
            assert "cardsFromBlind" not in state["blindNilExchange"]
            state.pop("myHand")
            assert '"K"' not in json.dumps(state)
        assert "blindNilExchange" not in await eve.state(at.table)


async def test_2_the_same_card_is_not_passed_twice(server: Served) -> None:
    async with four(server, **BEHIND) as at:
        await at.bid("blind_nil", 3, 3, 3)
        twice = {"cards": [named("SK"), named("SK")]}
        assert wrong(await at.post("east", "blind-nil-exchange", twice)) == (400, "INVALID_EXCHANGE")
        await at.post("east", "blind-nil-exchange", SENT)
        await at.post("west", "blind-nil-exchange", {"cards": [named("ST"), named("S6")]})
        held = [plain(card) for seat in SEATS for card in (await at.state(seat))["myHand"]]
        assert sorted(held) == sorted(" ".join(QUIET).split())


async def test_3_looking_at_the_hand_gives_up_blind_nil(server: Served) -> None:
    async with four(server, **BEHIND) as at:
        await at.post("east", "reveal-hand")
        assert wrong(await at.post("east", "bid", {"bid": "blind_nil"})) == (400, "NOT_ELIGIBLE")
        assert (await at.state("east"))["currentBidderSeat"] == "east"


async def test_4_no_bid_of_a_human_sticks_a_table_with_a_bot_partner(server: Served) -> None:
    async with guests(server, "Ann") as (ann,):
        for _ in range(5):
            table = await opened(ann, seats=dict.fromkeys("023", "random"))
            await ann.sit(table, 1)
            await ann.state(table)
            answer = await ann.post(f"/api/tables/{table}/bid", {"bid": 13})
            assert answer.status_code == 200, answer.text
            view = answer.json()
            assert view["phase"] == "playing" and view["currentPlayerSeat"] == "east"
            numbers = [bid for bid in view["bids"].values() if isinstance(bid, int)]
            assert all(0 <= number <= 13 for number in numbers)
            answer = await ann.post(f"/api/tables/{table}/leave")
            assert answer.status_code == 200, answer.text


async def test_5_a_body_without_a_card_is_400_and_no_fault(
    server: Served, caplog: pytest.LogCaptureFixture
) -> None:
    async with four(server) as at:
        await at.bid(3, 3, 3, 3)
        with caplog.at_level(logging.WARNING):
            for body in ({}, {"card": None}, {"card": {}}, {"card": 7}):
                assert wrong(await at.post("east", "play", body)) == (400, "INVALID_REQUEST")
        assert not caplog.records


async def test_6_of_two_simultaneous_posts_one_succeeds_in_every_phase(server: Served) -> None:
    async with four(server, **BEHIND) as at:
        posts: list[tuple[str, str, Any]] = [
            ("north", "reveal-hand", {}),
            ("east", "bid", {"bid": "blind_nil"}),
            ("south", "bid", {"bid": 3}),
            ("west", "bid", {"bid": 3}),
            ("north", "bid", {"bid": 3}),
            ("east", "blind-nil-exchange", SENT),
            ("west", "blind-nil-exchange", {"cards": [named("ST"), named("S6")]}),
            ("east", "play", {"card": named("C6")}),
        ]
        for seat, action, body in posts:
            answers = await asyncio.gather(*(at.post(seat, action, body) for _ in range(2)))
            codes = sorted(answer.status_code for answer in answers)
            assert codes[0] == 200 and codes[1] in (400, 409), (seat, action, codes)


async def test_7_the_game_continues_without_an_absent_player(server: Served) -> None:
    policy = {**UNTIMED, "hold_ms": 50, "substitute": "random"}
    async with guests(server, "Ann", "Ben") as (ann, ben):
        table = await opened(ann, policy, {"1": "random", "3": "random"}, target=0, floor=0, rounds=1)
        await ann.sit(table, 0)
        await ben.sit(table, 2)
        async with listening(server, ann, table) as ear:
            async with listening(server, ben, table):
                pass
            while True:
                turn = await ear.hears("TURN_CHANGED")
                if turn["activeSeat"] == "north":
                    await next_step(ann, table, await ann.state(table))
                if turn["phase"] == "game_over":
                    break
            assert (await ben.state(table))["gameOver"] is True


async def test_8_robots_move_with_events_and_none_before_the_deal(server: Served) -> None:
    async with guests(server, "Ann", "Ben") as (ann, ben):
        table = await opened(ann, seats={"1": "random", "3": "random"})
        await ann.sit(table, 0)
        async with listening(server, ann, table) as ear:
            await ben.sit(table, 2)
            await ear.hears("BID_PLACED", seat="east")
            begun = [ear.types.index(name) for name in ("GAME_STARTED", "HAND_DEALT", "BID_PLACED")]
            assert begun == sorted(begun)
            await ben.post(f"/api/tables/{table}/leave")
            await ear.hears("SEAT_TAKEN", seat="south", isBot=True)
            await ear.hears("BID_PLACED", seat="south")
            await ear.hears("TURN_CHANGED", activeSeat="north")


async def test_9_every_connection_of_every_player_gets_a_deal(server: Served) -> None:
    async with guests(server, "Ann", "Ben") as (ann, ben):
        table = await opened(ann, seats={"1": "random", "3": "random"})
        await ann.sit(table, 0)
        async with listening(server, ann, table) as one, listening(server, ann, table) as other:
            await ben.sit(table, 2)
            assert await one.hears("HAND_DEALT") == await other.hears("HAND_DEALT")


async def test_10_a_game_that_is_over_stands_in_the_record(server: Served) -> None:
    async with guests(server, "Ann") as (ann,):
        table = await alone_with_bots(ann, target=0, floor=0, rounds=1)
        view = await ann.state(table)
        while not view["gameOver"]:
            view = await next_step(ann, table, view)
        async with server.http(ann.session) as http:
            answer = await http.get(f"/v1/games/{table}", params={"format": "json"})
        assert answer.status_code == 200, answer.text
        assert str(view["scores"]["ns"]) in answer.text


async def test_11_observers_see_the_winner_and_the_trick_number(server: Served) -> None:
    async with guests(server, "Ann", "Eve") as (ann, eve):
        table = await alone_with_bots(ann, target=0, floor=0, rounds=1)
        await eve.observe(table)
        view = await ann.state(table)
        while not view["gameOver"]:
            view = await next_step(ann, table, view)
            shown = await eve.state(table)
            assert shown["trickNumber"] == min(len(view["completedTricks"]) + 1, 13)
        assert shown["winner"] == view["winner"] in ("ns", "ew")


async def test_12_no_session_is_taken_from_an_address(server: Served) -> None:
    async with guests(server, "Ann") as (ann,):
        query = {"sessionId": ann.session, "playerId": ann.id}
        async with server.http() as http:
            assert (await http.get("/api/player/table", params=query)).status_code == 401
        url = server.address.replace("http", "ws", 1) + f"/?sessionId={ann.session}"
        async with connect(url) as socket:
            ear = EventSocket(socket)
            await ear.say("JOIN_LOBBY")
            with pytest.raises(ConnectionClosed):
                while True:
                    assert (await ear.next())["type"] == "ERROR"


async def test_13_every_hand_has_thirteen_tricks(server: Served) -> None:
    async with guests(server, "Ann") as (ann,):
        with stacked(server, QUIET):
            table = await alone_with_bots(ann, target=0, rounds=3)
        view = await ann.state(table)
        while not view["gameOver"]:
            view = await next_step(ann, table, view)
        assert [sum(hand["tricksWon"].values()) for hand in view["handHistory"]] == [13, 13, 13]
