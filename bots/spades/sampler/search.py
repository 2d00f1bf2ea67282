"""The search for the best card or bid at Spades: every candidate is played out over the same imagined hands.

All arguments of the search are frozen plain values, so that a worker process can run it. The number of cards
that a search plays is limited, not its time, so that the same seed gives the same choice on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from random import Random

from bots.spades.sampler.bits import TRUMPS, Coded
from bots.spades.sampler.chances import Chances
from bots.spades.sampler.estimate import NIL_FROM, expected_bid, quick
from bots.spades.sampler.rollout import play_out
from bots.spades.sampler.table import Laws, Position
from bots.spades.sampler.worlds import Hands, Hidden, imagine
from protocol.rules.spades.scoring import is_counted, number
from protocol.rules.spades.sides import seats_of, side_of, tricks_of
from protocol.v1.spades import Bid, Rules, Score

CARDS_PLAYED = 16_000
"""The number of cards that one search plays in imagined hands, in about three microseconds each."""
DRAWN_A_WORLD = 4
"""The number of imagined deals that are drawn for each deal that is kept by its weight."""
MOST_WORLDS = 96
"""The largest number of imagined deals, of which few are different near the end of a hand."""
FIRST_LOOK = 8
"""The number of imagined deals in which all cards or bids are tried before bad ones are dropped."""
NIL_LOST = 0.25
"""The share of the nils made in imagined hands that would fail at a table.

In imagined hands, the player of the nil and its partner see all hands and never have to guess.
"""
DOUBT = 0.6
"""The number of standard errors by which a choice must be better than that of the robot `plain`."""


@dataclass(frozen=True)
class Match:
    """The state of the game without the cards: the rules, the scores before this hand, and the bids."""

    rules: Rules
    before: tuple[Score, ...]
    hand: int
    bids: tuple[tuple[int, Bid], ...]
    order: tuple[int, ...]
    side: int

    def chances(self) -> Chances:
        """Return the object that computes the side's chance to win the game from the tricks of this hand."""
        return Chances(self.rules, self.before, self.hand, dict(self.bids), self.order, self.side)


@dataclass(frozen=True)
class CardQuestion:
    """The question for the best card to play, which a search at Spades answers.

    `cards` are the cards to choose from, of which the choice of the robot `plain` is the first. The search
    plays about `budget` cards in imagined hands.
    """

    laws: Laws
    position: Position
    hidden: Hidden
    match: Match
    cards: tuple[Coded, ...]
    seed: str
    budget: int = CARDS_PLAYED


def best_card(question: CardQuestion) -> int:
    """Return the index of the best card among the cards of the question."""
    laws, position, cards = question.laws, question.position, question.cards
    chances = question.match.chances()
    left = max(1, sum(held.bit_count() for held in question.hidden.base) + len(question.hidden.cards))
    plays = max(len(cards) * FIRST_LOOK, question.budget // left)
    worlds = _worlds(question.hidden, plays, len(cards), Random(question.seed))

    def value(place: int, hands: Hands) -> float:
        return chances.value(play_out(laws, position, hands, cards[place]))

    return race(len(cards), worlds, plays, value)


def _worlds(hidden: Hidden, plays: int, candidates: int, rng: Random) -> list[Hands]:
    number = max(FIRST_LOOK, min(MOST_WORLDS, plays * 3 // (2 * candidates)))
    return imagine(hidden, number, DRAWN_A_WORLD * number, rng)


def race(candidates: int, worlds: Sequence[Hands], plays: int, value: Callable[[int, Hands], float]) -> int:
    """Return the index of the best card or bid, 0 unless another one is clearly better than the first.

    All candidates (cards or bids) are played out in the first imagined deals. Candidates (cards or bids) that
    are clearly worse than the leading one are then dropped. The other candidates (cards or bids) are played
    out in further imagined deals, until `plays` plays or all deals are used up.
    """
    values: list[list[float]] = [[] for _ in range(candidates)]
    alive, seen = list(range(candidates)), 0
    until = FIRST_LOOK
    while seen < len(worlds) and plays >= len(alive):
        for hands in worlds[seen : min(until, len(worlds))]:
            if plays < len(alive):
                break
            plays -= len(alive)
            for place in alive:
                values[place].append(value(place, hands))
            seen += 1
        if plays < len(alive):
            break
        until = seen + FIRST_LOOK
        alive = _kept(values, alive)
        if len(alive) < 2:
            break
    return _best(values, alive)


def _kept(values: Sequence[Sequence[float]], alive: Sequence[int]) -> list[int]:
    """Return the cards or bids that may still be best, at most two standard errors behind the leading one."""
    lead = max(alive, key=lambda place: sum(values[place]))
    kept = []
    for place in alive:
        mean, error = _difference(values[lead], values[place])
        if place == 0 or mean <= 2.0 * error + 1e-9:
            kept.append(place)
    return kept


def _best(values: Sequence[Sequence[float]], alive: Sequence[int]) -> int:
    lead = max(alive, key=lambda place: (sum(values[place]), -place))
    mean, error = _difference(values[lead], values[0])
    return lead if mean > DOUBT * error + 1e-9 else 0


def _difference(one: Sequence[float], other: Sequence[float]) -> tuple[float, float]:
    """Return the mean difference of two lists of values, pair by pair, and its standard error."""
    number = len(one)
    apart = [a - b for a, b in zip(one, other, strict=True)]
    mean = sum(apart) / number
    if number < 2:
        return mean, 0.0
    return mean, sqrt(sum((each - mean) ** 2 for each in apart) / (number - 1) / number)


@dataclass(frozen=True)
class BidQuestion:
    """The question for the best bid, which a search at Spades answers.

    `bids` are the bids to choose from, of which the choice of the robot `plain` is the first. `hidden` is
    what the bidder knows about the cards that the bidder does not see. `leader` is the seat that leads to the
    first trick.
    """

    laws: Laws
    hidden: Hidden
    match: Match
    seat: int
    leader: int
    bids: tuple[Bid, ...]
    seed: str
    budget: int = CARDS_PLAYED


def best_bid(question: BidQuestion) -> int:
    """Return the index of the best bid among the bids of the question."""
    match, laws, hidden = question.match, question.laws, question.hidden
    said = dict(match.bids)
    plays = max(len(question.bids) * FIRST_LOOK, question.budget // (laws.players * tricks_of(match.rules)))
    worlds = _worlds(hidden, plays, len(question.bids), Random(question.seed))
    known: dict[tuple[Bid, ...], Chances] = {}

    def value(place: int, hands: Hands) -> float:
        bids = completed(match, {**said, question.seat: question.bids[place]}, hands, hidden)
        key = tuple(bids.values())
        if key not in known:
            known[key] = replace(match, bids=tuple(bids.items())).chances()
        start = opening_position(match.rules, laws, bids, match.order, question.leader)
        tricks, seat = play_out(laws, start, hands), question.seat
        chance = known[key].value(tricks)
        if not question.bids[place].nil or tricks[seat]:
            return chance
        return chance + NIL_LOST * (known[key].value(with_a_trick(tricks, seat, laws)) - chance)

    return race(len(question.bids), worlds, plays, value)


def with_a_trick(tricks: tuple[int, ...], seat: int, laws: Laws) -> tuple[int, ...]:
    """Return the tricks of all seats if a seat without a trick wins one of its partner's, or of another's."""
    mate = (seat + laws.sides) % laws.players
    giver = mate if tricks[mate] else max(range(laws.players), key=tricks.__getitem__)
    found = list(tricks)
    found[giver] -= 1
    found[seat] += 1
    return tuple(found)


def completed(match: Match, bids: dict[int, Bid], hands: Hands, hidden: Hidden) -> dict[int, Bid]:
    """Return the bids of all seats in the order of the bidding; those still to come are quick estimates."""
    found: dict[int, Bid] = {}
    for seat in match.order:
        bid = bids.get(seat)
        if bid is None:
            side = seats_of(match.rules, side_of(match.rules, seat))
            mates = [found[other] for other in side if other in found]
            bid = _quick_bid(match.rules, hands[4 * seat : 4 * seat + 4], hidden, mates)
        found[seat] = bid
    return found


def _quick_bid(rules: Rules, hand: Sequence[int], hidden: Hidden, mates: Sequence[Bid]) -> Bid:
    beside_nil = any(bid.nil for bid in mates)
    if rules.bidding == "suicide" and mates and not beside_nil:
        return Bid(nil=True)
    mean, nil_chance = quick(hand, hidden.tops)
    if rules.bidding != "mirror" and rules.nil and not beside_nil and nil_chance > NIL_FROM:
        return Bid(nil=True)
    if rules.bidding in ("mirror", "whiz"):
        spades = hand[TRUMPS].bit_count()
        return Bid(spades) if spades or not rules.nil else Bid(nil=True)
    tricks = max(rules.least_bid, int(expected_bid(mean, hidden.share) + 0.5))
    before = sum(bid.tricks for bid in mates)
    if rules.bidding == "suicide" or beside_nil:
        tricks = max(tricks, rules.least_beside_nil)
    most = tricks_of(rules)
    return Bid(min(most, tricks + before) if rules.team_bid == "second" else min(most - before, tricks))


def opening_position(
    rules: Rules, laws: Laws, bids: Mapping[int, Bid], order: Sequence[int], leader: int
) -> Position:
    """Return the position at the start of the play of a hand after these bids."""
    need = tuple(
        number(rules, [bids[seat] for seat in order if side_of(rules, seat) == side]) or 0
        for side in range(laws.sides)
    )
    nil = tuple(bids[seat].nil for seat in range(laws.players))
    wild = tuple(not is_counted(rules, bids[seat]) for seat in range(laws.players))
    return Position(leader, (), (0,) * laws.players, need, nil, wild, False, True)
