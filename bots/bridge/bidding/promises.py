"""The promises of a call: conditions on a hand that can be tested, put into words, and turned into ranges."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from bots.bridge.bidding.hand_facts import ACE, KING, LETTERS, QUEEN, SUITS, SYMBOLS, TEN, HandFacts

MOST_POINTS, MOST_ACES = 40, 4


@dataclass(frozen=True, slots=True)
class Ranges:
    """The ranges of the high-card points, the strength and the suit lengths of a hand.

    `low` and `high` are bounds of the strength: of high-card points for notrumps, and of points that include
    length or shortness for suits. `hcp_low` and `hcp_high` are bounds of the high-card points alone.
    """

    low: int = 0
    high: int = MOST_POINTS
    hcp_low: int = 0
    hcp_high: int = 37
    shortest: tuple[int, int, int, int] = (0, 0, 0, 0)
    longest: tuple[int, int, int, int] = (13, 13, 13, 13)
    balanced: bool = False

    def contain(self, facts: HandFacts) -> bool:
        """Return True if the high-card points and the suit lengths of a hand lie within these ranges."""
        return self.hcp_low <= facts.hcp <= self.hcp_high and all(
            low <= held <= high
            for low, held, high in zip(self.shortest, facts.lengths, self.longest, strict=True)
        )

    def with_length(self, suit: int, low: int, high: int) -> Ranges:
        """Return these ranges, narrowed to at least `low` and at most `high` cards in a suit."""
        shortest, longest = list(self.shortest), list(self.longest)
        shortest[suit], longest[suit] = max(shortest[suit], low), min(longest[suit], high)
        spare = 13 - sum(shortest)
        for other in SUITS:
            longest[other] = min(longest[other], shortest[other] + spare)
        return replace(self, shortest=_four(shortest), longest=_four(longest))

    def with_strength(self, low: int, high: int) -> Ranges:
        """Return these ranges with the strength limited to `low` to `high`.

        If the old and the new bounds contradict each other, the new bounds apply.
        """
        new_low, new_high = max(self.low, low), min(self.high, high)
        if new_low > new_high:
            new_low, new_high = (low, low) if low > self.high else (high, high)
        return replace(self, low=new_low, high=new_high)

    def with_hcp(self, low: int, high: int) -> Ranges:
        """Return these ranges, with a narrower range of high-card points."""
        return replace(self, hcp_low=max(self.hcp_low, low), hcp_high=min(self.hcp_high, high))

    def union(self, other: Ranges) -> Ranges:
        """Return the narrowest ranges that contain both these ranges and the ranges `other`."""
        return Ranges(
            min(self.low, other.low),
            max(self.high, other.high),
            min(self.hcp_low, other.hcp_low),
            max(self.hcp_high, other.hcp_high),
            _four([min(pair) for pair in zip(self.shortest, other.shortest, strict=True)]),
            _four([max(pair) for pair in zip(self.longest, other.longest, strict=True)]),
            self.balanced and other.balanced,
        )


def _four(values: list[int]) -> tuple[int, int, int, int]:
    clubs, diamonds, hearts, spades = values
    return clubs, diamonds, hearts, spades


class Condition(Protocol):
    """One condition on a hand, as a part of the promise of a call."""

    def holds(self, facts: HandFacts) -> bool:
        """Return True if a hand satisfies the condition."""

    def narrow(self, ranges: Ranges) -> Ranges:
        """Narrow the ranges of a hand to the hands that also satisfy the condition."""

    def words(self) -> str:
        """Return the condition on a hand in the words of a bridge player."""


Promise = tuple[Condition, ...]


def fits(promise: Promise, facts: HandFacts) -> bool:
    """Return True if a hand satisfies every condition of a promise."""
    return all(condition.holds(facts) for condition in promise)


def narrowed(ranges: Ranges, promise: Promise) -> Ranges:
    """Narrow the ranges of a hand to the hands that also satisfy the promise."""
    for condition in promise:
        ranges = condition.narrow(ranges)
    return ranges


def in_words(promise: Promise) -> str:
    """Return a promise in words, such as `15-17 HCP, balanced`."""
    return ", ".join(words for words in (condition.words() for condition in promise) if words)


def _span(low: int, high: int, most: int) -> str:
    if high >= most:
        return f"{low}+"
    if low <= 0:
        return f"at most {high}"
    return str(low) if low == high else f"{low}-{high}"


@dataclass(frozen=True, slots=True)
class HighCards:
    """The condition that the high-card points are in a range."""

    low: int
    high: int = MOST_POINTS

    def holds(self, facts: HandFacts) -> bool:
        return self.low <= facts.hcp <= self.high

    def narrow(self, ranges: Ranges) -> Ranges:
        return ranges.with_strength(self.low, self.high).with_hcp(self.low, self.high)

    def words(self) -> str:
        return "" if self.low <= 0 and self.high >= 37 else f"{_span(self.low, self.high, 37)} HCP"


@dataclass(frozen=True, slots=True)
class Points:
    """The condition that the high-card points and a point for each card beyond the fourth are in a range."""

    low: int
    high: int = MOST_POINTS

    def holds(self, facts: HandFacts) -> bool:
        return self.low <= facts.points <= self.high

    def narrow(self, ranges: Ranges) -> Ranges:
        # Nine points for length is the most that thirteen cards can give.
        return ranges.with_strength(self.low, self.high).with_hcp(self.low - 9, self.high)

    def words(self) -> str:
        return "" if self.low <= 0 and self.high >= 37 else f"{_span(self.low, self.high, 37)} points"


@dataclass(frozen=True, slots=True)
class Support:
    """The condition that the points with a suit as trumps (high cards, shortness, length) are in a range."""

    trumps: int
    low: int
    high: int = MOST_POINTS

    def holds(self, facts: HandFacts) -> bool:
        return self.low <= facts.support(self.trumps) <= self.high

    def narrow(self, ranges: Ranges) -> Ranges:
        # Queens and jacks can cost two points; short suits, aces and long trumps give less than 24.
        return ranges.with_strength(self.low, self.high).with_hcp(self.low - 24, self.high + 2)

    def words(self) -> str:
        if self.low <= 0 and self.high >= 37:
            return ""
        return f"{_span(self.low, self.high, 37)} points with {SYMBOLS[self.trumps]} as trumps"


@dataclass(frozen=True, slots=True)
class PlayingTricks:
    """The condition of at least `least` playing tricks with the longest suit as trumps."""

    least: int

    def holds(self, facts: HandFacts) -> bool:
        return facts.playing_tricks >= self.least

    def narrow(self, ranges: Ranges) -> Ranges:
        # Nine playing tricks are worth as much as 22 points.
        return ranges.with_strength(2 * self.least + 4, MOST_POINTS)

    def words(self) -> str:
        return f"{self.least}+ playing tricks"


@dataclass(frozen=True, slots=True)
class Length:
    """The condition that the number of cards in a suit is in a range."""

    suit: int
    low: int
    high: int = 13

    def holds(self, facts: HandFacts) -> bool:
        return self.low <= facts.lengths[self.suit] <= self.high

    def narrow(self, ranges: Ranges) -> Ranges:
        return ranges.with_length(self.suit, self.low, self.high)

    def words(self) -> str:
        return f"{_span(self.low, self.high, 13)}{SYMBOLS[self.suit]}"


@dataclass(frozen=True, slots=True)
class Longer:
    """The condition that one suit is longer than another one by at least `margin` cards."""

    suit: int
    other: int
    margin: int = 0

    def holds(self, facts: HandFacts) -> bool:
        return facts.lengths[self.suit] - facts.lengths[self.other] >= self.margin

    def narrow(self, ranges: Ranges) -> Ranges:
        longest = max(0, (13 - self.margin) // 2)
        narrower = ranges.with_length(self.other, 0, min(longest, ranges.longest[self.suit] - self.margin))
        return narrower.with_length(self.suit, ranges.shortest[self.other] + self.margin, 13)

    def words(self) -> str:
        ours, theirs = SYMBOLS[self.suit], SYMBOLS[self.other]
        if self.margin == 0:
            return f"{ours} at least as long as {theirs}"
        return (
            f"{ours} longer than {theirs}"
            if self.margin == 1
            else f"{ours} {self.margin} longer than {theirs}"
        )


@dataclass(frozen=True, slots=True)
class Flat:
    """The condition of a balanced hand or, with `semi`, also of the shapes 5-4-2-2 and 6-3-2-2."""

    semi: bool = False

    def holds(self, facts: HandFacts) -> bool:
        return facts.balanced or (self.semi and facts.semibalanced)

    def narrow(self, ranges: Ranges) -> Ranges:
        for suit in SUITS:
            ranges = ranges.with_length(suit, 2, 6 if self.semi else 5)
        return replace(ranges, balanced=True)

    def words(self) -> str:
        return "balanced or nearly so" if self.semi else "balanced"


@dataclass(frozen=True, slots=True)
class Uneven:
    """The condition that the hand is not balanced."""

    def holds(self, facts: HandFacts) -> bool:
        return not facts.balanced

    def narrow(self, ranges: Ranges) -> Ranges:
        return ranges

    def words(self) -> str:
        return "unbalanced"


@dataclass(frozen=True, slots=True)
class Stopper:
    """The condition of a stopper in a suit: the ace, K-x, Q-x-x or J-x-x-x."""

    suit: int

    def holds(self, facts: HandFacts) -> bool:
        return facts.stops(self.suit)

    def narrow(self, ranges: Ranges) -> Ranges:
        return ranges.with_length(self.suit, 1, 13)

    def words(self) -> str:
        return f"{SYMBOLS[self.suit]} stopped"


@dataclass(frozen=True, slots=True)
class Honours:
    """The condition of `number` honours in a suit: of A K Q if `lowest` is the queen, else of A K Q J T."""

    suit: int
    number: int
    lowest: int = QUEEN

    def holds(self, facts: HandFacts) -> bool:
        return facts.honours(self.suit, self.lowest) >= self.number

    def narrow(self, ranges: Ranges) -> Ranges:
        return ranges.with_length(self.suit, self.number, 13)

    def words(self) -> str:
        return f"{self.number} of the top {13 - self.lowest} in {SYMBOLS[self.suit]}"


@dataclass(frozen=True, slots=True)
class Aces:
    """The condition that the number of aces in the hand is one of `counts`."""

    counts: tuple[int, ...]

    def holds(self, facts: HandFacts) -> bool:
        return facts.aces in self.counts

    def narrow(self, ranges: Ranges) -> Ranges:
        return ranges.with_hcp(4 * min(self.counts), 37)

    def words(self) -> str:
        if self.counts[-1] == MOST_ACES and len(self.counts) == MOST_ACES + 1 - self.counts[0]:
            return f"{self.counts[0]}+ aces"
        return "1 ace" if self.counts == (1,) else f"{' or '.join(map(str, self.counts))} aces"


@dataclass(frozen=True, slots=True)
class Kings:
    """The condition that the number of kings in the hand is one of `counts`."""

    counts: tuple[int, ...]

    def holds(self, facts: HandFacts) -> bool:
        return facts.kings in self.counts

    def narrow(self, ranges: Ranges) -> Ranges:
        return ranges.with_hcp(3 * min(self.counts), 37)

    def words(self) -> str:
        return f"{' or '.join(map(str, self.counts))} kings"


@dataclass(frozen=True, slots=True)
class KeyCards:
    """The condition that the number of key cards (aces and the king of trumps) is one of `counts`."""

    trumps: int
    counts: tuple[int, ...]

    def holds(self, facts: HandFacts) -> bool:
        return facts.keycards(self.trumps) in self.counts

    def narrow(self, ranges: Ranges) -> Ranges:
        return ranges.with_hcp(max(0, 4 * min(self.counts) - 1), 37)

    def words(self) -> str:
        return f"{' or '.join(map(str, self.counts))} key cards for {SYMBOLS[self.trumps]}"


@dataclass(frozen=True, slots=True)
class TrumpQueen:
    """The condition that the hand has the queen of trumps, or that it lacks this queen."""

    trumps: int
    held: bool

    def holds(self, facts: HandFacts) -> bool:
        return facts.has(self.trumps, QUEEN) is self.held

    def narrow(self, ranges: Ranges) -> Ranges:
        return ranges

    def words(self) -> str:
        return f"{'with' if self.held else 'without'} the queen of {SYMBOLS[self.trumps]}"


@dataclass(frozen=True, slots=True)
class Control:
    """The condition that the hand has the ace, the king, a singleton or a void in a suit."""

    suit: int

    def holds(self, facts: HandFacts) -> bool:
        return facts.lengths[self.suit] <= 1 or facts.has(self.suit, ACE) or facts.has(self.suit, KING)

    def narrow(self, ranges: Ranges) -> Ranges:
        return ranges

    def words(self) -> str:
        return f"a control in {SYMBOLS[self.suit]} (ace, king, singleton or void)"


@dataclass(frozen=True, slots=True)
class Either:
    """The condition that the hand keeps at least one of several promises."""

    promises: tuple[Promise, ...]

    def holds(self, facts: HandFacts) -> bool:
        return any(fits(promise, facts) for promise in self.promises)

    def narrow(self, ranges: Ranges) -> Ranges:
        first, *others = (narrowed(ranges, promise) for promise in self.promises)
        for other in others:
            first = first.union(other)
        return first

    def words(self) -> str:
        match self.promises:
            case ((Points(low, high),), (HighCards(least, most),)) if (low, high) == (least, most):
                return f"{_span(low, high, 37)} points or HCP"
        if len(self.promises) > 2 and all(_is_strength_with_shape(promise) for promise in self.promises):
            return _strengths_with_shapes(self.promises)
        words = [in_words(promise) or "any other hand" for promise in self.promises]
        single = all(len(promise) == 1 for promise in self.promises)
        return (" or " if single else "; or ").join(words)


def _is_strength_with_shape(promise: Promise) -> bool:
    """Return True for a promise of one strength (high-card or other points) and then other conditions."""
    strengths = [isinstance(condition, HighCards | Points) for condition in promise]
    return len(promise) > 1 and strengths[0] and not any(strengths[1:])


def _strengths_with_shapes(promises: Sequence[Promise]) -> str:
    """Return alternatives in words, such as `8+ HCP with 4♠ or with 4♥, or 10+ HCP with 5♠ and 3♥`."""
    shapes: dict[str, list[str]] = {}
    for strength, *shape in promises:
        words = " and ".join(condition.words() for condition in shape)
        shapes.setdefault(strength.words(), []).append(f"with {words}")
    *firsts, last = (f"{strength} {' or '.join(each)}" for strength, each in shapes.items())
    return ", or ".join([", ".join(firsts), last]) if firsts else last


def _is_wider(wider: Promise, promise: Promise) -> bool:
    """Return True if every hand that satisfies `promise` also satisfies the promise `wider`."""
    return wider != promise and all(
        any(_implies(condition, implied) for condition in promise) for implied in wider
    )


def _implies(condition: Condition, implied: Condition) -> bool:
    match condition, implied:
        case (HighCards(low, high), HighCards(least, most)) | (Points(low, high), Points(least, most)):
            return least <= low and high <= most
        case (Support(one, low, high), Support(other, least, most)):
            return one == other and least <= low and high <= most
        case (Length(one, low, high), Length(other, least, most)):
            return one == other and least <= low and high <= most
    return condition == implied


def any_of(promises: Sequence[Promise]) -> Promise:
    """Return the promise that at least one of several promises holds.

    A condition that all of the promises share is stated once, and a promise that demands more than another is
    left out.
    """
    kept: list[Promise] = []
    for promise in dict.fromkeys(promises):
        if not any(_is_wider(other, promise) for other in kept):
            kept = [other for other in kept if not _is_wider(promise, other)] + [promise]
    first, *others = kept
    if not others:
        return first
    shared = [condition for condition in first if all(condition in other for other in others)]
    rest = tuple(tuple(condition for condition in one if condition not in shared) for one in (first, *others))
    if any(len(one) > 1 for one in rest):
        return (*shared, Either(rest))
    place = next(index for index, condition in enumerate(first) if condition not in shared)
    return (*shared[:place], Either(rest), *shared[place:])


def parse(text: str) -> Promise:
    """Return the promise that a text in a table of bidding rules describes.

    In the text of a promise, conditions are separated by commas and alternatives by `|`. The possible
    conditions of a promise are: `15-17 hcp`, `12+ points`, `6-10 support S`, `9+ tricks` (playing tricks),
    `5+S`, `3-4H`, `0-2D`, `S>=H`, `S>H`, `balanced`, `semibalanced`, `unbalanced`, `stop C`, `good S` (two of
    the top three honours), `fair S` (three of the top five, or two of the top three), `solid S` (A K Q),
    `honours 2 S` (two of the top five), `control D`, `aces 0/4`, `kings 1`, `keycards 1/4 H`, `queen S`,
    `no queen S`.

    >>> in_words(parse("15-17 hcp, balanced"))
    '15-17 HCP, balanced'
    >>> in_words(parse("6-10 points, 4+S | 11+ hcp, stop D"))
    '6-10 points, 4+♠; or 11+ HCP, ♦ stopped'
    """
    alternatives = [
        tuple(_condition(part.strip()) for part in side.split(",") if part.strip())
        for side in text.split("|")
    ]
    return any_of(alternatives)


def _condition(text: str) -> Condition:
    words = text.split()
    suit = LETTERS.find(words[-1]) if len(words[-1]) == 1 else -1
    match words:
        case ["balanced"]:
            return Flat()
        case ["semibalanced"]:
            return Flat(semi=True)
        case ["unbalanced"]:
            return Uneven()
        case [span, "hcp"]:
            return HighCards(*_bounds(span, MOST_POINTS))
        case [span, "points"]:
            return Points(*_bounds(span, MOST_POINTS))
        case [span, "support", _]:
            return Support(suit, *_bounds(span, MOST_POINTS))
        case [span, "tricks"]:
            return PlayingTricks(int(span.removesuffix("+")))
        case ["stop", _]:
            return Stopper(suit)
        case ["good", _]:
            return Honours(suit, 2)
        case ["fair", _]:
            return Either(((Honours(suit, 2),), (Honours(suit, 3, TEN),)))
        case ["solid", _]:
            return Honours(suit, 3)
        case ["honours", number, _]:
            return Honours(suit, int(number), TEN)
        case ["control", _]:
            return Control(suit)
        case ["aces", counts]:
            return Aces(_counts(counts))
        case ["kings", counts]:
            return Kings(_counts(counts))
        case ["keycards", counts, _]:
            return KeyCards(suit, _counts(counts))
        case ["queen", _]:
            return TrumpQueen(suit, True)
        case ["no", "queen", _]:
            return TrumpQueen(suit, False)
        case [comparison] if ">" in comparison:
            longer, shorter = comparison[0], comparison[-1]
            return Longer(LETTERS.index(longer), LETTERS.index(shorter), 0 if "=" in comparison else 1)
        case [length] if length[-1] in LETTERS:
            return Length(LETTERS.index(length[-1]), *_bounds(length[:-1], 13))
    raise ValueError(f"expected a condition on a hand such as `15-17 hcp` or `5+S`, got {text!r}")


def _bounds(span: str, most: int) -> tuple[int, int]:
    if span.endswith("+"):
        return int(span[:-1]), most
    low, _, high = span.partition("-")
    return int(low), int(high or low)


def _counts(text: str) -> tuple[int, ...]:
    return tuple(int(count) for count in text.split("/"))
