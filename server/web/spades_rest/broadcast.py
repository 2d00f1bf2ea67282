"""The Spades API's websockets, and the events that handlers of HTTP requests send to these websockets.

A websocket that has joined a table compares successive views of the table (`TableEvents`) and so makes the
events of the game, seats, observers, host and connections itself. The class `Broadcast` sends only events
that a websocket cannot make itself, such as invitations.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, Protocol

import msgspec
from msgspec import Raw, Struct

from server.hub.far.other_hubs import OtherHubs
from server.web.spades_rest.serializers.events import Event


class Subscriber(Protocol):
    """A websocket with a known player; `tables` are the ids of the tables that the websocket has joined."""

    @property
    def player_id(self) -> str: ...

    @property
    def tables(self) -> Collection[str]: ...

    @property
    def in_lobby(self) -> bool: ...

    def hear(self, event: Event) -> None: ...

    def leave(self, table: str) -> None: ...


EVENT, DEPARTURE = "seed event", "seed departure"
"""The kinds of news by which hubs tell each other of events and departures."""


class _Event(Struct, frozen=True):
    """An event for the websockets of one player, or for those at one table; the other of the two is ""."""

    player: str
    table: str
    type: str
    payload: dict[str, Any]


class _Departure(Struct, frozen=True):
    """A player that has left a table."""

    player: str
    table: str


_read_event = msgspec.msgpack.Decoder(_Event).decode
_read_departure = msgspec.msgpack.Decoder(_Departure).decode


class Broadcast:
    """The open websockets of the Spades API: those of a player, of a table and of the lobby.

    `others` are the other hubs, which send the same events to their own websockets; each hub finds the events
    of the lobby itself. `departed` is called with the ids of a player and of the table that the player has
    left through another hub.
    """

    def __init__(self, others: OtherHubs, departed: Callable[[str, str], None]) -> None:
        self._subscribers: dict[Subscriber, None] = {}
        self._others = others
        self._departed = departed
        others.told.subscribe(self._on_told)

    def _on_told(self, hub: str, what: str, news: Raw) -> None:
        if what == EVENT:
            told = _read_event(news)
            event = Event(told.type, told.payload)
            self._tell(event, self._of(told.player) if told.player else self._at(told.table))
        elif what == DEPARTURE:
            departure = _read_departure(news)
            self._send_off(departure.player, departure.table)
            self._departed(departure.player, departure.table)

    def enter(self, subscriber: Subscriber) -> None:
        """Add a websocket to those that get events, because its player is known now."""
        self._subscribers[subscriber] = None

    def leave(self, subscriber: Subscriber) -> None:
        """Remove a closed websocket from those that get events."""
        self._subscribers.pop(subscriber, None)

    def tell_player(self, player_id: str, type_: str, payload: dict[str, Any]) -> None:
        """Send an event, for example an invitation, to every websocket of one player."""
        self._tell(Event(type_, payload), self._of(player_id))
        self._others.tell(EVENT, _Event(player_id, "", type_, payload))

    def tell_table(self, table: str, type_: str, payload: dict[str, Any]) -> None:
        """Send an event without hidden cards to every websocket that has joined a table."""
        self._tell(Event(type_, payload), self._at(table))
        self._others.tell(EVENT, _Event("", table, type_, payload))

    def tell_lobby(self, type_: str, payload: dict[str, Any]) -> None:
        """Send an event to every websocket of this hub that has joined the lobby."""
        self._tell(
            Event(type_, payload), [subscriber for subscriber in self._subscribers if subscriber.in_lobby]
        )

    def send_off(self, player_id: str, table: str) -> None:
        """Stop sending events of a table to a player's websockets, because the player has left the table."""
        self._send_off(player_id, table)
        self._others.tell(DEPARTURE, _Departure(player_id, table))

    def _send_off(self, player_id: str, table: str) -> None:
        for subscriber in self._of(player_id):
            if table in subscriber.tables:
                subscriber.leave(table)

    def _at(self, table: str) -> list[Subscriber]:
        return [subscriber for subscriber in self._subscribers if table in subscriber.tables]

    def _of(self, player_id: str) -> list[Subscriber]:
        return [subscriber for subscriber in self._subscribers if subscriber.player_id == player_id]

    def _tell(self, event: Event, subscribers: list[Subscriber]) -> None:
        for subscriber in subscribers:
            subscriber.hear(event)
