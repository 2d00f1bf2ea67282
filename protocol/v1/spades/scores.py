"""The scores of a hand of Spades."""

from __future__ import annotations

from msgspec import Struct

from protocol.v1.spades.nouns import Bid, Play, SeatNumber


class Score(Struct, frozen=True, gc=False):
    """A side's points, its bags that count for the next penalty, and its number of set hands."""

    points: int = 0
    bags: int = 0
    sets: int = 0


class SideResult(Struct, frozen=True, gc=False):
    """The result of a hand for one side.

    `bid` is the number of tricks that the side bid, or null if no partner bid a number of tricks. `points`
    and `bags` are the side's points and bags from this hand. `penalty` is the penalty for bags in this hand;
    it is not included in `points`. `set` is true if the side won fewer tricks than it bid.
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
    """The result of a hand: bids and tricks by seat, and the result of each side, side 0 first.

    With partners, the side of a seat is the seat number modulo half the number of players; in solo, each seat
    is a side. In a result, `bids` is empty if the hand had no bids. `winner` is the side that won the game
    with this hand, or null if the game continues.
    """

    hand: int
    dealer: SeatNumber
    bids: tuple[Bid, ...]
    tricks: tuple[int, ...]
    sides: tuple[SideResult, ...]
    last_trick: tuple[Play, ...]
    winner: int | None = None
