"""A hand of Spades as a frozen value: its fields, and the queries that need no rule."""

from __future__ import annotations

from msgspec import Struct

from protocol.v1.spades import (
    Action,
    Bid,
    Card,
    Deal,
    Hand,
    HandResult,
    Last,
    Phase,
    Play,
    Rules,
    Score,
)

LogAction = Action | Deal


class Given(Struct, frozen=True, gc=False):
    """Cards that a seat has passed to its partner."""

    seat: int
    to: int
    cards: Hand


class SpadesState(Struct, frozen=True, kw_only=True, gc=False):
    """One hand, from before its deal to its result, and what the game carries from hand to hand.

    `hands` are the cards still held, `tricks` those won by each seat. `draws` counts how often two players
    have drawn from the stock, `kept` are the cards kept of it and `laid_away` those that were not. `bids` are
    by seat in their order, `numbers` what the sides have bid with them. `revealed` are the seats that looked
    before they bid, in their order, and how many bids had been made then. `scores` are those of the sides
    before this hand, `ended` is its result. `results` are those of earlier hands, `winner` the side that has
    won the game with them.
    """

    rules: Rules = Rules()
    hand: int = 1
    dealer: int = 0
    phase: Phase = "deal"
    turn: int | None = None
    deal: Deal | None = None
    hands: tuple[Hand, ...] = ()
    kept: Hand = ()
    laid_away: tuple[Hand, ...] = ()
    bids: dict[int, Bid] = {}
    numbers: tuple[int | None, ...] = (None, None)
    revealed: dict[int, int] = {}
    passes: tuple[Given, ...] = ()
    plays: tuple[Play, ...] = ()
    tricks: tuple[int, ...] = ()
    broken: bool = False
    event: Last | None = None
    scores: tuple[Score, ...] = (Score(), Score())
    ended: HandResult | None = None
    results: dict[int, HandResult] = {}
    winner: int | None = None

    @property
    def draws(self) -> int:
        return len(self.kept)

    @property
    def trick(self) -> tuple[Card, ...]:
        """The cards of the trick in progress, () between tricks."""
        begun = len(self.plays) - len(self.plays) % self.rules.players
        return tuple([each.card for each in self.plays[begun:]])

    @property
    def first(self) -> bool:
        """Whether the trick in progress, or the next one, is the first of the hand."""
        return len(self.plays) < self.rules.players
