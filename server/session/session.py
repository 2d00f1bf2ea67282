"""The session of one connection: its player, its requests, and the tables that it follows.

A client's requests to one table are processed in the order in which they came, and so are its requests `open`
and `match` (see `lanes`). A request that has to wait delays only the later requests in the same lane (its
queue).
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
from protocol.v1.codec import Codec, InvalidMessage, request_decoder
from protocol.v1.codes import CloseCode, Code
from server.errors import Refusal
from server.games.base import Seated
from server.hub.feeds import audience_name
from server.hub.handle import TableHandle
from server.hub.hub import Hub
from server.hub.inbox import InboxRequest
from server.hub.listeners import Frame
from server.moderation.measures import Banned
from server.session.conversion import TableChange, actions_of, command_of
from server.session.front_desk import FrontDesk
from server.session.guests import key_of
from server.session.lanes import Lane, Lanes
from server.session.text import cleaned
from server.session.visitors import short
from server.table.commands import Barrier, Command
from server.table.events import Effort
from server.table.player import Player

log = logging.getLogger("kibitz.session")

MAX_WAITING, MAX_FOLLOWED = 64, 64
MAX_GARBAGE = 10
MAX_OVER_RATE = 100

TOO_MANY_WAIT = "too many requests are waiting for answers"
OPENING, IDENTIFYING, LISTING = "to open", "to be identified", "to list"
"""The names of lanes (queues) for requests without a table.

The names of these lanes contain a space, so they differ from all table ids.
"""

TableRequest = TableChange | ask.Watch | ask.Chat | ask.Note
"""A client's request that can be processed only while its table is in memory."""
AtTable = TableRequest | ask.Unwatch
"""Any request of a client that names one table."""


class Wire(Protocol):
    """The transport of a session's frames.

    `congested` is True while the client has not read the frames that were sent to it.
    """

    @property
    def congested(self) -> bool: ...

    def send(self, frame: Frame) -> None: ...

    def send_together(self, frames: Sequence[Frame]) -> None:
        """Send frames to the client, in one write if the transport is able to do that."""
        for frame in frames:
            self.send(frame)

    def close(self, code: int, reason: str) -> None: ...


def _drop(frame: Frame) -> None:
    """Drop a frame, because the connection has ended."""


class Session:
    """One client's connection to the server, with its player and its requests.

    The transport calls the session's functions `receive`, `drained` and `gone`.

    A session is the `Conversation` of its websocket, the `Listener` of the feeds that it follows, the
    `Sender` of its commands, and a `Visitor` of the front desk.

    `_unanswered` counts, for each table, the client's requests that wait in the table's inbox, which keeps
    their order.

    `deliver` writes a frame to the client, unless the connection has ended.

    `address` is the client's network address, "" for a client inside this process. `key` is the hash of the
    token in `hello`, "" without one. `player` is the player of
    a client that needs no token, such as a house robot. `effort` is a function that returns how busy the
    server was while a house robot chose its action; the code that runs the robot sets it.
    """

    def __init__(
        self, wire: Wire, codec: Codec, desk: FrontDesk, player: Player | None = None, address: str = ""
    ) -> None:
        self.codec = codec
        self._decode = request_decoder(codec)
        self.player = player or Player("")
        self.key = ""
        self.greeted = False
        self._known_player = player
        self.address = address
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
        self._followed: dict[str, ask.Watch] = {}
        self._bucket = desk.allowances.connection()
        self._garbage = self._over_rate = 0
        self._identifying = self._closed = False
        self._trace = self._hub.services.trace
        self._name = "" if self._trace is None else self._trace.new_connection()
        self.effort: Callable[[], Effort | None] = lambda: None

    @property
    def followed(self) -> tuple[str, ...]:
        """Return the ids of the tables that this connection follows."""
        return tuple(self._followed)

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
        """Hold back the frames to this client until `flush` is called, in the same turn of the loop."""
        if self._deliver_at_once is None:
            self._deliver_at_once = self.deliver
            self.deliver = self._gathered.append

    def flush(self) -> None:
        """Write all frames that were held back, in one write."""
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
        for table in filter(None, map(self._hub.loaded, self._followed)):
            table.catch_up(self)

    def gone(self) -> None:
        """End the session after its connection has ended.

        A player does not lose a seat when a connection ends.
        """
        if self._closed:
            return
        self._closed, self.deliver, self._deliver_at_once = True, _drop, None
        self._gathered.clear()
        for task in self._tasks:
            task.cancel()
        self._early.clear()
        self._lanes.clear()
        self._front_desk.visitors.leave(self)
        self._front_desk.queue.leave(self)
        for table in filter(None, map(self._hub.loaded, self._followed)):
            table.unfollow(self)
        self._followed.clear()

    def dismissed(self, table: str) -> None:
        """Forget a table that this client may no longer follow."""
        self._followed.pop(table, None)

    def moved(self, table: TableHandle) -> None:
        """Let the client follow a table again, with the same view, after this hub has lost the table."""
        watch, audience = self._followed.get(table.id), table.audience_of(self)
        if watch is not None:
            as_ = watch.as_
            if isinstance(audience, Seated):
                as_ = "seat"
            elif audience is not None and as_ == "seat":
                as_ = "public"  # Without an audience, it is not known yet that the player has no seat.
            self.send(tell.Notice(kind="hold", table=table.id, message="the table is being moved"))
            again = replace(watch, as_=as_, epoch=None, version=None, id=0)
            lane = self._lanes.of(watch.table)
            lane.next(lambda: self._work(lane, again, self._follow_again(again)))

    async def _follow_again(self, watch: ask.Watch) -> None:
        for _ in range(40):
            try:
                table = await self._hub.handle(watch.table)
                await self._watched(table, watch)
            except Refusal as refusal:
                lost = refusal.code in (Code.NOT_SEATED, Code.FORBIDDEN) and watch.as_ != "public"
                if lost:
                    # The seat, or the right to see hands, was lost while the table moved.
                    watch = replace(watch, as_="public")
                elif refusal.retry_ms is None:
                    raise
                else:
                    await asyncio.sleep(refusal.retry_ms / 1000)
            else:
                # The client is sent no `done`, because the server itself made the request `watch`.
                self.send(tell.Notice(kind="go", table=watch.table))
                return
        self.close(CloseCode.OVERLOAD, "the table could not be loaded again in time")

    async def _watched(self, table: TableHandle, watch: ask.Watch) -> None:
        """Let the client follow a table, and return when the table has answered.

        `watch` is the client's request, with the hand or hands that it asks to see. Raises Refusal if the
        player may not follow the table in this way.
        """
        answered: asyncio.Future[tell.Done | tell.Refused] = asyncio.get_running_loop().create_future()

        def reply(answer: tell.Done | tell.Refused) -> None:
            if not answered.done():
                answered.set_result(answer)

        self._watch(table, watch, reply)
        answer = await answered
        if isinstance(answer, tell.Refused):
            self._follow_as_before(table, watch)
            raise Refusal(answer.code, answer.message, answer.retry_ms)

    def _work(self, lane: Lane, request: ask.ToServer, work: Coroutine[Any, Any, None]) -> None:
        """Run `work`, which processes a request, as a task of the event loop.

        Later requests of the same lane (its queue) wait until the task ends.
        """
        release = lane.block()

        async def run() -> None:
            try:
                await work
            except Refusal as refusal:
                self._refuse(request, refusal)
            except Exception as error:
                self._fault(request, error)

        task = self._hub.services.tasks.run(run())
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
            request = self._decode(frame)
            if not isinstance(request, ask.Act):  # An action is cleaned when it is converted.
                request = cleaned(request)
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
            self.player, self.key = player, key_of(request.token)
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
        except Banned as banned:
            self.send(tell.Refused(code=banned.code, message=str(banned)))
            self.close(CloseCode.REMOVED, short(str(banned)))
            return
        if player is None:
            self.send(tell.Refused(code=Code.UNAUTHORIZED, message="this token is unknown or has expired"))
            self.close(CloseCode.UNAUTHORIZED, "unknown token")
            return
        self.player, self.key = player, key_of(token)
        self._welcome()

    def _welcome(self) -> None:
        if self.player.has_bot_token:
            self._bucket = self._front_desk.allowances.connection(self.player)
        self.send(self._front_desk.welcome(self.player))
        self._front_desk.visitors.enter(self)
        for news in self._front_desk.events.news_of(self.player):
            self.send(news)
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
            case ask.Queue():
                self._front_desk.allowances.check_change(self.player)
                self._front_desk.queue.enter(self, request, self.send)
            case ask.Unqueue():
                self._front_desk.queue.leave(self)
                self.send(tell.Done(id=request.id))
            case ask.Open() | ask.Match() | ask.OpenSet():
                self._line_up(OPENING, request)
            case _:
                self._line_up(request.table, request)

    def _act(self, request: ask.Act, now_ms: int) -> None:
        """Put an action into its table's inbox at once, unless earlier requests to the table wait.

        This short way exists because nearly all requests are actions, and `_line_up` takes 3 microseconds
        longer.
        """
        table = self._hub.loaded(request.table)
        if table is not None and self._lanes.is_idle(request.table):
            self._put(table, request, now_ms)
        else:
            self._line_up(request.table, request)

    def _put(self, table: TableHandle, request: TableChange, now_ms: int | None = None) -> None:
        game = self._hub.games[table.game]
        if isinstance(request, ask.Act):
            made = actions_of(game).command(request, self.codec)
            if not self.player.house:
                self._front_desk.moderation.check_action(made.action)
            command: Command = made
            effort = self.effort() if self.player.house else None
        else:
            command, effort = command_of(game, request, self.codec), None
        id = request.table
        self._unanswered[id] = self._unanswered.get(id, 0) + 1
        sender = self if id in self._followed else None
        asked = InboxRequest(self.player, command, self._answer, False, sender, effort)
        if self._trace is not None:
            asked = self._trace.follow(asked, id, self._name)
        table.send(asked, now_ms)

    def _answer(self, answer: tell.Done | tell.Refused) -> None:
        """Send the client the answer to a command; every answer to a command names the command's table."""
        self.deliver(Frame(self.codec.encode(answer), self.codec.binary))
        table = answer.table
        assert table is not None, "expected the answer to a command to name its table"
        left = self._unanswered[table] - 1
        if left:
            self._unanswered[table] = left
        else:
            del self._unanswered[table]

    def _line_up(self, name: str, request: AtTable | ask.Open | ask.Match | ask.OpenSet) -> None:
        """Process a request after all earlier requests of its lane (its queue)."""
        lane = self._lanes.of(name)
        if self._lanes.waiting >= MAX_WAITING:
            self.close(CloseCode.RATE, TOO_MANY_WAIT)
        else:
            lane.last(partial(self._take_up, lane, request))

    def _take_up(
        self, lane: Lane, request: AtTable | ask.Open | ask.Match | ask.OpenSet, *, in_turn: bool = False
    ) -> None:
        try:
            match request:
                case ask.Open():
                    self._work(lane, request, self._open(request))
                case ask.Match():
                    self._work(lane, request, self._open_match(request))
                case ask.OpenSet():
                    self._work(lane, request, self._open_set(request))
                case ask.Watch() | ask.Unwatch() | ask.Chat() | ask.Note() if (
                    lane.name in self._unanswered and not in_turn
                ):
                    self._wait_for_turn(lane, request)
                case ask.Unwatch():
                    self._unwatch(request)
                case _:
                    table = self._hub.loaded(request.table)
                    if table is None:
                        self._work(lane, request, self._wake(lane, request))
                    else:
                        self._at(lane, table, request)
        except Refusal as refusal:
            self._refuse(request, refusal)
        except Exception as error:
            self._fault(request, error)

    def _wait_for_turn(self, lane: Lane, request: AtTable) -> None:
        """Process a request after this connection's earlier requests to the table have been answered."""
        table = self._hub.loaded(request.table)
        if table is None:
            self._take_up(lane, request, in_turn=True)
            return
        release = lane.block()

        def on_turn(answer: tell.Done | tell.Refused) -> None:
            if isinstance(answer, tell.Done):
                self._take_up(lane, request, in_turn=True)
            else:
                self._refuse(request, Refusal(answer.code, answer.message, answer.retry_ms))
            release()

        table.send(InboxRequest(player=self.player, command=Barrier(), reply=on_turn))

    async def _wake(self, lane: Lane, request: TableRequest) -> None:
        self._at(lane, await self._hub.handle(request.table), request)

    def _at(self, lane: Lane, table: TableHandle, request: TableRequest) -> None:
        self._hub.check_speaks()
        match request:
            case ask.Watch():
                answered = partial(self._answer_watch, table, request, lane.block())
                self._watch(table, request, answered)
            case ask.Chat():
                self._chat(table, request)
            case ask.Note():
                if not self.player.house:
                    self._front_desk.moderation.check_speech(self.player.id, request.text)
                table.keep(self.player, request, self.send)
            case (
                ask.Sit()
                | ask.Stand()
                | ask.Next()
                | ask.Wait()
                | ask.Show()
                | ask.Consent()
                | ask.Host()
                | ask.Rule()
                | ask.Act()
            ):
                if not isinstance(request, ask.Act):
                    self._front_desk.check_change(self.player, request, table.game)
                self._put(table, request)
            case _:
                assert_never(request)

    def _watch(
        self, table: TableHandle, request: ask.Watch, answered: Callable[[tell.Done | tell.Refused], None]
    ) -> None:
        if request.table not in self._followed and len(self._followed) >= MAX_FOLLOWED:
            most = f"a connection follows at most {MAX_FOLLOWED} tables"
            self._hub.services.meter.refusal(Code.FORBIDDEN)
            answered(tell.Refused(code=Code.FORBIDDEN, message=most))
            return
        self._followed[request.table] = request
        table.follow(self, self.player, request, answered)

    def _answer_watch(
        self,
        table: TableHandle,
        request: ask.Watch,
        release: Callable[[], None],
        answer: tell.Done | tell.Refused,
    ) -> None:
        if isinstance(answer, tell.Refused):
            self._follow_as_before(table, request)
        self.send(replace(answer, id=request.id, table=request.table))
        release()

    def _follow_as_before(self, table: TableHandle, request: ask.Watch) -> None:
        """Let a client follow a table as it did before its request `watch` was refused."""
        if self._followed.get(request.table) is request:
            audience = table.audience_of(self)
            del self._followed[request.table]
            if audience is not None:
                self._followed[request.table] = replace(request, as_=audience_name(audience))

    def _chat(self, table: TableHandle, request: ask.Chat) -> None:
        if not self.player.id:
            raise Refusal(Code.UNAUTHORIZED, "only a player with a token may write chat")
        self._front_desk.check_change(self.player, request, table.game)
        if not self.player.house:
            self._front_desk.moderation.check_speech(self.player.id, request.text)
        table.say(self, self.player, request, self.send)

    def _unwatch(self, request: ask.Unwatch) -> None:
        table = self._hub.loaded(request.table)
        if self._followed.pop(request.table, None) is not None and table is not None:
            table.unfollow(self)
        self.send(tell.Done(id=request.id, table=request.table))

    async def _open(self, request: ask.Open) -> None:
        table = await self._front_desk.opening.open(self.player, request, self.codec, address=self.address)
        self.send(tell.Done(id=request.id, table=table))

    async def _open_match(self, request: ask.Match) -> None:
        table, other = await self._front_desk.opening.open_match(
            self.player, request, self.codec, address=self.address
        )
        self.send(tell.Done(id=request.id, table=table, other=other))

    async def _open_set(self, request: ask.OpenSet) -> None:
        board_set, tables = await self._front_desk.opening.open_set(
            self.player, request, self.codec, address=self.address
        )
        self.send(tell.Done(id=request.id, board_set=board_set, tables=tables))

    def _lobby(self, request: ask.Lobby) -> None:
        wait_ms = self._front_desk.allowances.lobby(self, self._hub.services.now_ms())
        if wait_ms:
            raise Refusal(Code.RATE_LIMITED, "the lobby may be listed once a second", retry_ms=wait_ms)
        self._work(self._lanes.of(LISTING), request, self._list(request))

    async def _list(self, request: ask.Lobby) -> None:
        try:
            rows, cursor = await self._hub.lobby.page(request.game, request.text, request.cursor)
            queues = await self._front_desk.queue.rows() if request.cursor is None else ()
        except OSError:
            raise Refusal(
                Code.UNAVAILABLE, "the store does not answer; send the request again", retry_ms=500
            ) from None
        self.send(tell.Lobby(rows=tuple(rows), cursor=cursor, id=request.id, queues=queues))

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
                game=refusal.game,
            )
        )

    def _fault(self, request: ask.ToServer, error: Exception) -> None:
        """Answer a request that failed because of a fault in the server.

        The server's log omits the text of the fault, which may name cards.
        """
        about = {"player": self.player.id, "table": getattr(request, "table", "")}
        kind, fault = type(request).__name__.lower(), type(error).__name__
        log.error("a request (%s) failed with %s", kind, fault, extra=about)
        self._refuse(request, Refusal(Code.INTERNAL, "an error in the server stopped this request"))
