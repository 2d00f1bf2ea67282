"""The trials of the check of a robot: each disturbs the connection in one way while the robot plays.

A trial does no input or output: it says for each message which messages are passed on, and if the connection
is to be cut then.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Literal, NamedTuple

from bots.checking.judge import Judge, Point, Request
from bots.checking.seen import Plain

HELD_MS = 1_500
"""The time for which messages are held back, to find a robot that answers a decision twice meanwhile."""
DELAYS_MS = (50, 400, 0, 200)
UNKNOWN_FIELD = {"check_of_unknown_field": {"list": [1, None], "text": "ignore this field"}}
UNKNOWN_MESSAGE = {"t": "check_of_unknown_message", "text": "ignore this message"}


class Passed(NamedTuple):
    """A message that is passed on, after `hold_ms`, and with `in_pieces` as several fragments."""

    message: Plain
    hold_ms: int = 0
    in_pieces: bool = False


class Order(NamedTuple):
    """The messages to pass on in place of one message, and `cut` to cut the connection afterwards."""

    passed: Sequence[Passed] = ()
    cut: bool = False


class Trial:
    """A stretch of play without a disturbance, and the base class of all trials.

    `points` are the points of the check for which the trial must be completed; silence of the robot counts to
    the first of them. A trial is complete after `needs` answered decisions since its disturbance began.
    `single_bytes` is True if the bytes to the robot are to arrive one by one.
    """

    points: ClassVar[tuple[Point, ...]] = ("time",)
    about: ClassVar[str] = "undisturbed play"
    needs: ClassVar[int] = 3
    single_bytes: ClassVar[bool] = False

    def __init__(self) -> None:
        self.begun_at: int | None = None
        """The number of answered decisions when the disturbance began, None before it."""

    def is_complete(self, judge: Judge) -> bool:
        return self.begun_at is not None and judge.accepted - self.begun_at >= self.needs

    def request(self, message: Plain, judge: Judge) -> Order:
        """Return what becomes of a message of the robot."""
        return Order([Passed(message)])

    def update(self, message: Plain, answered: Request | None, judge: Judge) -> Order:
        """Return what becomes of a message of the server, and of the answer to the request `answered`."""
        self.begin(judge)
        return Order([Passed(message)])

    def begin(self, judge: Judge) -> bool:
        """Note that the disturbance begins. Returns False if it has begun before."""
        if self.begun_at is not None:
            return False
        self.begun_at = judge.accepted
        return True


class CutAtDecision(Trial):
    """The connection is cut when a decision has just been sent to the robot."""

    points = ("return", "resume")
    about = "a cut when a decision has just arrived"
    needs = 1

    def update(self, message: Plain, answered: Request | None, judge: Judge) -> Order:
        new = message["t"] in ("view", "patch") and _shows_new_decision(judge)
        return Order([Passed(message)], cut=new and self.begin(judge))


class CutBeforeAct(Trial):
    """The connection is cut when the robot sends an action, which does not reach the server."""

    points = ("return", "numbers")
    about = "a cut at which an action is lost"
    needs = 1

    def request(self, message: Plain, judge: Judge) -> Order:
        if _is_answer(message) and self.begin(judge):
            return Order(cut=True)
        return Order([Passed(message)])

    def update(self, message: Plain, answered: Request | None, judge: Judge) -> Order:
        return Order([Passed(message)])


class CutAfterAct(Trial):
    """The server applies an action, and its answer is lost with the connection.

    On the next connection, everything after the answer to `watch` is held back for a while: meanwhile the
    robot knows that its action is applied, but not yet what has changed.
    """

    points = ("numbers", "stale")
    about = "a cut at which the answer to an action is lost"
    needs = 2

    def __init__(self) -> None:
        super().__init__()
        self._swallowing: int | None = None
        self._after: Literal["cut", "watch", "held"] = "cut"

    def request(self, message: Plain, judge: Judge) -> Order:
        if _is_answer(message) and self.begin(judge):
            self._swallowing = message.get("n")
        return Order([Passed(message)])

    def update(self, message: Plain, answered: Request | None, judge: Judge) -> Order:
        if self._swallowing is not None:
            ends = answered is not None and answered.n == self._swallowing
            if ends:
                self._swallowing = None
            return Order(cut=ends)
        if self._after == "watch":
            self._after = "held"
            return Order([Passed(message, HELD_MS)])
        if self.begun_at is not None and self._after == "cut" and answered is not None and answered.n is None:
            self._after = "watch"
        return Order([Passed(message)])


class LostPatch(Trial):
    """A patch is lost, so that the next one does not follow the version that the robot has."""

    points = ("resume",)
    about = "a lost patch"
    needs = 1

    def __init__(self) -> None:
        super().__init__()
        self._watches = 0

    def is_complete(self, judge: Judge) -> bool:
        return super().is_complete(judge) and judge.watches > self._watches

    def update(self, message: Plain, answered: Request | None, judge: Judge) -> Order:
        # A patch that leaves the robot without a decision is followed by another one without its help.
        idle = judge.server.decision is None and not judge.server.over
        if message["t"] == "patch" and idle and judge.seen.is_next(message) and self.begin(judge):
            self._watches = judge.watches
            return Order()
        return Order([Passed(message)])


class UnknownParts(Trial):
    """Unknown fields stand in `welcome`, views, patches and answers, and unknown messages come between."""

    points = ("unknown",)
    about = "unknown fields and messages"
    needs = 2

    def update(self, message: Plain, answered: Request | None, judge: Judge) -> Order:
        if self.begun_at is None:
            # A new connection begins with a new `welcome`.
            new = message["t"] in ("view", "patch") and _shows_new_decision(judge)
            return Order([Passed(message)], cut=new and self.begin(judge))
        return Order([Passed(with_unknown_fields(message)), Passed(UNKNOWN_MESSAGE)])


class Twice(Trial):
    """Every message of the server arrives twice."""

    points = ("frames",)
    about = "messages that arrive twice"
    needs = 2

    def update(self, message: Plain, answered: Request | None, judge: Judge) -> Order:
        self.begin(judge)
        again = message["t"] != "welcome"
        return Order([Passed(message), *([Passed(message)] if again else [])])


class Late(Trial):
    """The messages of the server arrive late, but in their order."""

    points = ("frames",)
    about = "messages that arrive late"
    needs = 2

    def __init__(self) -> None:
        super().__init__()
        self._count = 0

    def update(self, message: Plain, answered: Request | None, judge: Judge) -> Order:
        self.begin(judge)
        self._count += 1
        return Order([Passed(message, DELAYS_MS[self._count % len(DELAYS_MS)])])


class InPieces(Trial):
    """The messages of the server arrive as websocket fragments, byte after byte."""

    points = ("frames",)
    about = "messages in websocket fragments and single bytes"
    needs = 2
    single_bytes = True

    def update(self, message: Plain, answered: Request | None, judge: Judge) -> Order:
        self.begin(judge)
        return Order([Passed(message, in_pieces=True)])


class HeldBack(Trial):
    """After an action, everything from the server is held back for a while."""

    points = ("stale",)
    about = "an answer that the server's messages follow late"
    needs = 2

    def __init__(self) -> None:
        super().__init__()
        self._holding = False

    def request(self, message: Plain, judge: Judge) -> Order:
        if _is_answer(message):
            self.begin(judge)
            self._holding = True
        return Order([Passed(message)])

    def update(self, message: Plain, answered: Request | None, judge: Judge) -> Order:
        held, self._holding = self._holding, False
        return Order([Passed(message, HELD_MS if held else 0)])


ALL: tuple[type[Trial], ...] = (
    Trial,
    CutAtDecision,
    CutBeforeAct,
    CutAfterAct,
    LostPatch,
    UnknownParts,
    Twice,
    Late,
    InPieces,
    HeldBack,
)
"""The trials in the order in which a robot goes through them."""


def with_unknown_fields(message: Plain) -> Plain:
    """Return a message with an unknown field in it, and in both halves of its view."""
    halves = {
        half: {**message[half], **UNKNOWN_FIELD}
        for half in ("pub", "own")
        if isinstance(message.get(half), dict)
    }
    return {**message, **halves, **UNKNOWN_FIELD}


def _shows_new_decision(judge: Judge) -> bool:
    """Return True if the server's last view has a decision that the robot has not received yet."""
    return judge.server.decision is not None and judge.server.decision != judge.seen.decision


def _is_answer(message: Plain) -> bool:
    return message.get("t") == "act" and message.get("decision") is not None
