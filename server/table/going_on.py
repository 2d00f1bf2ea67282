"""Requests of players between the result of a deal and the next deal: to go on at once, or to wait."""

from __future__ import annotations

from protocol.v1.codes import Code
from server.errors import Refusal
from server.table.events import WantedNext, WantedWait
from server.table.player import Player
from server.table.table import Table


def want_next(table: Table, deals: int | None, player: Player, now_ms: int) -> WantedNext | None:
    """Return the log entry for a request for the next deal, None if it changes nothing.

    `deals` is the number of uploaded deals, None if no deals were uploaded. Raises Refusal if no next deal
    is due, and for a watcher that is not the host.
    """
    host = bool(player.id) and player.id == table.roles.host
    seat = None if player.house else table.seat_of(player.id)
    if seat is None and not host:
        raise Refusal(Code.NOT_SEATED, "you have no seat at this table")
    _check_next_follows(table, deals)
    if table.between == table.between.after_next(seat, host=host):
        return None
    return WantedNext(at_ms=now_ms, seat=seat, host=host)


def want_wait(table: Table, deals: int | None, player: Player, now_ms: int) -> WantedWait | None:
    """Return the log entry for a request to hold the next deal, None if it changes nothing.

    `deals` is the number of uploaded deals, None if no deals were uploaded. Raises Refusal if no next deal
    is due, and for a player without a seat.
    """
    seat = None if player.house else table.seat_of(player.id)
    if seat is None:
        raise Refusal(Code.NOT_SEATED, "you have no seat at this table")
    _check_next_follows(table, deals)
    return None if seat in table.between.wait_seats else WantedWait(at_ms=now_ms, seat=seat)


def _check_next_follows(table: Table, deals: int | None) -> None:
    if table.closed:
        raise Refusal(Code.FORBIDDEN, "the table is closed")
    if table.shares_deals:
        raise Refusal(
            Code.FORBIDDEN,
            "in a match or set of boards the next board begins by the clock, not by the players",
        )
    if table.paused:
        raise Refusal(Code.UNAVAILABLE, "the table is paused", retry_ms=1000)
    if table.game.result(table.state) is None:
        raise Refusal(Code.FORBIDDEN, "the deal is not over: ask for the next deal after its result")
    if (deals is not None and table.deal + 1 >= deals) or table.finished:
        raise Refusal(Code.FORBIDDEN, "no deal follows this one")
