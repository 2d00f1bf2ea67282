"""A websocket of the seed's API: who it is, what it joins, and what it is told.

The first message is `{"type": "AUTH", "payload": {"sessionId", "playerId"}}`, unless the handshake has had
the header `x-session-id`. Then it may `JOIN` and `LEAVE` tables, `JOIN_LOBBY` and `LEAVE_LOBBY`.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Collection
from typing import Any

import msgspec
from msgspec import Struct

from protocol.v1.codec import JSON, InvalidMessage
from protocol.v1.codes import CloseCode
from protocol.v1.updates import Notice, Patch, ToClient, View
from protocol.v1.updates import People as PeopleUpdate
from server.errors import Refusal
from server.hub.feeds import Frame
from server.session.session import MAX_FOLLOWED, MAX_GARBAGE, MAX_OVER_RATE, MAX_WAITING, Wire
from server.table.player import Player
from server.web.spades_rest.errors import SeedError, as_wrong
from server.web.spades_rest.live.table_events import TableEvents
from server.web.spades_rest.serializers.events import Event
from server.web.spades_rest.tables import SpadesApi, find_room, game_over, observes, seat_of
from server.web.spades_rest.watch_session import WatchSession

log = logging.getLogger("kibitz.session")


class Message(Struct):
    """What a client sends."""

    type: str
    payload: dict[str, Any] = {}


class SeedSocket:
    """What a websocket of this API says and hears; the edge calls `receive`, `drained` and `gone`."""

    codec = JSON

    def __init__(self, wire: Wire, front: SpadesApi, player: Player | None = None) -> None:
        self.in_lobby = False
        self._wire = wire
        self._front = front
        self._player = player
        self._following: WatchSession | None = None
        self._followed: dict[str, TableEvents] = {}
        self._waiting: deque[bytes] = deque()
        self._working: asyncio.Task[None] | None = None
        self._bucket = front.desk.allowances.connection()
        self._garbage = self._over_rate = 0
        self._closed = False
        if player is not None:
            self._enter(player)

    @property
    def greeted(self) -> bool:
        """Whether the websocket has said who it is."""
        return self._player is not None

    @property
    def player_id(self) -> str:
        return "" if self._player is None else self._player.id

    @property
    def tables(self) -> Collection[str]:
        return self._followed.keys()

    def hear(self, event: Event) -> None:
        """Tell the client, unless it does not read: then it reads `state` again when it does."""
        if not (self._closed or self._wire.congested):
            self._wire.send(Frame(msgspec.json.encode({"type": event.type, "payload": event.payload}), False))

    def _say(self, type_: str, **payload: Any) -> None:
        self.hear(Event(type_, payload))

    def _close(self, code: int, reason: str) -> None:
        self._waiting.clear()
        if not self._closed:
            self._wire.close(code, reason)

    def receive(self, frame: bytes) -> None:
        """Take one message; each is done before the next."""
        if self._closed:
            return
        if len(self._waiting) >= MAX_WAITING:
            self._close(CloseCode.RATE, "too many requests wait")
            return
        self._waiting.append(frame)
        if self._working is None:
            self._working = asyncio.create_task(self._work())

    async def _work(self) -> None:
        try:
            while self._waiting:
                await self._take(self._waiting.popleft())
        finally:
            self._working = None

    async def _take(self, frame: bytes) -> None:
        wait_ms = self._bucket.take(self._front.callers.now_ms())
        if wait_ms:
            self._over_rate += 1
            self._say("ERROR", error="too many requests", code="RATE_LIMITED", retryMs=wait_ms)
            if self._over_rate >= MAX_OVER_RATE:
                self._close(CloseCode.RATE, f"{MAX_OVER_RATE} requests in a row over the rate")
            return
        self._over_rate = 0
        try:
            message: Message = msgspec.convert(JSON.plain(frame), Message)
            await self._do(message)
            self._garbage = 0
        except (InvalidMessage, msgspec.ValidationError) as error:
            self._invalid(str(error))
        except SeedError as wrong:
            self._say("ERROR", error=str(wrong), code=wrong.code)
        except Refusal as refusal:
            self._say("ERROR", error=str(refusal), code=as_wrong(refusal).code)
        except Exception as error:
            log.error("a message of a websocket met %s", type(error).__name__)  # its text may name cards
            self._say("ERROR", error="this message met a fault of the server", code="INTERNAL")

    def _invalid(self, text: str) -> None:
        self._garbage += 1
        self._say("ERROR", error=text, code="INVALID_REQUEST")
        if not self.greeted:
            self._close(CloseCode.HELLO, "expected AUTH")
        elif self._garbage >= MAX_GARBAGE:
            self._close(CloseCode.GARBAGE, f"{MAX_GARBAGE} messages in a row are not of this protocol")

    async def _do(self, message: Message) -> None:
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
                self._say("JOINED_LOBBY" if self.in_lobby else "LEFT_LOBBY")
            case "AUTH":
                raise InvalidMessage("AUTH was said already")
            case _:
                raise InvalidMessage(f"unknown message {message.type[:40]!r}")

    async def _identify(self, message: Message) -> None:
        session, player_id = message.payload.get("sessionId"), message.payload.get("playerId")
        if message.type != "AUTH" or not (isinstance(session, str) and isinstance(player_id, str)):
            raise InvalidMessage("expected AUTH first, with `sessionId` and `playerId`")
        try:
            player = await self._front.callers.known(session, player_id)
        except SeedError as wrong:
            self._say("ERROR", error=str(wrong), code=wrong.code)
            self._close(CloseCode.UNAUTHORIZED, "unknown session")
            return
        except OSError:
            self._close(CloseCode.OVERLOAD, "the store is away")
            return
        if not self._closed:
            self._enter(player)
            self._say("AUTHENTICATED", playerId=player.id, username=player.name)

    def _enter(self, player: Player) -> None:
        self._player = player
        self._front.visits.opened(player)
        self._front.board.enter(self)
        self._following = WatchSession(
            self._front.desk, player, self._told, self._close, lambda: self._wire.congested
        )

    async def _join(self, following: WatchSession, table: str) -> None:
        """Follow a table where the player sits or observes."""
        try:
            room = await find_room(self._front.desk, table)
            if seat_of(room, following.player) is None and not observes(room, following.player):
                self._say("JOIN_DENIED", tableId=table, reason="not_seated_or_observing")
                return
            if len(self._followed) >= MAX_FOLLOWED and table not in self._followed:
                raise SeedError(409, "CONFLICT", f"a websocket joins at most {MAX_FOLLOWED} tables")
            await following.watch(room)
        except (SeedError, Refusal, OSError) as error:
            gone = isinstance(error, SeedError) and error.status == 404
            self._say("JOIN_DENIED", tableId=table, reason="table_not_found" if gone else "error")
            return
        if not self._closed and table not in self._followed:
            self._followed[table] = TableEvents(following.player, following.session)
            self._look(table)
        self._say("JOINED", tableId=table)

    def leave(self, table: str) -> None:
        """Follow a table no more."""
        if self._followed.pop(table, None) is not None and self._following is not None:
            self._following.unwatch(table)
        self._say("LEFT", tableId=table)

    def _told(self, update: ToClient) -> None:
        """The hub has shown something: tell what it amounts to."""
        match update:
            case View() | Patch() | PeopleUpdate():
                self._look(update.table)
            case Notice(kind="closing", table=str() as table) if table in self._followed:
                self._closing(table)
            case _:
                pass

    def _look(self, table: str) -> None:
        room, followed = self._front.desk.hub.live(table), self._followed.get(table)
        if room is not None and followed is not None and not self._wire.congested:
            for event in followed.changes(room):
                self.hear(event)

    def _closing(self, table: str) -> None:
        """The table has ended, or is not open to this player any more; a game that is over may be read on."""
        room = self._front.desk.hub.live(table)
        if room is not None and room.table.closed:
            if game_over(room):
                return
            self._say("TABLE_REMOVED", tableId=table)
        else:
            self._say("LEFT", tableId=table)
        del self._followed[table]

    def drained(self) -> None:
        """The client has read what it was sent: it is told what has happened meanwhile."""
        if self._following is not None:
            self._following.session.drained()
        for table in list(self._followed):
            self._look(table)

    def gone(self) -> None:
        """The connection has ended. Seats are held."""
        if self._closed:
            return
        self._closed = True
        self._waiting.clear()
        if self._working is not None:
            self._working.cancel()
        self._front.board.leave(self)
        if self._following is not None:
            self._following.end()
            self._front.visits.closed(self._following.player)


def _table(message: Message) -> str:
    table = message.payload.get("tableId")
    if not isinstance(table, str):
        raise InvalidMessage("expected a string - at `$.payload.tableId`")
    return table
