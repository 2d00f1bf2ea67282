"""A side's chance to win a game of Spades after a deal, by scores, bags and the deals still to come."""

from __future__ import annotations

from collections.abc import Sequence
from math import erf, sqrt

from protocol.rules.spades.scoring import Earned, earned, settle, unbid, winner
from protocol.rules.spades.sides import side_of
from protocol.v1.spades import Bid, Rules, Score

GAINED = 55.0
"""The points that the leading one of two sides gains in an average hand."""
SPREAD = 75.0
"""The standard deviation of the difference in points between two sides in one hand."""
BAGS = 1.3
"""The number of bags that a side gets in an average hand."""
FEWEST = 0.6
"""The least number of further hands that are expected if a game is not over."""


def below(bound: float) -> float:
    """Return the probability that a random number with standard normal distribution is below `bound`.

    >>> below(0.0)
    0.5
    """
    return 0.5 * (1.0 + erf(bound / sqrt(2.0)))


class Chances:
    """The chance of one side to win the game, by the tricks that each seat wins in the current hand.

    `bids` are the bids of all seats by seat, empty in a hand without bidding. `order` are the seats in the
    order of the bidding.
    """

    def __init__(
        self,
        rules: Rules,
        before: Sequence[Score],
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
        self._seats = [tuple(seat for seat in order if side_of(rules, seat) == side) for side in sides]
        self._bids = [tuple(bids[seat] for seat in seats if seat in bids) for seats in self._seats]
        self._known: dict[tuple[int, ...], float] = {}

    def after(self, tricks: tuple[int, ...]) -> float:
        """Return the chance of the side to win the game if the seats win these tricks in the current hand."""
        found = self._known.get(tricks)
        if found is None:
            found = self._known[tricks] = self._after(tricks)
        return found

    def _after(self, tricks: tuple[int, ...]) -> float:
        hand = [self._earned(side, tricks) for side in range(len(self._before))]
        after = [side.after for side in settle(self._rules, hand, self._before)]
        won = winner(self._rules, after, self._hand, [side.wins for side in hand])
        if won is not None:
            return 1.0 if won == self._side else 0.0
        return chance_of(self._rules, after, self._hand, self._side)

    def _earned(self, side: int, tricks: tuple[int, ...]) -> Earned:
        bids, won = self._bids[side], [tricks[seat] for seat in self._seats[side]]
        return earned(self._rules, bids, won) if bids else unbid(sum(won))


def chance_of(rules: Rules, scores: Sequence[Score], hands: int, side: int) -> float:
    """Return the chance of a side to win a game that is not over after `hands` hands."""
    to_come = hands_to_come(rules, scores, hands)
    worth = [_worth(rules, score, to_come) for score in scores]
    spread = SPREAD * sqrt(to_come)
    chance = 1.0
    for other, points in enumerate(worth):
        if other != side:
            chance *= below((worth[side] - points) / spread)
    return chance


def hands_to_come(rules: Rules, scores: Sequence[Score], hands: int) -> float:
    """Return the number of further hands that a game is expected to last."""
    share = GAINED * 2 / len(scores) if len(scores) > 2 else GAINED
    found = [30.0]
    if rules.target:
        found.append((rules.target - max(score.points for score in scores)) / share)
    if rules.rounds:
        found.append(float(rules.rounds - hands))
    if rules.floor:
        found.append((min(score.points for score in scores) - rules.floor) / share)
    return max(FEWEST, min(found))


def _worth(rules: Rules, score: Score, to_come: float) -> float:
    """Return the points of a side, minus the points that its bags will probably cost."""
    limit = rules.bag_limit
    if not limit:
        return float(score.points)
    more = BAGS * to_come
    far = min(1.0, more / limit)
    reached = below((score.bags + more - limit) / (0.5 + sqrt(more)))
    cost = rules.bag_penalty * (far * score.bags / limit + (1.0 - far) * reached)
    return score.points - cost
