"""The view that a player or watcher has of a Hanabi table."""

from __future__ import annotations

from bots.view import GameView
from protocol.v1.hanabi import HanabiOwn, HanabiPub


class HanabiView(GameView[HanabiPub, HanabiOwn], frozen=True, gc=False):
    """The state of a Hanabi table, or of a replay of Hanabi, as one seat or one kind of watcher sees it."""
