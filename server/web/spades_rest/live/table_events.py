"""One table that a websocket has joined: each view that the hub shows is compared with the one before."""

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
    """What a websocket knows of a table: the view of whoever its session is there, and the people."""

    def __init__(self, player: Player, session: Session) -> None:
        self._player = player
        self._session = session
        self._sight: Seen | None = None
        self._people: People | None = None

    def changes(self, room: Room) -> Iterator[Event]:
        """What has happened since this was asked last; nothing the first time."""
        people, sight = people_of(room), self._shown(room)
        before, self._people = self._people, people
        if before is not None:
            yield from people_events(before, people)
        known, self._sight = self._sight, sight or self._sight
        if known is not None and sight is not None:
            yield from game_events(_of_same(known, sight), sight)

    def _shown(self, room: Room) -> Seen | None:
        audience = room.viewers.audience_of(self._session)
        if audience is None:
            return None
        watch = Watch(table=room.table.id, as_="seat" if isinstance(audience, Seated) else "public")
        try:
            return seen(room.viewers.snapshot(self._player, watch, MSGPACK).payload)
        except Refusal:
            return None


def _of_same(before: Seen, after: Seen) -> Seen:
    """The view before as of the later one's audience: who has sat down is told of nothing that was."""
    was, is_ = before.own, after.own
    if (was is None) is (is_ is None) and (was is None or is_ is None or was.seat == is_.seat):
        return before
    return Seen(before.pub, is_)
