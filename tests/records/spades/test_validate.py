"""A recorded game is played again by the rules: what was played here is sound, what was changed is caught."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from protocol.v1.spades import Options
from server.errors import BadRecord
from server.games.spades.rules import SPADES
from server.records.spades import dumps, loads
from server.records.spades.validate import validate
from tests.games.random_games import random_options
from tests.records.spades.games import BLIND, SAID, fault, game, long_game, plain, told

SEEDS = st.integers(0, 2**32)
UNJUDGED = ("rules", "version", "looked")
"""What another number of contradicts nothing, or (`version`) is a fault in form."""


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(SEEDS)
def test_under_any_rules_a_game_survives_json_and_is_sound(seed: int) -> None:
    record = game(seed, options=random_options(SPADES, Random(seed)))
    (again,) = loads(dumps([record]))
    assert again == record
    assert validate(again) is None


@pytest.mark.parametrize("said", SAID, ids=str)
def test_a_whole_game_of_every_variant_is_sound_to_its_end(said: dict[str, Any]) -> None:
    record = game(1, hands=60, rounds=5, **said)
    assert record.winner is not None
    assert validate(record) is None


def numbers(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where the whole numbers of a record stand."""
    if isinstance(data, dict):
        for key, value in data.items():
            if key not in UNJUDGED:
                yield from numbers(value, (*path, key))
    elif isinstance(data, list):
        for place, value in enumerate(data):
            yield from numbers(value, (*path, place))
    elif isinstance(data, int) and not isinstance(data, bool):
        yield path


def changed(data: dict[str, Any], path: tuple[Any, ...], by: int) -> dict[str, Any]:
    """The record with one number changed."""
    other = deepcopy(data)
    at: Any = other
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] += by
    return other


def is_wrong(data: dict[str, Any]) -> bool:
    try:
        return fault(data) != ""
    except BadRecord:
        return True


@pytest.mark.parametrize("said", [{}, {"players": 2}, {"players": 3}, {**BLIND, "players": 6}], ids=str)
def test_every_number_that_is_changed_by_one_is_caught(said: dict[str, Any]) -> None:
    data = plain(long_game(3, 2, **said))
    paths = [path for path in numbers(data) if path[:1] != ("hands",) or path[1] == 1]
    for path in paths:
        for by in (-1, 1):
            assert is_wrong(changed(data, path, by)), (path, by)
    assert len(paths) > 60


@pytest.mark.parametrize("said", [{}, {"players": 2}, {"players": 5}], ids=str)
def test_any_two_cards_that_change_places_in_the_play_or_the_deal_are_caught(said: dict[str, Any]) -> None:
    data = plain(game(5, hands=1, **said))
    rng = Random(8)
    (hand,) = data["hands"]
    for _ in range(30):
        one, two = sorted(rng.sample(range(len(hand["plays"])), 2))
        other = deepcopy(data)
        plays = other["hands"][0]["plays"]
        plays[one]["card"], plays[two]["card"] = plays[two]["card"], plays[one]["card"]
        if plays[one]["seat"] != plays[two]["seat"]:
            assert is_wrong(other), (one, two)


JUNK = (None, -1, 5, 17, 9999, 10**30, "", "SA", "BJ", [], {}, True, 1.5, "classic")


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where the values of a record stand."""
    if path:
        yield path
    inside = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in inside:
        yield from places(value, (*path, key))


@pytest.mark.parametrize("said", [{}, {"players": 2}, {**BLIND, "players": 6}], ids=str)
def test_any_record_is_validated_or_refused_with_a_sentence(said: dict[str, Any]) -> None:
    data, rng = plain(long_game(6, 2, **said)), Random(2)
    paths = list(places(data))
    for _ in range(150):
        other = deepcopy(data)
        path = rng.choice(paths)
        at = other
        for key in path[:-1]:
            at = at[key]
        if rng.random() < 0.3:
            del at[path[-1]]
        else:
            at[path[-1]] = rng.choice(JUNK)
        try:
            what = fault(other)
        except BadRecord as error:
            what = str(error)
        assert len(what) < 400


def hand_of(data: dict[str, Any], place: int = 0) -> dict[str, Any]:
    hand: dict[str, Any] = data["hands"][place]
    return hand


def test_a_number_is_named_with_its_place_and_what_the_rules_say() -> None:
    data = plain(long_game(3, 2))
    right = hand_of(data, 1)["sides"][1]["after"]["points"]
    hand_of(data, 1)["sides"][1]["after"]["points"] = 7
    text = json.dumps(data, indent=1)
    line = next(at for at, each in enumerate(text.split("\n"), 1) if '"points": 7,' in each)
    assert told(text) == (
        f"line {line}, column 17: expected {right}, got 7 - at `$.hands[1].sides[1].after.points`"
    )


def test_a_card_that_is_dealt_twice_is_reported_with_both_positions() -> None:
    data = plain(game(2, hands=1))
    held = hand_of(data)["deal"]
    held[2][4] = held[0][1]
    assert fault(data) == (
        f"expected each card once, got {held[0][1]} again, which is deal[0][1] - at `$.hands[0].deal[2][4]`"
    )


def test_a_card_of_another_deck_is_refused() -> None:
    data = plain(game(2, hands=1))
    hand_of(data)["deal"][0][0] = "BJ"
    assert "expected a card of the deck of these rules, got BJ" in fault(data)


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
        ({}, lambda hand: hand["looked"].append({"seat": 5, "bids": 0}), "expected a seat below 4, got 5"),
        ({}, lambda hand: hand["sides"].pop(), "- at `$.hands[0].sides`"),
        ({}, lambda hand: hand["tricks"].append(0), "- at `$.hands[0].tricks`"),
        ({}, lambda hand: hand.update(players=["Ann"]), "expected 4 names or none, got 1"),
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


# Hands that follow each other


def test_a_hand_after_the_end_of_the_game_is_refused() -> None:
    data = plain(long_game(4, 60, rounds=2))
    further = long_game(4, 3)
    data["hands"].append(plain(further)["hands"][2])
    assert fault(data) == "expected no hand after side 0 has won, got hand 3 - at `$.hands[2]`" or (
        "expected no hand after side 1 has won" in fault(data)
    )


def test_hands_are_in_order_and_missing_hands_are_named() -> None:
    data = plain(long_game(4, 3))
    del data["hands"][1]
    assert fault(data) == "expected 2, got 3 - at `$.hands[1].hand`"
    data["hands_missing"] = [2]
    assert fault(data) == ""


def test_missing_hands_are_named_and_not_validated() -> None:
    data = plain(long_game(4, 4))
    del data["hands"][:2]
    data["hands_missing"] = [1, 2]
    assert fault(data) == ""
    hand_of(data)["sides"][0]["before"]["points"] += 3
    assert "`$.hands[0].sides[0].after.points`" in fault(data)


@pytest.mark.parametrize(("missing", "named"), [([9], 9), ([1], 1), ([3], 3)])
def test_missing_hands_precede_the_last_recorded_hand(missing: list[int], named: int) -> None:
    data = plain(long_game(4, 2))
    data["hands_missing"] = missing
    words = (
        "expected 2, got 1 - at `$.hands[0].hand`"
        if named == 1
        else f"2, the last hand of the record, got {named}"
    )
    assert words in fault(data)


def test_a_dealer_out_of_turn_is_caught_even_behind_a_gap() -> None:
    data = plain(long_game(4, 3))
    del data["hands"][0]
    data["hands_missing"] = [1]
    hand_of(data)["dealer"] = 2
    assert fault(data) == "expected 1, got 2 - at `$.hands[0].dealer`"


# The game as a whole


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"winner": 1}, "expected null, got 1 - at `$.winner`"),
        ({"preset": "seed"}, 'expected "classic", got "seed" - at `$.preset`'),
        ({"hands": []}, "expected at least one hand, got none - at `$.hands`"),
        ({"players": ["Ann", "Bob"]}, "expected 4 names or none, got 2 - at `$.players`"),
        ({"rules": {"players": 3}}, "expected rules that can be combined: pairs need four or six players"),
        ({"rules": {"players": 6}, "preset": None, "players": []}, "expected a card of the deck"),
        ({"scores": []}, "expected 2 values, got 0 - at `$.scores`"),
    ],
)
def test_the_fields_of_the_game_must_agree_with_its_hands(change: dict[str, Any], words: str) -> None:
    assert words in fault({**plain(game(3, hands=1)), **change})


def test_house_rules_have_no_preset_and_six_players_of_classic_have() -> None:
    assert game(1, hands=1, nil=70).preset is None
    assert game(1, hands=1, players=6).preset == "classic"
    assert game(1, hands=1, preset="whiz", jokers="jjdd").preset == "whiz"


def test_rules_that_are_not_told_are_those_of_classic() -> None:
    data = plain(long_game(3, 2))
    data["rules"] = {}
    assert fault(data) == ""
    assert loads(json.dumps(data))[0].rules == game(3, hands=1, options=Options()).rules
