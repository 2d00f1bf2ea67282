"""The times that both sides take, for the line that a table manager sends after each board."""

from __future__ import annotations

from bots.bridge.view import BridgeView
from bots.table_manager.lines import Timing
from protocol.v1.bridge import Side


class Times:
    """The times of both sides at one table, taken from the changes of the player that has to act."""

    def __init__(self) -> None:
        self._board: int | None = None
        self._now: dict[Side, float] = dict.fromkeys(Side, 0.0)
        self._total: dict[Side, float] = dict.fromkeys(Side, 0.0)
        self._turn: tuple[Side, float] | None = None

    def see(self, view: BridgeView, now_s: float) -> None:
        """Take a changed view at the time `now_s` (s)."""
        if self._turn is not None:
            side, since_s = self._turn
            self._now[side] += now_s - since_s
            self._total[side] += now_s - since_s
        if view.pub.board != self._board:
            self._board = view.pub.board
            self._now = dict.fromkeys(Side, 0.0)
        actor = view.pub.actor
        self._turn = None if actor is None else (actor.side, now_s)

    @property
    def timing(self) -> Timing:
        """Return the times of the present board and of all boards."""
        ns, ew = Side.NS, Side.EW
        return Timing(int(self._now[ns]), int(self._total[ns]), int(self._now[ew]), int(self._total[ew]))
