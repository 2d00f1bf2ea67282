"""Layouts of the hidden cards, drawn by what the calls and the played cards tell about each hand.

A chain of card swaps between the hidden hands visits each layout in proportion to its likelihood, given the
calls and the played cards. Suit lengths and high-card points outside the ranges that the calls showed are
tested first, because this test costs little. No layout is impossible because a player has made a strange
call: such a layout is only less likely. Near the end of the play few layouts are possible, and each of them
is weighed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb, exp
from random import Random

from bots.bridge.bidding.promises import Ranges
from bots.bridge.sampler.bits import SUITS, VALUES, Hands, Held, held_codes

MOST_LISTED = 400
"""The number of possible layouts up to which each one is weighed; of more layouts, some are drawn at random.
"""
SWAPS, BETWEEN, BEGINNING = 4, 8, 150
"""The number of card swaps in one step of a chain of layouts, of steps from one drawn layout to the next, and
of steps before the first drawn layout.
"""
OUTSIDE = 1.0
LENGTH_DOUBT, POINT_DOUBT, VOID_DOUBT = 1.2, 0.8, 30.0
"""The penalties (as logarithms of likelihood) of a hand outside the ranges of its calls: one for being
outside, one for each card and point beyond the range, and one for each card of a suit in which the hand has
shown out.
"""


@dataclass(frozen=True)
class Hidden:
    """All that a player knows about the hidden cards.

    `known` are the unplayed cards that the player sees in each hand. `cards` are the hidden cards, `rooms` is
    the number of hidden cards in each hand, and `voids` are the suits in which each hand has shown out.
    `played` are the cards that each hand has played.
    """

    known: Hands
    cards: tuple[int, ...]
    rooms: tuple[int, int, int, int]
    voids: tuple[frozenset[int], ...]
    played: Hands


Weigh = Callable[[Hands], float]
"""A function from four hands of unplayed cards to the logarithm of how well they fit the calls and the played
cards.
"""


def layouts(
    hidden: Hidden, ranges: Sequence[Ranges], weigh: Weigh, number: int, rng: Random
) -> list[tuple[Hands, float]]:
    """Return at most `number` different layouts of the hidden cards in random order, each with its weight."""
    doubts = _Doubts(hidden, ranges)
    seats = [seat for seat, room in enumerate(hidden.rooms) if room]
    if not seats:
        return [(hidden.known, 1.0)]
    if len(seats) == 1:
        return [(_with(hidden, {seats[0]: hidden.cards}), 1.0)]
    if len(seats) == 2 and comb(len(hidden.cards), hidden.rooms[seats[0]]) <= MOST_LISTED:
        drawn = _listed(hidden, doubts, seats)
        return _chosen(drawn, [doubts.of(hands) + weigh(hands) for hands in drawn], number, rng)
    return _walked(hidden, doubts, weigh, seats, number, rng)


def _chosen(
    drawn: Sequence[Hands], weights: Sequence[float], number: int, rng: Random
) -> list[tuple[Hands, float]]:
    """Choose layouts at random, each about as often as its share of the total weight.

    If there are at most `number` layouts and all are different, all are chosen.
    """
    most = max(weights)
    shares = [exp(max(-60.0, weight - most)) for weight in weights]
    step = sum(shares) / number
    counts: dict[Hands, float] = {}
    if len(drawn) <= number and len(set(drawn)) == len(drawn):
        chosen = list(zip(drawn, shares, strict=True))
        rng.shuffle(chosen)
        return chosen
    bound, below = rng.random() * step, 0.0
    for hands, share in zip(drawn, shares, strict=True):
        below += share
        while bound < below:
            counts[hands] = counts.get(hands, 0.0) + 1.0
            bound += step
    chosen = list(counts.items())
    rng.shuffle(chosen)
    return chosen


class _Doubts:
    """The doubts about each hidden hand: how likely its suit lengths and its high-card points are.

    `lengths[seat][suit][n]` is the logarithm of the likelihood of `n` unplayed cards in a suit, and
    `points[seat][n]` that of `n` unplayed high-card points.
    """

    def __init__(self, hidden: Hidden, ranges: Sequence[Ranges]) -> None:
        self._hidden = hidden
        self.lengths: list[list[list[float]]] = []
        self.points: list[list[float]] = []
        for seat in range(4):
            shown, played = ranges[seat], hidden.played[seat]
            self.lengths.append(
                [
                    [
                        -_doubt(
                            LENGTH_DOUBT,
                            left + played[suit].bit_count(),
                            shown.shortest[suit],
                            shown.longest[suit],
                        )
                        - VOID_DOUBT * left * (suit in hidden.voids[seat])
                        for left in range(14)
                    ]
                    for suit in SUITS
                ]
            )
            spent = points_in(played)
            self.points.append(
                [-_doubt(POINT_DOUBT, left + spent, shown.hcp_low, shown.hcp_high) for left in range(41)]
            )

    def of(self, hands: Hands) -> float:
        """Return the sum of the doubts (logarithms of likelihood) about the hidden hands in `hands`."""
        found = 0.0
        for seat, room in enumerate(self._hidden.rooms):
            if room:
                hand = hands[seat]
                found += self.points[seat][points_in(hand)]
                found += sum(self.lengths[seat][suit][hand[suit].bit_count()] for suit in SUITS)
        return found


def points_in(hand: Held) -> int:
    """Return the high-card points of a hand."""
    return sum(
        4 * (mask >> 12 & 1) + 3 * (mask >> 11 & 1) + 2 * (mask >> 10 & 1) + (mask >> 9 & 1) for mask in hand
    )


def _doubt(each: float, value: int, low: int, high: int) -> float:
    """Return a penalty that grows with the distance of `value` from the range `low` to `high`.

    `each` is the penalty for each step of the distance.
    """
    apart = low - value if value < low else max(0, value - max(low, high))
    return OUTSIDE + each * apart if apart else 0.0


def _listed(hidden: Hidden, doubts: _Doubts, seats: Sequence[int]) -> list[Hands]:
    """Return all layouts in which each hand is void in the suits in which it has shown out."""
    one, other = seats
    found = []
    for cards in combinations(hidden.cards, hidden.rooms[one]):
        rest = tuple(card for card in hidden.cards if card not in cards)
        if _follows(cards, hidden.voids[one]) and _follows(rest, hidden.voids[other]):
            found.append(_with(hidden, {one: cards, other: rest}))
    # A revoke can leave no layout that fits.
    return found or [_with(hidden, _dealt(hidden, seats))]


def _follows(cards: Sequence[int], voids: frozenset[int]) -> bool:
    return not any(card // 13 in voids for card in cards)


def _dealt(hidden: Hidden, seats: Sequence[int]) -> dict[int, tuple[int, ...]]:
    begun, dealt = 0, {}
    for seat in seats:
        dealt[seat] = hidden.cards[begun : begun + hidden.rooms[seat]]
        begun += hidden.rooms[seat]
    return dealt


def _with(hidden: Hidden, cards: dict[int, tuple[int, ...]]) -> Hands:
    north, east, south, west = (
        held_codes(cards[seat]) if seat in cards else hidden.known[seat] for seat in range(4)
    )
    return north, east, south, west


def _walked(
    hidden: Hidden, doubts: _Doubts, weigh: Weigh, seats: Sequence[int], number: int, rng: Random
) -> list[tuple[Hands, float]]:
    """Return layouts from a chain of random swaps, after enough swaps to forget its first layout.

    The weight of a layout is the number of times that the chain has visited it.
    """
    mixed = list(hidden.cards)
    rng.shuffle(mixed)
    begun, cards = 0, {}
    for seat in seats:
        cards[seat] = mixed[begun : begun + hidden.rooms[seat]]
        begun += hidden.rooms[seat]
    chain = _Chain(hidden, cards, doubts, weigh, rng)
    chain.begin(len(mixed))
    visits: dict[Hands, float] = {}
    for _ in range(number):
        for _ in range(BETWEEN):
            chain.step()
        visits[chain.hands] = visits.get(chain.hands, 0.0) + 1.0
    found = list(visits.items())
    rng.shuffle(found)
    fitting = [(hands, weight) for hands, weight in found if not _revokes(hidden, hands)]
    return fitting or found


def _revokes(hidden: Hidden, hands: Hands) -> bool:
    return any(hands[seat][suit] for seat in range(4) if hidden.rooms[seat] for suit in hidden.voids[seat])


class _Chain:
    """A chain of possible layouts of the hidden cards: each step swaps cards of two hidden hands.

    A single swap is accepted or rejected by the doubts about lengths and points, which are quickly computed
    (Metropolis sampling). After some swaps the full weight of the layout decides if these swaps stay or are
    all taken back (Christen and Fox's delayed acceptance). The chain visits each layout in proportion to its
    full likelihood.
    """

    def __init__(
        self, hidden: Hidden, cards: dict[int, list[int]], doubts: _Doubts, weigh: Weigh, rng: Random
    ) -> None:
        self._hidden = hidden
        self.cards = cards
        self._random = rng.random
        self._doubts = doubts
        self._weigh = weigh
        self._lengths = {
            seat: [mask.bit_count() for mask in held_codes(each)] for seat, each in cards.items()
        }
        self._points = {seat: points_in(held_codes(each)) for seat, each in cards.items()}
        seats = list(cards)
        self._pairs = [(a, b) for at, a in enumerate(seats) for b in seats[at + 1 :]]
        self.hands = _with(hidden, {seat: tuple(each) for seat, each in cards.items()})
        self._weight = 0.0

    def begin(self, cards: int) -> None:
        """Swap cards so often that the layout fits the calls and cards about as well as most layouts can."""
        for one, other in 3 * self._pairs:
            self._swap(one, other, 12 * cards // len(self._pairs), self._random)
        self.hands = _with(self._hidden, {seat: tuple(each) for seat, each in self.cards.items()})
        self._weight = self._weigh(self.hands)
        for _ in range(BEGINNING):
            self.step()

    def step(self) -> None:
        """Swap some cards of two hidden hands; perhaps undo the swaps if they make the layout less likely."""
        random = self._random
        one, other = self._pairs[int(random() * len(self._pairs))]
        kept = [
            (seat, self.cards[seat][:], self._lengths[seat][:], self._points[seat]) for seat in (one, other)
        ]
        self._swap(one, other, SWAPS, random)
        hands = _with(self._hidden, {seat: tuple(each) for seat, each in self.cards.items()})
        if hands == self.hands:
            return
        weight = self._weigh(hands)
        if weight >= self._weight or random() < exp(weight - self._weight):
            self.hands, self._weight = hands, weight
            return
        for seat, cards, lengths, points in kept:
            self.cards[seat], self._lengths[seat], self._points[seat] = cards, lengths, points

    def _swap(self, one: int, other: int, steps: int, random: Callable[[], float]) -> None:
        mine, theirs = self.cards[one], self.cards[other]
        lengths, others = self._lengths[one], self._lengths[other]
        by_length, by_others = self._doubts.lengths[one], self._doubts.lengths[other]
        by_points, by_other_points = self._doubts.points[one], self._doubts.points[other]
        points, other_points = self._points[one], self._points[other]
        many, more = len(mine), len(theirs)
        for _ in range(steps):
            at, to = int(random() * many), int(random() * more)
            a, b = mine[at], theirs[to]
            suit, into = a // 13, b // 13
            change = 0.0
            if suit != into:
                n, m, k, j = lengths[suit], lengths[into], others[suit], others[into]
                change = (
                    by_length[suit][n - 1]
                    - by_length[suit][n]
                    + by_length[into][m + 1]
                    - by_length[into][m]
                    + by_others[suit][k + 1]
                    - by_others[suit][k]
                    + by_others[into][j - 1]
                    - by_others[into][j]
                )
            moved = VALUES[a % 13] - VALUES[b % 13]
            if moved:
                change += (
                    by_points[points - moved]
                    - by_points[points]
                    + by_other_points[other_points + moved]
                    - by_other_points[other_points]
                )
            if change < 0.0 and random() >= exp(change):
                continue
            mine[at], theirs[to] = b, a
            if suit != into:
                lengths[suit], lengths[into] = n - 1, m + 1
                others[suit], others[into] = k + 1, j - 1
            points -= moved
            other_points += moved
        self._points[one], self._points[other] = points, other_points
