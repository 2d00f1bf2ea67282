"""The variants in Hanabi Live's own data files, and its rules as the flags in these files give them."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from protocol.v1.hanabi import Variant
from server.games.hanabi.variants import catalogue

DATA = Path(__file__).parents[4] / "shared/data/hanabi"
needs_data = pytest.mark.skipif(not DATA.is_dir(), reason="needs ../shared/data/hanabi")
START = 7


def read(name: str) -> Any:
    return json.loads((DATA / name).read_text(encoding="utf-8"))


@cache
def variants() -> tuple[dict[str, Any], ...]:
    """Return all variants, in the order of their numbers."""
    return tuple(sorted(read("variants.json"), key=lambda each: each["id"]))


@cache
def _suits() -> dict[str, dict[str, Any]]:
    return {suit["name"]: suit for suit in read("suits.json")}


def suit(name: str) -> dict[str, Any]:
    """Return a suit's flags; a reversed suit has the flags of the plain suit."""
    plain = name.removesuffix(" Reversed")
    return {**_suits()[plain], "reversed": plain != name}


def clue_colors(variant: dict[str, Any]) -> list[str]:
    """Return the colour clues of a variant."""
    if "clueColors" in variant:
        return list(variant["clueColors"])
    return list(dict.fromkeys(color for name in variant["suits"] for color in colors_of(suit(name))))


def colors_of(flags: dict[str, Any]) -> list[str]:
    """Return the colours that touch a suit by name."""
    if any(flags.get(flag) for flag in ("allClueColors", "noClueColors", "prism")):
        return []
    return list(flags.get("clueColors", [flags["name"]]))


def clue_ranks(variant: dict[str, Any]) -> list[int]:
    return list(variant.get("clueRanks", [1, 2, 3, 4, 5]))


def stack(variant: dict[str, Any]) -> int:
    return int(variant.get("stackSize", 5))


def deck(variant: dict[str, Any]) -> list[tuple[int, int]]:
    """Return the cards, by suit and rank."""
    cards = []
    for place, name in enumerate(variant["suits"]):
        for rank in [*range(1, stack(variant) + 1), *([START] if variant.get("upOrDown") else [])]:
            cards += [(place, rank)] * _copies(variant, suit(name), rank)
    return cards


def _copies(variant: dict[str, Any], flags: dict[str, Any], rank: int) -> int:
    if flags.get("oneOfEach") or rank == START or rank == variant.get("criticalRank"):
        return 1
    if variant.get("sudoku"):
        return 2
    if flags["reversed"]:
        rank = 6 - rank
    if rank == 1:
        return 1 if variant.get("upOrDown") else 2 if variant.get("scarceOnes") else 3
    return 1 if rank == 5 else 2


def touches_color(variant: dict[str, Any], color: int, card: tuple[int, int]) -> bool:
    """Return True if the colour at that index touches a card."""
    flags, rank, colors = suit(variant["suits"][card[0]]), card[1], clue_colors(variant)
    turn = len(colors) - 1 if rank == START else (rank - 1) % len(colors)
    special = rank == variant.get("specialRank")
    if variant.get("colorCluesTouchNothing"):
        return False
    if flags.get("allClueColors"):
        return True
    if flags.get("noClueColors"):
        return False
    if variant.get("synesthesia") and not flags.get("noClueRanks") and turn == color:
        return True
    if special and variant.get("specialRankAllClueColors"):
        return True
    if special and variant.get("specialRankNoClueColors"):
        return False
    if flags.get("prism"):
        return turn == color
    return colors[color] in colors_of(flags)


def touches_rank(variant: dict[str, Any], clue: int, card: tuple[int, int]) -> bool:
    """Return True if a rank clue touches a card."""
    flags, rank, ranks = suit(variant["suits"][card[0]]), card[1], clue_ranks(variant)
    special = rank == variant.get("specialRank")
    if variant.get("rankCluesTouchNothing"):
        return False
    if flags.get("allClueRanks"):
        return True
    if flags.get("noClueRanks"):
        return False
    if special and variant.get("specialRankAllClueRanks"):
        return True
    if special and variant.get("specialRankNoClueRanks"):
        return False
    if special and variant.get("specialRankDeceptive"):
        return clue == ranks[card[0] % len(ranks)]
    if variant.get("oddsAndEvens"):
        return rank in ((1, 3, 5) if clue == 1 else (2, 4))
    if variant.get("funnels"):
        return rank <= clue
    if variant.get("chimneys"):
        return rank >= clue
    return rank == clue


def catalogued() -> list[Variant]:
    """Return the variants of our catalogue, in the order of their numbers."""
    return [catalogue.variant(number) for number in range(len(catalogue.ids()))]
