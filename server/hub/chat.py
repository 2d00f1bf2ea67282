"""The chat of a table: delivery of lines to the people that may read them, and recent lines for new viewers.

A circle is a group of people that may read the same lines of chat. Each circle of readers has its own list of
recent lines of chat. If all circles of readers shared one list of recent lines, each circle would see its old
lines vanish when others write, and so learn how much the others write.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain, count
from typing import assert_never

from msgspec.structs import replace

from protocol.v1.codes import Code
from protocol.v1.requests import Chat as Say
from protocol.v1.requests import ChatTo
from protocol.v1.updates import Chat, Said
from server.errors import Refusal
from server.games.base import Audience, Commentator, Director, Kibitzer, Public, Seated
from server.hub.delayed_feed import DelayedFeed
from server.hub.listeners import Listener
from server.hub.presence import Kept, Presence, Viewer
from server.table import access
from server.table.chat_scope import (
    Addressed,
    Circle,
    Line,
    SameView,
    Watchers,
    WholeTable,
    circle_of,
    hears,
    hears_as,
    role_of,
    speaks_as,
)
from server.table.player import Player

LINES = 50
"""The number of recent lines of chat that are kept for each circle of readers, and that a new viewer gets."""
RELEASED = 500
"""The number of lines of chat, already sent to delayed watchers, that are kept for new delayed watchers."""


class TableChat:
    """The chat of one table, delivered to the viewers in `presence`."""

    def __init__(self, presence: Presence, now_ms: Callable[[], int]) -> None:
        self._presence = presence
        self._now_ms = now_ms
        self._delayed: DelayedFeed | None = None
        self._released: deque[int] = deque(maxlen=RELEASED)
        self._orders = count()
        self._open: dict[Circle, deque[Line]] = {}
        self._live: dict[Audience, deque[Line]] = {}
        self._chosen: dict[tuple[ChatTo, int | None], deque[Line]] = {}

    def say(
        self, listener: Listener, player: Player, request: Say, seen: Audience | None, kept: Kept
    ) -> None:
        """Keep a line of chat and send it to the people that may read it.

        `seen` is the audience, such as `AllHands`, as which the player has seen hidden cards of this deal;
        None if the player has seen no hidden card. `kept` is called at once, or for a call for the director
        when the call is kept. A line of chat that a house robot repeats is dropped,
        because house robots hear no chat and greet the players again after each restart. Raises Refusal if
        the player may not write to the people for which the line of chat is meant.
        """
        viewer = self._presence.of(listener)
        if viewer is None:
            raise Refusal(Code.FORBIDDEN, "you must watch a table before you can write to it")
        if player.house and self._has_said(player, request.text):
            kept(None)
            return
        place = speaks_as(self._presence.table, player.id, viewer.audience, seen)
        self._hear(self._keep(player, place, request))
        if request.to == "director" and isinstance(place, Seated):
            self._presence.call_director(place.seat, player, request.text, kept)
            return
        if isinstance(place, Director):
            self._presence.director_spoke()
        kept(None)

    def _has_said(self, player: Player, text: str) -> bool:
        """Return True if the recent lines of chat contain a line of this player with the same text."""
        return any(line.player == player.id and line.said.text == text for line in self._lines())

    def _keep(self, player: Player, place: Audience, request: Say) -> Line:
        table = self._presence.table
        said = Said(
            name=player.name,
            text=request.text,
            at_ms=self._now_ms(),
            seat=place.seat if isinstance(place, Seated) else None,
            to=request.to,
            role=role_of(place),
            mark=self._presence.mark_of(player),
            robot_of="" if player.robot_owner is None else player.robot_owner.name,
        )
        line = Line(
            said=said,
            player=player.id,
            circle=circle_of(table, request.to, place),
            deal=table.deal,
            order=next(self._orders),
            delayed=not access.sees_live(table, player.id),
        )
        self._lines_of(line.circle).append(line)
        return line

    def _lines_of(self, circle: Circle) -> deque[Line]:
        match circle:
            case WholeTable() | Watchers():
                return self._open.setdefault(circle, deque(maxlen=LINES))
            case SameView(audience):
                return self._live.setdefault(audience, deque(maxlen=LINES))
            case Addressed(to, seat):
                return self._chosen.setdefault((to, seat), deque(maxlen=LINES))
            case _:
                assert_never(circle)

    def set_delayed_feed(self, delayed: DelayedFeed | None) -> None:
        """Set the delayed feed that delays the chat for delayed watchers; None if no watcher is delayed."""
        self._delayed = delayed
        self._released.clear()
        if delayed is not None:
            for line in sorted(self._lines(), key=lambda line: line.order):
                self._release_later(line, delayed)

    def _release_later(self, line: Line, delayed: DelayedFeed) -> None:
        if not line.delayed:
            delayed.when_released(line.deal, line.said.at_ms, partial(self._tell_delayed, line))

    def _hear(self, line: Line) -> None:
        """Send a line of chat to viewers without a delay now, and to delayed watchers after their delay."""
        self._tell(line, delayed=line.delayed, present=True)
        if self._delayed is not None:
            self._release_later(line, self._delayed)

    def _tell_delayed(self, line: Line) -> None:
        self._released.append(line.order)
        self._tell(line, delayed=True, present=False)

    def _tell(self, line: Line, *, delayed: bool, present: bool) -> None:
        """Send a line of chat to those live or delayed viewers that may read it.

        Live viewers get the line of chat only if `present` is True, and delayed watchers only if `delayed` is
        True.
        """
        self._presence.tell(self._chat((line,)), may=partial(self._hears, line, delayed, present))

    def _hears(self, line: Line, delayed: bool, present: bool, viewer: Viewer) -> bool:
        """Return True if a viewer may read a line of chat.

        A viewer may read the viewer's own lines of chat, and the lines that are addressed to the viewer's
        audience.
        """
        table, id = self._presence.table, viewer.player.id
        if viewer.player.house or not (present if access.sees_live(table, id) else delayed):
            return False
        return id == line.player or hears(table, line, id, hears_as(table, id, viewer.audience))

    def _is_unreleased(self, line: Line, player: str) -> bool:
        """Return True if a delayed watcher's feed has not yet reached the time of a line of chat."""
        if line.delayed or access.sees_live(self._presence.table, player):
            return False
        return line.order not in self._released

    def _chat(self, lines: Iterable[Line]) -> Chat:
        return Chat(table=self._presence.table.id, lines=tuple(line.said for line in lines))

    def greet(self, listener: Listener, viewer: Viewer, before: Audience | None) -> None:
        """Send a viewer the list of the people present and the recent lines of chat.

        `before` is the viewer's former audience, None for a new viewer. A viewer that has changed to another
        audience gets only the lines of chat that the former audience did not receive.
        """
        table, player = self._presence.table, viewer.player
        if viewer.audience == before:
            return
        if before is None or Director() in (before, viewer.audience):
            self._presence.tell_people(listener)
        if player.house:
            return
        lines = self._recent_lines_for(player.id, hears_as(table, player.id, viewer.audience))
        if before is not None:
            former = hears_as(table, player.id, before)
            lines = [line for line in lines if not hears(table, line, player.id, former)]
        if lines:
            self._presence.tell_few(self._chat(lines), (listener,))
        if self._presence.called and viewer.audience == Director():
            self._presence.notify_directors("a director is called", (listener,))

    def _recent_lines_for(self, player: str, hearer: Audience) -> list[Line]:
        """Return the recent lines of chat that a player may read as `hearer`, the oldest first."""
        table = self._presence.table
        found = [
            line
            for line in self._lines()
            if hears(table, line, player, hearer) and not self._is_unreleased(line, player)
        ]
        return sorted(found, key=lambda line: line.order)[-LINES:]

    def _lines(self) -> Iterator[Line]:
        groups = (self._open, self._live, self._chosen)
        return chain.from_iterable(chain.from_iterable(group.values() for group in groups))

    def deal_over(self) -> None:
        """Let all watchers read the chat that watchers wrote while the cards of the deal were hidden.

        The commentators' lines of chat are sent to all watchers at once, the lines of other watchers only to
        new viewers.
        """
        commentary = tuple(self._live.get(Commentator(), ()))
        lines = sorted(chain(self._lines_of(Watchers()), *self._live.values()), key=lambda line: line.order)
        self._open[Watchers()] = deque((replace(line, circle=Watchers()) for line in lines), maxlen=LINES)
        self._live.clear()
        if commentary:
            self._presence.tell(self._chat(commentary), may=self._missed_commentary)

    def _missed_commentary(self, viewer: Viewer) -> bool:
        """Return True if a viewer did not get the commentators' lines of chat during the deal."""
        place = hears_as(self._presence.table, viewer.player.id, viewer.audience)
        return not viewer.player.house and isinstance(place, Public | Kibitzer)
