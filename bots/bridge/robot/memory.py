"""The memory of a player for calls and cards that the view no longer shows (Laws 41B and 66)."""

from __future__ import annotations

from protocol.v1.bridge import BridgePub, Call, Play


class Memory:
    """The calls and cards of one board that a robot has seen, each by its index in the auction or the play.

    A call or card that a player takes back is removed from the memory.
    """

    def __init__(self) -> None:
        self.calls: dict[int, Call] = {}
        self.plays: dict[int, Play] = {}
        self._board: int | None = None

    def see(self, pub: BridgePub) -> None:
        """Remember the calls and cards that the view `pub` shows."""
        if pub.board != self._board or pub.phase == "deal":
            self._board, self.calls, self.plays = pub.board, {}, {}
        if pub.calls or pub.phase == "auction":
            self.calls = dict(pub.calls)
        newest = max(pub.plays, default=-1)
        older = {place: play for place, play in self.plays.items() if place < newest}
        self.plays = {**older, **pub.plays}

    @property
    def auction(self) -> tuple[Call, ...]:
        """Return the remembered calls of the board in the order in which they were made."""
        return tuple(self.calls[turn] for turn in sorted(self.calls))
