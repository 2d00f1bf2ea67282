"""The meaning of a call as the protocol's fields, from a rule of bidding."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from bots.bridge.bidding.hand_facts import LETTERS, SYMBOLS
from bots.bridge.bidding.promises import (
    Aces,
    Condition,
    Control,
    Either,
    Flat,
    HighCards,
    Honours,
    KeyCards,
    Kings,
    Length,
    Longer,
    PlayingTricks,
    Points,
    Promise,
    Stopper,
    Support,
    TrumpQueen,
    Uneven,
)
from bots.bridge.bidding.rules import Force, Rule
from protocol.v1.bridge.meanings import (
    Agreement,
    Holding,
    KeyCardCount,
    LongerSuit,
    Meaning,
    Strength,
    SuitHonours,
    SuitLength,
    TrumpQueenHeld,
)
from protocol.v1.cards import Suit

MOST = 37
"""The greatest number of high-card points in a hand; a range up to it has no upper limit."""
SUIT_OF = tuple(Suit(letter) for letter in LETTERS)
FORCES: dict[Force, Literal["none", "round", "game"]] = {
    Force.NONE: "none",
    Force.ROUND: "round",
    Force.GAME: "game",
}


def meaning_of(rule: Rule) -> Meaning:
    """Return the meaning of the call of a bidding rule, in the fields of the protocol."""
    if not rule.ruled:
        return Meaning(basis="none")
    agreements = tuple(_agreement(name) for name in rule.label.split(" or ") if name)
    return Meaning(agreements, holding_of(rule.promise), FORCES[rule.force], artificial=not rule.natural)


def holding_of(promise: Promise) -> Holding:
    """Return a promise in the fields of the protocol."""
    held = Holding()
    for condition in promise:
        held = _with_condition(held, condition)
    return _without_implied(held)


def _agreement(label: str) -> Agreement:
    name, suits = "", list[Suit]()
    for character in label:
        if character in SYMBOLS[:4]:
            suits.append(SUIT_OF[SYMBOLS.index(character)])
            character = "*"
        name += character
    return Agreement(name, tuple(suits))


def _with_condition(held: Holding, condition: Condition) -> Holding:
    """Return what a hand holds, with one more condition on it."""
    match condition:
        case HighCards(low, high):
            return _stronger(held, "hcp", low, high)
        case Points(low, high):
            return _stronger(held, "length", low, high)
        case Support(trumps, low, high):
            return _stronger(held, "support", low, high, SUIT_OF[trumps])
        case PlayingTricks(least):
            return replace(held, tricks=least)
        case Length(suit, low, high):
            return _with_length(held, SUIT_OF[suit], low, high)
        case Longer(suit, other, margin):
            more = LongerSuit(SUIT_OF[suit], SUIT_OF[other], margin)
            return replace(held, longer=(*held.longer, more))
        case Flat(semi):
            return replace(held, shape="semibalanced" if semi else "balanced")
        case Uneven():
            return replace(held, shape="unbalanced")
        case Stopper(suit):
            return replace(held, stopped=(*held.stopped, SUIT_OF[suit]))
        case Honours(suit, number, lowest):
            return replace(held, honours=(*held.honours, SuitHonours(SUIT_OF[suit], number, 13 - lowest)))
        case Aces(counts):
            return replace(held, aces=counts)
        case Kings(counts):
            return replace(held, kings=counts)
        case KeyCards(trumps, counts):
            return replace(held, keycards=KeyCardCount(SUIT_OF[trumps], counts))
        case TrumpQueen(trumps, has):
            return replace(held, queen=TrumpQueenHeld(SUIT_OF[trumps], has))
        case Control(suit):
            return replace(held, controls=(*held.controls, SUIT_OF[suit]))
        case Either(promises):
            return _with_alternatives(held, promises)
    raise TypeError(f"expected a condition that has fields in the protocol, got {condition!r}")


def _stronger(
    held: Holding, kind: Literal["hcp", "length", "support"], low: int, high: int, trumps: Suit | None = None
) -> Holding:
    if low <= 0 and high >= MOST:
        return held
    span = Strength(kind, max(0, low), None if high >= MOST else high, trumps)
    return replace(held, strength=(*held.strength, span))


def _with_length(held: Holding, suit: Suit, low: int, high: int) -> Holding:
    others = tuple(each for each in held.lengths if each.suit is not suit)
    for each in held.lengths:
        if each.suit is suit:
            low, high = max(each.low, low), min(each.high, high)
    return replace(held, lengths=(*others, SuitLength(suit, low, high)))


def _with_alternatives(held: Holding, promises: tuple[Promise, ...]) -> Holding:
    match promises:
        case ((Points(low, high),), (HighCards(least, most),)) if (low, high) == (least, most):
            either = Strength("either", max(0, low), None if high >= MOST else high)
            return replace(held, strength=(*held.strength, either))
        case ((Honours(suit, 2, 10),), (Honours(other, 3, 8),)) if suit == other:
            return replace(held, fair=(*held.fair, SUIT_OF[suit]))
    alternatives = tuple(
        each for promise in promises for each in _flat(holding_of(promise)) if _possible(each)
    )
    # If one alternative sets no condition, every hand fits, and the others say nothing.
    if not alternatives or Holding() in alternatives:
        return held
    return replace(held, either=(*held.either, alternatives))


def _flat(held: Holding) -> tuple[Holding, ...]:
    """Return the alternatives of a holding that consists of them alone, else the holding itself."""
    return held.either[0] if held == Holding(either=held.either[:1]) and held.either else (held,)


def _possible(held: Holding) -> bool:
    """Return False if no number of points lies within a range of the holding."""
    return all(each.high is None or each.low <= each.high for each in held.strength)


def _without_implied(held: Holding) -> Holding:
    """Return what a hand holds without the comparisons of suits that follow from their lengths."""
    least = {each.suit: each.low for each in held.lengths}
    most = {each.suit: each.high for each in held.lengths}

    def follows(more: LongerSuit) -> bool:
        return least.get(more.suit, 0) - most.get(more.than, 13) >= more.by

    kept = tuple(more for more in held.longer if not follows(more))
    return held if kept == held.longer else replace(held, longer=kept)
