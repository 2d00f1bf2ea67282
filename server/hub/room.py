"""A live table: one inbox, one entry in flight, and the only way to change the table.

Everything is computed before the store is asked; when the store has the entry, one reference is swapped,
and then the answer and the frames go out. Nothing here awaits.
"""

from __future__ import annotations

import logging
import traceback
from collections import deque
from collections.abc import Callable
from functools import partial

from msgspec import Struct

from protocol.v1.codec import MSGPACK, Codec
from protocol.v1.codes import Code
from protocol.v1.requests import Act, Host, Sit, Stand
from protocol.v1.updates import Done, Refused
from server.errors import IllegalAction, Refusal
from server.games.base import Audience
from server.hub.gallery import Gallery, Reply
from server.hub.outbox import Prepared
from server.hub.services import Services
from server.store.interface import Append, Outcome, Stored
from server.table import entries
from server.table.entries import Entry
from server.table.player import Player
from server.table.requests import Deals, Expire, Look, Request, decide
from server.table.table import Table, fold
from server.table.timing import due

log = logging.getLogger("kibitz.room")

AGAIN_MS = 500
"""When the table tries again what it could not do by itself."""


class Ask(Struct, frozen=True):
    """A request in the inbox: whose it is, and who is told how it went (exactly once)."""

    player: Player
    request: Request
    codec: Codec
    reply: Reply


class Room:
    """One table that this hub owns under `token`; `epoch` is the token's nonce.

    `lost` is called once when the store says that the table is somebody else's or its log another one;
    `changed` whenever people come, go, sit or stand.
    """

    def __init__(
        self,
        services: Services,
        table: Table,
        token: str,
        host: str,
        deals: Deals,
        *,
        holding: Callable[[], bool],
        lost: Callable[[Room, Outcome], None],
        changed: Callable[[Room], None],
    ) -> None:
        self.table = table
        self.token = token
        self.name = ""
        self.host = host
        self.gallery = Gallery(services, table, token.partition(":")[2], host, self._look, changed=self._stir)
        self.used_ms = services.now_ms()
        self._services = services
        self._deals = deals
        self._holding = holding
        self._lost = lost
        self._changed = changed
        self._inbox: deque[Ask] = deque()
        self._in_flight = False
        self._pumping = False
        self._closed = False
        self._cancel_timer: Callable[[], None] | None = None
        self._armed_ms = 0

    @property
    def idle(self) -> bool:
        """Whether the table may leave memory: nobody is here and nothing is going on."""
        waiting = self._in_flight or self._inbox or self.table.clock.deadline_ms() is not None
        return not waiting and not self.gallery.followed

    @property
    def place(self) -> tuple[int, int]:
        """How far the table has come: its deal, and the length of that deal's log."""
        return self.table.deal, self.table.index

    def compare(self, stored: Stored | None, place: tuple[int, int]) -> Outcome:
        """What the store has, asked for when the table was at `place`, beside what this room knows.

        DONE: they agree, as the entry in flight may be stored or not.
        """
        if stored is None or stored.owner != self.token:
            return Outcome.FENCED
        found = (stored.deal, len(stored.entries))
        agree = place <= found and (found <= self.place or self._in_flight)
        return Outcome.DONE if agree else Outcome.MISMATCH

    def ask(self, ask: Ask) -> None:
        """Put a request into the inbox; it is answered through `ask.reply`."""
        if self._closed or self._holding():
            ask.reply(self._refused(ask, Code.UNAVAILABLE, "the store is away; ask again", 500))
            return
        self._inbox.append(ask)
        self.pump()

    def pump(self) -> None:
        """Work off the inbox until an entry is in flight."""
        if self._pumping:
            return
        self._pumping = True
        try:
            while self._inbox and not self._in_flight and not self._closed:
                self._take(self._inbox.popleft())
        finally:
            self._pumping = False

    def _take(self, ask: Ask) -> None:
        now_ms = max(self._services.now_ms(), self.table.time_ms)
        try:
            entry = decide(self.table, self.host, self._deals, ask.player, ask.request, ask.codec, now_ms)
            if entry is None:
                ask.reply(self._done(ask))
                return
            prepared = self.gallery.outbox.prepare(fold(self.table, entry))
            packed = entries.encode(entry)
        except IllegalAction as error:
            ask.reply(self._refused(ask, Code.ILLEGAL_ACTION, str(error)))
            return
        except Refusal as refusal:
            ask.reply(self._refused(ask, refusal.code, str(refusal), refusal.retry_ms))
            if refusal.code is Code.N_TAKEN:
                self.gallery.show_again(ask.player)
            return
        except Exception as error:
            self._report(error)
            ask.reply(self._refused(ask, Code.INTERNAL, "this action met a fault of the server"))
            return
        self._in_flight = True
        self._services.store.append(
            Append(
                table=self.table.id,
                deal=prepared.table.deal,
                index=prepared.table.index,
                token=self.token,
                entry=packed,
                status="closed" if prepared.table.closed else None,
            ),
            partial(self._appended, ask, entry, prepared, now_ms),
        )

    def _report(self, error: Exception) -> None:
        """Log where a fault lies and never its text: an exception may quote hidden cards."""
        frame = traceback.extract_tb(error.__traceback__)[-1]
        log.error(
            "table %s: %s in %s line %s", self.table.id, type(error).__name__, frame.filename, frame.lineno
        )

    def _appended(self, ask: Ask, entry: Entry, prepared: Prepared, at_ms: int, outcome: Outcome) -> None:
        self._in_flight = False
        if self._closed:
            kept = outcome is Outcome.DONE and not isinstance(ask.request, Look)
            ask.reply(self._done(ask) if kept else self._moving(ask))
            return
        if outcome is not Outcome.DONE:
            ask.reply(self._moving(ask))
            self.leave()
            self._lost(self, outcome)
            return
        self._services.probe("appended")
        self.table = prepared.table
        self._services.probe("committed")
        self._services.meter.append_s.observe((self._services.now_ms() - at_ms) / 1000)
        self._services.meter.entry(self.table.game.name, type(entry).__name__.lower())
        try:
            self._tell(ask, entry, prepared)
        except Exception as error:
            self._report(error)
        self.arm()
        self.pump()

    def _tell(self, ask: Ask, entry: Entry, prepared: Prepared) -> None:
        """The answer and then the frames; a look is answered by a view, of the state that allows it."""
        if not isinstance(ask.request, Look):
            ask.reply(self._done(ask))
        self.gallery.outbox.publish(prepared)
        self.gallery.after(entry)
        if isinstance(ask.request, Look):
            ask.reply(self._done(ask))

    def _stir(self) -> None:
        self.used_ms = self._services.now_ms()
        self._changed(self)
        self.arm()

    def _look(self, player: Player, audience: Audience, reply: Reply) -> None:
        self.ask(Ask(player=player, request=Look(audience), codec=MSGPACK, reply=reply))

    def arm(self) -> None:
        """Wake up when the next thing is due; deals wait until somebody is here."""
        self._wake_at(self._next_ms())

    def _next_ms(self) -> int | None:
        when_ms = self.table.clock.deadline_ms()
        todo = due(self.table, self._deals.count)
        if todo is not None and self.gallery.people.somebody:
            when_ms = todo[1] if when_ms is None else min(todo[1], when_ms)
        return when_ms

    def _wake_at(self, when_ms: int | None) -> None:
        """A timer that comes too early is kept: to wake once for nothing costs less than a new one."""
        if self._cancel_timer is not None:
            if when_ms is not None and when_ms >= self._armed_ms:
                return
            self._cancel_timer()
            self._cancel_timer = None
        if when_ms is not None and not self._closed:
            self._armed_ms = when_ms
            self._cancel_timer = self._services.timers.at(when_ms, self._wake)

    def _wake(self) -> None:
        self._cancel_timer = None
        if self._in_flight or self._inbox:
            return
        when_ms = self._next_ms()
        if when_ms is not None and when_ms > self._services.now_ms():
            self._wake_at(when_ms)
        else:
            self.own(Expire(somebody=self.gallery.people.somebody))

    def own(self, request: Request) -> None:
        """A request of the table's own."""
        self.ask(Ask(player=Player(""), request=request, codec=MSGPACK, reply=self._owned))

    def _owned(self, answer: Done | Refused) -> None:
        """Wait again: nothing was due yet, as timers may fire a little early, or it cannot be done now."""
        if isinstance(answer, Refused):
            self._wake_at(self._services.now_ms() + AGAIN_MS)
        else:
            self.arm()

    def leave(self) -> None:
        """Stop: this hub no longer speaks for the table. What waits is refused."""
        self._closed = True
        self.gallery.close()
        if self._cancel_timer is not None:
            self._cancel_timer()
        while self._inbox:
            ask = self._inbox.popleft()
            ask.reply(self._moving(ask))

    def _moving(self, ask: Ask) -> Refused:
        return self._refused(ask, Code.UNAVAILABLE, "the table is being moved; ask again", 200)

    def _done(self, ask: Ask) -> Done:
        match ask.request:
            case Act(n=n):
                return Done(id=ask.request.id, n=n, table=self.table.id)
            case Sit() | Stand() | Host():
                return Done(id=ask.request.id, table=self.table.id)
            case _:
                return Done(table=self.table.id)

    def _refused(self, ask: Ask, code: Code, message: str, retry_ms: int | None = None) -> Refused:
        self._services.meter.refusal(code)
        request = ask.request
        return Refused(
            code=code,
            message=message,
            id=request.id if isinstance(request, Act | Sit | Stand | Host) else 0,
            n=request.n if isinstance(request, Act) else None,
            table=self.table.id,
            retry_ms=retry_ms,
        )
