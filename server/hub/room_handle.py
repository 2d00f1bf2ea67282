"""The handle of a table in this process: its calls go straight to the table's room."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from protocol.v1.codec import JSON, Codec
from protocol.v1.requests import Chat, Watch
from protocol.v1.requests import Note as Keep
from protocol.v1.updates import Done, People, Refused
from server.errors import Refusal
from server.games.base import Audience, LaidCard
from server.hub.handle import Snapshot
from server.hub.inbox import Reply
from server.hub.listeners import Listener
from server.hub.room import Room
from server.metrics import Meter
from server.table.player import Player
from server.table.summary import Summary, summary_of


class _Own(Struct):
    """The field of a view that lists the sides with convention cards that the player may open."""

    systems: tuple[str, ...] = ()


class _View(Struct):
    own: _Own | None = None


_read_view = msgspec.json.Decoder(_View).decode


class RoomHandle:
    """The handle (`TableHandle`) of a room's table; it lives as long as the room does."""

    __slots__ = ("_meter", "_room", "catch_up", "game", "id", "send", "unfollow")

    def __init__(self, room: Room, meter: Meter) -> None:
        self._room = room
        self._meter = meter
        self.id = room.table.id
        self.game = room.table.game.name
        # The room's own functions, so that a request costs no further call.
        self.send = room.put
        self.catch_up = room.viewers.catch_up
        self.unfollow = room.viewers.unwatch

    def follow(self, listener: Listener, player: Player, request: Watch, reply: Reply) -> None:
        try:
            self._room.viewers.watch(listener, player, request, reply)
        except Refusal as refusal:
            reply(self._refused(refusal))

    def audience_of(self, listener: Listener) -> Audience | None:
        return self._room.viewers.audience_of(listener)

    def say(self, listener: Listener, player: Player, request: Chat, reply: Reply) -> None:
        def kept(refusal: Refusal | None) -> None:
            if refusal is not None:
                reply(self._refused(refusal, request.id))
            else:
                reply(Done(id=request.id, table=self.id))

        try:
            self._room.viewers.say(listener, player, request, kept)
        except Refusal as refusal:
            kept(refusal)

    def keep(self, player: Player, request: Keep, reply: Reply) -> None:
        try:
            self._room.viewers.notes.keep(self._room.token, player, request, reply)
        except Refusal as refusal:
            reply(self._refused(refusal, request.id))

    def _refused(self, refusal: Refusal, id: int = 0) -> Refused:
        self._meter.refusal(refusal.code)
        return Refused(
            code=refusal.code, message=str(refusal), id=id, table=self.id, retry_ms=refusal.retry_ms
        )

    def prepare(self) -> None:
        self._room.has_preparations = True

    async def snapshot(self, player: Player, request: Watch, codec: Codec) -> Snapshot:
        viewers = self._room.viewers
        view = viewers.snapshot(player, request, codec).payload
        seen = viewers.shown_to(player).table
        state = None if seen.game.showing is None else seen.state
        return Snapshot(view, seen.game.public_options(seen.state), seen.begun, state)

    async def convention_card(self, player: Player, request: Watch, side: str) -> LaidCard | None:
        table = self._room.table
        listed = _sides(self._room, player, request)
        cards = table.game.convention_cards
        return None if cards is None or side not in listed else cards.card(table.state, side)

    async def people(self) -> People:
        return self._room.viewers.presence.people(self._room.table)

    async def summary(self) -> Summary:
        return summary(self._room)

    async def last_n(self, player: str) -> int:
        counter = self._room.ahead.counters.get(player)
        return 0 if counter is None else counter.n


def _sides(room: Room, player: Player, request: Watch) -> tuple[str, ...]:
    """Return the sides with a convention card that the player may open, from the player's current view.

    Raises Refusal if the player may not see the view.
    """
    view = _read_view(room.viewers.snapshot(player, request, JSON).payload)
    return () if view.own is None else view.own.systems


def summary(room: Room) -> Summary:
    """Return the summary of a room's table."""
    table, presence = room.table, room.viewers.presence
    held_until_ms = presence.seat_presence.held_until_ms(table)
    return summary_of(table, room.name, presence.names, held_until_ms, room.now_ms(), room.came_ms)
