"""The risk that the cards of a Spades hand win tricks although its player wants to win no trick."""

from __future__ import annotations

from collections.abc import Iterable

from bots.spades.robot.unseen import Unseen
from bots.spades.robot.values import by_suit
from protocol.v1.cards import Suit
from protocol.v1.spades import Card

ROUND = (1.0, 0.8, 0.5, 0.25, 0.1)
"""The probability that a suit is led once, twice, ... while the hand has cards of the suit."""
UNDER = 0.5
"""The probability that a card of this hand wins in spite of one particular higher card in another hand."""
UNDER_TRUMP = 0.62
ALONE = 0.12
"""The amount added to `UNDER` and `UNDER_TRUMP` if no partner helps a nil by playing high cards."""


def unwanted_tricks(hand: Iterable[Card], unseen: Unseen) -> float:
    """Return the expected number of tricks of a hand if its player always plays the lowest legal card."""
    return sum(sum(_risks(suit, cards, unseen, 0.0)) for suit, cards in by_suit(hand, unseen).items())


def nil_chance(hand: Iterable[Card], unseen: Unseen, *, alone: bool = False) -> float:
    """Return the probability that a hand wins no trick; `alone` is True if no partner protects the nil."""
    chance = 1.0
    for suit, cards in by_suit(hand, unseen).items():
        for risk in _risks(suit, cards, unseen, ALONE if alone else 0.0):
            chance *= 1.0 - min(0.97, risk)
    return chance


def _risks(suit: Suit, cards: list[Card], unseen: Unseen, more: float) -> list[float]:
    """Return, for each card of a suit from the lowest up, the risk that the card wins a trick.

    Each card of the suit is assumed to be played in a round of its own. The number `more` is added to
    `UNDER`, the risk that a card wins in spite of a higher card in another hand.
    """
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
