"""The search for the best card: layouts of the hidden cards are drawn, and each is solved double dummy.

The arguments of the search for a card are frozen plain values, so that a worker process can run the search.
The search for a card is limited by the number of positions that the solver examines and not by time, so that
the same seed gives the same card on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random

from bots.bridge.bidding.bidder import Bidder, SeatConstraints
from bots.bridge.bidding.system import SYSTEMS
from bots.bridge.sampler.bits import Held
from bots.bridge.sampler.carding import Carding
from bots.bridge.sampler.effort import Effort
from bots.bridge.sampler.evidence import AGREED, GUESSED, Evidence, Played, Trust
from bots.bridge.sampler.layouts import Hidden, layouts
from bots.bridge.sampler.opening import Auctioned
from bots.bridge.sampler.solver import SolverMissing, solving
from bots.bridge.sampler.stakes import Stakes
from protocol.v1.bridge import Call, Seat, Vulnerability

CALL_COST = 400
"""The fixed cost of solving one layout, counted in examined positions."""
FIRST_LOOK = 8
"""After each group of this number of layouts, the search ends if one card is clearly best."""
CLEAR = 3.0
"""A card is clearly best if it is better than each other card by more than this number of standard errors."""
EQUAL = 1e-6


@dataclass(frozen=True)
class Reading:
    """The name of the bidding system by which the calls of one side are interpreted.

    `agreed` is False for a side that perhaps bids by another system.
    """

    system: str
    agreed: bool


@dataclass(frozen=True)
class Bidding:
    """The auction, and the systems by which the calls of North-South and East-West are interpreted."""

    dealer: Seat
    vulnerability: Vulnerability
    calls: tuple[Call, ...]
    readings: tuple[Reading, Reading]

    def constraints(self) -> tuple[SeatConstraints, ...]:
        """Return, for each of the four hands, the limits that the calls set to it."""
        bidder = Bidder(*(SYSTEMS[reading.system] for reading in self.readings))
        return bidder.constraints(self.dealer, self.vulnerability, self.calls)

    def trusts(self) -> tuple[Trust, Trust, Trust, Trust]:
        """Return, for each of the four players, the trust that the player follows the supposed system."""
        north, east = (AGREED if reading.agreed else GUESSED for reading in self.readings)
        return north, east, north, east


@dataclass(frozen=True)
class CardQuestion:
    """The data for a search for the best card: auction, play, candidate cards and the limits of the search.

    `turn` is the seat that plays the card, and `me` the seat of the player that chooses the card. `leader` is
    the seat that led to the current trick, and `trick` are the cards of that trick. `won` is the number of
    tricks that declarer's side has won. `merits` are the candidate cards, one of each group of equal cards,
    with the scores that the rules give them; these scores weigh as much as `prior` solved layouts.
    """

    hidden: Hidden
    plays: tuple[tuple[int, int], ...]
    bidding: Bidding
    auctioned: Auctioned
    carding: Carding
    stakes: Stakes
    declarer: int
    me: int
    turn: int
    leader: int
    trick: tuple[int, ...]
    won: int
    merits: tuple[tuple[int, float], ...]
    prior: float
    effort: Effort
    seed: str


@dataclass(frozen=True)
class Found:
    """The result of a search for a card: the equally good best cards, and the number of solved layouts."""

    best: tuple[int, ...]
    solved: int
    values: tuple[float, ...]


def best_cards(question: CardQuestion) -> Found | None:
    """Return the result of the search for the best card, or None if the double-dummy solver is missing."""
    try:
        return _search(question)
    except SolverMissing:
        return None


def _search(question: CardQuestion) -> Found:
    constraints = question.bidding.constraints()
    hidden, trumps = question.hidden, question.auctioned.trumps
    seats = tuple(seat for seat in range(4) if hidden.rooms[seat])
    evidence = Evidence(
        constraints,
        Played(
            question.plays,
            seats,
            question.declarer,
            trumps,
            question.auctioned,
            question.carding,
            hidden.known,
            question.bidding.trusts(),
        ),
    )
    drawn = layouts(
        hidden,
        [constraint.ranges for constraint in constraints],
        evidence.weigh,
        question.effort.layouts,
        Random(question.seed),
    )
    table = _Table(question)
    spent = 0
    with solving(trumps) as solve:
        for number, (hands, weight) in enumerate(drawn, 1):
            values, nodes = solve(hands, question.leader, question.trick)
            table.add(dict(values), weight)
            spent += nodes + CALL_COST
            if spent >= question.effort.nodes or (number % FIRST_LOOK == 0 and table.is_clear()):
                break
    return table.found()


class _Table:
    """The values of the candidate cards in each solved layout, with the weights of the layouts."""

    def __init__(self, question: CardQuestion) -> None:
        self._question = question
        self._codes = [code for code, _ in question.merits]
        self._ours = (question.me - question.declarer) % 2 == 0
        self._mine = (question.turn - question.declarer) % 2 == 0
        self._left = 13 - len(question.plays) // 4
        self._values: list[list[float]] = []
        self._weights: list[float] = []

    def add(self, tricks: dict[int, int], weight: float) -> None:
        """Add a solved layout: for each legal card, the tricks that the side to play takes with this card."""
        question = self._question
        declarers = [
            question.won + (tricks[code] if self._mine else self._left - tricks[code]) for code in self._codes
        ]
        worth = question.stakes.compared(declarers)
        self._values.append(worth if self._ours else [-each for each in worth])
        self._weights.append(weight)

    def means(self) -> list[float]:
        """Return the mean value of each candidate card over the solved layouts.

        In the mean value of a card, the score that the rules give the card weighs as much as some solved
        layouts.
        """
        question, total = self._question, sum(self._weights)
        prior = question.prior * total / len(self._weights)
        return [
            (
                sum(weight * row[place] for weight, row in zip(self._weights, self._values, strict=True))
                + prior * merit
            )
            / (total + prior)
            for place, (_, merit) in enumerate(question.merits)
        ]

    def is_clear(self) -> bool:
        """Return True if one candidate card is clearly best."""
        means = self.means()
        lead, *others = sorted(range(len(means)), key=lambda place: -means[place])
        return all(self._apart(lead, other) > CLEAR for other in others)

    def _apart(self, one: int, other: int) -> float:
        """Return the difference between the values of two candidate cards, in standard errors."""
        total = sum(self._weights)
        differences = [row[one] - row[other] for row in self._values]
        mean = sum(w * each for w, each in zip(self._weights, differences, strict=True)) / total
        squares = sum(w * (each - mean) ** 2 for w, each in zip(self._weights, differences, strict=True))
        error = sqrt((squares / total + 0.25) / len(differences))
        return mean / error

    def found(self) -> Found:
        means = self.means()
        most = max(means)
        best = tuple(place for place, mean in enumerate(means) if mean >= most - EQUAL)
        return Found(best, len(self._values), tuple(means))


def equal_groups(codes: Sequence[int], others: Held) -> list[tuple[int, ...]]:
    """Return groups of cards of one hand that are equal, because no card of `others` lies between them.

    `others` are the unplayed cards of all other hands and the cards of the current trick.
    """
    groups: list[list[int]] = []
    for code in sorted(codes):
        last = groups[-1][-1] if groups else None
        if (
            last is None
            or last // 13 != code // 13
            or others[code // 13] & ((1 << code % 13) - (1 << last % 13 + 1))
        ):
            groups.append([])
        groups[-1].append(code)
    return [tuple(group) for group in groups]
