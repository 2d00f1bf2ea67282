"""What the parts of this API tell the websockets of this process beside what tables show by themselves.

Of every table that it has joined a websocket is told by itself of the game, of seats taken and left, of
observers, of the host, and of who has lost his connection: none of that is told here.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Protocol

from server.web.spades_rest.serializers.events import Event


class Subscriber(Protocol):
    """A websocket that has said who it is: `tables` are those it has joined."""

    @property
    def player_id(self) -> str: ...

    @property
    def tables(self) -> Collection[str]: ...

    @property
    def in_lobby(self) -> bool: ...

    def hear(self, event: Event) -> None: ...

    def leave(self, table: str) -> None: ...


class Broadcast:
    """The open websockets, by whom they may be told of."""

    def __init__(self) -> None:
        self._ears: dict[Subscriber, None] = {}

    def enter(self, ear: Subscriber) -> None:
        self._ears[ear] = None

    def leave(self, ear: Subscriber) -> None:
        self._ears.pop(ear, None)

    def tell_player(self, player_id: str, type_: str, payload: dict[str, Any]) -> None:
        """Tell every websocket of one player, as of an invitation."""
        self._tell(Event(type_, payload), self._of(player_id))

    def tell_table(self, table: str, type_: str, payload: dict[str, Any]) -> None:
        """Tell every websocket that has joined a table, as of a kick; only what all of them may know."""
        self._tell(Event(type_, payload), [ear for ear in self._ears if table in ear.tables])

    def tell_lobby(self, type_: str, payload: dict[str, Any]) -> None:
        """Tell every websocket that is in the lobby."""
        self._tell(Event(type_, payload), [ear for ear in self._ears if ear.in_lobby])

    def send_off(self, player_id: str, table: str) -> None:
        """A player has left a table: his websockets have, too."""
        for ear in self._of(player_id):
            if table in ear.tables:
                ear.leave(table)

    def _of(self, player_id: str) -> list[Subscriber]:
        return [ear for ear in self._ears if ear.player_id == player_id]

    def _tell(self, event: Event, ears: list[Subscriber]) -> None:
        for ear in ears:
            ear.hear(event)
