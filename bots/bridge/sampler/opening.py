"""The choice of the suit for an opening lead, by rules from the leader's hand and the auction.

There are two scores of a suit. Its worth is what leads from such suits have won on some thousand deals,
double dummy, and by it the robot leads. Its appeal is what textbooks say; players are supposed to go by both.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from math import exp

from bots.bridge.sampler.bits import SUITS, Held
from bots.bridge.sampler.carding import ACE, JACK, KING, NINE, QUEEN, TEN, Carding, lead_from

HEARTS, SLAM = 2, 6
IMPS_OF_TRICK = 3.0
"""The IMPs that a trick is worth in the mean: the losses of leads in tricks and IMPs have this ratio."""


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
    return {suit: IMPS_OF_TRICK * _worth(hand, suit, auctioned) for suit in SUITS if hand[suit]}


def chances(hand: Held, auctioned: Auctioned) -> dict[int, float]:
    """Return the chance that a player leads each suit of a hand, by its worth and by its appeal."""
    worth = merits(hand, auctioned)
    shares = {suit: exp(worth[suit] + 0.5 * _appeal(hand, suit, auctioned)) for suit in worth}
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


def _worth(hand: Held, suit: int, auctioned: Auctioned) -> float:
    """Return the tricks that a lead from a suit wins, compared with other leads."""
    mask, trumps = hand[suit], auctioned.trumps
    length = mask.bit_count()
    ace, king, queen, jack, ten, nine = (bool(mask >> height & 1) for height in range(ACE, NINE - 1, -1))
    solid = (king and queen) + (queen and jack) + (jack and ten)
    honours = ace + king + queen + jack
    partners, theirs = suit in auctioned.partners, suit in auctioned.theirs
    if trumps is None:
        each = 0.14 if length <= 3 else 0.04
        worth = 0.29 * partners - 0.12 * theirs + 0.08 * solid + 0.07 * (ten and nine) - each * honours
        slow = 0.2 if auctioned.level >= SLAM and not solid else 0.0
        major = suit >= HEARTS and not partners and not theirs
        return worth + 0.1 * (ace and king) + 0.1 * (length >= 5) + 0.06 * major - slow * (length > 3)
    if suit == trumps:
        return 0.08 - 0.11 * honours
    worth = 0.15 * partners - 0.05 * theirs + 0.025 * min(length, 6)
    worth += 0.27 * (length == 1 and hand[trumps] > 0) + 0.11 * (length == 2)
    if ace:
        slam = 0.16 * (auctioned.level >= SLAM)
        return worth + (0.22 if king else slam - 0.02 - 0.08 * queen)
    broken = 0.09 * (king and not queen) + 0.08 * (king and jack and not queen)
    return worth + 0.04 * solid - broken


def _appeal(hand: Held, suit: int, auctioned: Auctioned) -> float:
    """Return how much a suit invites its player to lead it, as the logarithm of a share."""
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
