"""The terminal client for people: `watch` a live table, or `play` at it."""

from bots.terminal.playing import play, play_own
from bots.terminal.watching import watch

__all__ = ["play", "play_own", "watch"]
