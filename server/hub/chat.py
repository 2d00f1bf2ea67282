"""What is said at a table: told to those who hear it, and kept for newcomers who would have.

The lines of one circle push out no others, so that what one is told lately tells nothing of what others said.
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
from server.hub.feeds import Listener
from server.hub.presence import Attendance, Viewer
from server.table import access
from server.table.chat_scope import (
    Chosen,
    Circle,
    WholeTable,
    Line,
    Seers,
    Watchers,
    circle_of,
    hears,
    hears_as,
    role_of,
    speaks_as,
)
from server.table.player import Player

LINES = 50
"""How much of the talk a newcomer is told."""
LET_OUT = 500
"""How many lines are remembered to have come to those who see the table late."""


class TableChat:
    """The talk of one table among the `people` who follow it."""

    def __init__(self, people: Attendance, now_ms: Callable[[], int]) -> None:
        self._people = people
        self._now_ms = now_ms
        self._late: DelayedFeed | None = None
        self._let_out: deque[int] = deque(maxlen=LET_OUT)
        self._orders = count()
        self._open: dict[Circle, deque[Line]] = {}
        self._live: dict[Audience, deque[Line]] = {}
        self._chosen: dict[tuple[ChatTo, int | None], deque[Line]] = {}

    def say(self, listener: Listener, player: Player, request: Say, seen: Audience | None) -> None:
        """Keep a line and send it to who hears it. Raises Refusal where it may not be said.

        `seen` is what the player has seen of the hidden cards of this deal, as far as is remembered.
        """
        here = self._people.of(listener)
        if here is None:
            raise Refusal(Code.FORBIDDEN, "watch the table first")
        place = speaks_as(self._people.table, player.id, here.audience, seen)
        self._hear(self._keep(player, place, request))
        if isinstance(place, Director):
            self._people.answer()
        elif request.to == "director" and isinstance(place, Seated):
            self._people.ask_for_director(f"{player.name} calls the director")

    def _keep(self, player: Player, place: Audience, request: Say) -> Line:
        table = self._people.table
        said = Said(
            name=player.name,
            text=request.text,
            at_ms=self._now_ms(),
            seat=place.seat if isinstance(place, Seated) else None,
            to=request.to,
            role=role_of(place),
        )
        line = Line(
            said=said,
            player=player.id,
            circle=circle_of(table, request.to, place),
            deal=table.deal,
            order=next(self._orders),
            late=not access.lives(table, player.id),
        )
        self._shelf(line.circle).append(line)
        return line

    def _shelf(self, circle: Circle) -> deque[Line]:
        match circle:
            case WholeTable() | Watchers():
                return self._open.setdefault(circle, deque(maxlen=LINES))
            case Seers(audience):
                return self._live.setdefault(audience, deque(maxlen=LINES))
            case Chosen(to, seat):
                return self._chosen.setdefault((to, seat), deque(maxlen=LINES))
            case _:
                assert_never(circle)

    def shown_late(self, late: DelayedFeed | None) -> None:
        """From now on `late` says when those who see the table late may hear a line; None: nobody does."""
        self._late = late
        self._let_out.clear()
        if late is not None:
            for line in sorted(self._lines(), key=lambda line: line.order):
                self._hold(line, late)

    def _hold(self, line: Line, late: DelayedFeed) -> None:
        if not line.late:
            late.say(line.deal, line.said.at_ms, partial(self._tell_late, line))

    def _hear(self, line: Line) -> None:
        """Send a line to whoever hears it, to those who see the table late when they have come so far."""
        self._tell(line, late=line.late, present=True)
        if self._late is not None:
            self._hold(line, self._late)

    def _tell_late(self, line: Line) -> None:
        self._let_out.append(line.order)
        self._tell(line, late=True, present=False)

    def _tell(self, line: Line, *, late: bool, present: bool) -> None:
        """Send a line to those who hear it, of those who see the table late or as it is, or of both."""
        self._people.tell(self._chat((line,)), may=partial(self._hears, line, late, present))

    def _hears(self, line: Line, late: bool, present: bool, here: Viewer) -> bool:
        """Return whether a line is for a connection as who it is now."""
        table, id = self._people.table, here.player.id
        if here.player.house or not (present if access.lives(table, id) else late):
            return False
        return id == line.player or hears(table, line, id, hears_as(table, id, here.audience))

    def _is_early(self, line: Line, player: str) -> bool:
        """Whether a player, who sees the table late, has not come to where the line was said."""
        if line.late or access.lives(self._people.table, player):
            return False
        return line.order not in self._let_out

    def _chat(self, lines: Iterable[Line]) -> Chat:
        return Chat(table=self._people.table.id, lines=tuple(line.said for line in lines))

    def greet(self, listener: Listener, here: Viewer, before: Audience | None) -> None:
        """Tell a newcomer who is here and what was said lately; who followed as `before`, what is new."""
        table, player = self._people.table, here.player
        if here.audience == before:
            return
        if before is None or Director() in (before, here.audience):
            self._people.tell_people(listener)
        if player.house:
            return
        lines = self._lately(player.id, hears_as(table, player.id, here.audience))
        if before is not None:
            former = hears_as(table, player.id, before)
            lines = [line for line in lines if not hears(table, line, player.id, former)]
        if lines:
            self._people.tell_few(self._chat(lines), (listener,))
        if self._people.called and here.audience == Director():
            self._people.call("a director is called for", (listener,))

    def _lately(self, player: str, place: Audience) -> list[Line]:
        """The last lines that are for somebody who hears as `place`, the oldest first."""
        table = self._people.table
        found = [
            line
            for line in self._lines()
            if hears(table, line, player, place) and not self._is_early(line, player)
        ]
        return sorted(found, key=lambda line: line.order)[-LINES:]

    def _lines(self) -> Iterator[Line]:
        shelves = (self._open, self._live, self._chosen)
        return chain.from_iterable(chain.from_iterable(shelf.values() for shelf in shelves))

    def deal_over(self) -> None:
        """No card is hidden any more: what was said to some watchers is for all of them, but for no seat.

        The commentators' lines are told at once, the others' to newcomers.
        """
        commentary = tuple(self._live.get(Commentator(), ()))
        lines = sorted(chain(self._shelf(Watchers()), *self._live.values()), key=lambda line: line.order)
        self._open[Watchers()] = deque((replace(line, circle=Watchers()) for line in lines), maxlen=LINES)
        self._live.clear()
        if commentary:
            self._people.tell(self._chat(commentary), may=self._missed_commentary)

    def _missed_commentary(self, here: Viewer) -> bool:
        """Return whether a connection was told nothing of what commentators said while cards were hidden."""
        place = hears_as(self._people.table, here.player.id, here.audience)
        return not here.player.house and isinstance(place, Public | Kibitzer)
