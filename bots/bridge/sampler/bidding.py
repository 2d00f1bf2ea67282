"""The choice of a call when no bidding rule applies: auctions are finished on imagined hands and compared.

The arguments of the search for a call are frozen plain values, so that a worker process can run the search.
The search for a call is limited by a number of layouts and of solved positions, not by time, so that the same
seed gives the same call on every machine.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from math import sqrt
from random import Random

from bots.bridge.bidding.bidder import Bidder, SeatConstraints
from bots.bridge.bidding.hand_facts import NOTRUMP, SUITS, HandFacts, facts_of
from bots.bridge.bidding.rules import LEVEL, STRAIN, bid
from bots.bridge.bidding.system import SYSTEMS
from bots.bridge.sampler.bits import Hands, cards_of, held_codes, number_of
from bots.bridge.sampler.solver import SolverMissing, solving
from bots.bridge.sampler.stakes import Currency, Stakes, chances, lead
from bots.levels import EXPERT, QUICK, STANDARD
from protocol.rules.bridge.auction import caller, contract, is_over
from protocol.v1.bridge import SEATS, Call, Contract, Hand, Seat, Strain, Vulnerability

LAYOUTS = {QUICK: 12, STANDARD: 32, EXPERT: 64}
"""For each level of the robot, the number of imagined deals on which the candidate calls are compared."""
NODES = {QUICK: 0, STANDARD: 500_000, EXPERT: 1_200_000}
"""For each level of the robot, the number of positions that the double-dummy solver may examine to choose a
call; a million positions take about 0.4 seconds.

Once the solver has reached its limit of positions, or if it is missing, contracts are scored by an estimate
of their tricks.
"""
DRAWS = 150
"""The largest number of random hands that are tried for one seat of an imagined deal."""
ANEW = 10
"""The largest number of times that all hands of an imagined deal are drawn."""
HANDS = 300
"""The mean number of random hands for an imagined deal from which on no deal of a question is drawn anew."""
FITS = 2.0
"""The mark of a hand that fits each call of its seat."""
DOUBT = 1.0
"""A call replaces the first candidate only if its mean gain is more than this number of standard errors."""
FIT = 7
"""The number of cards in a suit, in both partners' hands together, that makes bids of the suit candidates."""
LONGEST = 60
"""The number of calls after which an imagined auction counts as ended."""
GAMES = (bid(5, 0), bid(5, 1), bid(4, 2), bid(4, 3), bid(3, NOTRUMP))


@dataclass(frozen=True)
class CallQuestion:
    """The data for a search for the best call: auction, hand, candidate calls and the limits of the search.

    `candidates` are the calls to compare; the first is the call that the bidder makes without a search.

    `systems` are the names of the bidding systems by which the calls of North-South and of East-West are made
    and interpreted. `currency` tells how the table scores, and `parts` are the points below the line of
    North-South and East-West from earlier deals of a rubber.
    """

    systems: tuple[str, str]
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
        return caller(self.dealer, self.calls)


def best_call(question: CallQuestion) -> int:
    """Return the index of the best call in the question's list of candidate calls."""
    bidder = Bidder(*(SYSTEMS[name] for name in question.systems))
    rng = Random(question.seed)
    left = question.nodes
    gains: list[list[float]] = [[] for _ in question.candidates]
    for hands in imagined(question, bidder, rng):
        ends = [
            bid_out(bidder, hands, question.dealer, question.vulnerability, (*question.calls, call))
            for call in question.candidates
        ]
        points, cost = points_of(question, hands, ends, left)
        left -= cost
        for place, each in enumerate(points):
            gains[place].append(lead(each - points[0], question.currency))
    return _best(gains)


def _best(gains: Sequence[Sequence[float]]) -> int:
    """Return the index of the call with the highest mean gain over the first call, or 0 for no clear gain."""
    place = max(range(len(gains)), key=lambda each: (sum(gains[each]), -each))
    number = len(gains[place])
    mean = sum(gains[place]) / number
    spread = sqrt(sum((each - mean) ** 2 for each in gains[place]) / max(1, number - 1) / number)
    return place if mean > DOUBT * spread else 0


def candidates(
    hand: Hand, partner: SeatConstraints, legal: Collection[Call], first: Call
) -> tuple[Call, ...]:
    """Return the calls to compare if no bidding rule covers the auction, with the call `first` in front.

    The compared calls are pass, double, and the cheapest bid and the game bid in notrumps and in each suit
    with a probable fit.
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


def imagined(question: CallQuestion, bidder: Bidder, rng: Random) -> Iterator[tuple[Hand, Hand, Hand, Hand]]:
    """Yield the imagined deals of a question: hands that fit the auction as well as limited draws allow.

    A deal that does not fit is drawn anew, at most `ANEW` times, until the deals have taken `HANDS` random
    hands each, on average. For most auctions 20 to 90 are enough; where hardly any hands fit the calls, all
    draws would take ten seconds.
    """
    left = HANDS * question.layouts
    for _ in range(question.layouts):
        hands, drawn = _imagined(question, bidder, rng, ANEW if left > 0 else 1)
        left -= drawn
        yield hands


def _imagined(
    question: CallQuestion, bidder: Bidder, rng: Random, limit: int
) -> tuple[tuple[Hand, Hand, Hand, Hand], int]:
    """Return four random hands, North's first, and the number of hands that were drawn for them.

    The hands are drawn one after the other, first for the seat with the most calls other than pass. The last
    hand consists of the cards that are left. If it does not fit the calls of its seat, all hands are drawn
    anew, up to the limit.
    """
    constraints = bidder.constraints(question.dealer, question.vulnerability, question.calls)
    told = {seat: constraints[seat] for seat in SEATS if seat is not question.seat}
    order = sorted(told, key=lambda seat: -_actions(told[seat]))
    own = {card.deck_index for card in question.hand}
    unseen = [code for code in range(52) if code not in own]
    best: dict[Seat, frozenset[int]] = {}
    most, total = -1.0, 0
    for _ in range(limit):
        rest, drawn, marks = unseen, dict[Seat, frozenset[int]](), 0.0
        for seat in order:
            drawn[seat], mark, number = _drawn(told[seat], rest, rng)
            total += number
            rest = [code for code in rest if code not in drawn[seat]]
            marks += mark
        if marks > most:
            best, most = drawn, marks
        if marks >= FITS * len(order):
            break
    hands = {seat: cards_of(held_codes(codes)) for seat, codes in best.items()}
    hands[question.seat] = question.hand
    north, east, south, west = (hands[seat] for seat in SEATS)
    return (north, east, south, west), total


def _actions(told: SeatConstraints) -> int:
    return sum(decision.call is not Call.PASS for decision in told.decisions)


def _drawn(told: SeatConstraints, rest: Sequence[int], rng: Random) -> tuple[frozenset[int], float, int]:
    """Draw random hands of thirteen cards until one fits a seat's calls.

    Return the best hand, its mark, and the number of hands drawn. If there are only thirteen cards, they are
    the hand.
    """
    best, most, number = rest[:13], -1.0, 0
    for _ in range(1 if len(rest) == 13 else DRAWS):
        number += 1
        codes = rng.sample(rest, 13)
        facts = HandFacts.from_masks(held_codes(codes))
        mark = told.agreement(facts) + told.ranges.contain(facts)
        if mark > most:
            best, most = codes, mark
        if mark >= FITS:
            break
    return frozenset(best), most, number


def bid_out(
    bidder: Bidder,
    hands: Sequence[Hand],
    dealer: Seat,
    vulnerability: Vulnerability,
    calls: Sequence[Call],
) -> Contract | None:
    """Finish an auction by the bidding rules; return the contract, or None if all players pass."""
    made = tuple(calls)
    while not is_over(made) and len(made) < LONGEST:
        seat = caller(dealer, made)
        made = (*made, bidder.call(hands[seat], dealer, vulnerability, made).call)
    return contract(dealer, made)


def points_of(
    question: CallQuestion, hands: Sequence[Hand], ends: Sequence[Contract | None], nodes: int
) -> tuple[list[float], int]:
    """Return the score of the calling side in each contract, and the number of positions that were examined.

    All contracts on one layout are scored in the same way: by the double-dummy solver if `nodes`, the number
    of positions that it may still examine, is above 0, else by an estimate.
    """
    played = [end for end in ends if end is not None]
    tricks, cost = _solved(hands, played) if nodes > 0 else (None, 0)
    points = []
    for end in ends:
        if end is None:
            points.append(0.0)
            continue
        stakes = Stakes(
            end,
            question.vulnerability.includes(end.declarer.side),
            question.currency,
            question.parts[end.declarer % 2],
        )
        theirs = end.declarer % 2 != question.seat % 2
        if tricks is None:
            worth = expected_points(stakes, expected_tricks(hands, _number(end), end.declarer))
        else:
            worth = float(stakes.points(tricks[_number(end), end.declarer]))
        points.append(-worth if theirs else worth)
    return points, cost


def _number(contract: Contract) -> int:
    """Return the number of the strain of a contract, from 0 (clubs) to 4 (notrumps)."""
    suit = number_of(contract.strain.trumps)
    return NOTRUMP if suit is None else suit


def _solved(
    hands: Sequence[Hand], ends: Sequence[Contract]
) -> tuple[dict[tuple[int, Seat], int] | None, int]:
    """Return declarer's tricks by strain and declarer, and the number of solved positions.

    The tricks are None if no double-dummy solver is installed.
    """
    north, east, south, west = (held_codes(card.deck_index for card in hand) for hand in hands)
    cards: Hands = (north, east, south, west)
    found: dict[tuple[int, Seat], int] = {}
    cost = 0
    for strain in sorted({_number(end) for end in ends}):
        with ExitStack() as stack:
            try:
                solve = stack.enter_context(solving(None if strain == NOTRUMP else strain, best_only=True))
            except SolverMissing:
                return None, cost
            for declarer in {end.declarer for end in ends if _number(end) == strain}:
                values, nodes = solve(cards, declarer.lho, ())
                found[strain, declarer] = 13 - max(tricks for _, tricks in values)
                cost += nodes
    return found, cost


SUIT_WEIGHTS = (0.05, 0.344, 0.64)
NOTRUMP_WEIGHTS = (-3.53, 0.492, 0.65)
SPREAD = {False: 1.05, True: 1.32}
"""The standard deviation of declarer's tricks from their estimate: under False with trumps, under True in
notrumps.
"""


def expected_tricks(hands: Sequence[Hand], strain: int, declarer: Seat) -> float:
    """Return an estimate of declarer's double-dummy tricks, from the hands of declarer and dummy.

    With trumps the estimate counts the support points and the trumps of both hands, in notrumps the high-card
    points and the stopped suits. The weights of the estimate are fitted to the double-dummy results of 265
    random deals.
    """
    mine, dummy = facts_of(hands[declarer]), facts_of(hands[declarer.partner])
    if strain == NOTRUMP:
        base, point, stopper = NOTRUMP_WEIGHTS
        stopped = sum(mine.stops(suit) or dummy.stops(suit) for suit in SUITS)
        return base + point * (mine.hcp + dummy.hcp) + stopper * (stopped - 4)
    base, point, trump = SUIT_WEIGHTS
    trumps = mine.lengths[strain] + dummy.lengths[strain]
    return base + point * (mine.support(strain) + dummy.support(strain)) + trump * (trumps - 8)


def expected_points(stakes: Stakes, tricks: float) -> float:
    """Return the mean score of declarer's side in points if declarer takes `tricks` tricks on average."""
    spread = SPREAD[stakes.contract.strain is Strain.NOTRUMP]
    each = enumerate(chances(tricks, spread))
    return sum(chance * stakes.points(number) for number, chance in each if chance > 1e-4)
