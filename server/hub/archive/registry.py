"""Which games' finished deals are given as records, and how."""

from __future__ import annotations

from server.hub.archive.bridge import BOARDS
from server.hub.archive.export import Kept
from server.hub.archive.hanabi import FIREWORKS
from server.hub.archive.spades import HANDS

RECORDED: dict[str, Kept] = {"bridge": BOARDS, "spades": HANDS, "hanabi": FIREWORKS}
