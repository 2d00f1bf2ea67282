"""The judge of a robot: it reads what the robot and the server send, and notes what is wrong.

The judge does no input or output. Every event names its connection, a number, and the time in seconds.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from msgspec import Struct

from bots.checking.seen import Plain, Seen

Point = Literal["time", "return", "resume", "numbers", "unknown", "frames", "stale"]


class Fault(Struct, frozen=True):
    """A fault of a robot: the point of the check, and in words what was expected and what came."""

    point: Point
    expected: str
    got: str


class TimeLimits(Struct, frozen=True):
    """The times that a robot is given, in milliseconds.

    `answer_ms` is the longest time for a decision, `back_ms` the longest time until a robot is back after a
    lost connection, and `again_ms` the longest time until it asks for its view again. An action is not called
    stale if its decision changed at most `crossing_ms` ago, because the messages may have crossed.
    """

    answer_ms: int = 10_000
    back_ms: int = 10_000
    again_ms: int = 5_000
    crossing_ms: int = 500


class Request(NamedTuple):
    """A `watch` or `act` of a robot. `order` counts these requests, over all connections."""

    order: int
    id: int
    n: int | None
    action: object = None
    decision: str | None = None


class _Timer(NamedTuple):
    due_s: float
    fault: Fault


class Judge:
    """The judge of one robot at one table.

    `faults` are the faults in the order in which they were found. `seen` is the view that the robot has
    received, and `server` the view that the server has sent, which is ahead of it while frames are held back.
    `playing` is the number of the connection on which the robot watches its seat, None without one.
    `accepted` counts the answered decisions, and `watches` the requests for the view. `blamed` is the point
    to which a robot's silence counts; while it is `time`, the times of the robot's answers go into
    `answer_s`.
    """

    def __init__(self, table: str, limits: TimeLimits | None = None) -> None:
        self.table = table
        self.limits = limits or TimeLimits()
        self.faults: list[Fault] = []
        self.seen, self.server = Seen(), Seen()
        self.client = ""
        self.playing: int | None = None
        self.accepted = 0
        self.watches = 0
        self.answer_s: list[float] = []
        self.blamed: Point = "time"
        self._timers: dict[str, _Timer] = {}
        self._open: dict[int, list[Request]] = {}
        self._acts: dict[int, Request] = {}
        self._settled: dict[str, int] = {}
        self._following: int | None = None
        self._awaited: set[int] = set()
        """The orders of the `watch` requests on this connection of which the robot has no answer yet."""
        self._order = 0
        self._applied = 0
        self._asked_s: tuple[str, float] | None = None
        self._lost = False
        self._leaves = False

    def connect(self, connection: int) -> None:
        """Take note of a new connection of the robot."""
        self._open[connection] = []

    def lose(self, connection: int, now_s: float, *, by_check: bool, how: str = "") -> None:
        """Take note of the end of a connection, which the check has cut or which has ended as `how` tells."""
        self._open.pop(connection, None)
        self._timers.pop("watch", None)
        if connection != self.playing:
            return
        self.playing, self._lost = None, True
        for name in ("answer", "again"):
            self._timers.pop(name, None)
        if by_check and not self._leaves:
            back_s = self.limits.back_ms / 1000
            expected = f"a robot that is back at the table within {back_s:g} s of a lost connection"
            self._start("return", now_s + back_s, Fault("return", expected, "no connection that watches"))
        elif not by_check and not self._leaves and (self._acts or self.seen.decision is not None):
            point: Point = "return" if self.blamed == "time" else self.blamed
            self._note(point, "a connection that stays open during the deal", f"the robot ended it{how}")

    def tick(self, now_s: float) -> list[Fault]:
        """Return the faults of a robot that should have done something before this time."""
        late = [name for name, timer in self._timers.items() if timer.due_s <= now_s]
        found = [self._timers.pop(name).fault for name in late]
        self.faults += found
        return found

    def hear(self, connection: int, message: Plain, now_s: float) -> None:
        """Judge a message of the robot."""
        kind = message.get("t")
        if kind == "hello":
            self.client = str(message.get("client") or "")
        if message.get("table") != self.table:
            return
        self._order += 1
        if kind == "watch":
            self._hear_watch(connection, message)
        elif kind == "act":
            self._hear_act(connection, message, now_s)
        elif kind == "stand":
            self._leaves = True

    def answer(self, connection: int, message: Plain, now_s: float) -> Request | None:
        """Take note of a message of the server, delivered or not, and return the request that it answers."""
        if message.get("table") not in (self.table, None) or connection not in self._open:
            return None
        if message["t"] in ("view", "patch"):
            if connection == self._following:
                self.server.take(message, now_s)
                if self.server.is_seat and self.playing is None:
                    self._play(connection)  # a player that has watched before gets this view after `sit`
            return None
        if message["t"] not in ("done", "refused"):
            return None
        request = self._match(connection, message)
        if request is not None and message["t"] == "done":
            self._apply(message.get("n") or 0)
        return request

    def deliver(self, connection: int, message: Plain, request: Request | None, now_s: float) -> None:
        """Take note of a message of the server that the robot has now, and of the request that it answers."""
        if connection not in self._open:
            return
        kind = message["t"]
        if kind in ("view", "patch") and message.get("table") == self.table and connection == self._following:
            self._deliver_view(connection, message, now_s)
        elif request is not None and kind == "refused" and request.n is None:
            self._awaited.discard(request.order)
        elif request is not None and kind == "refused" and request.n is not None:
            if self._acts.get(request.n) == request:
                del self._acts[request.n]
            self._expect_answer(now_s, again=True)
        elif request is not None and kind == "done" and request.n is None:
            self._awaited.discard(request.order)
            known = message.get("n") or 0
            self._acts = {n: act for n, act in self._acts.items() if n <= known or act.order > request.order}
            self._expect_answer(now_s, again=True)

    def _apply(self, number: int) -> None:
        """Take note that the server has applied the robot's actions up to a number."""
        for n in range(self._applied + 1, number + 1):
            act = self._acts.get(n)
            if act is not None and act.decision is not None:
                self.accepted += 1
                self._settled[act.decision] = n
        self._applied = max(self._applied, number)

    def _hear_watch(self, connection: int, message: Plain) -> None:
        if connection != self._following:
            self._awaited.clear()
        self._following = connection
        self._awaited.add(self._order)
        self._ask(connection, Request(self._order, message.get("id") or 0, None))
        if message.get("as", "public") == "public":
            return
        epoch, version = message.get("epoch"), message.get("version") or 0
        if self._lost and epoch is not None:
            ahead = epoch == self.seen.epoch and version > self.seen.version
            if epoch != self.seen.epoch or ahead:
                self._note(
                    "resume",
                    f"a `watch` with the epoch and version of the last view or patch ({self.seen.epoch},"
                    f" {self.seen.version}), or without both",
                    f"a `watch` with {epoch}, {version}",
                )
        self.watches += 1
        self._play(connection)

    def _play(self, connection: int) -> None:
        """Take note that the robot follows its seat on a connection."""
        self._lost = False
        self._leaves = self._leaves and connection == self.playing
        self.playing = connection
        for name in ("return", "again", "watch"):
            self._timers.pop(name, None)

    def _hear_act(self, connection: int, message: Plain, now_s: float) -> None:
        n, decision = message.get("n") or 0, message.get("decision")
        act = Request(self._order, message.get("id") or 0, n, message.get("action"), decision)
        again_s = self.limits.again_ms / 1000
        if connection != self.playing and "watch" not in self._timers:
            expected = f"a `watch` within {again_s:g} s of the first `act` on a new connection"
            self._start("watch", now_s + again_s, Fault("resume", expected, "no `watch`"))
        if "again" in self._timers and not self._repeats(act, n):
            del self._timers["again"]
            self._note("resume", "a `watch` after a patch that does not follow", f"`act` {n} without it")
        self._judge_number(act, n)
        self._judge_decision(act, n, now_s)
        # An action sent again is no sign that a slow robot has read on after the result that it has now.
        self._leaves = self._leaves and self._repeats(act, n)
        self._acts[n] = act
        self._ask(connection, act)
        if decision is not None and decision == self.seen.decision:
            self._timers.pop("answer", None)
            if self._asked_s is not None and self._asked_s[0] == decision:
                if self.blamed == "time":
                    self.answer_s.append(now_s - self._asked_s[1])
                self._asked_s = None

    def _repeats(self, act: Request, n: int) -> bool:
        """Return True if the robot has sent the same action before, with the same number and decision."""
        before = self._acts.get(n)
        return before is not None and (before.action, before.decision) == (act.action, act.decision)

    def _judge_number(self, act: Request, n: int) -> None:
        before, repeated = self._acts.get(n), self._repeats(act, n)
        following = max((self._applied, *self._acts)) + 1
        if n > following:
            self._note(
                "numbers", f"an `act` with n {following}, one more than the last one", f"n {n}: n skipped"
            )
        elif before is not None and not repeated:
            self._note(
                "numbers",
                f"the same action and decision again with n {n}, which the server has not refused",
                f"another action or decision with n {n}",
            )
        elif before is None and n <= self._applied:
            self._note(
                "numbers",
                f"an `act` with n {self._applied + 1}, one more than the last applied one",
                f"n {n}",
            )

    def _judge_decision(self, act: Request, n: int, now_s: float) -> None:
        decision, seen = act.decision, self.seen
        if decision is None:
            return
        settled = self._settled.get(decision)
        if settled is not None and n > settled and self.server.decision != decision:
            self._note(
                "stale",
                f"no second answer to the decision {decision}, which `act` {settled} has answered",
                f"`act` {n} with the decision {decision} again",
            )
            return
        crossed = decision == seen.before and now_s - seen.changed_s <= self.limits.crossing_ms / 1000
        if decision == seen.decision or crossed or self._repeats(act, n):
            return
        current = "no decision" if seen.decision is None else f"the decision {seen.decision}"
        self._note(
            "stale",
            f"an answer to the decision of the last view: it has {current}",
            f"`act` {n} with the decision {decision}",
        )

    def _deliver_view(self, connection: int, message: Plain, now_s: float) -> None:
        before = self.seen.epoch, self.seen.decision
        if self.seen.take(message, now_s):
            if message["t"] == "view":
                self._timers.pop("again", None)
            if self.seen.epoch != before[0]:
                self._settled.clear()
            self._leaves = self._leaves or self.seen.over
            self._expect_answer(now_s, again=before != (self.seen.epoch, self.seen.decision))
        elif not self.seen.is_known(message) and not self._awaited:
            again_s = self.limits.again_ms / 1000
            expected = f"a `watch` within {again_s:g} s after a patch that does not follow the last version"
            if "again" not in self._timers:
                self._start("again", now_s + again_s, Fault("resume", expected, "no `watch`"))

    def _expect_answer(self, now_s: float, *, again: bool) -> None:
        """Start the time of the robot's decision; `again` starts it anew for a decision that it has had."""
        decision = self.seen.decision
        if decision is None or decision in self._settled:
            self._timers.pop("answer", None)
        elif again:
            answer_s = self.limits.answer_ms / 1000
            self._asked_s = decision, now_s
            fault = Fault(
                self.blamed, f"an answer to the decision {decision} within {answer_s:g} s", "no answer"
            )
            self._start("answer", now_s + answer_s, fault)

    def _ask(self, connection: int, request: Request) -> None:
        if connection in self._open:
            self._open[connection].append(request)

    def _match(self, connection: int, message: Plain) -> Request | None:
        """Return the oldest request of a connection to which an answer belongs, and forget it."""
        asked = self._open[connection]
        for request in asked:
            same_id = request.id == (message.get("id") or 0)
            if same_id and (request.n is None or request.n == message.get("n")):
                asked.remove(request)
                return request
        return None

    def _start(self, name: str, due_s: float, fault: Fault) -> None:
        self._timers[name] = _Timer(due_s, fault)

    def _note(self, point: Point, expected: str, got: str) -> None:
        self.faults.append(Fault(point, expected, got))
