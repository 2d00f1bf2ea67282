"""What to bid: the bid that can be expected to bring the most points."""

from __future__ import annotations

from math import erf, sqrt

from bots.spades.dangers import nil_chance
from bots.spades.seen import Seen
from bots.spades.stakes import bag_cost, nil_worth
from bots.spades.values import tricks
from protocol.v1.spades import Bid

SPREAD = 1.2
"""The standard deviation of the tricks of a hand about what they are expected to be."""
COVER = 0.3
"""What it costs in tricks to cover a nil."""


def choose_bid(seen: Seen, bids: tuple[Bid, ...]) -> Bid:
    """The bid for a hand that has been looked at; always one of `bids`."""
    sighted = tuple(bid for bid in bids if not bid.blind) or bids
    return max(sighted, key=lambda bid: (round(_worth(seen, bid), 3), -bid.tricks))


def _worth(seen: Seen, bid: Bid) -> float:
    """What a bid can be expected to bring the side."""
    mine = expected(seen)
    partner = seen.partner
    said = None if partner is None else seen.pub.bids.get(partner)
    theirs = 0.0 if partner is None else _partners(seen, said)
    if bid.nil:
        chance = nil_chance(seen.hand, seen.unseen)
        beside = 0.0 if partner is None else _best_number(seen, max(0.0, theirs - COVER), said)
        return (2.0 * chance - 1.0) * nil_worth(seen, bid) + beside
    if partner is None:
        return number_worth(seen, bid.tricks, mine, SPREAD)
    if seen.rules.team_bid == "second" and said is not None and not said.nil:
        return number_worth(seen, bid.tricks, mine + theirs, SPREAD * 1.3)
    before = 0 if said is None or said.nil else said.tricks
    if said is None:
        return number_worth(seen, bid.tricks, mine, SPREAD) + number_worth(
            seen, round(theirs), theirs, SPREAD
        )
    return number_worth(seen, bid.tricks + before, mine + (0.0 if said.nil else theirs), SPREAD * 1.3)


def expected(seen: Seen) -> float:
    """How many tricks this hand can be expected to win."""
    return tricks(seen.hand, seen.unseen, seen.opponents)


def _partners(seen: Seen, said: Bid | None) -> float:
    """What partner can be expected to win."""
    if said is None:
        return seen.tricks_in_all / seen.players
    return 0.0 if said.nil else said.tricks + 0.3


def _best_number(seen: Seen, mean: float, said: Bid | None) -> float:
    if said is not None and said.nil:
        return 0.0
    numbers = range(seen.tricks_in_all + 1) if said is None else (said.tricks,)
    return max(number_worth(seen, number, mean, SPREAD) for number in numbers)


def number_worth(seen: Seen, number: int, mean: float, spread: float) -> float:
    """What a number can be expected to bring to who can expect `mean` tricks."""
    worth, below = 0.0, 0.0
    for taken in range(seen.tricks_in_all + 1):
        up_to = 1.0 if taken == seen.tricks_in_all else _share_below(taken + 0.5, mean, spread)
        worth += (up_to - below) * _score(seen, number, taken)
        below = up_to
    return worth


def _share_below(bound: float, mean: float, spread: float) -> float:
    return 0.5 * (1.0 + erf((bound - mean) / (spread * sqrt(2.0))))


def _score(seen: Seen, number: int, taken: int) -> float:
    """What a number comes to with so many tricks, bags at what they cost in the long run."""
    rules = seen.rules
    ten = rules.ten_for_200 and number == 10
    if taken < number:
        short = number if rules.set_penalty == "10x_bid" else number - taken
        return -200.0 if ten else -10.0 * short
    boston = rules.boston and number == seen.tricks_in_all
    made = rules.boston if boston else 200 if ten else 10 * number
    return made - (taken - number) * bag_cost(seen)
