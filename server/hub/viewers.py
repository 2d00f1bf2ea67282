"""The viewers of a table: the audience of each, and the changes of what they may see during play."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from protocol.v1.codec import Codec
from protocol.v1.codes import Code
from protocol.v1.requests import Chat, Watch
from protocol.v1.updates import Done, Notice, Refused
from server.errors import Refusal
from server.games.base import AllHands, Audience, Kibitzer, Public, Seated
from server.hub.chat import TableChat
from server.hub.consents import Consents
from server.hub.delayed_feed import DelayedFeed, closed_in_match
from server.hub.feeds import AUDIENCES_BY_NAME, Feeds
from server.hub.inbox import Reply
from server.hub.listeners import Frame, Listener
from server.hub.notes.notebook import Notebook
from server.hub.presence import Kept, Presence, Viewer
from server.hub.services import Services
from server.table import access
from server.table.commands import Command, Deals
from server.table.events import Agreed, Base, Closed, Entry, Hosted, Relieved, Ruled
from server.table.player import Player
from server.table.seats import Chair
from server.table.table import Table

NOT_OPEN = "this table is not open to you"


def _has_absent_players(table: Table) -> bool:
    """Return True if a seat has an absent owner, or a player for which a robot plays."""
    return any(chair.owner is not None or chair.relief is not None for chair in table.chairs)


class WatchRequest(NamedTuple):
    """A request of a connection to watch a table as one audience; `reply` is called once with the answer."""

    listener: Listener
    player: Player
    audience: Audience
    request: Watch
    reply: Reply


class Viewers:
    """The connections that follow one table, with what each of them may see.

    `look` asks the room to log that a player sees hidden hands, and calls back with the answer. `give_back`
    asks the room to return a seat to its absent owner, for which a robot has played. `changed` is called
    whenever a person enters or leaves the table, sits down or stands up. `feeds` sends the views of the table
    without a delay, `presence` are the people at the table, and `notes` are the players' notes on cards.
    """

    def __init__(
        self,
        services: Services,
        table: Table,
        epoch: str,
        deals: Deals,
        *,
        look: Callable[[Player, Audience, Reply], None],
        give_back: Callable[[int, str], None],
        changed: Callable[[], None],
    ) -> None:
        self.feeds = Feeds(
            table, epoch, services.now_ms, services.timers.later, deals.count, services.ahead_ms
        )
        self.presence = Presence(services, self.feeds, changed)
        self.notes = Notebook(services.logs, self.presence)
        self._services = services
        self._deals = deals
        self._look, self._give_seat_back = look, give_back
        self._consents = Consents(self.presence)
        self._chat = TableChat(self.presence, services.now_ms)
        self._delayed: DelayedFeed | None = None
        self._chairs = table.chairs
        self._has_absent_players = _has_absent_players(table)
        self._hidden = table.hidden
        self._wanted: dict[Listener, Audience] = {}
        self._asking: dict[Listener, WatchRequest] = {}
        self._seen: dict[str, Audience] = {}
        self._ending = Notice(kind="closing", table=table.id)

    @property
    def table(self) -> Table:
        """Return the table as players see it, without a delay."""
        return self.feeds.table

    def audience_of(self, listener: Listener) -> Audience | None:
        """Return the audience as which a connection follows the table, None if it does not follow it."""
        viewer = self.presence.of(listener)
        return None if viewer is None else viewer.audience

    def watch(self, listener: Listener, player: Player, request: Watch, reply: Reply) -> None:
        """Let a connection follow the table: first call `reply` with the answer, then send the view.

        Raises Refusal if the player may not enter the table, or asks for the view of a seat without having
        one.
        """
        audience = self._audience(player, request)
        asked = self._asking[listener] = WatchRequest(listener, player, audience, request, reply)
        if self._may_see(player, audience):
            self._after_look(asked, Done())
        else:
            self._look(player, audience, partial(self._after_look, asked))

    def _after_look(self, asked: WatchRequest, looked: Done | Refused) -> None:
        """Answer a request to watch hidden hands, after the log entry of the look was stored or refused.

        A look is the log entry which says that a player sees hidden hands. A delayed watcher gets the answer
        to a request to watch once the delayed feed is ready.
        """
        answer = partial(self._admit_or_refuse, asked, looked)
        if access.sees_live(self.table, asked.player.id):
            answer()
        else:
            self._delayed_feed().when_ready(answer)

    def _admit_or_refuse(self, asked: WatchRequest, looked: Done | Refused) -> None:
        player, audience = asked.player, asked.audience
        if self._asking.get(asked.listener) is not asked:
            # Answer, but show no view: a later `watch` or `unwatch` has replaced this request.
            asked.reply(looked)
            return
        del self._asking[asked.listener]
        if isinstance(looked, Refused):
            asked.reply(looked)
            if looked.code is Code.FORBIDDEN and isinstance(audience, Kibitzer):
                self.presence.knock(player, audience.seat)
        elif self._may_see(player, audience):
            self._enter(asked)
        else:
            asked.reply(Refused(code=Code.FORBIDDEN, message=self._why_not(player, audience)))

    def snapshot(self, player: Player, request: Watch, codec: Codec) -> Frame:
        """Return one view for a client that does not follow the table.

        Raises Refusal if the player may not see the view, and for hidden hands of a live deal, which only the
        request `watch` may show.
        """
        audience = self._audience(player, request)
        if not self._may_see(player, audience):
            raise Refusal(Code.FORBIDDEN, self._why_not(player, audience))
        return self.shown_to(player).snapshot(audience, codec)

    def shown_to(self, player: Player) -> Feeds:
        """Return the live or delayed feeds that a player sees.

        Raises Refusal if the player sees the table with a delay and the delayed feeds are not ready.
        """
        delayed = None if access.sees_live(self.table, player.id) else self._delayed_feed()
        shown = self.feeds if delayed is None else delayed.feeds
        if shown is None:
            raise Refusal(
                Code.UNAVAILABLE, "the delayed view is being prepared; send the request again", retry_ms=500
            )
        return shown

    def _audience(self, player: Player, request: Watch) -> Audience:
        if not self._may_enter(player):
            raise Refusal(Code.FORBIDDEN, NOT_OPEN)
        if request.as_ != "seat":
            return Kibitzer(request.as_) if isinstance(request.as_, int) else AUDIENCES_BY_NAME[request.as_]
        seat = self.table.seat_of(player.id)
        if seat is None and not self.table.closed:
            # Use the player's own seat, in which a robot plays; the robot leaves it before the view is sent.
            seat = self.table.right_of(player.id)
        if seat is None:
            raise Refusal(Code.NOT_SEATED, "you have no seat at this table")
        return Seated(seat)

    def _may_enter(self, player: Player) -> bool:
        return access.may_enter(self.table, player.id)

    def _may_see(self, player: Player, audience: Audience) -> bool:
        table, id = self.table, player.id
        cleared = access.may_see(table, id, audience) or access.may_see_delayed(table, id, audience)
        return cleared and self._may_enter(player)

    def _why_not(self, player: Player, audience: Audience) -> str:
        if not self._may_enter(player):
            return NOT_OPEN
        return access.reason_not_to_see(self.table, player.id, audience) or "send `watch` to see hidden hands"

    def _enter(self, asked: WatchRequest) -> None:
        listener, player, audience, request, reply = asked
        before, counter = self.audience_of(listener), self.table.counters.get(player.id)
        reply(Done(n=0 if counter is None else counter.n))
        if isinstance(audience, Public | Seated):
            self._wanted.pop(listener, None)
        else:
            self._wanted[listener] = audience
        self._show(listener, player, audience, request.epoch, request.version)
        if before is not None or request.epoch is None:
            self._chat.greet(listener, Viewer(player, audience), before)
        if before is None:
            self.presence.changed()
            self._consents.greet(listener, player.id, self._services.now_ms())
        self._give_seats_back(player.id)

    def _show(
        self,
        listener: Listener,
        player: Player,
        audience: Audience,
        epoch: str | None = None,
        version: int | None = None,
    ) -> None:
        """Show a connection the views of `audience`, and remember which hidden cards the player now sees."""
        self.presence.enter(listener, player, audience)
        self._unsubscribe(listener)
        if not access.sees_live(self.table, player.id):
            self._show_delayed(listener, epoch, version)
            return
        if not isinstance(audience, Public | Seated) and not self.table.over:
            seen = self._seen.get(player.id, audience)
            self._seen[player.id] = audience if seen == audience else AllHands()
        self._subscribe(self.feeds, listener, audience, epoch, version)
        self.notes.greet(listener, self.table)

    def _subscribe(
        self, feeds: Feeds, listener: Listener, audience: Audience, epoch: str | None, version: int | None
    ) -> None:
        if feeds.subscribe(listener, audience, epoch, version) and epoch is not None:
            self._services.meter.resyncs.inc()

    def _delayed_feed(self) -> DelayedFeed:
        if self._delayed is None:
            epoch = f"{self.feeds.epoch}.{self._services.nonce()}"
            closed = closed_in_match(self.table, self._deals)
            self._delayed = DelayedFeed(self._services, self.table, epoch, closed)
            self._chat.set_delayed_feed(self._delayed)
        return self._delayed

    def _show_delayed(self, listener: Listener, epoch: str | None, version: int | None) -> None:
        """Show a connection the delayed views as soon as the delayed feeds are ready."""
        delayed = self._delayed_feed()

        def ready() -> None:
            viewer = self.presence.of(listener)
            if (
                viewer is None
                or self._delayed is not delayed
                or access.sees_live(self.table, viewer.player.id)
            ):
                return
            if delayed.feeds is None:
                self._dismiss(listener, "this table cannot be watched: its log cannot be read")
            else:
                self._subscribe(delayed.feeds, listener, viewer.audience, epoch, version)
                self.notes.greet(listener, delayed.feeds.table)

        delayed.when_ready(ready)

    def _unsubscribe(self, listener: Listener) -> None:
        self.feeds.unsubscribe(listener)
        if self._delayed is not None and self._delayed.feeds is not None:
            self._delayed.feeds.unsubscribe(listener)

    def unwatch(self, listener: Listener) -> None:
        """Remove a connection from the viewers, and drop its request to watch if one still waits."""
        self._asking.pop(listener, None)
        if self.presence.of(listener) is None:
            return
        self._unsubscribe(listener)
        self._wanted.pop(listener, None)
        self.presence.leave(listener)
        self.presence.changed()

    def ask_for_consent(self, sender: Player, command: Command) -> None:
        """Ask the players for their consent to a request that was refused because they had not agreed."""
        self._consents.ask(sender, command, self._services.now_ms())

    def after(self, entry: Entry, *, ordinary: bool = False, host: str | None = None) -> None:
        """Change what viewers may see and are sent after a log entry: rights, audiences, chat and notes.

        `host` is the id of the host or director if the entry is the request of a host or director. An
        ordinary move (`Game.changes`) has no effects on viewers, unless watchers see the table with a delay,
        a player is absent or a director is called.
        """
        table, seats_before, was_hidden = self.feeds.table, self._chairs, self._hidden
        if (
            ordinary
            and table.chairs is seats_before
            and self._delayed is None
            and not (self._has_absent_players or self.presence.disputed)
        ):
            return
        self._chairs, self._hidden = table.chairs, table.hidden
        self._has_absent_players = _has_absent_players(table)
        if self._delayed is not None:
            self._delayed.follow(table, entry)
        if table.chairs is not seats_before:
            self._reseat(seats_before)
            if host is not None:
                self._consents.after_hosting(host, seats_before)
        if isinstance(entry, Base):
            self._seen.clear()
            self.notes.begin()
        if isinstance(entry, Relieved):
            self.presence.tell_relieved(entry)
        if isinstance(entry, Agreed):
            self._consents.after_consent(entry, self._services.now_ms())
        if access.changes_rights(entry):
            self._recheck()
        if isinstance(entry, Closed):
            self._ending = Notice(kind="closing", table=table.id, message=entry.reason)
            self.presence.tell_present(self._ending)
            if self._delayed is not None:
                self._delayed.when_released(
                    table.deal, table.time_ms, partial(self.presence.tell_delayed, self._ending)
                )
        if table.chairs is not seats_before or isinstance(entry, Hosted | Closed):
            self.presence.changed()
        if was_hidden and not table.hidden:
            self._consents.deal_over(self._services.now_ms())
            self._chat.deal_over()
            self.notes.deal_over(self._delayed)
        self.presence.update_director_call(ruled=isinstance(entry, Ruled) and entry.player is not None)
        if access.changes_rights(entry):
            self._retry_looks()
        self._give_seats_back()

    def _reseat(self, before: tuple[Chair, ...]) -> None:
        """Show each player that has a new seat the view of the new seat."""
        for seat, (old, chair) in enumerate(zip(before, self.table.chairs, strict=False)):
            if chair.player is None or chair.player == old.player:
                continue
            for listener in self.presence.listeners_of(chair.player):
                self._wanted.pop(listener, None)
                self._change(listener, Seated(seat))

    def _change(self, listener: Listener, audience: Audience | None = None) -> None:
        """Send a connection the view of `audience`.

        If `audience` is None, send the whole view again that the connection may see now.
        """
        viewer = self.presence.of(listener)
        if viewer is not None:
            self._show(listener, viewer.player, viewer.audience if audience is None else audience)

    def _recheck(self) -> None:
        """Check again what each viewer may see: for players at once, for watchers a few at a time.

        Watchers get no frames until it is checked again what they may see.
        """
        all_watchers = self._is_restricted or not self._is_live
        all_feeds = (
            [self.feeds]
            if self._delayed is None or self._delayed.feeds is None
            else [self.feeds, self._delayed.feeds]
        )
        for feeds in all_feeds:
            feeds.withhold(public=all_watchers)
        watchers = []
        for listener, (_, audience) in self.presence.listeners():
            if isinstance(audience, Seated):
                self._recheck_one(listener)
            elif all_watchers or not isinstance(audience, Public):
                watchers.append(listener)
        self.feeds.slices.each(self._recheck_one, watchers)
        if self._delayed is not None and not access.is_delayed(self.table):
            self.feeds.slices.each(self._end_delay, (self._delayed,))

    @property
    def _is_restricted(self) -> bool:
        """Return True if some players may not follow the table."""
        table = self.table
        return not table.policy.watchers or table.policy.access != "open" or bool(table.roles.unwelcome)

    @property
    def _is_live(self) -> bool:
        """Return True if no watcher sees the table with a delay, now or before the last log entry."""
        return self._delayed is None and not access.is_delayed(self.table)

    def _recheck_one(self, listener: Listener) -> None:
        """Show a connection what its player may see now.

        If the player may never see the hands that the player asked to see earlier, forget that request.
        """
        viewer = self.presence.of(listener)
        if viewer is None:
            return
        player, audience = viewer
        if self._is_restricted and not self._may_enter(player):
            self._dismiss(listener, NOT_OPEN)
        elif not isinstance(audience, Public) and not self._may_see(player, audience):
            if access.awaits_logged_look(self.table, player.id, audience):
                self._resume(listener)
                return
            wanted = self._wanted.get(listener)
            if wanted is not None and access.reason_not_to_see(self.table, player.id, wanted) is not None:
                del self._wanted[listener]
            self._show(listener, player, Public())
        elif not self._is_live and (listener in self.feeds) is not access.sees_live(self.table, player.id):
            self._show(listener, player, audience)
        else:
            self._resume(listener)

    def _resume(self, listener: Listener) -> None:
        """Allow frames to a connection again, after it was checked what its player may see."""
        self.feeds.resume(listener)
        if self._delayed is not None and self._delayed.feeds is not None:
            self._delayed.feeds.resume(listener)

    def _end_delay(self, delayed: DelayedFeed) -> None:
        """Close the delayed feed after its watchers have been moved to the feeds without a delay."""
        if self._delayed is delayed and not access.is_delayed(self.table):
            self._delayed = None
            self._chat.set_delayed_feed(None)
            delayed.close()

    def _retry_looks(self) -> None:
        """Repeat watchers' requests for hands that they were not yet allowed to see, a few at a time."""
        self.feeds.slices.each(self._retry_look, tuple(self._wanted))

    def _retry_look(self, listener: Listener) -> None:
        viewer, wanted = self.presence.of(listener), self._wanted.get(listener)
        if viewer is None or wanted is None:
            return
        if not (viewer.audience == wanted and self._may_see(viewer.player, wanted)):
            self._look(viewer.player, wanted, partial(self._looked, listener, wanted))

    def _looked(self, listener: Listener, wanted: Audience, answer: Done | Refused) -> None:
        viewer = self.presence.of(listener)
        if viewer is None or self._wanted.get(listener) != wanted:
            return
        may_see = self._may_see(viewer.player, wanted)
        if may_see is not (viewer.audience == wanted):
            self._change(listener, wanted if may_see else Public())
        if not may_see and isinstance(answer, Refused) and answer.code is Code.FORBIDDEN:
            del self._wanted[listener]

    def _dismiss(self, listener: Listener, why: str) -> None:
        """Notify a connection that its player may no longer follow the table, and remove the connection."""
        self.presence.withhold(listener)
        self.presence.tell_few(Notice(kind="closing", table=self.table.id, message=why), (listener,))
        self.unwatch(listener)
        listener.dismissed(self.table.id)

    def _give_seats_back(self, came: str = "") -> None:
        """Return each seat in which a robot has played to its owner, if the owner is present.

        The player `came` also gets a seat back if a robot took over because this player had run out of time.
        """
        for seat, chair in enumerate(self.table.chairs):
            if chair.owner is not None and chair.owner in self.presence.names:
                self._give_seat_back(seat, chair.owner)
            elif chair.relief is not None and chair.player == came:
                self._give_seat_back(seat, came)

    def show_again(self, player: Player) -> None:
        """Send every connection of a player the whole view of the table again."""
        for listener in self.presence.listeners_of(player.id):
            self._change(listener)

    def say(self, listener: Listener, player: Player, request: Chat, kept: Kept) -> None:
        """Send a line of chat to the viewers that may read it, and then call `kept`.

        Raises Refusal if the player is not allowed to write this line of chat.
        """
        self._chat.say(listener, player, request, self._seen.get(player.id), kept)

    def catch_up(self, listener: Listener) -> None:
        """Send a listener everything that it missed while it had not read earlier frames.

        A listener that missed messages gets the view, the people, the notes on cards, and the end of the
        table.
        """
        delayed = None if self._delayed is None else self._delayed.feeds
        shown = self.feeds if delayed is None or listener in self.feeds else delayed
        if shown.catch_up(listener):
            self._services.meter.conflated.inc()
        if listener not in self.presence.missed:
            return
        self.presence.missed.discard(listener)
        self.presence.tell_people(listener)
        if listener in shown:
            self.notes.greet(listener, shown.table)
            if shown.table.closed:
                self.presence.tell_few(self._ending, (listener,))

    def fall_behind(self, listener: Listener) -> None:
        """Note that frames on their way to a connection at another hub were dropped, until `catch_up`."""
        for feeds in (self.feeds, None if self._delayed is None else self._delayed.feeds):
            if feeds is not None:
                feeds.fall_behind(listener)
        if self.presence.of(listener) is not None:
            self.presence.missed.add(listener)

    def close(self) -> None:
        """Stop all messages to the viewers of the table."""
        self.presence.close()
        self._asking.clear()
        if self._delayed is not None:
            self._delayed.close()
