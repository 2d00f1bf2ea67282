"""The meanings that a robot gives to a player's next calls, computed in worker processes and kept."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable

Question = Callable[[], bytes]
"""A computation in a worker process, which returns the meanings of calls as a JSON object."""
Ask = Callable[[str, float, Question], Awaitable[bytes | None]]
ANSWER_S = 2.0
"""The seconds after which a player that asks for the meanings of calls is asked to try again."""
KEPT = 512
"""The number of positions whose meanings are kept; the meanings of one position have about 4 KiB."""


class Explainer:
    """A service that answers what the next calls mean by the agreements of a robot.

    `ask` runs a computation in a worker process, as `Thinker.answer_question` does. `question` returns the
    computation for a robot, a game and the public half of a view in msgpack. The answers depend on nothing
    else, so they are kept for all tables, and one computation answers all that wait for it.
    """

    def __init__(self, ask: Ask, question: Callable[[str, str, bytes], Question]) -> None:
        self._ask = ask
        self._question = question
        self._kept: OrderedDict[tuple[str, str, bytes], bytes] = OrderedDict()
        self._asked: dict[tuple[str, str, bytes], asyncio.Task[bytes | None]] = {}

    async def meanings(self, robot: str, game: str, pub: bytes) -> bytes | None:
        """Return the meanings of the next calls as a JSON object, or None if the processes are busy."""
        key = (robot, game, pub)
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        asked = self._asked.get(key)
        if asked is None:
            asked = self._asked[key] = asyncio.create_task(self._answer(key))
        return await asyncio.shield(asked)

    async def _answer(self, key: tuple[str, str, bytes]) -> bytes | None:
        try:
            # The questions of players wait in a queue of their own, so that they delay no robot of a table.
            found = await self._ask("meanings", ANSWER_S, self._question(*key))
        finally:
            del self._asked[key]
        if found is not None:
            self._kept[key] = found
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return found
