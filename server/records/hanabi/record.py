"""The record of a game of Hanabi in the JSON of Hanabi Live, format version 3.0.0.

Fields with default values are omitted when a game is written, and so is `options` if all of them are
defaults.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

PLAY, DISCARD, COLOR, RANK, END, END_BY_VOTE = range(6)
"""The types of actions."""
Whole = Annotated[int, Meta(ge=-(2**53), le=2**53)]
"""A number that the rules do not limit, within the limits of JSON numbers."""


class DeckCard(Struct, frozen=True, gc=False, rename="camel"):
    """A card of the deck. `suit_index` is the index of its suit in the variant; the rank 7 is START."""

    suit_index: int
    rank: int


class GameAction(Struct, frozen=True, gc=False):
    """An action: a play or a discard of a card by its index in the deck, a clue to a seat, or an end.

    `value` is the colour or the rank of a clue, or the number of an end condition. In variants with
    inverted suits `type` describes the outcome of a move: a card on its pile was played.
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
"""The options of a record without options."""


class Assigned(Struct, frozen=True, gc=False):
    """The character of a player; `metadata` is the colour, suit or rank that was drawn for it, or -1."""

    name: str
    metadata: Whole = -1


class GameRecord(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A whole game or its beginning: the players, the deck from its top, the actions, and additional data.

    `notes` are the notes of each player by card; notes after the last card of the deck are on the piles.
    `id` and `seed` are those of Hanabi Live. `deck` is the deck that was dealt, even if `seed` would give
    another deck.
    """

    players: tuple[str, ...]
    deck: tuple[DeckCard, ...]
    actions: tuple[GameAction, ...]
    options: GameOptions = USUAL
    notes: tuple[tuple[str, ...], ...] = ()
    characters: tuple[Assigned, ...] = ()
    id: Whole | None = None
    seed: str | None = None
