"""The robot at a table that plays what the client of another program says over the table-manager protocol."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import ClassVar

from bots.bot import Bot
from bots.bridge.view import BridgeView
from bots.plain_bot import PlainBot
from bots.table_manager import lines as say
from bots.table_manager.seat import ManagedSeat, Move, Say
from bots.table_manager.seen import SeenBoards
from bots.table_manager.times import Times
from bots.table_manager.writing import ascii_text
from bots.view import Action, View
from protocol.v1.bridge import Explain, Grant, MakeCall, NoQuestions, PlayCard, PlayOn, Seat, Vote

TRIES = 3
"""The number of illegal calls or cards in a row after which a substitute plays the rest of the board."""
NO_EXPLANATION = "This program explains its calls only when it makes them."

log = logging.getLogger("kibitz.table_manager")


class OutsideBot(Bot):
    """The robot at one seat that makes the calls and plays the cards of another program, the client.

    `name` is the name that the table shows, which does not tell the name of the team. `client` is the
    conversation with the client, and `send` writes lines to it. `teams` returns the names of the teams
    once all seats are taken. The robot waits `answer_s` for the client; then, and after `TRIES` illegal
    calls or cards, the robot plain plays the rest of the board. The robot refuses claims and requests to
    take something back, because the protocol of the client has neither.
    """

    games: ClassVar[tuple[str, ...]] = ("bridge",)

    def __init__(
        self,
        name: str,
        client: ManagedSeat,
        send: Callable[[list[Say]], None],
        teams: Callable[[], say.Teams | None],
        answer_s: float = 180.0,
    ) -> None:
        self._name = name
        self._client = client
        self._send = send
        self._teams = teams
        self._answer_s = answer_s
        self._seen = SeenBoards()
        self._times = Times()
        self._substitute = PlainBot()
        self._substituted: int | None = None
        self._bare: Move | None = None
        self._changed = asyncio.Event()

    @property
    def name(self) -> str:
        return self._name

    def begin(self) -> None:
        """Tell the client that it has its seat."""
        self._act(self._client.begin())

    def hear(self, text: str) -> None:
        """Take a line of the client. Raises TooManyLines if the client sends lines without waiting."""
        self._act(self._client.hear(text))

    def end(self) -> None:
        """Tell the client that the session is over."""
        self._act(self._client.end())

    def seen(self, view: View) -> None:
        assert isinstance(view, BridgeView)
        self._substitute.seen(view)
        self._times.see(view, asyncio.get_running_loop().time())
        self._show(view)

    def _show(self, view: BridgeView) -> None:
        record, teams = self._seen.record(view), self._teams()
        if teams is not None:
            self._act(self._client.name_teams(teams))
        if record is not None:
            self._act(self._client.see(record, self._times.timing))

    def _act(self, out: list[Say | Move]) -> None:
        """Write the lines to the client, and let `choose` look at the client's call or card."""
        self._send([each for each in out if isinstance(each, Say)])
        self._changed.set()

    async def choose(self, view: View, legal: tuple[Action, ...]) -> Action:
        assert isinstance(view, BridgeView)
        board, tries = view.pub.board, 0
        while self._substituted != board:
            # The client's move lasts until the table has it: the clock may have made another one meanwhile.
            move = self._client.move
            if self._client.is_out_of_step or (move is None and not await self._change()):
                self._substitute_for(board)
            elif move is not None and (action := _legal(move, legal, bare=move is self._bare)) is not None:
                return action
            elif move is not None:
                tries += 1
                self._act(self._client.refuse())
                if tries == TRIES:
                    self._substitute_for(board)
        return self._substitute.choose(view, legal)

    def withhold_text(self) -> bool:
        """Make the client's present call without its explanation. Returns False if it has none."""
        move = self._client.move
        if move is None or move is self._bare or not isinstance(move.line, say.Called) or not move.line.text:
            return False
        self._bare = move
        return True

    def _substitute_for(self, board: int) -> None:
        """Let the robot plain play the rest of the board; the client goes on with the next one."""
        self._substituted = board
        self._client.leave_board()
        log.warning("%s: the robot plain plays the rest of board %d", self._name, board)

    async def _change(self) -> bool:
        """Wait until the client does something. Returns False if `answer_s` pass before."""
        self._changed.clear()
        try:
            await asyncio.wait_for(self._changed.wait(), self._answer_s)
        except TimeoutError:
            return False
        return True

    def asked(self, view: View, legal: tuple[Action, ...]) -> Action:
        return next((each for each in legal if isinstance(each, PlayOn | NoQuestions)), Vote(accept=False))

    def answer(self, view: View) -> tuple[Action, ...]:
        assert isinstance(view, BridgeView)
        own = view.own
        if own is None or own.seat is None:
            return ()
        me = own.seat
        refused = [
            Grant(Seat(seat), accept=False)
            for seat, asked in (own.undos or {}).items()
            if "grant" in own.may and seat % 2 != me % 2 and me not in asked.answers
        ]
        explained = [
            Explain(question.call, NO_EXPLANATION, alert=False)
            for question in (own.questions or {}).values()
            if "explain" in own.may and not question.answered and question.seat % 2 != me % 2
        ]
        return (*refused, *explained)


def _legal(move: Move, legal: tuple[Action, ...], *, bare: bool) -> Action | None:
    """Return the action of a client's call or card, None if it is not legal now.

    If `bare` is True, a call has no explanation.
    """
    line = move.line
    if isinstance(line, say.Called):
        call = MakeCall(line.call, line.alert, "" if bare else ascii_text(line.text))
        return call if MakeCall(line.call) in legal else None
    return PlayCard(line.card) if PlayCard(line.card) in legal else None
