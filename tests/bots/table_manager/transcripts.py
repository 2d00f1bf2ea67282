"""The transcripts of a match of four robots of bridge_env, one for each seat, two boards long."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bots.table_manager import lines as say
from bots.table_manager.reading import read_client_line, read_manager_line
from bots.table_manager.record import Record
from protocol.v1.bridge import SEATS, Seat

FOLDER = Path(__file__).parents[4] / "shared" / "data" / "bridge" / "bridge_env" / "transcripts"


@dataclass(frozen=True)
class Line:
    """One line of a transcript; `by_client` is False for a line of the table manager."""

    by_client: bool
    text: str


def transcript(seat: Seat) -> list[Line]:
    """Return all lines of one seat, in their order."""
    text = (FOLDER / f"seat_{seat.letter}.txt").read_text()
    return [Line(line.startswith("C"), line[3:]) for line in text.splitlines() if line]


def boards() -> list[dict[Seat, Record]]:
    """Return what each seat knows of each board when it is over, as the four transcripts tell it."""
    told = {seat: list(_boards(seat)) for seat in SEATS}
    return [{seat: told[seat][at] for seat in SEATS} for at in range(len(told[Seat.NORTH]))]


def _boards(seat: Seat) -> Iterator[Record]:
    board: say.Board | None = None
    hand = dummy = None
    calls: list[say.Called] = []
    cards: list[say.Played] = []
    for line in [*transcript(seat), Line(False, "Start of board")]:
        said = read_client_line(line.text) if line.by_client else read_manager_line(line.text)
        match said:
            case say.StartOfBoard() | say.EndOfSession():
                if board is not None:
                    assert hand is not None
                    made = tuple(calls), tuple(cards)
                    yield Record(board.number, board.dealer, board.vulnerable, seat, hand, *made, dummy)
                board, hand, dummy, calls, cards = None, None, None, [], []
            case say.Board():
                board = said
            case say.Cards(None, shown):
                dummy = shown
            case say.Cards(_, held):
                hand = held
            case say.Called():
                calls.append(said)
            case say.Played():
                cards.append(said)
