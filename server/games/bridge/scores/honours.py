"""Honours: high trumps held in one hand, or at no trumps all four aces in one hand."""

from __future__ import annotations

from collections.abc import Sequence

from protocol.v1.bridge import SEATS, Contract, Hand, Honours, Options
from protocol.v1.cards import Card, Suit
from server.games.bridge.scores.lines import below_the_line

_HONOURS = frozenset("AKQJT")


def honours(options: Options, hands: Sequence[Hand], contract: Contract | None) -> Honours | None:
    """Return the honours in one of the four hands as dealt, or None if no hand has enough honours to score.

    Five trump honours earn 150 points and four earn 100. Four aces in one hand earn 150 points at no trumps.
    Honours may be in a hand of either side, and count even if the contract fails. Honours count only at
    rubber and at four-deal Chicago, and only if `options` include them.
    """
    if contract is None or not (options.honours and below_the_line(options)):
        return None
    trumps = contract.strain.trumps
    for seat in SEATS:
        held = sum(_is_honour(card, trumps) for card in hands[seat])
        if held == 5 or (held == 4 and trumps is None):
            return Honours(seat, 150)
        if held == 4:
            return Honours(seat, 100)
    return None


def _is_honour(card: Card, trumps: Suit | None) -> bool:
    return card.rank == "A" if trumps is None else card.suit is trumps and card.rank in _HONOURS
