"""The bidding of the robot `plain` at Spades: it makes the bid with the highest expected value in points.

The value of a bid includes the chances to win or lose the game with this hand.
"""

from __future__ import annotations

from math import erf, sqrt

from bots.spades.robot.blind import opponents_after
from bots.spades.robot.nil_risk import nil_chance
from bots.spades.robot.seen import Seen
from bots.spades.robot.stakes import bag_cost
from bots.spades.robot.values import Prospect, tricks
from protocol.rules.spades.scoring import nil_worth
from protocol.v1.spades import Bid

FIRM, WEAK = 0.95, 0.8
"""The factors by which the robot trusts its estimate that a hand is better or worse than the average.

The estimate of a hand's tricks begins with an equal share of all tricks, the average hand. If the hand is
better than the average, its difference to the average is multiplied by FIRM, else by WEAK.
"""
SPREAD = 0.8
"""The standard deviation of the number of tricks that a hand of Spades wins.

The deviation of a hand's tricks is smaller than in random play, because the player tries to win as many
tricks as bid.
"""
BEFORE_PARTNER = 0.5
"""The standard deviation of the number of tricks of a player that bids before partner.

Before partner's bid the deviation is smaller than `SPREAD`, because partner's bid can still correct the total
of the side.
"""
TOGETHER = 1.3
"""The standard deviation of the tricks of two partners together, relative to `SPREAD`."""
MORE_THAN_BID = 0.35
"""The average number of tricks that partner wins in addition to partner's bid."""
COVER = 0.3
"""The average number of tricks that a player loses by protecting partner's nil."""
TO_CHANCE, OFF_CHANCE = 1.35, 0.1
"""The factor by which the estimated chance of a nil is multiplied, and the number that is then subtracted.

The estimated chance of a nil is corrected in this way only if partner protects the nil.
"""
FORCED_NIL = 0.3
"""The probability of success of a nil that partner must bid whatever the hand, as in suicide Spades."""
UNCOVERED = 0.4
"""The expected loss by partner's nil if both partners bid nil, relative to the points for a nil."""
END = 60.0
"""The value in points that is added to a bid that wins the game, and subtracted if it loses the game."""


def choose_bid(seen: Seen, bids: tuple[Bid, ...]) -> Bid:
    """Return the best of the legal bids `bids` for a hand that the robot has looked at."""
    sighted = tuple(bid for bid in bids if not bid.blind) or bids
    mine, beside = expected(seen), _partner_to_come(seen)
    return max(sighted, key=lambda bid: (round(_worth(seen, bid, mine, beside), 3), -bid.tricks))


def expected(seen: Seen) -> float:
    """Return the number of tricks that this hand is expected to win.

    The estimate lies between the tricks of the cards alone and an equal share of all tricks of the hand.
    """
    share = seen.tricks_in_all / seen.players
    more = tricks(seen.hand, Prospect(seen.unseen, seen.opponents)) - share
    return share + more * (FIRM if more > 0 else WEAK)


def _worth(seen: Seen, bid: Bid, mine: float, beside: float) -> float:
    """Return the expected value of a bid in points.

    If partner has not bid yet, `beside` is the value that partner's bid is expected to have.
    """
    if bid.nil:
        return _nil(seen, bid)
    partner = seen.partner
    if partner is None:
        return _number(seen, bid.tricks, mine, SPREAD, final=True)
    said = seen.pub.bids.get(partner)
    if said is None:
        return _number(seen, bid.tricks, mine, BEFORE_PARTNER) + beside
    if said.nil:
        return _number(seen, bid.tricks, mine, SPREAD, final=True)
    before = said.tricks if seen.rules.team_bid == "sum" else 0
    both = mine + said.tricks + MORE_THAN_BID
    return _number(seen, bid.tricks + before, both, SPREAD * TOGETHER, final=True)


def _partner_to_come(seen: Seen) -> float:
    """Return the expected value, in points, of the bid that partner will make after this player."""
    if seen.rules.bidding == "suicide":
        return (2.0 * FORCED_NIL - 1.0) * seen.rules.nil
    return _best_number(seen, seen.tricks_in_all / seen.players)


def _nil(seen: Seen, bid: Bid) -> float:
    worth, uncovered = nil_worth(seen.rules, bid), seen.partner is None or seen.nil(seen.partner)
    chance = nil_chance(seen.hand, seen.unseen, alone=uncovered)
    if not uncovered:
        chance = min(0.97, max(0.01, TO_CHANCE * chance - OFF_CHANCE))
    beside = _beside(seen)
    made = worth + _end(seen, worth + beside)
    failed = -worth + _end(seen, beside - worth)
    return chance * made + (1.0 - chance) * failed + beside


def _beside(seen: Seen) -> float:
    """Return the expected value, in points, of partner's bid if this player bids nil."""
    if seen.partner is None:
        return 0.0
    said, share = seen.pub.bids.get(seen.partner), seen.tricks_in_all / seen.players
    if said is None:
        return _best_number(seen, share - COVER)
    if said.nil:
        return -UNCOVERED * nil_worth(seen.rules, said)
    return _number(seen, said.tricks, said.tricks + MORE_THAN_BID - COVER, SPREAD)


def _best_number(seen: Seen, mean: float) -> float:
    return max(_number(seen, number, mean, SPREAD) for number in range(int(mean) + 1))


def _number(seen: Seen, number: int, mean: float, spread: float, *, final: bool = False) -> float:
    """Return the expected value in points of a bid of `number` tricks if the hand should win `mean` tricks.

    If `final` is True, `number` is the bid of the whole side, and a win or loss of the game counts, too.
    """
    worth, below = 0.0, 0.0
    for taken in range(seen.tricks_in_all + 1):
        up_to = 1.0 if taken == seen.tricks_in_all else _share_below(taken + 0.5, mean, spread)
        points = _points(seen, number, taken)
        worth += (up_to - below) * (points + _end(seen, points) if final else points)
        below = up_to
    return worth


def _share_below(bound: float, mean: float, spread: float) -> float:
    return 0.5 * (1.0 + erf((bound - mean) / (spread * sqrt(2.0))))


def _points(seen: Seen, number: int, taken: int) -> float:
    """Return the points for a side that wins `taken` tricks after a bid of `number` tricks.

    For each bag, the result is lower by the points that a bag costs on average in the rest of the game.
    """
    rules = seen.rules
    ten = rules.ten_for_200 and number == 10
    if taken < number:
        short = number if rules.set_penalty == "10x_bid" else number - taken
        return -200.0 if ten else -10.0 * short
    boston = rules.boston and number == seen.tricks_in_all
    made = rules.boston if boston else 200 if ten else 10 * number
    return made - (taken - number) * bag_cost(seen)


def _end(seen: Seen, points: float) -> float:
    """Return `END` if `points` in this deal win the game, `-END` if they lose it, else 0."""
    rules, after = seen.rules, seen.pub.scores[seen.side].points + points
    others = opponents_after(seen)
    if rules.floor and after <= rules.floor:
        return -END
    if not rules.target:
        return 0.0
    if after >= rules.target and after > others:
        return END
    return -END if others >= rules.target else 0.0
