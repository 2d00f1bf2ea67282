"""The choice of cards to pass at Spades after a nil bid, and of the card to keep in the draw of two."""

from __future__ import annotations

from bots.spades.robot.nil_risk import nil_chance
from bots.spades.robot.seen import Seen
from bots.spades.robot.values import Prospect, tricks
from protocol.v1.spades import Card, Hand


def choose_pass(seen: Seen, number: int) -> Hand:
    """Return the cards that this player should pass to partner.

    A player that has bid nil passes the cards that are most likely to win tricks. The partner of a player
    that has bid nil passes low cards of side suits that are of little use.
    """
    hand, passed = list(seen.hand), []
    for _ in range(number):
        card = max(hand, key=lambda each: _riddance(seen, hand, each))
        hand.remove(card)
        passed.append(card)
    return tuple(passed)


def _riddance(seen: Seen, hand: list[Card], card: Card) -> tuple[float, float]:
    """Return a sort key for the cards of a hand: the best card to pass has the highest key."""
    rest = [held for held in hand if held is not card]
    spade, height = seen.deck.strength(card)
    if seen.bid(seen.seat).nil:
        return round(nil_chance(rest, seen.unseen), 6), height + 100 * spade
    # Pass no spade to a partner with a nil: even the lowest can win a trick, unlike a low side card.
    return round(-100.0 * spade + tricks(rest, Prospect(seen.unseen, seen.opponents)), 6), -height


def choose_drawn(seen: Seen, drawn: tuple[Card, ...]) -> Card:
    """Return the card to keep of two drawn cards: a spade first, else the higher card."""
    return max(drawn, key=seen.deck.strength)
