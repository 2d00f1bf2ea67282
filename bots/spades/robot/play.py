"""The choice of a card at Spades, by its effect on the current trick and on later tricks of the deal."""

from __future__ import annotations

from bots.spades.robot.nil_risk import nil_chance, unwanted_tricks
from bots.spades.robot.outcomes import outcome
from bots.spades.robot.seen import Seen
from bots.spades.robot.stakes import Stakes, stakes
from bots.spades.robot.values import Prospect, tricks
from protocol.v1.spades import Card

LATER = 0.93
"""The value of a later trick relative to the value of the current trick."""


def choose_card(seen: Seen, legal: tuple[Card, ...]) -> Card:
    """Return the best card to play, always one of the legal cards `legal`."""
    if len(legal) == 1:
        return legal[0]
    at_stake = stakes(seen)
    strength = seen.deck.strength
    upwards = 1 if at_stake.trick >= 0 and not at_stake.nil else -1

    def rank(card: Card) -> tuple[float, float]:
        spade, height = strength(card)
        return round(worth(seen, at_stake, card), 3), -upwards * (height + 100 * spade)

    return max(cards_to_compare(seen, at_stake, legal), key=rank)


def cards_to_compare(seen: Seen, at_stake: Stakes, legal: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return those of the legal cards that can be the best, so that only they are compared.

    For example, a player that has bid nil compares only cards that lose the trick, if there are such cards.
    """
    best = seen.best
    if best is None:
        return legal
    winners = tuple(card for card in legal if seen.beats(card, best.card))
    losers = tuple(card for card in legal if card not in winners)
    if at_stake.nil:
        return losers or legal
    if seen.after or seen.nil(best.seat) or at_stake.trick <= 0:
        return legal
    return (losers if best.seat % seen.sides == seen.side else winners) or legal


def worth(seen: Seen, at_stake: Stakes, card: Card) -> float:
    """Return the value in points of playing `card` to the current trick."""
    now = sum(chance * at_stake.seats[seat] for seat, chance in outcome(seen, card).items())
    rest = [held for held in seen.hand if held is not card]
    led = seen.led or seen.deck.suits[card]
    return now + _future(at_stake, rest, Prospect(seen.unseen, seen.opponents, led, seen.after))


def _future(at_stake: Stakes, rest: list[Card], prospect: Prospect) -> float:
    """Return the value in points that the remaining cards `rest` have in later tricks."""
    if at_stake.nil:
        return -at_stake.nil * (1.0 - nil_chance(rest, prospect.unseen))
    if at_stake.trick >= 0:
        return LATER * at_stake.trick * tricks(rest, prospect)
    return at_stake.trick * unwanted_tricks(rest, prospect.unseen)
