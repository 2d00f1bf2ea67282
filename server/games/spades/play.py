"""The play: who leads first, which cards may be played, what breaks spades, who wins a trick."""

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
    """Who leads to the first trick; `bids` stand in their order, of equal ones the first counts."""
    left = (dealer + 1) % rules.players
    match rules.first_leader:
        case "low_club":
            clubs = [(card.place, seat) for seat, hand in enumerate(hands) for card in _clubs(rules, hand)]
            return min(clubs)[1] if clubs else left
        case "high_bid" if bids:
            return max(bids, key=lambda seat: -1 if bids[seat].nil else bids[seat].tricks)
        case _:
            return left


def _clubs(rules: Rules, hand: Hand) -> Hand:
    suits = deck_of(rules).suits
    return tuple(card for card in hand if suits[card] is Suit.CLUBS)


def winner(deck: Deck, cards: Sequence[Card]) -> int:
    """The place in the trick, from 0 for the lead, of the card that wins it."""
    suits, heights = deck.suits, deck.heights
    best, suit = 0, suits[cards[0]]
    for place in range(1, len(cards)):
        card = cards[place]
        if suits[card] is suit:
            if heights[card] > heights[cards[best]]:
                best = place
        elif suits[card] is SPADES:
            best, suit = place, SPADES
    return best


def legal_cards(rules: Rules, hand: Hand, trick: Sequence[Card], first: bool, broken: bool) -> Hand:
    """The cards of a hand that may be played to the trick so far; `first`: it is the hand's first one."""
    deck = deck_of(rules)
    suits = deck.suits
    if first and rules.first_trick == "low_club":
        return _lowest_club(deck, hand)
    if trick:
        led = suits[trick[0]]
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
    """The other suits, but spades where there is nothing else."""
    return tuple(card for card in hand if deck.suits[card] is not SPADES) or hand


def _lowest_club(deck: Deck, hand: Hand) -> Hand:
    """One's lowest club; who has none plays no spade while he has anything else."""
    clubs = [card for card in hand if deck.suits[card] is Suit.CLUBS]
    return (min(clubs, key=deck.heights.__getitem__),) if clubs else _without_spades(deck, hand)


def breaks(rules: Rules, card: Card, trick: Sequence[Card], first: bool) -> bool:
    """Whether a card breaks spades, played to the trick so far; not on a first trick that bars spades."""
    suits = deck_of(rules).suits
    if suits[card] is not SPADES or (first and rules.first_trick != "free"):
        return False
    if rules.lead_spades == "discarded":
        return bool(trick) and suits[trick[0]] is not SPADES
    return True


def check(rules: Rules, hand: Hand, trick: Sequence[Card], first: bool, broken: bool, card: Card) -> None:
    """Raise IllegalAction, with the rule in words, unless the seat in turn may play `card`."""
    if card not in hand:
        raise IllegalAction(f"you do not hold {card}")
    if card in legal_cards(rules, hand, trick, first, broken):
        return
    suits = deck_of(rules).suits
    if first and rules.first_trick == "low_club":
        raise IllegalAction("everybody plays the lowest club to the first trick, and no spade")
    if trick and any(suits[held] is suits[trick[0]] for held in hand):
        led = suits[trick[0]].name.lower()
        raise IllegalAction(f"{card} does not follow suit: {led} were led")
    if first and rules.first_trick == "no_spades":
        raise IllegalAction("no spade is played to the first trick while anything else is held")
    forced = rules.lead_spades == "only_if_forced"
    raise IllegalAction(
        "spades are led only from a hand that has nothing else"
        if forced
        else "spades are not led before they are broken"
    )


def legal_cards_of(state: SpadesState) -> Hand:
    """Return the cards that the seat in turn may play."""
    assert state.turn is not None, "expected a seat in turn"
    return legal_cards(state.rules, state.hands[state.turn], state.trick, state.first, state.broken)
