"""Reveals by `POST …/reveal-hand`."""

from __future__ import annotations

from tests.web.served import Served, needs_redis
from tests.web.spades_rest.guests import BEHIND, SEATS, four, plain, wrong

pytestmark = needs_redis


async def test_a_hand_is_withheld_until_its_player_looks_at_it(server: Served) -> None:
    async with four(server, **BEHIND) as at:
        for seat in SEATS:
            view = await at.state(seat)
            assert "myHand" not in view and view["blindNilEligible"] is True
        answer = await at.post("north", "reveal-hand")
        assert answer.status_code == 200
        view = answer.json()
        assert [plain(card) for card in view["myHand"]][:3] == ["SA", "S9", "S5"]
        assert len(view["myHand"]) == 13 and view["blindNilEligible"] is False
        assert (await at.state("south"))["handRevealedSeats"] == ["north"]
        assert "myHand" not in await at.state("south")


async def test_a_player_may_look_at_the_hand_out_of_turn_and_the_turn_stays(server: Served) -> None:
    async with four(server, **BEHIND) as at:
        assert (await at.post("west", "reveal-hand")).json()["currentBidderSeat"] == "east"


async def test_a_hand_that_is_not_hidden_is_not_revealed(server: Served) -> None:
    async with four(server) as at:
        assert wrong(await at.post("east", "reveal-hand")) == (400, "NOT_ELIGIBLE")
    async with four(server, **BEHIND) as at:
        await at.post("east", "reveal-hand")
        assert wrong(await at.post("east", "reveal-hand")) == (400, "NOT_ELIGIBLE")


async def test_a_reveal_after_the_players_own_bid_is_refused(server: Served) -> None:
    async with four(server, **BEHIND) as at:
        await at.bid(3)
        assert wrong(await at.post("east", "reveal-hand")) == (409, "BID_ALREADY_PLACED")


async def test_a_hand_is_not_revealed_after_the_bidding(server: Served) -> None:
    async with four(server, **BEHIND) as at:
        await at.bid(3, 3, 3, 3)
        assert wrong(await at.post("east", "reveal-hand")) == (409, "INVALID_ACTION")
