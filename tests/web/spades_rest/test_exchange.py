"""Exchanges by `POST …/blind-nil-exchange`."""

from __future__ import annotations

from tests.web.served import Served, needs_redis
from tests.web.spades_rest.guests import BEHIND, SEATS, four, named, plain, wrong

pytestmark = needs_redis

SENT = {"cards": [named("SK"), named("S8")]}
BACK = {"cards": [named("C3"), named("D3")]}


async def test_two_cards_go_to_the_partner_and_two_come_back(server: Served) -> None:
    async with four(server, **BEHIND) as at:
        view = await at.bid("blind_nil", 3, 3, 3)
        assert view["phase"] == "blind_nil_exchange"
        assert view["blindNilExchange"] == {
            "pending": ["east"],
            "currentBlindNilSeat": "east",
            "step": "blind_to_partner",
        }
        answer = await at.post("east", "blind-nil-exchange", SENT)
        assert answer.status_code == 200
        assert answer.json()["blindNilExchange"]["step"] == "partner_to_blind"
        assert len(answer.json()["myHand"]) == 11
        view = (await at.post("west", "blind-nil-exchange", BACK)).json()
        assert view["blindNilExchange"] is None
        assert (view["phase"], view["currentPlayerSeat"]) == ("playing", "east")
        assert {"SK", "S8"} < {plain(card) for card in view["myHand"]}
        east = {plain(card) for card in (await at.state("east"))["myHand"]}
        assert {"C3", "D3"} < east and not {"SK", "S8"} & east


async def test_the_side_of_the_first_bidder_is_first_and_the_other_waits(server: Served) -> None:
    async with four(server, **BEHIND) as at:
        view = await at.bid(3, "blind_nil", "blind_nil", 3)
        assert view["blindNilExchange"]["pending"] == ["west", "south"]
        await at.post("west", "blind-nil-exchange", {"cards": [named("ST"), named("S6")]})
        view = (await at.post("east", "blind-nil-exchange", {"cards": [named("D5"), named("C6")]})).json()
        assert view["blindNilExchange"]["pending"] == ["south"]
        assert "cardsFromBlind" not in view["blindNilExchange"]


async def test_repeated_cards_are_refused_first(server: Served) -> None:
    bodies: list[dict[str, object]] = [
        {},
        {"cards": None},
        {"cards": []},
        {"cards": "SK S8"},
        {"cards": ["SK", "S8"]},
        {"cards": [named("SK"), {"suit": "spades"}]},
        {"cards": [named("SK"), named("SK")]},
        {"cards": [named("SK")]},
        {"cards": [named("SK"), named("S8"), named("S4")]},
    ]
    async with four(server, **BEHIND) as at:
        for body in bodies:
            assert wrong(await at.post("west", "blind-nil-exchange", body)) == (400, "INVALID_EXCHANGE"), body


async def test_two_cards_are_passed_and_they_are_held(server: Served) -> None:
    async with four(server, **BEHIND) as at:
        await at.bid("blind_nil", 3, 3, 3)
        for names, code in (
            (["SK"], "INVALID_EXCHANGE"),
            (["SK", "S8", "S4"], "INVALID_EXCHANGE"),
            (["SK", "SA"], "CARD_NOT_IN_HAND"),
        ):
            body = {"cards": [named(name) for name in names]}
            assert wrong(await at.post("east", "blind-nil-exchange", body)) == (400, code)
        assert len((await at.state("east"))["myHand"]) == 13


async def test_cards_are_passed_only_in_turn(server: Served) -> None:
    async with four(server, **BEHIND) as at:
        await at.bid("blind_nil", 3, 3, 3)
        for seat in ("north", "south", "west"):
            assert wrong(await at.post(seat, "blind-nil-exchange", BACK)) == (409, "NOT_YOUR_TURN")
        await at.post("east", "blind-nil-exchange", SENT)
        assert wrong(await at.post("east", "blind-nil-exchange", SENT)) == (409, "NOT_YOUR_TURN")


async def test_without_a_blind_nil_nothing_is_passed(server: Served) -> None:
    async with four(server) as at:
        assert wrong(await at.post("east", "blind-nil-exchange", SENT)) == (409, "INVALID_ACTION")
        await at.bid(3, 3, 3, 3)
        assert wrong(await at.post("east", "blind-nil-exchange", SENT)) == (409, "INVALID_ACTION")


async def test_every_view_of_an_exchange_is_of_thirteen_cards_in_the_end(server: Served) -> None:
    async with four(server, **BEHIND) as at:
        await at.bid("blind_nil", 3, 3, 3)
        await at.post("east", "blind-nil-exchange", SENT)
        await at.post("west", "blind-nil-exchange", BACK)
        held = [plain(card) for seat in SEATS for card in (await at.state(seat))["myHand"]]
        assert len(held) == len(set(held)) == 52
