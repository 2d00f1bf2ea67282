"""The play of Spades: the first lead, following suit, breaking spades, and winning a trick."""

from __future__ import annotations

from collections.abc import Sequence

from protocol.v1.cards import Suit
from protocol.v1.spades import Bid, Card, Hand, Rules
from protocol.v1.spades.deck import Deck, deck_of
from server.errors import IllegalAction
from server.games.spades.state import SpadesState

Hands = tuple[Hand, ...]
SPADES = Suit.SPADES


def first_leader(rules: Rules, dealer: int, bids: dict[int, Bid], hands: Hands) -> int:
    """Return the seat that leads to the first trick.

    `bids` are by seat, the first bid first. If the rules let the highest bidder lead and several players made
    the highest bid, the first of them leads.
    """
    left = (dealer + 1) % rules.players
    match rules.first_leader:
        case "low_club":
            clubs = [
                (card.deck_index, seat) for seat, hand in enumerate(hands) for card in _clubs(rules, hand)
            ]
            return min(clubs)[1] if clubs else left
        case "high_bid" if bids:
            return max(bids, key=lambda seat: -1 if bids[seat].nil else bids[seat].tricks)
        case _:
            return left


def _clubs(rules: Rules, hand: Hand) -> Hand:
    suits = deck_of(rules).suits
    return tuple(card for card in hand if suits[card] is Suit.CLUBS)


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

    `lead` is the first card of the trick, None if the hand leads to it. `first` is True during the first
    trick of the hand, and `broken` is True once spades are broken.
    """
    deck = deck_of(rules)
    suits = deck.suits
    if first and rules.first_trick == "low_club":
        return _lowest_club(deck, hand)
    if lead is not None:
        led = suits[lead]
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

    A hand without clubs may play any card that is not a spade. A hand of only spades may play any card.
    """
    clubs = [card for card in hand if deck.suits[card] is Suit.CLUBS]
    return (min(clubs, key=deck.heights.__getitem__),) if clubs else _without_spades(deck, hand)


def breaks(rules: Rules, card: Card, lead: Card | None, first: bool) -> bool:
    """Return True if spades are broken after this card was played to a trick.

    `lead` is the first card of the trick, None if this card is. If the rules restrict which cards may be
    played to the first trick, a spade in that trick does not break spades.
    """
    suits = deck_of(rules).suits
    if suits[card] is not SPADES or (first and rules.first_trick != "free"):
        return False
    if rules.lead_spades == "discarded":
        return lead is not None and suits[lead] is not SPADES
    return True


def check(rules: Rules, hand: Hand, lead: Card | None, first: bool, broken: bool, card: Card) -> None:
    """Raise IllegalAction unless the seat in turn may play `card`; the error names the rule."""
    if card not in hand:
        raise IllegalAction(f"you do not hold {card}")
    suits = deck_of(rules).suits
    # After the first trick, a card that follows suit and a lead that is no spade are legal in every hand. So
    # for most cards no list of legal cards is made, which would take two microseconds.
    if not first and (suits[card] is not SPADES if lead is None else suits[card] is suits[lead]):
        return
    if card in legal_cards(rules, hand, lead, first, broken):
        return
    if first and rules.first_trick == "low_club":
        raise IllegalAction(
            "on the first trick, play your lowest club or, without clubs, a card that is not a spade"
        )
    if lead is not None and any(suits[held] is suits[lead] for held in hand):
        led = suits[lead].name.lower()
        raise IllegalAction(f"{card} does not follow suit: {led} were led")
    if first and rules.first_trick == "no_spades":
        raise IllegalAction("you may not play a spade to the first trick while you hold another suit")
    forced = rules.lead_spades == "only_if_forced"
    raise IllegalAction(
        "you may lead spades only if you hold no other suit"
        if forced
        else "you may not lead spades before they are broken"
    )


def legal_cards_of(state: SpadesState) -> Hand:
    """Return the cards that the seat in turn may play."""
    rules, turn = state.rules, state.turn
    assert turn is not None, "expected a seat in turn, got none"
    return legal_cards(rules, state.hands[turn], state.lead, len(state.plays) < rules.players, state.broken)
