"""The choice of a call where the rules end: every candidate is bid out over the same imagined hands.

All arguments are frozen plain values, so that a worker process can run the search. The number of layouts and
of positions that the solver examines is limited, not the time, so that the same seed gives the same call on
every machine.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cache
from math import erf, sqrt
from random import Random

from bots.bridge.bidding.bidder import Bidder, SeatConstraints
from bots.bridge.bidding.hand_facts import NOTRUMP, SUITS, HandFacts, facts_of
from bots.bridge.bidding.rules import LEVEL, STRAIN, bid
from bots.bridge.bidding.system import SYSTEMS
from bots.bridge.sampler.bits import Hands, cards_of, held_codes
from bots.bridge.sampler.solver import SolverMissing, solving
from bots.bridge.sampler.stakes import Currency, Stakes, lead
from bots.levels import EXPERT, QUICK, STANDARD
from protocol.v1.bridge import SEATS, Call, Hand, Seat, Vulnerability

LAYOUTS = {QUICK: 12, STANDARD: 32, EXPERT: 64}
"""The number of layouts over which the candidates are bid out, by level."""
NODES = {QUICK: 0, STANDARD: 500_000, EXPERT: 1_200_000}
"""The number of positions that the solver may examine, by level; a million take about 0.4 seconds.

Contracts on further layouts are scored by an estimate of the tricks, and so are all without the solver.
"""
DRAWS = 150
"""The largest number of hands that are drawn for one seat of a layout."""
DOUBT = 1.0
"""The number of standard errors by which a call must be better than the first candidate to be made."""
FIT = 7
"""The least number of cards of both partners in a suit that is a candidate."""
LONGEST = 60
"""The number of calls after which an auction that is bid out counts as ended."""
GAMES = (bid(5, 0), bid(5, 1), bid(4, 2), bid(4, 3), bid(3, NOTRUMP))


@dataclass(frozen=True)
class CallQuestion:
    """The choice of a call. `candidates` are the calls to compare, the call of the rules first.

    `systems` are the names of the systems by which the calls of North, East, South and West are read.
    `currency` is the scoring of the table, and `parts` are the points below the line of North-South and
    East-West from earlier deals of a rubber.
    """

    systems: tuple[str, str, str, str]
    dealer: Seat
    vulnerability: Vulnerability
    calls: tuple[Call, ...]
    hand: Hand
    candidates: tuple[Call, ...]
    seed: str
    layouts: int
    nodes: int
    currency: Currency = "imps"
    parts: tuple[int, int] = (0, 0)

    @property
    def seat(self) -> Seat:
        """Return the seat that is to call."""
        return SEATS[(self.dealer + len(self.calls)) % 4]


@dataclass(frozen=True)
class Contract:
    """The contract in which an auction ends. `strain` is 0 (clubs) to 4 (notrumps)."""

    level: int
    strain: int
    declarer: Seat
    doubled: int


def best_call(question: CallQuestion) -> int:
    """Return the place of the best call among the candidates."""
    bidders = tuple(Bidder(SYSTEMS[name]) for name in question.systems)
    rng, left = Random(question.seed), question.nodes
    gains: list[list[float]] = [[] for _ in question.candidates]
    for _ in range(question.layouts):
        hands = imagined(question, bidders, rng)
        ends = [
            bid_out(bidders, hands, question.dealer, question.vulnerability, (*question.calls, call))
            for call in question.candidates
        ]
        points, cost = points_of(question, hands, ends, left)
        left -= cost
        for place, each in enumerate(points):
            gains[place].append(lead(each - points[0], question.currency))
    return _best(gains)


def _best(gains: Sequence[Sequence[float]]) -> int:
    """Return the place with the highest mean if it is clearly above 0, else 0."""
    place = max(range(len(gains)), key=lambda each: (sum(gains[each]), -each))
    number = len(gains[place])
    mean = sum(gains[place]) / number
    spread = sqrt(sum((each - mean) ** 2 for each in gains[place]) / max(1, number - 1) / number)
    return place if mean > DOUBT * spread else 0


def candidates(
    hand: Hand, partner: SeatConstraints, legal: Collection[Call], first: Call
) -> tuple[Call, ...]:
    """Return the calls to compare after an auction that no rule covers, `first` as the first of them.

    They are pass, double, and in notrumps and in each strain with a probable fit the cheapest bid and game.
    """
    facts = facts_of(hand)
    strains = [
        suit
        for suit in SUITS
        if facts.lengths[suit] + partner.ranges.shortest[suit] >= FIT or facts.lengths[suit] >= FIT - 1
    ]
    found = [first, Call.PASS, Call.DOUBLE]
    for strain in (*strains, NOTRUMP):
        bids = [call for call in legal if call.is_bid and STRAIN[call] == strain]
        cheapest = min(bids, key=LEVEL.__getitem__, default=None)
        if cheapest is not None:
            found += [cheapest, GAMES[strain]]
    return tuple(call for call in dict.fromkeys(found) if call in legal)


def imagined(question: CallQuestion, bidders: Sequence[Bidder], rng: Random) -> tuple[Hand, Hand, Hand, Hand]:
    """Return four hands, North's first, that fit the calls as well as a limited number of draws allows.

    The hands are drawn one after the other, that of the seat with the most decisive calls first.
    """
    told = {
        seat: bidders[seat].constraints(question.dealer, question.vulnerability, question.calls)[seat]
        for seat in SEATS
        if seat is not question.seat
    }
    own = {card.deck_index for card in question.hand}
    rest = [code for code in range(52) if code not in own]
    hands = {question.seat: question.hand}
    for seat in sorted(told, key=lambda seat: -_actions(told[seat])):
        drawn = _drawn(told[seat], rest, rng)
        hands[seat] = cards_of(held_codes(drawn))
        rest = [code for code in rest if code not in drawn]
    north, east, south, west = (hands[seat] for seat in SEATS)
    return north, east, south, west


def _actions(told: SeatConstraints) -> int:
    return sum(decision.call is not Call.PASS for decision in told.decisions)


def _drawn(told: SeatConstraints, rest: Sequence[int], rng: Random) -> frozenset[int]:
    """Return thirteen of the cards that fit a seat's calls, or those that fit best among all draws."""
    if len(rest) == 13:
        return frozenset(rest)
    best, most = rest[:13], -1.0
    for _ in range(DRAWS):
        codes = rng.sample(rest, 13)
        facts = HandFacts.from_masks(held_codes(codes))
        mark = told.agreement(facts) + told.ranges.contain(facts)
        if mark > most:
            best, most = codes, mark
        if mark >= 2.0:
            break
    return frozenset(best)


def bid_out(
    bidders: Sequence[Bidder],
    hands: Sequence[Hand],
    dealer: Seat,
    vulnerability: Vulnerability,
    calls: Sequence[Call],
) -> Contract | None:
    """Return the contract if all seats go on by the rules, None if the board is passed out."""
    made = list(calls)
    while not (len(made) >= 4 and made[-3:] == [Call.PASS] * 3) and len(made) < LONGEST:
        seat = SEATS[(dealer + len(made)) % 4]
        made.append(bidders[seat].call(hands[seat], dealer, vulnerability, made).call)
    return contract_of(dealer, made)


def contract_of(dealer: Seat, calls: Sequence[Call]) -> Contract | None:
    """Return the contract of an auction, None if there is no bid."""
    bids = [(turn, call) for turn, call in enumerate(calls) if call.is_bid]
    if not bids:
        return None
    last, standing = bids[-1]
    strain = STRAIN[standing]
    first = next(turn for turn, call in bids if turn % 2 == last % 2 and STRAIN[call] == strain)
    after = calls[last:]
    doubled = 4 if Call.REDOUBLE in after else 2 if Call.DOUBLE in after else 1
    return Contract(LEVEL[standing], strain, SEATS[(dealer + first) % 4], doubled)


def points_of(
    question: CallQuestion, hands: Sequence[Hand], ends: Sequence[Contract | None], nodes: int
) -> tuple[list[float], int]:
    """Return the points of the question's side in each contract, and the positions that the solver examined.

    All contracts on a layout are scored in the same way: double dummy while `nodes` are left, else by an
    estimate.
    """
    played = [end for end in ends if end is not None]
    tricks, cost = _solved(hands, played) if nodes > 0 else (None, 0)
    points = []
    for end in ends:
        if end is None:
            points.append(0.0)
            continue
        stakes = Stakes(
            end.level,
            end.strain,
            end.doubled,
            question.vulnerability.includes(end.declarer.side),
            question.currency,
            question.parts[end.declarer % 2],
        )
        theirs = end.declarer % 2 != question.seat % 2
        if tricks is None:
            worth = expected_points(stakes, expected_tricks(hands, end.strain, end.declarer))
        else:
            worth = float(stakes.points(tricks[end.strain, end.declarer]))
        points.append(-worth if theirs else worth)
    return points, cost


def _solved(
    hands: Sequence[Hand], ends: Sequence[Contract]
) -> tuple[dict[tuple[int, Seat], int] | None, int]:
    """Return declarer's tricks by strain and declarer, None without the solver, and the solver's work."""
    north, east, south, west = (held_codes(card.deck_index for card in hand) for hand in hands)
    cards: Hands = (north, east, south, west)
    found: dict[tuple[int, Seat], int] = {}
    cost = 0
    for strain in {end.strain for end in ends}:
        with ExitStack() as stack:
            try:
                solve = stack.enter_context(solving(None if strain == NOTRUMP else strain, best_only=True))
            except SolverMissing:
                return None, cost
            for declarer in {end.declarer for end in ends if end.strain == strain}:
                values, nodes = solve(cards, declarer.lho, ())
                found[strain, declarer] = 13 - max(tricks for _, tricks in values)
                cost += nodes
    return found, cost


SUIT_WEIGHTS = (0.05, 0.344, 0.64)
NOTRUMP_WEIGHTS = (-3.53, 0.492, 0.65)
SPREAD = {False: 1.05, True: 1.32}
"""The standard deviation of the tricks from their estimate, with trumps and in notrumps (True)."""


def expected_tricks(hands: Sequence[Hand], strain: int, declarer: Seat) -> float:
    """Return an estimate of declarer's double-dummy tricks, from the hands of declarer and dummy.

    With trumps it counts the support points and the trumps, in notrumps the high-card points and the stopped
    suits. The weights are fitted to double-dummy results of 265 random deals.
    """
    mine, dummy = facts_of(hands[declarer]), facts_of(hands[declarer.partner])
    if strain == NOTRUMP:
        base, point, stopper = NOTRUMP_WEIGHTS
        stopped = sum(mine.stops(suit) or dummy.stops(suit) for suit in SUITS)
        return base + point * (mine.hcp + dummy.hcp) + stopper * (stopped - 4)
    base, point, trump = SUIT_WEIGHTS
    trumps = mine.lengths[strain] + dummy.lengths[strain]
    return base + point * (mine.support(strain) + dummy.support(strain)) + trump * (trumps - 8)


@cache
def _chances(quarters: int, notrump: bool) -> tuple[float, ...]:
    """Return the chances of 0 to 13 tricks if a quarter of `quarters` tricks is expected."""
    limits = [
        0.5 * (1 + erf((tricks - 0.5 - quarters / 4) / SPREAD[notrump] / sqrt(2))) for tricks in range(1, 14)
    ]
    return tuple(high - low for low, high in zip((0.0, *limits), (*limits, 1.0), strict=True))


def expected_points(stakes: Stakes, tricks: float) -> float:
    """Return the mean of the points of declarer's side if this number of tricks is expected."""
    chances = _chances(round(4 * tricks), stakes.strain == NOTRUMP)
    return sum(chance * stakes.points(each) for each, chance in enumerate(chances) if chance > 1e-4)
