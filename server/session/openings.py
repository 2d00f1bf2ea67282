"""How many tables one player, and one address, may have open at the same time."""

from __future__ import annotations

from collections import Counter

from protocol.v1.codes import Code
from server.errors import Refusal


class Openings:
    """The tables that were opened through this server and are neither closed nor gone."""

    def __init__(self, per_player: int, per_address: int) -> None:
        self._per_player = per_player
        self._per_address = per_address
        self._opened: dict[str, tuple[str, str]] = {}
        self._players: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._opened)

    def add(self, tables: tuple[str, ...], player: str, address: str) -> tuple[str, ...]:
        """Count tables that are to be opened, and return those that were not counted before.

        `address` "" is none, as of a robot of this process. Raises Refusal, and counts nothing, where there
        would be too many.
        """
        new = tuple(table for table in tables if table not in self._opened)
        if self._players[player] + len(new) > self._per_player:
            raise _too_many(f"you have {self._players[player]} open tables")
        if address and self._addresses[address] + len(new) > self._per_address:
            raise _too_many(f"{self._addresses[address]} tables are open from this address")
        for table in new:
            self._opened[table] = player, address
            self._players[player] += 1
            self._addresses[address] += 1
        return new

    def remove(self, *tables: str) -> None:
        """Count tables no more: they are closed, gone, or were never opened."""
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
        f"{found}, and may have no more: close one, or wait until one that nobody plays at goes away",
    )
