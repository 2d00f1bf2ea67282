"""Imagined deals at Spades: the hidden cards dealt at random to the hidden hands, and weighted by the bids.

Every imagined deal fits all that is known: the number of cards of each hand, the suits in which a hand is
void, the cards that it is known to hold. No imagined deal is thrown away. The weight of an imagined deal
corrects the way in which it was drawn, and says how well each hand fits its player's bid.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import lgamma, log
from random import Random

from bots.spades.sampler.bits import SUITS, Coded
from bots.spades.sampler.estimate import log_fit, weight_of

DENIED = 1.5
"""The fall of the logarithm of a deal's weight for each card that a nil would have played otherwise."""
LOG_FACTORIALS = tuple(lgamma(number + 1) for number in range(60))


@dataclass(frozen=True)
class Bin:
    """A place for hidden cards: the hand of a seat, or a part of it, or the stock (`seat` is None).

    `room` is the number of hidden cards in this place, and `suits` is True for each suit that the place may
    hold.
    """

    seat: int | None
    room: int
    suits: tuple[bool, ...]


@dataclass(frozen=True)
class Bidder:
    """The facts that tell how the player of a hidden hand has bid, and how the player plays a nil.

    `tricks` is the number of tricks that the player bid, None for a nil. `played` are the cards that the
    player has played, as four bit sets. `denied` are the cards that the player probably does not hold, after
    each card of a nil: sets of cards of one suit, each with the number of the suit. `told` is False if the
    bid says nothing about the hand, like a blind bid.
    """

    seat: int
    tricks: int | None
    played: tuple[int, ...]
    denied: tuple[Coded, ...] = ()
    told: bool = True


@dataclass(frozen=True)
class Hidden:
    """All that one player of Spades knows about the hidden cards.

    `base` has, as four bit sets for each seat, the cards that are known to be in the hand of the seat. `tops`
    is the number of cards of each suit in the deck. `share` is an equal share of all tricks of the hand.
    """

    base: tuple[int, ...]
    cards: tuple[Coded, ...]
    bins: tuple[Bin, ...]
    bidders: tuple[Bidder, ...]
    tops: tuple[int, ...]
    share: float


Hands = tuple[int, ...]


def imagine(hidden: Hidden, number: int, drawn: int, rng: Random) -> list[Hands]:
    """Return `number` imagined deals of the hidden cards, chosen by weight from `drawn` such deals.

    An imagined deal with a large weight may be chosen several times.
    """
    dealer = _Dealer(hidden, rng)
    deals = [dealer.deal() for _ in range(drawn)]
    most = max(weight for _, weight in deals)
    weights = [weight_of(weight - most) for _, weight in deals]
    return [deals[place][0] for place in _chosen(weights, number, rng)]


def _chosen(weights: Sequence[float], number: int, rng: Random) -> list[int]:
    """Return `number` indexes of weights in random order, each index as often as its weight demands."""
    step = sum(weights) / number
    bound, below, place, found = rng.random() * step, weights[0], 0, []
    for _ in range(number):
        while below < bound and place < len(weights) - 1:
            place += 1
            below += weights[place]
        found.append(place)
        bound += step
    rng.shuffle(found)
    return found


class _Dealer:
    """The random dealer of the hidden cards of an imagined deal.

    Cards of a suit that some hidden hand may not hold are dealt one by one, beginning with the suit that the
    fewest hands may hold. Cards of suits that all hidden hands may hold are then dealt together.
    """

    def __init__(self, hidden: Hidden, rng: Random) -> None:
        self._hidden = hidden
        self._random = rng.random
        bins = hidden.bins
        self._takers = [[place for place, each in enumerate(bins) if each.suits[suit]] for suit in SUITS]
        bound = [suit for suit in SUITS if len(self._takers[suit]) < len(bins)]
        bound.sort(key=lambda suit: len(self._takers[suit]))
        self._bound = [[card for card in hidden.cards if card[0] == suit] for suit in bound]
        self._free = [card for card in hidden.cards if card[0] not in bound]
        self._rooms = [each.room for each in bins]

    def deal(self) -> tuple[Hands, float]:
        """Return one imagined deal, and the logarithm of its weight."""
        at: list[list[Coded]] = [[] for _ in self._rooms]
        rooms = self._rooms.copy()
        weight = self._deal_bound(at, rooms) if self._bound else 0.0
        cards, begun = self._mixed(self._free), 0
        for place, room in enumerate(rooms):
            if room:
                at[place] += cards[begun : begun + room]
                begun += room
        if self._bound:
            weight += LOG_FACTORIALS[begun] - sum([LOG_FACTORIALS[room] for room in rooms])
        hands = list(self._hidden.base)
        for each, dealt in zip(self._hidden.bins, at, strict=True):
            if each.seat is not None:
                first = each.seat * 4
                for suit, bit in dealt:
                    hands[first + suit] |= bit
        return tuple(hands), weight + self._fit(hands)

    def _mixed(self, cards: list[Coded]) -> list[Coded]:
        random = self._random
        return sorted(cards, key=lambda card: random())

    def _deal_bound(self, at: list[list[Coded]], rooms: list[int]) -> float:
        """Deal the cards of suits that some hidden hand may not hold; return the logarithm of a weight."""
        weight, random = 0.0, self._random
        for suit in self._bound:
            for card in self._mixed(suit):
                takers = self._takers[card[0]]
                total = sum([rooms[place] for place in takers])
                if not total:
                    _make_room(card, at, rooms, self._takers)
                    continue
                ticket, found = random() * total, takers[0]
                for place in takers:
                    if rooms[place]:
                        found = place
                        ticket -= rooms[place]
                        if ticket < 0.0:
                            break
                weight += log(total / rooms[found])
                rooms[found] -= 1
                at[found].append(card)
        return weight

    def _fit(self, hands: list[int]) -> float:
        """Return how likely players with the hands `hands` make the known bids, as a logarithm."""
        hidden, weight = self._hidden, 0.0
        for bidder in hidden.bidders:
            first, played = bidder.seat * 4, bidder.played
            if bidder.told:
                whole = [hands[first + suit] | played[suit] for suit in SUITS]
                weight += log_fit(whole, hidden.tops, bidder.tricks, hidden.share)
            for suit, cards in bidder.denied:
                if hands[first + suit] & cards:
                    weight -= DENIED
        return weight


def _make_room(card: Coded, at: list[list[Coded]], rooms: list[int], takers: list[list[int]]) -> None:
    """Make room for a card that fits into no free place, by moving as few dealt cards as possible."""
    ways: dict[int, tuple[int, Coded]] = {}
    reached = list(takers[card[0]])
    seen = set(reached)
    for place in reached:
        if rooms[place]:
            _move(card, place, ways, at)
            rooms[place] -= 1
            return
        for other in at[place]:
            for following in takers[other[0]]:
                if following not in seen:
                    seen.add(following)
                    ways[following] = place, other
                    reached.append(following)
    raise ValueError("expected hidden hands that can take all hidden cards, but one card fits into no hand")


def _move(card: Coded, place: int, ways: dict[int, tuple[int, Coded]], at: list[list[Coded]]) -> None:
    """Move dealt cards along the chain of hands that ends at `place`, and put `card` at its beginning."""
    while place in ways:
        before, moved = ways[place]
        at[before].remove(moved)
        at[place].append(moved)
        place = before
    at[place].append(card)
