"""The play of Spades: the seat that leads first, and the reasons why a card may not be played."""

from __future__ import annotations

from protocol.rules.spades.tricks import SPADES, legal_cards
from protocol.v1.cards import Suit
from protocol.v1.spades import Bid, Card, Hand, Rules
from protocol.v1.spades.deck import deck_of
from server.errors import IllegalAction
from server.games.spades.state import SpadesState

Hands = tuple[Hand, ...]


def first_leader(rules: Rules, dealer: int, bids: dict[int, Bid], hands: Hands) -> int:
    """Return the seat that leads to the first trick.

    `bids` are the bids by seat, in the order of the bidding. If the rules let the highest bidder lead and
    several players made the highest bid, the first of them leads.
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


def check(rules: Rules, hand: Hand, lead: Card | None, first: bool, broken: bool, card: Card) -> None:
    """Raise IllegalAction, which names the rule, unless the seat in turn may play `card`."""
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
