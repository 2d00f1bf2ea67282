"""The line of chat with which a robot tells the players at its table how it plays."""

from __future__ import annotations

import asyncio
import logging

from bots.bot import Bot
from bots.client import Client
from bots.errors import ClientError
from bots.robot_calls import greeting_line
from bots.view import View
from bots.wire.table_view import TableView
from protocol.v1.codec import InvalidMessage

GREETING_S = 1.0
"""The number of seconds from sitting down to the greeting: by then the robot has received people and chat."""

log = logging.getLogger("kibitz.bot")


class Greeting:
    """The greeting of a robot at a table.

    Of several robots with the same name, only the one in the lowest seat sends the greeting, and only if the
    recent chat does not contain it. If the server refuses the greeting, the robot plays on without it.
    """

    def __init__(self, client: Client, bot: Bot, watched: TableView) -> None:
        self._client = client
        self._bot = bot
        self._watched = watched
        self._task: asyncio.Task[None] | None = None

    def start(self, view: View) -> None:
        """Plan to send the robot's greeting at the table that `view` shows, if the robot has one for it."""
        text = greeting_line(self._bot, view)
        if text:
            self._task = asyncio.create_task(self._greet(text))

    def stop(self) -> None:
        """Cancel the planned greeting if it has not been sent yet."""
        if self._task is not None:
            self._task.cancel()

    async def _greet(self, text: str) -> None:
        await asyncio.sleep(GREETING_S)
        if self._first_of_its_name() and all(said.text != text for said in self._watched.chat):
            try:
                await self._client.chat(self._watched.table, text)
            except (ClientError, InvalidMessage, LookupError) as error:
                log.info("%s: %s", self._bot.name, error)

    def _first_of_its_name(self) -> bool:
        """Return True if no player or robot in a lower seat has the name of this robot."""
        rows = () if self._watched.people is None else self._watched.people.seats
        names = {row.seat: row.name for row in rows}
        mine = self._watched.seat
        return mine in names and all(name != names[mine] for seat, name in names.items() if seat < mine)
