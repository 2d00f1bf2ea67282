"""The evening of a player of an event: the news of the event, and the seats from round to round."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterator

from msgspec.structs import replace

from bots import events
from bots.bot import Bot
from bots.client import Client
from bots.errors import Refused
from bots.runner import play_seat
from protocol.v1.updates import EventNews

log = logging.getLogger("kibitz.bot")

LOOK_S = 20.0
"""The time in s without news after which a client asks if the event is over, which it may not have heard."""
AGAIN_S = 1.0
"""The time in s after which a robot enters a table again that was moving to another server."""
ENDED = ("correction", "final", "cancelled")


async def play_event(
    make: Callable[[], Bot],
    url: str,
    event: str,
    token: str | None = None,
    *,
    delay_ms: int = 0,
    tell: Callable[[str], None] = log.info,
) -> None:
    """Let a robot play each round of an event, at the seats that the server names, until the event is over.

    `make` makes the robot for a round. `tell` is called with each line of the news. Raises Refused if there
    is no such event, ValueError if the player of the token has not entered it, and the errors of a robot that
    `bots.runner.play_seat` raises.
    """
    try:
        async with (
            Client(url, token=token, client="kibitz event play") as client,
            asyncio.TaskGroup() as playing,
        ):
            seat: asyncio.Task[None] | None = None
            before: EventNews | None = None
            async for news in news_of(client, event):
                for line in (*stage_words(before, news, client.now_ms()), *told_words(before, news)):
                    tell(line)
                if before is None or news.table != before.table:
                    if seat is not None:
                        seat.cancel()
                    seat = None
                    if news.table is not None:
                        seat = playing.create_task(_play_at(client, make(), news.table, delay_ms))
                before = news
            if seat is not None:
                seat.cancel()
    except BaseExceptionGroup as errors:
        raise errors.exceptions[0] from None


async def _play_at(client: Client, bot: Bot, table: str, delay_ms: int) -> None:
    """Play at a table until it ends; a table that moves to another server is entered again."""
    while True:
        try:
            await play_seat(client, bot, table, delay_ms=delay_ms)
        except Refused as refused:
            log.info("%s at table %s: %s", bot.name, table, refused)
        else:
            if client.tables[table].ended is not None:
                return
        await asyncio.sleep(AGAIN_S)


async def news_of(client: Client, event: str) -> AsyncIterator[EventNews]:
    """Yield the news of an event for the player of a client, now and at each change, until it is over.

    Raises Refused if there is no such event, and ValueError if the player has not entered it.
    """
    updates = client.updates()
    shown = await events.shown(client.http, event)
    if shown["mine"].get("entrant") is None:
        raise ValueError(f"you have not entered the event {shown['name']}: send `enter` first")
    before: EventNews | None = None
    while before is None or before.stage != "over":
        news = client.events.get(event)
        if news is not None and news != before:
            before = news
            yield news
            continue
        try:
            async with asyncio.timeout(LOOK_S):
                if await anext(updates, None) is None:
                    return
        except TimeoutError:
            shown = await events.shown(client.http, event)
            if shown["stage"] in ENDED:
                news = _over(shown) if before is None else replace(before, stage="over", table=None)
                client.events[event] = news


def _over(shown: dict[str, object]) -> EventNews:
    return EventNews(
        event=str(shown["event"]),
        name=str(shown["name"]),
        game=str(shown["game"]),
        stage="over",
        round=0,
        rounds=0,
    )


def stage_words(before: EventNews | None, news: EventNews, now_ms: float) -> Iterator[str]:
    """Yield the line that says what comes next for the player, if that has changed."""
    was = None if before is None else (before.stage, before.table, before.starts_ms, before.round)
    if was == (news.stage, news.table, news.starts_ms, news.round):
        return
    match news.stage:
        case "seated":
            yield f"{news.name}, round {news.round} of {news.rounds}: you play at table {news.table}"
        case "sits_out":
            yield f"{news.name}: you sit out in round {news.round}"
        case "waits":
            seconds = max(0, round(((news.starts_ms or 0) - now_ms) / 1000))
            timed = f"in {seconds // 60}:{seconds % 60:02}"
            begins = "when the director starts it" if news.starts_ms is None else timed
            yield f"{news.name}: the next round begins {begins}"
        case "over":
            yield f"{news.name}: the event is over for you"


def told_words(before: EventNews | None, news: EventNews) -> Iterator[str]:
    """Yield a line for a new announcement, a clock that a director has stopped, and the warning."""
    if news.told is not None and (before is None or before.told != news.told):
        yield f"Announcement: {news.told.text}"
    if news.held and (before is None or not before.held):
        yield "The director has stopped the clock"
    if before is not None and before.held and not news.held:
        yield "The clock runs again"
    if news.warned and not (before is not None and before.warned):
        yield "The round ends soon"
