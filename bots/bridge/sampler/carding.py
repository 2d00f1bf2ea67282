"""Agreements of the defenders on leads and signals: the card to play from a holding, to give and to read.

A holding is the cards of one suit as bits: bit 12 is the ace, bit 0 the two.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bots.bridge.sampler.bits import SUITS, Held, heights_in

ACE, KING, QUEEN, JACK, TEN, NINE = 12, 11, 10, 9, 8, 7
Direction = Literal["standard", "reverse"]


@dataclass(frozen=True)
class Carding:
    """The agreements of a pair.

    `spots` are the small cards led from a long suit: the fourth best, or the third from an even number and
    the lowest from an odd one. With standard attitude a high card encourages, with standard count a high card
    shows an even number. `discards` show the attitude to their suit or its count. Suit preference is always
    the same: a high card asks for the higher suit.
    """

    spots: Literal["fourth", "third and fifth"] = "fourth"
    attitude: Direction = "standard"
    count: Direction = "standard"
    discards: Literal["attitude", "count"] = "attitude"

    @property
    def words(self) -> str:
        """Return the agreements in words, for the convention card."""
        spots = "Fourth best" if self.spots == "fourth" else "Third and fifth best"
        encouraging = "high" if self.attitude == "standard" else "low"
        even = "high" if self.count == "standard" else "low"
        shown = f"{encouraging} encourages, {even} is even, suit preference"
        return f"{spots} leads; {shown}; discards: {self.discards}"


STANDARD = Carding()


def lead_from(holding: int, carding: Carding, *, notrump: bool, trumps: bool = False) -> int:
    """Return the height of the card to lead from a holding. `trumps` is True for a lead of the trump suit.

    The lead is the top of a sequence. At notrumps a sequence has three honours, or the third card is only one
    step lower than a sequence needs, as in K-Q-T; an inner sequence as K-J-T also counts. Against a suit
    contract two touching honours are enough, and the ace is led from a suit that it heads. From other
    holdings the lead is a small card, or the top of two cards and of small cards.
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
    """Return the card to lead from a sequence of honours, None if there is no sequence."""
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
    """Return True if a defender wants the suit continued that partner has led with a card of height `led`.

    The defender has an honour that helps, or only two cards if a third round can be ruffed.
    """
    helps = holding >> QUEEN
    if led == ACE:
        return bool(helps & 0b011) or (not notrump and holding.bit_count() == 2)
    if led in (KING, QUEEN):
        return bool(holding >> JACK & ~(1 << led - JACK)) or (not notrump and holding.bit_count() == 2)
    return bool(helps)


def attitude(spots: int, encouraging: bool, carding: Carding) -> int:
    """Return the height of the small card that encourages or discourages."""
    return _highest(spots) if encouraging is (carding.attitude == "standard") else _lowest(spots)


def count(spots: int, holding: int, carding: Carding) -> int:
    """Return the height of the small card that shows an even or an odd number of cards in a holding."""
    even = holding.bit_count() % 2 == 0
    return _highest(spots) if even is (carding.count == "standard") else _lowest(spots)


def discard(spots: int, holding: int, carding: Carding) -> int:
    """Return the height of the small card that a defender discards from a holding: ace or king encourage."""
    if carding.discards == "count":
        return count(spots, holding, carding)
    return attitude(spots, bool(holding >> KING), carding)


def preference(spots: int, hand: Held, suit: int, trumps: int) -> int | None:
    """Return the height of the small card of `suit` that asks for one of the two other side suits.

    A high card asks for the higher suit, a low card for the lower one. The result is None if both suits are
    equally good for the defender.
    """
    lower, higher = (other for other in SUITS if other not in (suit, trumps))
    better = _entries(hand[higher]) - _entries(hand[lower])
    return None if better == 0 else _highest(spots) if better > 0 else _lowest(spots)


def _entries(mask: int) -> int:
    """Return 3 for the ace, 2 for the king and 1 for the queen of a suit, only for the highest of them."""
    return 0 if mask < 1 << QUEEN else mask.bit_length() - 1 - JACK


def spots_of(holding: int) -> int:
    """Return the cards with which a player signals: the small ones, or all if there is no small card."""
    small = holding & (1 << TEN) - 1
    return small or holding


def _highest(mask: int) -> int:
    return mask.bit_length() - 1


def _lowest(mask: int) -> int:
    return (mask & -mask).bit_length() - 1
