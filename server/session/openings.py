"""The limits on the tables that one player and one address may have open at the same time."""

from __future__ import annotations

from collections import Counter

from protocol.v1.codes import Code
from server.errors import Refusal


class Openings:
    """The count of the tables that were opened through this server and are neither closed nor removed."""

    def __init__(self, per_player: int, per_address: int) -> None:
        self._per_player = per_player
        self._per_address = per_address
        self._opened: dict[str, tuple[str, str]] = {}
        self._players: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._opened)

    def add(self, tables: tuple[str, ...], player: str, address: str) -> tuple[str, ...]:
        """Count tables that are being opened, and return the ids of the tables that were not counted before.

        `address` is "" for a client without an address, such as a robot in this process. Raises Refusal and
        counts nothing if the player or the address would have too many tables.
        """
        new = tuple(table for table in tables if table not in self._opened)
        if self._players[player] + len(new) > self._per_player:
            raise _too_many(f"you have {self._players[player]} open tables, the limit is {self._per_player}")
        if address and self._addresses[address] + len(new) > self._per_address:
            raise _too_many(
                f"your address has {self._addresses[address]} open tables, the limit is {self._per_address}"
            )
        for table in new:
            self._opened[table] = player, address
            self._players[player] += 1
            self._addresses[address] += 1
        return new

    def remove(self, *tables: str) -> None:
        """Stop counting tables that have been closed or removed, or that could not be opened."""
        for table in tables:
            player, address = self._opened.pop(table, (None, None))
            if player is not None and address is not None:
                _lower(self._players, player)
                _lower(self._addresses, address)


def _lower(counts: Counter[str], name: str) -> None:
    counts[name] -= 1
    if not counts[name]:
        del counts[name]


def _too_many(found: str) -> Refusal:
    return Refusal(
        Code.FORBIDDEN,
        f"{found}: close a table, or wait until an unused table is removed",
    )
