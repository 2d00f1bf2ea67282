"""The cards that the claimer's side may play next in the search for a proof, the most promising first."""

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
"""A card in the search: the number of its suit, and its index among the remaining cards of the suit."""


def choices(at: Position, hand: str, trumps: int, ours: bool) -> Iterator[Position]:
    """Yield the position after each card that a hand of the claimer's side may play at its turn.

    `hand` is MINE for the claimer's hand or DUMMY for dummy's hand. `ours` is True if the claimer's side is
    winning the trick so far. The order in which cards are tried makes the search for a proof faster, but does
    not change its result.
    """
    if at.led == NO_SUIT:
        cards = _leads(at, hand, trumps)
    elif hand in at.words[at.led]:
        cards = _following(at, hand, ours)
    else:
        cards = _off_suit(at, hand, trumps, ours)
    for suit, index in cards:
        yield play(at, suit, index, trumps)


def _leads(at: Position, hand: str, trumps: int) -> list[Card]:
    """Return the cards that a hand of the claimer's side may lead, the most promising first.

    The order of the leads is: trumps, if an unseen hand may have one, then cards that no unseen card beats,
    then low cards.
    """
    drawing = trumps != NO_SUIT and UNSEEN in at.words[trumps]
    ranked = []
    for suit, word in enumerate(at.words):
        for index in equals(word, hand, 0):
            loses = UNSEEN in word[:index]
            ranked.append((loses, suit != trumps or not drawing, -index if loses else index, (suit, index)))
    return [card for *_, card in sorted(ranked)]


def _following(at: Position, hand: str, ours: bool) -> list[Card]:
    """Return the cards with which a hand of the claimer's side can follow suit, the most promising first.

    The lowest card that is sure to win the trick is tried first, then the lowest card, then all others.
    """
    suit = at.led
    word = at.words[suit]
    indexes = equals(word, hand, dividing(at, suit))
    beaten_by = at.above if at.best == suit else 0
    if ours and (at.left == 1 or UNSEEN not in word[:beaten_by]):
        return [(suit, index) for index in reversed(indexes)]
    sure = [index for index in indexes if index < beaten_by and (at.left == 1 or UNSEEN not in word[:index])]
    first = sure[-1:] + list(indexes[-1:])
    return [(suit, index) for index in dict.fromkeys([*first, *indexes])]


def _off_suit(at: Position, hand: str, trumps: int, ours: bool) -> list[Card]:
    """Return the discards and ruffs of a hand that cannot follow suit, the most promising first.

    If opponents are winning the trick, ruffs are tried first, otherwise discards. Low discards are tried
    before high ones.
    """
    cards = []
    for suit, word in enumerate(at.words):
        for index in reversed(equals(word, hand, dividing(at, suit))):
            ruffs = suit == trumps and index < beating(at, suit, trumps)
            winner = UNSEEN not in word[:index]
            cards.append(((ruffs == ours, winner, -index), (suit, index)))
    return [card for _, card in sorted(cards)]
