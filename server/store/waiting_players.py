"""The interface of the players that wait for a seat at a table with other people: one queue for all hubs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, Protocol

from msgspec import Struct

LEASE_MS = 5_000
"""The time (ms) after which a waiting player that no hub renews is taken out of the queue."""
PATIENCE_MS = 30_000
"""The time (ms) that a player waits for people before robots fill the table, if the player wants that."""
SEAT_MS = 60_000
"""The time (ms) for which the place that a player has been given is kept for the player."""
SETTLED_MS = 10_000
"""The time (ms) that the players of a new table have to sit down before it is offered to other players."""
TABLES_MS = 6 * 3_600_000
"""The time (ms) for which a table that was made for waiting players is remembered."""
MOST_TABLES = 50
"""The number of tables of one kind that are remembered, the newest ones."""


class WaitingPlayer(Struct, frozen=True):
    """A player that waits, as the hub of the player's connection tells the queue again in each turn.

    `word` is a random word of the request: a newer request of the same player has another one, and replaces
    this one. `kind` names the game and the pace; only players of the same kind meet. `seats` is the number of
    seats of a new table, and `table` the id that a new table gets if this request completes it. `robots` is
    True if robots may fill the table after `PATIENCE_MS`. `waited_ms` is the time for which the player has
    waited already, as the last turn has told. `step` is `new` in the first turn of a request, and `again` if
    the player could not sit down at the place that the queue gave.
    """

    player: str
    word: str
    kind: str
    seats: int
    robots: bool
    table: str
    waited_ms: int = 0
    step: Literal["new", "wait", "again"] = "wait"


class Waits(Struct, frozen=True):
    """The answer for a player that waits on, and has waited for `ms` milliseconds."""

    ms: int


class Placed(Struct, frozen=True):
    """The answer for a player that has a place at a table.

    `place` counts the `players` of a new table, from 0. `robots` is True if robots play the other seats.
    """

    table: str
    place: int
    players: int
    robots: bool


class Replaced(Struct, frozen=True):
    """The answer for a request in whose place the queue has a newer request of the same player."""


class Turn(Struct, frozen=True):
    """The answers to the players of one turn, in their order, and the state of the queue after it.

    `counts` has the number of waiting players of each kind. `tables` has, for each kind of the turn, the
    tables that were made for waiting players `SETTLED_MS` ago or earlier, the newest first.
    """

    answers: tuple[Waits | Placed | Replaced, ...]
    counts: Mapping[str, int]
    tables: Mapping[str, tuple[str, ...]]


class WaitingPlayers(Protocol):
    """The players that wait for a seat, and the places that they have been given.

    A player is in the queue at most once, and has at most one place: each method is one step of the store,
    whatever other hubs do. All methods raise OSError if the store does not answer.
    """

    async def turn(self, players: Sequence[WaitingPlayer]) -> Turn:
        """Renew the waiting players of one hub, and give places to all that can have one.

        A new table is made when as many players of a kind wait as it has seats, or when the player that has
        waited longest wants robots and has waited for `PATIENCE_MS`; then all players that want robots get a
        place.
        """
        ...

    async def take(self, player: str, word: str, table: str) -> bool:
        """Give a waiting player a place at a table that is played already, and return True.

        Returns False, and changes nothing, if the player does not wait with this word.
        """
        ...

    async def sat_down(self, player: str, word: str) -> None:
        """Note that the player has sat down: a new request of the player waits for another table."""
        ...

    async def leave(self, player: str, word: str) -> None:
        """Take a request out of the queue, with the place that it was given, unless a newer one is there."""
        ...

    async def counts(self) -> Mapping[str, int]:
        """Return the number of waiting players of each kind."""
        ...
