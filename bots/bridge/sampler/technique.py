"""The choice among equally good cards of one suit: the agreed lead or signal, or the cheapest card."""

from __future__ import annotations

from collections.abc import Sequence

from bots.bridge.robot.table import Seen
from bots.bridge.sampler.bits import Held, held, number_of
from bots.bridge.sampler.carding import (
    TEN,
    Carding,
    attitude,
    count,
    discard,
    encourages,
    lead_from,
    preference,
    spots_of,
)
from protocol.v1.cards import DECK


def signals(facts: Seen, code: int) -> bool:
    """Return True if a card is a small one with which a defender gives partner a signal."""
    winning = facts.winning
    if facts.opposite is not None or code % 13 >= TEN:
        return False
    return winning is None or not facts.beats(DECK[code], winning.card)


def finished(facts: Seen, group: Sequence[int], carding: Carding) -> int:
    """Choose among equally good cards of one suit; return the chosen card's index in the deck.

    Declarer plays the lowest of equally good cards. A defender leads the agreed card, wins a trick with the
    lowest of equal cards, and signals with small cards.
    """
    if len(group) == 1 or facts.opposite is not None:
        return min(group)
    suit = group[0] // 13
    hand = held(facts.hand)
    trumps = number_of(facts.trumps)
    spots = spots_of(sum(1 << code % 13 for code in group))
    winning = facts.winning
    if winning is None:
        ruffs = min(group) % 13 < TEN and _partner_ruffs(facts, suit)
        asked = _asked(spots, hand, suit, trumps) if ruffs else None
        return _lead(group, hand[suit], carding, trumps) if asked is None else asked
    if facts.beats(DECK[min(group)], winning.card) or min(group) % 13 >= TEN:
        return min(group)
    led = facts.trick[0].card.deck_index // 13
    if suit != led:
        return min(group) if suit == trumps else 13 * suit + discard(spots, hand[suit], carding)
    return _followed(facts, spots, hand, suit, carding)


def _lead(group: Sequence[int], holding: int, carding: Carding, trumps: int | None) -> int:
    suit = group[0] // 13
    agreed = 13 * suit + lead_from(holding, carding, notrump=trumps is None, trumps=suit == trumps)
    return agreed if agreed in group else max(group) if max(group) % 13 >= TEN else min(group)


def _followed(facts: Seen, spots: int, hand: Held, suit: int, carding: Carding) -> int:
    """Return the small card with which to follow suit.

    To partner's lead, the card shows attitude or suit preference; otherwise it shows count.
    """
    led, trumps, winning = facts.trick[0], number_of(facts.trumps), facts.winning
    partners = winning is not None and winning.seat is facts.turn.partner
    ruffed = winning is not None and winning.card.suit is not led.card.suit
    if led.seat is facts.turn.partner and (partners or ruffed):
        asked = _asked(spots, hand, suit, trumps) if partners and _dummy_is_short(facts, suit) else None
        wanted = encourages(hand[suit], led.card.height, notrump=trumps is None)
        return 13 * suit + attitude(spots, wanted, carding) if asked is None else asked
    return 13 * suit + count(spots, hand[suit], carding)


def _asked(spots: int, hand: Held, suit: int, trumps: int | None) -> int | None:
    """Return the small card that asks partner to lead another suit.

    Returns None in notrumps, or if no other suit is better.
    """
    if trumps is None or suit == trumps:
        return None
    height = preference(spots, hand, suit, trumps)
    return None if height is None else 13 * suit + height


def _partner_ruffs(facts: Seen, suit: int) -> bool:
    """Return True if partner is out of a suit, or has perhaps led a singleton of it to the first trick."""
    partners = [
        (index, number_of(play.card.suit) == suit)
        for index, play in enumerate(facts.plays)
        if play.seat is facts.turn.partner and number_of(facts.plays[index - index % 4].card.suit) == suit
    ]
    return partners == [(0, True)] or any(not follows for _, follows in partners)


def _dummy_is_short(facts: Seen, suit: int) -> bool:
    """Return True if dummy has no card of a suit after the current trick."""
    dummy = facts.contract.declarer.partner
    follows = all(play.seat is not dummy for play in facts.trick)
    return held(facts.dummy)[suit].bit_count() <= follows
