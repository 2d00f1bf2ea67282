"""The deck of Hanabi that `kibitz deal` prints, in words or as a JSON object."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from protocol.v1.hanabi import START, Deal, Options
from server.games.base import Rng
from server.games.hanabi.rules import HANABI
from server.games.hanabi.seeds import seeds
from server.games.hanabi.state import HanabiState
from server.games.hanabi.variants import catalogue
from server.records.base import Dealing, DealOption


class DeckDealing(Dealing):
    """The dealing of a deck of Hanabi, random or from a seed as on Hanabi Live."""

    dealt = "a deck of Hanabi is dealt"
    about = (
        "For Hanabi the deck is printed. A seed of Hanabi Live, such as p3v0s1, has the number of players,"
        " the number of the variant, and any word; it gives the same deck as on Hanabi Live. With --json the"
        " deck is one object: game, seed, variant, players, and the deck from its top."
    )
    options = (
        DealOption("json", bool, "print one JSON object."),
        DealOption("players", int, "the number of players, 3 by default.", 2, 6),
        DealOption("variant", str, 'the name of the variant, "No Variant" by default.'),
    )

    def deal(self, wishes: Mapping[str, Any], seed: str | None, secret: Rng) -> str:
        """Return the text of a deck of Hanabi, in words or as JSON.

        Raises IllegalAction, LookupError or ValidationError if no deck can be dealt with the given options.
        """
        before = HANABI.start(_options(wishes, seed))
        drawn = HANABI.chance(before, secret)
        assert drawn is not None, "expected a game that begins with the deal of a deck"
        return _json(before, drawn) if wishes.get("json") else _in_words(HANABI.apply(before, None, drawn))


def _options(wishes: Mapping[str, Any], seed: str | None) -> Options:
    """Return the options of the game for which a deck is dealt.

    If `wishes` does not have the number of players or the variant, it is taken from a complete seed of Hanabi
    Live, such as p3v0s1.
    """
    try:
        seats, number = seeds.split_seed(seed or "")
    except ValueError:
        seats, number = 3, 0
    variant = wishes.get("variant")
    values = {
        "players": wishes.get("players", seats),
        "variant": catalogue.variant(number).name if variant is None else variant,
        "seed": seed,
    }
    return msgspec.convert(values, Options)


def _json(before: HanabiState, drawn: Deal) -> str:
    description = {
        "game": "hanabi",
        "seed": drawn.seed or None,
        "variant": before.variant.name,
        "players": before.options.players,
        "deck": [{"suitIndex": card.suit, "rank": card.rank} for card in drawn.deck],
    }
    return f"{msgspec.json.encode(description).decode()}\n"


def _in_words(state: HanabiState) -> str:
    """Return a deck in words: first the players' hands, then the other cards in the order of drawing."""
    seed = f"{state.seed}: " if state.seed else ""
    head = f"{seed}{state.variant.name}, {state.options.players} players, {len(state.deck)} cards"
    hands = (f"seat {seat}: {_cards(state, hand)}" for seat, hand in enumerate(state.hands))
    return "\n".join((head, *hands, f"deck: {_cards(state, range(state.drawn, len(state.deck)))}", ""))


def _cards(state: HanabiState, orders: Iterable[int]) -> str:
    cards = (state.deck[order] for order in orders)
    names = {START: "START"}
    return ", ".join(
        f"{state.variant.suits[card.suit].name} {names.get(card.rank, card.rank)}" for card in cards
    )
