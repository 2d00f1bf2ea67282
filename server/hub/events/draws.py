"""The draws of the events of a hub: one at a time, and none with more tables than its host may open."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from protocol.v1.codes import Code
from server.errors import Refusal
from server.events.drawing import Made, boards_needed, checked, make
from server.events.event import Event
from server.events.movements.draws import Draw
from server.events.seatings import seatings
from server.hub.events.event_room import EventRoom
from server.hub.far.ledgers import Ledgers, SharedCount
from server.table.packed import PackedDeals


class Draws:
    """The making of draws, and the count of the tables that the events of each host have now.

    `most_tables` takes the id of a host and returns the largest number of tables that the events of this
    host may have at the same time, or None for no limit. With a limit, robots alone play at `most_of_robots`
    tables of a round at most: such tables play without people, so guests could keep the server busy by them.
    """

    def __init__(self, ledgers: Ledgers) -> None:
        self.most_tables: Callable[[str], int | None] = lambda host: None
        self.most_of_robots = 0
        self._counted = SharedCount(ledgers, "tables of events")
        self._tables: dict[str, int] = {}
        self._turn = asyncio.Lock()
        self._waiting: set[str] = set()

    def tables_of(self, host: str) -> int:
        """Return the number of tables that all events of a host have now, at all hubs."""
        return self._counted.total(host)

    def note(self, room: EventRoom) -> None:
        """Count the tables of an event as it is now."""
        self._count(room, _tables_now(room.stored))

    def forget(self, room: EventRoom) -> None:
        """Count the tables of an event no more, because it has left this hub."""
        self._count(room, 0)

    def _count(self, room: EventRoom, number: int) -> None:
        before = self._tables.pop(room.id, 0)
        if number:
            self._tables[room.id] = number
        if number != before:
            self._counted.add(room.meta.host, number - before)

    async def made(self, room: EventRoom, places: tuple[str, str] | None = None) -> Made:
        """Return the draw of the next round of an event, or with two entrants in each other's places.

        It is made outside the event loop, for one event after the other. Raises Refusal if the round cannot
        be drawn, and with the code `unavailable` while another draw of the event is being made.
        """
        if room.id in self._waiting:
            raise Refusal(
                Code.UNAVAILABLE, "the event is being drawn now; send the request again", retry_ms=500
            )
        self._waiting.add(room.id)
        try:
            async with self._turn:
                event = room.ahead
                checked(event)
                made = await asyncio.to_thread(make, event, places)
        finally:
            self._waiting.discard(room.id)
        self._check_tables(room, event, made.draw)
        _check_boards(room, made)
        return made

    def _check_tables(self, room: EventRoom, event: Event, draw: Draw) -> None:
        """Raise Refusal if the tables of a round would be more than the host of the event may open."""
        host = room.meta.host
        most = self.most_tables(host)
        if most is None:
            return
        tables = seatings(draw, event.entrants, event.conditions, event.sides)
        others = self.tables_of(host) - self._tables.get(room.id, 0)
        if others + len(tables) > most:
            raise Refusal(
                Code.FORBIDDEN,
                f"the round needs {len(tables)} tables, but the player that opened the event may open only"
                f" {max(0, most - others)} more",
            )
        alone = [each for each in tables if all(player.robot for player in each.chairs.values())]
        if len(alone) > self.most_of_robots:
            raise Refusal(
                Code.FORBIDDEN,
                f"robots would play alone at {len(alone)} tables of the round, the limit is"
                f" {self.most_of_robots}",
            )


def _check_boards(room: EventRoom, made: Made) -> None:
    """Raise Refusal if the file of an event has too few boards for a movement in which they move."""
    event, packed = room.ahead, room.meta.boards
    if packed is None or not event.conditions.moving:
        return
    needed = boards_needed(event.conditions, made.asked.places)
    there = len(PackedDeals(packed, event.game.log_action_type))
    if there < needed:
        raise Refusal(
            Code.FORBIDDEN,
            f"expected {needed} boards, which move through {len(made.draw.meetings)} tables, and the file of"
            f" the event has {there}",
        )


def _tables_now(event: Event) -> int:
    """Return the number of tables that an event needs from its newest draw until the next one."""
    newest = event.round
    if newest is None or event.stage not in ("open", "running"):
        return 0
    if newest.tables:
        return len(newest.tables)
    return len(newest.draw.meetings) * (
        2 if event.conditions.form == "teams" and len(event.sides) == 2 else 1
    )
