"""The pass of cards that is due at a Spades table, and the reasons why a player may not pass its cards."""

from __future__ import annotations

from protocol.rules.spades.exchange import exchanges
from protocol.v1.spades import Card, Exchange, Hand
from protocol.words import with_count
from server.errors import IllegalAction
from server.games.spades.state import SpadesState


def step(state: SpadesState) -> Exchange | None:
    """Return the seats and the number of cards of the pass that must be made now; None if there is none."""
    if state.phase != "exchange":
        return None
    return exchanges(state.rules, state.bids)[len(state.passes)]


def check(state: SpadesState, due: Exchange, cards: tuple[Card, ...]) -> None:
    """Raise IllegalAction unless the seat in turn may pass these cards to its partner now."""
    if len(cards) != due.count or len(set(cards)) != due.count:
        raise IllegalAction(
            f"expected {with_count(due.count, 'different card')} to pass, got {' '.join(cards) or 'none'}"
        )
    for card in cards:
        if card not in state.hands[due.seat]:
            raise IllegalAction(f"you do not hold {card}")


def passed_and_received(state: SpadesState, seat: int) -> tuple[Hand | None, Hand | None]:
    """Return the cards that a seat has passed to its partner, and those that it has received.

    A pass that has not been made yet is None.
    """
    passed = next((given.cards for given in state.passes if given.seat == seat), None)
    received = next((given.cards for given in state.passes if given.to == seat), None)
    return passed, received
