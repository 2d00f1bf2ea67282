"""What the host and the directors may do to a table, and their rulings on its play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from protocol.v1.codec import Codec, InvalidMessage, convert
from protocol.v1.codes import Code
from protocol.v1.requests import Host, NoClock, Policy, Rule, Seats
from protocol.words import counted
from server.errors import Refusal
from server.games.base import AnyGame
from server.table.access import lag, shows_live
from server.table.events import Closed, Counter, Hosted, Ruled, encode, ruler_id
from server.table.offices import check_offices
from server.table.player import Player
from server.table.seating import Robots, all_shown, substitute
from server.table.seats import Chair, Occupant, house_id
from server.table.table import IDS, Table, open_with
from server.text import clean_fields

HOSTS_OWN = ("options", "policy", "host", *IDS)
"""What only the host changes, as fields of `Host`."""


def change(
    table: Table,
    player: Player,
    request: Host,
    codec: Codec,
    names: Mapping[str, str],
    now_ms: int,
    known: Robots,
) -> Hosted | Closed:
    """The entry that a change of the table becomes. Raises Refusal.

    `names` are those of who is here, by id; `known` the robots that this server has for the game.
    """
    _check_office(table, player, request)
    if table.closed:
        raise Refusal(Code.FORBIDDEN, "the table is closed")
    if request.terminate:
        words = f"the {_office(table, player)} has ended the table"
        return Closed(at_ms=now_ms, reason=words, seat=table.seat_of(player.id))
    _check_policy(table, request.policy)
    check_offices(table, player, request, names)
    _check_time(table, request)
    state, chairs = None, table.chairs
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
    return "host" if player.id == table.host else "director"


def _check_office(table: Table, player: Player, request: Host) -> None:
    if player.id and (player.id == table.host or _pauses(table, player, request)):
        return
    if player.id not in table.directors:
        raise Refusal(Code.FORBIDDEN, "only the host changes the table, or a director")
    beyond = [field for field in HOSTS_OWN if getattr(request, field) is not None]
    if beyond:
        raise Refusal(
            Code.FORBIDDEN,
            "a director sends seats, place, pause, add_ms and terminate;"
            f" only the host sends {', '.join(beyond)}",
        )


def _pauses(table: Table, player: Player, request: Host) -> bool:
    """Whether somebody who plays stops the table, or lets it go on, where the game leaves that to players."""
    only = Host(id=request.id, table=request.table, pause=request.pause)
    asked = request.pause is not None and request == only
    return asked and table.game.players_pause and table.seat_of(player.id) is not None


def _check_policy(table: Table, policy: Policy | None) -> None:
    """Raise Refusal for what would show more of the hands that are being played."""
    if policy is not None and table.hidden and _shows_more(table.policy, policy):
        raise Refusal(Code.FORBIDDEN, "what shows hands sooner comes between boards: wait for the result")


def _shows_more(before: Policy, after: Policy) -> bool:
    """Return whether watchers may see hands sooner by the policy `after` than by the one `before`."""
    if shows_live(before) or shows_live(after):
        return not shows_live(before)
    was, is_ = lag(before), lag(after)
    if was is None or is_ is None:
        return was != is_
    return is_.ms < was.ms or is_.boards < was.boards


def _check_time(table: Table, request: Host) -> None:
    if not request.add_ms:
        return
    if not table.hidden:
        raise Refusal(Code.FORBIDDEN, "no board is being played that time could be added to")
    if isinstance(table.clock.rules, NoClock):
        raise Refusal(Code.FORBIDDEN, "nobody is timed at this table")


def _anew(
    table: Table, options: dict[str, Any], codec: Codec, now_ms: int
) -> tuple[bytes, tuple[Chair, ...]]:
    """The state that other options begin with, and as many chairs as they have seats."""
    if table.deal or not table.game.deal_due(table.state):
        raise Refusal(Code.FORBIDDEN, "options change before the first deal only")
    read = read_options(table.game, options, codec)
    state = bytes(open_with(table.game, read, table.chairs, table.policy, now_ms).state)
    had, has = len(table.chairs), len(table.game.seat_names(read))
    if any(chair != Chair() for chair in table.chairs[has:]):
        raise Refusal(
            Code.FORBIDDEN, f"these options have {counted(has, 'seat')}, and somebody has one beyond"
        )
    if had == has:
        return state, table.chairs
    return state, (*table.chairs[:has], *(Chair(),) * (has - had))


def _ids(players: tuple[str, ...] | None) -> tuple[str, ...] | None:
    if players is not None and "" in players:
        raise Refusal(Code.FORBIDDEN, "expected the ids of players, got an empty one")
    return players


def _place(table: Table, place: Seats, names: Mapping[str, str]) -> dict[int, Occupant | None]:
    placed = [player for player in place.values() if player is not None]
    if len(placed) != len(set(placed)):
        raise Refusal(Code.FORBIDDEN, "expected every player in one seat at most")
    _check_seats(table.chairs, place)
    return {seat: None if who is None else _occupant(table, seat, who, names) for seat, who in place.items()}


def _known(table: Table, player: str, names: Mapping[str, str]) -> str:
    """The name of somebody who is here, or has a right to a seat. Raises Refusal for anybody else."""
    known = {chair.owner: chair.owner_name for chair in table.chairs if chair.owner is not None}
    known |= {chair.player: chair.name for chair in table.chairs if chair.player is not None}
    known |= names
    house = any(player == house_id(seat) for seat in range(len(table.chairs)))
    if not player or player not in known or house:
        raise Refusal(Code.FORBIDDEN, f"expected the id of somebody who is here, got {player!r}")
    return known[player]


def _new_host(table: Table, player: str, names: Mapping[str, str]) -> str:
    _known(table, player, names)
    return player


def _occupant(table: Table, seat: int, player: str, names: Mapping[str, str]) -> Occupant:
    name = _known(table, player, names)
    if player in table.onlookers:
        raise Refusal(Code.FORBIDDEN, f"{name} may watch this table, and never sit at it")
    if not table.may_sit(player, seat):
        words = all_shown(table, player) or f"{name} has seen a hand of this board; wait for the next"
        raise Refusal(Code.FORBIDDEN, words)
    return Occupant(player=player, name=name)


def read_options(game: AnyGame, options: dict[str, Any], codec: Codec) -> Struct:
    """A game's options from plain data. Raises Refusal with the path of the fault."""
    try:
        read: Struct = convert(options, game.options_type, codec, at="$.options")
    except InvalidMessage as error:
        raise Refusal(Code.INVALID_MESSAGE, str(error)) from None
    return read


def robots(game: AnyGame, chairs: tuple[Chair, ...], seats: Seats) -> tuple[Chair, ...]:
    """The chairs with other house robots. Raises Refusal for a seat that no robot can have."""
    _check_seats(chairs, seats)
    if game.showing is not None and any(robot is not None for robot in seats.values()):
        raise Refusal(Code.FORBIDDEN, "a person leads here, no robot")
    return tuple(
        replace(chair, robot=seats[seat], substitute=None) if seat in seats else chair
        for seat, chair in enumerate(chairs)
    )


def _check_seats(chairs: tuple[Chair, ...], seats: Seats) -> None:
    for seat in seats:
        if seat >= len(chairs):
            raise Refusal(Code.FORBIDDEN, f"expected seats from 0 to {len(chairs) - 1}, got {seat}")


def rule(table: Table, player: Player, request: Rule, codec: Codec, now_ms: int) -> Ruled | None:
    """The entry that a director's ruling becomes; the game judges it when it is folded. Raises Refusal.

    None for his last one, asked once more under the same id.
    """
    if not player.id or player.id not in table.directors:
        raise Refusal(Code.FORBIDDEN, "only a director of this table rules")
    directing = table.game.directing
    if directing is None:
        raise Refusal(Code.FORBIDDEN, "this game has no rulings")
    try:
        ruling = clean_fields(convert(request.ruling, directing.ruling_type, codec, at="$.ruling"))
    except InvalidMessage as error:
        raise Refusal(Code.INVALID_MESSAGE, str(error)) from None
    if request.id and table.counters.get(ruler_id(player.id)) == Counter(request.id, encode(ruling)):
        return None
    if table.closed:
        raise Refusal(Code.FORBIDDEN, "the table is closed")
    if table.hidden and table.right_of(player.id) is not None:
        raise Refusal(Code.FORBIDDEN, "you play in this board; rule when it is over, or another director")
    return Ruled(at_ms=now_ms, ruling=ruling, player=player.id, id=request.id)
