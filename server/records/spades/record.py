"""What the record of a game of Spades is made of, field by field as it stands in JSON."""

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
    """A seat looked at its hand before it bid, when so many `bids` had been made."""

    seat: SeatNumber
    bids: Count


class RecordedBid(Struct, frozen=True, gc=False):
    """What a seat bid: so many `tricks`, or `nil`; `blind`: before it had looked at its hand."""

    seat: SeatNumber
    tricks: Annotated[int, Meta(ge=0, le=17)] = 0
    nil: bool = False
    blind: bool = False


class Passed(Struct, frozen=True, gc=False):
    """Cards that one seat gave to its partner."""

    seat: SeatNumber
    to: SeatNumber
    cards: tuple[Card, ...]


class RecordedHand(Struct, frozen=True, kw_only=True, gc=False):
    """A hand that was played to its end, all cards open; nothing in it has been judged by the rules.

    `players` are those of this hand where they are others than the game's.
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
    """A game as somebody wrote it down; nothing in it has been judged by the rules."""

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
