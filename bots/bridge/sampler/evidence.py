"""What calls and cards tell about a hidden hand: how likely its player makes them with that hand.

All weights are logarithms. Partner's cards count in full, because partner keeps to the same agreements; the
cards of opponents count less.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log

from bots.bridge.bidding.bidder import SeatConstraints
from bots.bridge.bidding.hand_facts import HandFacts
from bots.bridge.sampler.bits import Hands, Held, better, held_codes, winner_of
from bots.bridge.sampler.carding import (
    NINE,
    TEN,
    Carding,
    attitude,
    count,
    encourages,
    lead_from,
    spots_of,
)
from bots.bridge.sampler.opening import Auctioned, chances

PROMISED, STRANGE = log(0.35), log(0.05)
"""The weights of a call that only promises what the hand has, and of one that does not fit the hand."""
NOT_THE_LEAD = log(0.15)
COULD_WIN = log(0.3)
CHEAPER = log(0.3)
OTHER_SIGNAL = log(0.5)
PARTNERS, OPPONENTS = 1.0, 0.6
"""The shares with which the cards of partner and of opponents count."""

Mark = Callable[[Held], float]
"""A function from the unplayed cards of a player to the weight of one card that the player has played."""


@dataclass(frozen=True)
class Played:
    """The play so far, with the facts that explain it.

    `plays` are all cards with their seats in order, `hidden` the seats whose cards the player does not see.
    """

    plays: tuple[tuple[int, int], ...]
    hidden: tuple[int, ...]
    me: int
    declarer: int
    trumps: int | None
    auctioned: Auctioned
    carding: Carding


class Evidence:
    """The weight of layouts by the calls of `constraints` and by the cards played."""

    def __init__(self, constraints: Sequence[SeatConstraints], played: Played) -> None:
        self._played = {
            seat: held_codes(code for player, code in played.plays if player == seat)
            for seat in played.hidden
        }
        self._decisions = {seat: constraints[seat].decisions for seat in played.hidden}
        self._trust = {seat: PARTNERS if (seat - played.me) % 2 == 0 else OPPONENTS for seat in played.hidden}
        self._marks: dict[int, list[Mark]] = {seat: [] for seat in played.hidden}
        self._known: dict[tuple[int, Held], float] = {}
        for index, (seat, _) in enumerate(played.plays):
            if seat in self._marks:
                mark = _mark(played, index)
                if mark is not None:
                    self._marks[seat].append(mark)

    def weigh(self, hands: Hands) -> float:
        """Return the logarithm of how well the unplayed cards fit the calls and the cards played."""
        return sum(self._of(seat, hands[seat]) for seat in self._played)

    def _of(self, seat: int, hand: Held) -> float:
        key = seat, hand
        known = self._known.get(key)
        if known is None:
            known = self._calls(seat, hand) + self._trust[seat] * sum(
                mark(hand) for mark in self._marks[seat]
            )
            self._known[key] = known
        return known

    def _calls(self, seat: int, hand: Held) -> float:
        if not self._decisions[seat]:
            return 0.0
        facts = HandFacts.from_masks(_union(hand, self._played[seat]))
        return sum(
            0.0 if call.agrees_with(facts) else PROMISED if call.promises(facts) else STRANGE
            for call in self._decisions[seat]
        )


def _union(one: Held, other: Held) -> Held:
    return one[0] | other[0], one[1] | other[1], one[2] | other[2], one[3] | other[3]


def _mark(played: Played, index: int) -> Mark | None:
    """Return the function that weighs one card of a hidden hand, None if the card tells nothing."""
    seat, code = played.plays[index]
    before = [card for _, card in played.plays[index - index % 4 : index]]
    kept = held_codes(card for player, card in played.plays[index:] if player == seat)
    suit, height = divmod(code, 13)
    defends = (seat - played.declarer) % 2 == 1
    if not before:
        if index == 0:
            return _OpeningLead(played, code, kept)
        return _Lead(played, suit, height, kept[suit]) if defends else None
    if suit != before[0] // 13:
        if not defends or suit == played.trumps or height >= TEN:
            return None
        return _Discard(played.carding, suit, height, kept[suit])
    return _follow_mark(played, index, before, kept[suit], defends)


def _follow_mark(played: Played, index: int, before: Sequence[int], kept: int, defends: bool) -> Mark | None:
    seat, code = played.plays[index]
    suit, height = divmod(code, 13)
    at = winner_of(before, played.trumps)
    best, partners = before[at], (len(before) - at) % 2 == 0
    ruffed = best // 13 != suit
    wins = better(code, best, played.trumps)
    if wins:
        return _Cheapest(suit, height, best % 13 if not ruffed else -1, kept)
    if not partners and not ruffed and len(before) >= 2:
        return _CouldWin(suit, best % 13, kept, played.carding if defends and height < TEN else None, height)
    if not defends or height >= TEN:
        return None
    leader = (seat - len(before)) % 4
    if leader == (seat + 2) % 4:
        return _Attitude(played.carding, suit, height, before[0] % 13, kept, played.trumps is None)
    return _Count(played.carding, suit, height, kept)


@dataclass(frozen=True)
class _OpeningLead:
    """The opening lead: the choice of the suit, and the card of the suit by agreement."""

    played: Played
    code: int
    kept: Held

    def __call__(self, hand: Held) -> float:
        whole = _union(hand, self.kept)
        suit, height = divmod(self.code, 13)
        trumps = self.played.trumps
        agreed = lead_from(whole[suit], self.played.carding, notrump=trumps is None, trumps=suit == trumps)
        fits = 0.0 if agreed == height or _touch(whole[suit], agreed, height) else NOT_THE_LEAD
        return fits + 0.8 * log(chances(whole, self.played.auctioned)[suit])


def _touch(holding: int, one: int, other: int) -> bool:
    """Return True if two cards of a holding are equal, because it has all cards between them."""
    low, high = min(one, other), max(one, other)
    between = (1 << high + 1) - (1 << low)
    return holding & between == between


@dataclass(frozen=True)
class _Lead:
    """A later lead of a defender: an honour denies the next higher card, a small card shows an honour."""

    played: Played
    suit: int
    height: int
    kept: int

    def __call__(self, hand: Held) -> float:
        holding = hand[self.suit] | self.kept
        if self.height >= TEN and holding >> self.height + 1 & 1:
            return CHEAPER
        return 0.0


@dataclass(frozen=True)
class _Cheapest:
    """A card that wins the trick so far: the player does not hold a cheaper one that wins, too."""

    suit: int
    height: int
    best: int
    kept: int

    def __call__(self, hand: Held) -> float:
        holding = hand[self.suit] | self.kept
        cheaper = holding & ((1 << self.height) - 1) & ~((1 << self.best + 1) - 1)
        return CHEAPER if cheaper >> NINE else 0.0


@dataclass(frozen=True)
class _CouldWin:
    """A losing card in third or fourth seat: the player has no card that wins, and shows the count."""

    suit: int
    best: int
    kept: int
    carding: Carding | None
    height: int

    def __call__(self, hand: Held) -> float:
        holding = hand[self.suit] | self.kept
        if holding >> self.best + 1:
            return COULD_WIN
        if self.carding is None or holding.bit_count() < 2:
            return 0.0
        return 0.0 if count(spots_of(holding), holding, self.carding) == self.height else OTHER_SIGNAL


@dataclass(frozen=True)
class _Attitude:
    """A small card under partner's lead."""

    carding: Carding
    suit: int
    height: int
    led: int
    kept: int
    notrump: bool

    def __call__(self, hand: Held) -> float:
        holding = hand[self.suit] | self.kept
        wanted = attitude(
            spots_of(holding), encourages(holding, self.led, notrump=self.notrump), self.carding
        )
        return 0.0 if wanted == self.height else OTHER_SIGNAL


@dataclass(frozen=True)
class _Count:
    """A small card under a lead of declarer's side."""

    carding: Carding
    suit: int
    height: int
    kept: int

    def __call__(self, hand: Held) -> float:
        holding = hand[self.suit] | self.kept
        return 0.0 if count(spots_of(holding), holding, self.carding) == self.height else OTHER_SIGNAL


@dataclass(frozen=True)
class _Discard:
    """A small discard: high cards encourage a lead of the suit."""

    carding: Carding
    suit: int
    height: int
    kept: int

    def __call__(self, hand: Held) -> float:
        holding = hand[self.suit] | self.kept
        strong = bool(holding >> 11)
        wanted = attitude(spots_of(holding), strong, self.carding)
        return 0.0 if wanted == self.height else OTHER_SIGNAL / 2
