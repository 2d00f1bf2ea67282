"""Agreements of defenders on leads and signals: the card to play, and the meaning of a played card.

A holding is a number with a bit for each card of one suit: bit 12 is the ace, bit 0 the two.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bots.bridge.sampler.bits import SUITS, Held, heights_in

ACE, KING, QUEEN, JACK, TEN, NINE = 12, 11, 10, 9, 8, 7
Direction = Literal["standard", "reverse"]


@dataclass(frozen=True)
class Carding:
    """The agreements of a partnership on leads, signals and discards.

    `spots` tells the small card to lead from a long suit: the fourth best, or the third from an even number
    of cards and the fifth (the lowest of three) from an odd number. With standard attitude a high card
    encourages, with standard count a high card shows an even number. `discards` tells if a discard shows the
    attitude to its suit or the count of its suit. A suit-preference signal always has the same meaning: a
    high card asks for the higher suit.
    """

    spots: Literal["fourth", "third and fifth"] = "fourth"
    attitude: Direction = "standard"
    count: Direction = "standard"
    discards: Literal["attitude", "count"] = "attitude"

    @property
    def words(self) -> str:
        """Return the agreements on leads and signals in words, for the convention card."""
        spots = "Fourth best" if self.spots == "fourth" else "Third and fifth best"
        encouraging = "high" if self.attitude == "standard" else "low"
        even = "high" if self.count == "standard" else "low"
        shown = f"{encouraging} encourages, {even} is even, suit preference"
        return f"{spots} leads; {shown}; discards: {self.discards}"


STANDARD = Carding()


def lead_from(holding: int, carding: Carding, *, notrump: bool, trumps: bool = False) -> int:
    """Return the height of the card to lead from a holding (the cards of one suit).

    `trumps` is True if the led suit is the trump suit.

    From a sequence of honours the lead is its highest card. At notrumps a sequence has three touching
    honours, or its third card is one step too low, as in K-Q-T; an inner sequence such as K-J-T also counts.
    Against a suit contract two touching honours are already a sequence, and from a suit with the ace but
    without a sequence the lead is the ace. From a holding without a sequence the lead is usually a small
    card, but a high one from two cards or from small cards only.
    """
    cards = sorted(heights_in(holding), reverse=True)
    number = len(cards)
    if number <= 2:
        return min(cards) if trumps and cards[0] < TEN else cards[0]
    top = _sequence(cards, notrump)
    if top is not None:
        return top
    if not notrump and not trumps and cards[0] == ACE:
        return ACE
    if cards[0] < TEN:
        return _small(cards, carding) if trumps or carding.spots != "fourth" else cards[number > 3]
    return _small(cards, carding)


def _sequence(cards: list[int], notrump: bool) -> int | None:
    """Return the height of the card to lead from a sequence of honours, or None if there is no sequence."""
    first, second, third = cards[:3]
    if second == first - 1 and first >= TEN:
        if not notrump:
            return KING if first == ACE and third < QUEEN and len(cards) == 2 else first
        if third >= first - 3 and second >= NINE:
            return first
    if notrump or first != ACE:
        for at in (1, 2):
            if len(cards) > at + 1 and cards[at] >= TEN and cards[at + 1] == cards[at] - 1:
                inner = at == 1 and cards[0] >= QUEEN and cards[at + 1] >= NINE
                if inner:
                    return cards[at]
    return None


def _small(cards: list[int], carding: Carding) -> int:
    if carding.spots == "fourth":
        return cards[3] if len(cards) >= 4 else cards[-1]
    return cards[2] if len(cards) % 2 == 0 else cards[4] if len(cards) >= 5 else cards[-1]


def encourages(holding: int, led: int, *, notrump: bool) -> bool:
    """Return True if a defender wants partner to go on leading a suit; partner has led the height `led`.

    A defender wants partner to continue a suit with a helping honour in it, or with only two cards of it in a
    suit contract.
    """
    helps = holding >> QUEEN
    if led == ACE:
        return bool(helps & 0b011) or (not notrump and holding.bit_count() == 2)
    if led in (KING, QUEEN):
        return bool(holding >> JACK & ~(1 << led - JACK)) or (not notrump and holding.bit_count() == 2)
    return bool(helps)


def attitude(spots: int, encouraging: bool, carding: Carding) -> int:
    """Return the height of the small card with which a defender encourages or discourages a suit."""
    return _highest(spots) if encouraging is (carding.attitude == "standard") else _lowest(spots)


def count(spots: int, holding: int, carding: Carding) -> int:
    """Return the height of the small card that shows if a holding has an even or an odd number of cards."""
    even = holding.bit_count() % 2 == 0
    return _highest(spots) if even is (carding.count == "standard") else _lowest(spots)


def discard(spots: int, holding: int, carding: Carding) -> int:
    """Return the height of the small card to discard: it shows count, or encourages with the ace or king."""
    if carding.discards == "count":
        return count(spots, holding, carding)
    return attitude(spots, bool(holding >> KING), carding)


def preference(spots: int, hand: Held, suit: int, trumps: int) -> int | None:
    """Return the height of the small card of `suit` that asks for one of the two other side suits.

    A high card asks for the higher of the two suits, a low card for the lower one. The result is None if the
    defender's highest cards in both suits are equally good.
    """
    lower, higher = (other for other in SUITS if other not in (suit, trumps))
    better = _entries(hand[higher]) - _entries(hand[lower])
    return None if better == 0 else _highest(spots) if better > 0 else _lowest(spots)


def _entries(mask: int) -> int:
    """Return how good an entry a suit's highest card is: 3 for the ace, 2 king, 1 queen, 0 any other."""
    return 0 if mask < 1 << QUEEN else mask.bit_length() - 1 - JACK


def spots_of(holding: int) -> int:
    """Return the cards with which a player signals: the small ones, or all if there is no small card."""
    small = holding & (1 << TEN) - 1
    return small or holding


def _highest(mask: int) -> int:
    return mask.bit_length() - 1


def _lowest(mask: int) -> int:
    return (mask & -mask).bit_length() - 1
