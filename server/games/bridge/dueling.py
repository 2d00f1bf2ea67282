"""The scores by which robots at bridge are compared: IMPs between two rooms with the same boards."""

from __future__ import annotations

from typing import Any

from server.games.base import Dueling, Standing
from server.games.bridge import results
from server.games.bridge.scores.comparison import imps
from server.games.bridge.state import BridgeState


class BridgeDueling(Dueling[BridgeState]):
    """A match of two teams: each board is played in two rooms, and scored by the difference in IMPs."""

    in_rooms = True
    unit = "IMPs"

    def fault(self, options: Any) -> str | None:
        if options.scoring == "duplicate":
            return None
        return f"expected scoring=duplicate, because the same boards are compared, got {options.scoring}"

    def standing(self, state: BridgeState) -> Standing:
        result = results.result(state)
        score = 0 if result is None else result.score_ns
        return Standing((score, -score))

    def lead(self, here: BridgeState, there: BridgeState) -> int:
        return imps(super().lead(here, there))
