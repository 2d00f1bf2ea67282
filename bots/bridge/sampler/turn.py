"""The turn of a player to call, and the scores to expect if a call ends the auction."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from msgspec.structs import replace

from bots.bridge.bidding.bidder import SeatConstraints
from bots.bridge.bidding.hand_facts import HandFacts
from bots.bridge.bidding.promises import Ranges
from bots.bridge.sampler.stakes import Currency, Stakes, chances, lead
from protocol.rules.bridge.auction import caller, contract, last_bid, standing_call
from protocol.v1.bridge import Call, Contract, Seat, Vulnerability

LEAST = 1e-4
"""The least chance of a number of tricks that counts."""
SAFE = 2
"""The number of tricks by which a contract can fail without being doubled."""
WIDTH = 10
"""The number of points above the least strength shown that a hand is taken to have at most."""

Scores = Sequence[tuple[float, int]]
"""The chances of several results, each with the points of the side that is to call."""


@dataclass(frozen=True)
class Turn:
    """The turn of a player to call: the own hand, the limits of the other hands, and the scoring.

    `told` are the limits that the calls set to the four hands, North's first. `currency` tells how the table
    scores, and `parts` are the points below the line of North-South and East-West.
    """

    facts: HandFacts
    told: Sequence[SeatConstraints]
    dealer: Seat
    vulnerability: Vulnerability
    calls: tuple[Call, ...]
    currency: Currency = "imps"
    parts: tuple[int, int] = (0, 0)

    @property
    def seat(self) -> Seat:
        """Return the seat that is to call."""
        return caller(self.dealer, self.calls)

    @property
    def partner(self) -> Ranges:
        """Return the limits of partner's hand."""
        return self.told[self.seat.partner].ranges

    @property
    def opponents(self) -> tuple[Ranges, Ranges]:
        """Return the limits of the hands of the left-hand and of the right-hand opponent."""
        return self.told[self.seat.lho].ranges, self.told[self.seat.lho.partner].ranges

    @property
    def own_bid(self) -> Call | None:
        """Return the last bid if the own side has made it and it is not doubled, else None."""
        call, theirs = standing_call(self.calls)
        return call if call is not None and call.is_bid and not theirs else None

    @property
    def their_bid(self) -> Call | None:
        """Return the last bid if an opponent has made it, doubled or not, else None."""
        bid = last_bid(self.calls)
        if bid is None:
            return None
        place = len(self.calls) - 1 - self.calls[::-1].index(bid)
        return bid if place % 2 != len(self.calls) % 2 else None

    @property
    def partner_points(self) -> float:
        """Return the high-card points to expect of partner.

        Each of the other three hands has the middle of its range and a third of the points that are missing
        from, or exceed, the 40 of the pack.
        """
        middles = [
            (each.low + min(each.high, each.low + WIDTH)) / 2 for each in (self.partner, *self.opponents)
        ]
        return middles[0] + (40 - self.facts.hcp - sum(middles)) / 3

    def ending(self, call: Call) -> Contract:
        """Return the contract if all players pass after a call. At least one bid must have been made."""
        ended = contract(self.dealer, (*self.calls, call))
        if ended is None:
            raise ValueError("expected an auction with a bid, got one with passes only")
        return ended

    def scores(self, call: Call, tricks: float, spread: float, doubled: bool = False) -> Scores:
        """Return the scores to expect of the contract after a call, of which declarer takes about `tricks`.

        `spread` is the standard deviation of the tricks. If `doubled`, results that are more than `SAFE`
        tricks short count as doubled.
        """
        ended = self.ending(call)
        side = ended.declarer.side
        stakes = Stakes(
            ended, self.vulnerability.includes(side), self.currency, self.parts[ended.declarer % 2]
        )
        dearer = dataclasses.replace(stakes, contract=replace(ended, doubled=2)) if doubled else stakes
        least = 6 + ended.level - SAFE
        sign = 1 if side is self.seat.side else -1
        usual, worse = _points(stakes), _points(dearer)
        return [
            (chance, sign * (usual if number >= least else worse)[number])
            for number, chance in enumerate(chances(tricks, spread))
            if chance > LEAST
        ]


@lru_cache(maxsize=2048)
def _points(stakes: Stakes) -> tuple[int, ...]:
    """Return the points of declarer's side for each number of tricks."""
    return tuple(stakes.points(tricks) for tricks in range(14))


def mean(scores: Scores) -> float:
    """Return the mean of some scores, in points."""
    return sum(chance * points for chance, points in scores)


def worth(scores: Scores, usual: float, currency: Currency) -> float:
    """Return the mean value of some scores compared with the score `usual`."""
    return sum(chance * lead(points - usual, currency) for chance, points in scores)


def weighed(weights: Mapping[str, float], facts: Mapping[str, float]) -> float:
    """Return the sum of the facts that have a weight, each multiplied by it."""
    return sum(weight * facts[name] for name, weight in weights.items())


def most_points(hands: Iterable[Ranges], span: int) -> int:
    """Return the greatest strength to expect of some hands: at most `span` above the least one shown."""
    return sum(min(each.high, each.low + span) for each in hands)
