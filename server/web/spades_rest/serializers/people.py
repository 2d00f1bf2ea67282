"""The people at a table, as the Spades API shows them."""

from __future__ import annotations

from msgspec import Struct

from server.table.summary import Summary
from server.web.spades_rest.serializers.words import SEATS, SeatName


class Sitter(Struct, frozen=True, rename="camel"):
    """The player or bot that has a seat at a table."""

    player_id: str
    username: str
    is_bot: bool


class Observer(Struct, frozen=True, rename="camel"):
    """A person that is at a table but has no seat."""

    player_id: str
    username: str


class People(Struct, frozen=True):
    """The people of one table.

    `gone` has the seats of disconnected players, and `held` maps these seats to the time (ms since 1970)
    until which they are held. `hold_ms` is the time (ms) for which the seat of a disconnected player is held.
    """

    seats: dict[SeatName, Sitter | None]
    observers: tuple[Observer, ...]
    host: str
    host_seat: SeatName | None
    gone: frozenset[SeatName]
    hold_ms: int | None
    held: dict[SeatName, int] = {}


def people_of(table: Summary) -> People:
    """Return the people that are at a table now.

    If a robot plays while a seat is held for a player, the seat is listed as the seat of a bot.
    """
    seats: dict[SeatName, Sitter | None] = {}
    here = table.names
    for name, chair in zip(SEATS, table.chairs, strict=True):
        if chair.player is not None:
            seats[name] = Sitter(chair.player, chair.name, is_bot=False)
        else:
            seats[name] = None if chair.house is None else Sitter(f"bot:{name}", chair.house, is_bot=True)
    return People(
        seats=seats,
        observers=tuple(Observer(id, name) for id, name in here.items() if id and table.right_of(id) is None),
        host=table.roles.host,
        host_seat=next(
            (seat for seat, who in seats.items() if who and who.player_id == table.roles.host), None
        ),
        gone=frozenset(s for s, who in seats.items() if who and not who.is_bot and who.player_id not in here),
        hold_ms=table.policy.hold_ms,
        held=_held(table),
    )


def _held(table: Summary) -> dict[SeatName, int]:
    return {
        SEATS[seat]: until_ms
        for seat, until_ms in table.held_until_ms.items()
        if table.chairs[seat].relief is None
    }
