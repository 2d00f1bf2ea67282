"""What a record of Hanabi may not say is refused with its place and the reason, and nothing else is."""

from __future__ import annotations

from typing import Any

import pytest

from server.games.hanabi.characters import CHARACTERS
from tests.records.hanabi.games import beginning, fault, game, plain

SYNESTHESIA, UP_OR_DOWN, ORANGE = "Synesthesia (4 Suits)", "Up or Down (5 Suits)", "Orange (3 Suits)"


def clue(to: int, rank: int | None = None, color: int | None = None) -> dict[str, int]:
    return (
        {"type": 2, "target": to, "value": color}
        if rank is None
        else {"type": 3, "target": to, "value": rank}
    )


# The deck


def test_a_deck_of_other_cards_is_refused_at_the_first_card_too_many() -> None:
    data = beginning()
    place = next(place for place, card in enumerate(data["deck"]) if card == {"suitIndex": 1, "rank": 5})
    other = data["deck"][place] = {"suitIndex": 2, "rank": 5}
    twice = [place for place, card in enumerate(data["deck"]) if card == other]
    assert fault(data) == (
        f"$.deck[{twice[1]}]",
        "expected the card Green 5 only once in the deck, got it again",
    )


@pytest.mark.parametrize("cards", [0, 19, 49])
def test_a_cut_deck_is_refused(cards: int) -> None:
    data = beginning()
    data["deck"] = data["deck"][:cards]
    assert fault(data) == ("$.deck", f"expected the 50 cards of the variant No Variant, got {cards}")


def test_a_deck_with_a_card_too_many_is_refused() -> None:
    data = beginning()
    data["deck"].append({"suitIndex": 0, "rank": 1})
    assert fault(data) == ("$.deck", "expected the 50 cards of the variant No Variant, got 51")


@pytest.mark.parametrize("suit", [5, -1, 2**60])
def test_a_suit_that_the_variant_does_not_have_is_refused(suit: int) -> None:
    data = beginning()
    data["deck"][7]["suitIndex"] = suit
    assert fault(data) == ("$.deck[7].suitIndex", f"expected a suit from 0 to 4, got {suit}")


@pytest.mark.parametrize(
    ("variant", "rank", "ranks"),
    [
        ("No Variant", 7, "1, 2, 3, 4, 5"),
        ("No Variant", 0, "1, 2, 3, 4, 5"),
        ("Sudoku (4 Suits)", 5, "1, 2, 3, 4"),
        (UP_OR_DOWN, 6, "1, 2, 3, 4, 5, 7"),
    ],
)
def test_a_rank_that_the_variant_does_not_have_is_refused_in_the_deck(
    variant: str, rank: int, ranks: str
) -> None:
    data = beginning(variant=variant)
    data["deck"][0]["rank"] = rank
    assert fault(data) == ("$.deck[0].rank", f"expected one of the ranks {ranks}, got {rank}")


def test_the_deck_is_what_was_dealt_whatever_the_seed_says() -> None:
    data = {**plain(game(1)), "seed": "p2v0s0"}
    assert fault(data) == ("", "")


# Who played, and how


@pytest.mark.parametrize("players", [0, 1, 7])
def test_two_to_six_play(players: int) -> None:
    data = beginning()
    data["players"] = ["Ann"] * players
    assert fault(data) == ("$.players", f"expected 2 to 6 players, got {players}")


def test_an_unknown_variant_is_refused() -> None:
    data = beginning()
    data["options"] = {"variant": "Polka Dots (5 Suits)"}
    path, what = fault(data)
    assert path == "$.options.variant"
    assert what.startswith("expected the name of a variant, got 'Polka Dots (5 Suits)'")


@pytest.mark.parametrize("seat", [3, -1])
def test_a_seat_without_a_player_does_not_start(seat: int) -> None:
    data = {**beginning(), "options": {"startingPlayer": seat}}
    assert fault(data) == ("$.options.startingPlayer", f"expected a seat from 0 to 2, got {seat}")


@pytest.mark.parametrize("both", [{"oneExtraCard": True, "oneLessCard": True}, {}])
def test_one_card_more_and_one_less_together_change_nothing(both: dict[str, bool]) -> None:
    data = {**plain(game(3)), "options": both}
    assert fault(data) == ("", "")


def test_a_timed_game_may_leave_out_its_times() -> None:
    assert fault({**plain(game(4)), "options": {"timed": True}}) == ("", "")


# Notes and characters


@pytest.mark.parametrize("lists", [1, 2, 4])
def test_notes_are_those_of_each_player(lists: int) -> None:
    data = {**beginning(), "notes": [["r1"]] * lists}
    assert fault(data) == ("$.notes", f"expected the notes of 3 players, got notes of {lists}")


def test_there_is_a_note_for_each_card_and_each_pile_and_no_more() -> None:
    data = beginning()
    data["notes"] = [["x"] * 55, [], []]
    assert fault(data) == ("", "")
    data["notes"][0].append("x")
    assert fault(data) == ("$.notes[0]", "expected notes on at most 55 cards, got notes on 56")


def with_characters(*characters: tuple[str, int], variant: str = "No Variant") -> dict[str, Any]:
    data = beginning(players=max(2, len(characters)), variant=variant)
    told = [{"name": name, "metadata": metadata} for name, metadata in characters]
    options = {"variant": variant, "detrimentalCharacters": True}
    return {**data, "options": options, "characters": told}


GREEDY = ("Greedy", -1)


def test_each_player_has_a_character_where_there_are_any() -> None:
    data = with_characters(GREEDY, ("Picky", -1), ("Miser", -1))
    assert fault(data) == ("", "")
    data["characters"].pop()
    assert fault(data) == ("$.characters", "expected characters for 3 players, got 2")
    del data["characters"]
    assert fault(data) == ("$.characters", "expected characters for 3 players, got 0")


@pytest.mark.parametrize("options", [{}, {"detrimentalCharacters": False}])
def test_recorded_characters_count_only_with_the_option(options: dict[str, bool]) -> None:
    data = with_characters(("Conservative", -1), GREEDY, GREEDY)
    ranks = [card["rank"] for card in data["deck"][5:10]]
    several = next(rank for rank in ranks if ranks.count(rank) > 1)
    data["actions"] = [clue(1, rank=several)]
    path, what = fault(data)
    assert path == "$.actions[0]" and what.endswith("Conservative must clue exactly one card")
    assert fault({**data, "options": options}) == ("", "")


def test_an_unknown_character_is_refused() -> None:
    data = with_characters(GREEDY, ("Grumpy", -1), GREEDY)
    assert fault(data) == (
        "$.characters[1].name",
        "expected the name of a character on Hanabi Live, got 'Grumpy'",
    )


@pytest.mark.parametrize("name", [nature.name for nature in CHARACTERS.values() if not nature.for_two])
def test_some_characters_need_three_players(name: str) -> None:
    data = with_characters(GREEDY, (name, -1))
    assert fault(data) == (
        "$.characters[1].name",
        f"expected a character that a game of two players allows, got {name}",
    )


@pytest.mark.parametrize(
    ("name", "most", "kind"),
    [
        ("Fuming", 4, "colour of 0 to 4"),
        ("Dumbfounded", 5, "rank of 1 to 5"),
        ("Inept", 4, "suit of 0 to 4"),
        ("Awkward", 5, "rank of 1 to 5"),
    ],
)
def test_the_value_of_a_character_must_exist_in_the_variant(name: str, most: int, kind: str) -> None:
    assert fault(with_characters(GREEDY, (name, most), GREEDY)) == ("", "")
    for number in (-1, most + 1):
        data = with_characters(GREEDY, (name, number), GREEDY)
        assert fault(data) == ("$.characters[1].metadata", f"expected the number of a {kind}, got {number}")


def test_nothing_is_drawn_of_colours_where_a_variant_has_none() -> None:
    data = with_characters(GREEDY, ("Fuming", -1), GREEDY, variant="Color Mute (5 Suits)")
    assert fault(data) == ("", "")
