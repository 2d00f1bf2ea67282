"""Sitting, standing, being gone too long, coming back, and letting a watcher look into one's hand."""

from __future__ import annotations

from collections.abc import Mapping

from protocol.v1.codes import Code
from protocol.v1.requests import Show, Sit
from server.errors import Refusal
from server.table.chairs import Occupant
from server.table.entries import Away, Back, Hosted, Sat, Shown, Stood
from server.table.player import Player
from server.table.sight import late, plays, unseated, welcome
from server.table.table import Table


def sit(table: Table, player: Player, request: Sit, now_ms: int) -> Sat | Back | Hosted | None:
    """What taking a seat becomes: `Back` for its owner, None for who has it already, `Hosted` for who moves.

    Raises Refusal.
    """
    seat = request.seat
    if not player.id or player.house:
        raise Refusal(Code.UNAUTHORIZED, "only a player with a token may sit")
    if not welcome(table, player.id):
        raise Refusal(Code.FORBIDDEN, _not_welcome(table, player.id))
    if table.closed:
        raise Refusal(Code.FORBIDDEN, "the table is closed")
    if seat >= len(table.chairs):
        raise Refusal(Code.FORBIDDEN, f"expected a seat below {len(table.chairs)}, got {seat}")
    chair = table.chairs[seat]
    if chair.player == player.id:
        return None
    if chair.owner == player.id:
        return Back(at_ms=now_ms, seat=seat)
    if chair.player is not None:
        raise Refusal(Code.FORBIDDEN, "somebody has this seat")
    moves = table.right_of(player.id) is not None
    if moves and (table.hidden or not request.move):
        raise Refusal(Code.FORBIDDEN, "you have another seat at this table; stand first")
    words = _barred_from_seat(table, player.id, seat)
    if words is not None:
        raise Refusal(Code.FORBIDDEN, words)
    if moves:
        return Hosted(at_ms=now_ms, place={seat: Occupant(player=player.id, name=player.name)})
    return Sat(at_ms=now_ms, seat=seat, player=player.id, name=player.name)


def _not_welcome(table: Table, player: str) -> str:
    if player in table.unwelcome:
        return "the host has sent you away from this table"
    return "this table is for those whom its host has invited"


def _barred_from_seat(table: Table, player: str, seat: int) -> str | None:
    if player in table.removed:
        return "you were taken out of your seat; sit in the next board, or be placed"
    if table.may_sit(player, seat):
        return unseated(table, player)
    return all_shown(table, player) or "you have seen a hand of this board; sit in the next one"


def all_shown(table: Table, player: str) -> str | None:
    """Why somebody who held no card of this board may not sit, where all have seen it; None where not."""
    if (
        not table.reopened
        or player in table.left
        or player in table.saw
        or table.right_of(player) is not None
    ):
        return None
    return "everybody could see this board before it went on; only who held its cards plays it"


def stand(table: Table, player: Player, now_ms: int) -> Stood:
    """What leaving one's seat becomes; who is away gives up the seat that he owns. Raises Refusal."""
    seat = table.right_of(player.id)
    if seat is None:
        raise Refusal(Code.NOT_SEATED, "you have no seat at this table")
    robot = table.policy.substitute if table.holds(seat) else None
    return Stood(at_ms=now_ms, seat=seat, owner=table.chairs[seat].owner == player.id, robot=robot)


def leave(table: Table, away: tuple[int, ...], now_ms: int) -> Away | None:
    """The end of holding the first of the seats in `away` that still has a player, None where none has."""
    if table.closed:
        return None
    gone = [seat for seat in away if table.chairs[seat].player is not None]
    robot = None if table.game.shown else table.policy.substitute
    return Away(at_ms=now_ms, seat=gone[0], robot=robot) if gone else None


def give_back(table: Table, seat: int, now_ms: int) -> Back | None:
    """The return of a seat to its owner, None where it has none who is away."""
    if table.closed or table.chairs[seat].owner is None:
        return None
    return Back(at_ms=now_ms, seat=seat)


def show(table: Table, player: Player, request: Show, names: Mapping[str, str], now_ms: int) -> Shown | None:
    """What letting a watcher look, or no more, becomes; None when it is so already. Raises Refusal.

    `names` are those of who is here, by id.
    """
    seat = table.seat_of(player.id)
    if seat is None or player.house:
        raise Refusal(Code.NOT_SEATED, "only the player of a seat shows its hand")
    if table.closed:
        raise Refusal(Code.FORBIDDEN, "the table is closed")
    if ((seat, request.player) in table.shown) == request.hand:
        return None
    if request.hand:
        _check_watcher(table, request.player, names)
    return Shown(at_ms=now_ms, seat=seat, player=request.player, hand=request.hand)


def _check_watcher(table: Table, watcher: str, names: Mapping[str, str]) -> None:
    if late(table):
        raise Refusal(Code.FORBIDDEN, "this table shows every hand late, and none sooner")
    if plays(table, watcher):
        raise Refusal(Code.FORBIDDEN, "expected a watcher, got somebody who plays at this table")
    if not watcher or watcher not in names:
        raise Refusal(Code.FORBIDDEN, f"expected the id of somebody who watches this table, got {watcher!r}")
