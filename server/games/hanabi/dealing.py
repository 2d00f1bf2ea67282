"""The shuffled deck, and the characters that come with it: drawn by chance, or from a seed."""

from __future__ import annotations

from msgspec.structs import replace

from protocol.v1.hanabi.actions import Deal
from protocol.v1.hanabi.options import Options
from protocol.v1.hanabi.variants import Variant
from server.errors import IllegalAction
from server.games.base import Rng
from server.games.hanabi.deck import deck_of
from server.games.hanabi.seeds import seeds
from server.games.hanabi.state import HanabiState
from server.games.hanabi.variants import catalogue

_SIZES = {2: 5, 3: 5, 4: 4, 5: 4, 6: 3}


def hand_size(options: Options) -> int:
    """How many cards a hand has."""
    return _SIZES[options.players] + options.one_extra_card - options.one_less_card


def settled(options: Options) -> Options:
    """The options as they are played: one card more and one less together are neither."""
    if options.one_extra_card and options.one_less_card:
        return replace(options, one_extra_card=False, one_less_card=False)
    return options


def variant_of(options: Options) -> Variant:
    """The variant of a table. Raises IllegalAction for an unknown name or options that do not fit."""
    try:
        variant = catalogue.named(options.variant)
    except LookupError as error:
        raise IllegalAction(str(error)) from None
    if options.starting_player >= options.players:
        raise IllegalAction(
            f"expected a starting player below {options.players}, got {options.starting_player}"
        )
    if hand_size(options) * options.players > len(deck_of(variant)):
        raise IllegalAction(f"{variant.name} has {len(deck_of(variant))} cards, too few for these hands")
    return variant


def seed_of(options: Options, variant: Variant) -> str:
    """The seed of a table in full, "" for none. Raises IllegalAction for one of another table."""
    if options.seed is None:
        return ""
    try:
        return seeds.whole(options.seed, options.players, variant)
    except ValueError as error:
        raise IllegalAction(str(error)) from None


def check(state: HanabiState, deal: Deal) -> None:
    """Raise IllegalAction for a deck that is not the variant's."""
    expected = deck_of(state.variant)
    if tuple(sorted(deal.deck)) != tuple(sorted(expected)):
        raise IllegalAction(f"expected the {len(expected)} cards of {state.variant.name}, got others")
    wanted = state.options.players if state.options.detrimental_characters else 0
    if len(deal.characters) != wanted:
        raise IllegalAction(f"expected {wanted} characters, got {len(deal.characters)}")


def drawn(state: HanabiState, rng: Rng) -> Deal:
    """A deck that follows from the table's seed, or from `rng`, with a character for each seat."""
    options, variant = state.options, state.variant
    if state.seed:
        deck = seeds.deck_from(state.seed, variant)
        below = seeds.source_of(state.seed).below
    else:
        cards = deck_of(variant)
        deck = tuple(rng.sample(cards, len(cards)))

        def below(limit: int) -> int:
            return rng.sample(range(limit), 1)[0]

    characters = seeds.drawn(below, options.players, variant) if options.detrimental_characters else ()
    return Deal(deck, state.seed, characters)
