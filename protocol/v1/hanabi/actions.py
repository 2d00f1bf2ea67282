"""The actions at a Hanabi table: those of players, and those of chance, such as the shuffled deck."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from protocol.v1.hanabi.nouns import Card, Character, Order, SeatNumber
from protocol.v1.hanabi.variants import Rank


class PlayCard(Struct, frozen=True, tag_field="t", tag="play", gc=False):
    """Play a card from one's hand, or the last card of the deck if the option `deck_plays` allows it."""

    card: Order


class Discard(Struct, frozen=True, tag_field="t", tag="discard", gc=False):
    """Discard a card from one's hand; the players get a clue token back."""

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
    """Vote for the end of the game, or withdraw the vote with `end` false.

    The `act` message of a vote for the end of the game has no `decision`.
    """

    end: bool = True


class Deal(Struct, frozen=True, tag_field="t", tag="deal", gc=False):
    """The action by which the server shuffles the deck; the first card of the deck is drawn first.

    The server writes a shuffled deck into the log of the table and never sends it to clients. `seed` is the
    seed that determines the deck, or "" if no seed determined it. `characters` are the characters of the
    players by seat, or () if the table plays without characters.
    """

    deck: tuple[Card, ...]
    seed: str = ""
    characters: tuple[Character, ...] = ()


class OutOfTime(Struct, frozen=True, tag_field="t", tag="out_of_time", gc=False):
    """The action by which the game ends because a player's time has run out.

    Only the server can end a game because a player's time has run out; players cannot send this action.
    """


Clue = ColorClue | RankClue

Action = PlayCard | Discard | ColorClue | RankClue | Vote
"""The actions that a player may send in `act.action` at a Hanabi table."""
