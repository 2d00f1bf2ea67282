"""The exchange of cards in Spades: a player that bid nil passes cards to partner and gets as many back."""

from __future__ import annotations

from collections.abc import Mapping

from protocol.rules.spades.sides import partner_of
from protocol.v1.spades import Bid, Exchange, Rules


def cards_to_pass(rules: Rules, bid: Bid) -> int:
    """Return the number of cards that a player passes to partner after this bid; 0 if it is not nil."""
    if not bid.nil:
        return 0
    return rules.blind_nil_pass if bid.blind else rules.nil_pass


def exchanges(rules: Rules, bids: Mapping[int, Bid]) -> tuple[Exchange, ...]:
    """Return all passes of cards between partners in one deal, in the order in which they are made.

    `bids` are the bids of all seats by seat, in the order of the bidding. The rules may allow a player with
    blind nil to pass more cards than a player with nil. If both partners bid nil, the partner that may pass
    more cards passes first, or else the partner that bid first.
    """
    due: list[Exchange] = []
    done = set()
    for seat, bid in bids.items():
        partner = partner_of(rules, seat)
        if partner is None or partner in done:
            continue
        done.add(seat)
        own, other = cards_to_pass(rules, bid), cards_to_pass(rules, bids[partner])
        count, first, then = (own, seat, partner) if own >= other else (other, partner, seat)
        if count:
            due += [Exchange(first, then, count, False), Exchange(then, first, count, True)]
    return tuple(due)
