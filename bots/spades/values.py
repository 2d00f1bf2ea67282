"""What the cards of a hand are worth in tricks: honours, length and ruffs."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import zip_longest
from math import prod

from bots.spades.unseen import Unseen
from protocol.v1.cards import Suit
from protocol.v1.spades import Card

BEHIND = (1.0, 0.8, 0.5, 0.2)
"""The chance that a guarded card of a side suit comes to its trick with so many higher ones out."""
TRUMP_BEHIND = (1.0, 0.85, 0.6, 0.4, 0.15)
RUFFED_IN_TIME = (0.9, 0.75, 0.55)
"""The chance that a suit comes to its n-th round while there are trumps to ruff it with."""


def by_suit(hand: Iterable[Card], unseen: Unseen) -> dict[Suit, list[Card]]:
    """The cards of each suit, the highest first."""
    deck = unseen.deck
    suits: dict[Suit, list[Card]] = {suit: [] for suit in Suit}
    for card in hand:
        suits[deck.suits[card]].append(card)
    for cards in suits.values():
        cards.sort(key=deck.heights.__getitem__, reverse=True)
    return suits


def tricks(hand: Iterable[Card], unseen: Unseen, opponents: tuple[int, ...]) -> float:
    """How many tricks a hand can be expected to win."""
    suits = by_suit(hand, unseen)
    sides = sum(
        _in_side_suit(cards, unseen, suit, opponents)
        for suit, cards in suits.items()
        if suit is not Suit.SPADES
    )
    return sides + _in_trumps(suits, unseen, opponents)


def _in_side_suit(cards: list[Card], unseen: Unseen, suit: Suit, opponents: tuple[int, ...]) -> float:
    return sum(
        _side_card(place, unseen.higher(card), len(cards), unseen, suit, opponents)
        for place, card in enumerate(cards)
    )


def _side_card(
    place: int, higher: int, length: int, unseen: Unseen, suit: Suit, opponents: tuple[int, ...]
) -> float:
    """The chance of a card with `place` own cards above it and `higher` others'."""
    if higher >= len(BEHIND):
        return 0.0
    turn = place + higher + 1
    guarded = BEHIND[higher] if length >= turn else BEHIND[higher] / 3
    return guarded * _unruffed(suit, min(turn, length), unseen, opponents)


def _unruffed(suit: Suit, turn: int, unseen: Unseen, opponents: tuple[int, ...]) -> float:
    """The chance that no opponent ruffs the n-th round from now of a suit."""
    return prod(
        max(unseen.holds(seat, suit, turn), 1.0 - unseen.holds(seat, Suit.SPADES)) for seat in opponents
    )


def _in_trumps(suits: dict[Suit, list[Card]], unseen: Unseen, opponents: tuple[int, ...]) -> float:
    """Honours and length; each small trump may ruff instead."""
    trumps = suits[Suit.SPADES]
    chances = sorted(_trump(place, card, len(trumps), unseen) for place, card in enumerate(trumps))
    ruffs = sorted(_ruffs(suits, unseen, opponents), reverse=True)
    return sum(
        chance + (1.0 - chance) * ruff
        for chance, ruff in zip_longest(chances, ruffs[: len(chances)], fillvalue=0.0)
    )


def _trump(place: int, card: Card, length: int, unseen: Unseen) -> float:
    higher = unseen.higher(card)
    below = length - 1 - place
    honour = TRUMP_BEHIND[higher] if higher < len(TRUMP_BEHIND) else 0.0
    if below < higher:
        honour /= 1.5 + higher - below
    return max(honour, _last_out(place + 1, unseen))


def _last_out(number: int, unseen: Unseen) -> float:
    """The chance that nobody else has a trump left when this one's n-th is played."""
    return prod(1.0 - unseen.holds(seat, Suit.SPADES, number) for seat in unseen.counts)


def _ruffs(suits: dict[Suit, list[Card]], unseen: Unseen, opponents: tuple[int, ...]) -> list[float]:
    return [
        RUFFED_IN_TIME[turn] * _unruffed(suit, turn + 1 - len(cards), unseen, opponents)
        for suit, cards in suits.items()
        if suit is not Suit.SPADES and unseen.out(suit) > len(unseen.counts)
        for turn in range(len(cards), len(RUFFED_IN_TIME))
    ]
