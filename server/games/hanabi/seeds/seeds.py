"""The seeds of Hanabi Live, and the deck and the characters that follow from the text of a seed."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import assert_never

from protocol.v1.hanabi.nouns import Card, Character
from protocol.v1.hanabi.variants import Variant
from server.games.hanabi.characters import CHARACTERS, UNSET, CharacterRules
from server.games.hanabi.deck import deck_of
from server.games.hanabi.seeds.go_random import GoSource

_POLYNOMIAL = 0xC96C5795D7870F42
_ALL = (1 << 64) - 1
_WHOLE = re.compile(r"(?:legacy-\d-)?p([2-6])v(\d+)s([A-Za-z0-9-]+)", re.ASCII)
_LEGACY = re.compile(r"legacy-\d-")


@cache
def _remainders() -> tuple[int, ...]:
    table = []
    for byte in range(256):
        for _ in range(8):
            byte = (byte >> 1) ^ (_POLYNOMIAL if byte & 1 else 0)
        table.append(byte)
    return tuple(table)


def crc64(data: bytes) -> int:
    """Return the CRC-64/XZ checksum of `data`.

    >>> hex(crc64(b"123456789"))
    '0x995dc9bbdf1939fa'
    """
    remainder, table = _ALL, _remainders()
    for byte in data:
        remainder = (remainder >> 8) ^ table[(remainder ^ byte) & 255]
    return remainder ^ _ALL


def source_of(seed: str) -> GoSource:
    """Return the random number generator that produces the deck of a seed."""
    text = seed[9:] if _LEGACY.match(seed) else seed
    number = crc64(text.encode())
    # Do not add the modulus to the remainder of a negative seed, as Go does: Python's remainder is never
    # negative.
    return GoSource(number - (1 << 64) if number >> 63 else number)


def full_seed(seed: str, players: int, variant: Variant) -> str:
    """Return a full seed, such as `p3v0s1`, from the seed in a table's options.

    The seed in the options may be a full seed, or only its last part, such as `1`. Raises ValueError if the
    seed belongs to another number of players or another variant.
    """
    parts = _WHOLE.fullmatch(seed)
    if parts is None:
        return f"p{players}v{variant.id}s{seed}"
    if (int(parts[1]), int(parts[2])) != (players, variant.id):
        raise ValueError(f"expected a seed that begins with p{players}v{variant.id}s, got {seed}")
    return seed


def split_seed(seed: str) -> tuple[int, int]:
    """Return the number of players and the variant number of a full seed.

    Raises ValueError for a text that is not a full seed.
    """
    parts = _WHOLE.fullmatch(seed)
    if parts is None:
        raise ValueError(f"expected a full seed such as p3v0s1, got {seed}")
    return int(parts[1]), int(parts[2])


def deck_from(seed: str, variant: Variant) -> tuple[Card, ...]:
    """Return the shuffled deck that a seed produces."""
    return source_of(seed).shuffled(deck_of(variant))


def drawn_characters(below: Callable[[int], int], players: int, variant: Variant) -> tuple[Character, ...]:
    """Return a different detrimental character for each seat, drawn at random.

    `below` is a function that draws a random number from 0 to its argument - 1.
    """
    natures = tuple(CHARACTERS.values())
    taken: list[Character] = []
    while len(taken) < players:
        character_rules = natures[below(len(natures))]
        used = any(character_rules.id == character.id for character in taken)
        if not used and (character_rules.for_two or players > 2):
            taken.append(
                Character(
                    character_rules.id, character_rules.name, _metadata(character_rules, below, variant)
                )
            )
    return tuple(taken)


def _metadata(character_rules: CharacterRules, below: Callable[[int], int], variant: Variant) -> int:
    """Draw the value that a character's rules need: the index of a colour or suit, or a rank from 1 to 4."""
    match character_rules.metadata:
        case "color":
            return below(len(variant.colors)) if variant.colors else UNSET
        case "suit":
            return below(len(variant.suits))
        case "rank":
            return below(4) + 1
        case None:
            return UNSET
        case _:
            assert_never(character_rules.metadata)
