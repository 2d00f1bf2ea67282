"""The evidence about hidden hands: how likely their players make their calls and play their cards.

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
    KING,
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
UNUSUAL, UNLIKELY = log(0.15), 0.05
"""The weight of a high card where a small one does, and the least chance of a small card."""
PARTNERS, OPPONENTS = 1.0, 0.6
"""The shares with which the cards of partner and of opponents count."""

Mark = Callable[[Held], float]
"""A function from the unplayed cards of a player to the weight of one card that the player has played."""


@dataclass(frozen=True)
class Played:
    """The play so far, with the facts that explain it.

    `plays` are all cards with their seats in order, and `hidden` the seats with cards that the player does
    not see.
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
            known = self._calls(seat, hand) + sum(mark(hand) for mark in self._marks[seat])
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
        return _Lead(suit, height, kept[suit], _trust(played, seat)) if defends else None
    if suit != before[0] // 13:
        if not defends or suit == played.trumps or height >= TEN:
            return None
        return _Discard(played.carding, suit, height, kept[suit], _reading(played, seat))
    return _follow_mark(played, index, before, kept[suit], defends)


def _follow_mark(played: Played, index: int, before: Sequence[int], kept: int, defends: bool) -> Mark | None:
    seat, code = played.plays[index]
    suit, height = divmod(code, 13)
    at = winner_of(before, played.trumps)
    best, partners = before[at], (len(before) - at) % 2 == 0
    ruffed = best // 13 != suit
    if better(code, best, played.trumps):
        return _Cheapest(suit, height, best % 13, kept, _trust(played, seat))
    could_win = not partners and not ruffed and len(before) >= 2
    leader = (seat - len(before)) % 4
    attitude_shown = leader == (seat + 2) % 4 and not could_win
    return _Low(
        played.carding,
        suit,
        height,
        kept,
        best % 13 if could_win else None,
        before[0] % 13 if attitude_shown else None,
        played.trumps is None,
        _reading(played, seat) if defends else 0.0,
        _trust(played, seat),
    )


def _trust(played: Played, seat: int) -> float:
    return PARTNERS if (seat - played.me) % 2 == 0 else OPPONENTS


def _reading(played: Played, seat: int) -> float:
    """Return the share of a player's signals that are taken to follow the agreements."""
    return 0.6 if (seat - played.me) % 2 == 0 else 0.25


def _choice(choices: int, height: int, wanted: int | None, reading: float) -> float:
    """Return the weight of a small card, of which a player has chosen one.

    A part of the players, the share `reading`, choose the card of the agreement. The others choose each card
    equally often, as it is in restricted choice.
    """
    if not choices >> height & 1:
        return UNUSUAL
    share = 0.0 if wanted is None else reading
    return log(max(UNLIKELY, (1.0 - share) / choices.bit_count() + share * (wanted == height)))


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
        return _trust(self.played, self.played.plays[0][0]) * (
            fits + log(chances(whole, self.played.auctioned)[suit])
        )


def _touch(holding: int, one: int, other: int) -> bool:
    """Return True if two cards of a holding are equal, because it has all cards between them."""
    low, high = min(one, other), max(one, other)
    between = (1 << high + 1) - (1 << low)
    return holding & between == between


@dataclass(frozen=True)
class _Lead:
    """A later lead of a defender: an honour denies the next higher card."""

    suit: int
    height: int
    kept: int
    trust: float

    def __call__(self, hand: Held) -> float:
        holding = hand[self.suit] | self.kept
        if self.height >= TEN and holding >> self.height + 1 & 1:
            return self.trust * CHEAPER
        return 0.0


@dataclass(frozen=True)
class _Cheapest:
    """A card that wins the trick so far: the player does not hold a cheaper one that wins, too."""

    suit: int
    height: int
    best: int
    kept: int
    trust: float

    def __call__(self, hand: Held) -> float:
        holding = hand[self.suit] | self.kept
        cheaper = holding & ((1 << self.height) - 1) & ~((1 << self.best + 1) - 1)
        return self.trust * CHEAPER if cheaper >> NINE else 0.0


@dataclass(frozen=True)
class _Low:
    """A card that does not win the trick: a small one of the player's suit, and perhaps a signal.

    `best` is the card to beat if the player would beat it, `led` is partner's card if the player shows
    attitude; otherwise the player shows count.
    """

    carding: Carding
    suit: int
    height: int
    kept: int
    best: int | None
    led: int | None
    notrump: bool
    reading: float
    trust: float

    def __call__(self, hand: Held) -> float:
        holding = hand[self.suit] | self.kept
        spots = spots_of(holding)
        found = _choice(spots, self.height, self._signal(holding, spots), self.reading)
        if self.best is not None and holding >> self.best + 1:
            found += self.trust * COULD_WIN
        return found

    def _signal(self, holding: int, spots: int) -> int | None:
        """Return the card of the agreement; None for an honour, which is no signal."""
        if self.height >= TEN:
            return None
        if self.led is None:
            return count(spots, holding, self.carding)
        return attitude(spots, encourages(holding, self.led, notrump=self.notrump), self.carding)


@dataclass(frozen=True)
class _Discard:
    """A small discard: high cards encourage a lead of the suit."""

    carding: Carding
    suit: int
    height: int
    kept: int
    reading: float

    def __call__(self, hand: Held) -> float:
        holding = hand[self.suit] | self.kept
        spots = spots_of(holding)
        wanted = attitude(spots, bool(holding >> KING), self.carding)
        return _choice(spots, self.height, wanted, self.reading)
