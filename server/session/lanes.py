"""The order of a connection's requests: one lane a table, each worked off from the front."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

Start = Callable[[], None]


class Lane:
    """Requests to one table, or of one kind, that are worked on one after the other.

    `asked` counts the requests in the table's own inbox that have no answer yet; the inbox keeps their order.
    """

    __slots__ = ("_held", "_lanes", "_waiting", "asked", "name")

    def __init__(self, lanes: Lanes, name: str) -> None:
        self.name = name
        self.asked = 0
        self._lanes = lanes
        self._held = 0
        self._waiting: deque[Start] = deque()

    @property
    def idle(self) -> bool:
        """Whether nothing is worked on, waits, or has no answer yet."""
        return not (self._held or self._waiting or self.asked)

    def last(self, start: Start) -> None:
        """Start the work on a request when all before it have been worked off."""
        if self._held or self._waiting:
            self._waiting.append(start)
            self._lanes.waiting += 1
        else:
            start()
            self.forget()

    def next(self, start: Start) -> None:
        """Start some work before all that waits."""
        if self._held or self._waiting:
            self._waiting.appendleft(start)
            self._lanes.waiting += 1
        else:
            start()
            self.forget()

    def hold(self) -> Start:
        """Let everything behind wait until the function that is returned is called; it counts once."""
        self._held += 1
        released = False

        def release() -> None:
            nonlocal released
            if not released:
                released = True
                self._held -= 1
                # a moment later, as a table that is being given up answers before it is gone
                if self._waiting and not self._held:
                    self._lanes.later(self._go_on)
                self.forget()

        return release

    def _go_on(self) -> None:
        while self._waiting and not self._held:
            self._lanes.waiting -= 1
            self._waiting.popleft()()
        self.forget()

    def forget(self) -> None:
        """Be no lane of this connection any more, where there is nothing to keep in order."""
        if self.idle:
            self._lanes.forget(self)

    def clear(self) -> None:
        """Start nothing of what waits."""
        self._waiting.clear()


class Lanes:
    """The lanes of one connection, each for as long as it has something to do.

    `later` runs a function soon; `waiting` counts the requests that wait in all of them.
    """

    def __init__(self, later: Callable[[Start], None]) -> None:
        self.later = later
        self.waiting = 0
        self._lanes: dict[str, Lane] = {}

    def of(self, name: str) -> Lane:
        """The lane of this name, a new one where there is none."""
        lane = self._lanes.get(name)
        if lane is None:
            lane = self._lanes[name] = Lane(self, name)
        return lane

    def forget(self, lane: Lane) -> None:
        """Keep an idle lane no longer."""
        if self._lanes.get(lane.name) is lane:
            del self._lanes[lane.name]

    def clear(self) -> None:
        """Start nothing of what waits: the connection has ended."""
        self.waiting = 0
        for lane in self._lanes.values():
            lane.clear()
        self._lanes.clear()
