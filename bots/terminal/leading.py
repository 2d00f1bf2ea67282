"""The control of a replay: one player, the leader, shows recorded games to the watchers."""

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
    """An object that carries out the lines that the leader of a replay types.

    Each typed line starts from the position that the previous line has reached.
    """

    def __init__(self, client: Client, watched: TableView) -> None:
        self._client = client
        self._watched = watched
        self._news = asyncio.Event()

    def look(self) -> None:
        """Tell the method `typed`, which waits for a new view, that the view has changed."""
        self._news.set()

    async def typed(self, line: str, sheet: LedSheet) -> None:
        """Carry out a line of a replay's leader, and wait until the view shows the new position.

        Raises Refused if the server refuses the action, and ValueError for a line that is neither a command
        nor a call or card to try.
        """
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
