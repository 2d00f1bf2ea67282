"""Tests of seeds: they give Hanabi Live's decks, and always the same characters."""

from __future__ import annotations

import pytest

from server.games.hanabi.characters import CHARACTERS
from server.games.hanabi.deck import deck_of
from server.games.hanabi.seeds import seeds
from server.games.hanabi.variants import catalogue
from tests.games.hanabi.dealt import deal_of
from tests.games.hanabi.live import DATA, needs_data, read

VECTORS = read("seed_vectors.json") if DATA.is_dir() else {"crc64": {}, "decks": {}}


def test_a_seed_is_a_checksum_and_begins_the_random_numbers() -> None:
    assert seeds.crc64(b"123456789") == 0x995DC9BBDF1939FA
    assert seeds.crc64(b"p4v0s415") == 14857770589640512439
    source = seeds.source_of("p4v0s415")
    assert [source.int63() for _ in range(3)] == [
        1176312886553004687,
        3524702590053697832,
        1338515495101738013,
    ]


# Decks


@needs_data
@pytest.mark.parametrize("seed", VECTORS["crc64"])
def test_the_checksum_of_a_seed_is_that_of_hanabi_live(seed: str) -> None:
    assert seeds.crc64(seed.encode()) == VECTORS["crc64"][seed]


@needs_data
@pytest.mark.parametrize("seed", VECTORS["decks"])
def test_the_deck_of_a_seed_is_that_of_hanabi_live(seed: str) -> None:
    players, number = seeds.split_seed(seed)
    deal = deal_of(seed, players=players, variant=catalogue.variant(number).name)
    assert [[card.suit, card.rank] for card in deal.deck] == VECTORS["decks"][seed]
    assert deal.seed == seed


def test_the_part_after_the_s_is_a_seed_for_its_table() -> None:
    assert deal_of("1", players=3) == deal_of("p3v0s1", players=3)
    assert deal_of("my-own", players=4, variant="6 Suits").seed == "p4v1smy-own"


def test_an_old_seed_drops_its_prefix() -> None:
    variant = catalogue.variant_named("No Variant")
    for old in ("legacy-0-p3v0s1", "legacy-9-p3v0s1"):
        assert seeds.deck_from(old, variant) == seeds.deck_from("p3v0s1", variant)
        assert seeds.split_seed(old) == (3, 0)
        assert (deal_of(old, players=3).deck, deal_of(old, players=3).seed) == (deal_of("p3v0s1").deck, old)
    assert seeds.deck_from("legacy-x-p3v0s1", variant) != seeds.deck_from("p3v0s1", variant)


@pytest.mark.parametrize("number", [0, 1, 1638, 2133, 2425])
def test_a_deck_from_a_seed_is_a_deck_of_its_variant(number: int) -> None:
    variant = catalogue.variant(number)
    decks = {seeds.deck_from(f"p3v{number}s{suffix}", variant) for suffix in range(20)}
    assert len(decks) == 20
    assert {tuple(sorted(deck)) for deck in decks} == {tuple(sorted(deck_of(variant)))}


# Characters


@pytest.mark.parametrize("players", range(2, 7))
def test_a_seed_gives_the_same_characters_again(players: int) -> None:
    said = {"players": players, "detrimental_characters": True}
    drawn = [deal_of(f"{suffix}", **said).characters for suffix in range(60)]
    assert drawn == [deal_of(f"{suffix}", **said).characters for suffix in range(60)]
    assert len(set(drawn)) > 50
    for characters in drawn:
        assert len({character.id for character in characters}) == players
        assert all(CHARACTERS[character.id].for_two or players > 2 for character in characters)


def test_the_value_drawn_for_a_character_fits_the_variant() -> None:
    most = {"color": range(4), "suit": range(4), "rank": range(1, 5), None: range(-1, 0)}
    seen: dict[str | None, set[int]] = {kind: set() for kind in most}
    for suffix in range(300):
        said = {"players": 6, "variant": "4 Suits", "detrimental_characters": True}
        for character in deal_of(f"{suffix}", **said).characters:
            seen[CHARACTERS[character.id].metadata].add(character.metadata)
    assert seen == {kind: set(numbers) for kind, numbers in most.items()}
