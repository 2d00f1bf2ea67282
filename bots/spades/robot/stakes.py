"""The value of winning the current trick at Spades: for making and setting bids, for bags and for nils."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp

from bots.spades.robot.seen import Seen
from bots.spades.robot.values import Prospect, tricks
from protocol.rules.spades.scoring import nil_worth

LED_TO_PARTNER, BY_PARTNER = 0.3, 0.6
"""The value of the current trick if partner wins it later, relative to its value if this player wins it.

`LED_TO_PARTNER` is the value if this player leads to the trick, `BY_PARTNER` if another player has led to it.

The value of a trick that partner wins is lower, because partner could win another trick with the same card.
"""


@dataclass(frozen=True)
class Stakes:
    """The points for this player's side at Spades that depend on the current trick.

    `trick` is the value of one more trick for this player's side. `seats` has, for each seat, the value for
    this player's side if that seat wins the current trick. `nil` is the value of this player's nil, or 0 if
    the player has not bid nil or the nil has failed.
    """

    trick: float
    seats: dict[int, float]
    nil: float


def stakes(seen: Seen) -> Stakes:
    """Return the points that the side of the player on turn can gain or lose by the current trick."""
    mine = tricks(seen.hand, Prospect(seen.unseen, seen.opponents))
    ours = mine + (0.0 if seen.partner is None else _partners(seen, mine))
    trick = _trick(seen, ours)
    if seen.nil(seen.partner):
        trick = max(trick, 3.0)
    seats = {seat: _seat(seen, seat, trick) for seat in range(seen.players)}
    return Stakes(
        trick, seats, 2.0 * nil_worth(seen.rules, seen.bid(seen.seat)) if seen.nil(seen.seat) else 0.0
    )


def _partners(seen: Seen, mine: float) -> float:
    """Return how many tricks partner should win: an equal share of the tricks that this hand does not win."""
    if seen.nil(seen.partner):
        return 0.0
    return (seen.tricks_left - mine) / (seen.players - 1)


def _seat(seen: Seen, seat: int, trick: float) -> float:
    """Return the value, for this player's side, of the current trick if the player of `seat` wins it."""
    ours = seat % seen.sides == seen.side
    if seen.nil(seat):
        worth = 2.0 * nil_worth(seen.rules, seen.bid(seat))
        return -worth if ours else worth
    if ours:
        if seat not in seen.after:
            return trick
        return trick * (BY_PARTNER if seen.trick else LED_TO_PARTNER)
    if seen.sides == 2:
        return 0.0
    return -2.0 if seen.need(seat % seen.sides) > 0 else 1.0


def _trick(seen: Seen, ours: float) -> float:
    """Return the value in points of one more trick for this player's side."""
    need = seen.need(seen.side)
    setting = max(
        (_setting(seen, side, ours) for side in range(seen.sides) if side != seen.side), default=0.0
    )
    if 0 < need <= seen.tricks_left:
        return _making(seen, need, ours) + setting
    if need > seen.tricks_left:
        return setting if setting > 0 else -1.0
    return setting - bag_cost(seen)


def _making(seen: Seen, need: int, ours: float) -> float:
    """Return the value in points of a trick that this player's side still needs for its bid."""
    bid = seen.pub.numbers[seen.side] or 0
    return 6.0 + 20.0 * bid * _likely(need - ours)


def _setting(seen: Seen, side: int, ours: float) -> float:
    """Return the value in points of a trick that helps to set the opposing side with the number `side`."""
    need = seen.need(side)
    spare = seen.tricks_left - need
    if need <= 0 or spare < 0:
        return 0.0
    chance = _likely(ours - spare - 1)
    return 20.0 * (seen.pub.numbers[side] or 0) * chance / (spare + 1) if chance > 0.3 else 0.0


def _likely(ahead: float) -> float:
    """Return the chance that a side with an expected surplus of `ahead` tricks reaches its goal."""
    return 1.0 / (1.0 + exp(-1.6 * ahead))


def bag_cost(seen: Seen) -> float:
    """Return the cost of a bag in points for this player's side.

    The cost of a bag grows with the number of bags since the last penalty.
    """
    rules = seen.rules
    if not rules.bag_limit:
        return -float(rules.bag_points)
    bags = seen.pub.scores[seen.side].bags
    near = 1.0 + 0.5 * (bags % rules.bag_limit) / rules.bag_limit
    return rules.bag_penalty / rules.bag_limit * near - rules.bag_points
