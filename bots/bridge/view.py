"""The view of a bridge table."""

from __future__ import annotations

from bots.view import GameView
from protocol.v1.bridge import BridgeOwn, BridgePub


class BridgeView(GameView[BridgePub, BridgeOwn], frozen=True, gc=False):
    """The state of a bridge table, or of a replay of bridge, as one seat or one kind of watcher sees it."""
