"""Who is at a table: presence, which is never part of a view, and the director who is called for."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Container, Iterable
from functools import partial
from typing import NamedTuple

from protocol.v1.codec import Codec
from protocol.v1.requests import Host, Watch
from protocol.v1.updates import Appoint, CameOrWent, Knock, Notice, People, SeatRow, ToClient
from server.games.base import Audience, Director, Seated
from server.hub.feeds import Feeds, Frame, Listener
from server.hub.services import Reply, Services
from server.hub.slices import Batch
from server.table import access
from server.table.events import Relieved
from server.table.offices import missing_consents
from server.table.player import Player
from server.table.table import Table

SMALL_CROWD = 100
HISTORY = 100
KNOCK_MS = 60_000
KNOCKS = 6


class Viewer(NamedTuple):
    """A connection that follows the table: whose it is, and whose view it is shown."""

    player: Player
    audience: Audience


class Asked(NamedTuple):
    """What a connection asks to be shown; `reply` is called once."""

    listener: Listener
    player: Player
    audience: Audience
    request: Watch
    reply: Reply


def _everybody(here: Viewer) -> bool:
    return True


class Message:
    """One message to many connections, encoded once in each encoding.

    `may` tells of a connection that is here whether the message is for it. It is asked when the message is
    written, for by then the connection may have another audience.
    """

    def __init__(self, update: ToClient, may: Callable[[Viewer], bool] = _everybody) -> None:
        self.may = may
        self._update = update
        self._frames: dict[Codec, Frame] = {}

    def frame(self, codec: Codec) -> Frame:
        """Return the message in this encoding."""
        if codec not in self._frames:
            self._frames[codec] = Frame(codec.encode(self._update), codec.binary)
        return self._frames[codec]


class Attendance:
    """The listeners of one table, which is that of `outbox`, by whose slices they are written to.

    `stirred` is called whenever people come, go, sit or stand. `missed` are the connections that were told
    something while they did not read. `names` are the people who are here by their ids, robots aside, and
    changed only here; since `since_ms` there has always been one. `left_ms` is when the last one left, None
    where none has since this hub has the table.
    """

    def __init__(self, services: Services, outbox: Feeds, stirred: Callable[[], None]) -> None:
        self.presence = Presence(outbox.table, services.now_ms())
        self.knocks = Knocks()
        self.missed: set[Listener] = set()
        self.names: dict[str, str] = {}
        self.since_ms = 0
        self.left_ms: int | None = None
        self._services = services
        self._outbox = outbox
        self._stirred = stirred
        self._here: dict[Listener, Viewer] = {}
        self._connections: Counter[str] = Counter()
        self._sending: list[tuple[Message, Batch[Listener]]] = []
        self._asked = False
        self._disputed = self._called = outbox.table.game.calls_director(outbox.table.state)
        self._cancel: Callable[[], None] | None = None
        self._closed = False

    @property
    def table(self) -> Table:
        """The table as it is."""
        return self._outbox.table

    def enter(self, listener: Listener, player: Player, audience: Audience) -> None:
        """Let a connection be here, or be shown another audience's view than before.

        What is on its way to it is written now, before that view, unless it is not for the new audience.
        """
        before, here = self._here.get(listener), Viewer(player, audience)
        if before is None:
            self._connections[player.id] += 1
            if not player.house:
                self.since_ms = self.since_ms if self.names else self._services.now_ms()
                self.names[player.id] = player.name
        self._here[listener] = here
        if before is not None and before != here:
            for message in self.withhold(listener):
                if message.may(before) and message.may(here):
                    self._write(message, listener)

    def leave(self, listener: Listener) -> None:
        """Let a connection be here no more; what is on its way to it is not written."""
        self.withhold(listener)
        self.missed.discard(listener)
        here = self._here.pop(listener, None)
        if here is not None:
            self._connections[here.player.id] -= 1
            if not self._connections[here.player.id]:
                del self._connections[here.player.id]
                if self.names.pop(here.player.id, None) is not None and not self.names:
                    self.left_ms = self._services.now_ms()

    @property
    def somebody(self) -> bool:
        """Whether anybody but house robots is here."""
        return bool(self.names)

    @property
    def followed(self) -> bool:
        """Whether anybody is here, robots too."""
        return bool(self._here)

    def listeners(self) -> tuple[tuple[Listener, Viewer], ...]:
        """All connections that are here."""
        return tuple(self._here.items())

    def listeners_of(self, player: str) -> tuple[Listener, ...]:
        if player not in self._connections:
            return ()
        return tuple(listener for listener, here in self._here.items() if here.player.id == player)

    def of(self, listener: Listener) -> Viewer | None:
        """Whose a connection is and what it is shown, None where it is not here."""
        return self._here.get(listener)

    def tell(
        self,
        update: ToClient,
        to: Iterable[Listener] | None = None,
        *,
        may: Callable[[Viewer], bool] = _everybody,
    ) -> None:
        """Send one message to all who are here and `may` have it: players now, watchers in slices.

        With `to` it is for these alone, and for none that has become another audience by its turn.
        """
        if to is None:
            self._tell(Message(update, may), self._here.items())
            return
        found = [(listener, self._here[listener]) for listener in to if listener in self._here]
        as_now = {here for _, here in found}
        self._tell(Message(update, lambda here: here in as_now), found)

    def _tell(self, message: Message, to: Iterable[tuple[Listener, Viewer]]) -> None:
        players: list[Listener] = []
        watchers: list[Listener] = []
        for listener, here in to:
            (players if isinstance(here.audience, Seated) else watchers).append(listener)
        for listener in players:
            self._deliver(message, listener)
        batch = self._outbox.slices.each(partial(self._deliver, message), watchers, beside=len(players))
        if not batch.done:
            self._sending = [sending for sending in self._sending if not sending[1].done]
            self._sending.append((message, batch))

    def tell_few(self, update: ToClient, to: Iterable[Listener]) -> None:
        """Send one message now to these connections, each after what is on its way to it."""
        message = Message(update)
        for listener in to:
            for earlier in self.withhold(listener):
                self._deliver(earlier, listener)
            self._write(message, listener)

    def withhold(self, listener: Listener) -> list[Message]:
        """Return what is on its way to a connection, in its order; that is not written any more."""
        return [message for message, batch in self._sending if not batch.done and batch.take(listener)]

    def _deliver(self, message: Message, listener: Listener) -> None:
        """Write a message that is for this connection as who it is now."""
        here = self._here.get(listener)
        if here is not None and message.may(here):
            self._write(message, listener)

    def _write(self, message: Message, listener: Listener) -> None:
        if listener.congested:
            self.missed.add(listener)
        else:
            listener.deliver(message.frame(listener.codec))

    def tell_present(self, update: ToClient) -> None:
        """Send one message to all who are here and see the table as it is, not late."""
        self.tell(update, may=lambda here: access.lives(self.table, here.player.id))

    def tell_late(self, update: ToClient) -> None:
        """Send one message to all the others."""
        self.tell(update, may=lambda here: not access.lives(self.table, here.player.id))

    def seats(self, table: Table) -> tuple[SeatRow, ...]:
        """Every seat with who has it; `here` for a player who is connected and for a robot."""
        return tuple(
            SeatRow(
                seat=seat,
                name=chair.name if chair.player is not None else chair.house or "",
                player=chair.player,
                robot=chair.house,
                here=chair.player in self._connections if chair.player is not None else chair.taken,
                owner=chair.owner,
            )
            for seat, chair in enumerate(table.chairs)
        )

    def watchers(self, table: Table) -> int:
        seated = {chair.player for chair in table.chairs}
        players = (here.player for here in self._here.values())
        return sum(1 for player in players if not player.house and player.id not in seated)

    def people(self, table: Table, *, history: bool = False) -> People:
        """Who is here, as everybody is told, or (`history`) directors."""
        return People(
            table=table.id,
            seats=self.seats(table),
            watchers=self.watchers(table),
            host=table.host,
            paused=table.paused,
            directors=tuple(sorted(table.directors)),
            commentators=tuple(sorted(table.commentators)),
            called=self.called,
            history=tuple(self.presence.history) if history else (),
            hands="live" if access.shows_live(table.policy) else "after",
            delay=access.lag(table.policy),
        )

    def changed(self) -> None:
        """Somebody came or went; everybody here is told a little later, once for many changes."""
        now_ms = self._services.now_ms()
        self.presence.note(self.table, self.names, now_ms)
        self._stirred()
        if self._cancel is None and not self._closed:
            when_ms = now_ms + (250 if len(self._here) < SMALL_CROWD else 2_000)
            self._cancel = self._services.timers.at(when_ms, self._tell_people)

    def _tell_people(self) -> None:
        self._cancel = None
        directors = [listener for listener, here in self._here.items() if here.audience == Director()]
        self.tell(self.people(self.table), may=lambda here: here.audience != Director())
        if directors:
            self.tell_few(self.people(self.table, history=True), directors)

    def tell_people(self, listener: Listener) -> None:
        """Tell one connection now who is here."""
        history = listener in self._here and self._here[listener].audience == Director()
        self.tell_few(self.people(self.table, history=history), (listener,))

    def tell_relieved(self, entry: Relieved) -> None:
        """Tell a player that a robot plays for him now."""
        player = self.table.chairs[entry.seat].player
        if entry.robot is not None and player is not None and not entry.returning:
            words = f"your time has run out; {entry.robot} plays until you act, sit down or watch as seat"
            notice = Notice(kind="robot", table=self.table.id, message=words)
            self.tell_few(notice, self.listeners_of(player))

    def close(self) -> None:
        """Tell nobody who is here any more."""
        self._closed = True
        if self._cancel is not None:
            self._cancel()

    def away(self, now_ms: int) -> tuple[int, ...]:
        """The seats whose player has been gone for as long as they are held, while anybody else is here."""
        return self.presence.away(self.table, now_ms) if self._expected else ()

    def next_away_ms(self) -> int | None:
        """When `away` will name another seat, as things stand; None where it will not."""
        return self.presence.next_away_ms(self.table) if self._expected else None

    @property
    def _expected(self) -> bool:
        """Whether anybody here waits for those who are not."""
        return self.somebody and not self.table.closed and not self.table.paused

    def knock(self, player: Player, seat: int) -> None:
        """Tell the player of a seat that a watcher, who has seen no hand yet, would look into his."""
        table = self.table
        if not player.id or player.id not in self.names or table.right_of(player.id) is not None:
            return
        whose = None if table.closed or seat >= len(table.chairs) else table.chairs[seat].player
        if whose is None or (table.hidden and player.id in table.saw):
            return
        if self.knocks.take(seat, player.id, self._services.now_ms()):
            knock = Knock(table=table.id, player=player.id, name=player.name)
            self.tell_few(knock, self.listeners_of(whose))

    def ask_for_consent(self, host: Player, request: Host) -> None:
        """Ask the players whose consent a new office lacks for it."""
        for by, office, holder in missing_consents(self.table, host.id, request):
            name = self.names.get(holder, "")
            appoint = Appoint(table=self.table.id, player=holder, office=office, name=name)
            self.tell_few(appoint, self.listeners_of(by))

    @property
    def called(self) -> bool:
        """Whether a director is called for: a player has asked for one, or the game has."""
        return self._asked or self._called

    def see_to_director(self, *, ruled: bool) -> None:
        """Call for a director when the game begins to, until he has `ruled` or there is nothing to rule."""
        table, was = self.table, self.called
        disputed = table.game.calls_director(table.state)
        begins = disputed and not self._disputed
        self._disputed = disputed
        self._asked = self._asked and not ruled
        self._called = disputed and not ruled and (begins or self._called)
        if begins and not ruled:
            self.call("the players do not agree")
        if self.called is not was:
            self.changed()

    def ask_for_director(self, why: str) -> None:
        """A player calls for a director."""
        was, self._asked = self.called, True
        self.call(why)
        if not was:
            self.changed()

    def answer(self) -> None:
        """A director has said something."""
        if self.called:
            self._asked = self._called = False
            self.changed()

    def call(self, why: str, to: Iterable[Listener] | None = None) -> None:
        """Tell these connections, None for those of all directors but who play, that they are called."""
        table = self.table
        if to is None:
            directors = [player for player in sorted(table.directors) if table.right_of(player) is None]
            to = [listener for player in directors for listener in self.listeners_of(player)]
        self.tell_few(Notice(kind="director", table=table.id, message=why), to)


class Presence:
    """Which players of seats are here, and since when the others are gone, since this hub has the table.

    The time for which the table is paused does not count. `history` is who came and went, the oldest first;
    it is for directors alone.
    """

    def __init__(self, table: Table, now_ms: int) -> None:
        self.history: deque[CameOrWent] = deque(maxlen=HISTORY)
        self._known: dict[str, bool] = {}
        self._gone_ms: dict[str, int] = {}
        self._paused_ms: int | None = None
        self.note(table, (), now_ms)

    def note(self, table: Table, here: Container[str], now_ms: int) -> None:
        """See whether the players of seats are `here`, after anything that may have changed it."""
        self._note_pause(table.paused, now_ms)
        seats = {chair.player: seat for seat, chair in enumerate(table.chairs) if chair.player is not None}
        for player in self._known.keys() - seats.keys():
            del self._known[player]
            self._gone_ms.pop(player, None)
        for player, seat in seats.items():
            came, was = player in here, self._known.get(player)
            if came is was:
                continue
            self._known[player] = came
            self._gone_ms.pop(player, None)
            if not came:
                self._gone_ms[player] = now_ms
            if came or was is not None:
                self.history.append(CameOrWent(seat, came, now_ms))

    def _note_pause(self, paused: bool, now_ms: int) -> None:
        since_ms, self._paused_ms = self._paused_ms, (self._paused_ms or now_ms) if paused else None
        if since_ms is None or paused:
            return
        for player, gone_ms in self._gone_ms.items():
            self._gone_ms[player] = gone_ms + now_ms - max(since_ms, gone_ms)

    def away(self, table: Table, now_ms: int) -> tuple[int, ...]:
        """The seats whose player has been gone for as long as the policy holds a seat."""
        hold_ms = table.policy.hold_ms
        if hold_ms is None:
            return ()
        late = {player for player, gone_ms in self._gone_ms.items() if gone_ms + hold_ms <= now_ms}
        return tuple(seat for seat, chair in enumerate(table.chairs) if chair.player in late)

    def held_until_ms(self, table: Table, player: str) -> int | None:
        """Until when the seat of a player who is not here is held; None where he is, or without end."""
        gone_ms, hold_ms = self._gone_ms.get(player), table.policy.hold_ms
        return None if gone_ms is None or hold_ms is None else gone_ms + hold_ms

    def next_away_ms(self, table: Table) -> int | None:
        """When the next seat will have been held for long enough, None where none is waited for."""
        hold_ms = table.policy.hold_ms
        return None if hold_ms is None or not self._gone_ms else min(self._gone_ms.values()) + hold_ms


class Knocks:
    """Who has asked lately to look into whose hand: one player once a minute, few in all."""

    def __init__(self) -> None:
        self._at_ms: dict[int, dict[str, int]] = {}

    def take(self, seat: int, player: str, now_ms: int) -> bool:
        """Whether a knock may be heard now; it then counts."""
        lately = {who: at_ms for who, at_ms in self._at_ms.get(seat, {}).items() if now_ms - at_ms < KNOCK_MS}
        self._at_ms[seat] = lately
        if player in lately or len(lately) >= KNOCKS:
            return False
        lately[player] = now_ms
        return True
