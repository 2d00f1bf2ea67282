"""The choice between a bid, a double and a pass over the opponents' bid, compared on imagined hands.

Rules count points and trumps. If both sides have bid, a fit is known and the opponents hold the bid at the
three level or higher, a game or a double depends on more than that: on the honours and the lengths that the
other calls tell. There the robot bids the auction out on imagined hands that fit the calls.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from bots.bridge.bidding.bidder import SeatConstraints
from bots.bridge.bidding.hand_facts import HEARTS, NOTRUMP, SUITS, facts_of
from bots.bridge.bidding.rules import LEVEL, STRAIN, bid
from bots.levels import EXPERT, QUICK, STANDARD
from protocol.v1.bridge import Call, Hand, Seat

LAYOUTS = {QUICK: 0, STANDARD: 16, EXPERT: 32}
"""For each level of the robot, the number of imagined deals; with none the robot keeps to the rules."""
NODES = {QUICK: 0, STANDARD: 4_000_000, EXPERT: 10_000_000}
"""For each level of the robot, the number of positions that the double-dummy solver may examine."""
MARGIN = 1.0
"""The least mean gain, in IMPs, for which the robot leaves the call of the rules, which count on partner."""
LEAST_LEVEL = 3
"""The lowest level of the opponents' bid over which calls are compared."""
FIT = 8
"""The number of cards in a suit, in both partners' hands together, that makes bids of the suit candidates."""
STRENGTH, GAME_STRENGTH = 14, 22
"""The own high-card points and the least strength of partner, together, from which calls are compared, and
from which three notrumps is one of them.
"""
GAME_LEVEL, MOST_LEVEL = 4, 5
"""The level of a game in a major, and the highest level of a bid that is compared."""


def competing_candidates(
    hand: Hand,
    told: Sequence[SeatConstraints],
    me: Seat,
    calls: Sequence[Call],
    legal: Collection[Call],
    first: Call,
) -> tuple[Call, ...]:
    """Return the calls to compare over the opponents' bid, the call `first` of the rules in front, or ().

    `told` are the limits that the calls set to the four hands, and `me` is the seat that is to call. The
    calls are pass, double, the cheapest bid in each suit with a fit, the game in it, and three notrumps.
    """
    standing, partner = _their_bid(calls), told[me.partner]
    if standing is None or LEVEL[standing] < LEAST_LEVEL:
        return ()
    if all(decision.call is Call.PASS for decision in partner.decisions):
        return ()
    facts, shown = facts_of(hand), partner.ranges
    strength = facts.hcp + shown.low
    trumps = [
        suit
        for suit in SUITS
        if facts.lengths[suit] + shown.shortest[suit] >= FIT
        and all(told[seat].ranges.shortest[suit] < 4 for seat in (me.lho, me.lho.partner))
    ]
    if not trumps or strength < STRENGTH:
        return ()
    notrumps = (bid(3, NOTRUMP),) if strength >= GAME_STRENGTH else ()
    found = (first, Call.PASS, Call.DOUBLE, *_bids(trumps, standing), *notrumps)
    compared = tuple(call for call in dict.fromkeys(found) if call in legal)
    return compared if len(compared) > 1 else ()


def _their_bid(calls: Sequence[Call]) -> Call | None:
    """Return the highest bid so far if an opponent of the side that is to call made it, else None."""
    place = next((place for place in reversed(range(len(calls))) if calls[place].is_bid), None)
    return None if place is None or place % 2 == len(calls) % 2 else calls[place]


def _bids(trumps: Sequence[int], standing: Call) -> Iterator[Call]:
    for suit in trumps:
        cheapest = LEVEL[standing] + (suit <= STRAIN[standing])
        if cheapest <= MOST_LEVEL:
            yield bid(cheapest, suit)
        if suit >= HEARTS and cheapest < GAME_LEVEL:
            yield bid(GAME_LEVEL, suit)
