"""The decision to bid blind at Spades.

The robot bids blind only if a bid after a look at the hand cannot save the game.
"""

from __future__ import annotations

from bots.spades.robot.seen import Seen
from protocol.rules.spades.sides import seats_of

GAINED = 50
"""The points that a side gains in an average hand of Spades."""


def opponents_after(seen: Seen) -> float:
    """Return the score that the best opposing side is expected to have after this deal."""
    return max(_after(seen, side) for side in range(seen.sides) if side != seen.side)


def _after(seen: Seen, side: int) -> float:
    seats = seats_of(seen.rules, side)
    share = 10.0 * seen.tricks_in_all / seen.players
    bids = [seen.pub.bids.get(seat) for seat in seats]
    if None not in bids:
        gained = (
            10.0 * (seen.pub.numbers[side] or 0) + seen.rules.nil * sum(seen.nil(seat) for seat in seats) / 2
        )
    else:
        gained = share * len(seats) * 0.85
    return seen.pub.scores[side].points + gained


def wants_blind_nil(seen: Seen) -> bool:
    """Return True if only a blind nil can save the game, because opponents far ahead are about to win."""
    rules = seen.rules
    if not rules.blind_nil or not rules.target or (seen.partner is not None and seen.bid(seen.partner).nil):
        return False
    after = opponents_after(seen)
    behind = after - seen.pub.scores[seen.side].points
    allowed = max(score.points for score in seen.pub.scores) - seen.pub.scores[seen.side].points
    if allowed < rules.blind_nil_behind:
        return False
    return after >= rules.target and rules.nil + 2 * GAINED < behind <= rules.blind_nil + 2 * GAINED
