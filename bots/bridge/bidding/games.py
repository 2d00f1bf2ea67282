"""The points and the trumps that a game contract needs, and the stoppers that a notrump bid promises."""

from __future__ import annotations

from bots.bridge.bidding.auction import Auction
from bots.bridge.bidding.promises import Condition, Stopper

MAJOR_GAME, MINOR_GAME, NOTRUMP_GAME = 25, 28, 25
SUITS_BY_WORTH = (3, 2, 1, 0)


def trumps_needed(a: Auction, suit: int) -> int:
    """Return the length that gives the side eight trumps, or 7 if partner has shown no card of the suit."""
    held = a.partner.length(suit)
    return 7 if held < 1 else max(0, 8 - held)


def stoppers_needed(a: Auction) -> tuple[Condition, ...]:
    """Return the stoppers in opponents' suits that a notrump bid promises, none over partner's notrumps."""
    if a.partner.notrump:
        return ()
    return tuple(Stopper(suit) for suit in a.their_suits)
