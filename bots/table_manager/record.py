"""The calls and cards of a board in their order, as the client at one seat is told of them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bots.table_manager.lines import Called, Played
from protocol.rules.bridge.auction import caller, contract, is_over
from protocol.rules.tricks import winner
from protocol.v1.bridge import SEATS, Call, Contract, Hand, Seat, Vulnerability
from protocol.v1.cards import Suit

MOST_CARDS = 52


@dataclass(frozen=True, slots=True)
class Record:
    """The facts that one seat may know of a board now.

    `hand` has the thirteen cards of the seat's own hand as they were dealt, and `dummy` the thirteen of dummy
    once the opening lead has been made. `calls` and `cards` are the calls and cards so far; each call has its
    alert and explanation if the seat may read them.
    """

    number: int
    dealer: Seat
    vulnerable: Vulnerability
    seat: Seat
    hand: Hand
    calls: tuple[Called, ...] = ()
    cards: tuple[Played, ...] = ()
    dummy: Hand | None = None

    @property
    def auction(self) -> tuple[Call, ...]:
        """Return the calls so far, without alerts and explanations."""
        return tuple(each.call for each in self.calls)

    @property
    def contract(self) -> Contract | None:
        """Return the contract, None during the auction and for a board that was passed out."""
        return contract(self.dealer, self.auction) if is_over(self.auction) else None

    @property
    def is_passed_out(self) -> bool:
        """Return True if all four players have passed."""
        return is_over(self.auction) and self.contract is None

    @property
    def is_played(self) -> bool:
        """Return True if nothing more can happen at this board: all cards played, or passed out."""
        return len(self.cards) == MOST_CARDS or self.is_passed_out

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Return the seat that has won each complete trick."""
        contract = self.contract
        if contract is None:
            return ()
        won: list[Seat] = []
        leader = contract.declarer.lho
        for trick in range(len(self.cards) // 4):
            cards = [each.card for each in self.cards[4 * trick : 4 * trick + 4]]
            leader = SEATS[(leader + winner(cards, contract.strain.trumps)) % 4]
            won.append(leader)
        return tuple(won)

    @property
    def turn(self) -> Seat | None:
        """Return the seat whose hand has to call or play, None after the last card and after four passes."""
        if self.is_played:
            return None
        contract = self.contract
        if contract is None:
            return caller(self.dealer, self.auction)
        first = (self.winners or (contract.declarer.lho,))[-1]
        return SEATS[(first + len(self.cards) % 4) % 4]

    @property
    def led(self) -> Suit | None:
        """Return the suit led to the present trick, None if its first card is still to be played."""
        trick = self.cards[len(self.cards) // 4 * 4 :]
        return trick[0].card.suit if trick else None

    def begun(self, calls: int, cards: int) -> Record:
        """Return the board as it was after its first calls and cards."""
        return replace(self, calls=self.calls[:calls], cards=self.cards[:cards])

    def goes_on_from(self, earlier: Record) -> bool:
        """Return True if this record has everything that `earlier` has, in the same order."""
        return (
            (self.number, self.hand) == (earlier.number, earlier.hand)
            and self.auction[: len(earlier.calls)] == earlier.auction
            and self.cards[: len(earlier.cards)] == earlier.cards
        )
