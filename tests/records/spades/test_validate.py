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
from tests.records.spades.games import BLIND, VARIANTS, fault, first_fault, game, hand_of, long_game, plain

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


@pytest.mark.parametrize("said", VARIANTS, ids=str)
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


def test_a_number_is_named_with_its_place_and_what_the_rules_say() -> None:
    data = plain(long_game(3, 2))
    right = hand_of(data, 1)["sides"][1]["after"]["points"]
    hand_of(data, 1)["sides"][1]["after"]["points"] = 7
    text = json.dumps(data, indent=1)
    line = next(at for at, each in enumerate(text.split("\n"), 1) if '"points": 7,' in each)
    assert first_fault(text) == (
        f"line {line}, column 17: expected {right}, got 7 - at `$.hands[1].sides[1].after.points`"
    )


# Hands that follow each other


def test_a_hand_after_the_end_of_the_game_is_refused() -> None:
    data = plain(long_game(4, 60, rounds=2))
    further = long_game(4, 3)
    data["hands"].append(plain(further)["hands"][2])
    assert fault(data) == "expected no hand after side 0 won the game, got hand 3 - at `$.hands[2]`" or (
        "expected no hand after side 1 won the game" in fault(data)
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
        else f"2, the last recorded hand, got {named}"
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
        ({"hands": []}, "expected at least one recorded hand of Spades, got none - at `$.hands`"),
        ({"players": ["Ann", "Bob"]}, "expected the names of 4 players or no names, got 2 - at `$.players`"),
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
