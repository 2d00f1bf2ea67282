"""Actions of players and of chance at a Hanabi table."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from protocol.v1.hanabi.nouns import Card, Character, Order, SeatNumber
from protocol.v1.hanabi.variants import Rank


class PlayCard(Struct, frozen=True, tag_field="t", tag="play", gc=False):
    """Play a card from one's hand, or the last card of the deck if the option `deck_plays` allows it."""

    card: Order


class Discard(Struct, frozen=True, tag_field="t", tag="discard", gc=False):
    """Discard a card from one's hand, which gives a clue token back."""

    card: Order


class ColorClue(Struct, frozen=True, tag_field="t", tag="color", gc=False):
    """Give a colour clue to player `to`; `color` is an index into the variant's `colors`."""

    to: SeatNumber
    color: Annotated[int, Meta(ge=0, le=9)]


class RankClue(Struct, frozen=True, tag_field="t", tag="rank", gc=False):
    """Give a rank clue to player `to`."""

    to: SeatNumber
    rank: Rank


class Vote(Struct, frozen=True, tag_field="t", tag="vote", gc=False):
    """Vote for the end of the game, or withdraw the vote with `end` false; sent without a `decision`."""

    end: bool = True


class Deal(Struct, frozen=True, tag_field="t", tag="deal", gc=False):
    """The shuffled deck by chance, the first drawn card first. The deal is logged and never sent.

    `seed` is the seed that determines the deck, or "" for a deck without a seed. `characters` are the
    characters of the seats, or () if the table plays without them.
    """

    deck: tuple[Card, ...]
    seed: str = ""
    characters: tuple[Character, ...] = ()


class OutOfTime(Struct, frozen=True, tag_field="t", tag="out_of_time", gc=False):
    """The end of a seat's time, which ends the game. The table itself logs this action."""


Clue = ColorClue | RankClue

Action = PlayCard | Discard | ColorClue | RankClue | Vote
"""The actions that a player may send in `act.action` at a Hanabi table."""
