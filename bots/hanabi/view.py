"""The view of a Hanabi table."""

from __future__ import annotations

from bots.view import GameView
from protocol.v1.hanabi import HanabiOwn, HanabiPub


class HanabiView(GameView[HanabiPub, HanabiOwn], frozen=True, gc=False):
    """A Hanabi table, or a replay of Hanabi, as one audience sees it."""
