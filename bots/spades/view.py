"""The view that a player or watcher has of a Spades table."""

from __future__ import annotations

from bots.view import GameView
from protocol.v1.spades import SpadesOwn, SpadesPub


class SpadesView(GameView[SpadesPub, SpadesOwn], frozen=True, gc=False):
    """The state of a Spades table, as one seat or one kind of watcher sees it."""
