"""The table manager's side of one seat: a client's lines go in, lines for the client and moves come out."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from enum import Enum, auto
from typing import TypeVar, assert_never

from bots.table_manager import lines as say
from bots.table_manager.dialects import USUAL, Dialect
from bots.table_manager.lines import ClientLine, ManagerLine
from bots.table_manager.reading import read_client_line
from bots.table_manager.record import MOST_CARDS, Record
from bots.table_manager.writing import write_manager_line
from protocol.v1.bridge import Call, Contract, Seat
from protocol.v1.cards import Card

T = TypeVar("T")

MAX_WAITING = 64
"""The most lines of a client that wait until the table manager has something to answer."""


@dataclass(frozen=True, slots=True)
class Say:
    """A line for the client.

    `paused` is True if a short pause comes first, as between two tricks. `is_last` is True for the last line
    of a session.
    """

    text: str
    paused: bool = False
    is_last: bool = False


@dataclass(frozen=True, slots=True)
class Move:
    """A call or a card that the client has chosen for its own turn, or for dummy's."""

    line: say.Called | say.Played


class TooManyLines(Exception):
    """The error of a client that goes on to send lines without waiting for the answers."""


class Stage(Enum):
    """The stage of the conversation with a client."""

    TEAMS = auto()
    START = auto()
    DEAL = auto()
    CARDS = auto()
    BOARD = auto()
    OVER = auto()
    OUT_OF_STEP = auto()
    ENDED = auto()


class ManagedSeat:
    """The conversation with the client at one seat, from its name to the end of the session.

    `hear` takes a line of the client, `see` the record of the present board, and both return what follows
    now. A client often sends lines before their turn, so lines wait in a queue. A call or card is passed on
    only when the client has said that it is ready for it.

    If the record no longer goes on from what the client has been told, as after a call that was taken back,
    the board begins again for this client. A client that comes back in the middle of a board is told the
    board from its beginning, too. It then repeats its earlier calls and cards; if it chooses another one
    instead, it is out of step, and hears nothing more before the next board.
    """

    def __init__(self, seat: Seat, team: str, dialect: Dialect = USUAL) -> None:
        self.seat = seat
        self._team = team
        self._dialect = dialect
        self._teams: say.Teams | None = None
        self._record: Record | None = None
        self._next: Record | None = None
        self._timing = say.Timing(0, 0, 0, 0)
        self._waiting: deque[ClientLine] = deque()
        self._stage = Stage.TEAMS
        self._number: int | None = None
        self._calls = self._cards = 0
        self._dummy_asked = self._dummy_shown = self._lead_asked = False
        self._move: Move | None = None
        self._ends = False
        self._out: list[Say | Move] = []

    @property
    def move(self) -> Move | None:
        """Return the client's own call or card that the table does not have yet, None if there is none."""
        return self._move

    @property
    def is_out_of_step(self) -> bool:
        """Return True if the client can play no longer at this board, because its own turn went otherwise."""
        return self._stage is Stage.OUT_OF_STEP

    def begin(self) -> list[Say | Move]:
        """Return the first line: the client has its seat."""
        self._tell(say.Seated(self.seat, self._team))
        return self._go_on()

    def hear(self, text: str) -> list[Say | Move]:
        """Take a line of the client. Raises TooManyLines if it has sent too many before their turn."""
        line = read_client_line(text, self.seat.partner)
        if line is None or isinstance(line, say.Connecting) or not self._is_own(line):
            return []
        if len(self._waiting) >= MAX_WAITING:
            raise TooManyLines(f"expected at most {MAX_WAITING} lines before their turn")
        self._waiting.append(line)
        return self._go_on()

    def _is_own(self, line: say.Ready | say.Called | say.Played) -> bool:
        """Return True if the client may say a line: of its own seat, or a card of its partner as dummy."""
        dummys = isinstance(line, say.Played) and line.seat is self.seat.partner
        return line.seat is self.seat or dummys

    def name_teams(self, teams: say.Teams) -> list[Say | Move]:
        """Take the names of both teams, which are known when all four seats are taken."""
        self._teams = teams
        return self._go_on()

    def see(self, record: Record, timing: say.Timing | None = None) -> list[Say | Move]:
        """Take what this seat may know of the present board; `timing` has the times so far."""
        if timing is not None:
            self._timing = timing
        earlier = self._record
        if earlier is None or self._number is None:
            self._record = record
        elif record.number == self._number:
            self._record = record
            if not record.goes_on_from(earlier.begun(self._calls, self._cards)):
                self._begin_board(record)
        elif earlier.is_played and self._stage is not Stage.OVER:
            self._next = record  # The client still has to hear the last calls or cards of its board.
        else:
            self._begin_board(record)
        return self._go_on()

    def refuse(self) -> list[Say | Move]:
        """Tell the client that its call or card is not legal; the client may send another one."""
        assert self._move is not None, "expected a call or card of the client"
        kind = "bid" if isinstance(self._move.line, say.Called) else "card"
        self._move = None
        self._tell(say.Error(f"Illegal {kind}"))
        return self._go_on()

    def leave_board(self) -> None:
        """Tell the client no more of this board, because a substitute plays the rest of it."""
        if self._stage in (Stage.DEAL, Stage.CARDS, Stage.BOARD):
            self._stage, self._move = Stage.OUT_OF_STEP, None

    def end(self) -> list[Say | Move]:
        """End the session; the last line follows as soon as the client has heard the end of its board."""
        self._ends = True
        return self._go_on()

    def _tell(self, line: ManagerLine, *, paused: bool = False) -> None:
        self._out.append(
            Say(write_manager_line(line, self._dialect), paused, isinstance(line, say.EndOfSession))
        )

    def _go_on(self) -> list[Say | Move]:
        """Take every step that is possible now, and return what they say and do."""
        while self._step():
            pass
        out, self._out = self._out, []
        return out

    def _step(self) -> bool:
        """Take one step of the conversation. Returns False if it waits for the client or for the table."""
        played = self._record is not None and self._record.is_played
        if self._ends and (self._stage in (Stage.OVER, Stage.OUT_OF_STEP) or not played):
            self._tell(say.EndOfSession())
            self._ends, self._stage = False, Stage.ENDED
        match self._stage:
            case Stage.TEAMS:
                return self._answer_teams()
            case Stage.START:
                return self._start()
            case Stage.DEAL:
                return self._answer(say.ReadyForDeal, Stage.CARDS)
            case Stage.CARDS:
                return self._answer(say.ReadyForCards, Stage.BOARD)
            case Stage.BOARD:
                return self._go_on_with_board()
            case Stage.ENDED:
                return False
            case Stage.OVER | Stage.OUT_OF_STEP:
                self._drop_lines_of_board()
                if self._next is None:
                    return False
                self._begin_board(self._next)
                return True
            case _:
                assert_never(self._stage)

    def _drop_lines_of_board(self) -> None:
        """Drop the lines that wait at the end of a board.

        After four passes, the protocol lets a client ask for the next deal at once: this line stays.
        """
        passed_out = self._record is not None and self._record.is_passed_out
        asked = [each for each in self._waiting if passed_out and isinstance(each, say.ReadyForDeal)]
        self._waiting = deque(asked[:1])

    def _take(self, kind: type[T]) -> T | None:
        """Return the next waiting line of this kind, and drop the lines before it; None without one."""
        while self._waiting:
            line = self._waiting.popleft()
            if isinstance(line, kind):
                return line
            self._dummy_asked = self._dummy_asked or isinstance(line, say.ReadyForDummy)
        return None

    def _answer_teams(self) -> bool:
        if self._teams is None or self._take(say.ReadyForTeams) is None:
            return False
        self._tell(self._teams)
        self._stage = Stage.START
        return True

    def _start(self) -> bool:
        if self._record is None or self._take(say.ReadyToStart) is None:
            return False
        self._begin_board(self._record)
        return True

    def _begin_board(self, record: Record) -> None:
        self._drop_lines_of_board()
        self._record, self._next = record, None
        self._number = record.number
        self._calls = self._cards = 0
        self._dummy_asked = self._dummy_shown = self._lead_asked = False
        self._move = None
        self._tell(say.StartOfBoard())
        self._stage = Stage.DEAL

    def _answer(self, ready: type[say.ReadyForDeal | say.ReadyForCards], then: Stage) -> bool:
        record = self._record
        if record is None or self._take(ready) is None:
            return False
        if ready is say.ReadyForDeal:
            self._tell(say.Board(record.number, record.dealer, record.vulnerable))
        else:
            self._tell(say.Cards(self.seat, record.hand))
        self._stage = then
        return True

    def _go_on_with_board(self) -> bool:
        record = self._record
        assert record is not None
        told = record.begun(self._calls, self._cards)
        contract = told.contract
        if contract is None and not told.is_passed_out:
            return self._go_on_with_auction(record, told)
        if contract is None or self._cards == MOST_CARDS:
            if self._dialect.timing:
                self._tell(self._timing)
            self._stage = Stage.OVER
            return True
        dummy = contract.declarer.partner
        if self._cards == 1 and not self._dummy_shown and self.seat is not dummy:
            return self._show_dummy(record)
        return self._go_on_with_play(record, told, contract)

    def _go_on_with_auction(self, record: Record, told: Record) -> bool:
        turn = told.turn
        assert turn is not None
        made = record.calls[self._calls] if self._calls < len(record.calls) else None
        if turn is self.seat:
            done = self._take_own(say.Called, made)
            self._calls += done
            return done
        if made is None or self._take(say.ReadyForCall) is None:
            return False
        # Partner hears the bare call: an alert and its explanation are for the opponents alone.
        bare = turn is self.seat.partner
        self._tell(say.Called(turn, made.call) if bare else made)
        self._calls += 1
        return True

    def _take_own(self, kind: type[say.Called | say.Played], made: say.Called | say.Played | None) -> bool:
        """Take the client's own call or card. Returns True if the table has it, as `made`, too."""
        if self._move is None:
            line = self._take(kind)
            if line is None:
                return False
            self._move = Move(line)
            if made is None:
                self._out.append(self._move)
        if made is None:
            return False
        same = _chosen(self._move.line) == _chosen(made)
        self._move = None
        if not same:
            self._stage = Stage.OUT_OF_STEP
        return same

    def _show_dummy(self, record: Record) -> bool:
        # Some programs ask for the next card before they ask for dummy, others for dummy before the lead.
        if record.dummy is None or not (self._waiting or self._dummy_asked):
            return False
        if self._waiting and isinstance(self._waiting[0], say.ReadyForDummy):
            self._waiting.popleft()
        self._tell(say.Cards(None, record.dummy))
        self._dummy_shown = True
        return True

    def _go_on_with_play(self, record: Record, told: Record, contract: Contract) -> bool:
        turn, dummy = told.turn, contract.declarer.partner
        assert turn is not None
        made = record.cards[self._cards] if self._cards < len(record.cards) else None
        player = contract.declarer if turn is dummy else turn
        if player is self.seat:
            if self._cards % 4 == 0 and not self._lead_asked:
                self._tell(say.ToLead(None if turn is dummy else turn), paused=True)
                self._lead_asked = True
            if not self._take_own(say.Played, made):
                return self._stage is Stage.OUT_OF_STEP
        elif made is None or self._take(say.ReadyForCard) is None:
            return False
        else:
            self._tell(made)
        self._cards += 1
        self._lead_asked = False
        return True


def _chosen(line: say.Called | say.Played) -> Call | Card:
    return line.call if isinstance(line, say.Called) else line.card
