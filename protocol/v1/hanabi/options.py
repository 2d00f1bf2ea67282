"""Options of a Hanabi table."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

Seed = Annotated[str, Meta(min_length=1, max_length=40, pattern="^[A-Za-z0-9-]+$")]


class Options(Struct, frozen=True, kw_only=True, gc=False, forbid_unknown_fields=True):
    """The options of a Hanabi table; `variant` is the name of the variant at Hanabi Live.

    The seat `starting_player` acts first. `speedrun`: the game ends as soon as a perfect score is impossible.
    `card_cycle`: after a clue, the oldest unclued card of the player who gave it becomes the newest card of
    the hand. `deck_plays`: the last card of the deck may be played from the deck. `empty_clues`: a clue may
    touch no card. `one_extra_card` and `one_less_card` change the size of hands. `all_or_nothing`: there is
    no last round, and the game ends when a perfect score is impossible. `detrimental_characters`: each player
    has such a character. `seed` chooses the deck, for example `p3v0s1` or only the part after the `s`; all
    players are told that the deck was chosen by a seed. If `seed` is null, the server draws a random seed
    that no player knows. `games` is the number of games played at the table; 0 means no end.
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
