"""The session of one connection: its player, its requests, and the tables that it follows.

Requests to one table are processed in the order in which they came (see `lanes`); so are the requests `open`
and `match`. A request that has to wait delays only the later requests in the same lane.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import Any, Protocol, assert_never

from msgspec.structs import replace

from protocol.v1 import requests as ask
from protocol.v1 import updates as tell
from protocol.v1.codec import Codec, InvalidMessage, decode_request
from protocol.v1.codes import CloseCode, Code
from server.errors import Refusal
from server.games.base import Seated
from server.hub.feeds import Frame, audience_name
from server.hub.hub import Hub
from server.hub.inbox import InboxRequest
from server.hub.room import Room
from server.session.front_desk import FrontDesk
from server.session.lanes import Lane, Lanes
from server.session.text import cleaned
from server.table.commands import Barrier
from server.table.player import Player

log = logging.getLogger("kibitz.session")

MAX_WAITING, MAX_FOLLOWED = 64, 64
MAX_GARBAGE = 10
MAX_OVER_RATE = 100

TOO_MANY_WAIT = "too many requests are waiting for answers"
OPENING, IDENTIFYING, LISTING = "to open", "to be identified", "to list"
"""The names of lanes for requests without a table. These names contain a space and so cannot be table ids."""

TableChange = ask.Sit | ask.Stand | ask.Show | ask.Consent | ask.Host | ask.Rule | ask.Act
"""A request that goes into its table's inbox, because it may change the table."""
TableRequest = TableChange | ask.Watch | ask.Chat | ask.Note
"""A request that needs its table in memory."""
AtTable = TableRequest | ask.Unwatch
"""A request to one table."""


class Wire(Protocol):
    """The transport of a session's frames. `congested` is True while sent frames have not been read."""

    @property
    def congested(self) -> bool: ...

    def send(self, frame: Frame) -> None: ...

    def send_together(self, frames: Sequence[Frame]) -> None:
        """Send some frames, in one write if the transport can."""
        for frame in frames:
            self.send(frame)

    def close(self, code: int, reason: str) -> None: ...


def _drop(frame: Frame) -> None:
    """Drop a frame, because the connection has ended."""


class Session:
    """The session of one client. The transport calls `receive`, `drained` and `gone`.

    A session is the `Conversation` of its websocket, the `Listener` of the feeds that it follows, the
    `Sender` of its commands, and a `Visitor` of the front desk.

    `_unanswered` counts the requests in the inbox of each table; the inbox keeps their order.

    `deliver` writes a frame to the client, unless the connection has ended.

    `address` is the client's network address, "" for a client inside this process. `player` is the player of
    a client that needs no token, such as a house robot.
    """

    def __init__(
        self, wire: Wire, codec: Codec, desk: FrontDesk, player: Player | None = None, address: str = ""
    ) -> None:
        self.codec = codec
        self.player = player or Player("")
        self.greeted = False
        self._known_player = player
        self._address = address
        self.wire = wire
        # Nothing stands between the feeds and the wire: most calls in this server are of `deliver`.
        self.deliver: Callable[[Frame], None] = wire.send
        self._gathered: list[Frame] = []
        self._deliver_at_once: Callable[[Frame], None] | None = None
        self._front_desk = desk
        self._hub: Hub = desk.hub
        self._early: deque[bytes] = deque()
        self._tasks: set[asyncio.Task[None]] = set()
        self._lanes = Lanes(self._hub.services.timers.later)
        self._unanswered: dict[str, int] = {}
        self._rooms: dict[str, ask.Watch] = {}
        self._bucket = desk.allowances.connection()
        self._garbage = self._over_rate = 0
        self._identifying = self._closed = False

    @property
    def followed(self) -> tuple[str, ...]:
        """Return the ids of the tables that this connection follows."""
        return tuple(self._rooms)

    def send(self, update: tell.ToClient) -> None:
        """Send one message to this client alone."""
        self.deliver(Frame(self.codec.encode(update), self.codec.binary))

    def close(self, code: CloseCode, reason: str) -> None:
        """Close the connection with a code and a reason; the transport then calls `gone`."""
        self._early.clear()
        self._lanes.clear()
        if not self._closed:
            self.flush()
            self.wire.close(code, reason)

    def gather(self) -> None:
        """Keep the frames to this client until `flush`, which the caller must call in the same turn."""
        if self._deliver_at_once is None:
            self._deliver_at_once = self.deliver
            self.deliver = self._gathered.append

    def flush(self) -> None:
        """Write the kept frames in one write."""
        deliver, frames = self._deliver_at_once, self._gathered
        if deliver is None:
            return
        self.deliver, self._deliver_at_once = deliver, None
        if len(frames) == 1:
            deliver(frames[0])
        elif frames:
            self.wire.send_together(frames)
        frames.clear()

    def receive(self, frame: bytes) -> None:
        """Receive one frame from the client."""
        if self._closed:
            return
        if not self._identifying:
            self._handle(frame)
        elif len(self._early) < MAX_WAITING:
            self._early.append(frame)
        else:
            self.close(CloseCode.RATE, TOO_MANY_WAIT)

    def drained(self) -> None:
        """Send the views that the client missed, because the client has now read all earlier frames."""
        for room in filter(None, map(self._hub.live, self._rooms)):
            room.viewers.catch_up(self)

    def gone(self) -> None:
        """End the session after its connection has ended. The player keeps the seats that the player has."""
        if self._closed:
            return
        self._closed, self.deliver, self._deliver_at_once = True, _drop, None
        self._gathered.clear()
        for task in self._tasks:
            task.cancel()
        self._early.clear()
        self._lanes.clear()
        self._front_desk.visitors.leave(self)
        for room in filter(None, map(self._hub.live, self._rooms)):
            room.viewers.unwatch(self)
        self._rooms.clear()

    def dismissed(self, table: str) -> None:
        """Forget a table that this client may no longer follow."""
        self._rooms.pop(table, None)

    def moved(self, room: Room) -> None:
        """Follow a table again, as the same audience as before, after this hub has lost the table."""
        watch = self._rooms.get(room.table.id)
        if watch is not None:
            seated = isinstance(room.viewers.audience_of(self), Seated)
            as_ = "seat" if seated else "public" if watch.as_ == "seat" else watch.as_
            self.send(tell.Notice(kind="hold", table=room.table.id, message="the table is being moved"))
            again = replace(watch, as_=as_, epoch=None, version=None, id=0)
            lane = self._lanes.of(watch.table)
            lane.next(lambda: self._work(lane, again, self._follow_again(again)))

    async def _follow_again(self, watch: ask.Watch) -> None:
        for _ in range(40):
            try:
                room = await self._hub.room(watch.table)
                self._watch(room, watch, partial(self._followed_again, room, watch))
            except Refusal as refusal:
                if refusal.code is Code.NOT_SEATED:
                    watch = replace(watch, as_="public")
                elif refusal.retry_ms is None:
                    raise
                else:
                    await asyncio.sleep(refusal.retry_ms / 1000)
            else:
                self.send(tell.Notice(kind="go", table=watch.table))
                return
        self.close(CloseCode.OVERLOAD, "the table could not be loaded again in time")

    def _followed_again(self, room: Room, watch: ask.Watch, answer: tell.Done | tell.Refused) -> None:
        """Send the client a refusal but no `done`, because the `watch` was not a request of the client."""
        if isinstance(answer, tell.Refused):
            self._follow_as_before(room, watch)
            self.send(replace(answer, table=watch.table))

    def _work(self, lane: Lane, request: ask.ToServer, work: Coroutine[Any, Any, None]) -> None:
        """Run `work`, which processes a request, as a task.

        Later requests of the lane wait until the task ends.
        """
        release = lane.block()

        async def run() -> None:
            try:
                await work
            except Refusal as refusal:
                self._refuse(request, refusal)
            except Exception as error:
                self._fault(request, error)

        task = asyncio.create_task(run())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda task: work.close())
        task.add_done_callback(lambda task: release())

    def _handle(self, frame: bytes) -> None:
        now_ms = self._hub.services.now_ms()
        wait_ms = 0
        if not self.player.house:
            wait_ms = self._bucket.take(now_ms) or self._front_desk.allowances.request(self.player, now_ms)
        try:
            request = cleaned(decode_request(self.codec, frame))
        except InvalidMessage as error:
            self._invalid(error)
            return
        if not self.greeted:
            self._hello(request)
        elif wait_ms:
            self._slow_down(request, wait_ms)
        else:
            self._garbage = self._over_rate = 0
            try:
                if isinstance(request, ask.Act):
                    self._act(request, now_ms)
                else:
                    self._dispatch(request)
            except Refusal as refusal:
                self._refuse(request, refusal)
            except Exception as error:
                self._fault(request, error)

    def _invalid(self, error: InvalidMessage) -> None:
        self._garbage += 1
        self._hub.services.meter.refusal(Code.INVALID_MESSAGE)
        self.send(tell.Refused(code=Code.INVALID_MESSAGE, message=str(error), id=error.id))
        if not self.greeted:
            self.close(CloseCode.HELLO, "expected hello as the first message")
        elif self._garbage >= MAX_GARBAGE:
            self.close(CloseCode.GARBAGE, f"{MAX_GARBAGE} messages in a row are not of this protocol")

    def _slow_down(self, request: ask.ToServer, wait_ms: int) -> None:
        self._over_rate += 1
        self._refuse(request, Refusal(Code.RATE_LIMITED, "too many requests", retry_ms=wait_ms))
        if self._over_rate >= MAX_OVER_RATE:
            self.close(CloseCode.RATE, f"{MAX_OVER_RATE} requests in a row over the rate limit")

    def _hello(self, request: ask.ToServer) -> None:
        self.greeted = isinstance(request, ask.Hello)
        if not isinstance(request, ask.Hello):
            self._refuse(request, Refusal(Code.INVALID_MESSAGE, "expected hello first - at `$.t`"))
            self.close(CloseCode.HELLO, "expected hello as the first message")
        elif self._known_player is not None or request.token is None:
            self._welcome()
        elif (player := self._front_desk.guests.known(request.token)) is not None:
            self.player = player
            self._welcome()
        else:
            self._identifying = True
            lane = self._lanes.of(IDENTIFYING)
            self._work(lane, request, self._identify(request.token))

    async def _identify(self, token: str) -> None:
        try:
            await self._find_player(token)
        finally:
            self._identifying = False
        while self._early:
            self._handle(self._early.popleft())

    async def _find_player(self, token: str) -> None:
        try:
            player = await self._front_desk.guests.find(token)
        except OSError:
            self.close(CloseCode.OVERLOAD, "the store does not answer")
            return
        if player is None:
            self.send(tell.Refused(code=Code.UNAUTHORIZED, message="this token is unknown or has expired"))
            self.close(CloseCode.UNAUTHORIZED, "unknown token")
            return
        self.player = player
        self._welcome()

    def _welcome(self) -> None:
        self.send(self._front_desk.welcome(self.player))
        self._front_desk.visitors.enter(self)
        if self._hub.holding():
            self.send(tell.Notice(kind="hold", message="the store does not answer"))

    def _dispatch(self, request: ask.ToServer) -> None:
        match request:
            case ask.Ping():
                self.send(tell.Pong(c=request.c, now_ms=self._hub.services.now_ms()))
            case ask.Hello():
                raise Refusal(Code.INVALID_MESSAGE, "expected hello only once, got it again - at `$.t`")
            case ask.Lobby():
                self._lobby(request)
            case ask.Open() | ask.Match():
                self._line_up(OPENING, request)
            case _:
                self._line_up(request.table, request)

    def _act(self, request: ask.Act, now_ms: int) -> None:
        """Put an action into its table's inbox at once, unless earlier requests of its lane wait.

        Nearly all requests are actions; the way through `_line_up` costs 3 microseconds more.
        """
        room = self._hub.live(request.table)
        if room is not None and self._lanes.is_idle(request.table):
            self._put(room, request, now_ms)
        else:
            self._line_up(request.table, request)

    def _put(self, room: Room, request: TableChange, now_ms: int | None = None) -> None:
        table = request.table
        self._unanswered[table] = self._unanswered.get(table, 0) + 1
        sender = self if table in self._rooms else None
        reply = partial(self._answer, table)
        room.put(InboxRequest(self.player, request, self.codec, reply, sender=sender), now_ms)

    def _answer(self, table: str, answer: tell.Done | tell.Refused) -> None:
        self.send(answer)
        left = self._unanswered[table] - 1
        if left:
            self._unanswered[table] = left
        else:
            del self._unanswered[table]

    def _line_up(self, name: str, request: AtTable | ask.Open | ask.Match) -> None:
        """Process a request after all earlier requests of its lane."""
        lane = self._lanes.of(name)
        if self._lanes.waiting >= MAX_WAITING:
            self.close(CloseCode.RATE, TOO_MANY_WAIT)
        else:
            lane.last(partial(self._take_up, lane, request))

    def _take_up(self, lane: Lane, request: AtTable | ask.Open | ask.Match, *, in_turn: bool = False) -> None:
        try:
            match request:
                case ask.Open():
                    self._work(lane, request, self._open(request))
                case ask.Match():
                    self._work(lane, request, self._open_match(request))
                case ask.Watch() | ask.Unwatch() | ask.Chat() | ask.Note() if (
                    lane.name in self._unanswered and not in_turn
                ):
                    self._wait_for_turn(lane, request)
                case ask.Unwatch():
                    self._unwatch(request)
                case _:
                    room = self._hub.live(request.table)
                    if room is None:
                        self._work(lane, request, self._wake(lane, request))
                    else:
                        self._at(lane, room, request)
        except Refusal as refusal:
            self._refuse(request, refusal)
        except Exception as error:
            self._fault(request, error)

    def _wait_for_turn(self, lane: Lane, request: AtTable) -> None:
        """Process a request after this connection's earlier requests to the table have been answered."""
        room = self._hub.live(request.table)
        if room is None:
            self._take_up(lane, request, in_turn=True)
            return
        release = lane.block()

        def on_turn(answer: tell.Done | tell.Refused) -> None:
            if isinstance(answer, tell.Done):
                self._take_up(lane, request, in_turn=True)
            else:
                self._refuse(request, Refusal(answer.code, answer.message, answer.retry_ms))
            release()

        room.put(InboxRequest(player=self.player, command=Barrier(), codec=self.codec, reply=on_turn))

    async def _wake(self, lane: Lane, request: TableRequest) -> None:
        self._at(lane, await self._hub.room(request.table), request)

    def _at(self, lane: Lane, room: Room, request: TableRequest) -> None:
        self._hub.check_speaks()
        match request:
            case ask.Watch():
                release = lane.block()
                try:
                    self._watch(room, request, partial(self._answer_watch, room, request, release))
                except Refusal:
                    release()
                    raise
            case ask.Chat():
                self._chat(room, request)
            case ask.Note():
                room.viewers.notes.keep(room.token, self.player, request, self.send)
            case ask.Sit() | ask.Stand() | ask.Show() | ask.Consent() | ask.Host() | ask.Rule() | ask.Act():
                if not isinstance(request, ask.Act):
                    self._front_desk.check_change(self.player, request)
                self._put(room, request)
            case _:
                assert_never(request)

    def _watch(
        self, room: Room, request: ask.Watch, answered: Callable[[tell.Done | tell.Refused], None]
    ) -> None:
        if request.table not in self._rooms and len(self._rooms) >= MAX_FOLLOWED:
            raise Refusal(Code.FORBIDDEN, f"a connection follows at most {MAX_FOLLOWED} tables")
        self._rooms[request.table] = request
        try:
            room.viewers.watch(self, self.player, request, answered)
        except Refusal:
            self._follow_as_before(room, request)
            raise

    def _answer_watch(
        self,
        room: Room,
        request: ask.Watch,
        release: Callable[[], None],
        answer: tell.Done | tell.Refused,
    ) -> None:
        if isinstance(answer, tell.Refused):
            self._follow_as_before(room, request)
        self.send(replace(answer, id=request.id, table=request.table))
        release()

    def _follow_as_before(self, room: Room, request: ask.Watch) -> None:
        """Restore the subscription that a client had before its `watch` was refused."""
        if self._rooms.get(request.table) is request:
            audience = room.viewers.audience_of(self)
            del self._rooms[request.table]
            if audience is not None:
                self._rooms[request.table] = replace(request, as_=audience_name(audience))

    def _chat(self, room: Room, request: ask.Chat) -> None:
        if not self.player.id:
            raise Refusal(Code.UNAUTHORIZED, "only a player with a token may write chat")
        self._front_desk.check_change(self.player, request)
        room.viewers.say(self, self.player, request)
        self.send(tell.Done(id=request.id, table=request.table))

    def _unwatch(self, request: ask.Unwatch) -> None:
        room = self._hub.live(request.table)
        if self._rooms.pop(request.table, None) is not None and room is not None:
            room.viewers.unwatch(self)
        self.send(tell.Done(id=request.id, table=request.table))

    async def _open(self, request: ask.Open) -> None:
        table = await self._front_desk.opening.open(self.player, request, self.codec, address=self._address)
        self.send(tell.Done(id=request.id, table=table))

    async def _open_match(self, request: ask.Match) -> None:
        table, other = await self._front_desk.opening.open_match(
            self.player, request, self.codec, address=self._address
        )
        self.send(tell.Done(id=request.id, table=table, other=other))

    def _lobby(self, request: ask.Lobby) -> None:
        wait_ms = self._front_desk.allowances.lobby(self, self._hub.services.now_ms())
        if wait_ms:
            raise Refusal(Code.RATE_LIMITED, "the lobby may be listed once a second", retry_ms=wait_ms)
        self._work(self._lanes.of(LISTING), request, self._list(request))

    async def _list(self, request: ask.Lobby) -> None:
        try:
            rows, cursor = await self._hub.lobby.page(request.game, request.text, request.cursor)
        except OSError:
            raise Refusal(
                Code.UNAVAILABLE, "the store does not answer; send the request again", retry_ms=500
            ) from None
        self.send(tell.Lobby(rows=tuple(rows), cursor=cursor, id=request.id))

    def _refuse(self, request: ask.ToServer | None, refusal: Refusal) -> None:
        self._hub.services.meter.refusal(refusal.code)
        self.send(
            tell.Refused(
                code=refusal.code,
                message=str(refusal),
                id=getattr(request, "id", 0),
                n=request.n if isinstance(request, ask.Act) else None,
                table=getattr(request, "table", None),
                retry_ms=refusal.retry_ms,
            )
        )

    def _fault(self, request: ask.ToServer, error: Exception) -> None:
        """Answer a request that caused a fault. The log omits the error's text, which may name cards."""
        log.error("a request (%s) failed with %s", type(request).__name__.lower(), type(error).__name__)
        self._refuse(request, Refusal(Code.INTERNAL, "an error in the server stopped this request"))
