"""The points and the trumps that games need, and the stoppers of notrump bids."""

from __future__ import annotations

from bots.bridge.bidding.auction import Auction
from bots.bridge.bidding.promises import Condition, Stopper

MAJOR_GAME, MINOR_GAME, NOTRUMP_GAME = 25, 28, 25
SUITS_BY_WORTH = (3, 2, 1, 0)


def trumps_needed(a: Auction, suit: int) -> int:
    """Return the length that makes eight trumps with partner's, or seven if partner has shown none."""
    held = a.partner.length(suit)
    return 7 if held < 1 else max(0, 8 - held)


def stoppers_needed(a: Auction) -> tuple[Condition, ...]:
    """Return the stoppers that a notrump bid promises: those of the opponents' suits that partner has not."""
    if a.partner.notrump:
        return ()
    return tuple(Stopper(suit) for suit in a.their_suits)
