"""The inferences about each hand from the calls, as if all players bid by the plain robot's system.

Each bid needs a number of points in both hands together: the bidder shows enough points to reach this number,
added to those that partner has shown. One table of points decides both which bids a hand can make and what
each bid shows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from protocol.v1.bridge import SEATS, Call, Seat, Strain
from protocol.v1.cards import Suit

GAME = 25
INVITATION = 22
RAISE = {1: 18, 2: 18, 3: INVITATION, 4: GAME, 5: 27}
NEW_SUIT = {1: 18, 2: INVITATION, 3: GAME, 4: GAME, 5: 27}
NOTRUMP = {1: 18, 2: 23, 3: GAME}
"""The points that the hands of both partners together need for a bid in notrumps, by level."""
OVERCALL = {1: 10, 2: 12, 3: 15}
OPENING_NOTRUMP = {1: 15, 2: 20, 3: 23}
OPENING = {1: 12, 2: 6, 3: 6, 4: 8}
OPENING_LENGTH = {1: 4, 2: 6, 3: 7, 4: 8}
NEVER = 99


@dataclass
class Inferences:
    """The inferences about one hand: its minimum points, the minimum length of each suit, the suits bid."""

    low: int = 0
    lengths: dict[Suit, int] = field(default_factory=dict)
    named: list[Suit] = field(default_factory=list)
    balanced: bool = False
    doubled: bool = False
    bids: int = 0

    @property
    def silent(self) -> bool:
        return self.bids == 0 and not self.doubled

    def length(self, suit: Suit) -> int:
        return self.lengths.get(suit, 2 if self.balanced else 0)


class AuctionStory:
    """The bids of an auction, and the inferences about the hand of each seat.

    `forced` is the seat that must not pass its partner's last call, or None if there is no such seat.
    """

    def __init__(self, dealer: Seat, calls: Sequence[Call]) -> None:
        self.inferences = {seat: Inferences() for seat in SEATS}
        self.bids: list[tuple[Seat, Call]] = []
        self.forced: Seat | None = None
        for turn, call in enumerate(calls):
            self._add_call(Seat((dealer + turn) % 4), call)

    def suits_against(self, seat: Seat) -> list[Suit]:
        """Return the suits that the opponents of `seat` have bid."""
        return [suit for other in (seat.lho, seat.lho.partner) for suit in self.inferences[other].named]

    def cheapest(self, strain: Strain) -> int:
        """Return the lowest level at which a strain can still be bid."""
        if not self.bids:
            return 1
        standing = self.bids[-1][1]
        order = list(Strain)
        return standing.level + (order.index(strain) <= order.index(standing.strain))

    def answers_double(self, seat: Seat) -> bool:
        """Return True if partner has made a takeout double and this hand has neither bid nor doubled."""
        partner = self.inferences[seat.partner]
        return self.inferences[seat].silent and partner.doubled and not partner.bids

    def answers_notrump(self, seat: Seat) -> bool:
        """Return True if the last bid is partner's opening in notrumps."""
        partner = self.inferences[seat.partner]
        over = bool(self.bids) and self.bids[-1][0] is seat.partner and self.bids[0][0] is seat.partner
        return over and partner.balanced and partner.bids == 1 and self.inferences[seat].silent

    def need(self, seat: Seat, bid: Call) -> int:
        """Return the points that a bid promises in both hands together.

        The first bid of a side promises its points in the bidder's hand alone.
        """
        me, partner = self.inferences[seat], self.inferences[seat.partner]
        suit, level = bid.strain.trumps, bid.level
        if me.silent and partner.silent:
            return self._first_need(bid)
        if suit is None:
            return NOTRUMP.get(level, NEVER)
        if suit in partner.named or suit in me.named:
            return RAISE.get(level, NEVER)
        if self.answers_double(seat):
            return {0: 12, 1: INVITATION}.get(level - self.cheapest(bid.strain), GAME)
        if self.answers_notrump(seat) and level == 2:
            return 0
        cheap = bool(me.named) and level <= 2 and bid.strain.value < me.named[0].value
        return NEW_SUIT[1] if cheap else NEW_SUIT.get(level, NEVER)

    def _first_need(self, bid: Call) -> int:
        if bid.strain is Strain.NOTRUMP:
            return OPENING_NOTRUMP.get(bid.level, NEVER)
        return (OVERCALL if self.bids else OPENING).get(bid.level, NEVER)

    def _add_call(self, seat: Seat, call: Call) -> None:
        me, partner = self.inferences[seat], self.inferences[seat.partner]
        if call is not Call.PASS or seat is self.forced:
            self.forced = None
        if call is Call.DOUBLE and me.silent and partner.silent:
            unnamed = [suit for suit in Suit if suit not in self.suits_against(seat)]
            me.low, me.doubled, self.forced = 12, True, seat.partner
            me.lengths = {suit: 4 if suit in (Suit.HEARTS, Suit.SPADES) else 3 for suit in unnamed}
        elif call.is_bid:
            self._add_bid(seat, call)

    def _add_bid(self, seat: Seat, bid: Call) -> None:
        me, partner = self.inferences[seat], self.inferences[seat.partner]
        suit, need = bid.strain.trumps, self.need(seat, bid)
        if need < NEVER:
            me.low = max(me.low, need - partner.low)
        if self._forces(seat, bid):
            self.forced = seat.partner
        if suit is None:
            me.balanced = True
        else:
            me.lengths[suit] = max(me.length(suit), self._length(seat, bid, suit))
            if suit not in me.named:
                me.named.append(suit)
        me.bids += 1
        self.bids.append((seat, bid))

    def _forces(self, seat: Seat, bid: Call) -> bool:
        """Return True if partner must not pass this bid: a new suit in response to partner's opening.

        A bid at the two level in response to 1NT does not force partner to bid.
        """
        suit, partner = bid.strain.trumps, self.inferences[seat.partner]
        opened = bool(self.bids) and self.bids[0][0] is seat.partner
        new = suit is not None and suit not in partner.named
        return opened and new and self.inferences[seat].silent and self.need(seat, bid) > 0

    def _length(self, seat: Seat, bid: Call, suit: Suit) -> int:
        """Return the number of cards that a bid in a suit promises in that suit."""
        me, partner = self.inferences[seat], self.inferences[seat.partner]
        if me.silent and partner.silent:
            return 5 if self.bids else OPENING_LENGTH.get(bid.level, 8)
        if suit in me.named:
            return me.length(suit) + (1 if bid.level < 3 else 2)
        if suit in partner.named:
            return max(3, 8 - partner.length(suit))
        long = partner.balanced or (me.silent and bid.level > 1 and suit in (Suit.HEARTS, Suit.SPADES))
        return 5 if long and not partner.doubled else 4
