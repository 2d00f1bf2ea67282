"""The sender of a robot's actions that answer no decision, such as the answer to an undo request.

Actions that answer no decision have the same delay as the robot's other actions.
"""

from __future__ import annotations

import asyncio
import logging
from typing import NamedTuple

from bots.bot import Bot
from bots.client import Client
from bots.errors import ClientError
from bots.robot_calls import unprompted_answers
from bots.view import Action, View
from protocol.v1.codec import InvalidMessage

AGAIN_S = 5.0
"""The number of seconds after which the same action is sent again if the robot still returns it.

After these seconds, the same action counts as the answer to a new request of a player.
"""

log = logging.getLogger("kibitz.bot")


class _Scheduled(NamedTuple):
    """A planned action of a robot: its timer, and its time on the clock of the event loop.

    The time is stored in addition to the timer, because the event loop of uvloop returns a timer without a
    time for a delay of 0.
    """

    timer: asyncio.Handle
    when_s: float


class Unprompted:
    """The sender of the actions that a robot's method `answer` returns at a table.

    Each action is sent once, `delay_ms` after the robot first returned it. An action is dropped if the robot
    stops returning it during the delay. If the server refuses an action, the sender only logs the refusal:
    the table has changed since the robot chose the action.
    """

    def __init__(self, client: Client, bot: Bot, table: str, delay_ms: int) -> None:
        self._client = client
        self._bot = bot
        self._table = table
        self._delay_s = delay_ms / 1000
        self._scheduled: dict[Action, _Scheduled] = {}
        self._sending: set[asyncio.Task[None]] = set()

    def see(self, view: View) -> None:
        """Plan the actions that the robot returns for `view`, and cancel all other planned actions."""
        answers = unprompted_answers(self._bot, view)
        for action_gone in [action for action in self._scheduled if action not in answers]:
            self._scheduled.pop(action_gone).timer.cancel()
        loop = asyncio.get_running_loop()
        for action in answers:
            planned = self._scheduled.get(action)
            if planned is None or loop.time() > planned.when_s + AGAIN_S:
                timer = loop.call_later(self._delay_s, self._send, action)
                self._scheduled[action] = _Scheduled(timer, loop.time() + self._delay_s)

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
        """Cancel all planned actions of the robot."""
        for planned in self._scheduled.values():
            planned.timer.cancel()
        for task in self._sending:
            task.cancel()
