"""The news of an event for each of its players: the seat, and the time of the next round."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from protocol.v1.updates import EventNews
from server.events.event import Event
from server.events.seatings import seat_of

TableId = Callable[[int, int], str]
"""A function that returns the id of a table, from the number of the round (from 0) and that of the table."""


def news_of(event: Event, table_id: TableId) -> dict[str, EventNews]:
    """Return what each player of an event must know now, by the id of the player."""
    if event.stage == "draft":
        return {}
    return {
        player.id: _news(event, player.id, table_id, plays=not entrant.gone)
        for entrant in event.entrants.values()
        for player in entrant.players
        if player.id and player.id not in entrant.invited
    }


def _news(event: Event, player: str, table_id: TableId, *, plays: bool) -> EventNews:
    about = EventNews(
        event=event.id,
        name=event.name,
        game=event.game.name,
        rounds=event.conditions.rounds,
        stage="over",
        round=event.next_round,
    )
    if event.stage in ("correction", "final", "cancelled"):
        return about
    playing, newest = event.playing, event.round
    if playing is not None:
        for number, table in playing.tables.items():
            seat = seat_of(table.seating, player)
            if seat is not None:
                return replace(
                    about,
                    stage="seated",
                    table=table_id(playing.number, number),
                    seat=seat,
                    ends_ms=table.ends_ms,
                )
    if not plays:
        return about
    starts_ms = newest.starts_ms if newest is not None and newest.stage == "published" else None
    return replace(about, stage="waits" if playing is None else "sits_out", starts_ms=starts_ms)
