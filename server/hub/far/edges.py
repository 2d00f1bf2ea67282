"""The owner's end: the connections of other hubs, the edges, at the tables of this hub."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Collection, Coroutine, Mapping
from functools import partial
from types import SimpleNamespace
from typing import Any, Protocol

import msgspec
from msgspec import Raw

from protocol.v1.codec import JSON, MSGPACK, Codec
from protocol.v1.codes import Code
from protocol.v1.requests import Watch
from protocol.v1.updates import Done, Refused
from server.errors import Refusal
from server.games.base import AnyGame, Audience, Seated
from server.hub.action_trace import ActionTrace
from server.hub.far import messages
from server.hub.far.commands import unpack_command
from server.hub.far.far_handle import AGAIN_MS, MOVING, PackedCard, PackedSnapshot
from server.hub.far.packed_summaries import pack_summary
from server.hub.far.turns import Turns
from server.hub.feeds import audience_name
from server.hub.handle import TableHandle
from server.hub.inbox import InboxRequest, Reply
from server.hub.listeners import Crowd, Frame, Readable, RelayedListener
from server.hub.room import Room
from server.tasks import Tasks

log = logging.getLogger("kibitz.far")

_pack = msgspec.msgpack.Encoder().encode

Request = (
    messages.Reach
    | messages.LoadSet
    | messages.Ask
    | messages.Turn
    | messages.Send
    | messages.Follow
    | messages.Unfollow
    | messages.Behind
    | messages.CaughtUp
    | messages.Say
    | messages.Note
    | messages.Prepare
    | messages.Read
)
"""A message of an edge to the owner of a table."""


class Tables(Protocol):
    """The methods of a hub that the edges' requests use; all of them know only tables of this hub."""

    @property
    def games(self) -> Mapping[str, AnyGame]: ...

    def live(self, table: str) -> Room | None:
        """Return the room of a table if the table is in memory, else None."""
        ...

    def loaded(self, table: str) -> TableHandle | None:
        """Return the handle of a table if the table is in memory, else None."""
        ...

    async def room(self, table: str, away_ms: int = 0) -> Room:
        """Return the room of a table, loaded from the store if it is not in memory.

        Raises Refusal if there is no such table, or if the table cannot be loaded now.
        """
        ...

    async def load_own_set(self, board_set: str) -> None:
        """Load a match or set of boards that this hub owns.

        Raises Refusal if there is no such set, or if it cannot be loaded now.
        """
        ...


class _EdgeListener(RelayedListener):
    """A connection of an edge that follows a table of this hub."""

    __slots__ = ("_edge", "codec", "number", "table")

    def __init__(self, edge: _Edge, table: str, number: int, codec: Codec) -> None:
        self._edge = edge
        self.table = table
        self.number = number
        self.codec = codec

    @property
    def wire(self) -> Readable:
        return _NEVER_CONGESTED

    def deliver(self, frame: Frame) -> None:
        self._edge.deliver(self, frame)

    def dismissed(self, table: str) -> None:
        self._edge.tell(messages.Dismissed(table, self.number))
        self._edge.listeners.pop((table, self.number), None)

    def shown_as(self, audience: Audience) -> None:
        seat = audience.seat if isinstance(audience, Seated) else None
        self._edge.tell(messages.Shown(self.table, self.number, audience_name(audience), seat))

    def join(self, crowd: Crowd, version: int) -> None:
        self._edge.tell(messages.Joined(self.table, self.number, crowd.number, version))

    def leave(self) -> None:
        self._edge.tell(messages.Joined(self.table, self.number))

    def send_to_crowd(self, crowd: Crowd, version: int, frame: Frame) -> None:
        self._edge.edges.send_to_crowd(self.table, crowd, version, frame)

    @property
    def edge(self) -> str:
        return self._edge.hub

    def gather(self) -> None:
        """Do nothing: all frames to an edge in one turn of the event loop go in one message anyway."""

    def flush(self) -> None:
        """Do nothing, as nothing was held back."""


_NEVER_CONGESTED = SimpleNamespace(congested=False)


class _Edge:
    """One other hub as an edge of this hub: its connections, and the frame that waits to be sent to it."""

    def __init__(self, hub: str, edges: Edges) -> None:
        self.hub = hub
        self.edges = edges
        self.listeners: dict[tuple[str, int], _EdgeListener] = {}
        self._frame: Frame | None = None
        self._table = ""
        self._viewers: list[int] = []

    def deliver(self, listener: _EdgeListener, frame: Frame) -> None:
        """Send a frame to a connection; the same frame for many connections in a row goes out once."""
        if frame is not self._frame or listener.table != self._table:
            self.flush()
            self._frame, self._table = frame, listener.table
            self.edges.await_flush(self)
        self._viewers.append(listener.number)

    def flush(self) -> None:
        """Send the frame that waits for more connections to get it, too."""
        frame, viewers = self._frame, self._viewers
        if frame is not None:
            self._frame, self._viewers = None, []
            self.edges.send(
                self.hub, messages.Deliver(self._table, tuple(viewers), frame.payload, frame.binary)
            )

    def tell(self, message: messages.Message) -> None:
        """Send a message after all frames that wait."""
        self.flush()
        self.edges.send(self.hub, message)


class Edges:
    """The other hubs whose connections follow tables of this hub, and their requests.

    `send` sends a message on the link to a hub, and `send_to_many` one message on several links. `later` runs
    a callback in a later turn of the event loop, and `tasks` what takes long. `trace` writes lines about
    actions into the server's log. `answers` has the functions that answer requests to this hub itself, by the
    part that is asked.
    """

    def __init__(
        self,
        tables: Tables,
        send: Callable[[str, messages.Message], None],
        send_to_many: Callable[[Collection[str], messages.Message], None],
        later: Callable[[Callable[[], None]], None],
        turns: Turns,
        tasks: Tasks,
        trace: ActionTrace | None = None,
    ) -> None:
        self.answers: dict[str, Callable[[Raw], Awaitable[object]]] = {}
        self._tables = tables
        self._trace = trace
        self._turns = turns
        self.send = send
        self._send_to_many = send_to_many
        self._later = later
        self._edges: dict[str, _Edge] = {}
        self._handed_out: dict[str, set[str]] = {}
        self._unflushed: list[_Edge] = []
        self._tasks = tasks

    def send_to_crowd(self, table: str, crowd: Crowd, version: int, frame: Frame) -> None:
        """Send a patch to all edges with members of a crowd, with one message for all of them."""
        hubs = {member.edge for member in crowd.members if isinstance(member, _EdgeListener)}
        for hub in hubs:
            self._edge(hub).flush()
        self._send_to_many(hubs, messages.Crowd(table, crowd.number, version, frame.payload, frame.binary))

    def await_flush(self, edge: _Edge) -> None:
        """Send the frames that wait for an edge in a later turn of the event loop."""
        if not self._unflushed:
            self._later(self._flush)
        self._unflushed.append(edge)

    def _flush(self) -> None:
        edges, self._unflushed = self._unflushed, []
        for edge in edges:
            edge.flush()

    def _edge(self, hub: str) -> _Edge:
        return self._edges.get(hub) or self._edges.setdefault(hub, _Edge(hub, self))

    def hear(self, hub: str, message: Request) -> None:
        """Carry out a request of an edge."""
        if isinstance(message, messages.Reach):
            self._spawn(hub, message.number, self._reach(hub, message))
            return
        if isinstance(message, messages.LoadSet):
            self._spawn(hub, message.number, self._tables.load_own_set(message.board_set))
            return
        if isinstance(message, messages.Ask):
            self._spawn(hub, message.number, self._answered(message))
            return
        if isinstance(message, messages.Turn):
            given = partial(self._answer, hub, message.number)
            self._tasks.run(self._turns.give(hub, message, given))
            return
        room, table = self._tables.live(message.table), self._tables.loaded(message.table)
        edge = self._edge(hub)
        if room is None or table is None:
            edge.tell(messages.Moved(message.table))
            if isinstance(message, messages.Send | messages.Say | messages.Note | messages.Follow):
                refused = Refused(
                    code=Code.UNAVAILABLE, message=MOVING, table=message.table, retry_ms=AGAIN_MS
                )
                self._refuse(hub, message.number, refused)
            elif isinstance(message, messages.Read):
                refused = Refused(code=Code.UNAVAILABLE, message=MOVING, retry_ms=AGAIN_MS)
                self._refuse(hub, message.number, refused)
            return
        self._handed_out.setdefault(message.table, set()).add(hub)
        match message:
            case messages.Send():
                self._carry_out(edge, table, message)
            case messages.Follow():
                codec = MSGPACK if message.binary else JSON
                key = (message.table, message.viewer)
                listener = edge.listeners.get(key) or _EdgeListener(edge, *key, codec)
                edge.listeners[key] = listener
                table.follow(listener, message.player, message.request, self._reply(hub, message.number))
            case messages.Unfollow():
                found = edge.listeners.pop((message.table, message.viewer), None)
                if found is not None:
                    table.unfollow(found)
            case messages.Behind():
                found = edge.listeners.get((message.table, message.viewer))
                if found is not None:
                    room.viewers.fall_behind(found)
            case messages.CaughtUp():
                found = edge.listeners.get((message.table, message.viewer))
                if found is not None:
                    table.catch_up(found)
            case messages.Say():
                found = edge.listeners.get((message.table, message.viewer))
                sender = found or _EdgeListener(edge, message.table, message.viewer, MSGPACK)
                table.say(sender, message.player, message.request, self._reply(hub, message.number))
            case messages.Note():
                table.keep(message.player, message.request, self._reply(hub, message.number))
            case messages.Prepare():
                table.prepare()
            case messages.Read():
                self._spawn(hub, message.number, self._read(hub, table, message))

    def _carry_out(self, edge: _Edge, table: TableHandle, message: messages.Send) -> None:
        try:
            command = unpack_command(self._tables.games[table.game], message.kind, message.command)
        except (LookupError, msgspec.MsgspecError) as error:
            about = {"table": table.id, "peer": edge.hub}
            words = "a command (%s) of hub %s cannot be read: %s"
            log.error(words, message.kind, edge.hub, type(error).__name__, extra=about)
            refused = Refused(
                code=Code.UNAVAILABLE,
                message="the hub that owns this table has another release and cannot read this request",
                table=table.id,
                retry_ms=5_000,
            )
            self._refuse(edge.hub, message.number, refused)
            return
        sender = None if message.viewer is None else edge.listeners.get((table.id, message.viewer))
        reply = self._reply(edge.hub, message.number)
        asked = InboxRequest(message.player, command, reply, False, sender)
        if self._trace is not None:
            source = f"hub {edge.hub}, request {message.number}"
            asked = self._trace.follow(asked, table.id, source, peer=edge.hub)
        table.send(asked)

    def _reply(self, hub: str, number: int) -> Reply:
        def reply(answer: Done | Refused) -> None:
            self._edge(hub).tell(messages.Answer(number, Raw(_pack(answer))))

        return reply

    def _refuse(self, hub: str, number: int, refused: Refused) -> None:
        self._edge(hub).tell(messages.Answer(number, refused=refused))

    def _spawn(self, hub: str, number: int, work: Coroutine[Any, Any, object]) -> None:
        """Answer a request with the value of a coroutine, or with its refusal."""

        async def run() -> None:
            try:
                value = await work
            except Refusal as refusal:
                refused = Refused(code=refusal.code, message=str(refusal), retry_ms=refusal.retry_ms)
                self._refuse(hub, number, refused)
            except Exception as error:
                log.error("a request of another hub failed with %s", type(error).__name__)
                words = "an error in the server stopped this request"
                self._refuse(hub, number, Refused(code=Code.INTERNAL, message=words))
            else:
                self._answer(hub, number, value)

        self._tasks.run(run())

    def _answer(self, hub: str, number: int, value: object = None) -> None:
        self._edge(hub).tell(messages.Answer(number, Raw(_pack(value))))

    async def _reach(self, hub: str, message: messages.Reach) -> str:
        room = await self._tables.room(message.table, message.away_ms)
        self._handed_out.setdefault(message.table, set()).add(hub)
        return room.table.game.name

    async def _read(self, hub: str, table: TableHandle, message: messages.Read) -> object:
        player, request = message.player, message.request or Watch(table=table.id)
        match message.what:
            case "snapshot":
                shown = await table.snapshot(player, request, MSGPACK if message.binary else JSON)
                options, state = Raw(_pack(shown.options)), Raw(_pack(shown.replayed))
                return PackedSnapshot(shown.view, options, shown.begun, state)
            case "convention_card":
                card = await table.convention_card(player, request, message.side)
                return None if card is None else PackedCard(card.name, card.text, card.file)
            case "people":
                return await table.people()
            case "summary":
                return pack_summary(await table.summary())
            case "last_n":
                return await table.last_n(player.id)
            case _:
                raise Refusal(
                    Code.UNAVAILABLE, "the hub that owns this table has an older release", retry_ms=5_000
                )

    async def _answered(self, message: messages.Ask) -> object:
        answer = self.answers.get(message.what)
        if answer is None:
            raise Refusal(Code.UNAVAILABLE, "this hub has an older release", retry_ms=5_000)
        return await answer(message.request)

    def moved(self, table: str) -> None:
        """Tell all edges that have a handle of a table that it is no longer in this hub's memory."""
        for hub in self._handed_out.pop(table, ()):
            edge = self._edge(hub)
            for key in [key for key in edge.listeners if key[0] == table]:
                del edge.listeners[key]
            edge.tell(messages.Moved(table))

    def lost(self, hub: str) -> None:
        """Remove all connections of an edge, because the link to it has broken."""
        edge = self._edges.pop(hub, None)
        for hubs in self._handed_out.values():
            hubs.discard(hub)
        if edge is None:
            return
        for (table, _), listener in edge.listeners.items():
            found = self._tables.loaded(table)
            if found is not None:
                found.unfollow(listener)
