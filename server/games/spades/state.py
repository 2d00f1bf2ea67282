"""The state of one deal of Spades, which players call a hand."""

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


class CardPass(Struct, frozen=True, gc=False):
    """Cards that a seat has passed to its partner in the exchange of a nil bidder."""

    seat: int
    to: int
    cards: Hand


class SpadesState(Struct, frozen=True, kw_only=True, gc=False):
    """The state of one deal of Spades, from its start to its result, with data for the next deal.

    `hands` are the cards that each seat still holds, and `tricks` has the number of tricks that each seat has
    won. In a game for two, each player draws two cards from the stock at a time: `kept` are the cards that
    the players have kept, and `laid_away` are the cards that each of them discarded. `bids` are the bids by
    seat, in the order of the bidding. `numbers` has the number of tricks that each side has bid. `revealed`
    has, for each seat that looked at its hand before its bid, the number of bids that were made before this
    look. `passes` are the cards passed between partners in this hand so far. `scores` are the scores of the
    sides before the present hand. `ended` is the result of the present hand, or None until the hand is over.
    `results` are the results of earlier hands, by hand number. `winner` is the side that had won the game
    before this hand, or None while the game continues.
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
    passes: tuple[CardPass, ...] = ()
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
        """Return the number of cards that both players of a game for two have kept from the stock."""
        return len(self.kept)

    @property
    def trick(self) -> tuple[Card, ...]:
        """Return the cards that are already played to the trick in progress; () between two tricks."""
        plays = self.plays
        return tuple([each.card for each in plays[len(plays) - len(plays) % self.rules.players :]])

    @property
    def lead(self) -> Card | None:
        """Return the first card of the trick in progress; None between tricks."""
        plays = self.plays
        played = len(plays) % self.rules.players
        return plays[-played].card if played else None
