"""The lists of a player's finished deals, for the player and for others, judged when they are read."""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from typing import Any, NamedTuple

from msgspec import Struct

from protocol.v1.codes import Code
from server.errors import Refusal
from server.hub.archive.archive import Archive
from server.hub.archive.sitting import Sitting
from server.records.base import Exported
from server.records.registry import RECORDS, result_line
from server.store.archive.archive import Archive as DealArchive
from server.store.archive.archive import Person, Row
from server.table.again import marked
from server.table.player import Player

PAGE = 50
"""The most deals in one page."""
SCANNED = 50
"""The number of rows that are read from the archive at once."""
MOST_TABLES = 200
"""The most tables that are judged for one page."""
_CURSOR = re.compile(r"([0-9]{1,15})-([A-Za-z0-9_-]{1,64})-([0-9]{1,9})", re.ASCII)


class PlayedDeal(Struct, frozen=True):
    """A finished deal in a list of a player's deals.

    `deal` counts the deals of the table from 0. `number` is the number with which views show the deal, None
    if they show none. `people` are the players
    and robots with a seat at the end of the deal, in the order of the seats; a seat may have two of them, its
    absent owner and a substitute.
    """

    table: str
    deal: int
    number: int | None
    game: str
    ended_ms: int
    result: str
    people: tuple[Person, ...]


class Page(Struct, frozen=True):
    """A part of a list; `cursor` names the place of the next part, None at the end of the list."""

    deals: tuple[PlayedDeal, ...]
    cursor: str | None


class Wish(NamedTuple):
    """The deals that a caller wants: at most `limit`, of one game, that ended in a time.

    `before` is the cursor of the page before. `since_ms` is the earliest end, and `until_ms` is later than
    the last one.
    """

    before: str | None = None
    limit: int = 20
    game: str | None = None
    since_ms: int | None = None
    until_ms: int | None = None


class _Cursor(NamedTuple):
    """The last deal of a page.

    It has no place in the archive: such a place would count the deals that others have played meanwhile.
    """

    ended_ms: int
    table: str
    deal: int

    def __str__(self) -> str:
        return f"{self.ended_ms}-{self.table}-{self.deal}"


class PlayerGames:
    """The lists of the finished deals in which a player had a seat at the end.

    A player sees the own deals that `judge` shows to the player now. Others see what `judge` shows to a
    client without a token, of tables that everybody could find when the deal was archived. So a list tells
    no caller more than a download of each of its deals. A deal is in the list once it is archived, which is a
    moment after its end.
    """

    def __init__(self, judge: Archive, deals: DealArchive) -> None:
        self._judge = judge
        self._deals = deals

    async def page(self, caller: Player, about: str, wish: Wish) -> Page:
        """Return a page of the deals of the player with the id `about`, the newest first.

        Raises Refusal for a cursor that is none, for a list that needs too many tables, and for a server that
        is busy.
        """
        last = None if wish.before is None else _parsed(wish.before)
        found: list[tuple[Row, PlayedDeal]] = []
        async with self._judge.reader(), aclosing(self._shown(caller, about, wish, last)) as all_shown:
            async for row, shown in all_shown:
                found.append((row, shown))
                # One more than wanted tells if there is another page.
                if len(found) > wish.limit:
                    break
        page = found[: wish.limit]
        cursor = None
        if len(found) > wish.limit:
            row = page[-1][0]
            cursor = str(_Cursor(row.ended_ms, row.table, row.deal))
        return Page(tuple(shown for _, shown in page), cursor)

    async def records(self, player: Player) -> AsyncGenerator[tuple[PlayedDeal, Exported[Any] | None], None]:
        """Yield all deals of a player that the player may see now, each with its record, the newest first.

        The record is None for a deal that cannot be read. Raises Refusal if the server is busy.
        """
        before = None
        while True:
            page = await self.page(player, player.id, Wish(before, PAGE))
            for deal in page.deals:
                async with self._judge.reader(1):
                    try:
                        sitting = await self._judge.sitting(player, deal.table)
                        record = await self._judge.record(sitting, deal.deal)
                    except Refusal:
                        yield deal, None
                        continue
                if record is not None:
                    yield deal, record
            before = page.cursor
            if before is None:
                return

    async def _shown(
        self, caller: Player, about: str, wish: Wish, last: _Cursor | None
    ) -> AsyncGenerator[tuple[Row, PlayedDeal], None]:
        """Yield the deals after the cursor `last` that the caller may see."""
        own = bool(caller.id) and caller.id == about
        judged = _Judged(self._judge, caller if own else Player(""))
        until_ms = wish.until_ms
        if last is not None:
            until_ms = min(last.ended_ms + 1, last.ended_ms + 1 if until_ms is None else until_ms)
        # Of the deals that ended in the cursor's millisecond, those before it have been in the last page.
        # Only deals that the caller may see decide, so that a cursor that was made up finds out nothing.
        same: list[tuple[Row, PlayedDeal]] = []
        async for row in self._rows(about, wish, until_ms, open_only=not own):
            shown = await judged.shown(row)
            if shown is None:
                continue
            if last is not None and row.ended_ms == last.ended_ms:
                same.append((row, shown))
                continue
            for each in _after(same, last):
                yield each
            same = []
            yield row, shown
        for each in _after(same, last):
            yield each

    async def _rows(
        self, about: str, wish: Wish, until_ms: int | None, *, open_only: bool
    ) -> AsyncIterator[Row]:
        before = None
        while rows := await self._deals.by_player(
            about,
            before=before,
            limit=SCANNED,
            game=wish.game,
            since_ms=wish.since_ms,
            until_ms=until_ms,
            open_only=open_only,
        ):
            for row in rows:
                yield row
            before = rows[-1].cursor


class _Judged:
    """The judgement on rows of the archive for one caller, with each table read once."""

    def __init__(self, judge: Archive, caller: Player) -> None:
        self._judge = judge
        self._caller = caller
        self._sittings: dict[str, Sitting | None] = {}

    async def shown(self, row: Row) -> PlayedDeal | None:
        """Return a deal as the caller may see it, None if the caller may not see it now."""
        sitting = await self._sitting(row.table)
        if sitting is None or row.deal not in sitting.finished:
            return None
        records, result = RECORDS.get(row.game), row.result
        if records is None or records.export is None:
            return None
        if not sitting.shown(row.deal):
            try:
                end = await self._judge.ended(sitting, row.deal)
            except Refusal:
                return None
            if end is None or not sitting.may(row.deal, end):
                return None
        if row.deal == sitting.table.deal:
            # The log may have grown since it was archived, and a delayed watcher sees only a part of it.
            result = marked(result_line(row.game, sitting.table.state), sitting.table)
        else:
            result = records.export.corrected_line(sitting.played(), row.deal) or result
        number = records.export.number_of(sitting.played(), row.deal)
        return PlayedDeal(row.table, row.deal, number, row.game, row.ended_ms, result, row.people)

    async def _sitting(self, table: str) -> Sitting | None:
        """Return a table as the caller may see it, None if the caller may not see it now."""
        if table not in self._sittings:
            if len(self._sittings) >= MOST_TABLES:
                raise Refusal(
                    Code.TOO_BIG, "this list is too long: ask for a shorter time with `since` and `until`"
                )
            try:
                self._sittings[table] = await self._judge.sitting(self._caller, table)
            except Refusal:
                self._sittings[table] = None
        return self._sittings[table]


def _after(same: list[tuple[Row, PlayedDeal]], last: _Cursor | None) -> list[tuple[Row, PlayedDeal]]:
    """Return those deals of the cursor's millisecond that come after the cursor, () if it is not there."""
    places = [last is not None and (row.table, row.deal) == last[1:] for row, _ in same]
    return same[places.index(True) + 1 :] if True in places else []


def _parsed(cursor: str) -> _Cursor:
    found = _CURSOR.fullmatch(cursor)
    if found is None:
        text = "expected the `cursor` of another page - at `before` of the query"
        raise Refusal(Code.INVALID_MESSAGE, text)
    return _Cursor(int(found[1]), found[2], int(found[3]))
