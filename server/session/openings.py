"""The limits on the tables that one player and one address may have open at the same time."""

from __future__ import annotations

from collections.abc import Callable

from protocol.v1.codes import Code
from server.errors import Refusal
from server.hub.far.ledgers import Ledgers, SharedCount


class Openings:
    """The count of the tables that were opened through this server and are neither closed nor removed.

    The tables that were opened through other hubs count for the limits, too, while those hubs run.
    `of_events` returns the number of tables of a player's events, which count for the player's limit, too.
    """

    def __init__(self, per_player: int, per_address: int, ledgers: Ledgers | None = None) -> None:
        shared = ledgers or Ledgers()
        self._per_player = per_player
        self._per_address = per_address
        self.of_events: Callable[[str], int] = lambda player: 0
        self._opened: dict[str, tuple[str, str]] = {}
        self._players = SharedCount(shared, "tables of players")
        self._addresses = SharedCount(shared, "tables of addresses")

    def __len__(self) -> int:
        return len(self._opened)

    def left_for_events(self, player: str) -> int:
        """Return the number of tables that the events of a player may have beside the player's own tables."""
        return max(0, self._per_player - self._players.total(player))

    def add(self, tables: tuple[str, ...], player: str, address: str) -> tuple[str, ...]:
        """Count tables that are being opened, and return the ids of the tables that were not counted before.

        `address` is "" for a client without an address, such as a robot in this process. Raises Refusal and
        counts nothing if the player or the address would have too many tables.
        """
        new = tuple(table for table in tables if table not in self._opened)
        count = self._players.total(player) + self.of_events(player)
        if count + len(new) > self._per_player:
            raise _too_many(f"you have {count} open tables, the limit is {self._per_player}")
        count = self._addresses.total(address)
        if address and count + len(new) > self._per_address:
            raise _too_many(f"your address has {count} open tables, the limit is {self._per_address}")
        for table in new:
            self._opened[table] = player, address
            self._players.add(player)
            self._addresses.add(address)
        return new

    def remove(self, *tables: str) -> None:
        """Stop counting tables that have been closed or removed, or that could not be opened."""
        for table in tables:
            player, address = self._opened.pop(table, (None, None))
            if player is not None and address is not None:
                self._players.add(player, -1)
                self._addresses.add(address, -1)


def _too_many(found: str) -> Refusal:
    return Refusal(
        Code.FORBIDDEN,
        f"{found}: close a table, or wait until an unused table is removed",
    )
