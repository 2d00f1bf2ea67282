"""The cards and clues of Hanabi. The seats at a Hanabi table are numbers from 0 in the order of play."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from protocol.v1.hanabi.ends import End
from protocol.v1.hanabi.variants import Rank, SuitNumber

SeatNumber = Annotated[int, Meta(ge=0, le=5)]
Order = Annotated[int, Meta(ge=0, le=63)]
"""The index of a card in the shuffled deck, from 0, which identifies the card for the whole game."""


class Card(Struct, frozen=True, gc=False, order=True):
    """The identity of a card: its suit, as an index into the variant's suits, and its rank."""

    suit: SuitNumber
    rank: Rank


class Given(Struct, frozen=True, gc=False):
    """A clue that was given in turn number `turn`, and the cards that the clue touched.

    For a colour clue, `color` is an index into the variant's `colors` and `rank` is null; for a rank clue,
    `color` is null.
    """

    turn: int
    giver: SeatNumber
    to: SeatNumber
    cards: tuple[Order, ...]
    color: int | None = None
    rank: int | None = None


Direction = Literal["undecided", "up", "down", "finished"]


class Fate(Struct, frozen=True, gc=False):
    """The fate of a card that left a hand: what happened to it, in which turn, and the seat of that hand.

    `how` is `played`, `discarded`, or `misplayed` (a card that could not be played, which costs a strike).
    """

    turn: int
    seat: SeatNumber
    how: Literal["played", "discarded", "misplayed"]


class Character(Struct, frozen=True, gc=False):
    """A detrimental character of Hanabi Live, which restricts its player.

    Some characters concern one colour, rank or suit, which is drawn for each game: `metadata` is its number.
    """

    id: int
    name: str
    metadata: int = -1


class Ended(Struct, frozen=True, gc=False):
    """The reason why a game ended, and the seat of the player that caused the end (null: no player)."""

    end: End
    seat: SeatNumber | None = None
