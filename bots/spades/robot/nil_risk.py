"""How likely the cards of a hand are to win tricks that its player does not want."""

from __future__ import annotations

from collections.abc import Iterable

from bots.spades.robot.unseen import Unseen
from bots.spades.robot.values import by_suit
from protocol.v1.cards import Suit
from protocol.v1.spades import Card

ROUND = (1.0, 0.8, 0.5, 0.25, 0.1)
"""The chance that a suit comes to its n-th round while its cards are still held."""
UNDER = 0.5
"""The chance that one higher card out does not come down on a card."""
UNDER_TRUMP = 0.62
ALONE = 0.12
"""By how much that is likelier where no partner plays high to help."""


def dangers(hand: Iterable[Card], unseen: Unseen) -> float:
    """How many tricks a hand can be expected to win that plays as low as it can."""
    return sum(sum(_risks(suit, cards, unseen, 0.0)) for suit, cards in by_suit(hand, unseen).items())


def nil_chance(hand: Iterable[Card], unseen: Unseen, *, alone: bool = False) -> float:
    """The chance that a hand wins no trick at all; `alone`: there is no partner who helps."""
    chance = 1.0
    for suit, cards in by_suit(hand, unseen).items():
        for risk in _risks(suit, cards, unseen, ALONE if alone else 0.0):
            chance *= 1.0 - min(0.97, risk)
    return chance


def _risks(suit: Suit, cards: list[Card], unseen: Unseen, more: float) -> list[float]:
    """The risk of each card of a suit, the lowest first, each to be played to its own round."""
    trump = suit is Suit.SPADES
    under = (UNDER_TRUMP if trump else UNDER) + more
    if not unseen.out(suit):
        return [0.9 if trump else 0.05] * len(cards)
    risks = []
    for turn, card in enumerate(reversed(cards)):
        comes = 1.0 if trump else (ROUND[turn] if turn < len(ROUND) else 0.05)
        others = unseen.out(suit) - len(unseen.counts) * turn
        risks.append(comes * under ** unseen.higher(card) if others > 0 else comes * 0.3)
    return risks
