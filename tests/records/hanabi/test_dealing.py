"""A deck of Hanabi is dealt from a seed of Hanabi Live or at random, and printed in words or as JSON."""

from __future__ import annotations

import json

import pytest

from tests.cli.commands import kibitz
from tests.games.hanabi.live import needs_data, read
from tests.records.hanabi.replayed_files import run_kibitz


@needs_data
def test_a_deck_is_dealt_from_a_seed_of_hanabi_live() -> None:
    said = kibitz("deal", "--game", "hanabi", "--seed", "p3v0s1", "--json")
    assert said.returncode == 0, said.stderr
    dealt = json.loads(said.stdout)
    assert list(dealt) == ["game", "seed", "variant", "players", "deck"]
    told = (dealt["game"], dealt["seed"], dealt["variant"], dealt["players"])
    assert told == ("hanabi", "p3v0s1", "No Variant", 3)
    deck = [[card["suitIndex"], card["rank"]] for card in dealt["deck"]]
    assert deck == read("seed_vectors.json")["decks"]["p3v0s1"]


def test_a_deck_is_printed_in_words_as_hands_and_later_cards() -> None:
    said = run_kibitz("deal", "--game", "hanabi", "--seed", "p3v0s1")
    head, *hands, deck = said.stdout.splitlines()
    assert head == "p3v0s1: No Variant, 3 players, 50 cards"
    assert hands[0] == "seat 0: Green 3, Green 3, Blue 1, Yellow 3, Red 5" and len(hands) == 3
    assert deck.startswith("deck: Red 1, Blue 1, ") and deck.count(",") == 34


def test_a_deck_without_a_seed_is_for_the_players_and_the_variant_that_are_named() -> None:
    said = run_kibitz(
        "deal", "--game", "hanabi", "--players", "5", "--variant", "Up or Down (5 Suits)", "--json"
    )
    dealt = json.loads(said.stdout)
    assert (dealt["seed"], dealt["players"], len(dealt["deck"])) == (None, 5, 45)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--seed", "p3v0s1", "--players", "4"), "expected a seed that begins with p4v0s, got p3v0s1"),
        (("--seed", "p3v9999s1"), "expected a variant number from 0 to 2425, got 9999"),
        (("--seed", "p3v0s 1"), "`$.seed`"),
        (("--variant", "Nope"), "expected the name of a variant, got 'Nope'"),
        (("--boards", "2"), "leave out --boards and --first, which are options for bridge"),
    ],
)
def test_options_without_a_possible_deck_are_refused_with_the_reason(
    arguments: tuple[str, ...], told: str
) -> None:
    said = run_kibitz("deal", "--game", "hanabi", *arguments)
    assert said.exit_code == 1 and told in said.stderr and not said.stdout


def test_options_of_hanabi_are_refused_for_bridge() -> None:
    said = run_kibitz("deal", "--json")
    told = "leave out --json, --players and --variant, which are options for Hanabi"
    assert said.exit_code == 1 and told in said.stderr
