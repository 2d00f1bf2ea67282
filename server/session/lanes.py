"""The order of a connection's requests: a lane is the queue of the requests to one table."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

Start = Callable[[], None]


class Lane:
    """The requests to one table, or of one kind such as `open`; they are processed one after the other."""

    __slots__ = ("_held", "_lanes", "_waiting", "name")

    def __init__(self, lanes: Lanes, name: str) -> None:
        self.name = name
        self._lanes = lanes
        self._held = 0
        self._waiting: deque[Start] = deque()

    @property
    def idle(self) -> bool:
        """Return True if no request of the lane is being processed or waiting."""
        return not (self._held or self._waiting)

    def last(self, start: Start) -> None:
        """Start work on a request after all earlier requests of the lane."""
        if not self.idle:
            self._waiting.append(start)
            self._lanes.waiting += 1
        else:
            start()
            self.forget()

    def next(self, start: Start) -> None:
        """Start work on a request before all waiting requests of the lane."""
        if not self.idle:
            self._waiting.appendleft(start)
            self._lanes.waiting += 1
        else:
            start()
            self.forget()

    def block(self) -> Start:
        """Make later requests of the lane wait, and return a function that ends the wait.

        Only the first call of the returned function has an effect.
        """
        self._held += 1
        released = False

        def release() -> None:
            nonlocal released
            if not released:
                released = True
                self._held -= 1
                # Start the waiting requests in a later turn of the event loop: if the table is being
                # unloaded at this moment, the requests must not find its old room.
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
        """Remove the lane from the connection's `Lanes` if the lane is idle."""
        if self.idle:
            self._lanes.forget(self)

    def clear(self) -> None:
        """Drop all waiting requests of the lane."""
        self._waiting.clear()


class Lanes:
    """The lanes of one connection; each lane is kept while it has requests.

    `later` runs a function in a later turn of the event loop. `waiting` counts the waiting requests of all
    lanes.
    """

    def __init__(self, later: Callable[[Start], None]) -> None:
        self.later = later
        self.waiting = 0
        self._lanes: dict[str, Lane] = {}

    def of(self, name: str) -> Lane:
        """Return the lane with this name, after making it if there is none."""
        lane = self._lanes.get(name)
        if lane is None:
            lane = self._lanes[name] = Lane(self, name)
        return lane

    def is_idle(self, name: str) -> bool:
        """Return True if a request in the lane of this name could start at once."""
        lane = self._lanes.get(name)
        return lane is None or lane.idle

    def forget(self, lane: Lane) -> None:
        """Remove an idle lane."""
        if self._lanes.get(lane.name) is lane:
            del self._lanes[lane.name]

    def clear(self) -> None:
        """Drop all waiting requests, because the connection has ended."""
        self.waiting = 0
        for lane in self._lanes.values():
            lane.clear()
        self._lanes.clear()
