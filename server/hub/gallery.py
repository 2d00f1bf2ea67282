"""Everybody who follows a table: who may see what, who is told, who is here and what is said."""

from __future__ import annotations

from collections.abc import Callable

from protocol.v1.codec import Codec
from protocol.v1.codes import Code
from protocol.v1.requests import Watch
from protocol.v1.updates import Done, Notice, Refused, ToClient
from server.errors import Refusal
from server.games.base import AllHands, Audience, Kibitzer, Public, Seated
from server.hub.outbox import Frame, Listener, Outbox
from server.hub.people import Gathering
from server.hub.services import Services
from server.table.entries import Acted, Base, Closed, Entry, Hosted, Sat, Stood
from server.table.player import Player
from server.table.table import Table

Reply = Callable[[Done | Refused], None]
SMALL_CROWD = 100


class Gallery:
    """The listeners of one table.

    `look` asks the table's owner to log that a player sees hidden hands, and answers; `changed` is called
    whenever people come, go, sit or stand.
    """

    def __init__(
        self,
        services: Services,
        table: Table,
        epoch: str,
        host: str,
        look: Callable[[Player, Audience, Reply], None],
        changed: Callable[[], None],
    ) -> None:
        self.outbox = Outbox(table, epoch, services.now_ms, services.timers.later)
        self.people = Gathering()
        self._services = services
        self._host = host
        self._look = look
        self._changed = changed
        self._wishes: dict[Listener, Audience] = {}
        self._asking: dict[Listener, Watch] = {}
        self._missed: set[Listener] = set()
        self._cancel_people: Callable[[], None] | None = None
        self._ended = ""
        self._closed = False

    @property
    def table(self) -> Table:
        """The table as it is shown."""
        return self.outbox.table

    @property
    def followed(self) -> bool:
        """Whether anybody follows the table."""
        return any(True for _ in self.outbox.listeners)

    def watch(self, listener: Listener, player: Player, request: Watch, reply: Reply) -> None:
        """Let a connection follow the table; `reply` is called first, then the view is sent.

        Raises Refusal for an audience that this player can never be.
        """
        audience = self._audience(player, request)
        if self._may_see(player, audience):
            self._asking.pop(listener, None)
            self._enter(listener, player, request, audience, reply)
            return
        self._asking[listener] = request

        def shown(answer: Done | Refused) -> None:
            if self._asking.get(listener) is not request:
                reply(answer)  # meanwhile the connection has asked for something else, or to be left alone
                return
            del self._asking[listener]
            if isinstance(answer, Done) and self._may_see(player, audience):
                self._enter(listener, player, request, audience, reply)
            elif isinstance(answer, Done):
                reply(Refused(code=Code.FORBIDDEN, message="hands are shown after the board"))
            else:
                reply(answer)

        self._look(player, audience, shown)

    def snapshot(self, player: Player, request: Watch, codec: Codec) -> Frame:
        """One view without following. Raises Refusal; hidden hands of a live deal need `watch`."""
        audience = self._audience(player, request)
        if not self._may_see(player, audience):
            raise Refusal(Code.FORBIDDEN, "hands are shown after the board")
        return self.outbox.snapshot(audience, codec)

    def _audience(self, player: Player, request: Watch) -> Audience:
        match request.as_:
            case "public":
                return Public()
            case "seat":
                seat = self.table.seat_of(player.id)
                if seat is None:
                    raise Refusal(Code.NOT_SEATED, "you have no seat at this table")
                return Seated(seat)
            case "all":
                return AllHands()
            case "director" | "commentator":
                raise Refusal(Code.FORBIDDEN, f"this table has no {request.as_}")
            case seat:
                if seat >= len(self.table.chairs):
                    raise Refusal(
                        Code.FORBIDDEN, f"expected a seat below {len(self.table.chairs)}, got {seat}"
                    )
                return Kibitzer(seat)

    def _may_see(self, player: Player, audience: Audience) -> bool:
        """Who may see what: hidden hands after the board, or by policy; never while one plays."""
        if isinstance(audience, Public):
            return True
        seat = self.table.seat_of(player.id)
        if isinstance(audience, Seated):
            return seat == audience.seat
        if seat is not None or not isinstance(audience, Kibitzer | AllHands):
            return False
        shown = self.table.policy.hands == "live" and player.id in self.table.saw
        return shown or self.table.state.result() is not None

    def _enter(
        self, listener: Listener, player: Player, request: Watch, audience: Audience, reply: Reply
    ) -> None:
        newcomer = self.people.player_of(listener) is None
        counter = self.table.counters.get(player.id)
        reply(Done(n=0 if counter is None else counter.n))
        self.people.enter(listener, player)
        if isinstance(audience, Public | Seated):
            self._wishes.pop(listener, None)
        else:
            self._wishes[listener] = audience
        self.outbox.subscribe(listener, audience, request.epoch, request.version)
        if newcomer and request.epoch is None:
            self._greet(listener, player)
        if newcomer:
            self.people_changed()

    def _greet(self, listener: Listener, player: Player) -> None:
        self._deliver(listener, self.people.people(self.table, self._host))
        chat = self.people.said(self.table, player)
        if chat is not None:
            self._deliver(listener, chat)

    def unwatch(self, listener: Listener) -> None:
        """The connection follows the table no more, nor does what it still asks for."""
        self._asking.pop(listener, None)
        if self.people.player_of(listener) is None:
            return
        self.outbox.unsubscribe(listener)
        self._missed.discard(listener)
        self._wishes.pop(listener, None)
        self.people.leave(listener)
        self.people_changed()

    def after(self, entry: Entry) -> None:
        """What else an entry brings: who now may see what, and who is told that somebody came or went."""
        match entry:
            case Sat():
                for listener in self.people.listeners_of(entry.player):
                    self._wishes.pop(listener, None)
                    self.outbox.subscribe(listener, Seated(entry.seat))
                self._recheck()
            case Stood() | Base() | Hosted():
                self._recheck()
            case Acted(seat=None):
                self._recheck()
                self._look_again()
                return
            case Closed():
                self._ended = entry.reason
                self.tell(self._closing())
            case _:
                return
        self.people_changed()

    def _recheck(self) -> None:
        """Move whoever may no longer see what he sees to the public view."""
        for listener in list(self.outbox.listeners):
            audience, player = self.outbox.audience_of(listener), self.people.player_of(listener)
            if audience is not None and player is not None and not self._may_see(player, audience):
                self.outbox.subscribe(listener, Public())

    def _look_again(self) -> None:
        """A new deal: whoever asked to see hands, and may at this table, is shown them again."""
        if self.table.policy.hands != "live":
            return
        for listener, audience in list(self._wishes.items()):
            player = self.people.player_of(listener)
            if player is not None:
                self._show(listener, player, audience)

    def _show(self, listener: Listener, player: Player, audience: Audience) -> None:
        def shown(answer: Done | Refused) -> None:
            if self._wishes.get(listener) == audience and self._may_see(player, audience):
                self.outbox.subscribe(listener, audience)

        self._look(player, audience, shown)

    def show_again(self, player: Player) -> None:
        """Send every connection of this player its whole view."""
        for listener in self.people.listeners_of(player.id):
            audience = self.outbox.audience_of(listener)
            if audience is not None:
                self.outbox.subscribe(listener, audience)

    def say(self, player: Player, text: str) -> None:
        """Send a line of chat to those who may hear it."""
        chat, hear = self.people.say(self.table, player, text, self._services.now_ms())
        for listener in hear:
            self._deliver(listener, chat)

    def tell(self, update: ToClient) -> None:
        """Send one message to everybody here who is not behind."""
        frames: dict[Codec, Frame] = {}
        for listener in list(self.outbox.listeners):
            codec = listener.codec
            if codec not in frames:
                frames[codec] = Frame(codec.encode(update), codec.binary)
            if listener.congested:
                self._missed.add(listener)
            else:
                listener.deliver(frames[codec])

    def catch_up(self, listener: Listener) -> None:
        """Tell a listener whose buffer has drained what it is owed: the view, who is here, the end."""
        self.outbox.catch_up(listener)
        if listener not in self._missed:
            return
        self._missed.discard(listener)
        self._deliver(listener, self.people.people(self.table, self._host))
        if self.table.closed:
            self._deliver(listener, self._closing())

    def _closing(self) -> Notice:
        return Notice(kind="closing", table=self.table.id, message=self._ended)

    def _deliver(self, listener: Listener, update: ToClient) -> None:
        if listener.congested:
            self._missed.add(listener)
        else:
            listener.deliver(Frame(listener.codec.encode(update), listener.codec.binary))

    def people_changed(self) -> None:
        """Say that somebody came or went; everybody here is told a little later, once for many changes."""
        self._changed()
        if self._cancel_people is None and not self._closed:
            crowd = sum(1 for _ in self.outbox.listeners)
            when_ms = self._services.now_ms() + (250 if crowd < SMALL_CROWD else 2_000)
            self._cancel_people = self._services.timers.at(when_ms, self._tell_people)

    def _tell_people(self) -> None:
        self._cancel_people = None
        self.tell(self.people.people(self.table, self._host))

    def close(self) -> None:
        """Tell nobody anything any more."""
        self._closed = True
        if self._cancel_people is not None:
            self._cancel_people()
