"""The plain robot's bidding: natural bids by points and long suits, up to game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bots.bridge.robot.hands import balanced, lengths, longest, points, stops, support
from bots.bridge.robot.inferences import GAME, INVITATION, AuctionStory
from protocol.v1.bridge import BIDS, Call, Hand, Seat, Strain
from protocol.v1.cards import Suit

MAJORS = (Suit.SPADES, Suit.HEARTS)
MINORS = (Suit.DIAMONDS, Suit.CLUBS)


def choose_call(hand: Hand, seat: Seat, dealer: Seat, calls: Sequence[Call], legal: Sequence[Call]) -> Call:
    """Return the call that the robot makes, always one of `legal`.

    The robot bids at most game, so every auction between such robots ends.
    """
    bidder = _Bidder(hand, seat, AuctionStory(dealer, calls))
    return next((call for call in bidder.calls() if call in legal), Call.PASS)


def _bid(level: int, strain: Strain | Suit) -> Call:
    return Call(f"{level}{strain.value}")


def _is_game(bid: Call) -> bool:
    return bid in GAMES or BIDS.index(bid) > BIDS.index(Call.FIVE_DIAMONDS)


GAMES = (Call.THREE_NOTRUMPS, Call.FOUR_HEARTS, Call.FOUR_SPADES, Call.FIVE_CLUBS, Call.FIVE_DIAMONDS)


class _Bidder:
    """The choice of a call from the player's own hand and from the inferences about the other hands."""

    def __init__(self, hand: Hand, seat: Seat, story: AuctionStory) -> None:
        self.hand, self.seat, self.story = hand, seat, story
        self.me, self.partner = story.inferences[seat], story.inferences[seat.partner]
        self.against = story.suits_against(seat)
        self.points = points(hand)
        self.held = lengths(hand)
        self.forced = story.forced is seat
        self.stopped = all(stops(hand, suit) for suit in self.against) or self.partner.balanced

    def calls(self) -> Iterator[Call]:
        """Yield the calls that the robot considers, the best first; the robot makes the first legal one."""
        if (
            self.story.bids
            and self.story.bids[-1][0] % 2 == self.seat % 2
            and _is_game(self.story.bids[-1][1])
        ):
            return
        if self.me.silent and self.partner.silent:
            yield from self._overcalls() if self.story.bids else self._openings()
        elif self.story.answers_double(self.seat):
            yield from self._answers_to_double()
        elif not self.partner.silent or self.points >= 16:
            yield from (bid for bid in self._bids() if self._affords(bid))
            if self.forced:
                yield from self._least()

    def _openings(self) -> Iterator[Call]:
        flat, suit = balanced(self.hand), longest(self.hand)
        long = sum(sorted(self.held.values())[-2:])
        for low, high, call in ((15, 17, Call.ONE_NOTRUMP), (20, 22, Call.TWO_NOTRUMPS)):
            if flat and low <= self.points <= high:
                yield call
        if flat and self.points >= 23:
            yield Call.THREE_NOTRUMPS
        if self.points >= 12 or (self.points >= 10 and self.points + long >= 20):
            yield _bid(1, suit)
        elif self.points >= 6:
            if self.held[suit] == 7:
                yield _bid(3, suit)
            elif self.held[suit] == 6 and suit is not Suit.CLUBS:
                yield _bid(2, suit)

    def _overcalls(self) -> Iterator[Call]:
        if balanced(self.hand) and 15 <= self.points <= 18 and self.stopped:
            yield Call.ONE_NOTRUMP
        suits = [suit for suit in Suit if self.held[suit] >= 5 and suit not in self.against]
        for suit in sorted(suits, key=lambda suit: (self.held[suit], suit in MAJORS), reverse=True):
            bid = self._cheapest(suit)
            worth = self.points + self.held[suit] - 5
            if (
                bid is not None
                and bid.level <= self.held[suit] - 3
                and worth >= self.story.need(self.seat, bid)
            ):
                yield bid
        if self._takeout():
            yield Call.DOUBLE

    def _takeout(self) -> bool:
        """Return True if the hand suits a takeout double: an opening hand, short in the opponents' suit."""
        bid = self.story.bids[-1][1]
        if self.points < 12 or len(self.against) != 1 or bid.level > 3 or bid.strain is Strain.NOTRUMP:
            return False
        others = [self.held[suit] for suit in Suit if suit not in self.against]
        return self.held[self.against[0]] <= 2 and min(others) >= 3

    def _answers_to_double(self) -> Iterator[Call]:
        if not self.forced and self.points < 8:
            return
        unnamed = [suit for suit in Suit if suit not in self.against]
        suit = max(unnamed, key=lambda suit: (self.held[suit] + (suit in MAJORS), suit in MAJORS))
        total = self.points + self.partner.low
        if total >= GAME and suit in MAJORS and self.held[suit] >= 4:
            yield _bid(4, suit)
        if self.stopped and not (suit in MAJORS and self.held[suit] >= 4):
            yield from (bid for bid in self._notrumps() if self._affords(bid))
        cheapest = self.story.cheapest(Strain(suit.value))
        if total >= INVITATION and cheapest <= 2:
            yield _bid(cheapest + 1, suit)
        if cheapest <= 4:
            yield _bid(cheapest, suit)

    def _affords(self, bid: Call) -> bool:
        """Return True if the hands of both partners together have the points that the bid promises.

        A third or later bid of the same hand must also promise at least the points of an invitation to game,
        unless partner's call forces a bid.
        """
        suit, need = bid.strain.trumps, self.story.need(self.seat, bid)
        fits = suit is not None and self._fit(suit)
        worth = support(self.hand, suit) if suit is not None and fits else self.points
        again = self.me.bids >= 2 and not self.forced
        return worth + self.partner.low >= need and (need >= INVITATION or not again)

    def _fit(self, suit: Suit) -> bool:
        return self.partner.length(suit) >= 3 and self.held[suit] + self.partner.length(suit) >= 8

    def _bids(self) -> Iterator[Call]:
        """Yield all bids that match the suit lengths of this hand, the best first.

        The points of the hand are not checked here: the method `_affords` later rejects the bids for which
        the hand is too weak.
        """
        majors = [suit for suit in MAJORS if self._fit(suit)]
        yield from (_bid(4, suit) for suit in majors)
        if self.me.silent and not majors:
            yield from self._new_suits()
        if self.stopped:
            yield Call.THREE_NOTRUMPS
        minors = [suit for suit in MINORS if self._fit(suit)]
        yield from (_bid(5, suit) for suit in minors)
        yield from (_bid(level, suit) for suit in majors for level in (3, 2))
        yield from (_bid(level, suit) for suit in self.me.named if self.held[suit] >= 6 for level in (3, 2))
        if self.stopped and balanced(self.hand):
            yield from self._notrumps()
        yield from (_bid(level, suit) for suit in minors for level in (3, 2))
        yield from self._new_suits()
        if self.stopped:
            yield from self._notrumps()
        yield from (_bid(2, suit) for suit in self.me.named if self.held[suit] >= 5)
        yield from self._preference()

    def _notrumps(self) -> Iterator[Call]:
        yield from (Call.THREE_NOTRUMPS, Call.TWO_NOTRUMPS, Call.ONE_NOTRUMP)

    def _new_suits(self) -> Iterator[Call]:
        """Yield bids in suits that no player has bid so far, each at its lowest level.

        The longest new suit comes first, and suits of four cards come in ascending order: ♣, ♦, ♥, ♠.
        """
        over_notrump = self.story.answers_notrump(self.seat)
        named = (*self.me.named, *self.partner.named, *self.against)
        suits = [suit for suit in Suit if suit not in named and self.held[suit] >= (5 if over_notrump else 4)]
        suits.sort(key=lambda suit: (self.held[suit], suit in MAJORS and self.held[suit] >= 5), reverse=True)
        for suit in suits:
            bid = self._cheapest(suit)
            if over_notrump:
                yield from self._over_notrump(suit)
            elif bid is not None and (bid.level == 1 or not self.me.silent or self._long_enough(suit)):
                yield bid

    def _long_enough(self, suit: Suit) -> bool:
        """Return True if this hand may bid the suit at the two level as its first bid.

        A first bid at the two level needs five cards in the suit, or a minor suit.
        """
        return self.held[suit] >= 5 or suit in MINORS

    def _over_notrump(self, suit: Suit) -> Iterator[Call]:
        total = self.points + self.partner.low
        if suit in MAJORS and total >= GAME:
            yield _bid(4 if self.held[suit] >= 6 else 3, suit)
        elif total < 23 and self.story.cheapest(Strain(suit.value)) == 2:
            yield _bid(2, suit)

    def _preference(self) -> Iterator[Call]:
        """Yield a bid in the first of partner's two suits, if this hand is longer in that suit."""
        if len(self.partner.named) == 2 and self.story.bids[-1][0] is self.seat.partner:
            first, second = self.partner.named
            bid = self._cheapest(first)
            if bid is not None and bid.level <= 2 and self.held[first] > self.held[second]:
                yield bid

    def _cheapest(self, suit: Suit) -> Call | None:
        level = self.story.cheapest(Strain(suit.value))
        return _bid(level, suit) if level <= 3 else None

    def _least(self) -> Iterator[Call]:
        """Yield the cheapest bids for a hand that must bid because partner's last call forces it.

        A hand that must bid can bid notrumps, partner's suits with three cards, or its own suits with five
        cards.
        """
        fits = [suit for suit in Suit if suit in self.partner.named and self.held[suit] >= 3]
        own = [suit for suit in self.me.named if self.held[suit] >= 5]
        strains = [Strain.NOTRUMP, *(Strain(suit.value) for suit in (*fits, *own))]
        bids = [_bid(level, strain) for strain in strains if (level := self.story.cheapest(strain)) <= 3]
        yield from sorted(bids, key=BIDS.index)
