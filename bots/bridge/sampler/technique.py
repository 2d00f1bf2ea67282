"""The choice among equal cards: leads and signals by agreement, and the cheapest card that does its work."""

from __future__ import annotations

from collections.abc import Sequence

from bots.bridge.robot.table import Seen
from bots.bridge.sampler.bits import held, number_of
from bots.bridge.sampler.carding import (
    TEN,
    Carding,
    attitude,
    count,
    encourages,
    lead_from,
    spots_of,
)
from protocol.v1.cards import DECK


def finished(facts: Seen, group: Sequence[int], carding: Carding) -> int:
    """Return the card of a group of equal cards to play, as an index in the deck.

    Declarer plays the lowest card. A defender leads the card of the agreement, wins with the lowest card, and
    signals with small cards.
    """
    if len(group) == 1 or facts.opposite is not None:
        return min(group)
    suit = group[0] // 13
    holding = held(facts.hand)[suit]
    mask = sum(1 << code % 13 for code in group)
    trumps = number_of(facts.trumps)
    winning = facts.winning
    if winning is None:
        agreed = 13 * suit + lead_from(holding, carding, notrump=trumps is None, trumps=suit == trumps)
        return agreed if agreed in group else max(group) if max(group) % 13 >= TEN else min(group)
    if facts.beats(DECK[min(group)], winning.card) or min(group) % 13 >= TEN:
        return min(group)
    spots = spots_of(mask)
    led = facts.trick[0]
    if suit != led.card.deck_index // 13:
        if suit == trumps:
            return min(group)
        return 13 * suit + attitude(spots, bool(holding >> 11), carding)
    if led.seat is facts.turn.partner and not facts.beats(winning.card, led.card):
        wanted = encourages(holding, led.card.height, notrump=trumps is None)
        return 13 * suit + attitude(spots, wanted, carding)
    return 13 * suit + count(spots, holding, carding)
