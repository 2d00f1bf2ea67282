"""The table manager's side of one seat, against transcripts that another program wrote."""

from __future__ import annotations

from collections import deque
from dataclasses import replace

import pytest

from bots.table_manager import lines as say
from bots.table_manager.dialects import DIALECTS
from bots.table_manager.record import Record
from bots.table_manager.seat import ManagedSeat, Move, Say
from protocol.v1.bridge import SEATS, Seat
from tests.bots.table_manager.transcripts import FOLDER, boards, transcript

needs_transcripts = pytest.mark.skipif(not FOLDER.is_dir(), reason="there are no transcripts here")


class Match:
    """The boards of the transcripts, told to four seats while their clients play."""

    def __init__(self) -> None:
        self.boards = boards()
        self.number = 0
        self.calls: list[say.Called] = []
        self.cards: list[say.Played] = []

    def record(self, seat: Seat) -> Record:
        """Return what a seat may know now."""
        whole = self.boards[self.number][seat]
        dummy = whole.dummy if self.cards else None
        return replace(whole, calls=tuple(self.calls), cards=tuple(self.cards), dummy=dummy)

    def make(self, line: say.Called | say.Played) -> None:
        """Make a call or play a card."""
        if isinstance(line, say.Called):
            self.calls.append(line)
        else:
            self.cards.append(line)

    def deal(self) -> bool:
        """Deal the next board after the last card of one. Returns False if there is nothing to deal."""
        if not self.record(Seat.NORTH).is_played or self.number + 1 == len(self.boards):
            return False
        self.number += 1
        self.calls, self.cards = [], []
        return True


@needs_transcripts
def test_the_four_transcripts_of_bridge_env_are_reproduced_line_for_line() -> None:
    match = Match()
    seats = {
        seat: ManagedSeat(seat, "teamA" if seat % 2 == 0 else "teamB", DIALECTS["bridge_env"])
        for seat in SEATS
    }
    left = {seat: deque(transcript(seat)) for seat in SEATS}
    told: dict[Seat, deque[str]] = {seat: deque() for seat in SEATS}

    def take(seat: Seat, out: list[Say | Move]) -> None:
        for each in out:
            if isinstance(each, Say):
                told[seat].append(each.text)
            else:
                match.make(each.line)
                show()
                if match.deal():
                    show()
                elif match.record(seat).is_played:
                    for other in SEATS:
                        take(other, seats[other].end())

    def show() -> None:
        for seat in SEATS:
            take(seat, seats[seat].see(match.record(seat)))

    for seat in SEATS:
        assert left[seat].popleft().by_client
        take(seat, seats[seat].begin())
        take(seat, seats[seat].name_teams(say.Teams("teamA", "teamB")))
        take(seat, seats[seat].see(match.record(seat)))
    moved = True
    while moved:
        moved = False
        for seat in SEATS:
            while left[seat] and (left[seat][0].by_client or told[seat]):
                line = left[seat].popleft()
                if line.by_client:
                    assert not told[seat], f"{seat.name} was told more than in the transcript"
                    take(seat, seats[seat].hear(line.text))
                else:
                    assert told[seat].popleft() == line.text
                moved = True
    assert {seat.letter: [line.text for line in lines] for seat, lines in left.items()} == {
        seat.letter: [] for seat in SEATS
    }
