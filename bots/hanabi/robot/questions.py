"""The questions about a hand that are answered, in hat guessing, by the number of the hand.

The questions about a hand follow from the public knowledge of the hand, so all players know them. In hat
guessing, a question about a hand is the tuple of its possible answers. Exactly one of the possible answers to
a question about a hand is true. An answer gives, for some cards of the hand by deck index, the identities
that these cards can have. The first question about a hand is which of the three cards that are most likely
playable is the first playable card. As long as the hand's number can express more answers, each further
question asks for the identity of the card with the fewest possibilities, as precisely as the rest of the
number allows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bots.hanabi.robot.piles import Piles, kinds

Answer = dict[int, int]
Question = tuple[Answer, ...]
Hand = dict[int, int]
"""The identities that each card of a hand can have, by deck index, the oldest card first."""
Reply = Callable[[Question, int], int]
"""A function that finds the true answer to a question about a hand, and returns the answer's index.

The index of the true answer is a digit of the number of the hand. The second argument of the function is the
place value of this digit in the number of the hand.
"""

ASKED_AT_ONCE = 3


def narrowed(cards: int, to: int) -> int:
    """Return the identities that are in both sets, `cards` and `to`, or `cards` itself if there are none."""
    return cards & to or cards


def answered(hand: Hand, piles: Piles, numbers: int, reply: Reply) -> tuple[int, Hand]:
    """Return the number of a hand in hat guessing, and the identities that this number leaves to its cards.

    The number of the hand is at least 0 and less than `numbers`. The function `reply` gives the true answer
    to each question about the hand.
    """
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
    """Return the function that answers the questions about a hand that is visible.

    `seen` has the suit and rank of each card by deck index.
    """

    def reply(question: Question, unit: int) -> int:
        true = (all(cards >> seen[order] & 1 for order, cards in answer.items()) for answer in question)
        return next((place for place, holds in enumerate(true) if holds), 0)

    return reply


def by_number(number: int) -> Reply:
    """Return the function that reads the answers to the questions about a hand from the hand's number."""
    return lambda question, unit: number // unit % len(question)


def _which_plays(hand: Hand, piles: Piles, room: int) -> Question | None:
    chances = {order: piles.chance(cards, piles.playable) for order, cards in hand.items()}
    open_ = [order for order, likely in chances.items() if 0 < likely < 1]
    uncertain = sorted(open_, key=lambda order: (-chances[order], -order))[: min(ASKED_AT_ONCE, room - 1)]
    if not uncertain:
        return None
    no, yes = ~piles.playable, piles.playable
    found = ({**dict.fromkeys(uncertain[:place], no), order: yes} for place, order in enumerate(uncertain))
    return (dict.fromkeys(uncertain, no), *found)


def _what_it_is(hand: Hand, piles: Piles, room: int) -> Question | None:
    """Return the question that asks, for the card with the fewest possibilities, for its suit and rank.

    The result is None if all cards are known or the number of the hand cannot express more answers. All
    identities that can never be played share one answer.
    """
    open_ = [order for order, cards in hand.items() if cards & ~piles.dead and cards & (cards - 1)]
    if room < 2 or not open_:
        return None
    order = min(open_, key=lambda each: (hand[each].bit_count(), -each))
    live, dead = hand[order] & ~piles.dead, hand[order] & piles.dead
    parts = [dead] if dead else []
    for kind in sorted(kinds(live), key=lambda kind: (piles.away(kind), kind)):
        parts.append(1 << kind)
    # If there are more kinds than answers, kinds that are far from each other in playing order share an
    # answer.
    return tuple({order: sum(parts[place::room])} for place in range(min(room, len(parts))))
