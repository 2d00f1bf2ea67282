"""Sitting, standing, being gone too long, coming back, and letting a watcher look into one's hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from protocol.v1.codes import Code
from protocol.v1.requests import Policy, Show, Sit
from server.errors import Refusal
from server.table.access import late, plays, unseated, welcome
from server.table.events import Away, Back, Hosted, Relieved, Sat, Shown, Stood
from server.table.player import Player
from server.table.seats import Occupant
from server.table.table import Table

Sitting = Sat | Back | Relieved | Hosted
Robots = Callable[[str], bool]
"""Whether this server has a house robot of that name that plays the table's game."""


def sit(table: Table, player: Player, request: Sit, now_ms: int, robots: Robots) -> Sitting | None:
    """What taking a seat becomes: `give_back` for who has a right to it, `Hosted` for who moves.

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
        raise Refusal(Code.FORBIDDEN, f"expected a seat from 0 to {len(table.chairs) - 1}, got {seat}")
    chair = table.chairs[seat]
    if player.id in (chair.player, chair.owner):
        return give_back(table, seat, player.id, now_ms, robots)
    if chair.player is not None:
        raise Refusal(Code.FORBIDDEN, "somebody has this seat")
    moves = table.right_of(player.id) is not None
    if moves and (table.hidden or not request.move):
        raise Refusal(Code.FORBIDDEN, "you have another seat at this table; stand first")
    if moves and chair.owner is not None:
        raise Refusal(Code.FORBIDDEN, "this seat is held for its player, who is away")
    words = _barred_from_seat(table, player.id, seat)
    if words is not None:
        raise Refusal(Code.FORBIDDEN, words)
    if moves:
        return Hosted(at_ms=now_ms, place={seat: Occupant(player=player.id, name=player.name)})
    deciding = _deciding(table, seat, robots)
    return Sat(at_ms=now_ms, seat=seat, player=player.id, name=player.name, robot=deciding)


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


def substitute(table: Table, robots: Robots, policy: Policy | None = None) -> str | None:
    """The house robot that comes for who is gone: the policy's, or the game's where this server has it.

    `policy` is the one that comes with it, None: the table's stays.
    """
    named, usual = (policy or table.policy).substitute, table.game.absence.substitute
    return usual if usual is not None and robots(usual) and (named is None or not robots(named)) else named


def stand(table: Table, player: Player, now_ms: int, robots: Robots) -> Stood:
    """What leaving one's seat becomes; who is away gives up the seat that he owns. Raises Refusal."""
    seat = table.right_of(player.id)
    if seat is None:
        raise Refusal(Code.NOT_SEATED, "you have no seat at this table")
    robot = substitute(table, robots) if table.holds(seat) else None
    return Stood(at_ms=now_ms, seat=seat, owner=table.chairs[seat].owner == player.id, robot=robot)


def leave(table: Table, away: tuple[int, ...], now_ms: int, robots: Robots) -> Away | None:
    """The end of holding the first of the seats in `away` that still has a player, None where none has."""
    if table.closed:
        return None
    gone = [seat for seat in away if table.chairs[seat].player is not None]
    robot = None if table.game.showing is not None else substitute(table, robots)
    return Away(at_ms=now_ms, seat=gone[0], robot=robot) if gone else None


def relieves(table: Table) -> bool:
    """Whether a robot plays for a player whose time has run out."""
    return (table.policy.expiry or table.game.absence.expiry) == "robot"


def _deciding(table: Table, seat: int, robots: Robots) -> str | None:
    """The robot that makes a decision though its seat is given to somebody now; None: he does, in his time.

    Who comes and goes again and again could stop the game if every time he had all the time of the decision.
    """
    robot = table.chairs[seat].house
    waits = robot is not None and robots(robot) and seat in table.game.to_act(table.state)
    return robot if waits and relieves(table) else None


def give_back(table: Table, seat: int, player: str, now_ms: int, robots: Robots) -> Back | Relieved | None:
    """The return of a seat to its owner, or to its player whom a robot plays for; None: nothing is to do."""
    chair = table.chairs[seat]
    if table.closed:
        return None
    if chair.owner == player:
        return Back(at_ms=now_ms, seat=seat, robot=_deciding(table, seat, robots))
    if chair.player != player or chair.relief is None or chair.returning:
        return None
    asked = seat in table.game.to_act(table.state)
    return Relieved(at_ms=now_ms, seat=seat, robot=chair.relief if asked else None, returning=asked)


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
