"""The facts that one player knows during a hand of Spades: public facts, own cards, conclusions from both."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from bots.spades.robot.unseen import Unseen
from protocol.v1.cards import Suit
from protocol.v1.spades import Bid, Card, Hand, Play, Rules, SpadesOwn, SpadesPub
from protocol.v1.spades.deck import Deck, deck_of

NUMBERLESS = Bid()


@dataclass(frozen=True)
class Seen:
    """The facts that the player of `seat` knows. `hand` has the player's cards."""

    pub: SpadesPub
    own: SpadesOwn
    seat: int
    hand: Hand

    @property
    def rules(self) -> Rules:
        return self.pub.rules

    @cached_property
    def deck(self) -> Deck:
        return deck_of(self.rules)

    @property
    def players(self) -> int:
        return self.rules.players

    @property
    def sides(self) -> int:
        return len(self.pub.scores)

    @property
    def side(self) -> int:
        return self.seat % self.sides

    @property
    def partner(self) -> int | None:
        """Return the seat of the partner, or None if each player plays alone."""
        return (self.seat + self.sides) % self.players if self.sides < self.players else None

    @cached_property
    def opponents(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(self.players) if seat % self.sides != self.side)

    @property
    def tricks_in_all(self) -> int:
        """Return the number of tricks in a hand."""
        return {2: 13, 3: 17, 4: 13, 5: 10, 6: 8}[self.players]

    @property
    def tricks_left(self) -> int:
        """Return the number of tricks that are still to be won, including the current trick."""
        return self.tricks_in_all - sum(self.pub.tricks)

    @cached_property
    def trick(self) -> tuple[Play, ...]:
        """Return the cards of the current trick, or () if this seat leads to it."""
        plays = self.pub.plays
        begun = len(plays) - len(plays) % self.players
        return tuple(plays[place] for place in range(begun, len(plays)))

    @cached_property
    def after(self) -> tuple[int, ...]:
        """Return the seats that play to this trick after this seat, in turn."""
        return tuple(
            (self.seat + 1 + place) % self.players for place in range(self.players - 1 - len(self.trick))
        )

    @property
    def led(self) -> Suit | None:
        return self.deck.suits[self.trick[0].card] if self.trick else None

    def beats(self, card: Card, than: Card) -> bool:
        """Return True if `card` beats `than`, which was played earlier and is winning the trick."""
        suits, heights = self.deck.suits, self.deck.heights
        if suits[card] is suits[than]:
            return heights[card] > heights[than]
        return suits[card] is Suit.SPADES

    @cached_property
    def best(self) -> Play | None:
        """Return the play that is winning the current trick, or None if the trick has no card yet."""
        best = None
        for play in self.trick:
            if best is None or self.beats(play.card, best.card):
                best = play
        return best

    def bid(self, seat: int) -> Bid:
        return self.pub.bids.get(seat, NUMBERLESS)

    def nil(self, seat: int | None) -> bool:
        """Return True if a seat has bid nil and has not won a trick."""
        return seat is not None and self.bid(seat).nil and not self.pub.tricks[seat]

    def need(self, side: int) -> int:
        """Return the number of tricks that a side still needs for its bid.

        If the side has more tricks than bid, return the number of its bags as a negative number.
        """
        counting = 0
        for seat in range(side, self.players, self.sides):
            loose = self.bid(seat).nil and self.rules.failed_nil_tricks != "count"
            counting += 0 if loose else self.pub.tricks[seat]
        return (self.pub.numbers[side] or 0) - counting

    @cached_property
    def unseen(self) -> Unseen:
        """Return the cards that this player has not seen, and the seats that may hold them."""
        played = {play.card for play in self.pub.plays.values()}
        away = self.own.laid_away or ()
        out = frozenset(self.deck.cards).difference(played, self.hand, away)
        counts = {seat: self._count(seat) for seat in range(self.players) if seat != self.seat}
        aside = len(out) - sum(counts.values())
        return Unseen(self.deck, out, counts, self._voids(), self._known(out), max(0, aside))

    def _count(self, seat: int) -> int:
        """Return the number of unplayed cards of another seat."""
        done = len(self.pub.plays) // self.players
        return self.tricks_in_all - done - any(play.seat == seat for play in self.trick)

    def _voids(self) -> dict[int, frozenset[Suit]]:
        """Return the suits in which each seat is known to be void."""
        found: dict[int, set[Suit]] = {}
        suits, plays = self.deck.suits, self.pub.plays
        for place in range(len(plays)):
            led = suits[plays[place - place % self.players].card]
            if suits[plays[place].card] is not led:
                found.setdefault(plays[place].seat, set()).add(led)
        return {seat: frozenset(suits) for seat, suits in found.items()}

    def _known(self, out: frozenset[Card]) -> dict[int, frozenset[Card]]:
        """Return, by partner's seat, the cards that this player has passed and partner has not yet played."""
        passed = out.intersection(self.own.passed or ())
        return {self.partner: passed} if passed and self.partner is not None else {}
