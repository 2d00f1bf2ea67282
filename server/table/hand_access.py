"""The people that have seen, or may see, hidden hands of the present deal."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from protocol.v1.requests import Office
from server.table.seats import Chair

SHORT_ABSENCE_MS = 30_000
"""The shortest absence (ms) after which another person may get the player's seat during a deal.

Without this minimum, a host that sets `hold_ms` to 0 could let a second guest see the hand of a player that
only reloads the page.
"""


class HandAccess(Struct, frozen=True):
    """The people that have seen or may see hidden hands of the present deal.

    `seen_by` has the ids of the watchers that have seen hidden cards of this deal. If a player has left a
    seat with cards in this deal, `former_seats` maps the player's id to this seat. `permissions` has the
    permissions to look into a hand, as pairs of a seat and a watcher's id. `consents` has the consents of
    players to new offices in this deal, as triples of the player that agreed, the office, and the player that
    gets the office. `reopened` is True if a ruling continued the deal after its end, when all hands were
    open.

    `seat_consents` has the consents of players to a newcomer in this deal, as triples of the player that
    agreed, the seat, and the newcomer. `freed` are the seats that became free in this deal because their own
    players stood up or were absent too long; `entered` are the seats that newcomers have entered in this
    deal. `absent_from_ms` maps the id of an absent owner of a seat to the time from which the owner is not
    asked for consent. `new_directors` and `new_invited` are the ids of the players that became directors or
    invited people during this deal. `former_hosts` are the ids of the hosts that gave the table to another
    host during this deal.
    """

    seen_by: frozenset[str] = frozenset()
    former_seats: dict[str, int] = {}
    permissions: frozenset[tuple[int, str]] = frozenset()
    consents: frozenset[tuple[str, Office, str]] = frozenset()
    reopened: bool = False
    seat_consents: frozenset[tuple[str, int, str]] = frozenset()
    freed: frozenset[int] = frozenset()
    entered: frozenset[int] = frozenset()
    absent_from_ms: dict[str, int] = {}
    new_directors: frozenset[str] = frozenset()
    new_invited: frozenset[str] = frozenset()
    former_hosts: frozenset[str] = frozenset()

    def knows_a_hand(self, player: str) -> bool:
        """Return True if a player without a seat has seen or held a hidden hand of this deal."""
        return player in self.seen_by or player in self.former_seats

    def after_leaving(self, seat: int) -> HandAccess:
        """Return the `HandAccess` after the player of a seat with cards stood up or was absent too long.

        If a newcomer leaves a seat again, the players of the deal must agree anew to the next newcomer in
        this seat.
        """
        return self if seat in self.entered else replace(self, freed=self.freed | {seat})

    def after_entering(self, seat: int, player: str) -> HandAccess:
        """Return the `HandAccess` after the player `player` has taken the seat `seat`, which has cards."""
        own = self.former_seats.get(player) == seat
        entered = self.entered if own else self.entered | {seat}
        return replace(self, freed=self.freed - {seat}, entered=entered)

    def with_owners(self, chairs: tuple[Chair, ...], at_ms: int, hold_ms: int | None) -> HandAccess:
        """Return the `HandAccess` after a change of seats at the time `at_ms`; `chairs` are the new seats.

        A player that has just become the absent owner of a seat has already been absent for the policy's
        `hold_ms`.
        """
        owners = [chair.owner for chair in chairs if chair.owner is not None]
        if self.absent_from_ms.keys() == set(owners):
            return self
        from_ms = at_ms + max(0, SHORT_ABSENCE_MS - (hold_ms or 0))
        known = self.absent_from_ms
        return replace(self, absent_from_ms={owner: known.get(owner, from_ms) for owner in owners})


def at_start(
    chairs: tuple[Chair, ...], permissions: frozenset[tuple[int, str]], at_ms: int, hold_ms: int | None
) -> HandAccess:
    """Return the `HandAccess` at the start of a deal's log, when no card has been dealt.

    The log does not say when the absent owners of seats left: at the start of a deal they count as absent
    since `hold_ms` ago.
    """
    return HandAccess(permissions=permissions).with_owners(chairs, at_ms, hold_ms)
