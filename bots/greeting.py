"""The lines of chat with which a robot tells the players how it plays, and that it cannot play with them."""

from __future__ import annotations

import asyncio
import logging

from bots.bot import Bot
from bots.client import Client
from bots.errors import ClientError
from bots.robot_calls import greeting_line, warning_line
from bots.view import View
from bots.wire.table_view import TableView
from protocol.v1.codec import InvalidMessage
from protocol.v1.updates import SeatRow

GREETING_S = 1.0
"""The number of seconds from sitting down to the greeting: by then the robot has received people and chat."""

log = logging.getLogger("kibitz.bot")


class Greeting:
    """The greeting of a robot at a table, and its warning if it cannot play with the others there.

    Of several robots with the same name, only the one in the lowest seat sends a line, and only if the recent
    chat does not contain it. A robot sends its warning once. If the server refuses a line, the robot plays on
    without it.
    """

    def __init__(self, client: Client, bot: Bot, watched: TableView) -> None:
        self._client = client
        self._bot = bot
        self._watched = watched
        self._others: tuple[str, ...] = ()
        self._warned = False
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, view: View) -> None:
        """Plan to send the robot's greeting at the table that `view` shows, if the robot has one for it."""
        text = greeting_line(self._bot, view)
        if text:
            self._plan(text, warning=False)

    def see_company(self, view: View) -> None:
        """Plan to send the robot's warning if other players or robots sit beside it than before."""
        others = tuple(row.name for row in self._rows() if row.name and row.seat != self._watched.seat)
        if others != self._others and not self._warned:
            self._others = others
            text = warning_line(self._bot, view, others)
            if text:
                self._plan(text, warning=True)

    def stop(self) -> None:
        """Cancel the planned lines that have not been sent yet."""
        for task in self._tasks:
            task.cancel()

    def _plan(self, text: str, *, warning: bool) -> None:
        task = asyncio.create_task(self._tell(text, warning))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _tell(self, text: str, warning: bool) -> None:
        await asyncio.sleep(GREETING_S)
        if not self._first_of_its_name() or (warning and self._warned):
            return
        self._warned |= warning
        if all(said.text != text for said in self._watched.chat):
            try:
                await self._client.chat(self._watched.table, text)
            except (ClientError, InvalidMessage, LookupError) as error:
                log.info("%s: %s", self._bot.name, error)

    def _first_of_its_name(self) -> bool:
        """Return True if no player or robot in a lower seat has the name of this robot."""
        names = {row.seat: row.name for row in self._rows()}
        mine = self._watched.seat
        return mine in names and all(name != names[mine] for seat, name in names.items() if seat < mine)

    def _rows(self) -> tuple[SeatRow, ...]:
        return () if self._watched.people is None else self._watched.people.seats
