"""The order in which a connection's requests are processed.

The requests to one table wait in a queue, which is called a lane.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

Start = Callable[[], None]


class Lane:
    """A queue of requests to one table, or of one kind such as `open`, processed one after the other."""

    __slots__ = ("_held", "_lanes", "_waiting", "name")

    def __init__(self, lanes: Lanes, name: str) -> None:
        self.name = name
        self._lanes = lanes
        self._held = 0
        self._waiting: deque[Start] = deque()

    @property
    def idle(self) -> bool:
        """Return True if no request of this lane (a queue) is being processed or waiting."""
        return not (self._held or self._waiting)

    def last(self, start: Start) -> None:
        """Start work on a request after all earlier requests of its lane (its queue)."""
        if not self.idle:
            self._waiting.append(start)
            self._lanes.waiting += 1
        else:
            start()
            self.forget()

    def next(self, start: Start) -> None:
        """Start work on a request before all waiting requests of its lane (its queue)."""
        if not self.idle:
            self._waiting.appendleft(start)
            self._lanes.waiting += 1
        else:
            start()
            self.forget()

    def block(self) -> Start:
        """Make later requests of the lane (the queue) wait, and return a function that ends the wait.

        Only the first call of the function that ends the wait has an effect.
        """
        self._held += 1
        released = False

        def release() -> None:
            nonlocal released
            if not released:
                released = True
                self._held -= 1
                # Start the waiting requests in a later turn of the event loop: if the table is being
                # unloaded at this moment, the requests must not find its old handle.
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
        """Remove this lane (a queue) from the connection's `Lanes` if it has no requests."""
        if self.idle:
            self._lanes.forget(self)

    def clear(self) -> None:
        """Drop all requests that wait in this lane (a queue)."""
        self._waiting.clear()


class Lanes:
    """The lanes (queues of requests) of one connection; each lane is kept while it has requests.

    `later` runs a function in a later turn of the event loop. `waiting` counts the waiting requests of all
    lanes.
    """

    def __init__(self, later: Callable[[Start], None]) -> None:
        self.later = later
        self.waiting = 0
        self._lanes: dict[str, Lane] = {}

    def of(self, name: str) -> Lane:
        """Return the lane (a queue of requests) with this name, and make the lane if there is none."""
        lane = self._lanes.get(name)
        if lane is None:
            lane = self._lanes[name] = Lane(self, name)
        return lane

    def is_idle(self, name: str) -> bool:
        """Return True if a request in the lane (the queue) of this name could start at once."""
        lane = self._lanes.get(name)
        return lane is None or lane.idle

    def forget(self, lane: Lane) -> None:
        """Remove a lane (a queue) without requests."""
        if self._lanes.get(lane.name) is lane:
            del self._lanes[lane.name]

    def clear(self) -> None:
        """Drop all waiting requests, because the connection has ended."""
        self.waiting = 0
        for lane in self._lanes.values():
            lane.clear()
        self._lanes.clear()
