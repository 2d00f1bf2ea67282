"""Plays by `POST …/play`, and games played to their end over HTTP alone."""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import AsyncIterator
from typing import Any

import pytest

from tests.games.spades.hands import ONE_SUIT_EACH
from tests.web.served import Served, needs_redis
from tests.web.spades_rest.guests import SEATS, Guest, four, guests, named, opened, plain, wrong

pytestmark = needs_redis


async def test_a_card_is_answered_with_the_players_view(server: Served) -> None:
    async with four(server) as at:
        await at.bid(3, 3, 3, 3)
        view = await at.play("C6")
        assert view["currentTrick"] == [{"seat": "east", "card": named("C6")}]
        assert (view["currentPlayerSeat"], view["leadSeat"], view["isFirstTrick"]) == ("south", "east", True)
        assert "validCards" not in view and len(view["myHand"]) == 12


async def test_the_winner_of_a_trick_leads_the_next(server: Served) -> None:
    async with four(server) as at:
        await at.bid(3, 3, 3, 3)
        view = await at.play("C6", "CK", "C3", "C4")
        plays = [("east", "C6"), ("south", "CK"), ("west", "C3"), ("north", "C4")]
        assert view["completedTricks"] == [
            {"winner": "south", "plays": [{"seat": seat, "card": named(card)} for seat, card in plays]}
        ]
        assert view["currentTrick"] == [] and view["currentPlayerSeat"] == view["leadSeat"] == "south"
        assert view["tricksWon"] == {"north": 0, "east": 0, "south": 1, "west": 0}
        assert view["isFirstTrick"] is False and view["spadesbroken"] is False


async def test_an_invalid_card_is_refused_before_phase_and_turn_are_checked(server: Served) -> None:
    cards: list[object] = [
        None,
        "AS",
        {"suit": "spades"},
        {"suit": "S", "rank": "A"},
        {"suit": "spades", "rank": "T"},
        {"suit": "spades", "rank": "1"},
        {"suit": ["spades"], "rank": {}},
    ]
    async with four(server) as at:
        assert wrong(await at.post("north", "play", {})) == (400, "INVALID_REQUEST")
        for card in cards:
            for seat in ("north", "east"):
                assert wrong(await at.post(seat, "play", {"card": card})) == (400, "INVALID_REQUEST"), card


async def test_the_phase_is_judged_before_the_turn_and_the_turn_before_the_hand(server: Served) -> None:
    async with four(server) as at:
        foreign = {"card": named("SA")}
        assert wrong(await at.post("west", "play", foreign)) == (409, "INVALID_ACTION")
        await at.bid(3, 3, 3, 3)
        assert wrong(await at.post("west", "play", foreign)) == (409, "NOT_YOUR_TURN")
        assert wrong(await at.post("east", "play", foreign)) == (400, "CARD_NOT_IN_HAND")
        assert wrong(await at.post("east", "play", {"card": named("SK")})) == (400, "ILLEGAL_PLAY")


async def test_one_follows_suit_and_plays_no_spade_to_the_first_trick(server: Served) -> None:
    async with four(server) as at:
        await at.bid(3, 3, 3, 3)
        await at.play("C6")
        for name in ("SQ", "HA"):
            assert wrong(await at.post("south", "play", {"card": named(name)})) == (400, "ILLEGAL_PLAY")
        valid = (await at.state("south"))["validCards"]
        assert sorted(map(plain, valid)) == ["C2", "C7", "CK"]


async def test_the_same_card_is_not_played_twice(server: Served) -> None:
    async with four(server) as at:
        await at.bid(3, 3, 3, 3)
        await at.play("C6", "CK", "C3", "C4")
        assert wrong(await at.post("south", "play", {"card": named("CK")})) == (400, "CARD_NOT_IN_HAND")


async def test_of_many_posts_at_once_exactly_one_succeeds(server: Served) -> None:
    async with four(server) as at:
        await at.bid(3, 3, 3, 3)
        for name in ("C6", "CA", "CT"):
            body = {"card": named(name)}
            if name == "C6":
                answers = await asyncio.gather(*(at.post("east", "play", body) for _ in range(8)))
                assert sorted(answer.status_code for answer in answers) == [200, *[409] * 7]
        assert len((await at.state("east"))["currentTrick"]) == 1


async def test_of_two_different_cards_at_once_exactly_one_is_played(server: Served) -> None:
    async with four(server) as at:
        await at.bid(3, 3, 3, 3)
        answers = await asyncio.gather(
            *(at.post("east", "play", {"card": named(name)}) for name in ("C6", "CA", "CT", "H3"))
        )
        assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409]
        assert len((await at.state("east"))["currentTrick"]) == 1


async def alone_with_bots(ann: Guest, **options: Any) -> str:
    """Return a table of one player, North, and three house robots, where no low score loses the game."""
    table = await opened(ann, seats=dict.fromkeys("123", "random"), **{"floor": 0, **options})
    await ann.sit(table, 0)
    return table


async def next_step(ann: Guest, table: str, view: dict[str, Any]) -> dict[str, Any]:
    """Return the answer to North's first legal action."""
    at = f"/api/tables/{table}"
    match view["phase"]:
        case "bidding" if "myHand" not in view:
            answer = await ann.post(f"{at}/reveal-hand")
        case "bidding":
            assert view["currentBidderSeat"] == "north"
            answer = await ann.post(f"{at}/bid", {"bid": 3})
        case "playing":
            assert view["currentPlayerSeat"] == "north"
            answer = await ann.post(f"{at}/play", {"card": view["validCards"][0]})
        case _:
            answer = await ann.post(f"{at}/blind-nil-exchange", {"cards": view["myHand"][:2]})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


async def test_in_a_whole_game_three_bots_move_before_each_answer(server: Served) -> None:
    async with guests(server, "Ann") as (ann,):
        table = await alone_with_bots(ann, target=100, floor=-100)
        view = await ann.state(table)
        hands = 0
        while not view["gameOver"]:
            view = await next_step(ann, table, view)
            assert view["handNumber"] in (hands, hands + 1)
            hands = view["handNumber"]
        assert view["phase"] == "game_over" and view["winner"] in ("ns", "ew")
        assert len(view["handHistory"]) == hands
        last = view["handHistory"][-1]
        assert last["scoresAfter"] == view["scores"] and last["bagsAfter"] == view["bags"]
        assert sum(last["tricksWon"].values()) == len(view["completedTricks"]) == 13
        assert wrong(await ann.post(f"/api/tables/{table}/bid", {"bid": 3})) == (409, "INVALID_ACTION")


async def test_the_history_tells_how_every_score_came_about(server: Served) -> None:
    async with guests(server, "Ann") as (ann,):
        table = await alone_with_bots(ann, target=0, rounds=2)
        view = await ann.state(table)
        while not view["gameOver"]:
            view = await next_step(ann, table, view)
        first, second, *_ = view["handHistory"]  # more where the scores were equal
        assert first["scoresBefore"] == {"ns": 0, "ew": 0} and first["scoresAfter"] == second["scoresBefore"]
        for hand in (first, second):
            for team in ("ns", "ew"):
                change = hand["scoreDelta"][team] - 100 * hand["bagPenalty"][team]
                assert hand["scoresAfter"][team] == hand["scoresBefore"][team] + change
                bags = hand["bagsBefore"][team] + hand["newBags"][team]
                assert hand["bagsAfter"][team] == bags - 10 * hand["bagPenalty"][team]
            assert set(hand["bids"]) == set(SEATS) and len(hand["lastTrick"]["plays"]) == 4


@pytest.mark.skipif(shutil.which("curl") is None, reason="there is no curl")
async def test_the_example_of_the_seed_works_as_printed(server: Served) -> None:
    async with four(server, ONE_SUIT_EACH) as at:
        await at.bid(3, 3, 3, 3)
        await at.play("H2", "D2", "C2")
        north = at.players["north"]
        example = f"""curl -X POST {server.address}/api/tables/{at.table}/play \\
  -H 'Content-Type: application/json' \\
  -H 'x-session-id: {north.session}' \\
  -H 'x-player-id: {north.id}' \\
  -d '{{"card": {{"suit": "spades", "rank": "A"}}}}'"""
        curl = await asyncio.create_subprocess_shell(
            example, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL
        )
        answer, _ = await curl.communicate()
        view = json.loads(answer)
        assert view["completedTricks"][0]["plays"][3] == {"seat": "north", "card": named("SA")}
        assert view["tricksWon"]["north"] == 1 and view["currentPlayerSeat"] == "north"
        assert view["spadesbroken"] is False, "a spade on the first trick breaks nothing"


async def test_a_request_out_of_turn_is_not_played_later(server: Served) -> None:
    async with four(server) as at:
        await at.bid(3, 3, 3, 3)
        south, played = at.players["south"], asyncio.Event()
        card = (await at.state("south"))["myHand"][-1]

        async def slowly() -> AsyncIterator[bytes]:
            yield b'{"card":'
            for _ in range(3):
                await at.state("east")
            await at.play("C6")
            yield json.dumps(card).encode() + b"}"
            played.set()

        answer = await south.http.post(f"/api/tables/{at.table}/play", content=slowly())
        assert played.is_set() and wrong(answer) == (409, "NOT_YOUR_TURN")
        assert (await at.post("south", "play", {"card": card})).status_code == 200
