"""What a Spades view shows: the public half, and what one audience knows beyond it."""

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
    """What has just happened: a hand has been dealt."""


class Drew(Struct, frozen=True, tag_field="t", tag="drew", gc=False):
    """What has just happened: a seat has kept one of the two cards that it drew."""

    seat: SeatNumber


class Revealed(Struct, frozen=True, tag_field="t", tag="revealed", gc=False):
    """What has just happened: a seat has looked at its hand before bidding."""

    seat: SeatNumber


class MadeBid(Struct, frozen=True, tag_field="t", tag="made_bid", gc=False):
    """What has just happened: a seat has bid."""

    seat: SeatNumber
    bid: Bid


class Passed(Struct, frozen=True, tag_field="t", tag="passed", gc=False):
    """What has just happened: a seat has passed so many cards to its partner."""

    seat: SeatNumber
    count: int


class Played(Struct, frozen=True, tag_field="t", tag="played", gc=False):
    """What has just happened: a seat has played a card."""

    seat: SeatNumber
    card: Card


Last = Dealt | Drew | Revealed | MadeBid | Passed | Played


class Exchange(Struct, frozen=True, gc=False):
    """Who has to pass how many cards to whom now. `returning`: as many were passed the other way before."""

    seat: SeatNumber
    to: SeatNumber
    count: int
    returning: bool


class SpadesPub(Pub, tag="spades", kw_only=True, gc=False):
    """What everybody may know of a Spades table.

    `hand` is the number of this hand, from 1. `phase`: `deal` before the cards are dealt, `draw` while two
    players draw theirs, `bidding`, `exchange`, `play`, and `over` once the hand has a `result`. `turn` is who
    must act, null when nobody must. `bids` grow, by seat; `numbers` are what the sides have bid so far, null
    where nobody bid a number. `revealed` are the seats that have looked at their hand before they bid, and
    `blind` those that have not yet and may bid blind. `plays` grow, keyed by their order from 0; each trick
    has as many as there are players. `tricks` are those won by each seat. `broken`: spades have been broken.
    `scores` are how the sides stand before this hand, and after it once it is over. `results` are those of
    the game's last 32 hands, by number. `drawn` are how many cards each seat has drawn and kept, during the
    draw. `winner` is the side that has won the game. `last` is what has just happened, null before the deal.
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
    """What one audience knows beyond the public.

    `seat` is whose hand this is, and `hand` its cards; null while its player has not looked at them. When
    the seat has to act, exactly one of `drawn` (keep one of two), `bids`, `passing` (so many cards to
    partner) and `cards` tells its legal answers. `may` names the actions that answer no decision and may be
    tried now. `passed` and `received` are the cards that went to partner and came from him, and `laid_away`
    those drawn and not kept. `hands`, of all seats, is for audiences that may see every hand, as
    `passes`, the cards that each seat has passed.
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
        """The answers to the seat's decision, () when it has none."""
        if self.drawn is not None:
            return tuple(Keep(card) for card in self.drawn)
        if self.bids is not None:
            return tuple(MakeBid(bid) for bid in self.bids)
        if self.passing is not None:
            return tuple(Pass(cards) for cards in combinations(self.hand or (), self.passing))
        return tuple(PlayCard(card) for card in self.cards or ())
