"""A replay of any recorded game: where its leader stands in the record, and lines that he tries from there.

What is a move, and what comes of it, is the recorded game's own affair: its replay is a subclass.
"""

from __future__ import annotations

from typing import Any, Self

from msgspec import Struct
from msgspec.structs import replace

from protocol.v1.replay import Finish, Finished, Rewind, Seek
from protocol.v1.view import Own, Pub
from protocol.words import counted
from server.errors import IllegalAction
from server.games.base import Audience, Rng

LEADER = 0


class Replay(Struct, frozen=True, gc=False):
    """A file of recorded boards, and what is shown of it.

    `boards` are the records; `board` is the place of the one that is shown, and `at` how many moves of its
    line were made. The line is the record's own or, where `fork` is not None, its first `fork` moves and then
    those `tried`. `position` is the recorded game's state there. `steps` counts what the leader has done,
    `number` is that of the board that chance deals where no file is opened.
    """

    options: Any = None
    number: int = 1
    title: str = ""
    boards: tuple[Any, ...] = ()
    board: int = 0
    at: int = 0
    fork: int | None = None
    tried: tuple[Any, ...] = ()
    position: Any = None
    steps: int = 0
    finished: bool = False

    def record(self, board: int) -> tuple[Any, ...]:
        """The moves of a recorded board, in order."""
        raise NotImplementedError

    def length(self, board: int) -> int:
        """How many moves a recorded board has; cheaper than to list them."""
        raise NotImplementedError

    def begin(self, board: int) -> Any:
        """The recorded game's state before the first move of a board."""
        raise NotImplementedError

    def moved(self, position: Any, move: Any) -> Any:
        """The recorded game's state after a move. Raises IllegalAction."""
        raise NotImplementedError

    def tries(self, position: Any) -> tuple[Any, ...]:
        """The leader's actions that try a move from there."""
        raise NotImplementedError

    def meant(self, action: Any) -> Any:
        """The move that such an action tries. Raises IllegalAction for chance's action."""
        raise NotImplementedError

    def same(self, one: Any, other: Any) -> bool:
        """Whether a tried move is the one that the record has."""
        raise NotImplementedError

    def loaded(self, action: Any) -> Self:
        """The replay with a file opened. Raises IllegalAction."""
        raise NotImplementedError

    def line(self) -> tuple[Any, ...]:
        """The moves of the line that is shown."""
        record = self.record(self.board)
        return record if self.fork is None else (*record[: self.fork], *self.tried)

    def to_act(self) -> tuple[int, ...]:
        return (LEADER,) if self.boards and not self.finished else ()

    def legal_actions(self, seat: int) -> tuple[Any, ...]:
        if seat not in self.to_act():
            return ()
        return (*self.tries(self.position), *self._rewinds(), *self._seeks(), Finish())

    def _seeks(self) -> list[Seek]:
        here = (self.board, self.at) if self.fork is None else None
        return [
            Seek(board, at)
            for board in range(len(self.boards))
            for at in range(self.length(board) + 1)
            if (board, at) != here
        ]

    def _rewinds(self) -> list[Rewind]:
        if self.fork is None:
            return []
        places = range(self.fork, self.fork + len(self.tried) + 1)
        return [Rewind(at) for at in places if at != self.at]

    def apply(self, seat: int | None, action: Any, at_ms: int = 0) -> Self:
        if seat is None:
            if self.boards:
                raise IllegalAction("a replay leaves nothing to chance but its file")
            return self.loaded(action)
        if seat not in self.to_act():
            raise IllegalAction("only the leader of a replay moves it, once its file is open")
        return self._led(action)

    def _led(self, action: Any) -> Self:
        match action:
            case Seek():
                return self._sought(action.board, action.at)
            case Rewind():
                return self._rewound(action.at)
            case Finish():
                return replace(self, finished=True, steps=self.steps + 1)
            case _:
                return self._try(self.meant(action))

    def _sought(self, board: int, at: int) -> Self:
        if board >= len(self.boards):
            raise IllegalAction(f"expected a board from 0 to {len(self.boards) - 1}, got {board}")
        if at > self.length(board):
            raise IllegalAction(
                f"expected at most the {counted(self.length(board), 'move')} of its record, got {at}"
            )
        if self.fork is None and (board, at) == (self.board, self.at):
            raise IllegalAction("that is what is shown")
        return self._shows(board, at, None, ())

    def _rewound(self, at: int) -> Self:
        fork = self.fork
        if fork is None:
            raise IllegalAction("no line is tried that could be rewound")
        most = fork + len(self.tried)
        if not fork <= at <= most:
            raise IllegalAction(f"expected {fork} to {most}, between which the tried line lies, got {at}")
        if at == self.at:
            raise IllegalAction("that is what is shown")
        return self._shows(self.board, at, fork, self.tried)

    def _try(self, move: Any) -> Self:
        """One move on: along the line where it has this very move, else a line of its own from here."""
        position = self.moved(self.position, move)
        fork, tried, line = self.fork, self.tried, self.line()
        if self.at == len(line) or not self.same(move, line[self.at]):
            fork = self.at if fork is None else fork
            tried = (*tried[: self.at - fork], move)
        elif fork is None:
            position = self.moved(self.position, line[self.at])
        return replace(self, at=self.at + 1, fork=fork, tried=tried, position=position, steps=self.steps + 1)

    def _shows(self, board: int, at: int, fork: int | None, tried: tuple[Any, ...]) -> Self:
        """The replay at another place; one move further needs no more than that move."""
        aimed = replace(self, board=board, at=at, fork=fork, tried=tried, steps=self.steps + 1)
        on = board == self.board and fork == self.fork and at > self.at
        position, done = (self.position, self.at) if on else (self.begin(board), 0)
        for move in aimed.line()[done:at]:
            position = self.moved(position, move)
        return replace(aimed, position=position)

    def progress(self) -> tuple[int, int]:
        return 0, self.steps

    def deal_due(self) -> bool:
        return not self.boards

    def chance(self, rng: Rng) -> Any:
        raise NotImplementedError

    def pub(self) -> Pub:
        raise NotImplementedError

    def own(self, audience: Audience) -> Own | None:
        raise NotImplementedError

    def carry(self) -> Self:
        return type(self)(options=self.options, number=self.number + 1)

    def result(self) -> Finished | None:
        return Finished(len(self.boards)) if self.finished else None


def onwards(state: Replay) -> Seek | Finish:
    """One move on, and from board to board, where the leader is timed: the record plays itself."""
    if state.fork is not None:
        return Seek(state.board, state.fork)
    if state.at < state.length(state.board):
        return Seek(state.board, state.at + 1)
    return Seek(state.board + 1, 0) if state.board + 1 < len(state.boards) else Finish()
