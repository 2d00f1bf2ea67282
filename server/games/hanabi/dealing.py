"""The deal of Hanabi: the shuffled deck and the characters, drawn at random or from a seed."""

from __future__ import annotations

from msgspec.structs import replace

from protocol.rules.hanabi.hands import hand_size
from protocol.v1.hanabi.actions import Deal
from protocol.v1.hanabi.options import Options
from protocol.v1.hanabi.variants import Variant
from server.errors import IllegalAction
from server.games.base import Rng
from server.games.hanabi.deck import deck_of
from server.games.hanabi.seeds import seeds
from server.games.hanabi.state import HanabiState
from server.games.hanabi.variants import catalogue


def normalized(options: Options) -> Options:
    """Return the options without `one_extra_card` and `one_less_card` if both are set, as they cancel out."""
    if options.one_extra_card and options.one_less_card:
        return replace(options, one_extra_card=False, one_less_card=False)
    return options


def variant_of(options: Options) -> Variant:
    """Return the variant of Hanabi that the options of a table name.

    Raises IllegalAction for options under which no game can be played.
    """
    try:
        variant = catalogue.variant_named(options.variant)
    except LookupError as error:
        raise IllegalAction(str(error)) from None
    if options.starting_player >= options.players:
        raise IllegalAction(
            f"expected a starting player from 0 to {options.players - 1}, got {options.starting_player}"
        )
    if hand_size(options) * options.players > len(deck_of(variant)):
        cards = len(deck_of(variant))
        raise IllegalAction(
            f"the variant {variant.name} has only {cards} cards, which are not enough for all hands"
        )
    return variant


def seed_of(options: Options, variant: Variant) -> str:
    """Return the full seed of a table's deck, such as `p3v0s1`, or "" if its options name no seed.

    Raises IllegalAction if the seed belongs to another number of players or another variant.
    """
    if options.seed is None:
        return ""
    try:
        return seeds.full_seed(options.seed, options.players, variant)
    except ValueError as error:
        raise IllegalAction(str(error)) from None


def check(state: HanabiState, deal: Deal) -> None:
    """Raise IllegalAction for a deck or characters that the table cannot have."""
    expected = deck_of(state.variant)
    if tuple(sorted(deal.deck)) != tuple(sorted(expected)):
        raise IllegalAction(
            f"expected a deck of the {len(expected)} cards of {state.variant.name}, got other cards"
        )
    expected_characters = state.options.players if state.options.detrimental_characters else 0
    if len(deal.characters) != expected_characters:
        raise IllegalAction(
            f"expected a deal with {expected_characters} characters, got {len(deal.characters)}"
        )


def draw_deck(state: HanabiState, rng: Rng) -> Deal:
    """Return a shuffled deck, and a character for each seat if the options ask for characters.

    If the table has a seed, the seed determines the deck and the detrimental characters. Without a seed, the
    source `rng` draws the deck and the detrimental characters.
    """
    options, variant = state.options, state.variant
    if state.seed:
        deck = seeds.deck_from(state.seed, variant)
        below = seeds.source_of(state.seed).below
    else:
        cards = deck_of(variant)
        deck = tuple(rng.sample(cards, len(cards)))

        def below(limit: int) -> int:
            return rng.sample(range(limit), 1)[0]

    characters = (
        seeds.drawn_characters(below, options.players, variant) if options.detrimental_characters else ()
    )
    return Deal(deck, state.seed, characters)
