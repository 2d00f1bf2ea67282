"""A live table: its inbox, the log entry that is being stored now, and the only way to change the table.

The next state of the table and all frames are computed before the log entry is sent to the store. Once the
log entry is stored, the room's table and then the feeds' table are replaced, and the frames and the answer
are sent. No function of this module waits (`await`) for the store, which calls back instead.
"""

from __future__ import annotations

import logging
import traceback
from collections import deque
from collections.abc import Callable
from math import ceil

from msgspec.structs import replace

from protocol.v1.codes import Code
from protocol.v1.updates import Done, Notice, Refused
from server.errors import IllegalAction, Refusal
from server.games.base import Audience
from server.hub.feeds import Prepared
from server.hub.inbox import InboxRequest, Reply
from server.hub.observers import Checks, Observers
from server.hub.repair import KEPT
from server.hub.search import TableSearch
from server.hub.services import Alarm, Services
from server.hub.viewers import Viewers
from server.store.table_logs import Append, DealLog, Outcome, Stored
from server.table import access, events
from server.table.commands import (
    Adjudicate,
    Command,
    Credit,
    Deals,
    Expire,
    Look,
    Return,
    decide,
    return_before,
)
from server.table.events import Acted, Entry
from server.table.offices import NotAgreed
from server.table.player import Player
from server.table.schedule import (
    Due,
    due,
    earliest_step_ms,
    expires_ms,
    opens_ms,
    singles,
    waits_until_open,
    warning_ms,
)
from server.table.seating import Robots
from server.table.table import Table, fold
from server.table.typed_requests import ChangeTable

log = logging.getLogger("kibitz.room")

AGAIN_MS = 500
"""The time in ms after which the server repeats a refused request that it made for the table itself."""
MAX_EARLY = 16
"""The largest number of answers to a decision that a player may send before the decision accepts answers.

The table keeps early answers until the decision accepts them; most early answers are copies of one answer.
"""


InFlight = tuple[InboxRequest, Entry, Prepared, int, Append]
"""The log entry that is being stored: its request, the entry, all changes of feeds, the time (ms), and what
was sent to the store.
"""


class Room:
    """One table that this hub owns; the store accepts entries only with the owner's `token`.

    `lost` is called once, when the store says that another hub owns the table or that its log differs.
    `changed` is called whenever a person enters or leaves the table, sits down or stands up. Observers of
    `committed` are called after every entry of the table's log. `checks` are called with every command that
    makes an entry, before the entry is stored, and with the table after it; they raise Refusal for a command
    that a match or set of boards forbids. `has_preparations` is True for a table with uploaded deals, a match
    or invitation links. `plays` returns True for the name of a house robot that this server has for the game.
    `budget` counts one costly action of a player; it returns 0, or the time in ms that the player must wait.
    `away_ms` is the time for which no live hub owned the table. `mend` is called when the store has lost
    entries of the log, or the claim of this hub: the table waits until `mended` is called. `stepped` is
    called with the table after each entry except ordinary moves. `kept` are the newest entries of the log.
    `came_ms` is the time of the server's clock at which the room was made, and `used_ms` that of its last
    use. `now_ms` returns the time of the table's clock; this clock is ahead of the server's clock if the
    table's log was ahead of it when the room was made.
    """

    def __init__(
        self,
        services: Services,
        table: Table,
        token: str,
        deals: Deals,
        *,
        holding: Callable[[int | None], bool],
        lost: Callable[[Room, Outcome], None],
        changed: Callable[[Room], None],
        plays: Robots,
        budget: Callable[[Player], int] = lambda player: 0,
        away_ms: int = 0,
        mend: Callable[[Room, Outcome], None] | None = None,
        stepped: Callable[[Table], None] = lambda table: None,
    ) -> None:
        self.table = table
        self.token = token
        self.name = ""
        self.has_preparations = False
        epoch, back = token.partition(":")[2], lambda seat, player: self.own(Return(seat, player))
        server_ms, services = services.now_ms, services.after(table.time_ms, away_ms)
        self.viewers = Viewers(
            services,
            table,
            epoch,
            deals,
            look=self._look,
            give_back=back,
            changed=self._on_presence_change,
        )
        self.now_ms, self._server_ms = services.now_ms, server_ms
        self.came_ms = self.used_ms = server_ms()
        self.checks: Checks[[Player, Command, Table]] = Checks("a table's requests")
        self.committed: Observers[[]] = Observers("a table's entries")
        self._services, self._deals = services, deals
        self._log = DealLog(table.id, table.deal, token)
        self._holding, self._lost, self._changed, self._plays = holding, lost, changed, plays
        self._budget, self._mend, self._stepped = budget, mend, stepped
        self.kept: deque[Append] = deque(maxlen=KEPT)
        self._mending = self._awaited = self._sent_again = False
        self._inbox: deque[InboxRequest] = deque()
        self._early: list[InboxRequest] = []
        self._search = TableSearch(services.think, self._proven)
        self._warned_ms: int | None = None
        self._missed_alarm = False
        self._in_flight: InFlight | None = None
        self._pumping = self._closed = False
        self._alarm = Alarm(services.timers, self._wake)

    @property
    def idle(self) -> bool:
        """Return True if the table may leave memory: no viewers, no waiting requests, no next step.

        A table that awaits its players stays, because the time of their absence is known to the room alone.
        """
        waiting = self._in_flight or self._inbox or self._early or self._next_ms() is not None
        presence = self.viewers.presence
        return not waiting and not presence.has_viewers and not presence.awaits

    @property
    def ahead(self) -> Table:
        """Return the table as it will be when the store has saved the log entry that was sent to it."""
        return self.table if self._in_flight is None else self._in_flight[2].table

    @property
    def position(self) -> tuple[int, int]:
        """Return the position of the table: its deal, and the length of that deal's log."""
        return self.table.deal, self.table.index

    def compare(self, stored: Stored | None, position: tuple[int, int]) -> Outcome:
        """Compare the stored table with this room, and return the result as an outcome of the store.

        `position` is the number of the deal and the length of its log in this room when the stored table was
        requested. The outcome DONE means that the owner and the log agree; an entry that is still being
        stored may be in the stored log or not.
        """
        if stored is None or stored.owner != self.token:
            return Outcome.FENCED
        found = (stored.deal, len(stored.entries))
        agree = position <= found and (found <= self.position or self._in_flight is not None)
        return Outcome.DONE if agree else Outcome.MISMATCH

    def put(self, asked: InboxRequest, now_ms: int | None = None) -> None:
        """Put a request into the table's inbox.

        The answer to the request is passed to the function `asked.reply`.

        `now_ms` is the server's present time, if the caller has just read the server's clock.
        """
        if self._closed or self._holding(now_ms):
            asked.reply(
                self._refused(
                    asked, Code.UNAVAILABLE, "the store does not answer; send the request again", 500
                )
            )
            return
        if self._inbox or self._in_flight or self._pumping or self._mending:
            self._inbox.append(asked)
            self.pump()
        else:
            self._pumping = True
            try:
                self._take(asked, self.now_ms() if now_ms is None else now_ms + self._services.ahead_ms)
            finally:
                self._pumping = False
            if self._inbox:
                self.pump()

    def pump(self) -> None:
        """Process the requests in the inbox until one of them makes a log entry that has to be stored.

        No request is processed while the hub is in a hold, because the store does not answer.
        """
        if self._pumping:
            return
        self._pumping = True
        try:
            while self._inbox and not (
                self._in_flight or self._closed or self._mending or self._holding(None)
            ):
                self._take(self._inbox.popleft(), self.now_ms())
        finally:
            self._pumping = False

    def _take(self, asked: InboxRequest, now_ms: int) -> None:
        table, player, command, told_ms = self.table, asked.player, asked.command, now_ms
        # The times in a log never decrease, even if the last entry came from a server with a clock ahead of
        # this one's.
        if now_ms < table.time_ms:
            now_ms = table.time_ms
        if table.chairs.give_back and not asked.seat_given_back:
            give_back = return_before(table, player, command)
            if give_back is not None:
                # Return to the player the seat where a robot plays for the player; then process this command.
                self._inbox.extendleft((replace(asked, seat_given_back=True), self._own(give_back)))
                return
        try:
            viewers, services = self.viewers, self._services
            names = viewers.presence.names
            entry = decide(
                table, self._deals, player, command, now_ms, names, self._plays, viewers.presence.robot_owners
            )
            if entry is None:
                asked.reply(asked.done(table.id))
                return
            if asked.effort is not None and isinstance(entry, Acted):
                entry = replace(entry, effort=asked.effort)
            after = fold(table, entry)
            opens = viewers.feeds.times.opens_ms
            if opens is not None and now_ms < opens and waits_until_open(table, entry):
                self._defer(asked, opens)
                return
            listed = None
            if isinstance(entry, Acted):
                if type(entry.action) in table.game.costly:
                    self._charge(player, entry)
                if not services.compares_views:
                    listed = table.game.changes(table.state, after.state, entry.action)
            prepared = viewers.feeds.prepare(after, listed, told_ms)
            packed = events.encode(entry)
            self.checks.check(player, command, after)
        except IllegalAction as error:
            asked.reply(self._refused(asked, Code.ILLEGAL_ACTION, str(error)))
            return
        except Refusal as refusal:
            asked.reply(self._refused(asked, refusal.code, str(refusal), refusal.retry_ms))
            if refusal.code is Code.N_TAKEN:
                self.viewers.show_again(asked.player)
            elif isinstance(refusal, NotAgreed):
                self.viewers.ask_for_consent(asked.player, asked.command)
            return
        except Exception as error:
            self._report(error)
            asked.reply(self._refused(asked, Code.INTERNAL, "an error in the server stopped this action"))
            return
        if self._log.deal != after.deal:
            self._log = DealLog(after.id, after.deal, self.token)
        append = Append(self._log, after.index, packed, access.new_status(table, after))
        self._in_flight = asked, entry, prepared, now_ms, append
        self._awaited = True
        if services.trace is not None:
            services.trace.appending(asked, append)
        services.logs.append(append, self._appended)

    def _charge(self, player: Player, entry: Acted) -> None:
        """Count a costly action, such as a claim, against the player's limit.

        Raises Refusal if the player has made too many costly actions in a short time.
        """
        wait_ms = 0 if player.house else self._budget(player)
        if wait_ms:
            kind = entry.action.__struct_config__.tag
            wait = f"too many `{kind}` actions in a short time; try again in {ceil(wait_ms / 1000)} s"
            raise Refusal(Code.RATE_LIMITED, wait, retry_ms=wait_ms)

    def _defer(self, asked: InboxRequest, opens: int) -> None:
        """Keep a player's answer that came too early, before its decision accepts answers.

        A player's answer that came too early is checked again after every entry of the table's log.
        """
        if sum(early.player.id == asked.player.id for early in self._early) >= MAX_EARLY:
            raise Refusal(
                Code.UNAVAILABLE,
                f"you have already sent {MAX_EARLY} answers before this decision accepts any:"
                " wait until it accepts answers",
                retry_ms=AGAIN_MS,
            )
        self._early.append(asked)
        self._wake_at(opens)

    def _judge_early(self) -> None:
        self._inbox.extendleft(reversed(self._early))
        self._early.clear()

    def _report(self, error: Exception) -> None:
        """Log the source line of a fault, without the exception's text.

        The text of an exception is not logged, because it may quote hidden cards.
        """
        frame = traceback.extract_tb(error.__traceback__)[-1]
        id, fault = self.table.id, type(error).__name__
        words = "table %s: %s in %s line %s"
        log.error(words, id, fault, frame.filename, frame.lineno, extra={"table": id})

    def _appended(self, outcome: Outcome) -> None:
        assert self._in_flight is not None, "expected the outcome of an entry, but no entry is being stored"
        asked, entry, prepared, at_ms, append = self._in_flight
        self._awaited = False
        if outcome is not Outcome.DONE and self._waits_for_repair(outcome):
            return
        self._in_flight = None
        if self._closed:
            # The room has left while the entry was being stored. A stored command is done, but a look has to
            # be sent again, because this room shows no more views.
            stored = outcome is Outcome.DONE and not isinstance(asked.command, Look)
            asked.reply(asked.done(self.table.id) if stored else self._moving(asked))
            return
        if outcome is not Outcome.DONE:
            asked.reply(self._moving(asked))
            self.leave()
            self._lost(self, outcome)
            return
        services = self._services
        self._sent_again = False
        self.kept.append(append)
        if services.probe is not None:
            services.probe("appended")
        self.table = prepared.table
        if services.probe is not None:
            services.probe("committed")
        if services.trace is not None:
            services.trace.stored(asked, append, self.now_ms() - at_ms)
        services.meter.append_s.observe((self.now_ms() - at_ms) / 1000)
        services.meter.entry(self.table.game.name, events.ENTRY_KINDS[type(entry)])
        try:
            if isinstance(entry, events.Acted):
                self._tell_of_move(asked, entry, prepared)
            else:
                self._tell(asked, entry, prepared)
        except Exception as error:
            self._report(error)
        if self.committed.subscribed:
            self.committed.notify()
        if not prepared.ordinary:
            self._stepped(self.table)
        if self._early:
            self._judge_early()
        if not (prepared.ordinary and self._is_armed(prepared.times.deadline_ms)):
            self.arm()
        if self._inbox:
            self.pump()

    def _waits_for_repair(self, outcome: Outcome) -> bool:
        """Start a repair after a refused append, and return True if the entry stays in flight meanwhile."""
        if outcome is Outcome.FENCED:
            self._services.meter.fenced.inc()
        if self._mend is None or self._closed or self._sent_again:
            return False
        # `mended` sends the entry again when the log before it is whole. The repair may have begun already,
        # when the store came back, before the store answered this entry.
        if not self._mending:
            self._start_mending(outcome)
        return True

    def _start_mending(self, outcome: Outcome) -> None:
        assert self._mend is not None, "expected a room that can be mended"
        self._mending = True
        self._mend(self, outcome)

    def mend(self) -> None:
        """Wait until the log in the store has been made equal to the log of this room."""
        if not self._mending:
            self._start_mending(Outcome.MISMATCH)

    def mended(self, outcome: Outcome) -> None:
        """Go on after the store's log was repaired (DONE), or leave because it counts, with its outcome."""
        self._mending = False
        if self._closed:
            return
        if outcome is not Outcome.DONE:
            if self._in_flight is not None and not self._awaited:
                refused, self._in_flight = self._in_flight[0], None
                refused.reply(self._moving(refused))
            self.leave()
            self._lost(self, outcome)
            return
        if self._in_flight is None:
            self._log = DealLog(self.table.id, self.table.deal, self.token)
            self.arm()
            self.pump()
        elif not self._awaited:
            # If the store refuses the entry once more, it is not repaired again: its log counts.
            self._log = DealLog(self.table.id, self.ahead.deal, self.token)
            asked, entry, prepared, at_ms, append = self._in_flight
            append = replace(append, log=self._log)
            self._in_flight = asked, entry, prepared, at_ms, append
            self._awaited = self._sent_again = True
            self._services.logs.append(append, self._appended)

    def _is_armed(self, deadline_ms: int | None) -> bool:
        """Return True if the alarm need not be set anew for the table's next step after an ordinary move.

        An alarm that rings too early costs less than to compute the table's next step after every move.
        """
        if self._early or self._missed_alarm or not self._search.idle:
            return False
        step_ms = earliest_step_ms(self.table, deadline_ms)
        return step_ms is None or self._alarm.rings_by(step_ms)

    def _tell(self, asked: InboxRequest, entry: Entry, prepared: Prepared) -> None:
        """Send the frames of a log entry and then the answer `done`: a player first sees the action."""
        try:
            self.viewers.feeds.publish(prepared)
            host = asked.player.id if isinstance(asked.command, ChangeTable) else None
            self.viewers.after(entry, host=host)
        finally:
            # Answer `done` even if sending the frames has failed, because the entry is stored.
            asked.reply(asked.done(self.table.id))

    def _tell_of_move(self, asked: InboxRequest, entry: Entry, prepared: Prepared) -> None:
        """Send the frames of an action; the player's own frame and the answer `done` go in one write.

        A write is the most expensive step of an action (9 microseconds). Watchers get their frames after the
        answer. The order is the same for every action: with an order of their own for ordinary moves, whose
        changes the game lists, a person with two connections would learn that partner has alerted a call.
        """
        sender, feeds = asked.sender, self.viewers.feeds
        if sender is not None:
            sender.gather()
        try:
            for_watchers = feeds.publish_to_players(prepared)
        finally:
            asked.reply(asked.done(self.table.id))
            if sender is not None:
                sender.flush()
        if for_watchers[1]:
            feeds.publish_to_watchers(for_watchers)
        self.viewers.after(entry, ordinary=prepared.ordinary)

    def _on_presence_change(self) -> None:
        self.used_ms = self._server_ms()
        self._changed(self)
        self.arm()

    def _look(self, player: Player, audience: Audience, reply: Reply) -> None:
        self.put(InboxRequest(player=player, command=Look(audience), reply=reply))

    def arm(self) -> None:
        """Set the alarm for the next step that the table takes by itself.

        A new deal waits until people are at the table.
        """
        self._missed_alarm = False
        self._search.start(self.table)
        self._wake_at(self._next_ms())

    def _next_ms(self) -> int | None:
        table, presence = self.table, self.viewers.presence
        next_step = due(table, self._deals.count, self._present())
        deadline = expires_ms(table, self._plays, presence.people_present, presence.since_ms)
        opening = self._early or (table.policy.tempo_ms and self._seats_without_choice())
        times = (
            None if deadline is None else warning_ms(table, deadline, self._warned_ms),
            next_step[1]
            if next_step is not None
            and (presence.people_present or next_step[0] is Due.CLOSE)
            and not (presence.awaits and next_step[0] is Due.DEAL)
            else None,
            opens_ms(table) if opening else None,
            presence.next_away_ms(),
        )
        return min((when_ms for when_ms in times if when_ms is not None), default=None)

    def _seats_without_choice(self) -> tuple[int, ...]:
        """Return the seats of present players with only one legal action."""
        chairs, here = self.table.chairs, self.viewers.presence.names
        return tuple(seat for seat in singles(self.table) if chairs[seat].player in here)

    def _present(self) -> tuple[int, ...]:
        """Return the seats of the players that are present if they may want the next deal, otherwise none."""
        if not self.table.between.next_seats:
            return ()
        chairs, here = self.table.chairs, self.viewers.presence.names
        return tuple(seat for seat, chair in enumerate(chairs) if chair.player in here)

    def _wake_at(self, when_ms: int | None) -> None:
        if not self._closed:
            self._alarm.set(when_ms)

    def _wake(self) -> None:
        if self._in_flight or self._inbox:
            # An ordinary move looks for no next step, so remember that the alarm must be set after the entry.
            self._missed_alarm = True
            return
        now_ms, when_ms = self.now_ms(), self._next_ms()
        if when_ms is not None and when_ms > now_ms:
            self._wake_at(when_ms)
        elif self._holding(None):
            self._wake_at(now_ms + AGAIN_MS)
        else:
            self._do_due_steps(now_ms)

    def _do_due_steps(self, now_ms: int) -> None:
        """Process answers that came too early if their time has come, or else do what the table must do now.

        The table must act by itself, for example, at the end of a time limit or for the next deal.
        """
        self._warn(now_ms)
        opens = opens_ms(self.table)
        if self._early and (opens is None or opens <= now_ms):
            self._judge_early()
            self.pump()
            self.arm()
        else:
            presence = self.viewers.presence
            away = presence.away(now_ms)
            self.own(
                Expire(
                    presence.people_present,
                    presence.since_ms,
                    here=self._seats_without_choice(),
                    away=away,
                    present=self._present(),
                    awaits=presence.awaits,
                )
            )

    def _warn(self, now_ms: int) -> None:
        """Send all viewers without a delay one warning before the deadline of a decision."""
        deadline = self.table.clock.deadline_ms()
        if deadline is not None and warning_ms(self.table, deadline, self._warned_ms) <= now_ms < deadline:
            self._warned_ms = deadline
            notice = Notice(kind="clock", table=self.table.id, left_ms=deadline - now_ms)
            self.viewers.presence.tell_present(notice)

    def _proven(self, decision: str, ruling: object) -> None:
        self.own(Adjudicate(ruling, decision), self._ruled)

    def _ruled(self, answer: Done | Refused) -> None:
        if isinstance(answer, Refused) and answer.code is Code.UNAVAILABLE:
            self._search.forget()  # Allow a new search for the ruling, because this ruling was not stored.
        self._on_own_answer(answer)

    def own(self, command: Command, reply: Reply | None = None) -> None:
        """Put a request that the server itself makes, and no player, into the table's inbox."""
        self.put(self._own(command, reply))

    def _own(self, command: Command, reply: Reply | None = None) -> InboxRequest:
        return InboxRequest(player=Player(""), command=command, reply=reply or self._on_own_answer)

    def credit(self, ms: int) -> None:
        """Add the time of an outage to the players' clocks, before any waiting request is processed.

        The time of the outage does not count as absence of players that were not at the table.
        """
        self.viewers.presence.seat_presence.credit(ms, self.now_ms())
        self._inbox.appendleft(self._own(Credit(ms=ms)))
        self.pump()

    def _on_own_answer(self, answer: Done | Refused) -> None:
        """Set the alarm for the next step, after the answer to a request that the server itself made.

        If the request was refused, or the table's next step is due at once, wait for `AGAIN_MS` first.
        """
        now_ms, when_ms = self.now_ms(), self._next_ms()
        if isinstance(answer, Refused) or (when_ms is not None and when_ms <= now_ms):
            self._wake_at(now_ms + AGAIN_MS)
        else:
            self.arm()

    def leave(self) -> None:
        """Stop the room, because this hub no longer owns the table or unloads it.

        The room refuses all requests that wait in the inbox.
        """
        self._closed = True
        self.viewers.close()
        self._search.forget()
        self._alarm.stop()
        self._judge_early()
        while self._inbox:
            asked = self._inbox.popleft()
            asked.reply(self._moving(asked))

    def _moving(self, asked: InboxRequest) -> Refused:
        return self._refused(asked, Code.UNAVAILABLE, "the table is being moved; send the request again", 200)

    def _refused(self, asked: InboxRequest, code: Code, message: str, retry_ms: int | None = None) -> Refused:
        self._services.meter.refusal(code)
        return Refused(code=code, message=message, table=self.table.id, retry_ms=retry_ms, **asked.known)
