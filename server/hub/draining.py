"""The handing over of all tables of a hub that is about to stop to other hubs that run."""

from __future__ import annotations

import logging
from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from typing import Protocol

from msgspec.structs import replace

from server.hub.events.event_ids import event_of, stored_event_id
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

    def let_event_go(self, event: str) -> str | None:
        """Drop an event from memory, and return the token with which this hub owns it."""
        ...

    @property
    def events_here(self) -> tuple[str, ...]:
        """Return the ids of the events in the hub's memory."""
        ...

    def hand_over(
        self, target: str, rooms: Iterable[Room], given: Container[str], events: Iterable[str] = ()
    ) -> None:
        """Tell all connections that tables have moved, and the hub `target` that it owns those in `given`.

        `events` are the stored ids of the events that it gets.
        """
        ...


@dataclass
class Unit:
    """A table that plays alone, or all tables of a match, of a set of boards or of an event.

    They keep one owner, with their `board_sets` and the `event`.
    """

    board_sets: list[str] = field(default_factory=list)
    event: str | None = None
    rooms: list[Room] = field(default_factory=list)


def units(hub: Hub) -> list[Unit]:
    """Return the tables of a hub as they have to stay together."""
    together: dict[str, Unit] = {}
    for event in hub.events_here:
        together[event] = Unit(event=event)
    for room in hub.rooms:
        board_set = hub.set_of(room)
        event_here = None if board_set is None else event_of(board_set)
        unit = together.setdefault(event_here or board_set or room.table.id, Unit(event=event_here))
        unit.rooms.append(room)
        if board_set is not None and board_set not in unit.board_sets:
            unit.board_sets.append(board_set)
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
        targets: list[tuple[Unit, str]] = []
        for unit in some:
            target = least_loaded(present.values())
            assert target is not None, "expected a hub that is not draining"
            present[target.hub] = replace(target, tables=target.tables + len(unit.rooms))
            handed.setdefault(target.hub, []).extend(unit.rooms)
            targets.append((unit, target.hub))
            claims += _claims(hub, unit, partial(token, target.hub))
            count += len(unit.rooms)
        done = zip(claims, await ownership.claim_many(claims), strict=True)
        # A table that this hub had lost already has an owner, which must not take it for a new one.
        given = {claim.table for claim, succeeded in done if succeeded}
        for target_hub, rooms in handed.items():
            events = [
                stored_event_id(unit.event)
                for unit, target_of in targets
                if target_of == target_hub and unit.event is not None
            ]
            hub.hand_over(target_hub, rooms, given, events)
    return count


def _claims(hub: Hub, unit: Unit, token: Callable[[], str]) -> Iterator[Claim]:
    """Drop a unit from memory, and return the changes of its owner."""
    # The whole comes first, so that the new owner of a part finds the whole in its own hands.
    own = None if unit.event is None else hub.let_event_go(unit.event)
    if unit.event is not None and own is not None:
        yield Claim(stored_event_id(unit.event), own, token())
    sets = {board_set: hub.let_set_go(board_set) for board_set in unit.board_sets}
    hub.let_go(unit.rooms)
    for board_set, own in sets.items():
        if own is not None:
            yield Claim(stored_id(board_set), own, token())
    for room in unit.rooms:
        yield Claim(room.table.id, room.token, token())
