"""Which questions a hand answers for the number that it is told: all follow from what everybody knows.

A question is a tuple of answers, exactly one of which is true of a hand; an answer tells for some cards of
the hand which they can be.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bots.hanabi.piles import Piles, kinds

Answer = dict[int, int]
Question = tuple[Answer, ...]
Masks = dict[int, int]


def narrowed(mask: int, to: int) -> int:
    """What a card can be; who contradicts what is known is not believed."""
    return mask & to or mask


def told(
    hand: Masks, piles: Piles, numbers: int, reply: Callable[[Question, int], int]
) -> tuple[int, Masks]:
    """The number that a hand is worth, below `numbers`, and what its cards can be for who knows it.

    `reply` says which answer of a question is true, by the question and what one more of it is worth.
    """
    number, unit = 0, 1
    masks = dict(hand)
    while (question := following(masks, piles, numbers // unit, unit == 1)) is not None:
        answer = reply(question, unit)
        number += unit * answer
        unit *= len(question)
        for order, mask in question[answer].items():
            masks[order] = narrowed(masks[order], mask)
    return number, masks


def true_of(cards: Mapping[int, int]) -> Callable[[Question, int], int]:
    """Answers for cards that one sees, given by their kinds."""

    def reply(question: Question, unit: int) -> int:
        for place, answer in enumerate(question):
            if all(mask >> cards[order] & 1 for order, mask in answer.items()):
                return place
        return 0

    return reply


def spelled(number: int) -> Callable[[Question, int], int]:
    """Answers for a number that one was told."""
    return lambda question, unit: number // unit % len(question)


def weight(mask: int, piles: Piles) -> int:
    return sum(piles.left[kind] for kind in kinds(mask))


def chance(mask: int, of: int, piles: Piles) -> float:
    """How likely a card is among some, by what everybody knows."""
    whole = weight(mask, piles)
    return weight(mask & of, piles) / whole if whole else 0.0


def following(masks: Masks, piles: Piles, room: int, first: bool) -> Question | None:
    """The next question with at most `room` answers."""
    if room < 2:
        return None
    if first or AGAIN:
        unsure = _unsure(masks, piles)
        if unsure:
            n = min(len(unsure), room - 1, MAXFIRST if first else MAXNEXT)
            if n>=1: return which_plays(unsure[:n], piles)
    return which_kind(masks, piles, room)

AGAIN = True
MAXFIRST = 5
MAXNEXT = 1


def _unsure(masks: Masks, piles: Piles) -> list[int]:
    """Cards that may be playable or not, the likeliest first."""
    chances = {order: chance(mask, piles.playable, piles) for order, mask in masks.items()}
    found = [order for order, likely in chances.items() if 0 < likely < 1]
    return sorted(found, key=lambda order: (-chances[order], -order))


def which_plays(orders: list[int], piles: Piles) -> Question:
    """Which of these cards is the first that can be played, if any."""
    rest = ~piles.playable
    answers: list[Answer] = [dict.fromkeys(orders, rest)]
    for place, order in enumerate(orders):
        answers.append({**dict.fromkeys(orders[:place], rest), order: piles.playable})
    return tuple(answers)


def which_kind(masks: Masks, piles: Piles, room: int) -> Question | None:
    """What a card is, in as many parts as there is room; those that will never be played are one part."""
    open_ = [order for order, mask in masks.items() if mask & ~piles.dead and mask & (mask - 1)]
    if not open_:
        return None
    order = max(open_, key=lambda each: (PRI(masks[each], piles), each))
    mask = masks[order]
    live = sorted(kinds(mask & ~piles.dead), key=lambda kind: (piles.away(kind), kind))
    dead = mask & piles.dead
    parts = min(room, len(live) + bool(dead))
    answers = [0] * parts
    if dead:
        answers[0] = dead
    for place, kind in enumerate(live, bool(dead)):
        answers[place % parts] |= 1 << kind
    return tuple({order: answer} for answer in answers)

def PRI(mask, piles):
    return chance(mask, piles.playable, piles)
