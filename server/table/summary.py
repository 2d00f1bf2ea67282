"""The summary of a table: the facts that lists of tables and requests about seats and roles need."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from protocol.v1.requests import Policy
from server.table.schedule import rests
from server.table.seats import Chairs
from server.table.table import Roles, Table


class Summary(Struct, frozen=True):
    """The facts about a table at one moment, without its cards.

    `options` are the options that everybody may read. `decision` is the name of the present decision. `begun`
    is True once the first deal has begun, `hidden` while the deal has cards that some audiences may not see,
    and `finished` once the game has ended by its rules. `ready` is True if all seats that a deal needs are
    taken. `rests` is True if the table waits for a player: neither a house robot nor the table itself has to
    act now. `names` are the names of the people present, by id, without robots, in the order of their
    arrival. `held_until_ms` maps the seat of an absent player to the time until which it is kept free.
    `came_ms` is the time (ms) at which the table came into the memory of its hub.
    """

    id: str
    name: str
    game: str
    options: Struct
    policy: Policy
    chairs: Chairs
    roles: Roles
    decision: str
    begun: bool
    hidden: bool
    finished: bool
    ready: bool
    rests: bool
    paused: bool
    closed: bool
    names: dict[str, str]
    held_until_ms: dict[int, int]
    came_ms: int = 0

    def seat_of(self, player: str) -> int | None:
        """Return the seat in which a player or a house robot plays, None if there is no such seat."""
        return self.chairs.seats.get(player)

    def right_of(self, player: str) -> int | None:
        """Return the seat that a player has, or owns while absent; None if the player has none."""
        return self.chairs.right_of(player)


def summary_of(
    table: Table,
    name: str,
    names: Mapping[str, str],
    held_until_ms: dict[int, int],
    now_ms: int,
    came_ms: int = 0,
) -> Summary:
    """Return the summary of a table at the time `now_ms` of its clock; its other fields say what they mean.

    No field of a summary depends on a card that some audience may not see.
    """
    return Summary(
        id=table.id,
        name=name,
        game=table.game.name,
        options=table.game.public_options(table.state),
        policy=table.policy,
        chairs=table.chairs,
        roles=table.roles,
        decision=table.decision,
        begun=table.begun,
        hidden=table.hidden,
        finished=table.finished,
        ready=table.ready,
        rests=rests(table, now_ms),
        paused=table.paused,
        closed=table.closed,
        names=dict(names),
        held_until_ms=held_until_ms,
        came_ms=came_ms,
    )
