"""Requests of the host and of directors: changes of the table, and rulings."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from protocol.v1.codes import Code
from protocol.v1.requests import NoClock, Policy, Seats
from protocol.words import with_count
from server.errors import Refusal
from server.games.base import AnyGame
from server.table.access import shows_live, watch_delay
from server.table.events import Closed, Counter, Hosted, Ruled, encode, ruler_id
from server.table.newcomers import check_newcomer
from server.table.offices import check_offices
from server.table.player import Player, RobotOwner
from server.table.seating import Robots, all_shown, substitute
from server.table.seats import Chair, Occupant, house_id
from server.table.table import IDS, NO_OWNERS, Table, open_with
from server.table.typed_requests import ChangeTable, MakeRuling

HOSTS_OWN = ("options", "policy", "host", *IDS)
"""The fields of the request `host` that only the host may send, and not a director."""
ACCESS = ("invited", "private", "open")
"""The values of a policy's `access`, in an order in which each admits more people than the one before."""


def change(
    table: Table,
    player: Player,
    request: ChangeTable,
    names: Mapping[str, str],
    now_ms: int,
    known: Robots,
    owners: Mapping[str, RobotOwner] = NO_OWNERS,
) -> Hosted | Closed:
    """Return the log entry for a request to change the table.

    `names` maps the ids of the people at the table to their names. `known` returns True for the name of a
    house robot that this server has for the game. `owners` are the owners of the robots at the table that
    are players. Raises Refusal if the player may not change the table as the request asks.
    """
    _check_office(table, player, request)
    if table.closed:
        raise Refusal(Code.FORBIDDEN, "the table is closed")
    if request.terminate:
        reason = f"the {_office(table, player)} has ended the table"
        return Closed(at_ms=now_ms, reason=reason, seat=table.seat_of(player.id))
    _check_policy(table, request.policy)
    _check_doors(table, request)
    check_offices(table, player, request, names)
    _check_time(table, request)
    state: bytes | None = None
    chairs: tuple[Chair, ...] = table.chairs
    if request.options is not None:
        state, chairs = _anew(table, request.options, now_ms)
    if request.seats is not None:
        chairs = robots(table.game, chairs, request.seats)
    return Hosted(
        at_ms=now_ms,
        seats=None if chairs is table.chairs else chairs,
        policy=request.policy,
        paused=request.pause,
        state=state,
        directors=_ids(request.directors),
        commentators=_ids(request.commentators),
        invited=_ids(request.invited),
        place=None if request.place is None else _place(table, player, request.place, names, now_ms, owners),
        robot=substitute(table, known, request.policy) if request.place and table.hidden else None,
        add_ms=request.add_ms or 0,
        host=None if request.host is None else _new_host(table, request.host, names),
        onlookers=_ids(request.onlookers),
        unwelcome=_ids(request.unwelcome),
    )


def _office(table: Table, player: Player) -> str:
    return "host" if player.id == table.roles.host else "director"


def _check_office(table: Table, player: Player, request: ChangeTable) -> None:
    if player.id and (player.id == table.roles.host or _pauses(table, player, request)):
        return
    if player.id not in table.roles.directors:
        raise Refusal(Code.FORBIDDEN, "only the host or a director may change the table")
    beyond = [field for field in HOSTS_OWN if getattr(request, field) is not None]
    if beyond:
        raise Refusal(
            Code.FORBIDDEN,
            "a director may change seats, place, pause, add_ms and terminate;"
            f" only the host may change {', '.join(beyond)}",
        )


def _pauses(table: Table, player: Player, request: ChangeTable) -> bool:
    """Return True if a seated player asks only to pause or resume the table, and the game allows this."""
    only = ChangeTable(id=request.id, pause=request.pause)
    pauses = request.pause is not None and request == only
    return pauses and table.game.players_pause and table.seat_of(player.id) is not None


def _check_policy(table: Table, policy: Policy | None) -> None:
    """Raise Refusal if a new policy would show the hidden hands of this deal to other people sooner."""
    if policy is None or not table.hidden:
        return
    if _shows_more(table.policy, policy):
        raise Refusal(
            Code.FORBIDDEN,
            "you can show hands to watchers sooner only between deals: wait for the end of this deal",
        )
    if _holds_shorter(table.policy, policy):
        raise Refusal(
            Code.FORBIDDEN,
            "`hold_ms` can be made shorter only between deals, because players that lose their connection"
            " would lose their seats sooner: wait for the end of this deal",
        )


def _shows_more(before: Policy, after: Policy) -> bool:
    """Return True if watchers may see hands sooner under the policy `after` than under `before`."""
    if shows_live(before) or shows_live(after):
        return not shows_live(before)
    old, new = watch_delay(before), watch_delay(after)
    if old is None or new is None:
        return old != new
    return new.ms < old.ms or new.boards < old.boards


def _check_doors(table: Table, request: ChangeTable) -> None:
    """Raise Refusal if watchers see hands during this deal and the request would admit more watchers."""
    policy, roles = request.policy or table.policy, table.roles
    if not table.hidden or not _shows_during_deals(policy):
        return
    widened = ACCESS.index(policy.access) > ACCESS.index(table.policy.access)
    opened = policy.watchers and not table.policy.watchers
    named = {*(request.invited or ()), *(request.onlookers or ())} - roles.invited - roles.onlookers
    pardoned = set() if request.unwelcome is None else roles.unwelcome - set(request.unwelcome)
    if widened or opened or pardoned or (named and policy.access == "invited"):
        raise Refusal(
            Code.FORBIDDEN,
            "watchers of this table see hands during a deal: admit more watchers only between deals",
        )


def _shows_during_deals(policy: Policy) -> bool:
    """Return True if watchers under this policy see the hands of a deal before the deal ends."""
    behind = watch_delay(policy)
    return shows_live(policy) or (behind is not None and behind.boards == 0)


def _holds_shorter(before: Policy, after: Policy) -> bool:
    """Return True if the policy `after` keeps the seats of absent players for a shorter time."""
    if after.hold_ms is None:
        return False
    return before.hold_ms is None or after.hold_ms < before.hold_ms


def _check_time(table: Table, request: ChangeTable) -> None:
    if not request.add_ms:
        return
    if not table.hidden:
        raise Refusal(Code.FORBIDDEN, "time can be added only during a deal, and no deal is being played")
    if isinstance(table.clock.rules, NoClock):
        raise Refusal(Code.FORBIDDEN, "time cannot be added: this table has no clock")


def _anew(table: Table, options: Struct, now_ms: int) -> tuple[bytes, tuple[Chair, ...]]:
    """Return the game's first state with new options, as bytes, and the seats that these options need."""
    if table.deal or not table.game.deal_due(table.state):
        raise Refusal(Code.FORBIDDEN, "options can be changed only before the first deal")
    state = bytes(open_with(table.game, options, table.chairs, table.policy, now_ms).state)
    present, needed = len(table.chairs), len(table.game.seat_names(options))
    if any(chair != Chair() for chair in table.chairs[needed:]):
        seats = with_count(needed, "seat")
        excess = f"these options have {seats}, but a player or robot has a seat with a higher number"
        raise Refusal(Code.FORBIDDEN, excess)
    if present == needed:
        return state, table.chairs
    return state, (*table.chairs[:needed], *(Chair(),) * (needed - present))


def _ids(players: tuple[str, ...] | None) -> tuple[str, ...] | None:
    if players is not None and "" in players:
        raise Refusal(Code.FORBIDDEN, "expected the ids of players, got an empty text as one of the ids")
    return players


def _place(
    table: Table,
    sender: Player,
    place: Seats,
    names: Mapping[str, str],
    now_ms: int,
    owners: Mapping[str, RobotOwner],
) -> dict[int, Occupant | None]:
    placed = [player for player in place.values() if player is not None]
    if len(placed) != len(set(placed)):
        raise Refusal(
            Code.FORBIDDEN, "`place` puts a player into two seats: expected each player in at most one seat"
        )
    _check_seats(table.chairs, place)
    occupants = {
        seat: None if player is None else _occupant(table, seat, player, names, owners)
        for seat, player in place.items()
    }
    for seat, occupant in occupants.items():
        if occupant is not None:
            newcomer = Player(occupant.player, occupant.name)
            check_newcomer(table, sender, newcomer, seat, names, now_ms)
    return occupants


def _known(table: Table, player: str, names: Mapping[str, str]) -> str:
    """Return the name of a player that is at the table, or that owns a seat while absent.

    Raises Refusal for the id of a robot, and for a player that neither is at the table nor owns a seat there.
    """
    known = {chair.owner: chair.owner_name for chair in table.chairs if chair.owner is not None}
    known |= {chair.player: chair.name for chair in table.chairs if chair.player is not None}
    known |= names
    house = any(player == house_id(seat) for seat in range(len(table.chairs)))
    if not player or player not in known or house:
        raise Refusal(Code.FORBIDDEN, f"expected the id of a player at this table, got {player!r}")
    return known[player]


def _new_host(table: Table, player: str, names: Mapping[str, str]) -> str:
    _known(table, player, names)
    return player


def _occupant(
    table: Table, seat: int, player: str, names: Mapping[str, str], owners: Mapping[str, RobotOwner]
) -> Occupant:
    name = _known(table, player, names)
    if player in table.roles.onlookers:
        raise Refusal(Code.FORBIDDEN, f"{name} may watch this table, but not sit at it")
    if not table.may_sit(player, seat):
        seen = f"{name} has seen a hand of this deal; wait for the next deal"
        raise Refusal(Code.FORBIDDEN, all_shown(table, player) or seen)
    return Occupant(player=player, name=name, robot_owner=owners.get(player))


def robots(game: AnyGame, chairs: tuple[Chair, ...], seats: Seats) -> tuple[Chair, ...]:
    """Return the seats of a table with the house robots that `seats` assigns to them.

    Raises Refusal for a seat that cannot have a robot.
    """
    _check_seats(chairs, seats)
    if game.showing is not None and any(robot is not None for robot in seats.values()):
        raise Refusal(Code.FORBIDDEN, "only a person can lead a replay; robots cannot take a seat here")
    return tuple(
        replace(chair, robot=seats[seat], substitute=None) if seat in seats else chair
        for seat, chair in enumerate(chairs)
    )


def _check_seats(chairs: tuple[Chair, ...], seats: Seats) -> None:
    for seat in seats:
        if seat >= len(chairs):
            raise Refusal(Code.FORBIDDEN, f"expected seats from 0 to {len(chairs) - 1}, got {seat}")


def rule(table: Table, player: Player, request: MakeRuling, now_ms: int) -> Ruled | None:
    """Return the log entry for a director's ruling, None if it repeats the director's last ruling.

    The rules of the game check the ruling later, when `fold` applies its log entry. Raises Refusal if the
    player may not make a ruling now.
    """
    if not player.id or player.id not in table.roles.directors:
        raise Refusal(Code.FORBIDDEN, "only a director of this table may rule")
    if table.game.directing is None:
        raise Refusal(Code.FORBIDDEN, "this game has no director, so no ruling is possible")
    if request.id and table.counters.get(ruler_id(player.id)) == Counter(request.id, encode(request.ruling)):
        return None
    if table.closed:
        raise Refusal(Code.FORBIDDEN, "the table is closed")
    if table.hidden and table.right_of(player.id) is not None:
        raise Refusal(Code.FORBIDDEN, "you play in this deal: only another director may rule before its end")
    return Ruled(at_ms=now_ms, ruling=request.ruling, player=player.id, id=request.id)
