"""Matches that older versions of the server opened: each of their tables stores the whole match."""

from __future__ import annotations

from server.board_sets.entries import Begun, Place
from server.hub.sets.member import Pair, room_name
from server.store.table_logs import Meta


def begun_of(meta: Meta, table: str, pair: Pair) -> Begun:
    """Return the first entry of the log of a match, from the stored data of one of its tables."""
    here = Place(table, _named(pair.name, pair.room), pair.room, pair.seats)
    room = "closed" if pair.room == "open" else "open"
    there = Place(pair.other, _named(pair.name, room), room, pair.other_seats)
    places = (here, there) if pair.room == "open" else (there, here)
    return Begun(at_ms=meta.created_ms, places=places, policy=pair.policy, match=True, uploaded=pair.uploaded)


def _named(name: str, room: str) -> str:
    return room_name(name, f"{room} room")
