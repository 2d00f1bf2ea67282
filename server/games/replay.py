"""Replays: tables at which one player, the leader, shows recorded deals to watchers and tries other moves.

For the server, a replay of recorded deals is a game of its own: a subclass of `ReplayGame`. The rules of the
recorded game decide which moves the leader of a replay may try.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from protocol.v1.replay import Finish, Finished, Rewind, Seek
from protocol.words import with_count
from server.errors import IllegalAction
from server.games.base import Game

LEADER = 0
"""The seat number of the leader, the only seat of a replay."""


class Replay(Struct, frozen=True, gc=False):
    """The state of a replay: a file of recorded deals, and the position of a deal that is shown.

    `boards` are the recorded deals, and `board` is the index of the deal that is shown. The *line* of a
    replay is the list of moves that the leader steps through, and `at` is the number of its moves made so
    far. If `fork` is None, the leader steps through the recorded moves. If `fork` is a number, the leader
    steps through the first `fork` recorded moves, followed by the moves in `tried`. `position` is the
    recorded game's state after the first `at` moves that the leader steps through. `steps` counts the actions
    that the leader of the replay has made. A replay that was opened without a file shows random deals, and
    `number` is the number of the present random deal.
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


R = TypeVar("R", bound=Replay)


class ReplayGame(Game[R, Any], Generic[R]):
    """The rules that are the same in the replays of all games.

    `unit` is the game's word for one recorded deal, such as `board` or `game`.
    """

    unit: str
    needed = 0
    unprompted = frozenset({Seek, Rewind})
    ended = "it is over"

    # Methods about the recorded game, which each subclass defines

    @abstractmethod
    def record(self, state: R, board: int) -> tuple[Any, ...]:
        """Return the moves of a recorded deal, in order."""

    @abstractmethod
    def length(self, state: R, board: int) -> int:
        """Return the number of moves in a recorded deal, without making a list of the moves."""

    @abstractmethod
    def begin(self, state: R, board: int) -> Any:
        """Return the recorded game's state before the first move of a deal."""

    @abstractmethod
    def after(self, position: Any, move: Any) -> Any:
        """Return the state of the recorded game after a move.

        Raises IllegalAction for a move that the game does not allow.
        """

    @abstractmethod
    def tries(self, position: Any) -> tuple[Any, ...]:
        """Return the actions with which the leader may try a move in this position of the recorded game."""

    @abstractmethod
    def tried_move(self, action: Any) -> Any:
        """Return the move of the recorded game that the leader tries with an action.

        Raises IllegalAction for an action that tries no move, such as the opening of a file.
        """

    def same(self, one: Any, other: Any) -> bool:
        """Return True if two moves, `one` and `other`, are the same apart from remarks such as alerts."""
        return bool(one == other)

    @abstractmethod
    def loaded(self, state: R, action: Any) -> R:
        """Return the state of the replay after `action` has opened a file.

        Raises IllegalAction for a file that cannot be shown.
        """

    # Methods that all replays share: the leader's actions

    def line(self, state: R) -> tuple[Any, ...]:
        """Return the moves that the leader steps through: recorded moves, then the tried moves, if any."""
        record = self.record(state, state.board)
        return record if state.fork is None else (*record[: state.fork], *state.tried)

    def seat_names(self, options: Any) -> tuple[str, ...]:
        return ("Leader",)

    def public_options(self, state: R) -> Struct:
        options: Struct = state.options
        return options

    def to_act(self, state: R) -> tuple[int, ...]:
        return (LEADER,) if state.boards and not state.finished else ()

    def legal_actions(self, state: R, seat: int) -> tuple[Any, ...]:
        if seat not in self.to_act(state):
            return ()
        return (*self.tries(state.position), *_rewinds(state), *self._seeks(state), Finish())

    def _seeks(self, state: R) -> list[Seek]:
        here = (state.board, state.at) if state.fork is None else None
        return [
            Seek(board, at)
            for board in range(len(state.boards))
            for at in range(self.length(state, board) + 1)
            if (board, at) != here
        ]

    def apply(self, state: R, seat: int | None, action: Any, at_ms: int = 0) -> R:
        if seat is None:
            if state.boards:
                raise IllegalAction("the file of this replay is open already")
            return self.loaded(state, action)
        if seat not in self.to_act(state):
            raise IllegalAction(
                "only the leader can act in a replay, after its file was opened and before its end"
            )
        match action:
            case Seek():
                return self._seek(state, action.board, action.at)
            case Rewind():
                return self._rewind(state, action.at)
            case Finish():
                return replace(state, finished=True, steps=state.steps + 1)
            case _:
                return self._try(state, self.tried_move(action))

    def _seek(self, state: R, board: int, at: int) -> R:
        if board >= len(state.boards):
            # If you change this text, also change the example conversations in protocol/EVOLUTION.md that
            # quote it.
            raise IllegalAction(f"expected a board from 0 to {len(state.boards) - 1}, got {board}")
        length = self.length(state, board)
        if at > length:
            raise IllegalAction(
                f"this {self.unit} has {with_count(length, 'move')}, so move {at} cannot be shown"
            )
        if state.fork is None and (board, at) == (state.board, state.at):
            raise IllegalAction("this position is shown already")
        return self._show(state, board, at, None, ())

    def _rewind(self, state: R, at: int) -> R:
        fork = state.fork
        if fork is None:
            raise IllegalAction("there are no tried moves to rewind: the recorded moves are shown")
        most = fork + len(state.tried)
        if not fork <= at <= most:
            raise IllegalAction(f"expected the number of a tried move, from {fork} to {most}, got {at}")
        if at == state.at:
            raise IllegalAction("this position is shown already")
        return self._show(state, state.board, at, fork, state.tried)

    def _try(self, state: R, move: Any) -> R:
        """Return the replay after the leader has tried one more move.

        If the tried move is also the next of the moves that the leader steps through, these moves stay the
        same. A tried move that differs from the next move replaces all moves that the leader has not yet
        reached.
        """
        position = self.after(state.position, move)
        fork, tried, line = state.fork, state.tried, self.line(state)
        if state.at == len(line) or not self.same(move, line[state.at]):
            fork = state.at if fork is None else fork
            tried = (*tried[: state.at - fork], move)
        elif fork is None:
            position = self.after(state.position, line[state.at])
        steps = state.steps + 1
        return replace(state, at=state.at + 1, fork=fork, tried=tried, position=position, steps=steps)

    def _show(self, state: R, board: int, at: int, fork: int | None, tried: tuple[Any, ...]) -> R:
        """Return the replay after the leader has gone to another position in a recorded deal.

        If the new position comes later in the same list of moves, only the moves between the two positions
        are made.
        """
        target = replace(state, board=board, at=at, fork=fork, tried=tried, steps=state.steps + 1)
        ahead = board == state.board and fork == state.fork and at > state.at
        position, made = (state.position, state.at) if ahead else (self.begin(state, board), 0)
        for move in self.line(target)[made:at]:
            position = self.after(position, move)
        return replace(target, position=position)

    def forced(self, state: R, seat: int) -> Seek | Finish:
        """Return the next step of an automatic replay, which goes on for a leader with no time left.

        If the leader has tried other moves, the next step of the automatic replay returns to the recorded
        moves. If the recorded moves are shown, the automatic replay makes the next recorded move. After the
        last move of a deal, the automatic replay goes to the start of the next deal. After the last deal, the
        automatic replay ends with the action `Finish`.
        """
        if state.fork is not None:
            return Seek(state.board, state.fork)
        if state.at < self.length(state, state.board):
            return Seek(state.board, state.at + 1)
        return Seek(state.board + 1, 0) if state.board + 1 < len(state.boards) else Finish()

    def progress(self, state: R) -> tuple[int, int]:
        return 0, state.steps

    def deal_due(self, state: R) -> bool:
        return not state.boards

    def carry(self, state: R) -> R:
        return self.state_type(options=state.options, number=state.number + 1)

    def result(self, state: R) -> Finished | None:
        return Finished(len(state.boards)) if state.finished else None


def _rewinds(state: Replay) -> list[Rewind]:
    if state.fork is None:
        return []
    positions = range(state.fork, state.fork + len(state.tried) + 1)
    return [Rewind(at) for at in positions if at != state.at]
