"""The leader of a replay at a terminal."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from bots.client import Client
from bots.sheets.sheet import LedSheet
from bots.view import View
from bots.wire.table_view import TableView
from protocol.v1.replay import Rewind, Seek

SHOWN_S = 2.0


class Leader:
    """The executor of a leader's lines.

    Each line starts from the position that the previous line has reached.
    """

    def __init__(self, client: Client, watched: TableView) -> None:
        self._client = client
        self._watched = watched
        self._news = asyncio.Event()

    def look(self) -> None:
        """Take note that the view has changed."""
        self._news.set()

    async def typed(self, line: str, sheet: LedSheet) -> None:
        """Carry out a leader's line. Raises Refused, and ValueError for a line without a meaning."""
        view = self._watched.view
        action = sheet.read_lead(line)
        decision = None if isinstance(action, Seek | Rewind) else self._watched.decision
        await self._client.act(self._watched.table, action, decision)
        with suppress(TimeoutError):
            async with asyncio.timeout(SHOWN_S):
                await self._shown(view)

    async def _shown(self, before: View) -> None:
        while self._watched.view is before:
            self._news.clear()
            await self._news.wait()
