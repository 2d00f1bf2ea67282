"""The random deal at a Spades table; for two players it is the stock from which they draw their hands."""

from __future__ import annotations

from protocol.rules.spades.sides import tricks_of
from protocol.v1.spades import Card, Deal, Hand
from protocol.v1.spades.deck import deck_of
from server.errors import IllegalAction
from server.games.base import Rng
from server.games.spades.state import SpadesState


def draw_cards(state: SpadesState, rng: Rng) -> Deal:
    """Return a random deal for the next hand (deal) of Spades."""
    rules, deck = state.rules, deck_of(state.rules)
    cards = tuple(rng.sample(deck.cards, len(deck.cards)))
    if rules.players == 2:
        return Deal(state.hand, state.dealer, ((), ()), cards)
    size = tricks_of(rules)
    hands = (cards[size * seat : size * seat + size] for seat in range(rules.players))
    return Deal(state.hand, state.dealer, tuple(deck.sorted(hand) for hand in hands))


def check(state: SpadesState, deal: Deal) -> None:
    """Raise IllegalAction, which names the reason, unless this deal may be dealt now."""
    rules, deck = state.rules, deck_of(state.rules)
    if state.phase != "deal":
        raise IllegalAction("the cards of this hand are dealt already")
    if state.winner is not None:
        raise IllegalAction("the game is over")
    if (deal.hand, deal.dealer) != (state.hand, state.dealer):
        raise IllegalAction(
            f"expected a deal of hand {state.hand} with dealer {state.dealer},"
            f" got hand {deal.hand} with dealer {deal.dealer}"
        )
    sizes = {0} if rules.players == 2 else {tricks_of(rules)}
    cards = [card for hand in deal.hands for card in hand] + list(deal.stock)
    if len(deal.hands) != rules.players or {len(hand) for hand in deal.hands} != sizes:
        raise IllegalAction(f"expected a deal of {rules.players} hands with {max(sizes)} cards each")
    if len(cards) != len(deck.cards) or deck.suits.keys() != set(cards):
        raise IllegalAction(f"expected a deal of all {len(deck.cards)} cards of the deck, each card once")


def offered(state: SpadesState) -> tuple[Card, ...]:
    """Return the two cards from which the seat in turn must choose one, or () if no card is to be drawn.

    In a game for two, the players draw their hands from the stock in this way.
    """
    if state.phase != "draw" or state.deal is None:
        return ()
    return state.deal.stock[2 * state.draws : 2 * state.draws + 2]


def with_card(hands: tuple[Hand, ...], seat: int, card: Card) -> tuple[Hand, ...]:
    """Return the cards of all seats, with one more card for `seat`."""
    return tuple((*hand, card) if each == seat else hand for each, hand in enumerate(hands))
