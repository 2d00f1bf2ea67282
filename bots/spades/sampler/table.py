"""The table of an imagined play at Spades: a position with all hands known, and the rules of the play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bots.spades.sampler.bits import TRUMPS, Coded


@dataclass(frozen=True)
class Laws:
    """The rules of a Spades table for the play of the cards.

    `strict_first` is True if no spade may be played to the first trick, `low_club` if all players must play
    their lowest club to the first trick. `breaks_by_lead` is True if the lead of a spade breaks spades, as
    the discard of a spade does. `free_lead` is True if spades may always be led, `forced_lead` if they may be
    led only from a hand with nothing but spades. `greedy` is True if every trick gains points for its winner,
    even after the bid is made.
    """

    players: int
    sides: int
    strict_first: bool = True
    low_club: bool = False
    breaks_by_lead: bool = True
    free_lead: bool = False
    forced_lead: bool = False
    greedy: bool = False


@dataclass(frozen=True)
class Position:
    """A position in the play of a Spades hand, without the hands.

    `trick` has the cards of the current trick, beginning with the lead of `leader`. `tricks` are the tricks
    that each seat has won. `need` is the number of tricks that each side still needs for its bid, negative
    for bags. `nil` is True for each seat with a nil that has not failed. `wild` is True for each seat with a
    bid of nil if its tricks do not count for its side's bid. `opening` is True during the first trick.
    """

    leader: int
    trick: tuple[Coded, ...]
    tricks: tuple[int, ...]
    need: tuple[int, ...]
    nil: tuple[bool, ...]
    wild: tuple[bool, ...]
    broken: bool
    opening: bool


class Table:
    """The play of a deal: a `Position` that changes with each card, and facts that follow from the position.

    `hands` has four bit sets for each seat, one bit set for each suit.

    `out` has, for each suit, the cards that are still in a hand. `best_suit`, `best_bit` and `best_seat` are
    the card that is winning the current trick and its seat, and `after` is the number of seats that play to
    the trick later than the seat on turn. `keen` is True for each side that wants to win the current trick.
    """

    __slots__ = (
        "after",
        "best_bit",
        "best_seat",
        "best_suit",
        "broken",
        "hands",
        "keen",
        "laws",
        "led",
        "left",
        "need",
        "nil",
        "nils",
        "opening",
        "out",
        "tricks",
        "turn",
        "wild",
    )

    def __init__(self, laws: Laws, position: Position, hands: Sequence[int]) -> None:
        self.laws = laws
        self.hands = list(hands)
        self.tricks = list(position.tricks)
        self.need = list(position.need)
        self.nil = list(position.nil)
        self.nils = any(position.nil)
        self.wild = position.wild
        self.broken = position.broken
        self.opening = position.opening
        self.out = [0, 0, 0, 0]
        for place, cards in enumerate(self.hands):
            self.out[place & 3] |= cards
        players = laws.players
        self.turn = (position.leader + len(position.trick)) % players
        first = self.turn * 4
        self.left = sum(cards.bit_count() for cards in self.hands[first : first + 4])
        self.after = players - 1 - len(position.trick)
        self.led = -1
        self.best_suit = self.best_bit = 0
        self.best_seat = position.leader
        for place, (suit, bit) in enumerate(position.trick):
            self._stand((position.leader + place) % players, suit, bit)
        self.keen = [False] * laws.sides
        self._judge()

    def _stand(self, seat: int, suit: int, bit: int) -> None:
        """Compare the card that `seat` has just played with the card that is winning the trick."""
        if self.led < 0:
            self.led = suit
        elif suit == self.best_suit:
            if bit < self.best_bit:
                return
        elif suit != TRUMPS:
            return
        self.best_suit, self.best_bit, self.best_seat = suit, bit, seat

    def _judge(self) -> None:
        """Decide for each side if it wants to win the current trick."""
        need, left, sides = self.need, self.left, self.laws.sides
        greedy = self.laws.greedy
        for side in range(sides):
            keen = greedy or 0 < need[side] <= left
            if not keen:
                for other in range(sides):
                    if other != side and 0 < need[other] <= left and need[other] * sides >= left:
                        keen = True
            self.keen[side] = keen

    def play(self, suit: int, bit: int) -> None:
        """Play a card for the seat on turn.

        After the last card of a trick, the winner of the trick is on turn.
        """
        seat, laws = self.turn, self.laws
        self.hands[seat * 4 + suit] ^= bit
        self.out[suit] ^= bit
        if suit == TRUMPS and not self.broken:
            restricted = self.opening and (laws.strict_first or laws.low_club)
            self.broken = not restricted and (laws.breaks_by_lead or (self.led not in (-1, TRUMPS)))
        if self.led < 0:
            self.led = suit
            self.best_suit, self.best_bit, self.best_seat = suit, bit, seat
        elif suit == self.best_suit:
            if bit > self.best_bit:
                self.best_bit, self.best_seat = bit, seat
        elif suit == TRUMPS:
            self.best_suit, self.best_bit, self.best_seat = suit, bit, seat
        if self.after:
            self.after -= 1
            seat += 1
            self.turn = seat if seat < laws.players else 0
            return
        won = self.best_seat
        self.tricks[won] += 1
        if not self.wild[won]:
            self.need[won % laws.sides] -= 1
        if self.nil[won]:
            self.nil[won] = False
            self.nils = any(self.nil)
        self.turn = won
        self.led = -1
        self.after = laws.players - 1
        self.opening = False
        self.left -= 1
        self._judge()


def legal_sets(table: Table) -> list[int]:
    """Return the legal cards of the seat on turn, as four bit sets."""
    first = table.turn * 4
    hand, laws = table.hands[first : first + 4], table.laws
    if table.opening and laws.low_club:
        if hand[0]:
            return [hand[0] & -hand[0], 0, 0, 0]
        return _no_trumps(hand)
    if table.led >= 0:
        if hand[table.led]:
            return [cards if suit == table.led else 0 for suit, cards in enumerate(hand)]
        return _no_trumps(hand) if table.opening and laws.strict_first else hand
    if table.opening and laws.strict_first:
        return _no_trumps(hand)
    return hand if laws.free_lead or (table.broken and not laws.forced_lead) else _no_trumps(hand)


def _no_trumps(hand: list[int]) -> list[int]:
    """Return the cards of a hand except its spades, or the whole hand if it has only spades."""
    return [*hand[:TRUMPS], 0] if hand[0] or hand[1] or hand[2] else hand
