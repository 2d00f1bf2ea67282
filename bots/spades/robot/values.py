"""The estimate of the tricks of a Spades hand, by honours, length and ruffs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import zip_longest
from math import prod

from bots.spades.robot.unseen import Unseen
from protocol.v1.cards import Suit
from protocol.v1.spades import Card

BEHIND = (1.0, 0.8, 0.5, 0.2)
"""The probability that a card of a side suit wins a trick, by the number of unseen higher cards.

A card's probability of a trick is lower if the hand has too few cards of the suit to wait until the higher
cards are played.
"""
TRUMP_BEHIND = (1.0, 0.85, 0.6, 0.4, 0.15)
RUFFED_IN_TIME = (0.9, 0.75, 0.55)
"""The probability that a suit is led once, twice, ... while the hand has a trump to ruff with."""

NEXT_RUFF = 0.85
"""The factor by which each further ruff of a hand is less likely than the ruff before it."""


def by_suit(hand: Iterable[Card], unseen: Unseen) -> dict[Suit, list[Card]]:
    """Return the cards of each suit, the highest first."""
    deck = unseen.deck
    suits: dict[Suit, list[Card]] = {suit: [] for suit in Suit}
    for card in hand:
        suits[deck.suits[card]].append(card)
    for cards in suits.values():
        cards.sort(key=deck.heights.__getitem__, reverse=True)
    return suits


@dataclass(frozen=True)
class Prospect:
    """The facts that decide the value of a Spades hand: unseen cards, opponents that can ruff, current trick.

    `led` is the suit of the current trick, or None between tricks. `after` are the seats that have not yet
    played to the current trick. Each seat in `after` is assumed to play a card of the suit that is led.
    """

    unseen: Unseen
    opponents: tuple[int, ...]
    led: Suit | None = None
    after: tuple[int, ...] = ()

    def unruffed(self, suit: Suit, turn: int) -> float:
        """Return the probability that no opponent ruffs a suit when it is led for the `turn`-th time."""
        return prod(self._follows(seat, suit, turn) for seat in self.opponents)

    def _follows(self, seat: int, suit: Suit, turn: int) -> float:
        used, holds = seat in self.after, self.unseen.holds
        trumps = 1 + (used and self.led is Suit.SPADES)
        return max(
            holds(seat, suit, turn + (used and suit is self.led)), 1.0 - holds(seat, Suit.SPADES, trumps)
        )


def tricks(hand: Iterable[Card], prospect: Prospect) -> float:
    """Return the number of tricks that a hand is expected to win."""
    suits = by_suit(hand, prospect.unseen)
    sides = sum(
        _side_card(place, prospect.unseen.higher(card), len(cards), suit, prospect)
        for suit, cards in suits.items()
        if suit is not Suit.SPADES
        for place, card in enumerate(cards)
    )
    return sides + _in_trumps(suits, prospect)


def _side_card(place: int, higher: int, length: int, suit: Suit, prospect: Prospect) -> float:
    """Return the probability that a card of a side suit wins a trick.

    `place` is the number of higher cards in this hand, `higher` the number of higher unseen cards.
    """
    if higher >= len(BEHIND):
        return 0.0
    turn = place + higher + 1
    guarded = BEHIND[higher] if length >= turn else BEHIND[higher] / 3
    return guarded * prospect.unruffed(suit, min(turn, length))


def _in_trumps(suits: dict[Suit, list[Card]], prospect: Prospect) -> float:
    """Return the number of tricks that a hand's trumps are expected to win by honours, length and ruffs."""
    trumps = suits[Suit.SPADES]
    chances = sorted(_trump(place, card, len(trumps), prospect.unseen) for place, card in enumerate(trumps))
    ruffs = [ruff * NEXT_RUFF**n for n, ruff in enumerate(sorted(_ruffs(suits, prospect), reverse=True))]
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
    """Return the probability that this hand's `number`-th trump is played when no other seat has a trump."""
    return prod(1.0 - unseen.holds(seat, Suit.SPADES, number) for seat in unseen.counts)


def _ruffs(suits: dict[Suit, list[Card]], prospect: Prospect) -> list[float]:
    """Return the probabilities of this hand's ruffs, one for each short suit and round of the suit."""
    unseen = prospect.unseen
    return [
        RUFFED_IN_TIME[turn] * prospect.unruffed(suit, turn + 1)
        for suit, cards in suits.items()
        if suit is not Suit.SPADES and unseen.out(suit) > len(unseen.counts)
        for turn in range(len(cards), len(RUFFED_IN_TIME))
    ]
