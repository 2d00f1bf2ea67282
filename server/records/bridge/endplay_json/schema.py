"""The objects of endplay's Board JSON, in the form of its schema and in the form of its dumper."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct, field

from server.records.bridge.json_boards.json_tables import Table

Suit = Literal["spades", "hearts", "diamonds", "clubs"]
Rank = Literal["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"]
Denom = Literal["spades", "hearts", "diamonds", "clubs", "nt"]
Player = Literal["north", "east", "south", "west"]
Vul = Literal["none", "both", "ns", "ew"]
Penalty = Literal["pass", "double", "redouble", "", "x", "xx"]


class File(Struct, frozen=True, forbid_unknown_fields=True):
    """The base class of all JSON objects in endplay's files, which refuses unknown fields."""


class Card(File, frozen=True, gc=False):
    """A card."""

    suit: Suit
    rank: Rank


Cards = tuple[Card, ...]


class Deal(File, frozen=True):
    """The hands of a deal, with the unfinished trick of the play and the seat that led to it."""

    north: Cards
    east: Cards
    south: Cards
    west: Cards
    first: Player = "north"
    trump: Denom = "nt"
    curtrick: Annotated[Cards, Meta(max_length=3)] = ()


class Bid(File, frozen=True, gc=False):
    """A call in endplay's JSON: a bid has `level` and `denom`, any other call has `penalty`."""

    level: Annotated[int, Meta(ge=1, le=7)] | None = None
    denom: Denom | None = None
    penalty: Penalty | None = None
    alertable: bool = False
    announcement: str | None = ""


class Contract(File, frozen=True, gc=False):
    """A contract with its result: the number of overtricks or, if negative, of undertricks."""

    level: Annotated[int, Meta(ge=0, le=7)]
    denom: Denom
    declarer: Player
    penalty: Penalty = "pass"
    result: Annotated[int, Meta(ge=-13, le=6)] | None = None


class Board(File, frozen=True):
    """A board in endplay's JSON, with its deal, auction, play and result."""

    deal: Deal
    auction: tuple[Bid, ...] = ()
    play: Cards = ()
    board_num: Annotated[int, Meta(ge=0, le=2**53)] | None = None
    vul: Vul | None = None
    dealer: Player | None = None
    dealer_blank: Player | None = field(default=None, name="dealer ")
    contract: Contract | None = None
    claimed: bool | None = False
    info: dict[str, str | Table] | None = None


WORDS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("first", "dealer", "dealer ", "declarer"), get_args(Player)),
    **dict.fromkeys(("denom", "trump"), get_args(Denom)),
    "suit": get_args(Suit),
    "rank": get_args(Rank),
    "vul": get_args(Vul),
    "penalty": get_args(Penalty)[:3],
    "ordering": ("+", "-"),
    "alignment": ("L", "R"),
}
