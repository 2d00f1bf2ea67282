"""The questions that a hand answers with one number; which ones, follows from what everybody knows.

A question is a tuple of answers, of which exactly one is true of a hand. An answer tells of some cards of the
hand, by their places in the deck, which they can be. The first question is which of the three cards that are
the likeliest to be playable is the first that is. While there are numbers left, the next one is what that
card is of which the least is open, as closely as they allow.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bots.hanabi.robot.piles import Piles, kinds

Answer = dict[int, int]
Question = tuple[Answer, ...]
Hand = dict[int, int]
"""What each card of a hand can be, the oldest first."""
Reply = Callable[[Question, int], int]
"""Says which answer is true, by the question and how much one more of it adds to the number."""

ASKED_AT_ONCE = 3


def narrowed(cards: int, to: int) -> int:
    """What a card can be when it is one of `to`; what contradicts all that was known is not believed."""
    return cards & to or cards


def answered(hand: Hand, piles: Piles, numbers: int, reply: Reply) -> tuple[int, Hand]:
    """The number of a hand, below `numbers`, and what its cards can be for who knows that number."""
    number, unit, known = 0, 1, dict(hand)
    question = _which_plays(known, piles, numbers) or _what_it_is(known, piles, numbers)
    while question is not None:
        place = reply(question, unit)
        for order, cards in question[place].items():
            known[order] = narrowed(known[order], cards)
        number, unit = number + place * unit, unit * len(question)
        question = _what_it_is(known, piles, numbers // unit)
    return number, known


def by_sight(seen: Mapping[int, int]) -> Reply:
    """The replies for a hand that one sees: the kinds of its cards."""

    def reply(question: Question, unit: int) -> int:
        true = (all(cards >> seen[order] & 1 for order, cards in answer.items()) for answer in question)
        return next((place for place, holds in enumerate(true) if holds), 0)

    return reply


def by_number(number: int) -> Reply:
    """The replies for a hand whose number one was told."""
    return lambda question, unit: number // unit % len(question)


def _which_plays(hand: Hand, piles: Piles, room: int) -> Question | None:
    chances = {order: piles.chance(cards, piles.playable) for order, cards in hand.items()}
    open_ = [order for order, likely in chances.items() if 0 < likely < 1]
    asked = sorted(open_, key=lambda order: (-chances[order], -order))[: min(ASKED_AT_ONCE, room - 1)]
    if not asked:
        return None
    no, yes = ~piles.playable, piles.playable
    found = ({**dict.fromkeys(asked[:place], no), order: yes} for place, order in enumerate(asked))
    return (dict.fromkeys(asked, no), *found)


def _what_it_is(hand: Hand, piles: Piles, room: int) -> Question | None:
    """Which part of what a card can be it is in; what will never be played is one part."""
    open_ = [order for order, cards in hand.items() if cards & ~piles.dead and cards & (cards - 1)]
    if room < 2 or not open_:
        return None
    order = min(open_, key=lambda each: (hand[each].bit_count(), -each))
    live, dead = hand[order] & ~piles.dead, hand[order] & piles.dead
    parts = [dead] if dead else []
    for kind in sorted(kinds(live), key=lambda kind: (piles.away(kind), kind)):
        parts.append(1 << kind)
    # when there are too many, those far from each other on the way to the piles share a part
    return tuple({order: sum(parts[place::room])} for place in range(min(room, len(parts))))
