"""Events of one table for a websocket that has joined it, found by comparing successive views."""

from __future__ import annotations

from protocol.v1.codec import MSGPACK
from protocol.v1.requests import Watch
from server.errors import Refusal
from server.games.base import Seated
from server.hub.handle import TableHandle
from server.session.session import Session
from server.table.player import Player
from server.web.spades_rest.serializers.events import Event, game_events, people_events
from server.web.spades_rest.serializers.people import People, people_of
from server.web.spades_rest.serializers.views import Seen, seen


class TableEvents:
    """The last view of a table, and the last list of its people, that a websocket has received."""

    def __init__(self, player: Player, session: Session) -> None:
        self._player = player
        self._session = session
        self._view: Seen | None = None
        self._people: People | None = None

    async def changes(self, table: TableHandle) -> list[Event]:
        """Return the events of the table since the last call of this method; the first call returns none."""
        people, view = people_of(await table.summary()), await self._current_view(table)
        before, self._people = self._people, people
        known, self._view = self._view, view or self._view
        events = [] if before is None else [*people_events(before, people)]
        if known is not None and view is not None:
            events += game_events(_of_same(known, view), view)
        return events

    async def _current_view(self, table: TableHandle) -> Seen | None:
        audience = table.audience_of(self._session)
        if audience is None:
            return None
        watch = Watch(table=table.id, as_="seat" if isinstance(audience, Seated) else "public")
        try:
            return seen((await table.snapshot(self._player, watch, MSGPACK)).view)
        except Refusal:
            return None


def _of_same(before: Seen, after: Seen) -> Seen:
    """Return the earlier view `before` as the audience of the later view `after` would have seen it.

    If the earlier view were not changed, a player that has just sat down would get events for cards that were
    dealt earlier.
    """
    was, is_ = before.own, after.own
    if (was is None) is (is_ is None) and (was is None or is_ is None or was.seat == is_.seat):
        return before
    return Seen(before.pub, is_)
