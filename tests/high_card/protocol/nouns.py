"""What players do at high card, what they are shown, and how it is played."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from protocol.v1.cards import Card
from protocol.v1.view import Own, Pub

Phase = Literal["deal", "play", "over"]
Answer = Literal["bet", "fold"]


class Options(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The options of high card; `deals` is the number of deals of a game."""

    deals: Annotated[int, Meta(ge=1, le=999)] = 10


class Bet(Struct, frozen=True, tag_field="t", tag="bet", gc=False):
    """Bet on one's card. If the other player has bet, this calls the bet."""


class Fold(Struct, frozen=True, tag_field="t", tag="fold", gc=False):
    """Give the ante to the other player."""


Action = Bet | Fold


class Deal(Struct, frozen=True, tag_field="t", tag="deal", gc=False):
    """The deal of one card to each seat by chance. A deal is logged and never sent."""

    cards: tuple[Card, Card]


class DealResult(Struct, frozen=True, gc=False):
    """How a deal ended: the `winner` gets `points` from the other player."""

    winner: int
    points: int


class HighCardPub(Pub, tag="high_card", kw_only=True, gc=False):
    """What everybody knows: `answers` by their place in the deal, `cards` once both have bet."""

    deal: int
    deals: int
    dealer: int
    phase: Phase
    points: tuple[int, int]
    turn: int | None = None
    answers: dict[int, Answer] = field(default_factory=dict)
    cards: tuple[Card, ...] | None = None
    result: DealResult | None = None


class HighCardOwn(Own, tag="high_card", kw_only=True, gc=False):
    """The own half of a view: the seat's `card` or both `cards`, and the legal `choices`."""

    seat: int | None = None
    card: Card | None = None
    cards: tuple[Card, ...] | None = None
    choices: tuple[Answer, ...] = ()

    def legal_actions(self) -> tuple[Action, ...]:
        """Return the answers to the seat's decision, () without one."""
        return tuple(Bet() if choice == "bet" else Fold() for choice in self.choices)
