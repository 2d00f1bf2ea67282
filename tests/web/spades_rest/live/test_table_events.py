"""Events of a table for the websockets that have joined it."""

from __future__ import annotations

from tests.web.served import Served, needs_redis
from tests.web.spades_rest.guests import (
    BEHIND,
    UNTIMED,
    four,
    guests,
    listening,
    named,
    opened,
)

pytestmark = needs_redis


async def test_joining_shows_nothing_and_the_state_is_read_by_http(server: Served) -> None:
    async with four(server) as at:
        await at.bid(3, 3)
        async with listening(server, at.players["east"], at.table) as ear:
            await ear.say("JOIN_LOBBY")
            await ear.hears("JOINED_LOBBY")
            assert ear.types == ["JOINED", "JOINED_LOBBY"]


async def test_a_game_begins_for_each_player_with_the_players_own_hand(server: Served) -> None:
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
