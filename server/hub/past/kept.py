"""Which games' finished deals are given as records, and how."""

from __future__ import annotations

from server.hub.past.boards import BOARDS
from server.hub.past.fireworks import FIREWORKS
from server.hub.past.given import Kept
from server.hub.past.hands import HANDS

RECORDED: dict[str, Kept] = {"bridge": BOARDS, "spades": HANDS, "hanabi": FIREWORKS}
