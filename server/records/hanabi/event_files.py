"""The results of an event of Hanabi as CSV, text and HTML."""

from __future__ import annotations

from protocol.v1.hanabi import GameResult
from server.games.hanabi.competing import HanabiCompeting
from server.records.event_sheets import EventSheets


class HanabiEventFiles(EventSheets):
    """Files of a race, with the score, the turns and the end of each game."""

    scorings = HanabiCompeting.scorings
    sides = 1
    columns = ("score", "turns", "end")

    def cells(self, result: GameResult) -> tuple[str, ...]:
        return str(result.score), str(result.turns), result.end.name.lower()
