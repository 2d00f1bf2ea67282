"""A side's chance to win the game after a hand, by the scores, the bags and the hands still to come."""

from __future__ import annotations

from collections.abc import Sequence
from math import erf, sqrt

from bots.spades.sampler.scoring import Gain, Standing, after_hand, gain, winner
from protocol.v1.spades import Bid, Rules

GAINED = 55.0
"""The points that the leading side gains in an average hand of two sides."""
SPREAD = 75.0
"""The standard deviation of the difference of two sides' points in one hand."""
BAGS = 1.3
"""The number of bags of a side in an average hand."""
FEWEST = 0.6
"""The least number of hands that a game is expected to last if it is not over."""


def below(bound: float) -> float:
    """Return the probability that a standard normal variable is below `bound`.

    >>> below(0.0)
    0.5
    """
    return 0.5 * (1.0 + erf(bound / sqrt(2.0)))


class Chances:
    """The chance of one side to win the game, by the tricks of each seat in the current hand.

    `bids` are the bids of all seats by seat, empty in a hand without bidding. `order` are the seats in the
    order of the bidding.
    """

    def __init__(
        self,
        rules: Rules,
        before: Sequence[Standing],
        hand: int,
        bids: dict[int, Bid],
        order: Sequence[int],
        side: int,
    ) -> None:
        self._rules = rules
        self._before = tuple(before)
        self._hand = hand
        self._side = side
        sides = range(len(self._before))
        self._seats = [tuple(seat for seat in order if seat % len(sides) == each) for each in sides]
        self._bids = [tuple(bids[seat] for seat in seats if seat in bids) for seats in self._seats]
        self._known: dict[tuple[int, ...], float] = {}

    def after(self, tricks: tuple[int, ...]) -> float:
        """Return the chance of the side to win the game, given the tricks of all seats in this hand."""
        found = self._known.get(tricks)
        if found is None:
            found = self._known[tricks] = self._after(tricks)
        return found

    def _after(self, tricks: tuple[int, ...]) -> float:
        gains = [self._gain(side, tricks) for side in range(len(self._before))]
        after = after_hand(self._rules, gains, self._before)
        won = winner(self._rules, after, self._hand, gains)
        if won is not None:
            return 1.0 if won == self._side else 0.0
        return chance_of(self._rules, after, self._hand, self._side)

    def _gain(self, side: int, tricks: tuple[int, ...]) -> Gain:
        return gain(self._rules, self._bids[side], [tricks[seat] for seat in self._seats[side]])


def chance_of(rules: Rules, scores: Sequence[Standing], hands: int, side: int) -> float:
    """Return the chance of a side to win a game that continues after `hands` hands."""
    to_come = hands_to_come(rules, scores, hands)
    worth = [_worth(rules, score, to_come) for score in scores]
    spread = SPREAD * sqrt(to_come)
    chance = 1.0
    for other, points in enumerate(worth):
        if other != side:
            chance *= below((worth[side] - points) / spread)
    return chance


def hands_to_come(rules: Rules, scores: Sequence[Standing], hands: int) -> float:
    """Return the number of hands that a game is expected to last."""
    share = GAINED * 2 / len(scores) if len(scores) > 2 else GAINED
    found = [30.0]
    if rules.target:
        found.append((rules.target - max(score.points for score in scores)) / share)
    if rules.rounds:
        found.append(float(rules.rounds - hands))
    if rules.floor:
        found.append((min(score.points for score in scores) - rules.floor) / share)
    return max(FEWEST, min(found))


def _worth(rules: Rules, score: Standing, to_come: float) -> float:
    """Return the points of a side, less the points that its bags will probably cost."""
    limit = rules.bag_limit
    if not limit:
        return float(score.points)
    more = BAGS * to_come
    far = min(1.0, more / limit)
    reached = below((score.bags + more - limit) / (0.5 + sqrt(more)))
    cost = rules.bag_penalty * (far * score.bags / limit + (1.0 - far) * reached)
    return score.points - cost
