"""The people at a table, with the data that each of them may see."""

from __future__ import annotations

from msgspec import Struct

from server.hub.room import Room
from server.web.spades_rest.serializers.words import SEATS, SeatName


class Sitter(Struct, frozen=True, rename="camel"):
    """The player or bot in a seat."""

    player_id: str
    username: str
    is_bot: bool


class Observer(Struct, frozen=True, rename="camel"):
    """A person that is at a table but has no seat."""

    player_id: str
    username: str


class People(Struct, frozen=True):
    """The people of one table.

    `gone` are the seats of disconnected players, and `held` maps these seats to the time (ms) until which
    they are held. `hold_ms` is the time (ms) for which the seat of a player is held after the player has
    left.
    """

    seats: dict[SeatName, Sitter | None]
    observers: tuple[Observer, ...]
    host: str
    host_seat: SeatName | None
    gone: frozenset[SeatName]
    hold_ms: int | None
    held: dict[SeatName, int] = {}


def people_of(room: Room) -> People:
    """Return the people at a table now.

    If a robot plays while a seat is held for a player, the seat is listed as the seat of a bot.
    """
    table, here = room.table, room.viewers.presence.names
    seats: dict[SeatName, Sitter | None] = {}
    for name, chair in zip(SEATS, table.chairs, strict=True):
        if chair.player is not None:
            seats[name] = Sitter(chair.player, chair.name, is_bot=False)
        else:
            seats[name] = None if chair.house is None else Sitter(f"bot:{name}", chair.house, is_bot=True)
    return People(
        seats=seats,
        observers=tuple(Observer(id, name) for id, name in here.items() if id and table.right_of(id) is None),
        host=room.table.roles.host,
        host_seat=next(
            (seat for seat, who in seats.items() if who and who.player_id == room.table.roles.host), None
        ),
        gone=frozenset(s for s, who in seats.items() if who and not who.is_bot and who.player_id not in here),
        hold_ms=table.policy.hold_ms,
        held=_held(room),
    )


def _held(room: Room) -> dict[SeatName, int]:
    presence, table = room.viewers.presence.seat_presence, room.table
    held = {
        seat: presence.held_until_ms(table, chair.player)
        for seat, chair in zip(SEATS, table.chairs, strict=True)
        if chair.player is not None and chair.relief is None
    }
    return {seat: until_ms for seat, until_ms in held.items() if until_ms is not None}
