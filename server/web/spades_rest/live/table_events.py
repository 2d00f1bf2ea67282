"""Events of one table for a websocket that has joined it, found by comparing successive views."""

from __future__ import annotations

from collections import deque

from protocol.v1.updates import Patch, View
from server.hub.handle import TableHandle
from server.web.spades_rest.live.followed_view import FollowedView
from server.web.spades_rest.serializers.events import Event, game_events, people_events
from server.web.spades_rest.serializers.people import People, people_of
from server.web.spades_rest.serializers.views import Seen

MOST_UNTOLD = 200
"""The largest number of views whose events wait to be told; after more, only the last one counts."""


class TableEvents:
    """The last view of a table, and the last list of its people, that a websocket has received."""

    def __init__(self) -> None:
        self._followed = FollowedView()
        self._untold: deque[Seen] = deque()
        self._view: Seen | None = None
        self._people: People | None = None

    def take(self, update: View | Patch) -> None:
        """Take a message about the table's game; `changes` returns its events."""
        view = self._followed.take(update)
        if view is not None:
            if len(self._untold) == MOST_UNTOLD:
                self._untold.clear()
            self._untold.append(view)

    async def changes(self, table: TableHandle) -> list[Event]:
        """Return the events of the table since the last call of this method; the first call returns none."""
        people = people_of(await table.summary())
        before, self._people = self._people, people
        if before is None:
            self._view = self._untold[-1] if self._untold else None
            self._untold.clear()
            return []
        events = [*people_events(before, people)]
        while self._untold:
            known, view = self._view, self._untold.popleft()
            self._view = view
            if known is not None:
                events += game_events(_of_same(known, view), view)
        return events


def _of_same(before: Seen, after: Seen) -> Seen:
    """Return the earlier view `before` as the audience of the later view `after` would have seen it.

    If the earlier view were not changed, a player that has just sat down would get events for cards that were
    dealt earlier.
    """
    was, is_ = before.own, after.own
    if (was is None) is (is_ is None) and (was is None or is_ is None or was.seat == is_.seat):
        return before
    return Seen(before.pub, is_)
