"""The options with which a Hanabi table is opened."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

Seed = Annotated[str, Meta(min_length=1, max_length=40, pattern="^[A-Za-z0-9-]+$")]


class Options(Struct, frozen=True, kw_only=True, gc=False, forbid_unknown_fields=True):
    """The options of a Hanabi table; `variant` is a variant's name at Hanabi Live.

    The player in the seat `starting_player` acts first. `speedrun` true: the game ends as soon as a perfect
    score is impossible. `card_cycle` true: after giving a clue, the player's oldest card without a clue
    becomes the newest card of the player's hand. `deck_plays` true: a player may play the last card of the
    deck without drawing it. `empty_clues` true: players may give clues that touch no card. With
    `one_extra_card` each hand has one card more than usual, and with `one_less_card` one card less.
    `all_or_nothing` true: there is no last round, and the game ends when a perfect score is impossible.
    `detrimental_characters` true: each player has a character that restricts what the player may do. `seed`
    determines the order of the deck, for example `p3v0s1`, or only the part after the `s`; all players see
    that a chosen seed was used. If `seed` is null, the server draws a random seed that no player knows.
    `games` is the number of games played at the table; 0 means that the table plays until it is closed.
    """

    players: Annotated[int, Meta(ge=2, le=6)] = 3
    variant: Annotated[str, Meta(max_length=60)] = "No Variant"
    starting_player: Annotated[int, Meta(ge=0, le=5)] = 0
    speedrun: bool = False
    card_cycle: bool = False
    deck_plays: bool = False
    empty_clues: bool = False
    one_extra_card: bool = False
    one_less_card: bool = False
    all_or_nothing: bool = False
    detrimental_characters: bool = False
    seed: Seed | None = None
    games: Annotated[int, Meta(ge=0, le=999)] = 0
