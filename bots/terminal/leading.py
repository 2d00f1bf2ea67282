"""The leader of a replay at a terminal: moves everybody through the record, and tries lines."""

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
    """Does what a leader types; the next line is read from where the one before has led."""

    def __init__(self, client: Client, watched: TableView) -> None:
        self._client = client
        self._watched = watched
        self._news = asyncio.Event()

    def look(self) -> None:
        """Something new is shown."""
        self._news.set()

    async def typed(self, line: str, sheet: LedSheet) -> None:
        """Raises Refused, and ValueError for what is neither a leader's word nor a move to try."""
        view = self._watched.view
        action = sheet.lead(line)
        decision = None if isinstance(action, Seek | Rewind) else self._watched.decision
        await self._client.act(self._watched.table, action, decision)
        with suppress(TimeoutError):
            async with asyncio.timeout(SHOWN_S):
                await self._shown(view)

    async def _shown(self, before: View) -> None:
        while self._watched.view is before:
            self._news.clear()
            await self._news.wait()
