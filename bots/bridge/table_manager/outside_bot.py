"""The robot at a table that plays what the client of another program says over the table-manager protocol."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import ClassVar

from bots.bot import Bot
from bots.bridge.table_manager import lines as say
from bots.bridge.table_manager.seat import ManagedSeat, Move, Say
from bots.bridge.table_manager.seen import SeenBoards
from bots.bridge.table_manager.times import Times
from bots.bridge.view import BridgeView
from bots.plain_bot import PlainBot
from bots.view import Action, View
from protocol.v1.bridge import Explain, Grant, MakeCall, PlayCard, PlayOn, Seat, Vote

TRIES = 3
"""The number of illegal calls or cards in a row after which a substitute plays the rest of the board."""
NO_EXPLANATION = "This program explains its calls only when it makes them."

log = logging.getLogger("kibitz.table_manager")

Send = Callable[[list[Say]], None]


class OutsideBot(Bot):
    """The robot at one seat whose calls and cards come from the client of another program.

    The robot waits `answer_s` for a connected client, and `hold_s` for one that has gone; then, and after
    `TRIES` illegal calls or cards, the robot plain plays the rest of the board. `teams` returns the names of
    the teams once all seats are taken. The robot refuses claims and requests to take something back,
    because the protocol of the client has neither.
    """

    games: ClassVar[tuple[str, ...]] = ("bridge",)

    def __init__(
        self, team: str, teams: Callable[[], say.Teams | None], hold_s: float = 120.0, answer_s: float = 180.0
    ) -> None:
        self._team = team
        self._teams = teams
        self._hold_s = hold_s
        self._answer_s = answer_s
        self._seen = SeenBoards()
        self._substitute = PlainBot()
        self._substituted: int | None = None
        self._client: ManagedSeat | None = None
        self._send: Send = lambda lines: None
        self._move: Move | None = None
        self._changed = asyncio.Event()
        self._times = Times()
        self._view: BridgeView | None = None

    @property
    def name(self) -> str:
        return self._team

    @property
    def is_connected(self) -> bool:
        """Return True while a client is connected to the seat."""
        return self._client is not None

    def attach(self, client: ManagedSeat, send: Send) -> None:
        """Let a client play the seat; `send` writes lines to it."""
        self._client, self._send, self._move = client, send, None
        self._act(client.begin())
        self.refresh()

    def detach(self, client: ManagedSeat) -> None:
        """Forget a client that has gone; the seat is held for it."""
        if self._client is client:
            self._client, self._move = None, None
            self._changed.set()

    def hear(self, client: ManagedSeat, text: str) -> None:
        """Take a line of the client. Raises TooManyLines if the client sends lines without waiting."""
        if self._client is client:
            self._act(client.hear(text))

    def end(self) -> None:
        """Tell the client that the session is over."""
        if self._client is not None:
            self._act(self._client.end())

    def refresh(self) -> None:
        """Tell the client what it does not know yet."""
        if self._view is not None:
            self._show(self._view)

    def seen(self, view: View) -> None:
        assert isinstance(view, BridgeView)
        self._view = view
        self._substitute.seen(view)
        self._times.see(view, asyncio.get_running_loop().time())
        self._show(view)

    def _show(self, view: BridgeView) -> None:
        record, client = self._seen.record(view), self._client
        if client is None or record is None:
            return
        teams = self._teams()
        if teams is not None:
            self._act(client.name_teams(teams))
        self._act(client.see(record, self._times.timing))

    def _act(self, out: list[Say | Move]) -> None:
        """Write the lines to the client, and keep its call or card for `choose`."""
        self._send([each for each in out if isinstance(each, Say)])
        for each in out:
            if isinstance(each, Move):
                self._move = each
        self._changed.set()

    async def choose(self, view: View, legal: tuple[Action, ...]) -> Action:
        assert isinstance(view, BridgeView)
        board, tries = view.pub.board, 0
        while self._substituted != board:
            client, move = self._client, self._move
            if client is not None and client.is_out_of_step:
                self._substitute_for(board)
            elif client is None or move is None:
                if not await self._change(self._hold_s if client is None else self._answer_s):
                    self._substitute_for(board)
            elif (action := _legal(move, legal)) is not None:
                self._move = None
                return action
            else:
                self._move, tries = None, tries + 1
                self._act(client.refuse())
                if tries == TRIES:
                    self._substitute_for(board)
        return self._substitute.choose(view, legal)

    def _substitute_for(self, board: int) -> None:
        """Let the robot plain play the rest of the board; the client goes on with the next one."""
        self._substituted = board
        if self._client is not None:
            self._client.leave_board()
        log.warning("%s: the robot plain plays the rest of board %d", self._team, board)

    async def _change(self, wait_s: float) -> bool:
        """Wait until the client does something. Returns False if `wait_s` pass before."""
        self._changed.clear()
        try:
            await asyncio.wait_for(self._changed.wait(), wait_s)
        except TimeoutError:
            return False
        return True

    def asked(self, view: View, legal: tuple[Action, ...]) -> Action:
        return PlayOn() if PlayOn() in legal else Vote(accept=False)

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


def _legal(move: Move, legal: tuple[Action, ...]) -> Action | None:
    """Return the action of a client's call or card, None if it is not legal now."""
    line = move.line
    if isinstance(line, say.Called):
        return MakeCall(line.call, line.alert, line.text) if MakeCall(line.call) in legal else None
    return PlayCard(line.card) if PlayCard(line.card) in legal else None
