"""The handing over of all tables of a hub that is about to stop to other hubs that run."""

from __future__ import annotations

import logging
from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from typing import Protocol

from msgspec.structs import replace

from server.hub.placement import Load, least_loaded
from server.hub.room import Room
from server.hub.sets.member import stored_id
from server.store.ownership import Claim, Ownership

log = logging.getLogger("kibitz.hub")

TOGETHER = 64
"""The number of tables, or sets of boards with all their tables, that change hands at the same time.

More would let the players of each of them wait longer, and fewer would take longer in all.
"""


class Hub(Protocol):
    """The methods of a hub that hands over its tables."""

    @property
    def rooms(self) -> tuple[Room, ...]: ...

    def set_of(self, room: Room) -> str | None:
        """Return the id of a table's match or set of boards, None for a table that plays alone."""
        ...

    def let_go(self, rooms: Iterable[Room]) -> None:
        """Drop rooms from memory, because another hub gets their tables."""
        ...

    def let_set_go(self, board_set: str) -> str | None:
        """Drop a match or set of boards from memory, and return the token with which this hub owns it."""
        ...

    def hand_over(self, target: str, rooms: Iterable[Room], given: Container[str]) -> None:
        """Tell all connections that tables have moved, and the hub `target` that it owns those in `given`."""
        ...


@dataclass
class Unit:
    """A table that plays alone, or a match or set of boards with its tables: they keep one owner."""

    board_set: str | None = None
    rooms: list[Room] = field(default_factory=list)


def units(hub: Hub) -> list[Unit]:
    """Return the tables of a hub as they have to stay together."""
    together: dict[str, Unit] = {}
    for room in hub.rooms:
        board_set = hub.set_of(room)
        unit = together.setdefault(board_set or room.table.id, Unit(board_set))
        unit.rooms.append(room)
    return list(together.values())


async def hand_over_all(
    hub: Hub, ownership: Ownership, loads: Iterable[Load], token: Callable[[str], str]
) -> int:
    """Hand all tables of a hub to the hubs with the fewest tables, and return the number of tables.

    `loads` are the other hubs that run; if all of them are draining, the tables stay where they are. `token`
    returns a new token of a hub. Raises OSError if the store does not answer.
    """
    present = {load.hub: load for load in loads if not load.draining}
    waiting, count = iter(units(hub)), 0
    while present and (some := tuple(islice(waiting, TOGETHER))):
        handed: dict[str, list[Room]] = {}
        claims: list[Claim] = []
        for unit in some:
            target = least_loaded(present.values())
            assert target is not None, "expected a hub that is not draining"
            present[target.hub] = replace(target, tables=target.tables + len(unit.rooms))
            handed.setdefault(target.hub, []).extend(unit.rooms)
            claims += _claims(hub, unit, partial(token, target.hub))
            count += len(unit.rooms)
        done = zip(claims, await ownership.claim_many(claims), strict=True)
        # A table that this hub had lost already has an owner, which must not take it for a new one.
        given = {claim.table for claim, succeeded in done if succeeded}
        for target_hub, rooms in handed.items():
            hub.hand_over(target_hub, rooms, given)
    return count


def _claims(hub: Hub, unit: Unit, token: Callable[[], str]) -> Iterator[Claim]:
    """Drop a unit from memory, and return the changes of its owner."""
    own = None if unit.board_set is None else hub.let_set_go(unit.board_set)
    hub.let_go(unit.rooms)
    # The set comes first, so that the new owner of a table finds the set in its own hands.
    if unit.board_set is not None and own is not None:
        yield Claim(stored_id(unit.board_set), own, token())
    for room in unit.rooms:
        yield Claim(room.table.id, room.token, token())
