"""Hanabi Live's addresses by a second reader and writer, made from the published rule, not from our code."""

from __future__ import annotations

import json
import string
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from server.games.hanabi.variants import catalogue
from server.records.hanabi.record import GameRecord

SHARED = Path(__file__).parents[4] / "shared/data"
ADDRESSES = SHARED / "hanabi/addresses.json"
FAULTS = SHARED / "faults"
needs_addresses = pytest.mark.skipif(
    not ADDRESSES.is_file(), reason="needs ../shared/data/hanabi/addresses.json"
)
needs_faults = pytest.mark.skipif(not FAULTS.is_dir(), reason="needs ../shared/data/faults")
LETTERS = string.ascii_lowercase + string.digits + string.ascii_uppercase
NO_VALUE = -1


class Address(NamedTuple):
    """The content of an address: cards as (suit, rank), actions as (type, target, value)."""

    players: int
    deck: list[tuple[int, int]]
    actions: list[tuple[int, int, int]]
    variant: int


def games() -> list[dict[str, Any]]:
    """Return the games that Hanabi Live's addresses came with; none where they are absent."""
    return list(json.loads(ADDRESSES.read_text("utf-8"))["games"]) if ADDRESSES.is_file() else []


def held(record: GameRecord) -> Address:
    """Return what an address holds of a record: a play or discard has no value there."""
    return Address(
        len(record.players),
        [(card.suit_index, card.rank) for card in record.deck],
        [
            (action.type, action.target, NO_VALUE if action.type < 2 else action.value)
            for action in record.actions
            if action.target >= 0
        ],
        catalogue.variant_named(record.options.variant).id,
    )


def read(address: str) -> Address:
    """Return the content of an address."""
    deck, actions, variant = address.strip().split("/")[-1].replace("-", "").split(",")[:3]
    ranks = int(deck[2]) - int(deck[1]) + 1
    cards = [divmod(LETTERS.index(letter), ranks) for letter in deck[3:]]
    lowest, highest, letters = int(actions[0]), int(actions[1]), actions[2:]
    done = []
    for first, second in zip(letters[::2], letters[1::2], strict=True):
        value, kind = divmod(LETTERS.index(first), highest - lowest + 1)
        done.append((kind + lowest, LETTERS.index(second), value - 1))
    return Address(int(deck[0]), [(suit, rank + 1) for suit, rank in cards], done, int(variant))


def written(content: Address) -> str:
    """Return the letters of a game, with a hyphen after every twenty."""
    ranks = [rank for _, rank in content.deck]
    kinds = [kind for kind, _, _ in content.actions] or [0]
    width, span = max(ranks) - min(ranks) + 1, max(kinds) - min(kinds) + 1
    deck = "".join(LETTERS[suit * width + rank - min(ranks)] for suit, rank in content.deck)
    actions = "".join(
        LETTERS[(value + 1) * span + kind - min(kinds)] + LETTERS[target]
        for kind, target, value in content.actions
    )
    first = f"{content.players}{min(ranks)}{max(ranks)}{deck}"
    letters = f"{first},{min(kinds)}{max(kinds)}{actions},{content.variant}"
    return "-".join(letters[at : at + 20] for at in range(0, len(letters), 20))
