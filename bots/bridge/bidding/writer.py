"""The writer of explanations: the meaning of a call in the words of a bridge player, in English.

The page of the browser words the same fields by itself, in each of its languages (`bridge/meaning.ts` there);
`tests/bots/bridge/bidding/written.json` has the sentences that both must write.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from protocol.v1.bridge.meanings import (
    Agreement,
    Holding,
    LongerSuit,
    Meaning,
    Strength,
    SuitHonours,
    SuitLength,
)
from protocol.v1.cards import Suit

SUIT_NAMES = {Suit.CLUBS: "clubs", Suit.DIAMONDS: "diamonds", Suit.HEARTS: "hearts", Suit.SPADES: "spades"}
SYMBOLS = {Suit.CLUBS: "♣", Suit.DIAMONDS: "♦", Suit.HEARTS: "♥", Suit.SPADES: "♠"}
NUMBERS = (
    *("no", "one", "two", "three", "four", "five", "six", "seven"),
    *("eight", "nine", "ten", "eleven", "twelve", "thirteen"),
)
FORCING = {"none": "", "round": "forcing", "game": "forcing to game"}
SHAPES = {"": "", "balanced": "balanced", "semibalanced": "balanced or nearly so", "unbalanced": "unbalanced"}
COUNTED = {"support": "points", "hcp": "points", "length": "total points", "either": "points or total points"}

NOTHING = "nothing beyond the earlier calls"
NO_AGREEMENT = "no agreement covers this call"
JUDGED = "my judgement, not our agreement on this call"
NOT_MINE = "another player made this call; mine would mean: "


def written(meaning: Meaning) -> str:
    """Return the meaning of a call in words, such as `Weak two: 5-10 points, six hearts`.

    Points are high-card points; total points include a point for each card of a suit beyond the fourth.
    """
    match meaning.basis:
        case "none":
            said = NO_AGREEMENT
        case "judgement":
            said = JUDGED
        case "agreement":
            said = _agreed(meaning)
    return said if meaning.made else NOT_MINE + said


def _agreed(meaning: Meaning) -> str:
    names = " or ".join(_name(agreement) for agreement in meaning.agreements)
    if not names and meaning.artificial:
        names = "Artificial"
    said = ": ".join(part for part in (names, held(meaning.hand)) if part)
    return "; ".join(part for part in (said, FORCING[meaning.force]) if part) or NOTHING


def _name(agreement: Agreement) -> str:
    name = agreement.name
    for suit in agreement.suits:
        name = name.replace("*", SYMBOLS[suit], 1)
    return name


def held(holding: Holding) -> str:
    """Return what a hand holds in words, such as `15-17 points, balanced`; "" if that is nothing."""
    parts, groups = list(_parts(holding)), list[str]()
    for group in holding.either:
        alternatives = [held(alternative) for alternative in group]
        if all(_is_short(alternative) for alternative in group):
            parts.append(" or ".join(alternatives))
        else:
            either = "; or ".join(f"({said})" if "; " in said else said for said in alternatives)
            groups.append(f"either {either}" if len(group) > 1 else either)
    return "; ".join(part for part in (", ".join(parts), *groups) if part)


def _is_short(holding: Holding) -> bool:
    """Return True if a holding is a single part in words, without alternatives of its own."""
    return not holding.either and len(list(_parts(holding))) == 1


def _parts(holding: Holding) -> Iterator[str]:
    yield from (_strength(each, len(holding.strength) > 1) for each in holding.strength)
    if holding.tricks:
        yield f"at least {NUMBERS[holding.tricks]} playing tricks"
    if holding.shape:
        yield SHAPES[holding.shape]
    yield from (_length(each) for each in holding.lengths)
    yield from _comparisons(holding.longer)
    if holding.stopped:
        yield f"{_list(holding.stopped)} stopped"
    yield from (_honours(each) for each in holding.honours)
    for suit in holding.fair:
        yield f"two of the top three or three of the top five {SUIT_NAMES[suit]}"
    if holding.aces:
        yield _counted(holding.aces, "ace")
    if holding.kings:
        yield _counted(holding.kings, "king")
    if holding.keycards is not None:
        yield f"{_counted(holding.keycards.counts, 'key card')} for {SUIT_NAMES[holding.keycards.trumps]}"
    if holding.queen is not None:
        yield f"{'the' if holding.queen.held else 'not the'} queen of {SUIT_NAMES[holding.queen.trumps]}"
    for suit in holding.controls:
        yield f"a control in {SUIT_NAMES[suit]} (ace, king or at most one card)"


def _strength(strength: Strength, several: bool) -> str:
    """Return a range of points in words; with `several` ranges, high-card points are named as such."""
    low, high = strength.low, strength.high
    span = f"{low}+" if high is None else f"at most {high}" if not low else f"{low}-{high}"
    if low == high:
        span = f"{low}"
    if strength.trumps is not None:
        return f"{span} points in support of {SUIT_NAMES[strength.trumps]}"
    noun = "high-card points" if several and strength.kind == "hcp" else COUNTED[strength.kind]
    return f"{span} {noun}"


def _length(length: SuitLength) -> str:
    least, most, name = length.low, length.high, SUIT_NAMES[length.suit]
    if least == most:
        return f"{NUMBERS[least]} {name[:-1] if least == 1 else name}"
    if most >= 13:
        return f"at least {NUMBERS[least]} {name[:-1] if least == 1 else name}"
    if not least:
        return f"at most {NUMBERS[most]} {name[:-1] if most == 1 else name}"
    return f"{NUMBERS[least]} {'or' if most == least + 1 else 'to'} {NUMBERS[most]} {name}"


def _comparisons(longer: Sequence[LongerSuit]) -> Iterator[str]:
    """Yield the comparisons of suits; the suits with which one is compared the same way stand together."""
    by_suit: dict[tuple[Suit, int], list[Suit]] = {}
    for each in longer:
        by_suit.setdefault((each.suit, each.by), []).append(each.than)
    for (suit, by), others in by_suit.items():
        than, name = _list(others), SUIT_NAMES[suit]
        if by == 0:
            yield f"no suit longer than {name}" if len(others) == 3 else f"no fewer {name} than {than}"
        elif by == 1:
            yield f"more {name} than {than}"
        elif by > 1:
            yield f"at least {NUMBERS[by]} more {name} than {than}"
        else:
            yield from (f"at most {NUMBERS[-by]} more {SUIT_NAMES[other]} than {name}" for other in others)


def _list(suits: Sequence[Suit]) -> str:
    *firsts, last = (SUIT_NAMES[suit] for suit in suits)
    return f"{', '.join(firsts)} and {last}" if firsts else last


def _honours(honours: SuitHonours) -> str:
    name = SUIT_NAMES[honours.suit]
    if (honours.number, honours.of) == (3, 3):
        return f"ace, king and queen of {name}"
    return f"{NUMBERS[honours.number]} of the top {NUMBERS[honours.of]} {name}"


def _counted(counts: Sequence[int], noun: str) -> str:
    if len(counts) > 2 and counts[-1] >= 4 and list(counts) == list(range(counts[0], counts[-1] + 1)):
        return f"at least {counts[0]} {noun if counts[0] == 1 else f'{noun}s'}"
    return f"{' or '.join(map(str, counts))} {noun if counts == (1,) else f'{noun}s'}"
