"""The results of an event of Spades as CSV, text and HTML."""

from __future__ import annotations

from protocol.v1.spades import HandResult
from server.games.spades.competing import SpadesCompeting
from server.records.event_sheets import EventSheets


class SpadesEventFiles(EventSheets):
    """Files of hands, with the bid and the tricks of each side, and what its score has changed by."""

    scorings = SpadesCompeting.scorings
    sides = 2
    columns = ("bid_1", "bid_2", "tricks_1", "tricks_2", "gained_1", "gained_2")

    def cells(self, result: HandResult) -> tuple[str, ...]:
        sides = result.sides
        return (
            *("nil" if each.bid is None else str(each.bid) for each in sides),
            *(str(each.tricks) for each in sides),
            *(str(each.after.points - each.before.points) for each in sides),
        )
