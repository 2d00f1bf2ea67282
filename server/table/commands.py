"""What is asked of a table, and the entry that it becomes; the game's own rules judge later."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, assert_never

from msgspec import Struct, defstruct

from protocol.v1.codec import Codec, InvalidMessage, convert
from protocol.v1.codes import Code
from protocol.v1.requests import Act, Consent, Host, Rule, Show, Sit, Stand
from server.errors import Refusal, StoreError
from server.games.base import AnyGame, Audience, Rng, Seated
from server.table import hosting, offices, seating
from server.table.access import barred, must_look
from server.table.events import Acted, Away, Back, Base, Closed, Credited, Entry, Relieved, Ruled, Saw, encode
from server.table.player import Player
from server.table.schedule import Due, due, expired, patience_ms, single
from server.table.seating import Robots
from server.table.table import Table, fold, next_deal
from server.text import clean_fields

NOBODY: Mapping[str, str] = MappingProxyType({})


def no_robots(name: str) -> bool:
    """Where no house robots are."""
    return False


class Look(Struct, frozen=True):
    """A watcher wants to see hidden hands of a live deal, or an owner the one of the seat that he has a right
    to; it is logged before they are shown."""

    audience: Audience


class Expire(Struct, frozen=True):
    """Time has passed: do what is due.

    `somebody`: people are here, so that deals may go on; a table ends without them. They are here since
    `since_ms`. `here`: the seats whose player is. `away`: the seats whose player has been gone for the
    policy's `hold_ms`.
    """

    somebody: bool
    since_ms: int = 0
    here: tuple[int, ...] = ()
    away: tuple[int, ...] = ()


class Return(Struct, frozen=True):
    """The owner of a seat is here again, or its player, whom a robot plays for."""

    seat: int
    player: str


class Credit(Struct, frozen=True):
    """Give time back after an outage, if a clock runs."""

    ms: int


class Abandon(Struct, frozen=True):
    """All people have left the table for good: it ends, and its finished deals stay."""


class Adjudicate(Struct, frozen=True):
    """The server itself rules; `ruling` is one of the game's `log_rulings`.

    `decision`: the ruling is about that decision; nothing is done where the table has gone on, or is paused.
    """

    ruling: Any
    decision: str | None = None


class Turn(Struct, frozen=True):
    """A place in the table's inbox and nothing else: answered when all that came before it is done."""


Request = (
    Act
    | Sit
    | Stand
    | Show
    | Consent
    | Host
    | Rule
    | Look
    | Expire
    | Return
    | Credit
    | Abandon
    | Adjudicate
    | Turn
)


class Deals:
    """Where a table's deals come from: an uploaded set, in order, or chance."""

    def __init__(self, rng: Rng, uploaded: Sequence[Any] | None = None) -> None:
        self._rng = rng
        self._uploaded = uploaded

    @property
    def count(self) -> int | None:
        """How many there are; None without end."""
        return None if self._uploaded is None else len(self._uploaded)

    def uploaded(self, deal: int) -> Any:
        """The deal of that number, from 0, of an uploaded set; None for one that it does not have."""
        known = self._uploaded or ()
        return known[deal] if deal < len(known) else None

    def check(self, game: AnyGame, state: Any) -> None:
        """Raise IllegalAction unless a table that begins with this state can play the uploaded set."""
        for deal in self._uploaded or ():
            game.apply(state, None, deal)

    def next(self, table: Table) -> Any:
        """The action of chance that is due. An uploaded deal waits for a cut that comes before it."""
        drawn = table.game.chance(table.state, self._rng)
        if drawn is None:
            raise StoreError(f"expected a deal to be due at table {table.id}")
        if self._uploaded is not None and type(self._uploaded[table.deal]) is type(drawn):
            return self._uploaded[table.deal]
        taken = tuple(seat for seat, chair in enumerate(table.chairs) if chair.taken)
        return table.game.complete(drawn, taken)


def decide(
    table: Table,
    deals: Deals,
    player: Player,
    request: Request,
    codec: Codec,
    now_ms: int,
    names: Mapping[str, str] = NOBODY,
    robots: Robots = no_robots,
) -> Entry | None:
    """The entry that a request becomes, None when it is already so. Raises Refusal or IllegalAction.

    `names` are those of who is here, by id; `robots` tells which this server has for the game.
    """
    match request:
        case Act():
            return _act(table, player, request, codec, now_ms)
        case Sit():
            return seating.sit(table, player, request, now_ms, robots)
        case Stand():
            return seating.stand(table, player, now_ms, robots)
        case Show():
            return seating.show(table, player, request, names, now_ms)
        case Consent():
            return offices.consent(table, player, request, now_ms)
        case Return():
            return seating.give_back(table, request.seat, request.player, now_ms, robots)
        case Host():
            change = hosting.change(table, player, request, codec, names, now_ms, robots)
            if request.options is not None:
                deals.check(table.game, fold(table, change).state)
            return change
        case Rule():
            return hosting.rule(table, player, request, codec, now_ms)
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
        case Turn():
            return None
        case _:
            assert_never(request)


@cache
def _holder(game: AnyGame) -> type[Struct]:
    """A struct with one of the game's actions: msgspec prepares a struct once, a bare union at every call."""
    holder: type[Struct] = defstruct("Holder", [("action", game.action_type)])
    return holder


def _act(table: Table, player: Player, request: Act, codec: Codec, now_ms: int) -> Acted | None:
    try:
        action = convert({"action": request.action}, _holder(table.game), codec).action
    except InvalidMessage as error:
        raise Refusal(Code.INVALID_MESSAGE, str(error)) from None
    return judge(
        table, player.id, request.n, request.decision, clean_fields(action, table.game.pages), now_ms
    )


def judge(table: Table, player: str, n: int, decision: str | None, action: Any, at_ms: int) -> Acted | None:
    """The entry that a player's action becomes, None when it stands in the log already.

    Raises Refusal. The rules themselves judge when the entry is folded.
    """
    last = table.counters.get(player)
    if last is not None and n == last.n:
        if last.action == encode(action):
            return None
        raise Refusal(Code.N_TAKEN, f"another action of yours was number {n}; the next is {n + 1}")
    due = 1 if last is None else last.n + 1
    if n != due:
        raise Refusal(Code.BAD_N, f"expected action number {due}, got {n}")
    seat = table.seat_of(player)
    if seat is None:
        raise Refusal(Code.NOT_SEATED, "you have no seat at this table")
    if table.closed:
        raise Refusal(Code.FORBIDDEN, "the table is closed")
    if table.paused:
        raise Refusal(Code.UNAVAILABLE, "the table is paused", retry_ms=1000)
    if decision != table.decision and decision is not None:
        raise Refusal(
            Code.STALE_DECISION, f"you answer decision {decision}, the present one is {table.decision}"
        )
    if not isinstance(action, table.game.unprompted):
        if seat not in table.game.to_act(table.state):
            raise Refusal(Code.NOT_YOUR_TURN, "another seat is to act")
        if decision is None:
            raise Refusal(Code.STALE_DECISION, "an action answers a decision: send the view's own.decision")
    effect = table.game.effect(table.state, seat, action)
    asked = None if effect is action else action
    return Acted(at_ms=max(at_ms, table.time_ms), seat=seat, action=effect, player=player, n=n, asked=asked)


def _adjudicate(table: Table, request: Adjudicate, now_ms: int) -> Ruled | None:
    gone_on = table.paused or table.closed or request.decision != table.decision
    return None if request.decision is not None and gone_on else Ruled(at_ms=now_ms, ruling=request.ruling)


def _look(
    table: Table, player: Player, audience: Audience, now_ms: int, robots: Robots
) -> Saw | Back | Relieved | None:
    if not player.id:
        raise Refusal(Code.UNAUTHORIZED, "hidden hands are for players with a token")
    if isinstance(audience, Seated) and table.chairs[audience.seat].owner == player.id:
        return seating.give_back(table, audience.seat, player.id, now_ms, robots)
    words = barred(table, player.id, audience)
    if words is not None:
        raise Refusal(Code.FORBIDDEN, words)
    return Saw(at_ms=now_ms, player=player.id) if must_look(table, player.id, audience) else None


def returning(table: Table, player: Player, request: Request) -> Return | None:
    """What comes before an act of a player for whom others play: his seat is his again, then it is judged."""
    if not isinstance(request, Act) or not player.id or table.closed:
        return None
    for seat, chair in enumerate(table.chairs):
        relieved = chair.relief is not None and not chair.returning and chair.player == player.id
        if relieved or chair.owner == player.id:
            return Return(seat, player.id)
    return None


def _expire(
    table: Table, deals: Deals, request: Expire, now_ms: int, robots: Robots
) -> Acted | Away | Relieved | Credited | Base | Closed | None:
    gone = seating.leave(table, request.away, now_ms, robots)
    if gone is not None:
        return gone
    overdue = single(table, request.here, now_ms) or expired(
        table, robots, request.somebody, request.since_ms, now_ms
    )
    if overdue is not None:
        return overdue
    todo = due(table, deals.count)
    if todo is None or todo[1] > now_ms or not (request.somebody or todo[0] is Due.CLOSE):
        return None
    match todo[0]:
        case Due.DEAL:
            return Acted(at_ms=now_ms, action=deals.next(table))
        case Due.NEXT:
            return next_deal(table, now_ms)
        case Due.CLOSE:
            return Closed(at_ms=now_ms, reason=table.game.ended)
