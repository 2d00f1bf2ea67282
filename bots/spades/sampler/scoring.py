"""The points and bags of a side for one hand of Spades, under every rule of a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from protocol.v1.spades import Bid, Rules

TRICKS = {2: 13, 3: 17, 4: 13, 5: 10, 6: 8}
"""The number of tricks in a hand, by the number of players."""


class Gain(NamedTuple):
    """The score of a side for one hand, before the penalty for bags.

    `set` is True if the side won fewer tricks than it bid, `wins` if it won the game by a special bid.
    """

    points: int
    bags: int
    set: bool = False
    wins: bool = False


class Standing(NamedTuple):
    """The points, bags and set hands of a side between two hands."""

    points: int
    bags: int
    sets: int


def side_number(rules: Rules, bids: Sequence[Bid]) -> int | None:
    """Return the number of tricks that a side has bid, None without a bid of a number.

    `bids` are the bids of its players in the order of the bidding.
    """
    numbers = [bid.tricks for bid in bids if not bid.nil]
    if not numbers:
        return None
    return numbers[-1] if rules.team_bid == "second" else sum(numbers)


def gain(rules: Rules, bids: Sequence[Bid], tricks: Sequence[int]) -> Gain:
    """Return the score of a side for one hand.

    `bids` are the bids of its players in the order of the bidding, `tricks` the tricks that they won. Without
    bids, each trick scores ten points.
    """
    if not bids:
        return Gain(10 * sum(tricks), 0)
    aim = side_number(rules, bids) or 0
    by_nil = sum(won for bid, won in zip(bids, tricks, strict=True) if bid.nil)
    counting = sum(tricks) - (0 if rules.failed_nil_tricks == "count" else by_nil)
    loose = by_nil if rules.failed_nil_tricks == "bag_only" else 0
    points = _nils(rules, bids, tricks)
    if counting < aim:
        points -= _lost(rules, aim, aim - counting) * _times(rules, bids, aim)
        return Gain(points + loose * rules.bag_points, loose, set=True)
    bags = counting - aim + loose
    points += _made(rules, aim) * _times(rules, bids, aim) + bags * rules.bag_points
    no_trick = len(bids) > 1 and all(bid.nil for bid in bids) and not any(tricks)
    wins = no_trick and rules.double_nil == "win"
    return Gain(points, bags, wins=wins or (rules.boston_wins and aim == TRICKS[rules.players]))


def _nils(rules: Rules, bids: Sequence[Bid], tricks: Sequence[int]) -> int:
    nils = [(bid, won) for bid, won in zip(bids, tricks, strict=True) if bid.nil]
    if len(nils) == 2 and rules.double_nil == "bonus":
        return -rules.double_nil_points if any(tricks) else rules.double_nil_points
    worth = ((rules.blind_nil if bid.blind else rules.nil, won) for bid, won in nils)
    return sum(-points if won else points for points, won in worth)


def _times(rules: Rules, bids: Sequence[Bid], aim: int) -> int:
    numbers = [bid for bid in bids if not bid.nil]
    blind = bool(numbers) and all(bid.blind for bid in numbers) and aim >= rules.blind_bid
    return rules.blind_bid_times if blind else 1


def _made(rules: Rules, aim: int) -> int:
    if rules.boston and aim == TRICKS[rules.players]:
        return rules.boston
    return 200 if rules.ten_for_200 and aim == 10 else 10 * aim


def _lost(rules: Rules, aim: int, short: int) -> int:
    if rules.ten_for_200 and aim == 10:
        return 200
    return 10 * (aim if rules.set_penalty == "10x_bid" else short)


def after_hand(rules: Rules, gains: Sequence[Gain], before: Sequence[Standing]) -> tuple[Standing, ...]:
    """Return the standings of all sides after a hand, with the penalties for bags."""
    costs, left = [], []
    for side, score in zip(gains, before, strict=True):
        bags = score.bags + side.bags
        reached = bags // rules.bag_limit if rules.bag_limit else 0
        costs.append(reached * rules.bag_penalty)
        rest = bags % rules.bag_limit if rules.bag_limit else bags
        left.append(0 if reached and rules.bag_rollover == "reset" else rest)
    own = rules.bag_penalty_to == "self"
    changes = [-cost if own else sum(costs) - cost for cost in costs]
    return tuple(
        Standing(score.points + side.points + change, bags, score.sets + side.set)
        for side, score, change, bags in zip(gains, before, changes, left, strict=True)
    )


def winner(rules: Rules, after: Sequence[Standing], hands: int, gains: Sequence[Gain]) -> int | None:
    """Return the side that has won the game after `hands` hands, or None if the game continues."""
    sides = range(len(after))
    at_once = [side for side in sides if gains[side].wins]
    if at_once:
        return at_once[0] if len(at_once) == 1 else _leader(after, at_once)
    if rules.target and any(score.points >= rules.target for score in after):
        return _leader(after, sides)
    lost = [
        bool(rules.sets_lose and score.sets >= rules.sets_lose)
        or bool(rules.floor and score.points <= rules.floor)
        for score in after
    ]
    if any(lost) or (rules.rounds and hands >= rules.rounds):
        return _leader(after, [side for side in sides if not lost[side]] or sides)
    return None


def _leader(after: Sequence[Standing], sides: Sequence[int]) -> int | None:
    best = max(after[side].points for side in sides)
    leaders = [side for side in sides if after[side].points == best]
    return leaders[0] if len(leaders) == 1 else None
