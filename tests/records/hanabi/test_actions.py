"""What cannot have been done in a game of Hanabi is refused with its place and the reason."""

from __future__ import annotations

from typing import Any

import pytest

from protocol.v1.hanabi import End
from server.games.hanabi.rules import HANABI
from server.games.hanabi.variants import catalogue
from tests.records.hanabi.games import beginning, fault, game, games_of_every_family, judged, plain

SYNESTHESIA, UP_OR_DOWN, ORANGE = "Synesthesia (4 Suits)", "Up or Down (5 Suits)", "Orange (3 Suits)"


def clue(to: int, rank: int | None = None, color: int | None = None) -> dict[str, int]:
    return (
        {"type": 2, "target": to, "value": color}
        if rank is None
        else {"type": 3, "target": to, "value": rank}
    )


def held_ranks(data: dict[str, Any], seat: int, size: int = 5) -> set[int]:
    return {card["rank"] for card in data["deck"][size * seat : size * (seat + 1)]}


def some_clue(data: dict[str, Any], seat: int = 1) -> dict[str, int]:
    """A rank clue that touches something in a first hand."""
    return clue(seat, rank=min(held_ranks(data, seat)))


# Actions


@pytest.mark.parametrize("type", [-1, 6, 99, 2**40])
def test_an_unknown_type_is_refused(type: int) -> None:
    data = {**beginning(), "actions": [{"type": type, "target": 0}]}
    assert fault(data) == ("$.actions[0].type", f"expected a type of action from 0 to 5, got {type}")


@pytest.mark.parametrize("type", [0, 1])
@pytest.mark.parametrize("card", [-1, 50, 2**40])
def test_a_card_that_the_deck_does_not_have_is_refused(type: int, card: int) -> None:
    data = {**beginning(), "actions": [{"type": type, "target": card}]}
    assert fault(data) == (
        "$.actions[0].target",
        f"expected the index of a card of the deck, 0 to 49, got {card}",
    )


@pytest.mark.parametrize("card", [5, 14, 15, 49])
def test_a_card_of_another_hand_or_of_the_deck_is_refused(card: int) -> None:
    data = {**beginning(), "actions": [{"type": 0, "target": card}]}
    got = f"got a play of card {card}: card {card} is not in your hand"
    assert fault(data) == ("$.actions[0]", f"expected an action that the rules allow seat 0, {got}")


def test_a_card_that_has_been_played_is_not_played_again() -> None:
    data = beginning(players=2)
    data["actions"] = [{"type": 0, "target": 0}, some_clue(data, 0), {"type": 0, "target": 0}]
    path, what = fault(data)
    assert path == "$.actions[2]" and what.endswith("card 0 is not in your hand")


@pytest.mark.parametrize("type", [0, 1])
def test_a_play_or_discard_has_no_value(type: int) -> None:
    data = {**beginning(), "actions": [{"type": type, "target": 0, "value": 3}]}
    assert fault(data) == ("$.actions[0].value", "expected the value 0 for a play or a discard, got 3")


def test_a_missing_value_is_0() -> None:
    data = beginning()
    red = next(
        seat for seat in (1, 2) if any(each["suitIndex"] == 0 for each in data["deck"][5 * seat :][:5])
    )
    data["actions"] = [{"type": 2, "target": red}, {"type": 0, "target": 5}]
    assert fault(data) == ("", "")


def test_there_is_no_discard_while_there_are_all_clues() -> None:
    data = {**beginning(), "actions": [{"type": 1, "target": 0}]}
    path, what = fault(data)
    assert path == "$.actions[0]" and what.endswith("you cannot discard while all clue tokens are available")
    inverted = {**beginning(variant=ORANGE), "actions": [{"type": 1, "target": 0}]}
    assert fault(inverted) == ("", "")


def test_there_is_no_clue_without_a_token() -> None:
    data = beginning(players=2)
    data["actions"] = [some_clue(data, 1 - place % 2) for place in range(9)]
    path, what = fault(data)
    assert path == "$.actions[8]" and what.endswith("no clue token is left")
    assert judged(data).turns == 8


@pytest.mark.parametrize("seat", [-1, 3])
def test_a_clue_to_a_seat_that_does_not_exist_is_refused(seat: int) -> None:
    data = {**beginning(), "actions": [clue(seat, rank=1)]}
    assert fault(data) == ("$.actions[0].target", f"expected a seat, 0 to 2, got {seat}")


def test_a_clue_to_oneself_is_refused() -> None:
    data = {**beginning(), "actions": [clue(0, rank=1)]}
    path, what = fault(data)
    assert path == "$.actions[0]" and what.endswith("expected a clue to another player, got seat 0")


@pytest.mark.parametrize("color", [-1, 5, 2**40])
def test_a_colour_that_the_variant_does_not_have_is_refused(color: int) -> None:
    data = {**beginning(), "actions": [clue(1, color=color)]}
    assert fault(data) == ("$.actions[0].value", f"expected a colour from 0 to 4, got {color}")


@pytest.mark.parametrize(
    ("variant", "rank"),
    [
        ("No Variant", 0),
        ("No Variant", 7),
        (UP_OR_DOWN, 7),
        (SYNESTHESIA, 1),
        ("Odds and Evens (5 Suits)", 3),
        ("Pink-Ones (5 Suits)", 1),
        ("Sudoku (4 Suits)", 5),
    ],
)
def test_a_rank_that_the_variant_gives_no_clue_of_is_refused(variant: str, rank: int) -> None:
    data = {**beginning(variant=variant), "actions": [clue(1, rank=rank)]}
    ranks = ", ".join(map(str, catalogue.variant_named(variant).ranks))
    assert fault(data) == ("$.actions[0].value", f"expected a clue of one of the ranks {ranks}, got {rank}")


def test_a_clue_that_touches_nothing_is_refused_unless_the_table_allows_it() -> None:
    data = next(each for each in map(beginning, range(50)) if held_ranks(each, 1) != {1, 2, 3, 4, 5})
    (missing, *_) = {1, 2, 3, 4, 5} - held_ranks(data, 1)
    data["actions"] = [clue(1, rank=missing)]
    path, what = fault(data)
    assert path == "$.actions[0]" and what.endswith("the clue would touch no card that you see")
    assert fault({**data, "options": {"emptyClues": True}}) == ("", "")


# The end


def test_nothing_is_done_after_the_end() -> None:
    data = plain(game(2))
    last = len(data["actions"])
    data["actions"].append({"type": 0, "target": 49})
    path, what = fault(data)
    assert path == f"$.actions[{last}]"
    assert what.startswith("expected no action after the end of the game (") and what.endswith(
        "49 is not in your hand"
    )


@pytest.mark.parametrize(
    "ended", [{"type": 4, "target": 1, "value": 4}, {"type": 5, "target": -1, "value": 10}]
)
def test_no_action_follows_a_declared_end(ended: dict[str, int]) -> None:
    data = {**beginning(), "actions": [ended, ended]}
    path, what = fault(data)
    assert path == "$.actions[1]" and what.startswith("expected no action after the end of the game (")


@pytest.mark.parametrize("target", [-1, 0, 2])
@pytest.mark.parametrize("value", [3, 4, 6])
def test_a_game_is_ended_by_a_seat_or_by_the_server(target: int, value: int) -> None:
    found = judged({**beginning(), "actions": [{"type": 4, "target": target, "value": value}]})
    assert found.fault is None and found.turns == 1 and found.state is not None
    result = HANABI.result(found.state)
    assert result is not None and (result.end, result.score) == (value, 0)
    assert result.seat == (None if target < 0 else target)


def test_an_end_without_a_condition_is_an_end_by_a_player() -> None:
    found = judged({**beginning(), "actions": [{"type": 4, "target": 1}]})
    assert found.state is not None and found.state.ended is not None
    assert found.state.ended.end is End.TERMINATED


@pytest.mark.parametrize("target", [-2, 3])
def test_a_game_is_not_ended_by_a_seat_that_does_not_exist(target: int) -> None:
    data = {**beginning(), "actions": [{"type": 4, "target": target, "value": 4}]}
    assert fault(data) == (
        "$.actions[0].target",
        f"expected a seat from 0 to 2, or -1 for no seat, got {target}",
    )


@pytest.mark.parametrize("value", [-1, 1, 2, 5, 7, 10])
def test_an_end_that_follows_from_the_rules_is_not_stated(value: int) -> None:
    data = {**beginning(), "actions": [{"type": 4, "target": 0, "value": value}]}
    assert fault(data) == (
        "$.actions[0].value",
        f"expected the number of an end condition, 3, 4 or 6, got {value}",
    )


@pytest.mark.parametrize("value", [{}, {"value": 10}])
@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_game_is_ended_by_vote(value: dict[str, int], players: int) -> None:
    found = judged({**beginning(players=players), "actions": [{"type": 5, "target": -1, **value}]})
    assert found.fault is None and found.turns == 1 and found.state is not None
    result = HANABI.result(found.state)
    assert result is not None and (result.end, result.score, result.seat) == (End.VOTED, 0, None)


def test_a_vote_has_no_seat_and_one_condition() -> None:
    by_seat = {**beginning(), "actions": [{"type": 5, "target": 0, "value": 10}]}
    assert fault(by_seat) == (
        "$.actions[0].target",
        "expected the target -1 for an end of the game by vote, got 0",
    )
    other = {**beginning(), "actions": [{"type": 5, "target": -1, "value": 4}]}
    assert fault(other)[0] == "$.actions[0].value"


# What was played here


def test_random_games_of_every_family_keep_the_rules_when_they_are_done_again() -> None:
    for record in games_of_every_family():
        assert fault(plain(record)) == ("", ""), record.options


def test_of_a_refused_game_it_is_known_how_far_it_went() -> None:
    data = plain(game(6))
    data["actions"][10] = {"type": 0, "target": 49}
    found = judged(data)
    assert found.fault is not None and found.fault.path == "$.actions[10]" and found.turns == 10
    assert found.state is not None and found.state.moves == 10
