"""The plain robot's card play: second hand low, third hand high, win cheaply, ruff to win."""

from __future__ import annotations

from collections.abc import Sequence

from bots.bridge.robot.leads import lead
from bots.bridge.robot.table import Seen, highest, lowest
from protocol.v1.bridge import Play
from protocol.v1.cards import Card

QUEEN = 10
"""The value of `Card.height` for a queen."""


def choose_card(seen: Seen) -> Card:
    """Return the card that the robot plays, always one of the legal cards."""
    if len(seen.legal) == 1:
        return seen.legal[0]
    winning = seen.winning
    if winning is None:
        return lead(seen)
    return _follow(seen, winning) if seen.legal[0].suit is seen.led else _void(seen, winning)


def _follow(seen: Seen, winning: Play) -> Card:
    low = lowest(seen.legal)
    winners = [card for card in seen.legal if seen.beats(card, winning.card)]
    partners = winning.seat is seen.turn.partner
    if not winners:
        return low
    match len(seen.trick):
        case 1:
            return _second_hand(seen, winning.card, winners, low)
        case 2:
            return _third_hand(seen, winning.card if partners else None, winners, low)
        case _:
            return low if partners else lowest(winners)


def _second_hand(seen: Seen, led: Card, winners: Sequence[Card], low: Card) -> Card:
    """Return the card of the second hand: a low card, or a card that covers an honour.

    As second hand, declarer instead plays the best card of the suit if the hand opposite cannot beat the card
    led.
    """
    cheapest = lowest(winners)
    if led.height >= QUEEN - 1 and cheapest.height - led.height <= 2 and cheapest.height >= QUEEN:
        return cheapest
    if seen.opposite is not None and not any(seen.beats(card, led) for card in seen.opposite):
        masters = [card for card in winners if seen.is_master(card)]
        return lowest(masters) if masters else low
    return low


def _third_hand(seen: Seen, partners: Card | None, winners: Sequence[Card], low: Card) -> Card:
    """Return the card of the third hand: the cheapest that the last player cannot beat, else a high card.

    Declarer finesses if only one missing card is higher.
    """
    safe = [card for card in winners if not seen.threats(card)]
    if partners is not None and _let_run(seen, partners, bool(safe)):
        return low
    if not safe:
        top = highest(winners)
        return lowest([card for card in winners if len(seen.threats(card)) == len(seen.threats(top))])
    cheapest = lowest(safe)
    if seen.opposite is not None:
        finesses = [card for card in winners if card not in safe and len(seen.threats(card)) == 1]
        return highest(finesses) if finesses else cheapest
    return cheapest


def _let_run(seen: Seen, partners: Card, covered: bool) -> bool:
    """Return True if the robot, as third hand, should play low, because partner's card will probably win."""
    threats = len(seen.threats(partners))
    if seen.opposite is not None:
        return threats == 0 or (threats == 1 and covered)
    return threats == 0 or partners.height >= QUEEN


def _void(seen: Seen, winning: Play) -> Card:
    """Return the card of a hand that cannot follow suit: a ruff that wins, else the least useful card.

    The hand does not ruff if partner's card is winning and the next player has no higher card of that suit.
    """
    last = len(seen.trick) == 3
    partners = winning.seat is seen.turn.partner and (last or not seen.threats(winning.card))
    ruffs = [card for card in seen.legal if card.suit is seen.trumps and seen.beats(card, winning.card)]
    if ruffs and not partners:
        return lowest(ruffs)
    return min(seen.legal, key=lambda card: _use(seen, card))


def _use(seen: Seen, card: Card) -> tuple[bool, bool, int, int, int]:
    """Return a sort key for discards: the least useful card comes first, winners and trumps come last."""
    length = sum(1 for held in seen.hand if held.suit is card.suit)
    return card.suit is seen.trumps, seen.is_master(card), card.height, -length, card.deck_index
