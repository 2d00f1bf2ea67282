"""What players and chance do at a Hanabi table."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from protocol.v1.hanabi.nouns import Card, Character, Order, SeatNumber
from protocol.v1.hanabi.variants import Rank


class PlayCard(Struct, frozen=True, tag_field="t", tag="play", gc=False):
    """Play a card of one's hand; or the last card of the deck, where the table allows that (`deck_plays`)."""

    card: Order


class Discard(Struct, frozen=True, tag_field="t", tag="discard", gc=False):
    """Discard a card of one's hand, for a clue."""

    card: Order


class ColorClue(Struct, frozen=True, tag_field="t", tag="color", gc=False):
    """Tell a player which of his cards are touched by a colour: its place in the variant's `colors`."""

    to: SeatNumber
    color: Annotated[int, Meta(ge=0, le=9)]


class RankClue(Struct, frozen=True, tag_field="t", tag="rank", gc=False):
    """Tell a player which of his cards are touched by a rank."""

    to: SeatNumber
    rank: Rank


class Vote(Struct, frozen=True, tag_field="t", tag="vote", gc=False):
    """Vote for the end of the game, or take one's vote back (`end` False); answers no decision."""

    end: bool = True


class Deal(Struct, frozen=True, tag_field="t", tag="deal", gc=False):
    """Chance's action: the deck is shuffled, its top card first. Logged, never sent live.

    `seed` is the one that the deck follows from, "" for none; `characters` are those of the seats, () where
    the table has none.
    """

    deck: tuple[Card, ...]
    seed: str = ""
    characters: tuple[Character, ...] = ()


class OutOfTime(Struct, frozen=True, tag_field="t", tag="out_of_time", gc=False):
    """A seat has no time left, which ends the game. Done by the table."""


Clue = ColorClue | RankClue

Action = PlayCard | Discard | ColorClue | RankClue | Vote
"""What a player may send in `act.action` at a Hanabi table."""
