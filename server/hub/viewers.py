"""Everybody who follows a table: who may see what, and who is told of whom and by whom."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from protocol.v1.codec import Codec
from protocol.v1.codes import Code
from protocol.v1.requests import Chat, Watch
from protocol.v1.updates import Done, Notice, Refused
from server.errors import Refusal
from server.games.base import AllHands, Audience, Kibitzer, Public, Seated
from server.hub.chat import TableChat
from server.hub.delayed_feed import DelayedFeed, closed_in_match
from server.hub.feeds import NAMED, Feeds, Frame, Listener
from server.hub.notes.notebook import Notebook
from server.hub.presence import Asked, Attendance, Viewer
from server.hub.services import Reply, Services
from server.table import access
from server.table.commands import Deals
from server.table.events import Base, Closed, Entry, Hosted, Relieved, Ruled
from server.table.player import Player
from server.table.seats import Chair
from server.table.table import Table

NOT_OPEN = "this table is not open to you"


class Viewers:
    """The listeners of one table.

    `look` asks the table's owner to log that a player sees hidden hands, and answers; `back` to give a seat
    back to its owner; `changed` is called whenever people come, go, sit or stand. `outbox` is the present,
    `notes` are those on its cards.
    """

    def __init__(
        self,
        services: Services,
        table: Table,
        epoch: str,
        deals: Deals,
        look: Callable[[Player, Audience, Reply], None],
        back: Callable[[int, str], None],
        changed: Callable[[], None],
    ) -> None:
        self.outbox = Feeds(table, epoch, services.now_ms, services.timers.later)
        self.people = Attendance(services, self.outbox, changed)
        self.notes = Notebook(services.store, self.people)
        self._services = services
        self._deals = deals
        self._look, self._back = look, back
        self._talk = TableChat(self.people, services.now_ms)
        self._late: DelayedFeed | None = None
        self._chairs = table.chairs
        self._hidden = table.hidden
        self._wishes: dict[Listener, Audience] = {}
        self._asking: dict[Listener, Asked] = {}
        self._seen: dict[str, Audience] = {}
        self._ending = Notice(kind="closing", table=table.id)

    @property
    def table(self) -> Table:
        """The table as it is."""
        return self.outbox.table

    def audience_of(self, listener: Listener) -> Audience | None:
        """Whose view a connection is shown, None where it follows nothing."""
        here = self.people.of(listener)
        return None if here is None else here.audience

    def watch(self, listener: Listener, player: Player, request: Watch, reply: Reply) -> None:
        """Let a connection follow the table; `reply` is called first, then the view is sent.

        Raises Refusal for an audience that this player can never be.
        """
        audience = self._audience(player, request)
        asked = self._asking[listener] = Asked(listener, player, audience, request, reply)
        if self._may_see(player, audience):
            self._once_shown(asked, Done())
        else:
            self._look(player, audience, partial(self._once_shown, asked))

    def _once_shown(self, asked: Asked, looked: Done | Refused) -> None:
        """Answer when there is something that this player may be shown."""
        answer = partial(self._answer, asked, looked)
        if access.lives(self.table, asked.player.id):
            answer()
        else:
            self._shown_late().when_ready(answer)

    def _answer(self, asked: Asked, looked: Done | Refused) -> None:
        player, audience = asked.player, asked.audience
        if self._asking.get(asked.listener) is not asked:
            asked.reply(looked)  # meanwhile the connection has asked for something else, or to be left alone
            return
        del self._asking[asked.listener]
        if isinstance(looked, Refused):
            asked.reply(looked)
            if looked.code is Code.FORBIDDEN and isinstance(audience, Kibitzer):
                self.people.knock(player, audience.seat)
        elif self._may_see(player, audience):
            self._enter(asked)
        else:
            asked.reply(Refused(code=Code.FORBIDDEN, message=self._why_not(player, audience)))

    def snapshot(self, player: Player, request: Watch, codec: Codec) -> Frame:
        """One view without following. Raises Refusal; hidden hands of a live deal need `watch`."""
        audience = self._audience(player, request)
        if not self._may_see(player, audience):
            raise Refusal(Code.FORBIDDEN, self._why_not(player, audience))
        return self.shown_to(player).snapshot(audience, codec)

    def shown_to(self, player: Player) -> Feeds:
        """What somebody who may enter is shown: the present, or the past where he is late. Raises Refusal."""
        late = None if access.lives(self.table, player.id) else self._shown_late()
        shown = self.outbox if late is None else late.outbox
        if shown is None:
            raise Refusal(Code.UNAVAILABLE, "the log is being read; ask again", retry_ms=500)
        return shown

    def _audience(self, player: Player, request: Watch) -> Audience:
        if not self._may_enter(player):
            raise Refusal(Code.FORBIDDEN, NOT_OPEN)
        if request.as_ != "seat":
            return Kibitzer(request.as_) if isinstance(request.as_, int) else NAMED[request.as_]
        seat = self.table.seat_of(player.id)
        if seat is None and not self.table.closed:  # an owner is given his seat back before he looks
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
        return access.barred(self.table, player.id, audience) or "watch, to be shown hidden hands"

    def _enter(self, asked: Asked) -> None:
        listener, player, audience, request, reply = asked
        before, counter = self.audience_of(listener), self.table.counters.get(player.id)
        reply(Done(n=0 if counter is None else counter.n))
        if isinstance(audience, Public | Seated):
            self._wishes.pop(listener, None)
        else:
            self._wishes[listener] = audience
        self._show(listener, player, audience, request.epoch, request.version)
        if before is not None or request.epoch is None:
            self._talk.greet(listener, Viewer(player, audience), before)
        if before is None:
            self.people.changed()
        self._give_back(player.id)

    def _show(
        self,
        listener: Listener,
        player: Player,
        audience: Audience,
        epoch: str | None = None,
        version: int | None = None,
    ) -> None:
        """Let a connection follow as `audience`, and remember what it sees of this deal's hidden cards."""
        self.people.enter(listener, player, audience)
        self._unsubscribe(listener)
        if not access.lives(self.table, player.id):
            self._show_late(listener, epoch, version)
            return
        if not isinstance(audience, Public | Seated) and not self.table.over:
            seen = self._seen.get(player.id, audience)
            self._seen[player.id] = audience if seen == audience else AllHands()
        self.outbox.subscribe(listener, audience, epoch, version)
        self.notes.greet(listener, self.table)

    def _shown_late(self) -> DelayedFeed:
        if self._late is None:
            epoch = f"{self.outbox.epoch}.{self._services.nonce()}"
            closed = closed_in_match(self.table, self._deals)
            self._late = DelayedFeed(self._services, self.table, epoch, closed)
            self._talk.shown_late(self._late)
        return self._late

    def _show_late(self, listener: Listener, epoch: str | None, version: int | None) -> None:
        """Let a connection follow the older prefix of the log, as soon as that is known."""
        late = self._shown_late()

        def ready() -> None:
            here = self.people.of(listener)
            if here is None or self._late is not late or access.lives(self.table, here.player.id):
                return
            if late.outbox is None:
                self._dismiss(listener, "the past of this table cannot be read")
            else:
                late.outbox.subscribe(listener, here.audience, epoch, version)
                self.notes.greet(listener, late.outbox.table)

        late.when_ready(ready)

    def _unsubscribe(self, listener: Listener) -> None:
        self.outbox.unsubscribe(listener)
        if self._late is not None and self._late.outbox is not None:
            self._late.outbox.unsubscribe(listener)

    def unwatch(self, listener: Listener) -> None:
        """The connection follows the table no more, nor does what it still asks for."""
        self._asking.pop(listener, None)
        if self.people.of(listener) is None:
            return
        self._unsubscribe(listener)
        self._wishes.pop(listener, None)
        self.people.leave(listener)
        self.people.changed()

    def after(self, entry: Entry) -> None:
        """What else an entry brings: who now may see what, and who is told that somebody came or went."""
        table, seats_before, was_hidden = self.table, self._chairs, self._hidden
        self._chairs, self._hidden = table.chairs, table.hidden
        if self._late is not None:
            self._late.given(table, entry)
        if table.chairs is not seats_before:
            self._reseat(seats_before)
        if isinstance(entry, Base):
            self._seen.clear()
            self.notes.begin()
        if isinstance(entry, Relieved):
            self.people.tell_relieved(entry)
        if access.changes_rights(entry):
            self._recheck()
        if isinstance(entry, Closed):
            self._ending = Notice(kind="closing", table=table.id, message=entry.reason)
            self.people.tell_present(self._ending)
            if self._late is not None:
                self._late.say(table.deal, table.time_ms, partial(self.people.tell_late, self._ending))
        if table.chairs is not seats_before or isinstance(entry, Hosted | Closed):
            self.people.changed()
        if was_hidden and not table.hidden:
            self._talk.deal_over()
            self.notes.deal_over(self._late)
        self.people.see_to_director(ruled=isinstance(entry, Ruled) and entry.player is not None)
        if access.changes_rights(entry):
            self._look_again()
        self._give_back()

    def _reseat(self, before: tuple[Chair, ...]) -> None:
        """Show who has got a seat, or another one, what it sees."""
        for seat, (old, chair) in enumerate(zip(before, self.table.chairs, strict=False)):
            if chair.player is None or chair.player == old.player:
                continue
            for listener in self.people.listeners_of(chair.player):
                self._wishes.pop(listener, None)
                self._change(listener, Seated(seat))

    def _change(self, listener: Listener, audience: Audience | None = None) -> None:
        """Show a connection that is here another audience's view, or its own once more as a whole."""
        here = self.people.of(listener)
        if here is not None:
            self._show(listener, here.player, here.audience if audience is None else audience)

    def _recheck(self) -> None:
        """Show nobody any more what he may not see: watchers in slices, held until it is their turn."""
        everybody = self._selective or not self._timely
        outboxes = (
            [self.outbox]
            if self._late is None or self._late.outbox is None
            else [self.outbox, self._late.outbox]
        )
        for outbox in outboxes:
            outbox.hold(public=everybody)
        watchers = []
        for listener, (_, audience) in self.people.listeners():
            if isinstance(audience, Seated):
                self._recheck_one(listener)
            elif everybody or not isinstance(audience, Public):
                watchers.append(listener)
        self.outbox.slices.each(self._recheck_one, watchers)
        if self._late is not None and not access.is_delayed(self.table):
            self.outbox.slices.each(self._show_in_time, (self._late,))

    @property
    def _selective(self) -> bool:
        """Whether not everybody may follow the table."""
        table = self.table
        return not table.policy.watchers or table.policy.access != "open" or bool(table.unwelcome)

    @property
    def _timely(self) -> bool:
        """Whether everybody is shown the table as it is, and has been."""
        return self._late is None and not access.is_delayed(self.table)

    def _recheck_one(self, listener: Listener) -> None:
        """Show one connection what it may see now; what it may not even ask for is forgotten."""
        here = self.people.of(listener)
        if here is None:
            return
        player, audience = here
        if self._selective and not self._may_enter(player):
            self._dismiss(listener, NOT_OPEN)
        elif not isinstance(audience, Public) and not self._may_see(player, audience):
            if access.awaits_logged_look(self.table, player.id, audience):
                self._resume(listener)
                return
            wish = self._wishes.get(listener)
            if wish is not None and access.barred(self.table, player.id, wish) is not None:
                del self._wishes[listener]
            self._show(listener, player, Public())
        elif not self._timely and (listener in self.outbox) is not access.lives(self.table, player.id):
            self._show(listener, player, audience)
        else:
            self._resume(listener)

    def _resume(self, listener: Listener) -> None:
        """Let a connection that was held follow on as before."""
        self.outbox.resume(listener)
        if self._late is not None and self._late.outbox is not None:
            self._late.outbox.resume(listener)

    def _show_in_time(self, late: DelayedFeed) -> None:
        """Show nothing late any more, now that all who were late are shown the present."""
        if self._late is late and not access.is_delayed(self.table):
            self._late = None
            self._talk.shown_late(None)
            late.close()

    def _look_again(self) -> None:
        """Whoever asked to see hands, may at this table, and sees none, is shown them again, in slices."""
        self.outbox.slices.each(self._look_once_more, tuple(self._wishes))

    def _look_once_more(self, listener: Listener) -> None:
        here, wish = self.people.of(listener), self._wishes.get(listener)
        if here is None or wish is None:
            return
        if not (here.audience == wish and self._may_see(here.player, wish)):
            self._look(here.player, wish, partial(self._looked, listener, wish))

    def _looked(self, listener: Listener, wish: Audience, answer: Done | Refused) -> None:
        here = self.people.of(listener)
        if here is None or self._wishes.get(listener) != wish:
            return
        may_see = self._may_see(here.player, wish)
        if may_see is not (here.audience == wish):
            self._change(listener, wish if may_see else Public())
        if not may_see and isinstance(answer, Refused) and answer.code is Code.FORBIDDEN:
            del self._wishes[listener]

    def _dismiss(self, listener: Listener, why: str) -> None:
        """Tell somebody that he may be here no more; he then is not."""
        self.people.withhold(listener)
        self.people.tell_few(Notice(kind="closing", table=self.table.id, message=why), (listener,))
        self.unwatch(listener)
        listener.dismissed(self.table.id)

    def _give_back(self, came: str = "") -> None:
        """Ask for the seats whose owners are here again, and of who `came`, whom a robot plays for."""
        for seat, chair in enumerate(self.table.chairs):
            if chair.owner is not None and chair.owner in self.people.names:
                self._back(seat, chair.owner)
            elif chair.relief is not None and chair.player == came:
                self._back(seat, came)

    def show_again(self, player: Player) -> None:
        """Send every connection of this player its whole view."""
        for listener in self.people.listeners_of(player.id):
            self._change(listener)

    def say(self, listener: Listener, player: Player, request: Chat) -> None:
        """Send a line of chat to those who may hear it. Raises Refusal where it may not be said."""
        self._talk.say(listener, player, request, self._seen.get(player.id))

    def catch_up(self, listener: Listener) -> None:
        """Tell a listener whose buffer has drained what it is owed: the view, who is here, the end."""
        late = None if self._late is None else self._late.outbox
        shown = self.outbox if late is None or listener in self.outbox else late
        shown.catch_up(listener)
        if listener not in self.people.missed:
            return
        self.people.missed.discard(listener)
        self.people.tell_people(listener)
        if listener in shown:
            self.notes.greet(listener, shown.table)
            if shown.table.closed:
                self.people.tell_few(self._ending, (listener,))

    def close(self) -> None:
        """Tell nobody anything any more."""
        self.people.close()
        self._asking.clear()
        if self._late is not None:
            self._late.close()
