"""The choice of the suit for an opening lead, by rules from the leader's hand and the auction."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from math import exp

from bots.bridge.sampler.bits import SUITS, Held
from bots.bridge.sampler.carding import ACE, JACK, KING, QUEEN, TEN, Carding, lead_from


@dataclass(frozen=True)
class Auctioned:
    """The facts of an auction that matter for an opening lead.

    `partners` and `theirs` are the suits that partner and the opponents have bid. `level` is the level of the
    contract.
    """

    trumps: int | None
    level: int
    partners: Collection[int] = ()
    theirs: Collection[int] = ()


def merits(hand: Held, auctioned: Auctioned) -> dict[int, float]:
    """Return a score for a lead from each suit of a hand, about in IMPs; only score differences matter."""
    return {suit: _merit(hand, suit, auctioned) for suit in SUITS if hand[suit]}


def chances(hand: Held, auctioned: Auctioned) -> dict[int, float]:
    """Return the chance that a player leads each suit of a hand."""
    shares = {suit: exp(merit) for suit, merit in merits(hand, auctioned).items()}
    total = sum(shares.values())
    return {suit: share / total for suit, share in shares.items()}


def lead(hand: Held, auctioned: Auctioned, carding: Carding) -> int:
    """Return the opening lead that the rules choose, as the card's index in the deck."""
    worth = merits(hand, auctioned)
    suit = max(worth, key=lambda each: (worth[each], each))
    return card_from(hand, suit, auctioned, carding)


def card_from(hand: Held, suit: int, auctioned: Auctioned, carding: Carding) -> int:
    """Return the card to lead from a suit, as the card's index in the deck."""
    notrump = auctioned.trumps is None
    return 13 * suit + lead_from(hand[suit], carding, notrump=notrump, trumps=suit == auctioned.trumps)


def _merit(hand: Held, suit: int, auctioned: Auctioned) -> float:
    mask, trumps = hand[suit], auctioned.trumps
    length = mask.bit_count()
    has = [bool(mask >> height & 1) for height in (ACE, KING, QUEEN, JACK, TEN)]
    merit = 2.6 * (suit in auctioned.partners) - 1.5 * (suit in auctioned.theirs)
    solid = (has[1] and has[2]) + (has[2] and has[3]) + (has[3] and has[4])
    if trumps is None:
        honours = sum(weight * each for weight, each in zip((0.2, 0.3, 0.3, 0.2, 0.2), has, strict=True))
        slow = -2.0 if auctioned.level >= 6 and not solid else 0.0
        return merit + 0.7 * length + honours + 0.4 * solid + slow * (length > 3)
    if suit == trumps:
        return merit - 0.6 - 0.8 * any(has[:4]) + 0.1 * length
    if has[0] and has[1]:
        return merit + 2.2
    short = 1.5 if length == 1 and hand[trumps] else 0.2 if length == 2 and not any(has[:4]) else 0.0
    if has[0]:
        return merit - 1.2 + short + 0.8 * (auctioned.level >= 6)
    if solid:
        return merit + 0.9 + 0.4 * solid + 0.3 * (has[1] and has[2])
    broken = -0.7 * has[1] - 0.4 * has[2] - 0.3 * has[3]
    return merit + short + broken + 0.1 * min(length, 5)
