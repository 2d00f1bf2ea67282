"""A game of Hanabi in the other world: what an observer has not seen is otherwise, and all he sees the same.

What clues tell of a card stays true of it, every action stays legal, and comes to what everybody has seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from random import Random

from msgspec.structs import replace

from protocol.rules.hanabi.touch import touches
from protocol.v1.hanabi import Card, ColorClue, Deal, Given, RankClue
from server.errors import IllegalAction
from server.games.hanabi.state import HanabiState
from tests.secrecy.hanabi.knowledge import public, seen, shown
from tests.secrecy.scenes.worlds import Log, Observer, after

SWAPS = (200, 60, 20, 8, 4, 2, 1, 1, 1, 1)
"""How much is tried to be otherwise, until the public course of the game bears it."""


def otherwise(log: Log, states: Sequence[HanabiState], observer: Observer, rng: Random) -> Log:
    """The log of one game, its deal first, in the other world; `states` are those before and after it.

    The same log, where all is known.
    """
    deal = log[0][1]
    assert isinstance(deal, Deal), "expected a game that begins with its deal"
    *_, known = seen(states, observer)
    free = [order for order in range(len(deal.deck)) if order not in known]
    told = _told(states)
    for swaps in SWAPS if len(free) > 1 else ():
        deck = list(deal.deck)
        for _ in range(swaps):
            one, other = rng.sample(free, 2)
            if _fits(states[-1], told[one], deck[other]) and _fits(states[-1], told[other], deck[one]):
                deck[one], deck[other] = deck[other], deck[one]
        there = ((None, replace(deal, deck=tuple(deck))), *log[1:])
        if tuple(deck) != deal.deck and _bears(there, states):
            return there
    return log


def _told(states: Sequence[HanabiState]) -> dict[int, list[tuple[Given, bool]]]:
    """The clues that were given to the hand that held a card then, and whether they touched it, by card."""
    told: dict[int, list[tuple[Given, bool]]] = {order: [] for order in range(len(states[-1].deck))}
    for before, after_ in pairwise(states):
        for given in after_.clues[len(before.clues) :]:
            for order in before.hands[given.to]:
                told[order].append((given, order in given.cards))
    return told


def _fits(state: HanabiState, told: list[tuple[Given, bool]], card: Card) -> bool:
    """Whether all clues are true of a card."""
    return all(touches(state.variant, _clue(given), card) is touched for given, touched in told)


def _clue(given: Given) -> ColorClue | RankClue:
    if given.rank is not None:
        return RankClue(given.to, given.rank)
    assert given.color is not None, "expected a colour or a rank"
    return ColorClue(given.to, given.color)


def _bears(log: Log, states: Sequence[HanabiState]) -> bool:
    """Whether everybody would have seen the same of a game with these cards, and it goes on like this one."""
    there = states[0]
    try:
        for (seat, action), here in zip(log, states[1:], strict=True):
            there = after(there, seat, action)
            if public(there) != public(here):
                return False
    except IllegalAction:
        return False
    return all(there.deck[order] == states[-1].deck[order] for order in shown(states[-1]))
