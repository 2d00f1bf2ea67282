"""The record of a game of Hanabi in the JSON of Hanabi Live, format version 3.0.0.

A field with its default value is omitted when a game is written, and `options` is omitted if all options
have their default values.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

PLAY, DISCARD, COLOR, RANK, END, END_BY_VOTE = range(6)
"""The types of actions, by their numbers on Hanabi Live."""
Whole = Annotated[int, Meta(ge=-(2**53), le=2**53)]
"""A whole number that the rules do not limit, small enough for every reader of JSON."""


class DeckCard(Struct, frozen=True, gc=False, rename="camel"):
    """A card of the deck. `suit_index` is the index of its suit in the variant; rank 7 is a START card."""

    suit_index: int
    rank: int


class GameAction(Struct, frozen=True, gc=False):
    """An action: a play or a discard of a card, a clue, or an end of the game.

    `target` is the index in the deck of the card, the seat that gets the clue, or the seat that ends the
    game. `value` is the colour or the rank of a clue, or the number of an end condition. In variants with
    inverted suits `type` names the effect of a move: it is PLAY if the card was put on its pile.
    """

    type: int
    target: int
    value: int = 0


class GameOptions(Struct, frozen=True, gc=False, rename="camel", omit_defaults=True):
    """The options of a game; `time_base` and `time_per_turn` are seconds."""

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
"""The options of a game if its record names none."""


class Assigned(Struct, frozen=True, gc=False):
    """The character of a player; `metadata` is the colour, suit or rank that was drawn for it, or -1."""

    name: str
    metadata: Whole = -1


class GameRecord(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A whole game or its beginning: the players, the deck from its top, the actions, and additional data.

    `notes` are the notes of each player by card; further notes, after the note on the last card of the deck,
    are notes on the piles. `id` and `seed` are the number and the seed of the game on Hanabi Live. `deck` is
    the deck that was dealt, even if `seed` would give another deck.
    """

    players: tuple[str, ...]
    deck: tuple[DeckCard, ...]
    actions: tuple[GameAction, ...]
    options: GameOptions = USUAL
    notes: tuple[tuple[str, ...], ...] = ()
    characters: tuple[Assigned, ...] = ()
    id: Whole | None = None
    seed: str | None = None
