"""The news of an event for each of its players: the seat, and the time of the next round."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from protocol.v1.updates import EventNews, Told
from server.events.announcements import newest_told
from server.events.event import Event

TableId = Callable[[int, int], str]
"""A function that returns the id of a table, from the number of the round (from 0) and that of the table."""


def news_of(event: Event, table_id: TableId) -> dict[str, EventNews]:
    """Return what each player of an event must know now, by the id of the player."""
    if event.stage == "draft":
        return {}
    seated, others = _seated(event, table_id), _not_seated(event)
    announced = newest_told(event)
    news = {}
    for entrant in event.entrants.values():
        newest = announced.get(None if entrant.gone else entrant.id) or announced.get(None)
        told = None if newest is None else Told(newest.at_ms, newest.text)
        for player in entrant.players:
            if player.id and player.id not in entrant.invited:
                known = seated.get(player.id) or others[not entrant.gone or entrant.no_show]
                news[player.id] = replace(known, told=told)
    return news


def _about(event: Event) -> EventNews:
    return EventNews(
        event=event.id,
        name=event.name,
        game=event.game.name,
        rounds=event.conditions.rounds,
        stage="over",
        round=event.next_round,
    )


def _seated(event: Event, table_id: TableId) -> dict[str, EventNews]:
    """Return the news for the players that have a seat in the present round."""
    playing, about = event.playing, _about(event)
    if playing is None or event.stage == "cancelled":
        return {}
    return {
        player.id: replace(
            about,
            stage="seated",
            table=table_id(playing.number, number),
            seat=seat,
            ends_ms=table.ends_ms,
            held=event.is_held(table),
            warned=table.warned,
        )
        for number, table in playing.tables.items()
        for seat, player in table.seating.chairs.items()
        if player.id and not table.absent
    }


def _not_seated(event: Event) -> dict[bool, EventNews]:
    """Return the news for all players without a seat: those that play further rounds (True), and others."""
    over, newest = _about(event), event.round
    if event.stage in ("correction", "final", "cancelled"):
        return {True: over, False: over}
    starts_ms = newest.starts_ms if newest is not None and newest.stage == "published" else None
    waits = replace(over, stage="waits" if event.playing is None else "sits_out", starts_ms=starts_ms)
    waits = replace(waits, held=event.held_ms is not None)
    return {True: waits, False: over}
