"""Tests of seeds: they give Hanabi Live's decks, and always the same characters."""

from __future__ import annotations

import re
from random import Random, SystemRandom

import pytest

from protocol.v1.hanabi import Deal, Options
from server.errors import IllegalAction
from server.games.hanabi.characters import CHARACTERS
from server.games.hanabi.deck import deck_of
from server.games.hanabi.rules import HANABI
from server.games.hanabi.seeds import seeds
from server.games.hanabi.seeds.go_random import GoSource
from server.games.hanabi.variants import catalogue
from tests.games.hanabi.live import DATA, needs_data, read

VECTORS = read("seed_vectors.json") if DATA.is_dir() else {"crc64": {}, "decks": {}}


def dealt(seed: int | str, **said: object) -> Deal:
    """Return the deal of a table with a seed, or the deal by chance for a number."""
    options = Options(**said) if isinstance(seed, int) else Options(seed=seed, **said)
    deal = HANABI.chance(HANABI.start(options), Random(seed) if isinstance(seed, int) else SystemRandom())
    assert deal is not None
    return deal


# Go's random numbers


def test_seed_1_gives_gos_well_known_numbers() -> None:
    source = GoSource(1)
    assert [source.int63() for _ in range(3)] == [
        5577006791947779410,
        8674665223082153551,
        6129484611666145821,
    ]


def test_a_seed_is_a_checksum_and_begins_the_random_numbers() -> None:
    assert seeds.crc64(b"123456789") == 0x995DC9BBDF1939FA
    assert seeds.crc64(b"p4v0s415") == 14857770589640512439
    source = seeds.source_of("p4v0s415")
    assert [source.int63() for _ in range(3)] == [
        1176312886553004687,
        3524702590053697832,
        1338515495101738013,
    ]


def test_a_multiple_of_the_modulus_begins_as_go_has_it() -> None:
    source, other = GoSource((1 << 31) - 1), GoSource(0)
    assert [source.int63() for _ in range(5)] == [other.int63() for _ in range(5)]


@pytest.mark.parametrize("limit", [1, 2, 3, 6, 8, 50, 60])
def test_a_number_below_a_limit_is_below_it_and_takes_all_values(limit: int) -> None:
    source = GoSource(limit)
    assert {source.below(limit) for _ in range(60 * limit)} == set(range(limit))


# Decks


@needs_data
@pytest.mark.parametrize("seed", VECTORS["crc64"])
def test_the_checksum_of_a_seed_is_that_of_hanabi_live(seed: str) -> None:
    assert seeds.crc64(seed.encode()) == VECTORS["crc64"][seed]


@needs_data
@pytest.mark.parametrize("seed", VECTORS["decks"])
def test_the_deck_of_a_seed_is_that_of_hanabi_live(seed: str) -> None:
    players, number = seeds.split_seed(seed)
    deal = dealt(seed, players=players, variant=catalogue.variant(number).name)
    assert [[card.suit, card.rank] for card in deal.deck] == VECTORS["decks"][seed]
    assert deal.seed == seed


def test_the_part_after_the_s_is_a_seed_for_its_table() -> None:
    assert dealt("1", players=3) == dealt("p3v0s1", players=3)
    assert dealt("my-own", players=4, variant="6 Suits").seed == "p4v1smy-own"


def test_an_old_seed_drops_its_prefix() -> None:
    variant = catalogue.variant_named("No Variant")
    for old in ("legacy-0-p3v0s1", "legacy-9-p3v0s1"):
        assert seeds.deck_from(old, variant) == seeds.deck_from("p3v0s1", variant)
        assert seeds.split_seed(old) == (3, 0)
        assert (dealt(old, players=3).deck, dealt(old, players=3).seed) == (dealt("p3v0s1").deck, old)
    assert seeds.deck_from("legacy-x-p3v0s1", variant) != seeds.deck_from("p3v0s1", variant)


@pytest.mark.parametrize("number", [0, 1, 1638, 2133, 2425])
def test_a_deck_from_a_seed_is_a_deck_of_its_variant(number: int) -> None:
    variant = catalogue.variant(number)
    decks = {seeds.deck_from(f"p3v{number}s{suffix}", variant) for suffix in range(20)}
    assert len(decks) == 20
    assert {tuple(sorted(deck)) for deck in decks} == {tuple(sorted(deck_of(variant)))}


@pytest.mark.parametrize(
    ("seed", "options"),
    [
        ("p4v0s1", {"players": 3}),
        ("p3v1s1", {"players": 3}),
        ("p3v0s1", {"players": 3, "variant": "6 Suits"}),
        ("legacy-1-p4v0s1", {"players": 3}),
    ],
)
def test_a_seed_of_another_table_is_refused(seed: str, options: dict[str, object]) -> None:
    with pytest.raises(IllegalAction, match=re.escape(f", got {seed}")):
        HANABI.start(Options(seed=seed, **options))


def test_without_a_seed_deals_differ_and_have_an_empty_seed() -> None:
    deals = [dealt(number) for number in range(20)]
    assert len({deal.deck for deal in deals}) == 20
    assert {deal.seed for deal in deals} == {""}


# Characters


@pytest.mark.parametrize("players", range(2, 7))
def test_a_seed_gives_the_same_characters_again(players: int) -> None:
    said = {"players": players, "detrimental_characters": True}
    drawn = [dealt(f"{suffix}", **said).characters for suffix in range(60)]
    assert drawn == [dealt(f"{suffix}", **said).characters for suffix in range(60)]
    assert len(set(drawn)) > 50
    for characters in drawn:
        assert len({character.id for character in characters}) == players
        assert all(CHARACTERS[character.id].for_two or players > 2 for character in characters)


def test_what_is_drawn_for_a_character_is_of_the_variant() -> None:
    most = {"color": range(4), "suit": range(4), "rank": range(1, 5), None: range(-1, 0)}
    seen: dict[str | None, set[int]] = {kind: set() for kind in most}
    for suffix in range(300):
        said = {"players": 6, "variant": "4 Suits", "detrimental_characters": True}
        for character in dealt(f"{suffix}", **said).characters:
            seen[CHARACTERS[character.id].metadata].add(character.metadata)
    assert seen == {kind: set(numbers) for kind, numbers in most.items()}


def test_characters_do_not_change_the_deck_of_a_seed() -> None:
    assert dealt("7", detrimental_characters=True).deck == dealt("7").deck
