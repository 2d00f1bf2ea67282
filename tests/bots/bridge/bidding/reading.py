"""A reader of the writer's English sentences: it turns the words of a promise back into a test of hands.

The reader shares nothing with the writer but the language, so that a wrong word of the writer is noticed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from bots.bridge.bidding.hand_facts import HandFacts

Test = Callable[[HandFacts], bool]

NAMES = ("clubs", "diamonds", "hearts", "spades")
COUNTS = [
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
]
SUIT = "(clubs?|diamonds?|hearts?|spades?)"
COUNT = f"({'|'.join(COUNTS)})"
SPAN = r"(\d+\+|at most \d+|\d+-\d+|\d+)"


def read(words: str) -> Test:
    """Return the test of hands that the words of a promise describe, of which "" is true of every hand.

    Raises ValueError if a part of the words is no condition on a hand.
    """
    return _holding(words) if words else lambda facts: True


def _holding(words: str) -> Test:
    """Return the test of a list of parts and groups of alternatives, such as `12 points; either A; or B`."""
    tests: list[Test] = []
    group: list[Test] = []
    for piece in _split(words, "; "):
        if piece.startswith("or "):
            group.append(_alternative(piece[3:]))
        elif piece.startswith("either "):
            tests, group = [*tests, *_any(group)], [_alternative(piece[7:])]
        else:
            tests += [_part(part) for part in _parts(piece)]
    tests += _any(group)
    return lambda facts: all(test(facts) for test in tests)


def _parts(piece: str) -> Iterator[str]:
    """Yield the parts of a list; the commas between the suits of one part do not separate parts."""
    part = ""
    for words in _split(piece, ", "):
        listed = re.fullmatch(f"(.* than )?{SUIT}(, {SUIT})*", part) and re.match(SUIT, words)
        if part and not listed:
            yield part
        part = f"{part}, {words}" if listed else words
    yield part


def _any(tests: list[Test]) -> list[Test]:
    return [lambda facts: any(test(facts) for test in tests)] if tests else []


def _alternative(words: str) -> Test:
    return _holding(words[1:-1] if words.startswith("(") and words.endswith(")") else words)


def _split(words: str, separator: str) -> Iterator[str]:
    """Yield the pieces of a text between the separators that stand outside of parentheses."""
    depth, start = 0, 0
    for place, character in enumerate(words):
        depth += {"(": 1, ")": -1}.get(character, 0)
        if not depth and words.startswith(separator, place):
            yield words[start:place]
            start = place + len(separator)
    yield words[start:]


def _part(words: str) -> Test:
    """Return the test of one part: a condition, or several with `or` between them."""
    test = _atom(words)
    if test is not None:
        return test
    for match in re.finditer(" or ", words):
        first, rest = _atom(words[: match.start()]), words[match.end() :]
        if first is not None:
            other = _part(rest)
            return lambda facts: first(facts) or other(facts)
    raise ValueError(f"no condition on a hand: {words!r}")


def _atom(words: str) -> Test | None:
    for pattern, test in ATOMS:
        match = re.fullmatch(pattern, words)
        if match is not None:
            return test(*match.groups())
    return None


def _suit(name: str) -> int:
    return NAMES.index(name if name.endswith("s") else f"{name}s")


def _suits(names: str) -> list[int]:
    return [_suit(name) for name in re.split(", | and ", names)]


def _within(span: str) -> Callable[[int], bool]:
    if span.endswith("+"):
        return lambda value: value >= int(span[:-1])
    if span.startswith("at most "):
        return lambda value: value <= int(span[8:])
    low, _, high = span.partition("-")
    return lambda value: int(low) <= value <= int(high or low)


def _points(span: str, how: str) -> Test:
    within = _within(span)
    if how == "total points":
        return lambda facts: within(facts.points)
    if how == "points or total points":
        return lambda facts: within(facts.points) or within(facts.hcp)
    return lambda facts: within(facts.hcp)


def _support(span: str, suit: str) -> Test:
    within, trumps = _within(span), _suit(suit)
    return lambda facts: within(facts.support(trumps))


def _length(least: int, most: int, suit: str) -> Test:
    number = _suit(suit)
    return lambda facts: least <= facts.lengths[number] <= most


def _more(by: int, suit: str, others: str) -> Test:
    ours, theirs = _suit(suit), _suits(others)
    return lambda facts: all(facts.lengths[ours] - facts.lengths[other] >= by for other in theirs)


def _top(number: int, of: int, suit: str) -> Test:
    place = _suit(suit)
    return lambda facts: facts.honours(place, 13 - of) >= number


def _number(counts: str, held: Callable[[HandFacts], int]) -> Test:
    if counts.startswith("at least "):
        return lambda facts: held(facts) >= int(counts[9:])
    allowed = {int(count) for count in counts.split(" or ")}
    return lambda facts: held(facts) in allowed


def _queen(missing: str | None, suit: str) -> Test:
    place = _suit(suit)
    return lambda facts: facts.has(place, 10) is (missing is None)


def _controlled(suit: str) -> Test:
    place = _suit(suit)
    return lambda facts: facts.lengths[place] <= 1 or facts.has(place, 12) or facts.has(place, 11)


SUIT_LIST = f"((?:{SUIT[1:-1]}|, | and )+)"
NUMBER = r"(at least \d+|\d+(?: or \d+)*)"
ATOMS: tuple[tuple[str, Callable[..., Test]], ...] = (
    (f"{SPAN} (points or total points|total points|high-card points|points)", _points),
    (f"{SPAN} points in support of {SUIT}", _support),
    (
        f"at least {COUNT} playing tricks",
        lambda n: lambda facts: facts.playing_tricks >= COUNTS.index(n),
    ),
    ("balanced", lambda: lambda facts: facts.balanced),
    ("balanced or nearly so", lambda: lambda facts: facts.semibalanced),
    ("unbalanced", lambda: lambda facts: not facts.balanced),
    (f"{COUNT} {SUIT}", lambda n, suit: _length(COUNTS.index(n), COUNTS.index(n), suit)),
    (f"at least {COUNT} {SUIT}", lambda n, suit: _length(COUNTS.index(n), 13, suit)),
    (f"at most {COUNT} {SUIT}", lambda n, suit: _length(0, COUNTS.index(n), suit)),
    (
        f"{COUNT} (?:or|to) {COUNT} {SUIT}",
        lambda low, high, suit: _length(COUNTS.index(low), COUNTS.index(high), suit),
    ),
    (f"no suit longer than {SUIT}", lambda suit: _more(0, suit, "clubs and diamonds and hearts and spades")),
    (f"at most {COUNT} more {SUIT} than {SUIT}", lambda n, suit, of: _more(-COUNTS.index(n), of, suit)),
    (f"no fewer {SUIT} than {SUIT_LIST}", lambda suit, others: _more(0, suit, others)),
    (f"more {SUIT} than {SUIT_LIST}", lambda suit, others: _more(1, suit, others)),
    (f"at least {COUNT} more {SUIT} than {SUIT_LIST}", lambda n, *of: _more(COUNTS.index(n), *of)),
    (f"{SUIT_LIST} stopped", lambda suits: lambda facts: all(facts.stops(suit) for suit in _suits(suits))),
    (f"ace, king and queen of {SUIT}", lambda suit: _top(3, 3, suit)),
    (
        f"two of the top three or three of the top five {SUIT}",
        lambda suit: lambda facts: _top(2, 3, suit)(facts) or _top(3, 5, suit)(facts),
    ),
    (
        f"{COUNT} of the top {COUNT} {SUIT}",
        lambda n, of, suit: _top(COUNTS.index(n), COUNTS.index(of), suit),
    ),
    (f"{NUMBER} aces?", lambda counts: _number(counts, lambda facts: facts.aces)),
    (f"{NUMBER} kings?", lambda counts: _number(counts, lambda facts: facts.kings)),
    (
        f"{NUMBER} key cards? for {SUIT}",
        lambda counts, suit: _number(counts, lambda facts: facts.keycards(_suit(suit))),
    ),
    (f"(not )?the queen of {SUIT}", _queen),
    (r"a control in (clubs|diamonds|hearts|spades) \(ace, king or at most one card\)", _controlled),
)
