"""The facts that one player knows during a deal of Spades: public facts, own cards, conclusions from both."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from bots.spades.robot.unseen import Unseen
from protocol.rules.spades.scoring import is_counted
from protocol.rules.spades.sides import partner_of, seats_of, side_of, sides_of, tricks_of
from protocol.rules.spades.tricks import winner
from protocol.v1.cards import Suit
from protocol.v1.spades import Bid, Card, Hand, Play, Rules, SpadesOwn, SpadesPub
from protocol.v1.spades.deck import Deck, deck_of

NUMBERLESS = Bid()


@dataclass(frozen=True)
class Seen:
    """The facts that the player in the seat `seat` knows during a deal of Spades.

    `hand` has the cards of this player.
    """

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
        return sides_of(self.rules)

    @property
    def side(self) -> int:
        return side_of(self.rules, self.seat)

    @property
    def partner(self) -> int | None:
        """Return the seat of this player's partner, or None if each player plays alone."""
        return partner_of(self.rules, self.seat)

    @cached_property
    def opponents(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(self.players) if seat % self.sides != self.side)

    @property
    def tricks_in_all(self) -> int:
        """Return the number of tricks in one deal for this number of players."""
        return tricks_of(self.rules)

    @property
    def tricks_left(self) -> int:
        """Return the number of tricks of the deal that are still to be won, including the current trick."""
        return self.tricks_in_all - sum(self.pub.tricks)

    @cached_property
    def trick(self) -> tuple[Play, ...]:
        """Return the cards of the current trick, an empty tuple if this seat leads to it."""
        plays = self.pub.plays
        begun = len(plays) - len(plays) % self.players
        return tuple(plays[place] for place in range(begun, len(plays)))

    @cached_property
    def after(self) -> tuple[int, ...]:
        """Return, in order, the seats that play to the current trick after this seat."""
        return tuple(
            (self.seat + 1 + place) % self.players for place in range(self.players - 1 - len(self.trick))
        )

    @property
    def led(self) -> Suit | None:
        return self.deck.suits[self.trick[0].card] if self.trick else None

    def beats(self, card: Card, than: Card) -> bool:
        """Return True if `card` beats `than`, the card that is winning the trick until now."""
        return winner(self.deck, (than, card)) == 1

    @cached_property
    def best(self) -> Play | None:
        """Return the play that is winning the current trick, or None if the trick has no card yet."""
        return self.trick[winner(self.deck, [play.card for play in self.trick])] if self.trick else None

    def bid(self, seat: int) -> Bid:
        return self.pub.bids.get(seat, NUMBERLESS)

    def nil(self, seat: int | None) -> bool:
        """Return True if a seat has bid nil and has not won a trick."""
        return seat is not None and self.bid(seat).nil and not self.pub.tricks[seat]

    def need(self, side: int) -> int:
        """Return the number of tricks that a side still needs for its bid.

        If the side has won more tricks than it bid, the result is the number of its bags as a negative
        number.
        """
        seats = seats_of(self.rules, side)
        counting = sum(self.pub.tricks[seat] for seat in seats if is_counted(self.rules, self.bid(seat)))
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
        """Return the number of cards that another player has not played yet."""
        done = len(self.pub.plays) // self.players
        return self.tricks_in_all - done - any(play.seat == seat for play in self.trick)

    def _voids(self) -> dict[int, frozenset[Suit]]:
        """Return, for each seat, the suits in which the seat is known to be void."""
        found: dict[int, set[Suit]] = {}
        suits, plays = self.deck.suits, self.pub.plays
        for place in range(len(plays)):
            led = suits[plays[place - place % self.players].card]
            if suits[plays[place].card] is not led:
                found.setdefault(plays[place].seat, set()).add(led)
        return {seat: frozenset(suits) for seat, suits in found.items()}

    def _known(self, out: frozenset[Card]) -> dict[int, frozenset[Card]]:
        """Return, by partner's seat, the cards that partner has received from this player and still holds."""
        passed = out.intersection(self.own.passed or ())
        return {self.partner: passed} if passed and self.partner is not None else {}
