"""Players' requests about seats: to sit, to stand up, to return after an absence, and to show a hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from protocol.v1.codes import Code
from protocol.v1.requests import Policy, Show, Sit
from server.errors import Refusal
from server.table.access import is_admitted, is_delayed, plays, reason_not_to_sit
from server.table.events import Away, Back, Hosted, Relieved, Sat, Shown, Stood
from server.table.newcomers import check_newcomer
from server.table.player import Player
from server.table.seats import Occupant
from server.table.table import Table

Sitting = Sat | Back | Relieved | Hosted
Robots = Callable[[str], bool]
"""A function that returns True if this server has a house robot of the given name for the table's game."""


def sit(table: Table, player: Player, request: Sit, now_ms: int, robots: Robots) -> Sitting | None:
    """Return the log entry for a request to sit, None if the player has this seat already.

    If the player is the absent owner of the seat, or a robot plays there for the player, the player gets the
    seat back (see `give_back`). If the player moves from another seat, the log entry is a `Hosted`. Raises
    Refusal if the player may not take the seat, and NotAgreed if players of the present deal must agree
    first.
    """
    seat = request.seat
    if not player.id or player.house:
        raise Refusal(Code.UNAUTHORIZED, "only a player with a token may sit")
    if not is_admitted(table, player.id):
        raise Refusal(Code.FORBIDDEN, _not_welcome(table, player.id))
    if table.closed:
        raise Refusal(Code.FORBIDDEN, "the table is closed")
    if seat >= len(table.chairs):
        raise Refusal(Code.FORBIDDEN, f"expected a seat from 0 to {len(table.chairs) - 1}, got {seat}")
    chair = table.chairs[seat]
    if player.id in (chair.player, chair.owner):
        return give_back(table, seat, player.id, now_ms, robots)
    if chair.player is not None:
        raise Refusal(Code.FORBIDDEN, "another player has this seat")
    moves = table.right_of(player.id) is not None
    if moves and (table.hidden or not request.move):
        raise Refusal(Code.FORBIDDEN, "you have another seat at this table; stand up first")
    if moves and chair.owner is not None:
        raise Refusal(Code.FORBIDDEN, "this seat is kept free for its absent player")
    reason = _barred_from_seat(table, player.id, seat)
    if reason is not None:
        raise Refusal(Code.FORBIDDEN, reason)
    check_newcomer(table, player, player, seat, {}, now_ms)
    if moves:
        return Hosted(at_ms=now_ms, place={seat: _occupant(player)})
    deciding = _deciding(table, seat, robots)
    return Sat(
        at_ms=now_ms,
        seat=seat,
        player=player.id,
        name=player.name,
        robot=deciding,
        robot_owner=player.robot_owner,
    )


def _occupant(player: Player) -> Occupant:
    return Occupant(player=player.id, name=player.name, robot_owner=player.robot_owner)


def _not_welcome(table: Table, player: str) -> str:
    if player in table.roles.unwelcome:
        return "the host has sent you away from this table"
    return "this table is only for players invited by its host"


def _barred_from_seat(table: Table, player: str, seat: int) -> str | None:
    if player in table.roles.removed:
        return "you were removed from your seat: sit in the next deal, or ask the host to seat you"
    if table.may_sit(player, seat):
        return reason_not_to_sit(table, player)
    return all_shown(table, player) or "you have seen a hand of this deal; sit in the next one"


def all_shown(table: Table, player: str) -> str | None:
    """Return why a player may not sit down in a deal that a ruling has reopened, None if the player may."""
    if (
        not table.hand_access.reopened
        or player in table.hand_access.former_seats
        or player in table.hand_access.seen_by
        or table.right_of(player) is not None
    ):
        return None
    return "this deal was reopened after all hands were shown; only its original players may continue"


def substitute(table: Table, robots: Robots, policy: Policy | None = None) -> str | None:
    """Return the house robot that plays for an absent player, None if there is no such robot.

    The robot is the policy's `substitute`, if the policy names one and this server has it; otherwise it is
    the first of the game's substitutes that this server has. `policy` is the new policy if the present
    request changes the policy, otherwise None.
    """
    named = (policy or table.policy).substitute
    if named is not None and robots(named):
        return named
    return next((usual for usual in table.game.absence.substitutes if robots(usual)), named)


def stand(table: Table, player: Player, now_ms: int, robots: Robots) -> Stood:
    """Return the log entry for a request to leave a seat, by its player or by its absent owner.

    Raises Refusal for a player without a seat.
    """
    seat = table.right_of(player.id)
    if seat is None:
        raise Refusal(Code.NOT_SEATED, "you have no seat at this table")
    robot = substitute(table, robots) if table.has_hidden_cards(seat) else None
    return Stood(at_ms=now_ms, seat=seat, owner=table.chairs[seat].owner == player.id, robot=robot)


def unseat(table: Table, player: str, now_ms: int, robots: Robots) -> Hosted | Stood | None:
    """Return the log entry that takes the seat of a player away, None if the player has no seat.

    As after a host has removed the player from the seat, the player may not sit down again in this deal. If
    another person has a right to the seat too, that person keeps it.
    """
    seat = table.right_of(player)
    if seat is None or table.closed:
        return None
    chair = table.chairs[seat]
    if any(id != player for id, _ in chair.people):
        return stand(table, Player(player), now_ms, robots)
    return Hosted(at_ms=now_ms, place={seat: None}, robot=substitute(table, robots) if table.hidden else None)


def rename(table: Table, player: str, name: str, now_ms: int) -> Hosted | None:
    """Return the log entry that changes a player's name in its seat, None if no seat has the old name."""
    chairs = tuple(chair.renamed(player, name) for chair in table.chairs)
    return None if table.closed or chairs == table.chairs else Hosted(at_ms=now_ms, seats=chairs)


def leave(table: Table, away: tuple[int, ...], now_ms: int, robots: Robots) -> Away | None:
    """Return the log entry for the first seat in `away` that still has its player, None if no seat does.

    `away` are the seats of players that have been absent too long; such a seat is no longer kept free for its
    player.
    """
    if table.closed:
        return None
    held = [seat for seat in away if table.chairs[seat].player is not None]
    robot = None if table.game.showing is not None else substitute(table, robots)
    return Away(at_ms=now_ms, seat=held[0], robot=robot) if held else None


def relieves(table: Table) -> bool:
    """Return True if, at this table, a robot plays for a player that has run out of time."""
    return (table.policy.expiry or table.game.absence.expiry) == "robot"


def _deciding(table: Table, seat: int, robots: Robots) -> str | None:
    """Return the robot that still makes a seat's present decision after a player has taken the seat.

    Returns None if the player makes the present decision.

    If a robot makes the present decision, the player decides only from the next decision on, with new time:
    otherwise a player could stop the game by leaving and returning again and again.
    """
    robot = table.chairs[seat].house
    waits = robot is not None and robots(robot) and seat in table.game.to_act(table.state)
    return robot if waits and relieves(table) else None


def give_back(table: Table, seat: int, player: str, now_ms: int, robots: Robots) -> Back | Relieved | None:
    """Return the log entry that gives a seat back to its absent owner, or from a robot to its player.

    Returns None if the player plays in the seat already, or has no right to the seat.
    """
    chair = table.chairs[seat]
    if table.closed:
        return None
    if chair.owner == player:
        return Back(at_ms=now_ms, seat=seat, robot=_deciding(table, seat, robots))
    if chair.player != player or chair.relief is None or chair.returning:
        return None
    must_act = seat in table.game.to_act(table.state)
    return Relieved(at_ms=now_ms, seat=seat, robot=chair.relief if must_act else None, returning=must_act)


def show(table: Table, player: Player, request: Show, names: Mapping[str, str], now_ms: int) -> Shown | None:
    """Return the log entry for a player's request to show or hide the player's hand, None if nothing changes.

    The request names the one watcher that is to see the hand, or no longer to see it. `names` maps the ids of
    the people at the table to their names. Raises Refusal if `player` has no seat, if the table is closed, or
    if the hand may not be shown to the watcher that the request names.
    """
    seat = table.seat_of(player.id)
    if seat is None or player.house:
        raise Refusal(Code.NOT_SEATED, "only the player of a seat may show its hand")
    if table.closed:
        raise Refusal(Code.FORBIDDEN, "the table is closed")
    if ((seat, request.player) in table.hand_access.permissions) == request.hand:
        return None
    if request.hand:
        _check_watcher(table, request.player, names)
    return Shown(at_ms=now_ms, seat=seat, player=request.player, hand=request.hand)


def _check_watcher(table: Table, watcher: str, names: Mapping[str, str]) -> None:
    if is_delayed(table):
        raise Refusal(
            Code.FORBIDDEN, "watchers of this table see all hands with a delay: you cannot show yours sooner"
        )
    if plays(table, watcher):
        raise Refusal(Code.FORBIDDEN, f"expected a watcher, got the player {watcher!r} of this table")
    if not watcher or watcher not in names:
        raise Refusal(Code.FORBIDDEN, f"expected the id of a watcher of this table, got {watcher!r}")
