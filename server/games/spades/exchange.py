"""The exchange after the bidding: a player that bid nil passes cards to partner and gets as many back."""

from __future__ import annotations

from msgspec import Struct

from protocol.v1.spades import Bid, Card, Hand, Rules
from protocol.words import with_count
from server.errors import IllegalAction
from server.games.spades.settled import partner_of
from server.games.spades.state import SpadesState


class Step(Struct, frozen=True, gc=False):
    """A pass of `count` cards from `seat` to the seat `to`.

    `returning` is True for the second pass of an exchange, in which partner gives cards back.
    """

    seat: int
    to: int
    count: int
    returning: bool


def _count(rules: Rules, bid: Bid) -> int:
    if not bid.nil:
        return 0
    return rules.blind_nil_pass if bid.blind else rules.nil_pass


def steps(state: SpadesState) -> tuple[Step, ...]:
    """Return all passes of this hand, in the order in which they are made.

    The rules may allow a player with blind nil to pass more cards than a player with nil. If both partners
    bid nil, the partner that may pass more cards begins, or else the partner that bid first.
    """
    rules = state.rules
    bids, due, done = state.bids, [], set()
    for seat, bid in bids.items():
        partner = partner_of(rules, seat)
        if partner is None or partner in done:
            continue
        done.add(seat)
        own, other = _count(rules, bid), _count(rules, bids[partner])
        count, first, then = (own, seat, partner) if own >= other else (other, partner, seat)
        if count:
            due += [Step(first, then, count, False), Step(then, first, count, True)]
    return tuple(due)


def step(state: SpadesState) -> Step | None:
    """Return the pass that must be made now, or None if no player has to pass cards."""
    if state.phase != "exchange":
        return None
    return steps(state)[len(state.passes)]


def check(state: SpadesState, due: Step, cards: tuple[Card, ...]) -> None:
    """Raise IllegalAction unless the seat in turn may pass these cards now."""
    if len(cards) != due.count or len(set(cards)) != due.count:
        raise IllegalAction(
            f"expected {with_count(due.count, 'different card')} to pass, got {' '.join(cards) or 'none'}"
        )
    for card in cards:
        if card not in state.hands[due.seat]:
            raise IllegalAction(f"you do not hold {card}")


def passed_and_received(state: SpadesState, seat: int) -> tuple[Hand | None, Hand | None]:
    """Return the cards that a seat has passed, and those that it has got; None for a pass not yet made."""
    passed = next((given.cards for given in state.passes if given.seat == seat), None)
    received = next((given.cards for given in state.passes if given.to == seat), None)
    return passed, received
