"""The presence of players and watchers at a table, and the call for a director.

The views of a table contain neither the list of the people present nor the call for a director.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Container, Iterable, Mapping
from functools import partial
from typing import NamedTuple

from protocol.v1.codec import Codec
from protocol.v1.updates import CameOrWent, Knock, Notice, People, SeatRow, ToClient
from server.errors import Refusal
from server.games.base import Audience, Director, Seated
from server.hub.feeds import Feeds
from server.hub.listeners import Frame, Listener, RelayedListener
from server.hub.name_marks import person_mark, seat_mark, with_mark
from server.hub.observers import Observers
from server.hub.services import Services
from server.hub.slices import Batch
from server.table import access
from server.table.events import Relieved
from server.table.player import Player, RobotOwner
from server.table.table import Table

SMALL_CROWD = 100
HISTORY = 100
KNOCK_MS = 60_000
KNOCKS = 6

Kept = Callable[[Refusal | None], None]
"""A function that is called once a line of chat, or a call, is kept; with a Refusal if it cannot be kept."""


class Viewer(NamedTuple):
    """The player of a connection that follows a table, and the audience that decides what it sees."""

    player: Player
    audience: Audience


def _everybody(viewer: Viewer) -> bool:
    return True


class Message:
    """One message to many connections, encoded once in each encoding.

    `may` returns True for viewers that may get the message; it is called at the moment of writing, because
    the audience of a connection may have changed since the message was made.
    """

    def __init__(self, update: ToClient, may: Callable[[Viewer], bool] = _everybody) -> None:
        self.may = may
        self._update = update
        self._frames: dict[Codec, Frame] = {}

    def frame(self, codec: Codec) -> Frame:
        """Return the message as a frame in the encoding `codec`."""
        if codec not in self._frames:
            self._frames[codec] = Frame(codec.encode(self._update), codec.binary)
        return self._frames[codec]


class Presence:
    """The connections that follow one table, the messages to them, and the presence of its people.

    `feeds` are the table's feeds; messages and patches go to the same few watchers at a time.
    `changed_callback` is called whenever a person enters or leaves the table, sits down or stands up.
    `missed` are the connections that missed a message because their clients had not read earlier frames.
    `names` are the names of the people present, by id, without house robots, and `robot_owners` the owners of
    those that are robots. `since_ms` is the time since which at
    least one person has been present. `left_ms` is the time at which the last person left; None if no person
    has left since this hub owns the table. `uploaded_by` is the id of the player that uploaded the table's
    deals, "" if the operator of the server gave them; None if the server draws the deals. `in_event` is
    True at a table of an event, which sets `keep_call`: it keeps the call of a seat, with its words, in the
    queue of the event. With `awaits_all`, the first deal waits until all players have come. Observers of
    `disputes` hear of each dispute for which the game calls a director.
    """

    def __init__(self, services: Services, feeds: Feeds, changed_callback: Callable[[], None]) -> None:
        self.seat_presence = SeatPresence(feeds.table, services.now_ms())
        self.knocks = Knocks()
        self.missed: set[Listener] = set()
        self.names: dict[str, str] = {}
        self.robot_owners: dict[str, RobotOwner] = {}
        self.since_ms = 0
        self.left_ms: int | None = None
        self.uploaded_by: str | None = None
        self.in_event = False
        self.awaits_all = False
        self.disputes: Observers[[]] = Observers("disputes at a table")
        self.keep_call: Callable[[int, str, Kept], None] | None = None
        self._services = services
        self._outbox = feeds
        self._on_change = changed_callback
        self._viewers: dict[Listener, Viewer] = {}
        self._connections: Counter[str] = Counter()
        self._connections_of_people = 0
        self._sending: list[tuple[Message, Batch[Listener]]] = []
        self._player_called = False
        self._disputed = self._game_called = feeds.table.game.calls_director(feeds.table.state)
        self._cancel: Callable[[], None] | None = None
        self._closed = False

    @property
    def table(self) -> Table:
        """Return the table as players see it, without a delay."""
        return self._outbox.table

    def enter(self, listener: Listener, player: Player, audience: Audience) -> None:
        """Add a connection to the viewers, or change the audience of a connection.

        A message that is queued for a connection with a new audience is written before the new view if the
        former and the new audience may get the message; otherwise the message is dropped.
        """
        before, viewer = self._viewers.get(listener), Viewer(player, audience)
        if before is None:
            self._connections[player.id] += 1
            if not player.house:
                self._connections_of_people += 1
                self.since_ms = self.since_ms if self.names else self._services.now_ms()
                self.names[player.id] = player.name
                if player.robot_owner is not None:
                    self.robot_owners[player.id] = player.robot_owner
        self._viewers[listener] = viewer
        if isinstance(listener, RelayedListener):
            listener.shown_as(audience)
        if before is not None and before != viewer:
            for message in self.withhold(listener):
                if message.may(before) and message.may(viewer):
                    self._write(message, listener)

    def leave(self, listener: Listener) -> None:
        """Remove a connection from the viewers, and drop the messages that are queued for the connection."""
        self.withhold(listener)
        self.missed.discard(listener)
        viewer = self._viewers.pop(listener, None)
        if viewer is not None:
            self._connections[viewer.player.id] -= 1
            self._connections_of_people -= not viewer.player.house
            if not self._connections[viewer.player.id]:
                del self._connections[viewer.player.id]
                self.robot_owners.pop(viewer.player.id, None)
                if self.names.pop(viewer.player.id, None) is not None and not self.names:
                    self.left_ms = self._services.now_ms()

    @property
    def people_present(self) -> bool:
        """Return True if people, not only house robots, follow the table.

        A table of an event at which only house robots sit plays as if people were there, because the other
        tables wait for its results.
        """
        if self.names:
            return True
        return self.in_event and all(chair.house is not None for chair in self.table.chairs)

    @property
    def awaits(self) -> bool:
        """Return True while the first deal waits for a player that is absent."""
        table = self.table
        if not self.awaits_all or table.closed or table.deal or not table.game.deal_due(table.state):
            return False
        return any(
            chair.player is not None and chair.player not in self._connections for chair in table.chairs
        )

    @property
    def has_viewers(self) -> bool:
        """Return True if people or robots follow the table."""
        return bool(self._viewers)

    def listeners(self) -> tuple[tuple[Listener, Viewer], ...]:
        """Return all connections that follow the table."""
        return tuple(self._viewers.items())

    def listeners_of(self, player: str) -> tuple[Listener, ...]:
        if player not in self._connections:
            return ()
        return tuple(listener for listener, viewer in self._viewers.items() if viewer.player.id == player)

    def of(self, listener: Listener) -> Viewer | None:
        """Return the player and the audience of a connection that follows the table.

        The result is None if the connection does not follow the table.
        """
        return self._viewers.get(listener)

    def tell(
        self,
        update: ToClient,
        to: Iterable[Listener] | None = None,
        *,
        may: Callable[[Viewer], bool] = _everybody,
    ) -> None:
        """Send a message to all viewers that `may` permits: to players now, to watchers a few at a time.

        If `to` is given, only the connections in `to` get the message, and only while they keep their present
        audience.
        """
        if to is None:
            self._tell(Message(update, may), self._viewers.items())
            return
        found = [(listener, self._viewers[listener]) for listener in to if listener in self._viewers]
        as_now = {viewer for _, viewer in found}
        self._tell(Message(update, lambda viewer: viewer in as_now), found)

    def _tell(self, message: Message, to: Iterable[tuple[Listener, Viewer]]) -> None:
        players: list[Listener] = []
        watchers: list[Listener] = []
        for listener, viewer in to:
            (players if isinstance(viewer.audience, Seated) else watchers).append(listener)
        for listener in players:
            self._deliver(message, listener)
        batch = self._outbox.slices.each(partial(self._deliver, message), watchers, beside=len(players))
        if not batch.done:
            self._sending = [sending for sending in self._sending if not sending[1].done]
            self._sending.append((message, batch))

    def tell_few(self, update: ToClient, to: Iterable[Listener]) -> None:
        """Send one message to the connections in `to` now, after the messages that are queued for them."""
        message = Message(update)
        for listener in to:
            for earlier in self.withhold(listener):
                self._deliver(earlier, listener)
            self._write(message, listener)

    def withhold(self, listener: Listener) -> list[Message]:
        """Take the queued messages of a connection out of the queue, and return them in their order."""
        return [message for message, batch in self._sending if not batch.done and batch.take(listener)]

    def _deliver(self, message: Message, listener: Listener) -> None:
        """Write a message to a connection if the connection's present audience may get it."""
        viewer = self._viewers.get(listener)
        if viewer is not None and message.may(viewer):
            self._write(message, listener)

    def _write(self, message: Message, listener: Listener) -> None:
        if listener.wire.congested:
            self.missed.add(listener)
        else:
            listener.deliver(message.frame(listener.codec))

    def tell_present(self, update: ToClient) -> None:
        """Send one message to all viewers that see the table without a delay."""
        self.tell(update, may=lambda viewer: access.sees_live(self.table, viewer.player.id))

    def tell_delayed(self, update: ToClient) -> None:
        """Send one message to all watchers that see the table with a delay."""
        self.tell(update, may=lambda viewer: not access.sees_live(self.table, viewer.player.id))

    def seats(self, table: Table) -> tuple[SeatRow, ...]:
        """Return a row for every seat of the table, with its player or robot.

        The field `here` of a seat's row is True if its player is connected, or if a robot plays in the seat.
        """
        return tuple(
            SeatRow(
                seat=seat,
                name=chair.name if chair.player is not None else chair.house or "",
                player=chair.player,
                robot=chair.house,
                here=chair.player in self._connections if chair.player is not None else chair.taken,
                owner=chair.owner,
                mark=seat_mark(table.chairs, seat),
                robot_of=_robot_of(chair.player, table.robot_owners),
            )
            for seat, chair in enumerate(table.chairs)
        )

    def watchers(self, table: Table) -> int:
        """Return the number of connections of people without a seat.

        The number of watchers is computed without a search through all viewers, because every viewer that
        enters is sent the number.
        """
        seated = self.names.keys() & {chair.player for chair in table.chairs}
        return self._connections_of_people - sum(self._connections[player] for player in seated)

    def people(self, table: Table, *, history: bool = False) -> People:
        """Return the message `people` of a table; if `history` is True, it lists arrivals and departures."""
        return People(
            table=table.id,
            seats=self.seats(table),
            watchers=self.watchers(table),
            host=table.roles.host,
            paused=table.paused,
            directors=tuple(sorted(table.roles.directors)),
            commentators=tuple(sorted(table.roles.commentators)),
            called=self.called,
            history=tuple(self.seat_presence.history) if history else (),
            hands="live" if access.shows_live(table.policy) else "after",
            delay=access.watch_delay(table.policy),
            uploaded_by=self.uploaded_by,
            again=table.again,
        )

    def robot_of(self, player: str) -> str:
        """Return the name of the owner of a robot at the table, by the robot's id; "" for a person."""
        return _robot_of(player, self.robot_owners) or _robot_of(player, self.table.robot_owners)

    def mark_of(self, player: Player) -> str:
        """Return the mark that tells a player apart from people with the same name, "" if there are none."""
        return "" if player.house else person_mark(self.table.chairs, self.names, player.id, player.name)

    def changed(self) -> None:
        """Note that people came or went, and schedule one message about this to all viewers.

        The message about people covers all changes until the moment when it is sent.
        """
        now_ms = self._services.now_ms()
        self.seat_presence.note(self.table, self.names, now_ms)
        self._on_change()
        if self._cancel is None and not self._closed:
            when_ms = now_ms + (250 if len(self._viewers) < SMALL_CROWD else 2_000)
            self._cancel = self._services.timers.at(when_ms, self._tell_people)

    def _tell_people(self) -> None:
        self._cancel = None
        directors = [listener for listener, viewer in self._viewers.items() if viewer.audience == Director()]
        self.tell(self.people(self.table), may=lambda viewer: viewer.audience != Director())
        if directors:
            self.tell_few(self.people(self.table, history=True), directors)

    def tell_people(self, listener: Listener) -> None:
        """Send one connection the message `people`, with the people that are at the table now."""
        history = listener in self._viewers and self._viewers[listener].audience == Director()
        self.tell_few(self.people(self.table, history=history), (listener,))

    def tell_relieved(self, entry: Relieved) -> None:
        """Notify a player that is out of time that a robot now plays for the player."""
        player = self.table.chairs[entry.seat].player
        if entry.robot is not None and player is not None and not entry.returning:
            words = f"your time has run out; {entry.robot} plays until you act, sit down or watch as seat"
            notice = Notice(kind="robot", table=self.table.id, message=words)
            self.tell_few(notice, self.listeners_of(player))

    def close(self) -> None:
        """Send no more messages about the people at the table."""
        self._closed = True
        if self._cancel is not None:
            self._cancel()

    def away(self, now_ms: int) -> tuple[int, ...]:
        """Return the seats of players that have been absent too long to keep their seats.

        While no people are at the table, players do not lose their seats, so the result is empty.
        """
        return self.seat_presence.away(self.table, now_ms) if self._expected else ()

    def next_away_ms(self) -> int | None:
        """Return the time at which the next absent player loses the seat, None if no player will."""
        return self.seat_presence.next_away_ms(self.table) if self._expected else None

    @property
    def _expected(self) -> bool:
        """Return True if absent players may lose their seats now.

        Absent players lose their seats only while people are present and the table is neither closed nor
        paused.
        """
        return self.people_present and not self.table.closed and not self.table.paused

    def knock(self, player: Player, seat: int) -> None:
        """Send the player of `seat` the request of the watcher `player` to see the hand of that seat.

        The watcher must not know another hand of the deal.
        """
        table = self.table
        if not player.id or player.id not in self.names or table.right_of(player.id) is not None:
            return
        target = None if table.closed or seat >= len(table.chairs) else table.chairs[seat].player
        if target is None or (table.hidden and table.hand_access.knows_a_hand(player.id)):
            return
        if self.knocks.take(seat, player.id, self._services.now_ms()):
            name = with_mark(player.name, self.mark_of(player))
            knock = Knock(table=table.id, player=player.id, name=name, robot_of=self.robot_of(player.id))
            self.tell_few(knock, self.listeners_of(target))

    @property
    def disputed(self) -> bool:
        """Return True if the game has a dispute for a director, or has called a director."""
        return self._disputed or self._game_called

    @property
    def called(self) -> bool:
        """Return True if a director is called, by a player or by the game."""
        return self._player_called or self._game_called

    def update_director_call(self, *, ruled: bool) -> None:
        """Call a director when a dispute begins in the game.

        The call for a director ends at a ruling, or when the dispute ends.
        """
        table, was = self.table, self.called
        disputed = table.game.calls_director(table.state)
        begins = disputed and not self._disputed
        self._disputed = disputed
        self._player_called = self._player_called and not ruled
        self._game_called = disputed and not ruled and (begins or self._game_called)
        if begins and not ruled:
            self.notify_directors("the players do not agree and need a director")
            self.disputes.notify()
        if self.called is not was:
            self.changed()

    def call_director(self, seat: int, player: Player, text: str, kept: Kept) -> None:
        """Call the director on behalf of the player of a seat, by the words `text`.

        `kept` is called at once, or at a table of an event when the call is in the queue of the event.
        """
        was, self._player_called = self.called, True
        name = with_mark(player.name, self.mark_of(player))
        self.notify_directors(f"{name} calls the director", seat=seat, name=name)
        if not was:
            self.changed()
        if self.keep_call is None:
            kept(None)
        else:
            self.keep_call(seat, text, kept)

    def director_spoke(self) -> None:
        """End the call for a director, because a director has written to the table."""
        if self.called:
            self._player_called = self._game_called = False
            self.changed()

    def notify_directors(
        self, why: str, to: Iterable[Listener] | None = None, *, seat: int | None = None, name: str = ""
    ) -> None:
        """Send the connections in `to` a call for the director.

        If `to` is None, send the call for the director to all directors without a seat. `seat` and `name` are
        those of the player who calls, if a player does.
        """
        table = self.table
        if to is None:
            directors = [player for player in sorted(table.roles.directors) if table.right_of(player) is None]
            to = [listener for player in directors for listener in self.listeners_of(player)]
        self.tell_few(Notice(kind="director", table=table.id, message=why, seat=seat, name=name), to)


def _robot_of(player: str | None, owners: Mapping[str, RobotOwner]) -> str:
    """Return the name of the owner of a player that is a robot, "" for every other player."""
    owner = None if player is None else owners.get(player)
    return "" if owner is None else owner.name


class SeatPresence:
    """The presence of seated players: for each absent player, the time since which the player is absent.

    A player's absence does not count while the table is paused, or before this hub owned the table. `history`
    lists arrivals and departures of seated players, the oldest first, for directors only.
    """

    def __init__(self, table: Table, now_ms: int) -> None:
        self.history: deque[CameOrWent] = deque(maxlen=HISTORY)
        self._known: dict[str, bool] = {}
        self._gone_ms: dict[str, int] = {}
        self._paused_ms: int | None = None
        self.note(table, (), now_ms)

    def note(self, table: Table, here: Container[str], now_ms: int) -> None:
        """Note which seated players have come to the table or gone since the last call.

        `here` has the ids of all people at the table.
        """
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

    def credit(self, ms: int, now_ms: int) -> None:
        """Do not count the last `ms` milliseconds before `now_ms` as absence of any player."""
        for player, gone_ms in self._gone_ms.items():
            self._gone_ms[player] = min(gone_ms + ms, max(gone_ms, now_ms))

    def away(self, table: Table, now_ms: int) -> tuple[int, ...]:
        """Return the seats of players that have been absent for the policy's `hold_ms` or longer."""
        hold_ms = table.policy.hold_ms
        if hold_ms is None:
            return ()
        expired = {player for player, gone_ms in self._gone_ms.items() if gone_ms + hold_ms <= now_ms}
        return tuple(seat for seat, chair in enumerate(table.chairs) if chair.player in expired)

    def absent_since_ms(self, player: str) -> int | None:
        """Return the time since which a seated player has been absent, None for any other person."""
        return self._gone_ms.get(player)

    def held_until_ms(self, table: Table) -> dict[int, int]:
        """Return the seats of absent players, each with the time until which it is kept free for its player.

        The result is empty if seats are kept free without a limit.
        """
        gone_ms, hold_ms = self._gone_ms, table.policy.hold_ms
        if hold_ms is None or not gone_ms:
            return {}
        return {
            seat: gone_ms[chair.player] + hold_ms
            for seat, chair in enumerate(table.chairs)
            if chair.player is not None and chair.player in gone_ms
        }

    def next_away_ms(self, table: Table) -> int | None:
        """Return the next time at which an absent player's seat is no longer kept free, None for never."""
        hold_ms = table.policy.hold_ms
        return None if hold_ms is None or not self._gone_ms else min(self._gone_ms.values()) + hold_ms


class Knocks:
    """The recent requests of watchers to see a hand or to take a seat.

    In a minute a watcher may send one request about the same seat, and a seat gets at most `KNOCKS` requests.
    """

    def __init__(self) -> None:
        self._at_ms: dict[int, dict[str, int]] = {}

    def take(self, seat: int, player: str, now_ms: int) -> bool:
        """Count a watcher's request about a seat; return False if too many were sent in the last minute."""
        earlier = self._at_ms.get(seat, {})
        recent = {watcher: at_ms for watcher, at_ms in earlier.items() if now_ms - at_ms < KNOCK_MS}
        self._at_ms[seat] = recent
        if player in recent or len(recent) >= KNOCKS:
            return False
        recent[player] = now_ms
        return True
