"""Robots at work: a robot sits down at a table and answers its decisions until the end."""

from __future__ import annotations

import asyncio
import inspect
import logging

from bots.bot import Bot, View
from bots.client import Client
from bots.errors import Refused
from bots.games import seat_number
from bots.guest import guest
from bots.transport import Connect
from bots.wire.watched import Watched
from protocol.v1.codec import MSGPACK, Codec
from protocol.v1.codes import Code

log = logging.getLogger("kibitz.bot")

MOVED_ON = (Code.STALE_DECISION, Code.NOT_YOUR_TURN, Code.N_TAKEN, Code.BAD_N)
"""Refusals that say: the table is not where the robot thought."""
RETHINK_S = 0.5


async def play(
    bot: Bot,
    where: str | Connect,
    table: str,
    seat: int | str,
    token: str | None = None,
    *,
    boards: int | None = None,
    delay_ms: int = 0,
    codec: Codec = MSGPACK,
    give_up_s: float | None = None,
) -> int:
    """Sit at `seat` (`S` or 2), play until the table closes or `boards` are done, and stand up again.

    Returns how many boards were played. Without a token the robot becomes a guest of the server at the
    address `where`. Raises Refused, also when the robot does what the rules forbid, and GaveUp.
    """
    if token is None and isinstance(where, str):
        token = (await guest(where, bot.name)).token
    async with Client(where, token=token, client=bot.name, codec=codec, give_up_s=give_up_s) as client:
        await client.sit(table, seat_number(seat))
        played = await play_seat(client, bot, table, boards=boards, delay_ms=delay_ms)
        if client.tables[table].ended is None and client.tables[table].audience == "seat":
            await client.stand(table)
        return played


async def play_seat(
    client: Client, bot: Bot, table: str, *, boards: int | None = None, delay_ms: int = 0
) -> int:
    """Let a robot play the seat that its client has, until the seat or the table is gone, or `boards` done.

    Every action is sent `delay_ms` after its decision came, however long the robot took within that time:
    when a robot plays must not tell what it holds. Returns how many boards were played.
    """
    updates = client.updates(table)
    playing = _Playing(client, bot, await client.watch(table, "seat"), delay_ms)
    while True:
        await playing.look()
        if playing.over or (boards is not None and playing.boards >= boards):
            return playing.boards
        if await anext(updates, None) is None:
            return playing.boards


class _Playing:
    """A robot at its seat."""

    def __init__(self, client: Client, bot: Bot, watched: Watched, delay_ms: int) -> None:
        self.boards = 0
        self._client = client
        self._bot = bot
        self._watched = watched
        self._delay_s = delay_ms / 1000
        self._seen: View | None = None
        self._answered: tuple[str | None, str] | None = None

    @property
    def over(self) -> bool:
        return self._watched.ended is not None or self._watched.audience != "seat"

    async def look(self) -> None:
        """See what is new, and answer what is asked."""
        self._notice()
        while (decision := self._due()) is not None:
            if await self._answer(self._watched.view, decision):
                self._answered = self._watched.epoch, decision
            self._notice()

    def _notice(self) -> None:
        view = self._watched.view
        if view is not self._seen:
            self._count(view)
            self._seen = view
            self._bot.seen(view)

    def _due(self) -> str | None:
        """The decision that is to be answered now."""
        decision = self._watched.decision
        answered = self._answered == (self._watched.epoch, decision)
        return None if self.over or answered else decision

    def _count(self, view: View) -> None:
        """Count a board when its result is shown, or when it ended while nobody looked."""
        before = self._seen
        if before is None or before.pub.result is not None:
            return
        if view.pub.result is not None:
            self._bot.board_over(view)
        if view.pub.result is not None or view.pub.board != before.pub.board:
            self.boards += 1

    async def _answer(self, view: View, decision: str) -> bool:
        """Whether the decision is answered; False where the table had moved on."""
        legal = () if view.own is None else view.own.legal_actions()
        chosen = self._bot.choose(view, legal)
        action = await chosen if inspect.isawaitable(chosen) else chosen
        wait_s = self._watched.prompted_s + self._delay_s - asyncio.get_running_loop().time()
        await asyncio.sleep(max(0.0, wait_s))
        try:
            await self._client.act(view.table, action, decision)
        except Refused as refused:
            if refused.code not in MOVED_ON:
                raise
            log.info("%s: %s", self._bot.name, refused)
            await asyncio.sleep(RETHINK_S)
            return False
        return True
