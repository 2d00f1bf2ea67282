"""The cards that a line of play may go on with, the likeliest to win first."""

from __future__ import annotations

from collections.abc import Iterator

from server.games.bridge.proof.position import (
    NO_SUIT,
    UNSEEN,
    Position,
    beating,
    dividing,
    equals,
    play,
)

Card = tuple[int, int]
"""A suit and the card's place in its word."""


def choices(at: Position, hand: str, trumps: int, ours: bool) -> Iterator[Position]:
    """The positions after each card that `hand`, which is to play, may choose.

    `ours`: the trick is the claimer's side's as it lies. The order is a guess and changes no answer.
    """
    if at.led == NO_SUIT:
        cards = _leads(at, hand, trumps)
    elif hand in at.words[at.led]:
        cards = _following(at, hand, ours)
    else:
        cards = _off_suit(at, hand, trumps, ours)
    for suit, place in cards:
        yield play(at, suit, place, trumps)


def _leads(at: Position, hand: str, trumps: int) -> list[Card]:
    """Trumps while any are unseen, then winners, then low cards."""
    drawing = trumps != NO_SUIT and UNSEEN in at.words[trumps]
    ranked = []
    for suit, word in enumerate(at.words):
        for place in equals(word, hand, 0):
            loses = UNSEEN in word[:place]
            ranked.append((loses, suit != trumps or not drawing, -place if loses else place, (suit, place)))
    return [card for *_, card in sorted(ranked)]


def _following(at: Position, hand: str, ours: bool) -> list[Card]:
    """The cheapest card that wins for sure, else the lowest, then the rest from the top."""
    suit = at.led
    word = at.words[suit]
    places = equals(word, hand, dividing(at, suit))
    bar = at.above if at.best == suit else 0
    if ours and (at.left == 1 or UNSEEN not in word[:bar]):
        return [(suit, place) for place in reversed(places)]
    sure = [place for place in places if place < bar and (at.left == 1 or UNSEEN not in word[:place])]
    first = sure[-1:] + list(places[-1:])
    return [(suit, place) for place in dict.fromkeys([*first, *places])]


def _off_suit(at: Position, hand: str, trumps: int, ours: bool) -> list[Card]:
    """A trump when the trick is not ours, then the cards least likely to win."""
    cards = []
    for suit, word in enumerate(at.words):
        for place in reversed(equals(word, hand, dividing(at, suit))):
            ruffs = suit == trumps and place < beating(at, suit, trumps)
            winner = UNSEEN not in word[:place]
            cards.append(((ruffs == ours, winner, -place), (suit, place)))
    return [card for _, card in sorted(cards)]
