"""The commands to a table, and the function that turns a command into a log entry.

For example, the command Sit becomes the log entry Sat, and the command Look becomes the log entry Saw. The
command Expire becomes the log entry of the step that the table must take now, such as a forced action. The
rules of the game check an action only later, when `fold` applies the action's log entry to the table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, assert_never

from msgspec import Struct

from protocol.v1.codes import Code
from protocol.v1.requests import Consent, Next, Show, Sit, Stand, Wait
from server.errors import Refusal, StoreError
from server.games.base import AnyGame, Audience, Rng, Seated
from server.table import going_on, hosting, offices, seating
from server.table.access import must_log_look, reason_not_to_see
from server.table.events import (
    Acted,
    Away,
    Back,
    Base,
    Closed,
    Credited,
    Entry,
    Hosted,
    Occupant,
    Relieved,
    Ruled,
    Saw,
    encode,
)
from server.table.player import Player, RobotOwner
from server.table.schedule import Due, due, expired, patience_ms, single
from server.table.seating import Robots
from server.table.seats import rights
from server.table.table import NO_OWNERS, Table, fold, next_deal
from server.table.typed_requests import ChangeTable, MakeAction, MakeRuling

NOBODY: Mapping[str, str] = MappingProxyType({})


def no_robots(name: str) -> bool:
    """Return False for every robot's name.

    A server without house robots passes this function as the argument `robots`.
    """
    return False


class Look(Struct, frozen=True):
    """The command to write to the log that a player is going to see hidden hands of the present deal.

    The server shows hidden hands to the player only after it has logged this command. The player that is
    going to see hidden hands is a watcher, or the absent owner of a seat that another player has taken.
    """

    audience: Audience


class Expire(Struct, frozen=True):
    """The command to take the step that the table must take now, such as a forced action or the next deal.

    `people_present` is True while people are at the table. At a table without people, a deal does not
    continue, but the table may end. `since_ms` is the time at which the first of the people now at the table
    arrived. `here` are the seats of players that are present and have only one legal action. `away` are the
    seats of players that have been absent for the policy's `hold_ms` or longer. `present` are the seats of
    all players that are present, after the result of a deal. `awaits` is True while the first deal waits for
    players that have not come.
    """

    people_present: bool
    since_ms: int = 0
    here: tuple[int, ...] = ()
    away: tuple[int, ...] = ()
    present: tuple[int, ...] = ()
    awaits: bool = False


class Return(Struct, frozen=True):
    """The command to give a returning player the seat back in which a robot or another player now plays."""

    seat: int
    player: str


class Credit(Struct, frozen=True):
    """The command to give `ms` milliseconds back to the players' clocks after an outage of the server."""

    ms: int


class Abandon(Struct, frozen=True):
    """The command to end a table that all people have left for good.

    The finished deals of the table stay readable after its end.
    """


class Terminate(Struct, frozen=True):
    """The command of an operator of the server to close the table; `reason` is told to its people."""

    reason: str


class Unseat(Struct, frozen=True):
    """The command of an operator of the server to take the seat of a player away."""

    player: str


class Rename(Struct, frozen=True):
    """The command of an operator of the server to change the name of a player in its seat."""

    player: str
    name: str


class Adjudicate(Struct, frozen=True):
    """The command by which the server makes a ruling; `ruling` has the type of rulings in the game's log.

    `decision` names the decision that the ruling is about. The server makes no ruling if the table is paused
    or closed, or if the table's present decision is not `decision`. If `decision` is None, the server makes
    the ruling in any state of the table.
    """

    ruling: Any
    decision: str | None = None


class Reseat(Struct, frozen=True):
    """The command of an event to give a seat to a substitute, just before a deal; later it does nothing.

    `occupant` is the player that gets the seat, None for the house robot `robot`.
    """

    seat: int
    occupant: Occupant | None = None
    robot: str | None = None


class Pause(Struct, frozen=True):
    """The command of an event to pause the table (`on`), or to let it go on."""

    on: bool


class Direct(Struct, frozen=True):
    """The command of an event to make its directors those of the table; a player of the table is none."""

    directors: tuple[str, ...]


class Barrier(Struct, frozen=True):
    """A command that changes nothing; its answer tells the sender that all commands before it are done."""


Command = (
    MakeAction
    | Sit
    | Stand
    | Next
    | Wait
    | Show
    | Consent
    | ChangeTable
    | MakeRuling
    | Look
    | Expire
    | Return
    | Credit
    | Abandon
    | Terminate
    | Unseat
    | Rename
    | Adjudicate
    | Reseat
    | Pause
    | Direct
    | Barrier
)


class Deals:
    """The source of a table's deals: uploaded deals, which are played in their order, or random deals."""

    def __init__(self, rng: Rng, uploaded: Sequence[Any] | None = None) -> None:
        self._rng = rng
        self._uploaded = uploaded

    @property
    def count(self) -> int | None:
        """Return the number of uploaded deals, None for random deals."""
        return None if self._uploaded is None else len(self._uploaded)

    def uploaded(self, deal: int) -> Any:
        """Return the uploaded deal with the index `deal`, from 0; None if there is no such deal."""
        known = self._uploaded or ()
        return known[deal] if deal < len(known) else None

    def check(self, game: AnyGame, state: Any) -> None:
        """Raise IllegalAction if a table that begins with `state` cannot play all of the uploaded deals."""
        for deal in self._uploaded or ():
            game.apply(state, None, deal)

    def next(self, table: Table) -> Any:
        """Return the action that the server must make now: the next uploaded deal, or a random deal or cut.

        If players cut for partners before the deals, the cut is random even if the deals are uploaded.
        """
        drawn = table.game.chance(table.state, self._rng)
        if drawn is None:
            raise StoreError(f"table {table.id} needs no deal and no cut now")
        if self._uploaded is not None and type(self._uploaded[table.deal]) is type(drawn):
            return self._uploaded[table.deal]
        taken = tuple(seat for seat, chair in enumerate(table.chairs) if chair.taken)
        return table.game.complete(drawn, taken)


def decide(
    table: Table,
    deals: Deals,
    player: Player,
    request: Command,
    now_ms: int,
    names: Mapping[str, str] = NOBODY,
    robots: Robots = no_robots,
    owners: Mapping[str, RobotOwner] = NO_OWNERS,
) -> Entry | None:
    """Return the log entry for a command, None if the command changes nothing.

    `names` maps the ids of the people at the table to their names. `robots` returns True for the name of a
    house robot that this server has for the game. `owners` are the owners of the robots at the table that
    are players. Raises Refusal or IllegalAction for a command that is not allowed.
    """
    match request:
        case MakeAction():
            return check_act(table, player.id, request.n, request.decision, request.action, now_ms)
        case Sit():
            return seating.sit(table, player, request, now_ms, robots)
        case Stand():
            return seating.stand(table, player, now_ms, robots)
        case Next():
            return going_on.want_next(table, deals.count, player, now_ms)
        case Wait():
            return going_on.want_wait(table, deals.count, player, now_ms)
        case Show():
            return seating.show(table, player, request, names, now_ms)
        case Consent():
            return offices.consent(table, player, request, now_ms)
        case Return():
            return seating.give_back(table, request.seat, request.player, now_ms, robots)
        case ChangeTable():
            change = hosting.change(table, player, request, names, now_ms, robots, owners)
            if request.options is not None:
                deals.check(table.game, fold(table, change).state)
            return change
        case MakeRuling():
            return hosting.rule(table, player, request, now_ms)
        case Adjudicate():
            return _adjudicate(table, request, now_ms)
        case Look():
            return _look(table, player, request.audience, now_ms, robots)
        case Expire():
            return _expire(table, deals, request, now_ms, robots)
        case Credit():
            timed = table.clock.deadline_ms() is not None
            running = timed or patience_ms(table, robots, now_ms) is not None
            return Credited(at_ms=now_ms, ms=request.ms) if running else None
        case Abandon():
            return None if table.closed else Closed(at_ms=now_ms, reason="all players have left the table")
        case Terminate():
            return None if table.closed else Closed(at_ms=now_ms, reason=request.reason)
        case Unseat():
            return seating.unseat(table, request.player, now_ms, robots)
        case Rename():
            return seating.rename(table, request.player, request.name, now_ms)
        case Reseat():
            return _reseat(table, request, now_ms)
        case Pause(on=on):
            return None if table.closed or table.paused is on else Hosted(at_ms=now_ms, paused=on)
        case Direct(directors=directors):
            return _direct(table, directors, now_ms)
        case Barrier():
            return None
        case _:
            assert_never(request)


def check_act(
    table: Table, player: str, n: int, decision: str | None, action: Any, at_ms: int
) -> Acted | None:
    """Return the log entry for a player's action, None if the log already has the action.

    Raises Refusal if the action has a wrong number or answers another decision, if the player has no seat, or
    if another seat must act. The rules of the game check the action later, when `fold` applies its log entry.
    """
    last = table.counters.get(player)
    if last is not None and n == last.n:
        if last.action == encode(action):
            return None
        taken = f"you already sent another action with number {n}; the next number is {n + 1}"
        raise Refusal(Code.N_TAKEN, taken)
    expected_n = 1 if last is None else last.n + 1
    if n != expected_n:
        raise Refusal(Code.BAD_N, f"expected action number {expected_n}, got {n}")
    seat = table.chairs.seats.get(player)
    if seat is None:
        raise Refusal(Code.NOT_SEATED, "you have no seat at this table")
    if table.closed:
        raise Refusal(Code.FORBIDDEN, "the table is closed")
    if table.paused:
        raise Refusal(Code.UNAVAILABLE, "the table is paused", retry_ms=1000)
    if decision != table.decision and decision is not None:
        raise Refusal(
            Code.STALE_DECISION,
            f"expected an answer to decision {table.decision}, got an answer to decision {decision}",
        )
    if type(action) not in table.game.unprompted:
        if seat not in table.to_act:
            raise Refusal(Code.NOT_YOUR_TURN, "it is not your turn: another seat is to act")
        if decision is None:
            raise Refusal(
                Code.STALE_DECISION,
                "expected `decision` with the value of the view's own.decision, got no `decision`",
            )
    effect = table.game.effect(table.state, seat, action)
    asked = None if effect is action else action
    at_ms = at_ms if at_ms > table.time_ms else table.time_ms
    return Acted(at_ms=at_ms, seat=seat, action=effect, player=player, n=n, asked=asked)


def _adjudicate(table: Table, request: Adjudicate, now_ms: int) -> Ruled | None:
    outdated = table.paused or table.closed or request.decision != table.decision
    return None if request.decision is not None and outdated else Ruled(at_ms=now_ms, ruling=request.ruling)


def _reseat(table: Table, request: Reseat, now_ms: int) -> Hosted | None:
    """Return the log entry by which a substitute gets a seat; None with cards dealt, or if it sits there."""
    chair, occupant = table.chairs[request.seat], request.occupant
    if table.closed or not table.game.deal_due(table.state):
        return None
    if occupant is not None:
        known = chair.player == occupant.player or chair.owner == occupant.player
        return None if known else Hosted(at_ms=now_ms, place={request.seat: occupant})
    if not chair.people and chair.robot == request.robot:
        return None
    seats = hosting.robots(table.game, table.chairs, {request.seat: request.robot})
    return Hosted(at_ms=now_ms, seats=seats, place={request.seat: None})


def _direct(table: Table, directors: tuple[str, ...], now_ms: int) -> Hosted | None:
    now = frozenset(directors) - rights(table.chairs)
    if table.closed or now == table.roles.directors:
        return None
    return Hosted(at_ms=now_ms, directors=tuple(sorted(now)))


def _look(
    table: Table, player: Player, audience: Audience, now_ms: int, robots: Robots
) -> Saw | Back | Relieved | None:
    if not player.id:
        raise Refusal(Code.UNAUTHORIZED, "only a player with a token may see hidden hands")
    if isinstance(audience, Seated) and table.chairs[audience.seat].owner == player.id:
        return seating.give_back(table, audience.seat, player.id, now_ms, robots)
    reason = reason_not_to_see(table, player.id, audience)
    if reason is not None:
        raise Refusal(Code.FORBIDDEN, reason)
    return Saw(at_ms=now_ms, player=player.id) if must_log_look(table, player.id, audience) else None


def return_before(table: Table, player: Player, request: Command) -> Return | None:
    """Return the command that gives a player's seat back before the player acts.

    Returns None if the player has the seat already. A player's seat must be given back if a robot or another
    player plays in it. The table's room first gives the seat back, and then checks the player's action.
    """
    if not table.chairs.give_back or not isinstance(request, MakeAction) or table.closed:
        return None
    seat = table.chairs.give_back.get(player.id)
    return None if seat is None else Return(seat, player.id)


def _expire(
    table: Table, deals: Deals, request: Expire, now_ms: int, robots: Robots
) -> Acted | Away | Relieved | Credited | Base | Closed | None:
    away = seating.leave(table, request.away, now_ms, robots)
    if away is not None:
        return away
    overdue = single(table, request.here, now_ms) or expired(
        table, robots, request.people_present, request.since_ms, now_ms
    )
    if overdue is not None:
        return overdue
    next_step = due(table, deals.count, request.present)
    if (
        next_step is None
        or next_step[1] > now_ms
        or not (request.people_present or next_step[0] is Due.CLOSE)
        or (request.awaits and next_step[0] is Due.DEAL)
    ):
        return None
    match next_step[0]:
        case Due.DEAL:
            return Acted(at_ms=now_ms, action=deals.next(table))
        case Due.NEXT:
            return next_deal(table, now_ms)
        case Due.CLOSE:
            return Closed(at_ms=now_ms, reason=table.game.ended)
