"""How a Hanabi table is played."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

Seed = Annotated[str, Meta(min_length=1, max_length=40, pattern="^[A-Za-z0-9-]+$")]


class Options(Struct, frozen=True, kw_only=True, gc=False, forbid_unknown_fields=True):
    """How a Hanabi table is played; `variant` by the name it has at Hanabi Live.

    `starting_player` acts first. `speedrun`: the game ends as soon as a perfect score is out of reach.
    `card_cycle`: who has given a clue moves his oldest card without a clue to the newest place. `deck_plays`:
    the last card of the deck may be played from there. `empty_clues`: a clue may touch no card.
    `one_extra_card` and `one_less_card` change the size of hands. `all_or_nothing`: there is no last round,
    and the game ends when a perfect score is out of reach. `detrimental_characters`: each player has one.
    `seed`, as `p3v0s1` or only what stands behind its `s`, chooses the deck, which all are told that somebody
    has chosen; null: nobody knows it. So many `games` are played at the table, one after
    the other; 0: without end.
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
