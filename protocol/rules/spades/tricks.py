"""The cards that may be played to a trick of Spades, the winner of a trick, and when spades are broken."""

from __future__ import annotations

from collections.abc import Sequence

from protocol.v1.cards import Suit
from protocol.v1.spades import Card, Hand, Rules
from protocol.v1.spades.deck import Deck, deck_of

SPADES = Suit.SPADES


def winner(deck: Deck, cards: Sequence[Card]) -> int:
    """Return the index in `cards` of the card that wins the trick; the first card is the lead."""
    suits, heights = deck.suits, deck.heights
    lead = cards[0]
    winning, suit, height = 0, suits[lead], heights[lead]
    for index, card in enumerate(cards):
        if suits[card] is suit:
            if heights[card] > height:
                winning, height = index, heights[card]
        elif suits[card] is SPADES:
            winning, suit, height = index, SPADES, heights[card]
    return winning


def legal_cards(rules: Rules, hand: Hand, lead: Card | None, first: bool, broken: bool) -> Hand:
    """Return the cards of a hand that may be played to a trick.

    `lead` is the first card of the trick, or None if this hand leads to the trick. `first` is True during the
    first trick, and `broken` is True once spades are broken.
    """
    deck = deck_of(rules)
    suits = deck.suits
    if first and rules.first_trick == "low_club":
        return _lowest_club(deck, hand)
    if lead is not None:
        led = suits[lead]
        # Make a list first: for 13 cards, a tuple of a generator takes half as long again.
        following = tuple([card for card in hand if suits[card] is led])
        if following:
            return following
        return _without_spades(deck, hand) if first and rules.first_trick == "no_spades" else hand
    if first and rules.first_trick == "no_spades":
        return _without_spades(deck, hand)
    return hand if _spades_may_lead(rules, broken) else _without_spades(deck, hand)


def _spades_may_lead(rules: Rules, broken: bool) -> bool:
    if rules.lead_spades == "anytime":
        return True
    return broken and rules.lead_spades != "only_if_forced"


def _without_spades(deck: Deck, hand: Hand) -> Hand:
    """Return the cards of the hand that are not spades, or the whole hand if it holds only spades."""
    suits = deck.suits
    return tuple([card for card in hand if suits[card] is not SPADES]) or hand


def _lowest_club(deck: Deck, hand: Hand) -> Hand:
    """Return the cards that a hand may play if all players must play their lowest club to the first trick.

    If all players must play their lowest club to the first trick, a hand without clubs may play any card that
    is not a spade. If all players must play their lowest club to the first trick, a hand of only spades may
    play any card.
    """
    clubs = [card for card in hand if deck.suits[card] is Suit.CLUBS]
    return (min(clubs, key=deck.heights.__getitem__),) if clubs else _without_spades(deck, hand)


def breaks(rules: Rules, card: Card, lead: Card | None, first: bool) -> bool:
    """Return True if spades are broken after this card was played to a trick.

    `lead` is the first card of the trick, or None if `card` is the first card. If the rules restrict which
    cards may be played to the first trick, a spade in that trick does not break spades.
    """
    suits = deck_of(rules).suits
    if suits[card] is not SPADES or (first and rules.first_trick != "free"):
        return False
    if rules.lead_spades == "discarded":
        return lead is not None and suits[lead] is not SPADES
    return True
