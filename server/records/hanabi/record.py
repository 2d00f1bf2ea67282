"""A game of Hanabi as Hanabi Live keeps it: JSON of format version 3.0.0, field by field.

What has its default is left out where a game is written, and `options` as a whole where all of it has.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

PLAY, DISCARD, COLOR, RANK, END, END_BY_VOTE = range(6)
"""The types of actions."""
Whole = Annotated[int, Meta(ge=-(2**53), le=2**53)]
"""A number that no rule bounds, but every reader of JSON keeps."""


class DeckCard(Struct, frozen=True, gc=False, rename="camel"):
    """A card of the deck, by its suit's place in the variant; rank 7 is START."""

    suit_index: int
    rank: int


class GameAction(Struct, frozen=True, gc=False):
    """What was done: a play or discard of a card by its place in the deck, a clue to a seat, or an end.

    `value` is a clue's colour or rank, or the number of an end condition. Of inverted suits the action is
    what came of it: a card that was played lies on its pile.
    """

    type: int
    target: int
    value: int = 0


class GameOptions(Struct, frozen=True, gc=False, rename="camel", omit_defaults=True):
    """How a game was played; `time_base` and `time_per_turn` are seconds."""

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
"""The options of a record that tells none."""


class Assigned(Struct, frozen=True, gc=False):
    """A player's character, and what was drawn for it, -1 for nothing."""

    name: str
    metadata: Whole = -1


class GameRecord(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A whole game, or its beginning: players, the deck from its top, actions, and what belongs to them.

    `notes` are each player's, by card; those behind the deck's length are on the piles. `id` and `seed` are
    those of Hanabi Live; the deck is what was dealt, whatever the seed says.
    """

    players: tuple[str, ...]
    deck: tuple[DeckCard, ...]
    actions: tuple[GameAction, ...]
    options: GameOptions = USUAL
    notes: tuple[tuple[str, ...], ...] = ()
    characters: tuple[Assigned, ...] = ()
    id: Whole | None = None
    seed: str | None = None
