"""The leader of a replay at his terminal: moves everybody through the record, and tries lines."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from bots.bot import View
from bots.client import Client
from bots.terminal.bridge.answers import list_answers, read_answer
from bots.terminal.bridge.replays import HELP, read_lead
from bots.wire.watched import Watched
from protocol.v1.bridge import MakeCall
from protocol.v1.replay import Action, ReplayOwn, ReplayPub, Rewind, Seek, TryCall, TryCard

SHOWN_S = 2.0


class Leader:
    """Does what a leader types; the next line is read from where the one before has led."""

    def __init__(self, client: Client, watched: Watched) -> None:
        self._client = client
        self._watched = watched
        self._news = asyncio.Event()

    def look(self) -> None:
        """Something new is shown."""
        self._news.set()

    async def typed(self, line: str, pub: ReplayPub) -> None:
        """Raises Refused, and ValueError for what is neither a leader's word nor a call or card."""
        view = self._watched.view
        action = read_lead(line, pub)
        if action is None:
            action = _read_try(line, view)
        decision = None if isinstance(action, Seek | Rewind) else self._watched.decision
        await self._client.act(self._watched.table, action, decision)
        with suppress(TimeoutError):
            async with asyncio.timeout(SHOWN_S):
                await self._shown(view)

    async def _shown(self, before: View) -> None:
        while self._watched.view is before:
            self._news.clear()
            await self._news.wait()

    def list(self) -> list[str]:
        """What may be typed."""
        own = self._watched.view.own
        tries = list_answers(own) if isinstance(own, ReplayOwn) else ""
        return [*HELP, *([f"To try: {tries}"] if tries else [])]


def _read_try(line: str, view: View) -> Action:
    own = view.own
    if not isinstance(own, ReplayOwn):
        raise ValueError("only the leader moves a replay; sit down as seat 0 to lead")
    answer = read_answer(line, own)
    return TryCall(answer.call) if isinstance(answer, MakeCall) else TryCard(answer.card)
