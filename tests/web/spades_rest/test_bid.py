"""Bids by `POST …/bid`."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from tests.web.served import Served, needs_redis, served
from tests.web.spades_rest.guests import BEHIND, four, named, wrong

pytestmark = needs_redis


async def test_a_bid_is_answered_with_the_players_view(server: Served) -> None:
    async with four(server) as at:
        answer = await at.post("east", "bid", {"bid": 4})
        assert answer.status_code == 200
        view = answer.json()
        assert view["bids"] == {"north": None, "east": 4, "south": None, "west": None}
        assert view["currentBidderSeat"] == "south" and view["phase"] == "bidding"
        assert "playerNames" not in view and "isHost" not in view


async def test_the_second_bidder_of_a_side_states_its_total_and_the_first_gives_a_hint(
    server: Served,
) -> None:
    async with four(server) as at:
        assert (await at.bid(4, 3, 6))["teamBids"] == {"ns": None, "ew": 6}
        view = await at.bid(5)
        assert view["teamBids"] == {"ns": 5, "ew": 6}
        assert (view["phase"], view["currentPlayerSeat"], view["leadSeat"]) == ("playing", "east", "east")


async def test_nil_and_0_are_different_bids(server: Served) -> None:
    async with four(server) as at:
        view = await at.bid("nil", 0, 0, "nil")
        assert view["bids"] == {"north": "nil", "east": "nil", "south": 0, "west": 0}
        assert view["teamBids"] == {"ns": 0, "ew": 0}


async def test_where_both_partners_bid_nil_the_side_has_no_number(server: Served) -> None:
    async with four(server) as at:
        assert (await at.bid("nil", 3, "nil", 3))["teamBids"] == {"ns": 3, "ew": None}


async def test_an_invalid_bid_is_refused_before_the_turn_is_checked(server: Served) -> None:
    async with four(server) as at:
        assert wrong(await at.post("north", "bid", {})) == (400, "INVALID_BID")
        for bid in (None, -1, 14, 2.5, True, "3", "NIL", [3], {"nil": True}):
            for seat in ("north", "east"):
                assert wrong(await at.post(seat, "bid", {"bid": bid})) == (400, "INVALID_BID"), bid
        assert (await at.state("east"))["bids"]["east"] is None


async def test_only_the_seat_in_turn_bids(server: Served) -> None:
    async with four(server) as at:
        for seat in ("north", "south", "west"):
            assert wrong(await at.post(seat, "bid", {"bid": 3})) == (409, "NOT_YOUR_TURN")
        await at.bid(3)
        assert wrong(await at.post("east", "bid", {"bid": 3})) == (409, "NOT_YOUR_TURN")


async def test_no_bid_is_made_when_all_have_bid(server: Served) -> None:
    async with four(server) as at:
        await at.bid(3, 3, 3, 3)
        assert wrong(await at.post("east", "bid", {"bid": 3})) == (409, "INVALID_ACTION")


async def test_a_side_that_is_not_behind_may_not_bid_blind_nil(server: Served) -> None:
    async with four(server) as at:
        assert wrong(await at.post("east", "bid", {"bid": "blind_nil"})) == (400, "NOT_ELIGIBLE")


async def test_a_player_who_has_seen_the_hand_may_not_bid_blind_nil(server: Served) -> None:
    async with four(server, **BEHIND) as at:
        await at.post("east", "reveal-hand")
        assert wrong(await at.post("east", "bid", {"bid": "blind_nil"})) == (400, "NOT_ELIGIBLE")
        assert (await at.post("east", "bid", {"bid": 3})).status_code == 200


async def test_only_one_partner_bids_blind_nil(server: Served) -> None:
    async with four(server, **BEHIND) as at:
        await at.bid("blind_nil", 3)
        assert wrong(await at.post("west", "bid", {"bid": "blind_nil"})) == (400, "ALREADY_BID_BLIND_NIL")


async def test_a_player_sees_the_hand_after_a_blind_bid(server: Served) -> None:
    async with four(server, **BEHIND) as at:
        assert "myHand" not in await at.state("east")
        view = await at.bid("blind_nil")
        assert view["bids"]["east"] == "blind_nil" and named("SK") in view["myHand"]
        assert view["blindNilEligible"] is False


async def test_other_rules_refuse_other_bids_in_words(server: Served) -> None:
    async with four(server, preset="mirror") as at:
        answer = await at.post("east", "bid", {"bid": 4})
        assert wrong(answer) == (400, "INVALID_BID")
        assert answer.json()["error"] == "expected one of the bids 3"
        assert (await at.post("east", "bid", {"bid": 3})).status_code == 200


async def test_a_number_may_be_bid_blind_where_the_rules_have_that(server: Served) -> None:
    async with four(server, preset="classic", blind_bid=6, blind_bid_behind=0) as at:
        assert (await at.bid("blind_6"))["bids"]["east"] == "blind_6"
        await at.bid(3)
        assert wrong(await at.post("south", "bid", {"bid": "blind_3"})) == (409, "NOT_YOUR_TURN")


async def test_a_bid_is_followed_in_the_log_like_an_action_of_a_connection(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "kibitz.trace")
    with served(tmp_path, log_level="debug") as server:
        async with four(server) as at:
            await at.bid(4)
    lines = [record.__dict__ for record in caplog.records if record.name == "kibitz.trace"]
    assert [line["step"] for line in lines] == ["received", "appending", "stored", "answered"]
    assert lines[0]["source"] == "the Spades API" and lines[-1]["code"] == "done"
