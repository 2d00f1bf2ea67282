"""The state of a table by `GET …/state`: before the game, for a player, and for an observer."""

from __future__ import annotations

import asyncio
import time
from datetime import datetime
from pathlib import Path

from protocol.v1.requests import Watch
from server.web.spades_rest.tables import SETTLE_S
from tests.web.served import PATIENCE_S, Served, needs_redis, served, talking
from tests.web.spades_rest.guests import (
    BEHIND,
    SEATS,
    Four,
    four,
    guests,
    listening,
    named,
    opened,
    plain,
    wrong,
)
from tests.web.spades_rest.test_play import alone_with_bots, next_step

pytestmark = needs_redis

VIEW = """
gameId tableId handNumber dealerSeat players scores bags handHistory phase gameOver winner bids teamBids
biddingOrder currentBidderSeat blindNilExchange handRevealedSeats currentTrick completedTricks tricksWon
currentPlayerSeat leadSeat spadesbroken isFirstTrick blindNilEligible
"""
SPECTATOR = """
status seats observers isHost hostSeat phase scores bags tricksWon currentTrick bids currentPlayerSeat
currentBidderSeat dealerSeat handNumber spadesbroken handHistory winner gameOver trickNumber
"""
PEOPLE = {"playerNames", "observers", "isHost", "hostSeat"}


async def test_before_the_game_the_state_lists_the_seats(server: Served) -> None:
    async with guests(server, "Ann", "Ben") as (ann, ben):
        table = await opened(ann, seats={"2": "random"})
        await ann.sit(table, 0)
        await ben.observe(table)
        state = await ann.state(table)
        assert state == {
            "status": "waiting",
            "seats": {
                "north": {"playerId": ann.id, "username": "Ann", "isBot": False},
                "east": None,
                "south": {"playerId": "bot:south", "username": "random", "isBot": True},
                "west": None,
            },
            "observers": [{"playerId": ben.id, "username": "Ben"}],
            "isHost": True,
            "hostSeat": "north",
        }
        assert await ben.state(table) == {**state, "isHost": False}


async def test_the_keys_of_a_players_view_are_those_of_the_seed(server: Served) -> None:
    async with four(server) as at:
        state = await at.state("east")
        assert set(state) == {*VIEW.split()} | PEOPLE | {"myHand"}
        assert set((await at.post("east", "bid", {"bid": 3})).json()) == {*VIEW.split()} | {"myHand"}
        await at.bid(3, 3, 3)
        assert set(await at.state("east")) == {*VIEW.split()} | PEOPLE | {"myHand", "validCards"}
        assert set(await at.state("west")) == {*VIEW.split()} | PEOPLE | {"myHand"}


async def test_a_new_hand_as_its_players_see_it(server: Served) -> None:
    async with four(server) as at:
        state = await at.state("south")
        ids = {seat: player.id for seat, player in at.players.items()}
        assert state["players"] == ids and state["gameId"] == state["tableId"] == at.table
        assert state["playerNames"] == dict(zip(SEATS, ("Ann", "Ben", "Cid", "Dot"), strict=True))
        assert (state["handNumber"], state["dealerSeat"], state["phase"]) == (1, "north", "bidding")
        assert state["biddingOrder"] == ["east", "south", "west", "north"]
        assert state["currentBidderSeat"] == "east" and state["currentPlayerSeat"] is None
        assert state["scores"] == state["bags"] == {"ns": 0, "ew": 0}
        assert state["teamBids"] == {"ns": None, "ew": None} and state["leadSeat"] is None
        assert (state["gameOver"], state["winner"], state["handHistory"]) == (False, None, [])
        assert (state["isHost"], state["hostSeat"], state["blindNilExchange"]) == (False, "north", None)
        assert [plain(card) for card in state["myHand"][:3]] == ["SQ", "SJ", "S7"]


async def test_ten_is_written_out(server: Served) -> None:
    async with four(server) as at:
        assert {"suit": "spades", "rank": "10"} in (await at.state("west"))["myHand"]


async def test_every_seat_sees_its_own_hand_and_no_other(server: Served) -> None:
    async with four(server) as at:
        hands = {seat: {plain(card) for card in (await at.state(seat))["myHand"]} for seat in SEATS}
        assert len(set().union(*hands.values())) == 52 and {len(hand) for hand in hands.values()} == {13}


async def test_only_the_seat_in_turn_gets_the_playable_cards(server: Served) -> None:
    async with four(server) as at:
        await at.bid(3, 3, 3, 3)
        for seat in SEATS:
            assert ("validCards" in await at.state(seat)) is (seat == "east")
        await at.play("C6")
        valid = (await at.state("south"))["validCards"]
        assert sorted(map(plain, valid)) == ["C2", "C7", "CK"]


async def test_an_observer_sees_what_is_public_with_these_keys(server: Served) -> None:
    async with four(server) as at, guests(server, "Eve") as (eve,):
        await eve.observe(at.table)
        await at.bid(3, "nil", 3, 3)
        await at.play("C6", "CK", "C3", "C4", "H6")
        state = await eve.state(at.table)
        assert set(state) == {*SPECTATOR.split()} and state["status"] == "spectating"
        assert (state["phase"], state["trickNumber"], state["currentPlayerSeat"]) == ("playing", 2, "west")
        assert state["currentTrick"] == [{"seat": "south", "card": named("H6")}]
        assert state["bids"] == {"north": 3, "east": 3, "south": "nil", "west": 3}
        assert state["observers"] == [{"playerId": eve.id, "username": "Eve"}]
        assert (await at.state("north"))["observers"] == state["observers"]


async def test_spades_are_broken_in_the_seeds_spelling(server: Served) -> None:
    async with four(server) as at:
        await at.bid(3, 3, 3, 3)
        await at.play("C6", "CK", "C3", "C4", "H6", "H2", "H4", "H3")
        assert (await at.state("north"))["spadesbroken"] is False
        await break_spades(at)
        assert (await at.state("north"))["spadesbroken"] is True


async def break_spades(at: Four) -> None:
    """Play the first legal spade, or else any legal card, until a spade is played on another suit."""
    while True:
        view = await at.state("north")
        if view["spadesbroken"]:
            return
        turn = view["currentPlayerSeat"]
        valid = (await at.state(turn))["validCards"]
        spades = [card for card in valid if card["suit"] == "spades"]
        await at.post(turn, "play", {"card": (spades or valid)[0]})


async def test_players_who_neither_sit_nor_observe_get_403(server: Served) -> None:
    async with four(server) as at, guests(server, "Eve") as (eve,):
        assert wrong(await eve.get(f"/api/tables/{at.table}/state")) == (403, "NOT_AT_TABLE")


async def test_any_request_gives_a_returning_player_the_view_back(server: Served) -> None:
    async with four(server, **BEHIND) as at:
        await at.bid(3)
        again = await at.state("east")
        assert again["bids"]["east"] == 3 and len(again["myHand"]) == 13


async def test_all_who_were_present_may_read_a_finished_game(server: Served) -> None:
    async with guests(server, "Ann", "Eve") as (ann, eve):
        table = await alone_with_bots(ann, target=0, rounds=1)
        await eve.observe(table)
        view = await ann.state(table)
        while not view["gameOver"]:
            view = await next_step(ann, table, view)
        for guest in (ann, eve):
            state = await guest.state(table)
            assert (state["phase"], state["gameOver"]) == ("game_over", True)
            assert state["winner"] == view["winner"] is not None
        assert "validCards" not in await ann.state(table)


async def test_the_state_tells_how_long_an_absent_player_is_awaited(server: Served) -> None:
    async with four(server) as at, guests(server, "Eve") as (eve,):
        await eve.observe(at.table)
        async with listening(server, at.players["east"], at.table):
            assert "waitingForReconnect" not in await at.state("north")
        async with asyncio.timeout(PATIENCE_S):
            while "waitingForReconnect" not in (view := await at.state("north")):
                await asyncio.sleep(0.01)
        waited = view["waitingForReconnect"]
        assert waited["seat"] == "east" == view["currentBidderSeat"]
        left_s = datetime.fromisoformat(waited["expiresAt"]).timestamp() - time.time()
        assert 0 < left_s <= 120
        assert (await eve.state(at.table))["waitingForReconnect"] == waited
        await at.state("east")
        assert "waitingForReconnect" not in await at.state("north")


async def test_an_observer_of_robots_does_not_wait_for_them(data: Path) -> None:
    with served(data, robot_ms=60_000) as server:
        async with guests(server, "Ann") as (ann,):
            table = await opened(ann, seats=dict.fromkeys("0123", "random"))
            async with talking(server, ann.session) as talk, asyncio.timeout(SETTLE_S / 2):
                await talk.ask(Watch(table=table, id=1))
                assert (await ann.state(table))["status"] in ("waiting", "spectating")
