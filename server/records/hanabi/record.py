"""The record of a game of Hanabi in the JSON of Hanabi Live, format version 3.0.0.

A field of a game that has its default value is not written, and `options` is not written if all options have
their default values.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

PLAY, DISCARD, COLOR, RANK, END, END_BY_VOTE = range(6)
"""The types of actions of Hanabi, by their numbers on Hanabi Live."""
Whole = Annotated[int, Meta(ge=-(2**53), le=2**53)]
"""A whole number that the rules of Hanabi do not limit, but that every reader of JSON can hold."""


class DeckCard(Struct, frozen=True, gc=False, rename="camel"):
    """A card of Hanabi's deck.

    `suit_index` is the index of the card's suit in the variant; rank 7 is a START card.
    """

    suit_index: int
    rank: int


class GameAction(Struct, frozen=True, gc=False):
    """An action of Hanabi: a play or a discard of a card, a clue, or an end of the game.

    `target` is the index of the card in the deck, the seat that gets the clue, or the seat that ends the
    game. `value` is the colour or the rank of a clue, or the number that tells how the game ended. In
    variants with inverted suits `type` names the effect of the move: it is PLAY if the card was put on its
    pile.
    """

    type: int
    target: int
    value: int = 0


class GameOptions(Struct, frozen=True, gc=False, rename="camel", omit_defaults=True):
    """The options of a game of Hanabi; `time_base` and `time_per_turn` are seconds."""

    starting_player: int = 0
    variant: str = "No Variant"
    timed: bool = False
    time_base: Whole = 0
    time_per_turn: Whole = 0
    speedrun: bool = False
    card_cycle: bool = False
    deck_plays: bool = False
    empty_clues: bool = False
    one_extra_card: bool = False
    one_less_card: bool = False
    all_or_nothing: bool = False
    detrimental_characters: bool = False
    table_name: str = ""
    max_players: Whole = 0


USUAL = GameOptions()
"""The options of a game of Hanabi if its record names none."""


class Assigned(Struct, frozen=True, gc=False):
    """The Hanabi character of a player; `metadata` is the colour, suit or rank drawn for it, or -1."""

    name: str
    metadata: Whole = -1


class GameRecord(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A whole game of Hanabi or its beginning: players, deck from the top, actions, and additional data.

    `notes` are the notes of each player by card; the notes after that on the last card of the deck are notes
    on the piles. `id` and `seed` are the number and the seed of the game on Hanabi Live. `deck` is the deck
    that was really dealt, even if `seed` would give another deck.
    """

    players: tuple[str, ...]
    deck: tuple[DeckCard, ...]
    actions: tuple[GameAction, ...]
    options: GameOptions = USUAL
    notes: tuple[tuple[str, ...], ...] = ()
    characters: tuple[Assigned, ...] = ()
    id: Whole | None = None
    seed: str | None = None
