"""The first log entry of a table that plays a finished deal again, from a position of the deal."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from protocol.v1.updates import PlayedAgain
from server.errors import IllegalAction
from server.games.base import AnyGame
from server.table.events import Base
from server.table.player import Player
from server.table.table import Table

_pack = msgspec.msgpack.encode


class Resumed(Struct, frozen=True):
    """A position of a finished deal, at which a new table begins.

    `state` is the game's state at the position, `deal` the id of the finished deal, and `moves` the number of
    its moves before the position. `player` gets the seat `seat`; robots play the other seats.
    """

    state: Any
    deal: str
    moves: int
    seat: int
    player: Player


def resumed(base: Base, game: AnyGame, position: Resumed) -> Base:
    """Return the first entry of a new table's log, changed so that the table begins at a position.

    Raises IllegalAction if the seats or the policy of the table do not fit: the player would know hands that
    another person plays, or delayed watchers would see the deal too early.
    """
    seats, seat = base.seats, position.seat
    if seat >= len(seats):
        raise IllegalAction(f"expected a seat from 0 to {len(seats) - 1}, got {seat} - at `$.again.seat`")
    if any(chair.house is None for place, chair in enumerate(seats) if place != seat):
        raise IllegalAction("a deal is played again against robots: expected a robot in each other seat")
    if base.policy.delay is not None:
        raise IllegalAction("a deal that is played again has no delay: expected a policy without `delay`")
    mine = seats[seat].sit(position.player.id, position.player.name)
    return replace(
        base,
        state=msgspec.Raw(_pack(position.state)),
        seats=(*seats[:seat], mine, *seats[seat + 1 :]),
        again=PlayedAgain(position.deal, position.moves),
    )


def marked(result: str, table: Table) -> str:
    """Return the line about the result of a deal, with a mark if the table played the deal again."""
    return f"{result} (played again)" if result and table.again is not None else result
