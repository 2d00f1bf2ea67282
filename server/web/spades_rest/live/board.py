"""What the parts of this API tell the websockets of this process beside what tables show by themselves."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple, Protocol


class Event(NamedTuple):
    """One event of the websocket: its envelope is `{type, payload}`."""

    type: str
    payload: dict[str, Any]


class Ear(Protocol):
    """A websocket that has said who it is: `tables` are those it has joined."""

    @property
    def player_id(self) -> str: ...

    @property
    def tables(self) -> Collection[str]: ...

    @property
    def in_lobby(self) -> bool: ...

    def hear(self, event: Event) -> None: ...


class Board:
    """The open websockets, by whom they may be told of."""

    def __init__(self) -> None:
        self._ears: dict[Ear, None] = {}

    def enter(self, ear: Ear) -> None:
        self._ears[ear] = None

    def leave(self, ear: Ear) -> None:
        self._ears.pop(ear, None)

    def tell_player(self, player_id: str, type_: str, payload: dict[str, Any]) -> None:
        """Tell every websocket of one player, as of an invitation."""
        self._tell(Event(type_, payload), [ear for ear in self._ears if ear.player_id == player_id])

    def tell_table(self, table: str, type_: str, payload: dict[str, Any]) -> None:
        """Tell every websocket that has joined a table, as of a new host; only what all of them may know."""
        self._tell(Event(type_, payload), [ear for ear in self._ears if table in ear.tables])

    def tell_lobby(self, type_: str, payload: dict[str, Any]) -> None:
        """Tell every websocket that is in the lobby."""
        self._tell(Event(type_, payload), [ear for ear in self._ears if ear.in_lobby])

    def connected(self, player_id: str) -> bool:
        """Whether a player has a websocket of this API open."""
        return any(ear.player_id == player_id for ear in self._ears)

    def _tell(self, event: Event, ears: list[Ear]) -> None:
        for ear in ears:
            ear.hear(event)
