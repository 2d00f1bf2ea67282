"""Requests of the host and of directors: changes of the table, and rulings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from protocol.v1.codec import Codec, InvalidMessage, convert
from protocol.v1.codes import Code
from protocol.v1.requests import Host, NoClock, Policy, Rule, Seats
from protocol.words import with_count
from server.errors import Refusal
from server.games.base import AnyGame
from server.table.access import shows_live, watch_delay
from server.table.events import Closed, Counter, Hosted, Ruled, encode, ruler_id
from server.table.offices import check_offices
from server.table.player import Player
from server.table.seating import Robots, all_shown, substitute
from server.table.seats import Chair, Occupant, house_id
from server.table.table import IDS, Table, open_with
from server.text import clean_fields

HOSTS_OWN = ("options", "policy", "host", *IDS)
"""The fields of `Host` that only the host may send."""


def change(
    table: Table,
    player: Player,
    request: Host,
    codec: Codec,
    names: Mapping[str, str],
    now_ms: int,
    known: Robots,
) -> Hosted | Closed:
    """Return the log entry for a request to change the table.

    `names` maps the ids of the people at the table to their names. `known` returns True for the name of a
    house robot that this server has for the game. Raises Refusal if the player may not make this change.
    """
    _check_office(table, player, request)
    if table.closed:
        raise Refusal(Code.FORBIDDEN, "the table is closed")
    if request.terminate:
        reason = f"the {_office(table, player)} has ended the table"
        return Closed(at_ms=now_ms, reason=reason, seat=table.seat_of(player.id))
    _check_policy(table, request.policy)
    check_offices(table, player, request, names)
    _check_time(table, request)
    state: bytes | None = None
    chairs: tuple[Chair, ...] = table.chairs
    if request.options is not None:
        state, chairs = _anew(table, request.options, codec, now_ms)
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
        place=None if request.place is None else _place(table, request.place, names),
        robot=substitute(table, known, request.policy) if request.place and table.hidden else None,
        add_ms=request.add_ms or 0,
        host=None if request.host is None else _new_host(table, request.host, names),
        onlookers=_ids(request.onlookers),
        unwelcome=_ids(request.unwelcome),
    )


def _office(table: Table, player: Player) -> str:
    return "host" if player.id == table.roles.host else "director"


def _check_office(table: Table, player: Player, request: Host) -> None:
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


def _pauses(table: Table, player: Player, request: Host) -> bool:
    """Return True if a seated player only pauses or resumes the table, and the game allows players to."""
    only = Host(id=request.id, table=request.table, pause=request.pause)
    pauses = request.pause is not None and request == only
    return pauses and table.game.players_pause and table.seat_of(player.id) is not None


def _check_policy(table: Table, policy: Policy | None) -> None:
    """Raise Refusal if hands are hidden and the new policy would show them to watchers sooner."""
    if policy is not None and table.hidden and _shows_more(table.policy, policy):
        raise Refusal(
            Code.FORBIDDEN, "you can show hands to watchers sooner only between deals: wait for the result"
        )


def _shows_more(before: Policy, after: Policy) -> bool:
    """Return True if watchers may see hands sooner under the policy `after` than under `before`."""
    if shows_live(before) or shows_live(after):
        return not shows_live(before)
    old, new = watch_delay(before), watch_delay(after)
    if old is None or new is None:
        return old != new
    return new.ms < old.ms or new.boards < old.boards


def _check_time(table: Table, request: Host) -> None:
    if not request.add_ms:
        return
    if not table.hidden:
        raise Refusal(Code.FORBIDDEN, "time can be added only during a deal, and no deal is being played")
    if isinstance(table.clock.rules, NoClock):
        raise Refusal(Code.FORBIDDEN, "time cannot be added: this table has no clock")


def _anew(
    table: Table, options: dict[str, Any], codec: Codec, now_ms: int
) -> tuple[bytes, tuple[Chair, ...]]:
    """Return the encoded start of the game with new options, and the table's seats with these options."""
    if table.deal or not table.game.deal_due(table.state):
        raise Refusal(Code.FORBIDDEN, "options can be changed only before the first deal")
    read = read_options(table.game, options, codec)
    state = bytes(open_with(table.game, read, table.chairs, table.policy, now_ms).state)
    present, needed = len(table.chairs), len(table.game.seat_names(read))
    if any(chair != Chair() for chair in table.chairs[needed:]):
        seats = with_count(needed, "seat")
        excess = f"these options have {seats}, but a player or robot has a seat with a higher number"
        raise Refusal(Code.FORBIDDEN, excess)
    if present == needed:
        return state, table.chairs
    return state, (*table.chairs[:needed], *(Chair(),) * (needed - present))


def _ids(players: tuple[str, ...] | None) -> tuple[str, ...] | None:
    if players is not None and "" in players:
        raise Refusal(Code.FORBIDDEN, "expected the ids of players, got an empty id")
    return players


def _place(table: Table, place: Seats, names: Mapping[str, str]) -> dict[int, Occupant | None]:
    placed = [player for player in place.values() if player is not None]
    if len(placed) != len(set(placed)):
        raise Refusal(Code.FORBIDDEN, "expected each player in at most one seat")
    _check_seats(table.chairs, place)
    return {
        seat: None if player is None else _occupant(table, seat, player, names)
        for seat, player in place.items()
    }


def _known(table: Table, player: str, names: Mapping[str, str]) -> str:
    """Return the name of a player that is at the table, or that owns a seat while absent.

    Raises Refusal for any other id, and for the id of a robot.
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


def _occupant(table: Table, seat: int, player: str, names: Mapping[str, str]) -> Occupant:
    name = _known(table, player, names)
    if player in table.roles.onlookers:
        raise Refusal(Code.FORBIDDEN, f"{name} may watch this table, but not sit at it")
    if not table.may_sit(player, seat):
        seen = f"{name} has seen a hand of this deal; wait for the next deal"
        raise Refusal(Code.FORBIDDEN, all_shown(table, player) or seen)
    return Occupant(player=player, name=name)


def read_options(game: AnyGame, options: dict[str, Any], codec: Codec) -> Struct:
    """Return a game's options from plain data. Raises Refusal with the JSON path of a fault in them."""
    try:
        read: Struct = convert(options, game.options_type, codec, at="$.options")
    except InvalidMessage as error:
        raise Refusal(Code.INVALID_MESSAGE, str(error)) from None
    return read


def robots(game: AnyGame, chairs: tuple[Chair, ...], seats: Seats) -> tuple[Chair, ...]:
    """Return the seats with the house robots of `seats`.

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


def rule(table: Table, player: Player, request: Rule, codec: Codec, now_ms: int) -> Ruled | None:
    """Return the log entry for a director's ruling, None if it repeats the director's last ruling.

    The rules of the game check the ruling when `fold` applies the entry. Raises Refusal if the player may not
    make a ruling now.
    """
    if not player.id or player.id not in table.roles.directors:
        raise Refusal(Code.FORBIDDEN, "only a director of this table may rule")
    directing = table.game.directing
    if directing is None:
        raise Refusal(Code.FORBIDDEN, "this game has no director, so no ruling is possible")
    try:
        ruling = clean_fields(convert(request.ruling, directing.ruling_type, codec, at="$.ruling"))
    except InvalidMessage as error:
        raise Refusal(Code.INVALID_MESSAGE, str(error)) from None
    if request.id and table.counters.get(ruler_id(player.id)) == Counter(request.id, encode(ruling)):
        return None
    if table.closed:
        raise Refusal(Code.FORBIDDEN, "the table is closed")
    if table.hidden and table.right_of(player.id) is not None:
        raise Refusal(Code.FORBIDDEN, "you play in this deal: only another director may rule before its end")
    return Ruled(at_ms=now_ms, ruling=ruling, player=player.id, id=request.id)
