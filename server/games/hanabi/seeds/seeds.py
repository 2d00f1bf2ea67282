"""What a seed of Hanabi Live means: the deck, and the characters, that follow from its text."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import assert_never

from protocol.v1.hanabi.nouns import Card, Character
from protocol.v1.hanabi.variants import Variant
from server.games.hanabi.characters import CHARACTERS, NONE, CharacterRules
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
    """The CRC-64/XZ of some bytes.

    >>> hex(crc64(b"123456789"))
    '0x995dc9bbdf1939fa'
    """
    remainder, table = _ALL, _remainders()
    for byte in data:
        remainder = (remainder >> 8) ^ table[(remainder ^ byte) & 255]
    return remainder ^ _ALL


def source_of(seed: str) -> GoSource:
    """The random numbers that follow from a seed."""
    text = seed[9:] if _LEGACY.match(seed) else seed
    number = crc64(text.encode())
    # Go divides towards zero, so that a negative seed has a negative remainder, to which it adds the modulus
    return GoSource(number - (1 << 64) if number >> 63 else number)


def whole(seed: str, players: int, variant: Variant) -> str:
    """The seed in full, where only what stands behind its `s` was given.

    Raises ValueError for one of other players or another variant.
    """
    parts = _WHOLE.fullmatch(seed)
    if parts is None:
        return f"p{players}v{variant.id}s{seed}"
    if (int(parts[1]), int(parts[2])) != (players, variant.id):
        raise ValueError(f"expected a seed that begins with p{players}v{variant.id}s, got {seed}")
    return seed


def parted(seed: str) -> tuple[int, int]:
    """The number of players and of the variant that a whole seed names. Raises ValueError."""
    parts = _WHOLE.fullmatch(seed)
    if parts is None:
        raise ValueError(f"expected a seed as p3v0s1, got {seed}")
    return int(parts[1]), int(parts[2])


def deck_from(seed: str, variant: Variant) -> tuple[Card, ...]:
    """The shuffled deck of a seed."""
    return source_of(seed).shuffled(deck_of(variant))


def characters_from(seed: str, players: int, variant: Variant) -> tuple[Character, ...]:
    """The characters of a seed, by seat."""
    return drawn(source_of(seed).below, players, variant)


def drawn(below: Callable[[int], int], players: int, variant: Variant) -> tuple[Character, ...]:
    """A character for each seat, all of them different; `below` draws a number under its argument."""
    natures = tuple(CHARACTERS.values())
    taken: list[Character] = []
    while len(taken) < players:
        nature = natures[below(len(natures))]
        used = any(nature.id == character.id for character in taken)
        if not used and (nature.for_two or players > 2):
            taken.append(Character(nature.id, nature.name, _metadata(nature, below, variant)))
    return tuple(taken)


def _metadata(nature: CharacterRules, below: Callable[[int], int], variant: Variant) -> int:
    """What is drawn for a character: a colour or suit from 0, a rank from 1 to 4."""
    match nature.metadata:
        case "color":
            return below(len(variant.colors)) if variant.colors else NONE
        case "suit":
            return below(len(variant.suits))
        case "rank":
            return below(4) + 1
        case None:
            return NONE
        case _:
            assert_never(nature.metadata)
