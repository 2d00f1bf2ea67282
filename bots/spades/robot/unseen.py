"""The cards that a Spades player has not seen, and the probabilities that certain seats hold these cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from math import comb

from protocol.v1.cards import Suit
from protocol.v1.spades import Card
from protocol.v1.spades.deck import Deck

NO_SUITS: frozenset[Suit] = frozenset()
NO_CARDS: frozenset[Card] = frozenset()


@cache
def at_least(wanted: int, marked: int, drawn: int, pool: int) -> float:
    """Return the probability that `drawn` of `pool` cards include `wanted` or more of `marked` special cards.

    >>> round(at_least(2, 4, 13, 39), 3)
    0.407
    """
    if wanted <= 0:
        return 1.0
    drawn, marked = min(drawn, pool), min(marked, pool)
    fewer = sum(comb(marked, k) * comb(pool - marked, drawn - k) for k in range(min(wanted, drawn + 1)))
    return max(0.0, 1.0 - fewer / comb(pool, drawn))


@dataclass(frozen=True)
class Unseen:
    """The cards that a player has not seen, and the hands that may hold these cards.

    `counts` has the number of cards in each other hand, `voids` the suits in which each hand is known to be
    void, and `known` the cards that are known to be in each hand. `aside` is the number of unseen cards that
    are in no hand, such as cards of the stock.
    """

    deck: Deck
    cards: frozenset[Card]
    counts: Mapping[int, int]
    voids: Mapping[int, frozenset[Suit]] = field(default_factory=dict)
    known: Mapping[int, frozenset[Card]] = field(default_factory=dict)
    aside: int = 0
    _chances: dict[tuple[int, Suit, int, int, int, tuple[int, ...]], float] = field(
        default_factory=dict, repr=False, compare=False
    )

    @cached_property
    def heights(self) -> dict[Suit, tuple[int, ...]]:
        """Return the heights (the ranks as numbers) of the unseen cards, by suit."""
        suits, heights = self.deck.suits, self.deck.heights
        found: dict[Suit, list[int]] = {suit: [] for suit in Suit}
        for card in self.cards:
            found[suits[card]].append(heights[card])
        return {suit: tuple(sorted(each)) for suit, each in found.items()}

    def higher(self, card: Card) -> int:
        """Return the number of unseen cards that are higher than `card` and of the same suit."""
        height = self.deck.heights[card]
        return sum(other > height for other in self.heights[self.deck.suits[card]])

    def out(self, suit: Suit) -> int:
        """Return the number of cards of a suit that the player has not seen."""
        return len(self.heights[suit])

    def holds(
        self,
        seat: int,
        suit: Suit,
        number: int = 1,
        *,
        above: int = -1,
        below: int = 999,
        besides: tuple[int, ...] = (),
    ) -> float:
        """Return the probability that a seat holds at least `number` cards of a suit within certain ranks.

        Only cards count that are higher than `above` and lower than `below`. The seats in `besides` are
        assumed to hold no card of the suit within these ranks.
        """
        key = seat, suit, number, above, below, besides
        chance = self._chances.get(key)
        if chance is None:
            chance = self._chances[key] = self._holds(*key)
        return chance

    def _holds(
        self, seat: int, suit: Suit, number: int, above: int, below: int, besides: tuple[int, ...]
    ) -> float:
        heights, deck = self.heights[suit], self.deck
        mine = self.known.get(seat, NO_CARDS)
        sure = sum(deck.suits[card] is suit and above < deck.heights[card] < below for card in mine)
        if sure >= number:
            return 1.0
        if suit in self.voids.get(seat, NO_SUITS):
            return 0.0
        elsewhere = self._placed(suit, above, below)
        marked = sum(above < height < below for height in heights) - elsewhere
        return at_least(number - sure, marked, self.counts[seat] - len(mine), self._places(suit, besides))

    def _placed(self, suit: Suit, above: int, below: int) -> int:
        """Return how many cards of a suit, between two ranks, are known to be in a certain hand."""
        suits, heights = self.deck.suits, self.deck.heights
        return sum(
            suits[card] is suit and above < heights[card] < below
            for cards in self.known.values()
            for card in cards
        )

    def _places(self, suit: Suit, besides: tuple[int, ...]) -> int:
        """Return how many unseen cards of any suit the hands can hold that may hold the suit `suit`.

        The hands of the seats in `besides` are left out.
        """
        free = (
            count - len(self.known.get(seat, NO_CARDS))
            for seat, count in self.counts.items()
            if seat not in besides and suit not in self.voids.get(seat, NO_SUITS)
        )
        return sum(free) + self.aside
