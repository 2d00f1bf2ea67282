"""The wishes of a table's players after the result of a deal: to go on with the next deal, or to wait."""

from __future__ import annotations

from collections.abc import Container

from msgspec import Struct
from msgspec.structs import replace

from server.table.seats import Chairs


class Between(Struct, frozen=True):
    """The seats whose players want the next deal, and the seats whose players want the table to wait.

    No seat is in both sets. The next deal begins only when no seat is in `wait_seats`.
    """

    next_seats: frozenset[int] = frozenset()
    wait_seats: frozenset[int] = frozenset()

    def after_next(self, seat: int | None, *, host: bool) -> Between:
        """Return the wishes after the player of `seat` wants the next deal.

        `seat` is None for a host without a seat. If `host` is True, no player waits any longer.
        """
        wait_seats = frozenset[int]() if host else self.wait_seats - {seat}
        return Between(self.next_seats if seat is None else self.next_seats | {seat}, wait_seats)

    def after_wait(self, seat: int) -> Between:
        """Return the wishes after the player of `seat` wants the table to wait."""
        return Between(self.next_seats - {seat}, self.wait_seats | {seat})

    def without(self, left: frozenset[int]) -> Between:
        """Return the wishes without those of the seats in `left`, which have lost their players."""
        if left.isdisjoint(self.next_seats | self.wait_seats):
            return self
        return replace(self, next_seats=self.next_seats - left, wait_seats=self.wait_seats - left)

    def all_want_next(self, chairs: Chairs, here: Container[int]) -> bool:
        """Return True if each player that is present wants the next deal, and at least one does.

        `here` are the seats of the players that are present. Robots are not asked.
        """
        present = [seat for seat, chair in enumerate(chairs) if chair.player is not None and seat in here]
        return bool(present) and self.next_seats.issuperset(present)


NO_WISHES = Between()
