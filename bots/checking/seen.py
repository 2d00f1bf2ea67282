"""The part of a robot's view that the check of a robot needs: version, decision, and the end of a deal."""

from __future__ import annotations

from typing import Any

Plain = dict[Any, Any]
"""A message as plain data, as it stands in a frame."""


class Seen:
    """The view that a robot has after the messages that it has received.

    `decision` is the id of the decision that the robot has to make, None without one, and `before` the
    decision before the last change, which happened at `changed_s`. `over` is True while the view shows the
    result of a deal, and `is_seat` is True for the view of the player's own seat.
    """

    def __init__(self) -> None:
        self.epoch: str | None = None
        self.version = 0
        self.decision: str | None = None
        self.before: str | None = None
        self.changed_s = 0.0
        self.over = False
        self.is_seat = False

    def take(self, message: Plain, now_s: float) -> bool:
        """Apply a view or a patch. Returns False, without a change, for a patch that does not follow."""
        whole = message["t"] == "view"
        if not whole and not self.is_next(message):
            return False
        self.epoch, self.version = message["epoch"], message["version"]
        self.is_seat = message.get("audience") == "seat" if whole else self.is_seat
        pub = message.get("pub") or {}
        if whole or "result" in pub:
            self.over = pub.get("result") is not None
        if whole or "own" in message:
            own = message.get("own")
            if own is None or whole or "decision" in own:
                self._decide(None if own is None else own.get("decision"), now_s)
        return True

    def is_next(self, patch: Plain) -> bool:
        """Return True if a patch follows the version of this view."""
        return bool(patch["epoch"] == self.epoch and patch["version"] == self.version + 1)

    def is_known(self, patch: Plain) -> bool:
        """Return True if this view already contains the changes of a patch."""
        return bool(patch["epoch"] == self.epoch and patch["version"] <= self.version)

    def _decide(self, decision: str | None, now_s: float) -> None:
        if decision != self.decision:
            self.before, self.decision, self.changed_s = self.decision, decision, now_s
