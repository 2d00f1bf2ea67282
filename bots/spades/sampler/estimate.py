"""Quick estimates of a hand's tricks and of its chance to win none, to weight imagined hands by bids."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import exp, log

SIDE_HONOURS = (0.9, 0.62, 0.3)
"""The average tricks of the three highest cards of a side suit, each in a hand of ordinary length."""
TRUMP_HONOURS = (1.0, 0.85, 0.6, 0.4)
LONG_TRUMP = 0.75
"""The average tricks of each small spade in a hand with more than three spades."""
SPARE_TRUMP = 0.22
RUFF = (0.75, 0.35)
"""The average tricks by ruffs in a void and in a singleton, if the hand has spades to spare."""
MEAN_TRUST, MEAN_SHIFT, BID_SPREAD = 1.03, -0.08, 0.65
"""The bids of `plain` by a hand's estimated tricks: slope, shift from an equal share, standard deviation.

The standard deviation of the bids is a little larger than that of the robot `plain`, because people bid in
other ways, too.
"""
NIL_FROM, NIL_SLOPE = 0.21, 18.0
"""The estimated chance from which on a nil is bid more often than not, and the steepness of this change."""


@cache
def side_tricks(cards: int, top: int) -> float:
    """Return how many tricks the cards of a side suit should win, if the deck has `top` cards of the suit.

    >>> side_tricks(0b1000000000000, 13)
    0.9
    """
    length, found = cards.bit_count(), 0.0
    for place, worth in enumerate(SIDE_HONOURS):
        if cards >> (top - 1 - place) & 1:
            guarded = 1.0 if length > place else 0.3
            found += worth * guarded * (1.0 if length <= 4 else 1.0 - 0.17 * (length - 4))
    return found


@cache
def trump_tricks(cards: int, top: int) -> float:
    """Return how many tricks the spades of a hand should win, without ruffs of short suits."""
    length, found = cards.bit_count(), 0.0
    for place in range(4):
        if cards >> (top - 1 - place) & 1:
            found += TRUMP_HONOURS[place] * (1.0 if length > place else 0.4)
    small = length - (cards >> (top - 4)).bit_count()
    return found + LONG_TRUMP * max(0, min(small, length - 3)) + SPARE_TRUMP * min(small, 2) * (length <= 4)


@cache
def suit_nil_chance(cards: int, top: int, *, trumps: bool) -> float:
    """Return the chance that the cards of one suit win no trick when their player avoids all tricks."""
    chance, place = 1.0, 0
    while cards:
        bit = cards & -cards
        cards ^= bit
        above = top - bit.bit_length() - cards.bit_count()
        comes = 1.0 if trumps else (1.0, 0.75, 0.45, 0.2, 0.08)[min(place, 4)]
        chance *= 1.0 - min(0.97, comes * (0.62 if trumps else 0.5) ** max(0, above - place))
        place += 1
    return chance


@cache
def _suit(cards: int, top: int, trumps: bool) -> tuple[float, float, int]:
    """Return estimates for the cards of one suit: tricks, chance to win no trick; and the number of cards."""
    tricks = trump_tricks(cards, top) if trumps else side_tricks(cards, top)
    return tricks, suit_nil_chance(cards, top, trumps=trumps), cards.bit_count()


def quick(hand: Sequence[int], tops: Sequence[int]) -> tuple[float, float]:
    """Return, for a hand of four bit sets, its estimated tricks and its estimated chance to win no trick."""
    clubs, clubs_nil, one = _suit(hand[0], tops[0], False)
    diamonds, diamonds_nil, two = _suit(hand[1], tops[1], False)
    hearts, hearts_nil, three = _suit(hand[2], tops[2], False)
    spades, spades_nil, trumps = _suit(hand[3], tops[3], True)
    tricks = clubs + diamonds + hearts + spades
    if trumps and not (one > 1 < two and three > 1):
        tricks += RUFF[min(one, two, three)] * min(1.0, trumps / 3)
    return tricks, clubs_nil * diamonds_nil * hearts_nil * spades_nil


def log_fit(hand: Sequence[int], tops: Sequence[int], tricks: int | None, share: float) -> float:
    """Return the logarithm of the likelihood that a player with this hand makes the player's bid.

    `tricks` is the number of tricks that the player bid, None for a nil. `share` is an equal share of all
    tricks of the hand.
    """
    mean, chance = quick(hand, tops)
    nil = 1.0 / (1.0 + exp(NIL_SLOPE * (NIL_FROM - chance)))
    if tricks is None:
        return log(0.002 + nil)
    off = (tricks - expected_bid(mean, share)) / BID_SPREAD
    return max(-8.0, -0.5 * off * off) + log(1.02 - nil)


def expected_bid(tricks: float, share: float) -> float:
    """Return the average bid of a player with a hand that should win `tricks` tricks."""
    return share + MEAN_TRUST * (tricks - share) + MEAN_SHIFT


def weight_of(logarithm: float) -> float:
    """Return the weight of an imagined deal from its logarithm, never 0 or infinite."""
    return exp(max(-60.0, min(60.0, logarithm)))
