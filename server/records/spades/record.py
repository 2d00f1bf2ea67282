"""The record of a game of Spades, with the fields of its JSON."""

from __future__ import annotations

from datetime import date as Day
from datetime import datetime
from typing import Annotated, Literal

from msgspec import Meta, Struct

from protocol.v1.spades import Hand, Play, Preset, Rules, Score, SideResult
from protocol.v1.spades.nouns import Card, SeatNumber

FORMAT = "kibitz-spades"
Number = Annotated[int, Meta(ge=1, le=9999)]
Count = Annotated[int, Meta(ge=0, le=6)]
Moment = Annotated[datetime, Meta(tz=True)]
Players = tuple[str | None, ...]


class Look(Struct, frozen=True, gc=False):
    """A player's look at the player's own hand of Spades; `bids` is the number of bids made before it."""

    seat: SeatNumber
    bids: Count


class RecordedBid(Struct, frozen=True, gc=False):
    """The bid of a seat in Spades: a number of `tricks`, or `nil`.

    `blind` is True if the player made the bid before looking at the hand.
    """

    seat: SeatNumber
    tricks: Annotated[int, Meta(ge=0, le=17)] = 0
    nil: bool = False
    blind: bool = False


class Passed(Struct, frozen=True, gc=False):
    """The cards that one seat of Spades passed to its partner before the play."""

    seat: SeatNumber
    to: SeatNumber
    cards: tuple[Card, ...]


class RecordedHand(Struct, frozen=True, kw_only=True, gc=False):
    """A finished hand of Spades with all cards visible, which has not been checked by the rules.

    `players` are the names of the players of this hand if they differ from those of the game, else None.
    """

    hand: Number
    dealer: SeatNumber
    began: Moment | None = None
    ended: Moment | None = None
    players: Players | None = None
    deal: tuple[Hand, ...]
    stock: Hand = ()
    kept: Hand = ()
    looked: tuple[Look, ...] = ()
    bids: tuple[RecordedBid, ...] = ()
    passes: tuple[Passed, ...] = ()
    plays: tuple[Play, ...]
    tricks: tuple[int, ...]
    sides: tuple[SideResult, ...]


class GameRecord(Struct, frozen=True, kw_only=True, gc=False, tag_field="format", tag=FORMAT):
    """A recorded game of Spades, which has not been checked by the rules."""

    version: Literal[1] = 1
    site: str = ""
    table: str = ""
    event: str = ""
    date: Day | None = None
    preset: Preset | None = None
    rules: Rules
    players: Players = ()
    scores: tuple[Score, ...]
    winner: SeatNumber | None = None
    hands_missing: tuple[Number, ...] = ()
    hands: tuple[RecordedHand, ...]
