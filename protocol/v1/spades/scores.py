"""What a hand of Spades comes to."""

from __future__ import annotations

from msgspec import Struct

from protocol.v1.spades.nouns import Bid, Play, SeatNumber


class Score(Struct, frozen=True, gc=False):
    """How a side stands: its points, the bags that count towards the next penalty, how often it was set."""

    points: int = 0
    bags: int = 0
    sets: int = 0


class SideResult(Struct, frozen=True, gc=False):
    """What a hand came to for one side.

    `bid` is the number it had to win, null where nobody bid one. `points` are those of the hand, `bags`
    those it earned; `penalty` is what bags cost it in this hand, not counted in `points`. `set`: it missed
    its number.
    """

    bid: int | None
    tricks: int
    points: int
    bags: int
    penalty: int
    set: bool
    before: Score
    after: Score


class HandResult(Struct, frozen=True, gc=False):
    """The result of a hand: bids and tricks by seat, and what they came to for each side, side 0 first.

    In pairs the side of a seat is the rest of its number by half the players; else every seat is one.
    `bids` is empty in a hand without bids. `winner` is the side that has won the game with this hand.
    """

    hand: int
    dealer: SeatNumber
    bids: tuple[Bid, ...]
    tricks: tuple[int, ...]
    sides: tuple[SideResult, ...]
    last_trick: tuple[Play, ...]
    winner: int | None = None
