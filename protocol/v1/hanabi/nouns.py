"""Cards and clues of Hanabi; seats are numbers from 0, in the order of play."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from protocol.v1.hanabi.ends import End
from protocol.v1.hanabi.variants import Rank, SuitNumber

SeatNumber = Annotated[int, Meta(ge=0, le=5)]
Order = Annotated[int, Meta(ge=0, le=63)]
"""A card by its place in the shuffled deck, from 0: its name for the whole game."""


class Card(Struct, frozen=True, gc=False, order=True):
    """What a card is: its suit, by its place in the variant, and its rank."""

    suit: SuitNumber
    rank: Rank


class Given(Struct, frozen=True, gc=False):
    """A clue that was given: on which turn, by whom, to whom, and the cards that it touched.

    `color` is a place in the variant's `colors`; exactly one of it and `rank` is not null.
    """

    turn: int
    giver: SeatNumber
    to: SeatNumber
    cards: tuple[Order, ...]
    color: int | None = None
    rank: int | None = None


Direction = Literal["undecided", "up", "down", "finished"]


class Fate(Struct, frozen=True, gc=False):
    """Where a card went that has left its hand: on which turn, from whose hand, and how.

    `played`, or `discarded`, or `misplayed`, which is a strike.
    """

    turn: int
    seat: SeatNumber
    how: Literal["played", "discarded", "misplayed"]


class Character(Struct, frozen=True, gc=False):
    """A detrimental character: its number, its name, and the colour, rank or suit that was drawn for it."""

    id: int
    name: str
    metadata: int = -1


class Ended(Struct, frozen=True, gc=False):
    """Why the game has ended, and through which seat, null where through none."""

    end: End
    seat: SeatNumber | None = None
