"""Events of one table for a websocket that has joined it, from the comparison of successive views."""

from __future__ import annotations

from collections.abc import Iterator

from protocol.v1.codec import MSGPACK
from protocol.v1.requests import Watch
from server.errors import Refusal
from server.games.base import Seated
from server.hub.room import Room
from server.session.session import Session
from server.table.player import Player
from server.web.spades_rest.serializers.events import Event, game_events, people_events
from server.web.spades_rest.serializers.people import People, people_of
from server.web.spades_rest.serializers.views import Seen, seen


class TableEvents:
    """The last view and people of a table that a websocket has received."""

    def __init__(self, player: Player, session: Session) -> None:
        self._player = player
        self._session = session
        self._view: Seen | None = None
        self._people: People | None = None

    def changes(self, room: Room) -> Iterator[Event]:
        """Yield the events since the last call of this method; the first call yields no events."""
        people, view = people_of(room), self._current_view(room)
        before, self._people = self._people, people
        if before is not None:
            yield from people_events(before, people)
        known, self._view = self._view, view or self._view
        if known is not None and view is not None:
            yield from game_events(_of_same(known, view), view)

    def _current_view(self, room: Room) -> Seen | None:
        audience = room.viewers.audience_of(self._session)
        if audience is None:
            return None
        watch = Watch(table=room.table.id, as_="seat" if isinstance(audience, Seated) else "public")
        try:
            return seen(room.viewers.snapshot(self._player, watch, MSGPACK).payload)
        except Refusal:
            return None


def _of_same(before: Seen, after: Seen) -> Seen:
    """Return the earlier view, changed to the audience of the later view.

    Without this change, a player that has just sat down would get events for cards that were dealt earlier.
    """
    was, is_ = before.own, after.own
    if (was is None) is (is_ is None) and (was is None or is_ is None or was.seat == is_.seat):
        return before
    return Seen(before.pub, is_)
