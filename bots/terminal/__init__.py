"""The terminal client for people: `watch` shows a live table, `play` sits down at a table."""

from bots.terminal.playing import play, play_own
from bots.terminal.watching import watch

__all__ = ["play", "play_own", "watch"]
