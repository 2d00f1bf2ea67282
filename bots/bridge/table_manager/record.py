"""The calls and cards of a board in their order, as the client at one seat is told of them."""

from __future__ import annotations

from dataclasses import dataclass

from bots.bridge.table_manager.lines import Called, Played
from protocol.rules.bridge.auction import contract, is_over
from protocol.v1.bridge import Contract, Hand, Seat, Vulnerability

MOST_CARDS = 52


@dataclass(frozen=True, slots=True)
class Record:
    """What one seat may know of a board now.

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
    def contract(self) -> Contract | None:
        """Return the contract, None during the auction and for a board that was passed out."""
        calls = tuple(each.call for each in self.calls)
        return contract(self.dealer, calls) if is_over(calls) else None

    @property
    def is_passed_out(self) -> bool:
        """Return True if all four players have passed."""
        return is_over(tuple(each.call for each in self.calls)) and self.contract is None

    @property
    def is_played(self) -> bool:
        """Return True if nothing more can happen at this board: all cards played, or passed out."""
        return len(self.cards) == MOST_CARDS or self.is_passed_out

    def goes_on_from(self, earlier: Record) -> bool:
        """Return True if this record has everything that `earlier` has, in the same order."""
        return (
            (self.number, self.hand) == (earlier.number, earlier.hand)
            and [each.call for each in self.calls[: len(earlier.calls)]]
            == [each.call for each in earlier.calls]
            and self.cards[: len(earlier.cards)] == earlier.cards
        )
