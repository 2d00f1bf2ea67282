"""The edge's end: the handles of tables that another hub owns."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from functools import partial
from itertools import count
from typing import Any

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from protocol.v1.codec import Codec
from protocol.v1.codes import Code
from protocol.v1.requests import Chat, Watch
from protocol.v1.requests import Note as Keep
from protocol.v1.updates import Done, People, Refused
from server.errors import Refusal
from server.games.base import AnyGame, Audience, Kibitzer, LaidCard, Seated
from server.hub.action_trace import ActionTrace
from server.hub.far import messages
from server.hub.far.commands import pack_command
from server.hub.far.messages import (
    Answer,
    Behind,
    CaughtUp,
    Crowd,
    Deliver,
    Dismissed,
    Follow,
    Joined,
    Moved,
    Note,
    Prepare,
    Reach,
    Read,
    Say,
    Send,
    Shown,
    Unfollow,
)
from server.hub.far.packed_summaries import PackedSummary, unpack_summary
from server.hub.feeds import AUDIENCES_BY_NAME
from server.hub.handle import Snapshot
from server.hub.inbox import InboxRequest, Reply, Sender
from server.hub.listeners import Frame, Listener
from server.hub.slices import Slices
from server.table.player import Player
from server.table.summary import Summary

AGAIN_MS = 200
NONE = Raw(msgspec.msgpack.encode(None))
MOVING = "the table is being moved; send the request again"


FromOwner = Answer | Deliver | Shown | Joined | Crowd | Dismissed | Moved
"""A message of the owner of tables to an edge."""


class PackedSnapshot(Struct, frozen=True):
    """A `Snapshot` of which the values with types of the game are still encoded.

    The `replayed` of a table that is played is an encoded None.
    """

    view: bytes
    options: Raw
    begun: bool
    replayed: Raw = NONE


class PackedCard(Struct, frozen=True):
    """A convention card that a side has laid on the table."""

    name: str
    text: str
    file: str


class _Viewer:
    """A connection of this hub that follows a table of another hub.

    `number` names the connection on the link. `missed` is True while frames were dropped because the client
    does not read them. `version` is that of the view which a member of a crowd has. `sender` is the
    connection while an answer to it is awaited.
    """

    __slots__ = ("audience", "crowd", "listener", "missed", "number", "sender", "version")

    def __init__(self, listener: Listener, number: int) -> None:
        self.listener = listener
        self.number = number
        self.audience: Audience | None = None
        self.crowd: int | None = None
        self.missed = False
        self.version = 0
        self.sender: Sender | None = None


class Owner:
    """Another hub as the owner of tables, as the edge sees it.

    `send` sends a message on the link to the owner. `later` runs a callback in a later turn of the event
    loop. `handles` are the handles of the tables of all owners, by table; `moved` is called with a handle
    when its table has left the owner. `trace` writes lines about actions into the server's log.
    """

    def __init__(
        self,
        hub: str,
        send: Callable[[messages.Message], None],
        games: Mapping[str, AnyGame],
        later: Callable[[Callable[[], None]], None],
        handles: dict[str, FarHandle],
        moved: Callable[[FarHandle], None],
        trace: ActionTrace | None = None,
    ) -> None:
        self.hub = hub
        self.trace = trace
        self.games = games
        self.later = later
        self._handles = handles
        self._send = send
        self._moved = moved
        self._gathering: list[Sender] = []
        self._numbers = count(1)
        self._replies: dict[int, Callable[[Answer | None], None]] = {}

    def tell(self, message: messages.Message) -> None:
        """Send a message that has no answer."""
        self._send(message)

    def ask(self, request: Callable[[int], messages.Message], reply: Callable[[Answer | None], None]) -> None:
        """Send a request; `reply` is called once, with the answer, or with None if the link breaks before.

        `request` makes the message from its number.
        """
        number = next(self._numbers)
        self._replies[number] = reply
        self.tell(request(number))

    async def value(self, request: Callable[[int], messages.Message]) -> Raw:
        """Send a request for a value and return it, encoded. Raises Refusal if the owner refuses it."""
        answered: asyncio.Future[Answer | None] = asyncio.get_running_loop().create_future()

        def reply(answer: Answer | None) -> None:
            if not answered.done():
                answered.set_result(answer)

        self.ask(request, reply)
        answer = await answered
        if answer is None:
            raise Refusal(Code.UNAVAILABLE, MOVING, AGAIN_MS)
        if answer.refused is not None:
            refused = answer.refused
            raise Refusal(refused.code, refused.message, refused.retry_ms)
        return answer.value

    async def reach(self, table: str, away_ms: int) -> FarHandle:
        """Return the handle of a table, after the owner has loaded it. Raises Refusal if it cannot."""
        game: str = msgspec.msgpack.decode(
            await self.value(lambda number: Reach(number, table, away_ms)), type=str
        )
        return self.handle(table, game)

    def handle(self, table: str, game: str) -> FarHandle:
        """Return the handle of a table that the owner has in memory."""
        known = self._handles.get(table)
        if known is not None and known.owner is self:
            return known
        if known is not None:
            known.owner.forget(known)
        made = self._handles[table] = FarHandle(table, game, self)
        return made

    def hear(self, message: FromOwner) -> None:
        """Take a message from the owner of tables."""
        if isinstance(message, Answer):
            reply = self._replies.pop(message.number, None)
            if reply is not None:
                reply(message)
            return
        table = self._handles.get(message.table)
        if table is None or table.owner is not self:
            return
        if isinstance(message, Moved):
            self.forget(table)
        else:
            table.hear(message)

    def gather(self, sender: Sender) -> None:
        """Hold back the frames to a connection until `flush`, because more may have come with this one."""
        sender.gather()
        self._gathering.append(sender)

    def flush(self) -> None:
        """Write what was held back, after all messages that came together."""
        gathering, self._gathering = self._gathering, []
        for sender in gathering:
            sender.flush()

    def forget(self, table: FarHandle) -> None:
        """Drop the handle of a table that has left the owner, and let its connections look for it."""
        if self._handles.get(table.id) is table:
            del self._handles[table.id]
            table.left = True
            self._moved(table)

    def lost(self) -> None:
        """Answer everything that still waits and drop all handles, because the link has broken."""
        # First the handles: a connection may send its next request to the table as soon as one is answered.
        for table in [table for table in self._handles.values() if table.owner is self]:
            self.forget(table)
        replies, self._replies = self._replies, {}
        for reply in replies.values():
            reply(None)


class FarHandle:
    """The handle (`TableHandle`) of a table that another hub owns, until the table has `left` that hub."""

    def __init__(self, id: str, game: str, owner: Owner) -> None:
        self.id = id
        self.game = game
        self.owner = owner
        self.left = False
        self._game = owner.games[game]
        self._slices = Slices(owner.later)
        self._numbers = count(1)
        self._viewers: dict[Listener, _Viewer] = {}
        self._by_number: dict[int, _Viewer] = {}
        self._crowds: dict[int, dict[_Viewer, None]] = {}
        self._waiting = 0

    @property
    def idle(self) -> bool:
        """Return True if no connection follows the table and no request waits for its answer."""
        return not self._viewers and not self._waiting

    def _ask(self, request: Callable[[int], messages.Message], reply: Reply, id: int, n: int | None) -> None:
        if self.left:
            reply(self._moving(id, n))
            return
        self._waiting += 1

        def on_answer(answer: Answer | None) -> None:
            self._waiting -= 1
            if answer is None:
                reply(self._moving(id, n))
            elif answer.refused is not None:
                # The owner has refused the message without reading the request, whose numbers are known here.
                reply(replace(answer.refused, id=id, n=n, table=self.id))
            else:
                try:
                    read = messages.read_answer(answer.value)
                except msgspec.DecodeError:
                    read = replace(messages.OTHER_RELEASE, id=id, n=n, table=self.id)
                reply(read)

        self.owner.ask(request, on_answer)

    def _moving(self, id: int, n: int | None) -> Refused:
        return Refused(code=Code.UNAVAILABLE, message=MOVING, id=id, n=n, table=self.id, retry_ms=AGAIN_MS)

    def send(self, asked: InboxRequest, now_ms: int | None = None) -> None:
        kind, command = pack_command(asked.command)
        known = asked.known
        viewer = self._viewer_of(asked.sender)
        reply = asked.reply
        if viewer is not None and kind == "act":
            viewer.sender = asked.sender
            reply = partial(self._acted, viewer, asked.reply)
        number_of_viewer = None if viewer is None else viewer.number

        def request(number: int) -> Send:
            if self.owner.trace is not None:
                self.owner.trace.passed_on(asked, self.id, self.owner.hub, number)
            return Send(number, self.id, asked.player, kind, command, number_of_viewer)

        self._ask(request, reply, known["id"], known["n"])

    def _acted(self, viewer: _Viewer, reply: Reply, answer: Done | Refused) -> None:
        """Answer an action; the answer and the frames before it go to the connection in one write."""
        viewer.sender = None
        reply(answer)

    def _viewer_of(self, sender: Sender | None) -> _Viewer | None:
        """Return the viewer of a connection that follows the table and has sent a command."""
        return None if sender is None else self._viewers.get(sender)  # type: ignore[call-overload]  # a sender that follows is a listener, too

    def follow(self, listener: Listener, player: Player, request: Watch, reply: Reply) -> None:
        viewer = self._viewers.get(listener)
        if viewer is None:
            viewer = self._viewers[listener] = _Viewer(listener, next(self._numbers))
            self._by_number[viewer.number] = viewer
        follow = partial(
            Follow,
            table=self.id,
            viewer=viewer.number,
            player=player,
            binary=listener.codec.binary,
            request=request,
        )
        self._ask(lambda number: follow(number), partial(self._followed, viewer, reply), request.id, None)

    def _followed(self, viewer: _Viewer, reply: Reply, answer: Done | Refused) -> None:
        if isinstance(answer, Refused) and viewer.audience is None:
            self._remove(viewer)
        reply(answer)

    def _remove(self, viewer: _Viewer) -> None:
        if self._by_number.pop(viewer.number, None) is not None:
            del self._viewers[viewer.listener]
            self._join(viewer, None)

    def unfollow(self, listener: Listener) -> None:
        viewer = self._viewers.get(listener)
        if viewer is not None:
            self._remove(viewer)
            self.owner.tell(Unfollow(self.id, viewer.number))

    def catch_up(self, listener: Listener) -> None:
        viewer = self._viewers.get(listener)
        if viewer is not None and viewer.missed:
            viewer.missed = False
            self.owner.tell(CaughtUp(self.id, viewer.number))

    def audience_of(self, listener: Listener) -> Audience | None:
        viewer = self._viewers.get(listener)
        return None if viewer is None else viewer.audience

    def say(self, listener: Listener, player: Player, request: Chat, reply: Reply) -> None:
        viewer = self._viewers.get(listener)
        number = 0 if viewer is None else viewer.number
        say = partial(Say, table=self.id, viewer=number, player=player, request=request)
        self._ask(lambda each: say(each), reply, request.id, None)

    def keep(self, player: Player, request: Keep, reply: Reply) -> None:
        note = partial(Note, table=self.id, player=player, request=request)
        self._ask(lambda each: note(each), reply, request.id, None)

    def prepare(self) -> None:
        self.owner.tell(Prepare(self.id))

    async def _read(self, what: str, **arguments: Any) -> Raw:
        self._waiting += 1
        try:
            return await self.owner.value(lambda number: Read(number, self.id, what, **arguments))
        finally:
            self._waiting -= 1

    async def snapshot(self, player: Player, request: Watch, codec: Codec) -> Snapshot:
        value = await self._read("snapshot", player=player, request=request, binary=codec.binary)
        packed = msgspec.msgpack.decode(value, type=PackedSnapshot)
        options = msgspec.msgpack.decode(packed.options, type=self._game.options_type)
        replayed = packed.replayed
        state = None if replayed == NONE else msgspec.msgpack.decode(replayed, type=self._game.state_type)
        return Snapshot(packed.view, options, packed.begun, state)

    async def convention_card(self, player: Player, request: Watch, side: str) -> LaidCard | None:
        value = await self._read("convention_card", player=player, request=request, side=side)
        return msgspec.msgpack.decode(value, type=PackedCard | None)

    async def people(self) -> People:
        return msgspec.msgpack.decode(await self._read("people"), type=People)

    async def summary(self) -> Summary:
        packed = msgspec.msgpack.decode(await self._read("summary"), type=PackedSummary)
        return unpack_summary(packed, self.owner.games)

    async def last_n(self, player: str) -> int:
        return msgspec.msgpack.decode(await self._read("last_n", player=Player(player)), type=int)

    def hear(self, message: Deliver | Shown | Joined | Crowd | Dismissed) -> None:
        """Take a message of the owner to connections at this table."""
        match message:
            case Deliver():
                self._on_frame(message)
            case Crowd():
                self._on_crowd_frame(message)
            case Shown():
                viewer = self._by_number.get(message.viewer)
                if viewer is not None:
                    viewer.audience = _audience(message)
            case Joined():
                viewer = self._by_number.get(message.viewer)
                if viewer is not None:
                    # Behind frames that are still written a few connections at a time.
                    join = partial(self._join, crowd=message.crowd, version=message.version)
                    self._slices.each(join, (viewer,))
            case Dismissed():
                viewer = self._by_number.get(message.viewer)
                if viewer is not None:
                    self._slices.each(self._dismiss, (viewer,))

    def _on_frame(self, message: Deliver) -> None:
        frame = Frame(message.payload, message.binary)
        if len(message.viewers) == 1:
            # Nearly all frames are for one player, which no watcher delays.
            alone = self._by_number.get(message.viewers[0])
            if alone is not None and isinstance(alone.audience, Seated):
                self._deliver(frame, alone)
                return
        found = [self._by_number[number] for number in message.viewers if number in self._by_number]
        watchers = []
        for viewer in found:
            if isinstance(viewer.audience, Seated):
                self._deliver(frame, viewer)
            else:
                watchers.append(viewer)
        self._slices.each(partial(self._deliver, frame), watchers, beside=len(found) - len(watchers))

    def _on_crowd_frame(self, message: Crowd) -> None:
        crowd = self._crowds.get(message.crowd)
        if crowd:
            frame = Frame(message.payload, message.binary)
            write = partial(self._deliver_in_crowd, frame, message.crowd, message.version)
            self._slices.each(write, tuple(crowd))

    def _deliver_in_crowd(self, frame: Frame, crowd: int, version: int, viewer: _Viewer) -> None:
        # A connection may have joined with a newer view while the patch waited at the owner.
        if viewer.crowd == crowd and viewer.version < version:
            viewer.version = version
            self._deliver(frame, viewer)

    def _deliver(self, frame: Frame, viewer: _Viewer) -> None:
        if viewer.missed or viewer.number not in self._by_number:
            return
        if viewer.listener.wire.congested:
            viewer.missed = True
            self.owner.tell(Behind(self.id, viewer.number))
        else:
            # The frames of a seated player come in the turn in which `Owner.flush` writes them.
            if viewer.sender is not None and isinstance(viewer.audience, Seated):
                self.owner.gather(viewer.sender)
            viewer.listener.deliver(frame)

    def _join(self, viewer: _Viewer, crowd: int | None, version: int = 0) -> None:
        if viewer.crowd is not None:
            members = self._crowds[viewer.crowd]
            members.pop(viewer, None)
            if not members:
                del self._crowds[viewer.crowd]
        viewer.crowd, viewer.version = crowd, version
        if crowd is not None and viewer.number in self._by_number:
            self._crowds.setdefault(crowd, {})[viewer] = None

    def _dismiss(self, viewer: _Viewer) -> None:
        if viewer.number in self._by_number:
            self._remove(viewer)
            viewer.listener.dismissed(self.id)


def _audience(message: Shown) -> Audience:
    """Return the audience that a message of the owner names."""
    if message.audience == "seat":
        return Seated(message.seat or 0)
    return (
        Kibitzer(message.audience)
        if isinstance(message.audience, int)
        else AUDIENCES_BY_NAME[message.audience]
    )
