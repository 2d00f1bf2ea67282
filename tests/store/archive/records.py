"""Records of deals and tables for the tests of the archive."""

from __future__ import annotations

from typing import Any

from server.store.archive.archive import ArchivedDeal, ArchivedTable, Person

NAMES = ("North", "East", "South", "West")


def people(*players: str) -> tuple[Person, ...]:
    """Return players with the seats 0, 1, and so on."""
    return tuple(
        Person(place, player, f"the name of {player}", place, robot=player.startswith("r-"))
        for place, player in enumerate(players)
    )


def deal(table: str = "t", number: int = 0, **changes: Any) -> ArchivedDeal:
    values: dict[str, Any] = {
        "version": 1,
        "game": "bridge",
        "ended_ms": 1_000 + number,
        "open": True,
        "result": "4♠ S = +620",
        "entries": (b"the first entry", b"", bytes(range(256))),
        "notes": b"notes",
        "people": people("p-1", "p-2", "p-3", "r-1"),
    }
    return ArchivedDeal(table=table, deal=number, **{**values, **changes})


def table(name: str = "t", **changes: Any) -> ArchivedTable:
    values: dict[str, Any] = {"version": 1, "meta": b"the meta", "deal": 3, "people": people("p-1")}
    return ArchivedTable(table=name, **{**values, **changes})
