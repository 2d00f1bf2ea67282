"""The evidence about hidden hands: how likely each hand makes its player's calls and plays.

The weight of a piece of evidence is the logarithm of a likelihood. Calls and cards of partner are the
strongest evidence, because partner keeps to the robot's agreements, and so are those of opponents with known
agreements; calls and cards of other opponents count less.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log

from bots.bridge.bidding.bidder import SeatConstraints
from bots.bridge.bidding.hand_facts import HandFacts
from bots.bridge.sampler.bits import Hands, Held, held_codes
from bots.bridge.sampler.carding import (
    NINE,
    TEN,
    Carding,
    attitude,
    count,
    discard,
    encourages,
    lead_from,
    preference,
    spots_of,
)
from bots.bridge.sampler.opening import Auctioned, chances
from protocol.rules.tricks import index_beats, index_winner

NOT_THE_LEAD = log(0.15)
COULD_WIN = log(0.3)
CHEAPER = log(0.3)
UNUSUAL, UNLIKELY = log(0.15), 0.05
"""The weight of a high card that is played where a small one would do, and the least chance of a small card.
"""


@dataclass(frozen=True)
class Trust:
    """The trust that a player follows known rules of bidding and play, as weights for calls and cards.

    `promised` is the weight of a call of which the hand keeps the promise, though the rules choose another
    call, and `strange` the weight of a call that does not fit the hand. A call that the rules choose for the
    hand has the weight 0, the logarithm of 1. `cards` is the factor by which the weights of leads and of high
    cards count, and `signals` the share of signals that follow the agreements.
    """

    promised: float
    strange: float
    cards: float
    signals: float


AGREED, GUESSED = Trust(log(0.1), log(0.015), 1.0, 0.7), Trust(log(0.5), log(0.4), 0.6, 0.25)
"""The trust in players that keep to the system by which their calls are interpreted, and the trust in players
of an unknown system.

For players of an unknown system, the weights are the odds with which hands of the plain robot fit the rules
of Standard American.
"""

Mark = Callable[[Held], float]
"""A function that takes the unplayed cards of a player and returns the weight of one card that the player has
played.
"""


@dataclass(frozen=True)
class Played:
    """The cards played so far, with the facts that tell why players chose them.

    `plays` are all played cards with their seats in order, and `hidden` the seats with unplayed cards that
    the player does not see. `known` are the unplayed cards of the seats that the player can see. `trusts` is,
    for each of the four players, the trust that the player follows known rules.
    """

    plays: tuple[tuple[int, int], ...]
    hidden: tuple[int, ...]
    declarer: int
    trumps: int | None
    auctioned: Auctioned
    carding: Carding
    known: Hands
    trusts: tuple[Trust, Trust, Trust, Trust]

    def is_out(self, seat: int, suit: int, before: int) -> bool:
        """Return True if a seat is known to be out of a suit before the play with the index `before`."""
        if any(player == seat and code // 13 == suit for player, code in self.plays[before:]):
            return False
        if seat not in self.hidden:
            return not self.known[seat][suit]
        return any(
            player == seat and code // 13 != suit and self.plays[index - index % 4][1] // 13 == suit
            for index, (player, code) in enumerate(self.plays)
        )


class Evidence:
    """The weighing of layouts (possible hidden hands) by the calls in `constraints` and the played cards."""

    def __init__(self, constraints: Sequence[SeatConstraints], played: Played) -> None:
        self._trusts = played.trusts
        self._played = {
            seat: held_codes(code for player, code in played.plays if player == seat)
            for seat in played.hidden
        }
        self._decisions = {seat: constraints[seat].decisions for seat in played.hidden}
        self._marks: dict[int, list[Mark]] = {seat: [] for seat in played.hidden}
        self._known: dict[tuple[int, Held], float] = {}
        for index, (seat, _) in enumerate(played.plays):
            if seat in self._marks:
                mark = _mark(played, index)
                if mark is not None:
                    self._marks[seat].append(mark)

    def weigh(self, hands: Hands) -> float:
        """Return how well the unplayed cards in `hands` fit the calls and the plays, as a logarithm."""
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
        facts, trust = HandFacts.from_masks(_union(hand, self._played[seat])), self._trusts[seat]
        return sum(
            0.0 if call.agrees_with(facts) else trust.promised if call.promises(facts) else trust.strange
            for call in self._decisions[seat]
        )


def _union(one: Held, other: Held) -> Held:
    return one[0] | other[0], one[1] | other[1], one[2] | other[2], one[3] | other[3]


def _mark(played: Played, index: int) -> Mark | None:
    """Return the function that weighs one played card of a hidden hand, or None if the card tells nothing."""
    seat, code = played.plays[index]
    trust = played.trusts[seat]
    before = [card for _, card in played.plays[index - index % 4 : index]]
    kept = held_codes(card for player, card in played.plays[index:] if player == seat)
    suit, height = divmod(code, 13)
    defends = (seat - played.declarer) % 2 == 1
    if not before:
        if index == 0:
            return _OpeningLead(played, code, kept)
        partner = (seat + 2) % 4
        side = played.trumps is not None and suit != played.trumps
        if defends and side and height < TEN and played.is_out(partner, suit, index):
            return _Preference(played, code, kept, trust.signals)
        return _Lead(suit, height, kept[suit], trust.cards) if defends else None
    if suit != before[0] // 13:
        if not defends or suit == played.trumps or height >= TEN:
            return None
        return _Discard(played.carding, suit, height, kept[suit], trust.signals)
    return _follow_mark(played, index, before, kept, defends)


def _follow_mark(played: Played, index: int, before: Sequence[int], kept: Held, defends: bool) -> Mark | None:
    seat, code = played.plays[index]
    trust = played.trusts[seat]
    suit, height = divmod(code, 13)
    at = index_winner(before, played.trumps)
    best, partners = before[at], (len(before) - at) % 2 == 0
    ruffed = best // 13 != suit
    if index_beats(code, best, played.trumps):
        return _Cheapest(suit, height, best % 13, kept[suit], trust.cards)
    could_win = not partners and not ruffed and len(before) >= 2
    leader = (seat - len(before)) % 4
    attitude_shown = leader == (seat + 2) % 4 and not could_win
    if attitude_shown and partners and defends and height < TEN and _dummy_ruffs(played, suit, index):
        return _Preference(played, code, kept, trust.signals)
    return _Low(
        played.carding,
        suit,
        height,
        kept[suit],
        best % 13 if could_win else None,
        before[0] % 13 if attitude_shown else None,
        played.trumps is None,
        trust.signals if defends else 0.0,
        trust.cards,
    )


def _dummy_ruffs(played: Played, suit: int, index: int) -> bool:
    """Return True if dummy has no card of a side suit after the trick of the card with this index."""
    side = played.trumps is not None and suit != played.trumps
    return side and played.is_out((played.declarer + 2) % 4, suit, index - index % 4 + 4)


def _choice(choices: int, height: int, wanted: int | None, reading: float) -> float:
    """Return the weight of the small card that a player has chosen among the small cards `choices`.

    A share `reading` (0 to 1) of all players is assumed to choose the card that the partnership's agreement
    asks for. Players without the agreement are assumed to choose each of the equal small cards equally often.
    """
    if not choices >> height & 1:
        return UNUSUAL
    share = 0.0 if wanted is None else reading
    return log(max(UNLIKELY, (1.0 - share) / choices.bit_count() + share * (wanted == height)))


@dataclass(frozen=True)
class _OpeningLead:
    """The weight of an opening lead, from the choice of the suit and from the agreed card of the suit."""

    played: Played
    code: int
    kept: Held

    def __call__(self, hand: Held) -> float:
        whole = _union(hand, self.kept)
        suit, height = divmod(self.code, 13)
        trumps = self.played.trumps
        agreed = lead_from(whole[suit], self.played.carding, notrump=trumps is None, trumps=suit == trumps)
        fits = 0.0 if agreed == height or _touch(whole[suit], agreed, height) else NOT_THE_LEAD
        return self.played.trusts[self.played.plays[0][0]].cards * (
            fits + log(chances(whole, self.played.auctioned)[suit])
        )


def _touch(holding: int, one: int, other: int) -> bool:
    """Return True if two cards of a holding are of equal value, because it has all cards between them."""
    low, high = min(one, other), max(one, other)
    between = (1 << high + 1) - (1 << low)
    return holding & between == between


@dataclass(frozen=True)
class _Lead:
    """The weight of a defender's lead after the opening lead: an honour denies the next higher card."""

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
    """The weight of a card that beats the trick's earlier cards.

    By it the player denies a lower card that would also beat them.
    """

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
    """The weight of a card that follows suit without winning: a small card, and perhaps a signal.

    `best` is the height of the winning card if the player would beat it with any higher card; `led` is the
    height of partner's card if the player signals attitude, None if the player signals count.
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
        """Return the height of the card that the agreement asks for; None if an honour was played."""
        if self.height >= TEN:
            return None
        if self.led is None:
            return count(spots, holding, self.carding)
        return attitude(spots, encourages(holding, self.led, notrump=self.notrump), self.carding)


@dataclass(frozen=True)
class _Discard:
    """The weight of a small card that a defender discards, as a signal about its suit."""

    carding: Carding
    suit: int
    height: int
    kept: int
    reading: float

    def __call__(self, hand: Held) -> float:
        holding = hand[self.suit] | self.kept
        spots = spots_of(holding)
        return _choice(spots, self.height, discard(spots, holding, self.carding), self.reading)


@dataclass(frozen=True)
class _Preference:
    """The weight of a small card that shows suit preference, in a suit that partner or dummy can ruff."""

    played: Played
    code: int
    kept: Held
    reading: float

    def __call__(self, hand: Held) -> float:
        whole, trumps = _union(hand, self.kept), self.played.trumps
        assert trumps is not None
        suit, height = divmod(self.code, 13)
        spots = spots_of(whole[suit])
        return _choice(spots, height, preference(spots, whole, suit, trumps), self.reading)
