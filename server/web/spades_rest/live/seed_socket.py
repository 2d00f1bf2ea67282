"""A websocket of the Spades API: its authentication, the tables that it joins, and its events.

The client's first message is `{"type": "AUTH", "payload": {"sessionId", "playerId"}}`, unless the handshake
had the header `x-session-id`. After its authentication, a client may send `JOIN` and `LEAVE` for tables,
`JOIN_LOBBY` and `LEAVE_LOBBY`.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Collection
from typing import Any

import msgspec
from msgspec import Struct

from protocol.v1.codec import JSON, InvalidMessage
from protocol.v1.codes import CloseCode
from protocol.v1.updates import Notice, Patch, ToClient, View
from protocol.v1.updates import People as PeopleUpdate
from server.errors import Refusal
from server.hub.listeners import Frame
from server.moderation.measures import Banned
from server.session.session import MAX_FOLLOWED, MAX_GARBAGE, MAX_OVER_RATE, MAX_WAITING, Wire
from server.session.visitors import short
from server.table.player import Player
from server.web.spades_rest.errors import SeedError, seed_error
from server.web.spades_rest.live.table_events import TableEvents
from server.web.spades_rest.serializers.events import Event
from server.web.spades_rest.tables import SpadesApi, find_table, observes, seat_of
from server.web.spades_rest.watch_session import WatchSession

log = logging.getLogger("kibitz.session")

Tell = Callable[[str], Awaitable[None]]
"""A function that sends the client the events of a table."""


class Message(Struct):
    """A message of a client over the Spades API's websocket."""

    type: str
    payload: dict[str, Any] = {}


class SeedSocket:
    """One websocket of the Spades API; the connection calls `receive`, `drained` and `gone`.

    `address` is the address of the client.
    """

    codec = JSON

    def __init__(self, wire: Wire, api: SpadesApi, player: Player | None = None, address: str = "") -> None:
        self.in_lobby = False
        self._wire = wire
        self._api = api
        self._player = player
        self._address = address
        self._following: WatchSession | None = None
        self._followed: dict[str, TableEvents] = {}
        self._joining: dict[str, TableEvents] = {}
        self._waiting: deque[bytes] = deque()
        self._working: asyncio.Task[None] | None = None
        self._untold: deque[tuple[Tell, str]] = deque()
        self._telling: asyncio.Task[None] | None = None
        self._bucket = api.front_desk.allowances.connection()
        self._invalid_in_row = self._refused_in_row = 0
        self._closed = False
        if player is not None:
            self._enter(player)

    @property
    def greeted(self) -> bool:
        """Return True if the client has identified its player."""
        return self._player is not None

    @property
    def player_id(self) -> str:
        """Return the id of the websocket's player, or "" if the player is not known yet."""
        return "" if self._player is None else self._player.id

    @property
    def tables(self) -> Collection[str]:
        """Return the ids of the tables that the websocket has joined."""
        return self._followed.keys()

    def hear(self, event: Event) -> None:
        """Send an event to the client, unless the client has not read the earlier messages.

        A client that was sent no events because it did not read has to request `state`.
        """
        if not (self._closed or self._wire.congested):
            self._wire.send(Frame(msgspec.json.encode({"type": event.type, "payload": event.payload}), False))

    def _send(self, type_: str, **payload: Any) -> None:
        self.hear(Event(type_, payload))

    def _close(self, code: int, reason: str) -> None:
        self._waiting.clear()
        if not self._closed:
            self._wire.close(code, reason)

    def receive(self, frame: bytes) -> None:
        """Queue one message of the client; the client's messages are handled one after the other."""
        if self._closed:
            return
        if len(self._waiting) >= MAX_WAITING:
            self._close(CloseCode.RATE, "too many requests are waiting")
            return
        self._waiting.append(frame)
        if self._working is None:
            self._working = self._api.front_desk.hub.services.tasks.run(self._work())

    async def _work(self) -> None:
        try:
            while self._waiting:
                await self._check_and_handle(self._waiting.popleft())
        finally:
            self._working = None

    async def _check_and_handle(self, frame: bytes) -> None:
        wait_ms = self._bucket.take(self._api.authenticator.now_ms())
        if wait_ms:
            self._refused_in_row += 1
            self._send(
                "ERROR",
                error="you have sent too many requests; wait a moment",
                code="RATE_LIMITED",
                retryMs=wait_ms,
            )
            if self._refused_in_row >= MAX_OVER_RATE:
                self._close(CloseCode.RATE, f"{MAX_OVER_RATE} requests in a row over the rate limit")
            return
        self._refused_in_row = 0
        try:
            message: Message = msgspec.convert(JSON.decode_plain(frame), Message)
            await self._handle(message)
            self._invalid_in_row = 0
        except (InvalidMessage, msgspec.ValidationError) as error:
            self._invalid(str(error))
        except SeedError as error:
            self._send("ERROR", error=str(error), code=error.code)
        except Refusal as refusal:
            self._send("ERROR", error=str(refusal), code=seed_error(refusal).code)
        except Exception as error:
            # Log only the type of the error, because its text may contain hidden cards.
            log.error("a websocket message failed with %s", type(error).__name__)
            self._send("ERROR", error="an error in the server stopped this message", code="INTERNAL")

    def _invalid(self, text: str) -> None:
        self._invalid_in_row += 1
        self._send("ERROR", error=text, code="INVALID_REQUEST")
        if not self.greeted:
            self._close(CloseCode.HELLO, "expected AUTH first")
        elif self._invalid_in_row >= MAX_GARBAGE:
            self._close(CloseCode.GARBAGE, f"{MAX_GARBAGE} invalid messages in a row")

    async def _handle(self, message: Message) -> None:
        if self._following is None:
            await self._identify(message)
            return
        match message.type:
            case "JOIN":
                await self._join(self._following, _table(message))
            case "LEAVE":
                self.leave(_table(message))
            case "JOIN_LOBBY" | "LEAVE_LOBBY":
                self.in_lobby = message.type == "JOIN_LOBBY"
                self._send("JOINED_LOBBY" if self.in_lobby else "LEFT_LOBBY")
            case "AUTH":
                raise InvalidMessage("expected AUTH only once, got it again after AUTHENTICATED")
            case _:
                raise InvalidMessage(
                    f"expected AUTH, JOIN, LEAVE, JOIN_LOBBY or LEAVE_LOBBY, got {message.type[:40]!r}"
                )

    async def _identify(self, message: Message) -> None:
        session, player_id = message.payload.get("sessionId"), message.payload.get("playerId")
        if message.type != "AUTH" or not (isinstance(session, str) and isinstance(player_id, str)):
            raise InvalidMessage("expected a first message AUTH with `sessionId` and `playerId`")
        try:
            player = await self._api.authenticator.known(session, player_id)
        except SeedError as error:
            self._send("ERROR", error=str(error), code=error.code)
            self._close(CloseCode.UNAUTHORIZED, "the session is unknown")
            return
        except Banned as banned:
            self._send("ERROR", error=str(banned), code=seed_error(banned).code)
            self._close(CloseCode.REMOVED, short(str(banned)))
            return
        except OSError:
            self._close(CloseCode.OVERLOAD, "the store does not answer")
            return
        # The client may have closed the websocket while the store was asked.
        if not self._closed:
            self._enter(player)
            self._send("AUTHENTICATED", playerId=player.id, username=player.name)

    def _enter(self, player: Player) -> None:
        self._player = player
        self._api.visits.opened(player)
        self._api.broadcast.enter(self)
        self._following = WatchSession(
            self._api.front_desk,
            player,
            self._on_update,
            self._close,
            lambda: self._wire.congested,
            self._address,
        )

    async def _join(self, following: WatchSession, table: str) -> None:
        """Follow a table where the player sits or observes."""
        try:
            found = await find_table(self._api.front_desk, table)
            summary = await found.summary()
            if seat_of(summary, following.player) is None and not observes(summary, following.player):
                self._send("JOIN_DENIED", tableId=table, reason="not_seated_or_observing")
                return
            if len(self._followed) >= MAX_FOLLOWED and table not in self._followed:
                raise SeedError(409, "CONFLICT", f"a websocket may join at most {MAX_FOLLOWED} tables")
            self._joining[table] = self._followed.get(table) or TableEvents()
            await following.watch(found)
        except (SeedError, Refusal, OSError) as error:
            self._joining.pop(table, None)
            gone = isinstance(error, SeedError) and error.status == 404
            self._send("JOIN_DENIED", tableId=table, reason="table_not_found" if gone else "error")
            return
        events = self._joining.pop(table)
        if not self._closed and table not in self._followed:
            self._followed[table] = events
            await self._send_changes(table)
        self._send("JOINED", tableId=table)

    def leave(self, table: str) -> None:
        """Stop following a table."""
        if self._followed.pop(table, None) is not None and self._following is not None:
            self._following.unwatch(table)
        self._send("LEFT", tableId=table)

    def _on_update(self, update: ToClient) -> None:
        """Send the events that follow from a message of the hub: changes of a table, or its end."""
        match update:
            case View() | Patch():
                events = self._followed.get(update.table) or self._joining.get(update.table)
                if events is not None:
                    events.take(update)
                if update.table in self._followed:
                    self._later(self._send_changes, update.table)
            case PeopleUpdate() if update.table in self._followed:
                self._later(self._send_changes, update.table)
            case Notice(kind="closing", table=str() as table) if table in self._followed:
                self._later(self._closing, table)
            case _:
                pass

    def _later(self, tell: Tell, table: str) -> None:
        """Let the coroutine function `tell` send events of a table, after the events that wait already.

        If the same call waits already, do nothing.
        """
        if not (self._closed or (tell, table) in self._untold):
            self._untold.append((tell, table))
            if self._telling is None:
                self._telling = self._api.front_desk.hub.services.tasks.run(self._tell())

    async def _tell(self) -> None:
        try:
            while self._untold:
                tell, table = self._untold.popleft()
                try:
                    await tell(table)
                except Exception as error:
                    words, about = "the events of table %s failed with %s", {"table": table}
                    log.error(words, table, type(error).__name__, extra=about)
        finally:
            self._telling = None

    async def _send_changes(self, table: str) -> None:
        found, followed = self._api.front_desk.hub.loaded(table), self._followed.get(table)
        if found is not None and followed is not None and not self._wire.congested:
            for event in await followed.changes(found):
                self.hear(event)

    async def _closing(self, table: str) -> None:
        """Tell the client that a table has been closed, or that its player may not see the table any more.

        The state of a table can still be read after its game has ended.
        """
        found = self._api.front_desk.hub.loaded(table)
        summary = None if found is None else await found.summary()
        if summary is not None and summary.closed:
            if summary.finished:
                return
            self._send("TABLE_REMOVED", tableId=table)
        else:
            self._send("LEFT", tableId=table)
        self._followed.pop(table, None)

    def drained(self) -> None:
        """Send the events that had to wait while the client did not read, because it reads again."""
        if self._following is not None:
            self._following.session.drained()
        for table in self._followed:
            self._later(self._send_changes, table)

    def gone(self) -> None:
        """Release all resources of the websocket, because the connection has ended.

        The seats of a disconnected player are held for the player.
        """
        if self._closed:
            return
        self._closed = True
        self._waiting.clear()
        self._untold.clear()
        for task in (self._working, self._telling):
            if task is not None:
                task.cancel()
        self._api.broadcast.leave(self)
        if self._following is not None:
            self._following.end()
            self._api.visits.closed(self._following.player)


def _table(message: Message) -> str:
    table = message.payload.get("tableId")
    if not isinstance(table, str):
        raise InvalidMessage("expected the id of a table as a string - at `$.payload.tableId`")
    return table
