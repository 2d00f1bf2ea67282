"""A table as a frozen value, and the function `fold`, which applies a log entry to a table."""

from __future__ import annotations

from typing import Any, assert_never

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from protocol.v1.requests import Office, Policy
from protocol.v1.view import Own
from server.errors import StoreError
from server.games.base import AnyGame, Audience
from server.table import clock as clocks
from server.table.clock import Clock
from server.table.events import (
    Acted,
    Agreed,
    Away,
    Back,
    Base,
    Closed,
    Counter,
    Credited,
    Entry,
    Hosted,
    Relieved,
    Ruled,
    Sat,
    Saw,
    Shown,
    Stood,
    counted,
    ruler_id,
)
from server.table.seats import Chair, Chairs, Occupant, answered, placed, rights

_pack = msgspec.msgpack.Encoder().encode

IDS = ("directors", "commentators", "invited", "onlookers", "unwelcome")
"""The names of the fields with lists of player ids in `Base`, `Hosted` and `Roles`."""


class Roles(Struct, frozen=True):
    """The roles of people at a table, as sets of player ids.

    `invited` people may enter and sit even if the policy restricts the table to invited people. `onlookers`
    may watch but never sit, and `unwelcome` people may neither watch nor sit. `removed` are the players that
    the host or a director took out of a seat in this deal.
    """

    host: str = ""
    directors: frozenset[str] = frozenset()
    commentators: frozenset[str] = frozenset()
    invited: frozenset[str] = frozenset()
    onlookers: frozenset[str] = frozenset()
    unwelcome: frozenset[str] = frozenset()
    removed: frozenset[str] = frozenset()


class HandAccess(Struct, frozen=True):
    """The people that have seen or may see hidden hands of the present deal.

    `seen_by` has the ids of the watchers that have seen hidden cards of this deal. If a player has left a
    seat with cards in this deal, `former_seats` maps the player's id to this seat. `permissions` has the
    permissions to look into a hand, as pairs of a seat and a watcher's id. `consents` has the consents of
    players in this deal, as triples of the player that agreed, the office, and the player that gets the
    office. `reopened` is True if a ruling continued the deal after its end, when all hands were open.
    """

    seen_by: frozenset[str] = frozenset()
    former_seats: dict[str, int] = {}
    permissions: frozenset[tuple[int, str]] = frozenset()
    consents: frozenset[tuple[str, Office, str]] = frozenset()
    reopened: bool = False


class Table(Struct, frozen=True):
    """A table after some entry of its log.

    `deal` is the number of the present deal, from 0; each deal has its own log. `index` is the number of
    entries in the log of the present deal. `moves` is the number of public moves in earlier deals, and
    `rewinds` the number of undos and rulings in earlier deals. `counters` maps the id of each player to the
    player's last applied action; the dict is never changed, only replaced. `closed` is True after the end of
    the table. `decision` is the name of the present decision, which changes with every public move and every
    undo, and `to_act` are the seats that must act; both follow from `state` and change together with it.
    """

    id: str
    game: AnyGame
    state: Any
    decision: str
    to_act: tuple[int, ...]
    chairs: Chairs
    policy: Policy
    clock: Clock
    deal: int
    index: int
    time_ms: int
    counters: dict[str, Counter]
    moves: int = 0
    rewinds: int = 0
    roles: Roles = Roles()
    hand_access: HandAccess = HandAccess()
    paused: bool = False
    closed: bool = False

    @property
    def hidden(self) -> bool:
        """Return True if the deal has cards that some audiences may not see."""
        return (
            not self.game.showing is not None
            and not self.game.deal_due(self.state)
            and self.game.result(self.state) is None
        )

    @property
    def over(self) -> bool:
        """Return True if people may see all cards: the deal has its result, or the table is a replay."""
        return self.game.showing is not None or self.game.result(self.state) is not None

    @property
    def ready(self) -> bool:
        """Return True if all seats that a deal needs have a player or a robot."""
        return all(chair.taken for chair in self.chairs[: self.game.needed])

    def has_hidden_cards(self, seat: int) -> bool:
        """Return True if a seat holds cards that some audiences may not see."""
        return self.hidden and (self.game.needed is None or seat < self.game.needed)

    def may_sit(self, player: str, seat: int) -> bool:
        """Return True if a player knows no hidden hand of this deal except the hand of this seat."""
        if not self.hidden:
            return True
        held, access = self.seat_of(player), self.hand_access
        known = held if held is not None and self.has_hidden_cards(held) else access.former_seats.get(player)
        return player not in access.seen_by and (known == seat or (known is None and not access.reopened))

    def seat_of(self, player: str) -> int | None:
        """Return the seat in which a player or a house robot plays, None if there is no such seat."""
        return self.chairs.seats.get(player)

    def right_of(self, player: str) -> int | None:
        """Return the seat that a player has, or owns while absent; None if the player has none."""
        seats = (seat for seat, chair in enumerate(self.chairs) if player in (chair.player, chair.owner))
        return next(seats, None) if player else None

    def with_host(self, host: str) -> Table:
        """Return the table with another host."""
        return replace(self, roles=replace(self.roles, host=host))

    def own(self, audience: Audience) -> Own | None:
        """Return the own half of this audience's view, with the name of the decision that its seat must make.

        Returns None for an audience that has only the public half.
        """
        own = self.game.own(self.state, audience)
        if own is not None and self.game.seat_of(audience) in self.to_act:
            own.decision = self.decision
        return own


def open_with(
    game: AnyGame, options: Struct, chairs: tuple[Chair, ...], policy: Policy, at_ms: int, host: str = ""
) -> Base:
    """Return the first entry of a new table. Raises IllegalAction for contradictory options."""
    return Base(at_ms=at_ms, state=_raw(game.start(options)), seats=chairs, policy=policy, host=host)


def next_deal(table: Table, at_ms: int) -> Base:
    """Return the first entry of the next deal's log. The present deal must have its result."""
    rewinds, moves = table.game.progress(table.state)
    roles = table.roles
    return Base(
        at_ms=max(at_ms, table.time_ms),
        state=_raw(table.game.carry(table.state)),
        seats=table.chairs,
        policy=table.policy,
        counters=table.counters,
        moves=table.moves + moves,
        rewinds=table.rewinds + rewinds,
        paused=table.paused,
        directors=tuple(sorted(roles.directors)),
        commentators=tuple(sorted(roles.commentators)),
        invited=tuple(sorted(roles.invited)),
        shown=tuple(sorted(table.hand_access.permissions)),
        host=roles.host,
        onlookers=tuple(sorted(roles.onlookers)),
        unwelcome=tuple(sorted(roles.unwelcome)),
    )


def _raw(state: object) -> msgspec.Raw:
    return msgspec.Raw(_pack(state))


def _state(game: AnyGame, raw: msgspec.Raw | bytes) -> Any:
    state: Any = msgspec.msgpack.decode(raw, type=game.state_type)
    return state


def _decision(game: AnyGame, state: Any, moves: int, rewinds: int) -> str:
    """Return the name of the decision in a state, after the moves and rewinds of the deals before."""
    rewound, moved = game.progress(state)
    return f"{rewinds + rewound}.{moves + moved}"


def _with_state(table: Table, state: Any) -> Table:
    """Return the table with another state of its game."""
    decision = _decision(table.game, state, table.moves, table.rewinds)
    return replace(table, state=state, decision=decision, to_act=table.game.to_act(state))


def begin(table: str, game: AnyGame, deal: int, base: Base) -> Table:
    """Return the table after the first entry of the log of `deal`."""
    state = _state(game, base.state)
    rules = game.timed_by(state, base.policy.clock)
    return Table(
        id=table,
        game=game,
        state=state,
        decision=_decision(game, state, base.moves, base.rewinds),
        to_act=game.to_act(state),
        chairs=Chairs(base.seats),
        policy=base.policy,
        clock=clocks.start(rules, len(base.seats), base.at_ms, stopped=base.paused),
        deal=deal,
        index=1,
        time_ms=base.at_ms,
        counters=base.counters,
        moves=base.moves,
        rewinds=base.rewinds,
        paused=base.paused,
        roles=Roles(base.host, **{field: frozenset(getattr(base, field)) for field in IDS}),
        hand_access=HandAccess(permissions=frozenset(base.shown)),
    )


def restore(table: str, game: AnyGame, deal: int, entries: tuple[Entry, ...], host: str = "") -> Table:
    """Return the table after all entries of a log.

    `host` is used only if the log is from an old version of the server and does not name the host. Raises
    StoreError, IllegalAction or an error of msgspec if the entries are not a valid log.
    """
    if not entries or not isinstance(entries[0], Base):
        got = f"the entry {type(entries[0]).__name__}" if entries else "an empty log"
        raise StoreError(f"expected the log of deal {deal} to begin with a base entry, got {got}")
    folded = begin(table, game, deal, entries[0])
    if not folded.roles.host:
        folded = folded.with_host(host)
    for entry in entries[1:]:
        folded = fold(folded, entry)
    return folded


def fold(table: Table, entry: Entry) -> Table:
    """Return the table after a log entry.

    Raises IllegalAction if the rules of the game do not allow the entry.
    """
    match entry:
        case Acted():
            return _fold_act(table, entry)
        case Base():
            return begin(table.id, table.game, table.deal + 1, entry)
        case Ruled():
            return _rule(table, entry)
        case Sat() | Stood() | Away() | Back() | Relieved():
            return _seat(_next(table, entry), entry)
        case Hosted():
            return _host(_next(table, entry), entry)
        case Shown():
            permission, permissions = {(entry.seat, entry.player)}, table.hand_access.permissions
            permissions = permissions | permission if entry.hand else permissions - permission
            return _with_access(_next(table, entry), permissions=permissions)
        case Agreed():
            consent, consents = {(entry.by, entry.office, entry.player)}, table.hand_access.consents
            consents = consents | consent if entry.agree else consents - consent
            return _with_access(_next(table, entry), consents=consents)
        case Saw():
            return _with_access(_next(table, entry), seen_by=table.hand_access.seen_by | {entry.player})
        case Credited():
            return replace(_next(table, entry), clock=table.clock.credit(entry.ms))
        case Closed():
            state, clock = table.game.terminated(table.state, entry.seat), table.clock.stop(entry.at_ms, True)
            return replace(_with_state(_next(table, entry), state), closed=True, clock=clock)
        case _:
            assert_never(entry)


def _next(table: Table, entry: Entry) -> Table:
    return replace(table, index=table.index + 1, time_ms=max(table.time_ms, entry.at_ms))


def _with_access(table: Table, **changed: object) -> Table:
    return replace(table, hand_access=replace(table.hand_access, **changed))


def _awaits_director(table: Table, state: Any) -> bool:
    """Return True if the table waits for a ruling: a claim is disputed, and a director has no seat."""
    return table.game.disputed(state) and any(table.right_of(each) is None for each in table.roles.directors)


def _timed(table: Table, to_act: tuple[int, ...], *, anew: bool) -> tuple[int, ...]:
    """Return the seats whose time runs, of the seats `to_act` that must act."""
    timed = table.chairs.timed
    if anew and len(to_act) == 1:
        return to_act if timed[to_act[0]] else ()
    return table.clock.counts(to_act, tuple(seat for seat in to_act if timed[seat]), anew=anew)


def _turned(
    table: Table, state: Any, to_act: tuple[int, ...], moved: int | None, now_ms: int, *, anew: bool
) -> Clock:
    """Return the clock after an entry; `state` is the game's state after this entry.

    `to_act` are the seats that must act in `state`, and `moved` is the seat that has decided, None if no seat
    has. `anew` is True if a new decision begins, False if the present decision continues.
    """
    if table.roles.directors and _awaits_director(table, state):
        return table.clock.turn(now_ms, moved, (), anew=anew, awaiting=True)
    return table.clock.turn(now_ms, moved, _timed(table, to_act, anew=anew), anew=anew)


def _fold_act(table: Table, entry: Acted) -> Table:
    action, seat, game = entry.action, entry.seat, table.game
    action = msgspec.convert(action, game.log_action_type) if isinstance(action, dict) else action
    now_ms = entry.at_ms if entry.at_ms > table.time_ms else table.time_ms
    state = game.apply(table.state, seat, action, now_ms)
    decision, to_act = _decision(game, state, table.moves, table.rewinds), game.to_act(state)
    anew = seat is None or decision != table.decision
    moved = None if type(action) in game.unprompted else seat
    order = game.new_order(table.state, action) if seat is None else None
    if order is not None:
        table = _with_seats(table, tuple(table.chairs[seat] for seat in order))
    if moved is not None and table.chairs[moved].relief is not None:
        table = replace(table, chairs=answered(table.chairs, moved, entry.player))
    return replace(
        table,
        state=state,
        decision=decision,
        to_act=to_act,
        index=table.index + 1,
        time_ms=now_ms,
        counters=counted(table.counters, entry.player or "", entry.n, entry.asked or action),
        clock=_turned(table, state, to_act, moved, now_ms, anew=anew),
    )


def _rule(table: Table, entry: Ruled) -> Table:
    ruling, before = entry.ruling, _next(table, entry)
    if isinstance(ruling, dict) and table.game.directing is not None:
        ruling = msgspec.convert(ruling, table.game.directing.log_ruling_type)
    state = table.game.rule(before.state, ruling, before.time_ms)
    after = _with_state(before, state)
    anew = after.decision != before.decision
    clock = _turned(before, state, after.to_act, None, before.time_ms, anew=anew)
    if before.over and table.game.result(state) is None:
        after = _with_access(after, reopened=True)
    counters = counted(table.counters, ruler_id(entry.player or ""), entry.id, ruling)
    return replace(after, clock=clock, counters=counters)


def _seat(table: Table, entry: Sat | Stood | Away | Back | Relieved) -> Table:
    chair = entry.chair(table.chairs[entry.seat])
    after = _with_seats(table, (*table.chairs[: entry.seat], chair, *table.chairs[entry.seat + 1 :]))
    # If a robot starts or stops playing for the player, pass the seat as the one that has decided: the player
    # gets the increment of the clock rule.
    return _reclock(after, entry.seat if isinstance(entry, Relieved) else None)


def _with_seats(table: Table, chairs: tuple[Chair, ...]) -> Table:
    """Return the table with other seats.

    If a player has lost a seat with hidden cards, the player is added to `former_seats`. If a seat has
    another player than before, all permissions to see its hand end.
    """
    former = {seat: old.player for seat, old in enumerate(table.chairs) if old.player != chairs[seat].player}
    left = {
        player: seat for seat, player in former.items() if player is not None and table.has_hidden_cards(seat)
    }
    now_playing = {chairs[seat].player for seat in former} if table.game.deal_due(table.state) else ()
    access = table.hand_access
    return _with_access(
        replace(table, chairs=Chairs(chairs)),
        former_seats={**access.former_seats, **left} if left else access.former_seats,
        seen_by=access.seen_by.difference(now_playing),
        permissions=frozenset(each for each in access.permissions if each[0] not in former),
    )


def _reclock(table: Table, moved: int | None = None) -> Table:
    clock, awaiting = table.clock, _awaits_director(table, table.state)
    timed = () if awaiting else _timed(table, table.to_act, anew=not clock.timed)
    if (timed, awaiting) == (clock.timed, clock.awaiting):
        return table
    anew = bool(timed) and not clock.timed
    return replace(table, clock=clock.turn(table.time_ms, moved, timed, anew=anew, awaiting=awaiting))


def _host(table: Table, entry: Hosted) -> Table:
    if entry.state is not None:
        table = _with_state(table, _state(table.game, entry.state))
    if entry.seats is not None:
        table = replace(table, chairs=Chairs(entry.seats))
    if entry.place is not None:
        table = _place(table, entry.place, entry.robot)
    if entry.policy is not None:
        table = replace(table, policy=entry.policy)
    if entry.paused is not None:
        table = replace(table, paused=entry.paused, clock=table.clock.stop(table.time_ms, entry.paused))
    if entry.add_ms:
        table = replace(table, clock=table.clock.add(entry.add_ms))
    lists = {field: getattr(entry, field) for field in IDS}
    roles = replace(
        table.roles,
        host=table.roles.host if entry.host is None else entry.host,
        **{field: frozenset(players) for field, players in lists.items() if players is not None},
    )
    return _reclock(replace(table, roles=roles))


def _place(table: Table, place: dict[int, Occupant | None], robot: str | None) -> Table:
    robots = (
        {}
        if robot is None
        else {seat: robot for seat in range(len(table.chairs)) if table.has_hidden_cards(seat)}
    )
    after = _with_seats(table, placed(table.chairs, place, robots))
    seated = rights(after.chairs)
    removed = (table.roles.removed | rights(table.chairs)) - seated
    return replace(after, roles=replace(after.roles, removed=removed))
