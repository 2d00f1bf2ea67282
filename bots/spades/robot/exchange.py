"""Cards that change hands: those passed beside a nil, and the draw of two players."""

from __future__ import annotations

from bots.spades.robot.nil_risk import nil_chance
from bots.spades.robot.seen import Seen
from bots.spades.robot.values import Prospect, tricks
from protocol.v1.spades import Card, Hand


def choose_pass(seen: Seen, number: int) -> Hand:
    """The cards to pass: a nil rids itself of what may win, its partner helps it with what cannot."""
    hand, passed = list(seen.hand), []
    for _ in range(number):
        card = max(hand, key=lambda each: _riddance(seen, hand, each))
        hand.remove(card)
        passed.append(card)
    return tuple(passed)


def _riddance(seen: Seen, hand: list[Card], card: Card) -> tuple[float, float]:
    """How good it is to be without a card."""
    rest = [held for held in hand if held is not card]
    spade, height = seen.deck.strength(card)
    if seen.bid(seen.seat).nil:
        return round(nil_chance(rest, seen.unseen), 6), height + 100 * spade
    # the lowest spade can be what brings a nil down: a side suit's low card never does
    return round(-100.0 * spade + tricks(rest, Prospect(seen.unseen, seen.opponents)), 6), -height


def choose_drawn(seen: Seen, drawn: tuple[Card, ...]) -> Card:
    """Which of two cards to keep: spades first, then the higher one."""
    return max(drawn, key=seen.deck.strength)
