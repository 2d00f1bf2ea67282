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
from bots.bridge.sampler.bits import Hands, Held, without_card
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
DRAW_COST = 5_000
"""The cost of drawing one layout before the opening lead, counted in examined positions."""
FIRST_LOOK = 8
"""After each group of this number of layouts, the search ends if one card is clearly best."""
CLEAR = 3.0
"""A card is clearly best if it is better than each other card by more than this number of standard errors."""
BEHIND = 1.7
"""A card drops out of the search for an opening lead if it is worse by more standard errors than this."""
SLIPS = ((-1, 0.2), (0, 0.6), (1, 0.2))
"""The supposed shares of boards on which declarer wins a trick less than double dummy, as many, and one more.

They count for an opening lead, because the players after it do not see all cards. With them a lead that gives
a trick away costs something, too, where the contract does not depend on this trick double dummy.
"""
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
    return _searched_card(question) if question.plays else _searched_lead(question)


def _drawn(question: CardQuestion) -> list[tuple[Hands, float]]:
    constraints = question.bidding.constraints()
    hidden = question.hidden
    seats = tuple(seat for seat in range(4) if hidden.rooms[seat])
    evidence = Evidence(
        constraints,
        Played(
            question.plays,
            seats,
            question.declarer,
            question.auctioned.trumps,
            question.auctioned,
            question.carding,
            hidden.known,
            question.bidding.trusts(),
        ),
    )
    return layouts(
        hidden,
        [constraint.ranges for constraint in constraints],
        evidence.weigh,
        question.effort.layouts,
        Random(question.seed),
    )


def _searched_lead(question: CardQuestion) -> Found:
    """Search for the best opening lead, in a race: leads that are clearly behind are not solved any more.

    All leads together are solved until the first look. After that each lead that is left is laid on the table
    and its best answer is solved, which costs much less for a few leads.
    """
    drawn = _drawn(question)
    race = _Race(question)
    spent, trumps = DRAW_COST * len(drawn), question.auctioned.trumps
    with solving(trumps) as solve:
        for hands, weight in drawn[:FIRST_LOOK]:
            values, nodes = solve(hands, question.leader, ())
            race.add({code: 13 - tricks for code, tricks in values}, weight)
            spent += nodes + CALL_COST
            if spent >= question.effort.nodes:
                return race.found()
    race.drop()
    with solving(trumps, best_only=True) as solve:
        for number, (hands, weight) in enumerate(drawn[FIRST_LOOK:], FIRST_LOOK + 1):
            if spent >= question.effort.nodes or len(race.running) == 1:
                break
            declarers: dict[int, int] = {}
            for code in race.running:
                north, east, south, west = (
                    without_card(hand, code) if seat == question.leader else hand
                    for seat, hand in enumerate(hands)
                )
                values, nodes = solve((north, east, south, west), question.leader, (code,))
                declarers[code] = max(tricks for _, tricks in values)
                spent += nodes + CALL_COST
            race.add(declarers, weight)
            if number % FIRST_LOOK == 0:
                race.drop()
    return race.found()


def _searched_card(question: CardQuestion) -> Found:
    drawn = _drawn(question)
    table = _Table(question)
    spent = 0
    with solving(question.auctioned.trumps) as solve:
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
        return _errors([row[one] - row[other] for row in self._values], self._weights)

    def found(self) -> Found:
        means = self.means()
        most = max(means)
        best = tuple(place for place, mean in enumerate(means) if mean >= most - EQUAL)
        return Found(best, len(self._values), tuple(means))


class _Race:
    """The opening leads that are still compared, and declarer's tricks after them in each solved layout."""

    def __init__(self, question: CardQuestion) -> None:
        self._question = question
        self._merits = dict(question.merits)
        self._last = dict.fromkeys(self._merits, 0.0)
        self._solved: list[tuple[dict[int, int], float]] = []
        self.running = list(self._merits)

    def add(self, declarers: dict[int, int], weight: float) -> None:
        """Add a solved layout: declarer's tricks after each of the leads that are still compared."""
        self._solved.append((declarers, weight))

    def drop(self) -> None:
        """Drop the leads that are clearly behind the best one."""
        rows, means = self._rows(), self._means()
        best = max(self.running, key=lambda code: means[code])
        behind = [code for code in self.running if self._apart(rows, best, code) > BEHIND]
        self.running = [code for code in self.running if code == best or code not in behind]

    def found(self) -> Found:
        means = self._means()
        most = max(means[code] for code in self.running)
        codes = list(self._merits)
        best = tuple(
            place for place, code in enumerate(codes) if code in self.running and means[code] >= most - EQUAL
        )
        return Found(best, len(self._solved), tuple(means[code] for code in codes))

    def _rows(self) -> list[dict[int, float]]:
        """Return the values of the leads that are still compared for the defenders, in each solved layout."""
        return [self._worth([declarers[code] for code in self.running]) for declarers, _ in self._solved]

    def _worth(self, declarers: Sequence[int]) -> dict[int, float]:
        worth = dict.fromkeys(self.running, 0.0)
        for slip, share in SLIPS:
            tricks = [min(13, max(0, each + slip)) for each in declarers]
            for code, value in zip(self.running, self._question.stakes.compared(tricks), strict=True):
                worth[code] -= share * value
        return worth

    def _means(self) -> dict[int, float]:
        """Return the mean value of each lead with its score by rules; of a dropped lead, the last mean."""
        question, rows = self._question, self._rows()
        total = sum(weight for _, weight in self._solved)
        prior = question.prior * total / len(rows)
        for code in self.running:
            value = sum(weight * row[code] for row, (_, weight) in zip(rows, self._solved, strict=True))
            self._last[code] = (value + prior * self._merits[code]) / (total + prior)
        return self._last

    def _apart(self, rows: Sequence[dict[int, float]], one: int, other: int) -> float:
        """Return the difference between the values of two leads, in standard errors."""
        differences = [row[one] - row[other] for row in rows]
        return _errors(differences, [weight for _, weight in self._solved])


def _errors(differences: Sequence[float], weights: Sequence[float]) -> float:
    """Return the weighted mean of some differences, in standard errors."""
    total = sum(weights)
    mean = sum(w * each for w, each in zip(weights, differences, strict=True)) / total
    squares = sum(w * (each - mean) ** 2 for w, each in zip(weights, differences, strict=True))
    return mean / sqrt((squares / total + 0.25) / len(differences))


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
