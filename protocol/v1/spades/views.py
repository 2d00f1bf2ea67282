"""The views of a Spades table: a public half for everybody, and an own half for one audience."""

from __future__ import annotations

from itertools import combinations
from typing import Literal

from msgspec import Struct

from protocol.v1.spades.actions import Action, Keep, MakeBid, Pass, PlayCard
from protocol.v1.spades.nouns import Bid, Card, Hand, Play, SeatNumber
from protocol.v1.spades.options import Rules
from protocol.v1.spades.scores import HandResult, Score
from protocol.v1.view import Own, Pub

Phase = Literal["deal", "draw", "bidding", "exchange", "play", "over"]


class Dealt(Struct, frozen=True, tag_field="t", tag="dealt", gc=False):
    """The event that a hand was dealt."""


class Drew(Struct, frozen=True, tag_field="t", tag="drew", gc=False):
    """The event that a seat kept one of the two cards that it drew."""

    seat: SeatNumber


class Revealed(Struct, frozen=True, tag_field="t", tag="revealed", gc=False):
    """The event that a seat looked at its hand before bidding."""

    seat: SeatNumber


class MadeBid(Struct, frozen=True, tag_field="t", tag="made_bid", gc=False):
    """The event that a seat made a bid."""

    seat: SeatNumber
    bid: Bid


class Passed(Struct, frozen=True, tag_field="t", tag="passed", gc=False):
    """The event that a seat passed `count` cards to its partner."""

    seat: SeatNumber
    count: int


class Played(Struct, frozen=True, tag_field="t", tag="played", gc=False):
    """The event that a seat played a card."""

    seat: SeatNumber
    card: Card


Last = Dealt | Drew | Revealed | MadeBid | Passed | Played


class Exchange(Struct, frozen=True, gc=False):
    """An exchange of cards after a nil: the player in `seat` must now pass cards to the player in `to`.

    `returning` is true if the player in `to` has already passed cards, and the player in `seat` must pass the
    same number of cards back.
    """

    seat: SeatNumber
    to: SeatNumber
    count: int
    returning: bool


class SpadesPub(Pub, tag="spades", kw_only=True, gc=False):
    """The public half of the view of a Spades table: the fields that all people may see.

    In the public half, `hand` is the number of the present hand, from 1. `phase`: `deal` before the cards are
    dealt, `draw` while two players draw their hands, `bidding`, `exchange`, `play`, and `over` once the hand
    has a `result`. `turn` is the seat that must act, or null if no seat must act. `bids` has the bid of each
    seat that has bid, and `numbers` the number of tricks that each side has bid so far, or null for a side
    that has bid no number. `revealed` are the seats of the players that looked at their hand before bidding,
    and `blind` the seats that may still bid blind. `plays` has the cards played so far, numbered from 0 in
    the order of play; each trick has one card of each player. `tricks` has the number of tricks that each
    seat has won. `broken` is true once spades have been broken. `scores` are the scores of the sides before
    this hand, and after the hand once it is over. `results` are the results of the latest 32 hands of the
    game, by hand number. While two players draw, `drawn` has the number of cards that each seat has kept.
    `winner` is the side that won the game, or null while the game continues. `last` is the latest event at
    the table, or null before the deal.
    """

    rules: Rules
    hand: int
    dealer: SeatNumber
    phase: Phase
    bids: dict[int, Bid]
    plays: dict[int, Play]
    tricks: tuple[int, ...]
    scores: tuple[Score, ...]
    revealed: dict[int, bool]
    numbers: tuple[int | None, ...] = ()
    turn: SeatNumber | None = None
    blind: tuple[SeatNumber, ...] = ()
    exchange: Exchange | None = None
    broken: bool = False
    drawn: tuple[int, ...] | None = None
    result: HandResult | None = None
    results: dict[int, HandResult] | None = None
    winner: int | None = None
    last: Last | None = None


class SpadesOwn(Own, tag="spades", kw_only=True, gc=False):
    """The own half of the view of a Spades table: the fields that only one seat or group of people may see.

    `seat` is the seat whose hand this audience sees, and `hand` has the cards of this hand, or is null while
    the player has not looked at them. If the player in `seat` has to act, exactly one of the following fields
    has the player's legal answers: `drawn` (two cards, one of which the player keeps), `bids`, `passing` (the
    number of cards to pass to partner) or `cards`. `may` lists the actions that the player may now send
    without a `decision`. `passed` and `received` are the cards that the player passed to partner and received
    from partner. `laid_away` are the cards that the player has drawn but not kept, in a game of two players.
    For audiences that may see every hand, `hands` are the hands of all seats, and `passes` the cards that
    each seat passed.
    """

    seat: SeatNumber | None = None
    hand: Hand | None = None
    drawn: tuple[Card, ...] | None = None
    bids: tuple[Bid, ...] | None = None
    passing: int | None = None
    cards: tuple[Card, ...] | None = None
    may: tuple[Literal["reveal"], ...] = ()
    passed: Hand | None = None
    received: Hand | None = None
    laid_away: Hand | None = None
    hands: tuple[Hand, ...] | None = None
    passes: dict[int, Hand] | None = None

    def legal_actions(self) -> tuple[Action, ...]:
        """Return the legal answers to the decision of this seat, () if the seat has no decision to make."""
        if self.drawn is not None:
            return tuple(Keep(card) for card in self.drawn)
        if self.bids is not None:
            return tuple(MakeBid(bid) for bid in self.bids)
        if self.passing is not None:
            return tuple(Pass(cards) for cards in combinations(self.hand or (), self.passing))
        return tuple(PlayCard(card) for card in self.cards or ())
