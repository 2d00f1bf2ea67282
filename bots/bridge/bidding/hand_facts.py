"""The facts of a hand that bidding rules test: points, lengths, stoppers, honours, controls."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from protocol.v1.bridge import Hand
from protocol.v1.cards import Card

CLUBS, DIAMONDS, HEARTS, SPADES, NOTRUMP = range(5)
SUITS = (CLUBS, DIAMONDS, HEARTS, SPADES)
MAJORS = (SPADES, HEARTS)
MINORS = (DIAMONDS, CLUBS)
LETTERS = "CDHS"
SYMBOLS = ("♣", "♦", "♥", "♠", "NT")

ACE, KING, QUEEN, JACK, TEN = 12, 11, 10, 9, 8
_VALUES = {ACE: 4, KING: 3, QUEEN: 2, JACK: 1}
# Half points for a void, a singleton and a doubleton, with three trumps or more and with fewer.
_SHORTNESS = {0: 9, 1: 5, 2: 1}
_FEW_TRUMPS = {0: 4, 1: 2}


class HandFacts:
    """The facts of one hand, in which suits are numbers from 0 (clubs) to 3 (spades).

    `points` are the high-card points and one point for each card of a suit beyond the fourth. `masks` holds
    the ranks of each suit as bits: bit 12 is the ace, bit 0 the two.
    """

    __slots__ = ("_support", "aces", "hcp", "kings", "lengths", "masks", "pattern", "points")

    def __init__(self, cards: Iterable[Card]) -> None:
        masks = [0, 0, 0, 0]
        for card in cards:
            index = card.deck_index
            masks[index // 13] |= 1 << index % 13
        self._fill(masks)

    def _fill(self, masks: list[int]) -> None:
        self.masks = tuple(masks)
        self.lengths = tuple(mask.bit_count() for mask in masks)
        self.hcp = sum(value for mask in masks for rank, value in _VALUES.items() if mask >> rank & 1)
        self.points = self.hcp + sum(length - 4 for length in self.lengths if length > 4)
        self.pattern = tuple(sorted(self.lengths, reverse=True))
        self.aces = sum(mask >> ACE & 1 for mask in masks)
        self.kings = sum(mask >> KING & 1 for mask in masks)
        self._support: dict[int, int] = {}

    @classmethod
    def from_masks(cls, masks: Iterable[int]) -> HandFacts:
        """Return the facts of a hand that is given as a set of bits for each suit, clubs first."""
        facts = cls.__new__(cls)
        facts._fill(list(masks))
        return facts

    @property
    def balanced(self) -> bool:
        """Return True if the hand has the shape 4-3-3-3, 4-4-3-2 or 5-3-3-2."""
        return self.pattern in ((4, 3, 3, 3), (4, 4, 3, 2), (5, 3, 3, 2))

    @property
    def semibalanced(self) -> bool:
        """Return True if the hand is balanced or has the shape 5-4-2-2 or 6-3-2-2."""
        return self.pattern[3] >= 2 and self.pattern[0] <= 6 and self.pattern != (5, 5, 2, 1)

    def has(self, suit: int, rank: int) -> bool:
        """Return True if the hand holds the card of this suit and rank."""
        return bool(self.masks[suit] >> rank & 1)

    def support(self, trumps: int) -> int:
        """Return the support points of the hand with `trumps` as trumps, rounded down.

        Support points are the high-card points, plus 4.5 points for a void, 2.5 for a singleton, half a point
        for a doubleton, for each ace and for the fifth trump, and one point for each further trump, minus
        half a point for every two queens and jacks. Support points are weighted to fit the number of tricks
        in double-dummy play.
        """
        known = self._support.get(trumps)
        if known is None:
            held = self.lengths[trumps]
            scale = _SHORTNESS if held >= 3 else _FEW_TRUMPS
            halves = sum(scale.get(length, 0) for suit, length in enumerate(self.lengths) if suit != trumps)
            if held >= 5:
                halves += 2 * held - 9
            minor_honours = sum(mask >> rank & 1 for mask in self.masks for rank in (QUEEN, JACK))
            known = self._support[trumps] = self.hcp + (halves + self.aces - minor_honours // 2) // 2
        return known

    @property
    def playing_tricks(self) -> float:
        """Return the tricks that the hand is likely to take with its longest suit as trumps, in halves.

        In a suit of five or more cards, each card beyond the third is a trick. The honours are tricks, too:
        A K Q three, A K, A Q J or K Q J two, A Q or K Q one and a half, an ace one, a guarded king or Q J x
        half a trick. Seven cards with ace and king need no queen.
        """
        return sum(map(_halves, self.masks, self.lengths)) / 2

    @property
    def quick_tricks(self) -> float:
        """Return the tricks that the honours take in the first two rounds of each suit, in halves.

        A K are two quick tricks, A Q one and a half, an ace or K Q one, and a guarded king one half.
        """
        return sum(map(_quick_halves, self.masks, self.lengths)) / 2

    def suit_points(self, suit: int) -> int:
        """Return the high-card points of the cards in a suit."""
        return sum(value for rank, value in _VALUES.items() if self.masks[suit] >> rank & 1)

    def stops(self, suit: int) -> bool:
        """Return True if the hand stops a suit at notrumps with the ace, K-x, Q-x-x or J-x-x-x."""
        mask, held = self.masks[suit], self.lengths[suit]
        return bool(
            mask >> ACE & 1
            or (held >= 2 and mask >> KING & 1)
            or (held >= 3 and mask >> QUEEN & 1)
            or (held >= 4 and mask >> JACK & 1)
        )

    def honours(self, suit: int, lowest: int) -> int:
        """Return the number of cards in a suit that are at least as high as the rank `lowest`."""
        return (self.masks[suit] >> lowest).bit_count()

    def keycards(self, trumps: int) -> int:
        """Return the number of key cards: the four aces and the king of trumps."""
        return self.aces + (self.masks[trumps] >> KING & 1)


def _halves(mask: int, length: int) -> int:
    """Return the half playing tricks of one suit."""
    ace, king, queen, jack, ten = (mask >> rank & 1 for rank in (ACE, KING, QUEEN, JACK, TEN))
    if length <= 1:
        return 2 * ace
    if length == 2:
        return (4 if king else 3 if queen else 2) if ace else 2 if king and queen else king
    if ace and king:
        top = 6 if queen or length >= 7 else 5 if jack else 4
    elif ace:
        top = (4 if jack else 3) if queen else 3 if jack and ten else 2
    elif king:
        top = (4 if jack else 3) if queen else 3 if jack and ten else 1
    else:
        top = 2 if queen and jack and ten else 1 if queen and jack else 0
    return top + (2 * (length - 3) if length >= 5 else 0)


def _quick_halves(mask: int, length: int) -> int:
    """Return the half quick tricks of one suit."""
    ace, king, queen = (mask >> rank & 1 for rank in (ACE, KING, QUEEN))
    if ace:
        return 4 if king else 3 if queen else 2
    return (2 if queen else 1 if length >= 2 else 0) if king else 0


@lru_cache(maxsize=4096)
def facts_of(hand: Hand) -> HandFacts:
    """Return the facts of a hand that bidding rules test, such as points and suit lengths."""
    return HandFacts(hand)
