"""The table manager's side of one seat, against transcripts that another program wrote."""

from __future__ import annotations

from collections import deque
from dataclasses import replace

import pytest

from bots.table_manager import lines as say
from bots.table_manager.dialects import DIALECTS
from bots.table_manager.record import Record
from bots.table_manager.seat import ManagedSeat, Move, Say
from protocol.v1.bridge import SEATS, Call, Seat, Vulnerability, parse_hand
from protocol.v1.cards import Card
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


NORTH, EAST, SOUTH, WEST = Seat
HANDS = {
    NORTH: parse_hand("AKQJ.T98.765.432"),
    EAST: parse_hand("T987.AKQJ.T98.76"),
    SOUTH: parse_hand("65432.765.432.T9"),
}


def board(seat: Seat, *calls: str, number: int = 1) -> Record:
    """Return a board of North as dealer after these calls, as a seat sees it."""
    made = tuple(say.Called(Seat(at % 4), Call(call)) for at, call in enumerate(calls))
    return Record(number, NORTH, Vulnerability.NONE, seat, HANDS[seat], made)


def begin(record: Record) -> ManagedSeat:
    """Return the conversation with a client that has its cards."""
    client = ManagedSeat(record.seat, "A")
    client.begin()
    client.name_teams(say.Teams("A", "B"))
    client.see(replace(record, calls=()))
    name = record.seat.name.title()
    for line in ("ready for teams", "ready to start", "ready for deal", "ready for cards"):
        client.hear(f"{name} {line}")
    client.see(record)
    return client


def texts(out: list[Say | Move]) -> list[str]:
    return [each.text for each in out if isinstance(each, Say)]


def test_a_client_may_ask_for_the_next_deal_right_after_four_passes() -> None:
    client = begin(board(EAST, "P"))
    for line in ("East ready for North's bid", "East passes", "East ready for South's bid"):
        client.hear(line)
    told = client.see(board(EAST, "P", "P", "P"))
    client.hear("East ready for West's bid")
    told = client.see(board(EAST, "P", "P", "P", "P"))
    assert texts(told)[-1].startswith("Timing")
    client.hear("East ready for deal")
    begun = client.see(board(EAST, number=2))
    assert texts(begun) == ["Start of board", "Board number 2. Dealer North. Neither vulnerable."]


def test_a_client_that_asks_for_a_deal_in_the_middle_of_a_board_is_not_told_the_next_one_before_it_asks() -> (
    None
):
    client = begin(board(EAST, "1S"))
    client.hear("East ready for deal")
    assert texts(client.see(board(EAST, number=2))) == ["Start of board"]


@pytest.mark.parametrize(
    "asks",
    [
        ("North ready for East's card to trick 1", "North ready for dummy"),
        ("North ready for dummy", "North ready for East's card to trick 1"),
    ],
)
def test_a_client_may_ask_for_dummy_before_it_asks_for_the_lead(asks: tuple[str, str]) -> None:
    calls = ("1S", "P", "P", "P")
    client = begin(board(NORTH, *calls))
    client.hear("North bids 1S")
    for other in ("East", "South", "West"):
        client.hear(f"North ready for {other}'s bid")
    for line in asks:
        client.hear(line)
    lead = (say.Played(EAST, Card.HA),)
    led = client.see(replace(board(NORTH, *calls), cards=lead, dummy=HANDS[SOUTH]))
    assert texts(led) == ["East plays AH", "Dummy's cards : S 6 5 4 3 2. H 7 6 5. D 4 3 2. C T 9."]
    played = client.hear("Dummy plays 5H")
    assert played == [Move(say.Played(SOUTH, Card.H5))]
