"""Tables with delayed watchers, and the views of a player there at each moment."""

from __future__ import annotations

from typing import Any

from protocol.v1.requests import Delay, NoClock, Policy
from tests.patching import Shown
from tests.rooms import House, Person, play_on
from tests.virtual import now_ms, passes

MINUTE = 60_000
PAUSE = 1_000


def delayed_policy(ms: int = 0, boards: int = 0, **wishes: Any) -> Policy:
    """Return a policy that delays watchers by this time and this number of boards."""
    return Policy(**{"clock": NoClock(), "pause_ms": PAUSE, "delay": Delay(ms, boards), **wishes})


class Seen:
    """The public view as a player at the table sees it, with the time of every change."""

    def __init__(self, player: Person, table: str) -> None:
        self._player, self._table = player, table
        self.views: list[tuple[int, dict[str, Any]]] = []

    def note(self) -> None:
        self.views.append((now_ms(), dict(self._player.tables[self._table].pub)))

    def at(self, at_ms: int) -> dict[str, Any]:
        """Return the view at a moment."""
        return [view for when_ms, view in self.views if when_ms <= at_ms][-1]


async def play_with_pauses(
    house: House, table: str, players: list[Person], actions: int, every_ms: int
) -> Seen:
    """Play a number of actions with a pause after each, and return the views of the first player."""
    seen = Seen(players[0], table)
    for _ in range(actions):
        await play_on(house, table, players, 1)
        seen.note()
        await passes(every_ms)
    return seen


def calls(shown: Shown) -> int:
    return len(shown.pub["calls"])
