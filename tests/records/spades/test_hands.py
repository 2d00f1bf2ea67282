"""A recorded hand is played again by the rules; what breaks them is named with its path."""

from __future__ import annotations

from typing import Any

import pytest

from tests.records.spades.games import BLIND, fault, game, hand_of, plain


def test_a_card_that_is_dealt_twice_is_reported_with_both_positions() -> None:
    data = plain(game(2, hands=1))
    held = hand_of(data)["deal"]
    held[2][4] = held[0][1]
    assert fault(data) == (
        f"expected each card once, got {held[0][1]} again,"
        " which is already in deal[0][1] - at `$.hands[0].deal[2][4]`"
    )


def test_a_card_of_another_deck_is_refused() -> None:
    data = plain(game(2, hands=1))
    hand_of(data)["deal"][0][0] = "BJ"
    assert "expected a card of the deck with which this game is played, got BJ" in fault(data)


@pytest.mark.parametrize(
    ("said", "spoilt", "words"),
    [
        ({}, lambda hand: hand["deal"][1].pop(), "expected 13 cards, got 12 - at `$.hands[0].deal[1]`"),
        ({}, lambda hand: hand["deal"].pop(), "expected 4 hands, got 3 - at `$.hands[0].deal`"),
        ({}, lambda hand: hand["stock"].append(hand["deal"][0].pop()), "expected 13 cards, got 12"),
        ({"players": 2}, lambda hand: hand["stock"].pop(), "expected 52 cards, got 51"),
        ({"players": 2}, lambda hand: hand["kept"].pop(), "expected 26 kept, got 25"),
        ({}, lambda hand: hand["bids"].pop(), "expected 4 bids, got 3 - at `$.hands[0].bids`"),
        ({}, lambda hand: hand["bids"].append(hand["bids"][0]), "expected no more bids in this hand"),
        ({}, lambda hand: hand["plays"].pop(), "expected 52 plays, got 51 - at `$.hands[0].plays`"),
        ({}, lambda hand: hand["plays"].append(hand["plays"][0]), "expected no more plays in this hand"),
        ({}, lambda hand: hand["plays"].reverse(), "expected seat 2, which has the turn, got seat 0"),
        ({}, lambda hand: hand["bids"][0].update(tricks=0), "expected a bid of 1, 2, 3"),
        ({}, lambda hand: hand["bids"][0].update(blind=True), "you may not bid blind now"),
        ({}, lambda hand: hand["plays"][0].update(card="SA"), "`$.hands[0].plays[0]`"),
        ({}, lambda hand: hand["passes"].append({"seat": 0, "to": 2, "cards": []}), "no more passes"),
        (
            {},
            lambda hand: hand["looked"].append({"seat": 0, "bids": 0}),
            "you see your hand already, because you have looked, have bid, or may not bid blind",
        ),
        (
            {},
            lambda hand: hand["looked"].append({"seat": 5, "bids": 0}),
            "expected a seat from 0 to 3, got 5",
        ),
        ({}, lambda hand: hand["sides"].pop(), "- at `$.hands[0].sides`"),
        ({}, lambda hand: hand["tricks"].append(0), "- at `$.hands[0].tricks`"),
        ({}, lambda hand: hand.update(players=["Ann"]), "expected the names of 4 players or no names, got 1"),
    ],
)
def test_a_hand_that_breaks_the_rules_is_refused_in_words(said: Any, spoilt: Any, words: str) -> None:
    data = plain(game(11, hands=1, **said))
    spoilt(hand_of(data))
    assert words in fault(data)


@pytest.mark.parametrize("field", ["cards", "to", "seat"])
def test_an_impossible_exchange_is_refused(field: str) -> None:
    record = next(
        each for each in (game(seed, hands=1, **BLIND) for seed in range(50)) if each.hands[0].passes
    )
    data = plain(record)
    first = hand_of(data)["passes"][0]
    wrong = {"cards": first["cards"] * 2, "to": (first["to"] + 1) % 4, "seat": (first["seat"] + 1) % 4}
    first[field] = wrong[field]
    assert f"`$.hands[0].passes[0]{'' if field == 'cards' else '.to' if field == 'to' else ''}" in fault(data)


def test_looks_are_recorded_in_the_order_of_the_bids() -> None:
    record = next(
        each for each in (game(seed, hands=1, **BLIND) for seed in range(50)) if each.hands[0].looked
    )
    data = plain(record)
    looked = hand_of(data)["looked"]
    assert fault(data) == ""
    bid = next(at for at, each in enumerate(hand_of(data)["bids"]) if each["seat"] == looked[-1]["seat"])
    looked[-1]["bids"] = bid + 1
    assert "you see your hand already, because you have looked, have bid, or may not bid blind" in fault(
        data
    ) or "you may look at your hand only during the bidding" in fault(data)
