"""What a robot does without being due, sent on the same schedule as all else that it does."""

from __future__ import annotations

import asyncio
import logging

from bots.bot import Bot
from bots.client import Client
from bots.errors import ClientError
from bots.view import Action, View
from protocol.v1.codec import InvalidMessage

AGAIN_S = 5.0
"""An answer that is still given so long after it was sent is sent once more: it was asked for again."""

log = logging.getLogger("kibitz.bot")


class Unprompted:
    """Sends the answers of a robot at a table, each `delay_ms` after it was first given, and once.

    What the robot has stopped to answer by then is not sent. An answer that is refused is told in the log:
    the table had moved on.
    """

    def __init__(self, client: Client, bot: Bot, table: str, delay_ms: int) -> None:
        self._client = client
        self._bot = bot
        self._table = table
        self._delay_s = delay_ms / 1000
        self._given: dict[Action, asyncio.TimerHandle] = {}
        self._sending: set[asyncio.Task[None]] = set()

    def see(self, view: View) -> None:
        """Take note of what the robot would answer now."""
        answers = self._bot.answer(view)
        for gone in [action for action in self._given if action not in answers]:
            self._given.pop(gone).cancel()
        loop = asyncio.get_running_loop()
        for action in answers:
            given = self._given.get(action)
            if given is None or loop.time() > given.when() + AGAIN_S:
                self._given[action] = loop.call_later(self._delay_s, self._send, action)

    def _send(self, action: Action) -> None:
        task = asyncio.create_task(self._act(action))
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    async def _act(self, action: Action) -> None:
        try:
            await self._client.act(self._table, action, None)
        except (ClientError, InvalidMessage, LookupError) as error:
            log.info("%s: %s", self._bot.name, error)

    def stop(self) -> None:
        """Send nothing more."""
        for timer in self._given.values():
            timer.cancel()
        for task in self._sending:
            task.cancel()
