"""The scoring of a hand of Spades: bids, nils, bags and the penalty for bags, and the winner of the game."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from protocol.rules.spades.sides import tricks_of
from protocol.v1.spades import Bid, Rules, Score, SideResult


class Earned(Struct, frozen=True, gc=False):
    """The score of a side for one deal (a hand), before the penalty for bags.

    `set` is True if the side won fewer tricks than it had bid. `wins` is True if the side has just won the
    whole game, whatever the score, by a special bid that it made: two nils, or all tricks.
    """

    bid: int | None
    tricks: int
    points: int
    bags: int
    set: bool = False
    wins: bool = False


def number(rules: Rules, bids: Sequence[Bid]) -> int | None:
    """Return the number of tricks that a side must win to make its bids.

    `bids` are the bids of the partners of one side, in the order in which they were made. Returns None if no
    partner of the side has bid a number of tricks.
    """
    numbers = [bid.tricks for bid in bids if not bid.nil]
    if not numbers:
        return None
    return numbers[-1] if rules.team_bid == "second" else sum(numbers)


def is_counted(rules: Rules, bid: Bid) -> bool:
    """Return True if the tricks of a player with this bid count towards the bid of the player's side."""
    return not bid.nil or rules.failed_nil_tricks == "count"


def unbid(tricks: int) -> Earned:
    """Return the score of a side for a hand without bidding: ten points for each trick."""
    return Earned(None, tricks, 10 * tricks, 0)


def earned(rules: Rules, bids: Sequence[Bid], tricks: Sequence[int]) -> Earned:
    """Return the score of a side for one deal, before the penalty for bags.

    `bids` are the bids of the side's players, the first bid first, and `tricks` are the numbers of tricks
    that these players won.
    """
    bid = number(rules, bids)
    counting, loose = _counted(rules, bids, tricks)
    points = _nils(rules, bids, tricks)
    taken = sum(tricks)
    both_nil = len(bids) > 1 and all(each.nil for each in bids) and not any(tricks)
    wins = both_nil and rules.double_nil == "win"
    aim = bid or 0
    if counting < aim:
        points += _lost(rules, bids, aim, aim - counting) + loose * rules.bag_points
        return Earned(bid, taken, points, loose, set=True)
    bags = counting - aim + loose
    points += _made(rules, bids, aim) + bags * rules.bag_points
    all_tricks = aim == tricks_of(rules)
    return Earned(bid, taken, points, bags, wins=wins or (all_tricks and rules.boston_wins))


def _counted(rules: Rules, bids: Sequence[Bid], tricks: Sequence[int]) -> tuple[int, int]:
    """Return how many of a side's tricks count towards its bid, and how many are bags even if it fails.

    The tricks of a player that bid nil count as the rule `failed_nil_tricks` of the table says.
    """
    counting = sum(won for bid, won in zip(bids, tricks, strict=True) if is_counted(rules, bid))
    return counting, sum(tricks) - counting if rules.failed_nil_tricks == "bag_only" else 0


def _nils(rules: Rules, bids: Sequence[Bid], tricks: Sequence[int]) -> int:
    """Return the points for a side's nil bids, negative if they lose more than they win."""
    nils = [(bid, won) for bid, won in zip(bids, tricks, strict=True) if bid.nil]
    if len(nils) == 2 and rules.double_nil == "bonus":
        return -rules.double_nil_points if any(tricks) else rules.double_nil_points
    return sum(-nil_worth(rules, bid) if won else nil_worth(rules, bid) for bid, won in nils)


def nil_worth(rules: Rules, bid: Bid) -> int:
    """Return the points for a bid of nil, which are won if the nil is made and lost if it fails."""
    return rules.blind_nil if bid.blind else rules.nil


def _factor(rules: Rules, bids: Sequence[Bid]) -> int:
    """Return the number by which the score of a side's bid is multiplied: above 1 for a blind bid."""
    numbers = [bid for bid in bids if not bid.nil]
    blind = bool(numbers) and all(bid.blind for bid in numbers)
    return rules.blind_bid_times if blind and (number(rules, bids) or 0) >= rules.blind_bid else 1


def _made(rules: Rules, bids: Sequence[Bid], aim: int) -> int:
    if rules.boston and aim == tricks_of(rules):
        return rules.boston * _factor(rules, bids)
    ten = rules.ten_for_200 and aim == 10
    return (200 if ten else 10 * aim) * _factor(rules, bids)


def _lost(rules: Rules, bids: Sequence[Bid], aim: int, short: int) -> int:
    if rules.ten_for_200 and aim == 10:
        return -200 * _factor(rules, bids)
    return -10 * (aim if rules.set_penalty == "10x_bid" else short) * _factor(rules, bids)


def settle(rules: Rules, hand: Sequence[Earned], before: Sequence[Score]) -> tuple[SideResult, ...]:
    """Return the results of all sides for a deal, including the penalties for bags."""
    costs, bags_left = [], []
    for side, score in zip(hand, before, strict=True):
        bags = score.bags + side.bags
        reached = bags // rules.bag_limit if rules.bag_limit else 0
        costs.append(reached * rules.bag_penalty)
        left = bags % rules.bag_limit if rules.bag_limit else bags
        bags_left.append(0 if reached and rules.bag_rollover == "reset" else left)
    return tuple(
        _settled(side, score, *_penalty_and_gain(rules, costs, side_index), bags_left[side_index])
        for side_index, (side, score) in enumerate(zip(hand, before, strict=True))
    )


def _penalty_and_gain(rules: Rules, costs: Sequence[int], side_index: int) -> tuple[int, int]:
    """Return the points that a side loses for its own bags, and the points it gets for opponents' bags."""
    if rules.bag_penalty_to == "self":
        return costs[side_index], 0
    return 0, sum(costs) - costs[side_index]


def _settled(side: Earned, before: Score, penalty: int, gift: int, bags: int) -> SideResult:
    points = before.points + side.points - penalty + gift
    return SideResult(
        bid=side.bid,
        tricks=side.tricks,
        points=side.points,
        bags=side.bags,
        penalty=penalty,
        set=side.set,
        before=before,
        after=Score(points, bags, before.sets + side.set),
    )


def winner(rules: Rules, scores: Sequence[Score], hands: int, wins: Sequence[bool] = ()) -> int | None:
    """Return the side that has won the game after `hands` hands, or None if the game continues.

    `wins` has one value for each side: True if the side made a special bid that wins the whole game, such as
    two nils. A side that made a bid that wins the whole game wins before all others. If no side made a bid
    that wins the whole game, and any side has reached the target, the side with the highest score wins. If no
    side has reached the target, a side has lost if its score has fallen to the floor or if it was set too
    often; then, and also after the last round, the best of the sides that have not lost wins. If two sides
    have the same best score, the game continues.
    """
    sides = range(len(scores))
    at_once = [side for side in sides if wins and wins[side]]
    if at_once:
        return _highest(scores, at_once) if len(at_once) > 1 else at_once[0]
    if rules.target and any(score.points >= rules.target for score in scores):
        return _highest(scores, sides)
    left = [side for side in sides if not _has_lost(rules, scores[side])]
    last = bool(rules.rounds) and hands >= rules.rounds
    return _highest(scores, left or sides) if last or len(left) < len(sides) else None


def _has_lost(rules: Rules, score: Score) -> bool:
    sets = bool(rules.sets_lose) and score.sets >= rules.sets_lose
    return sets or (rules.floor < 0 and score.points <= rules.floor)


def _highest(scores: Sequence[Score], sides: Sequence[int]) -> int | None:
    best = max(scores[side].points for side in sides)
    leaders = [side for side in sides if scores[side].points == best]
    return leaders[0] if len(leaders) == 1 else None
