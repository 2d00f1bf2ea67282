"""What to bid: the bid that can be expected to bring the most points, with the game's end in sight."""

from __future__ import annotations

from math import erf, sqrt

from bots.spades.robot.blind import opponents_after
from bots.spades.robot.nil_risk import nil_chance
from bots.spades.robot.seen import Seen
from bots.spades.robot.stakes import bag_cost, nil_worth
from bots.spades.robot.values import Prospect, tricks
from protocol.v1.spades import Bid

FIRM, WEAK = 0.95, 0.8
"""How much of what a hand counts above its share of the tricks is there in the end, and below it."""
SPREAD = 0.8
"""The standard deviation of a hand's tricks: less than by chance alone, as the player steers."""
BEFORE_PARTNER = 0.5
"""The same for who bids before his partner, who can make up for it."""
TOGETHER = 1.3
"""By how much it is wider for two partners."""
MORE_THAN_BID = 0.35
"""What a number leaves unsaid, in tricks."""
COVER = 0.3
"""What it costs in tricks to cover a nil."""
TO_CHANCE, OFF_CHANCE = 1.35, 0.1
"""From the risks of its cards to how often a covered nil was made in games of the robot with itself."""
FORCED_NIL = 0.3
"""The chance of a nil that partner has to bid whatever he holds."""
UNCOVERED = 0.4
"""By how much partner's nil suffers where nobody can cover it."""
END = 60.0
"""What it is worth, in points, to end the game as winner in this hand, or not as loser."""


def choose_bid(seen: Seen, bids: tuple[Bid, ...]) -> Bid:
    """The bid for a hand that has been looked at; always one of `bids`."""
    sighted = tuple(bid for bid in bids if not bid.blind) or bids
    mine, beside = expected(seen), _partner_to_come(seen)
    return max(sighted, key=lambda bid: (round(_worth(seen, bid, mine, beside), 3), -bid.tricks))


def expected(seen: Seen) -> float:
    """How many tricks this hand can be expected to win: a weak one finds some, a strong one loses some."""
    share = seen.tricks_in_all / seen.players
    more = tricks(seen.hand, Prospect(seen.unseen, seen.opponents)) - share
    return share + more * (FIRM if more > 0 else WEAK)


def _worth(seen: Seen, bid: Bid, mine: float, beside: float) -> float:
    """What a bid can be expected to bring; `beside` it what partner may, who has not bid yet."""
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
    """What partner may bring, who has not bid yet."""
    if seen.rules.bidding == "suicide":
        return (2.0 * FORCED_NIL - 1.0) * seen.rules.nil
    return _best_number(seen, seen.tricks_in_all / seen.players)


def _nil(seen: Seen, bid: Bid) -> float:
    worth, uncovered = nil_worth(seen, bid), seen.partner is None or seen.nil(seen.partner)
    chance = nil_chance(seen.hand, seen.unseen, alone=uncovered)
    if not uncovered:
        chance = min(0.97, max(0.01, TO_CHANCE * chance - OFF_CHANCE))
    beside = _beside(seen)
    made = worth + _end(seen, worth + beside)
    failed = -worth + _end(seen, beside - worth)
    return chance * made + (1.0 - chance) * failed + beside


def _beside(seen: Seen) -> float:
    """What partner's number beside the own nil may bring."""
    if seen.partner is None:
        return 0.0
    said, share = seen.pub.bids.get(seen.partner), seen.tricks_in_all / seen.players
    if said is None:
        return _best_number(seen, share - COVER)
    if said.nil:
        return -UNCOVERED * nil_worth(seen, said)
    return _number(seen, said.tricks, said.tricks + MORE_THAN_BID - COVER, SPREAD)


def _best_number(seen: Seen, mean: float) -> float:
    return max(_number(seen, number, mean, SPREAD) for number in range(int(mean) + 1))


def _number(seen: Seen, number: int, mean: float, spread: float, *, final: bool = False) -> float:
    """What a number can be expected to bring with `mean` tricks in sight; `final`: it is the side's."""
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
    """What a number comes to with so many tricks, bags at what they cost in the long run."""
    rules = seen.rules
    ten = rules.ten_for_200 and number == 10
    if taken < number:
        short = number if rules.set_penalty == "10x_bid" else number - taken
        return -200.0 if ten else -10.0 * short
    boston = rules.boston and number == seen.tricks_in_all
    made = rules.boston if boston else 200 if ten else 10 * number
    return made - (taken - number) * bag_cost(seen)


def _end(seen: Seen, points: float) -> float:
    """What it is worth that a hand of so many points ends the game, or lets the others end it."""
    rules, after = seen.rules, seen.pub.scores[seen.side].points + points
    others = opponents_after(seen)
    if rules.floor and after <= rules.floor:
        return -END
    if not rules.target:
        return 0.0
    if after >= rules.target and after > others:
        return END
    return -END if others >= rules.target else 0.0
