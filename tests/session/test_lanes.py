"""Lanes: the requests to one table are processed in their order, and those to other tables do not wait."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from server.session.lanes import Lanes


class Connection:
    """The lanes of a connection, with a record of the requests that were started."""

    def __init__(self) -> None:
        self.started: list[str] = []
        self.later: deque[Callable[[], None]] = deque()
        self.lanes = Lanes(self.later.append)

    def request(self, lane: str, name: str, *, first: bool = False) -> None:
        """Start a request in a lane, or put it in the queue of the lane; `first` puts it at the front."""
        at = self.lanes.of(lane)
        (at.next if first else at.last)(lambda: self.started.append(name))

    def next_turn(self) -> None:
        """Run the functions that wait for a later turn of the event loop."""
        for _ in range(len(self.later)):
            self.later.popleft()()


def test_a_request_in_an_empty_lane_starts_at_once_and_leaves_no_lane() -> None:
    connection = Connection()
    connection.request("t1", "sit")
    assert connection.started == ["sit"] and connection.lanes.waiting == 0
    assert connection.lanes._lanes == {}


def test_requests_wait_in_their_order_while_the_lane_is_blocked() -> None:
    connection = Connection()
    release = connection.lanes.of("t1").block()
    for name in ("sit", "watch", "act"):
        connection.request("t1", name)
    assert connection.started == [] and connection.lanes.waiting == 3
    release()
    assert connection.started == [], "in a later turn of the event loop"
    connection.next_turn()
    assert connection.started == ["sit", "watch", "act"] and connection.lanes.waiting == 0
    assert connection.lanes._lanes == {}


def test_a_blocked_lane_holds_up_no_other_lane() -> None:
    connection = Connection()
    connection.lanes.of("t1").block()
    connection.request("t1", "sit")
    connection.request("t2", "watch")
    assert connection.started == ["watch"]


def test_a_request_may_go_before_all_that_wait() -> None:
    connection = Connection()
    release = connection.lanes.of("t1").block()
    connection.request("t1", "second")
    connection.request("t1", "first", first=True)
    release()
    connection.next_turn()
    assert connection.started == ["first", "second"]


def test_a_request_that_blocks_the_lane_again_holds_up_the_requests_behind_it() -> None:
    connection = Connection()
    lane = connection.lanes.of("t1")
    releases = [lane.block()]

    def start() -> None:
        connection.started.append("open")
        releases.append(lane.block())

    lane.last(start)
    connection.request("t1", "watch")
    releases[0]()
    connection.next_turn()
    assert connection.started == ["open"] and connection.lanes.waiting == 1
    releases[1]()
    connection.next_turn()
    assert connection.started == ["open", "watch"]


def test_a_lane_that_is_blocked_twice_goes_on_after_both_releases_each_of_which_counts_once() -> None:
    connection = Connection()
    lane = connection.lanes.of("t1")
    one, other = lane.block(), lane.block()
    connection.request("t1", "sit")
    one()
    one()
    connection.next_turn()
    assert connection.started == []
    other()
    connection.next_turn()
    assert connection.started == ["sit"]


def test_a_lane_is_idle_unless_a_request_is_being_processed_or_waits() -> None:
    connection = Connection()
    assert connection.lanes.is_idle("t1")
    release = connection.lanes.of("t1").block()
    connection.request("t1", "sit")
    assert not connection.lanes.is_idle("t1") and connection.lanes.is_idle("t2")
    release()
    assert not connection.lanes.is_idle("t1"), "a request waits for the next turn"
    connection.next_turn()
    assert connection.lanes.is_idle("t1")


def test_nothing_that_waits_is_started_after_the_end_of_the_connection() -> None:
    connection = Connection()
    release = connection.lanes.of("t1").block()
    connection.request("t1", "sit")
    connection.lanes.clear()
    release()
    connection.next_turn()
    assert connection.started == [] and connection.lanes.waiting == 0
