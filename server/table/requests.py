"""What is asked of a table, and the entry that it becomes; the game's own rules judge later."""

from __future__ import annotations

from functools import cache
from typing import Any, assert_never

from msgspec import Struct, defstruct
from msgspec.structs import replace

from protocol.v1.codec import Codec, InvalidMessage, convert
from protocol.v1.codes import Code
from protocol.v1.requests import Act, Host, Seats, Sit, Stand
from server.errors import Refusal, StoreError
from server.games.base import Audience, Game, Rng
from server.table.entries import Acted, Base, Chair, Closed, Credited, Entry, Hosted, Sat, Saw, Stood
from server.table.player import Player
from server.table.table import Table, judge, next_deal, open_with
from server.table.timing import Due, due, forced


class Look(Struct, frozen=True):
    """A watcher wants to see hidden hands of a live deal; it is logged before they are shown."""

    audience: Audience


class Expire(Struct, frozen=True):
    """Time has passed: do what is due. `somebody`: people are here, so that deals may go on."""

    somebody: bool


class Credit(Struct, frozen=True):
    """Give time back after an outage, if a clock runs."""

    ms: int


Request = Act | Sit | Stand | Host | Look | Expire | Credit


class Deals:
    """Where a table's deals come from: an uploaded set, in order, or chance."""

    def __init__(self, rng: Rng, uploaded: tuple[Any, ...] | None = None) -> None:
        self._rng = rng
        self._uploaded = uploaded

    @property
    def count(self) -> int | None:
        """How many there are; None without end."""
        return None if self._uploaded is None else len(self._uploaded)

    def next(self, table: Table) -> Any:
        """The chance action of the deal that is due."""
        if self._uploaded is not None:
            return self._uploaded[table.deal]
        deal = table.state.chance(self._rng)
        if deal is None:
            raise StoreError(f"expected a deal to be due at table {table.id}")
        return deal


def decide(
    table: Table, host: str, deals: Deals, player: Player, request: Request, codec: Codec, now_ms: int
) -> Entry | None:
    """The entry that a request becomes, None when it is already so. Raises Refusal or IllegalAction."""
    match request:
        case Act():
            return _act(table, player, request, codec, now_ms)
        case Sit():
            return _sit(table, player, request.seat, now_ms)
        case Stand():
            seat = table.seat_of(player.id)
            if seat is None or player.house:
                raise Refusal(Code.NOT_SEATED, "you have no seat at this table")
            return Stood(at_ms=now_ms, seat=seat)
        case Host():
            return _host(table, host, player, request, codec, now_ms)
        case Look():
            return _look(table, player, now_ms)
        case Expire():
            return _expire(table, deals, request.somebody, now_ms)
        case Credit():
            running = table.clock.deadline_ms() is not None
            return Credited(at_ms=now_ms, ms=request.ms) if running else None
        case _:
            assert_never(request)


@cache
def _holder(game: Game) -> type[Struct]:
    """A struct with one of the game's actions: msgspec prepares a struct once, a bare union at every call."""
    holder: type[Struct] = defstruct("Holder", [("action", game.actions)])
    return holder


def _act(table: Table, player: Player, request: Act, codec: Codec, now_ms: int) -> Acted | None:
    try:
        action = convert({"action": request.action}, _holder(table.game), codec).action
    except InvalidMessage as error:
        raise Refusal(Code.INVALID_MESSAGE, str(error)) from None
    return judge(table, player.id, request.n, request.decision, action, now_ms)


def _sit(table: Table, player: Player, seat: int, now_ms: int) -> Sat | None:
    if not player.id or player.house:
        raise Refusal(Code.UNAUTHORIZED, "only a player with a token may sit")
    if table.closed:
        raise Refusal(Code.FORBIDDEN, "the table is closed")
    if seat >= len(table.chairs):
        raise Refusal(Code.FORBIDDEN, f"expected a seat below {len(table.chairs)}, got {seat}")
    if table.chairs[seat].player == player.id:
        return None
    if table.chairs[seat].player is not None:
        raise Refusal(Code.FORBIDDEN, "somebody has this seat")
    if table.seat_of(player.id) is not None:
        raise Refusal(Code.FORBIDDEN, "you have another seat at this table; stand first")
    if not table.may_sit(player.id, seat):
        raise Refusal(Code.FORBIDDEN, "you have seen a hand of this board; sit in the next one")
    return Sat(at_ms=now_ms, seat=seat, player=player.id, name=player.name)


def _host(table: Table, host: str, player: Player, request: Host, codec: Codec, now_ms: int) -> Entry | None:
    if not player.id or player.id != host:
        raise Refusal(Code.FORBIDDEN, "only the host changes the table")
    if table.closed:
        raise Refusal(Code.FORBIDDEN, "the table is closed")
    if request.terminate:
        return Closed(at_ms=now_ms, reason="the host has ended the table")
    state = None
    if request.options is not None:
        if table.deal or not table.state.deal_due():
            raise Refusal(Code.FORBIDDEN, "options change before the first deal only")
        options = read_options(table.game, request.options, codec)
        state = bytes(open_with(table.game, options, table.chairs, table.policy, now_ms).state)
    return Hosted(
        at_ms=now_ms,
        seats=None if request.seats is None else robots(table.chairs, request.seats),
        policy=request.policy,
        paused=request.pause,
        state=state,
    )


def read_options(game: Game, options: dict[str, Any], codec: Codec) -> Struct:
    """A game's options from plain data. Raises Refusal with the path of the fault."""
    try:
        read: Struct = convert(options, game.options, codec, at="$.options")
    except InvalidMessage as error:
        raise Refusal(Code.INVALID_MESSAGE, str(error)) from None
    return read


def robots(chairs: tuple[Chair, ...], seats: Seats) -> tuple[Chair, ...]:
    """The chairs with other house robots. Raises Refusal for a seat that the table does not have."""
    for seat in seats:
        if seat >= len(chairs):
            raise Refusal(Code.FORBIDDEN, f"expected seats below {len(chairs)}, got {seat}")
    return tuple(
        replace(chair, robot=seats[seat]) if seat in seats else chair for seat, chair in enumerate(chairs)
    )


def _look(table: Table, player: Player, now_ms: int) -> Saw | None:
    if not player.id:
        raise Refusal(Code.UNAUTHORIZED, "hidden hands are for players with a token")
    if table.seat_of(player.id) is not None:
        raise Refusal(Code.FORBIDDEN, "you play at this table")
    if player.id in table.saw or table.state.result() is not None:
        return None
    if table.policy.hands != "live":
        raise Refusal(Code.FORBIDDEN, "this table shows hands after the board; watch as public")
    return Saw(at_ms=now_ms, player=player.id)


def _expire(table: Table, deals: Deals, somebody: bool, now_ms: int) -> Acted | Base | Closed | None:
    late = forced(table, now_ms)
    if late is not None:
        return late
    todo = due(table, deals.count)
    if todo is None or todo[1] > now_ms or not somebody:
        return None
    match todo[0]:
        case Due.DEAL:
            return Acted(at_ms=now_ms, action=deals.next(table))
        case Due.NEXT:
            return next_deal(table, now_ms)
        case Due.CLOSE:
            return Closed(at_ms=now_ms, reason="all boards have been played")
