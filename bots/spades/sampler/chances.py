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
LEAD = 0.0003
"""The value of a point of lead, as a chance to win the game.

In an even game a point is worth six times as much by the chance itself; once a game is won or lost, only this
value is left to play for.
"""
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
        return self._after(tricks)[0]

    def value(self, tricks: tuple[int, ...]) -> float:
        """Return the value of a hand in which the seats win these tricks: the chance to win, and a lead."""
        found = self._known.get(tricks)
        if found is None:
            chance, worth = self._after(tricks)
            lead = worth.pop(self._side) - max(worth)
            found = self._known[tricks] = chance + LEAD * lead
        return found

    def _after(self, tricks: tuple[int, ...]) -> tuple[float, list[float]]:
        """Return the chance of the side after a hand with these tricks, and what the scores are worth."""
        rules, hand = self._rules, [self._earned(side, tricks) for side in range(len(self._before))]
        after = [side.after for side in settle(rules, hand, self._before)]
        won = winner(rules, after, self._hand, [side.wins for side in hand])
        if won is not None:
            return float(won == self._side), [float(score.points) for score in after]
        to_come = hands_to_come(rules, after, self._hand)
        worth = [_worth(rules, score, to_come) for score in after]
        return chance_of(rules, after, self._hand, self._side), worth

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
