"""The Spades API's websockets, and the events that handlers of HTTP requests send to these websockets.

A websocket that has joined a table compares successive views of the table (`TableEvents`) and so makes the
events of the game, seats, observers, host and connections itself. The class `Broadcast` sends only events
that a websocket cannot make itself, such as invitations.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Protocol

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


class Broadcast:
    """The open websockets of the Spades API: those of a player, of a table and of the lobby."""

    def __init__(self) -> None:
        self._subscribers: dict[Subscriber, None] = {}

    def enter(self, subscriber: Subscriber) -> None:
        """Add a websocket to those that get events, because its player is known now."""
        self._subscribers[subscriber] = None

    def leave(self, subscriber: Subscriber) -> None:
        """Remove a closed websocket from those that get events."""
        self._subscribers.pop(subscriber, None)

    def tell_player(self, player_id: str, type_: str, payload: dict[str, Any]) -> None:
        """Send an event, for example an invitation, to every websocket of one player."""
        self._tell(Event(type_, payload), self._of(player_id))

    def tell_table(self, table: str, type_: str, payload: dict[str, Any]) -> None:
        """Send an event without hidden cards to every websocket that has joined a table."""
        self._tell(
            Event(type_, payload),
            [subscriber for subscriber in self._subscribers if table in subscriber.tables],
        )

    def tell_lobby(self, type_: str, payload: dict[str, Any]) -> None:
        """Send an event to every websocket that has joined the lobby."""
        self._tell(
            Event(type_, payload), [subscriber for subscriber in self._subscribers if subscriber.in_lobby]
        )

    def send_off(self, player_id: str, table: str) -> None:
        """Stop sending events of a table to a player's websockets, because the player has left the table."""
        for subscriber in self._of(player_id):
            if table in subscriber.tables:
                subscriber.leave(table)

    def _of(self, player_id: str) -> list[Subscriber]:
        return [subscriber for subscriber in self._subscribers if subscriber.player_id == player_id]

    def _tell(self, event: Event, subscribers: list[Subscriber]) -> None:
        for subscriber in subscribers:
            subscriber.hear(event)
