"""The choice of cards to pass beside a nil, and of the card to keep in the draw of two players."""

from __future__ import annotations

from bots.spades.robot.nil_risk import nil_chance
from bots.spades.robot.seen import Seen
from bots.spades.robot.values import Prospect, tricks
from protocol.v1.spades import Card, Hand


def choose_pass(seen: Seen, number: int) -> Hand:
    """Return the cards to pass.

    A player with a nil passes cards that may win tricks, the partner other cards.
    """
    hand, passed = list(seen.hand), []
    for _ in range(number):
        card = max(hand, key=lambda each: _riddance(seen, hand, each))
        hand.remove(card)
        passed.append(card)
    return tuple(passed)


def _riddance(seen: Seen, hand: list[Card], card: Card) -> tuple[float, float]:
    """Return a sort key for the value of passing a card."""
    rest = [held for held in hand if held is not card]
    spade, height = seen.deck.strength(card)
    if seen.bid(seen.seat).nil:
        return round(nil_chance(rest, seen.unseen), 6), height + 100 * spade
    # Even the lowest spade can make a nil fail, but a low card of a side suit never does.
    return round(-100.0 * spade + tricks(rest, Prospect(seen.unseen, seen.opponents)), 6), -height


def choose_drawn(seen: Seen, drawn: tuple[Card, ...]) -> Card:
    """Return the card to keep of two drawn cards: a spade first, else the higher card."""
    return max(drawn, key=seen.deck.strength)
