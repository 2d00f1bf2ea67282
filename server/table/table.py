"""A table as a frozen value, and the function `fold`, which applies a log entry to a table."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, assert_never

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from protocol.v1.requests import Policy
from protocol.v1.updates import PlayedAgain
from protocol.v1.view import Own
from server.games.base import AnyGame, Audience
from server.table import clock as clocks
from server.table.between import NO_WISHES, Between
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
    WantedNext,
    WantedWait,
    counted,
    ruler_id,
)
from server.table.hand_access import HandAccess as HandAccess
from server.table.hand_access import at_start
from server.table.player import RobotOwner
from server.table.seats import Chair, Chairs, Occupant, answered, placed, rights

_pack = msgspec.msgpack.Encoder().encode

NO_OWNERS: Mapping[str, RobotOwner] = MappingProxyType({})

KEPT_NAMES = 4096
"""The number of names of decisions that are kept, because each name is needed at many tables."""

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


class Table(Struct, frozen=True):
    """A table as it is after some entry of its log.

    `deal` is the number of the present deal, from 0; each deal has its own log. `index` is the number of
    entries in the log of the present deal. `moves` is the number of public moves in earlier deals, and
    `rewinds` the number of undos and rulings in earlier deals. `counters` maps the id of each player to the
    player's last applied action; the dict is never changed, only replaced. `closed` is True after the end of
    the table. `again` is the earlier deal that the table plays again, None at other tables. `between` has the
    wishes of the players after the result of the deal. `robot_owners` has the owners of the robots that have
    taken seats as players, by the ids of the robots. `decision` is the name of the present decision, which
    changes with every public move and every undo, and `to_act` are the seats that must act; both follow from
    `state` and change together with it.
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
    between: Between = NO_WISHES
    again: PlayedAgain | None = None
    robot_owners: Mapping[str, RobotOwner] = NO_OWNERS

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
    def begun(self) -> bool:
        """Return True once the first deal of the table has begun."""
        return bool(self.deal) or not self.game.deal_due(self.state)

    @property
    def finished(self) -> bool:
        """Return True if the game has ended by its rules: the deal has its result, and no deal follows."""
        game, state = self.game, self.state
        return game.result(state) is not None and not game.deal_due(game.carry(state))

    @property
    def shares_deals(self) -> bool:
        """Return True for a table of a match or set of boards, whose deals other tables play too."""
        sharing = self.game.sharing
        return sharing is not None and sharing.standing(self.state) is not None

    @property
    def ready(self) -> bool:
        """Return True if all seats that a deal needs have a player or a robot."""
        return all(chair.taken for chair in self.chairs[: self.game.needed])

    @property
    def people_of_deal(self) -> frozenset[str]:
        """Return the ids of all people that have a right to see hidden cards of the deal, or have seen some.

        The people of a deal include each player that owns a seat while absent, because absent owners see the
        table as players do.
        """
        offices, access = self.roles.directors | self.roles.commentators, self.hand_access
        return rights(self.chairs) | offices | access.seen_by | access.former_seats.keys()

    @property
    def hosts_of_deal(self) -> frozenset[str]:
        """Return the ids of the present host and of all earlier hosts during this deal."""
        return self.hand_access.former_hosts | {self.roles.host}

    def has_hidden_cards(self, seat: int) -> bool:
        """Return True if a seat holds cards that some audiences may not see."""
        return self.hidden and (self.game.needed is None or seat < self.game.needed)

    def may_sit(self, player: str, seat: int) -> bool:
        """Return True if a player knows no hidden hand of this deal, except perhaps the hand of `seat`."""
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
        return self.chairs.right_of(player)

    def own(self, audience: Audience) -> Own | None:
        """Return the half of a view that only `audience` sees, with the name of the decision to be made.

        Returns None for an audience that sees only the public half of a view.
        """
        own = self.game.own(self.state, audience)
        if own is not None and self.game.seat_of(audience) in self.to_act:
            own.decision = self.decision
        return own


def open_with(
    game: AnyGame, options: Struct, chairs: tuple[Chair, ...], policy: Policy, at_ms: int, host: str = ""
) -> Base:
    """Return the first log entry of a new table.

    Raises IllegalAction if the game's options contradict each other.
    """
    return Base(at_ms=at_ms, state=_raw(game.start(options)), seats=chairs, policy=policy, host=host)


def next_deal(table: Table, at_ms: int) -> Base:
    """Return the first entry of the next deal's log.

    The present deal of the table must have its result before the next deal begins.
    """
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
        robot_owners={id: table.robot_owners[id] for id in rights(table.chairs) & table.robot_owners.keys()},
    )


def _raw(state: object) -> msgspec.Raw:
    return msgspec.Raw(_pack(state))


def _state(game: AnyGame, raw: msgspec.Raw | bytes) -> Any:
    state: Any = msgspec.msgpack.decode(raw, type=game.state_type)
    return state


@lru_cache(KEPT_NAMES)
def _name(rewinds: int, moves: int) -> str:
    return f"{rewinds}.{moves}"


def _decision(game: AnyGame, state: Any, moves: int, rewinds: int) -> str:
    """Return the name of the decision that must be made in `state`.

    `moves` is the number of public moves in all earlier deals, and `rewinds` the number of undos and rulings
    in them.
    """
    rewound, moved = game.progress(state)
    return _name(rewinds + rewound, moves + moved)


def _with_state(table: Table, state: Any) -> Table:
    """Return the table with `state` as the new state of its game."""
    decision = _decision(table.game, state, table.moves, table.rewinds)
    return replace(table, state=state, decision=decision, to_act=table.game.to_act(state))


def begin(table: str, game: AnyGame, deal: int, base: Base, host: str = "") -> Table:
    """Return the table after the first entry of the log of `deal`.

    `host` is the host if `base` is from an old version of the server and does not name the host.
    """
    state = _state(game, base.state)
    rules = game.timed_by(state, base.policy.clock)
    table_at_start = Table(
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
        roles=Roles(base.host or host, **{field: frozenset(getattr(base, field)) for field in IDS}),
        hand_access=at_start(base.seats, frozenset(base.shown), base.at_ms, base.policy.hold_ms),
        again=base.again,
        robot_owners=base.robot_owners,
    )
    # Only a deal that is played again begins with a decision, whose time runs at once.
    return table_at_start if base.again is None else _reclock(table_at_start)


def fold(table: Table, entry: Entry) -> Table:
    """Return the table as it is after a log entry.

    Raises IllegalAction if the rules of the game do not allow the entry.
    """
    match entry:
        case Acted():
            return _fold_act(table, entry)
        case Base():
            return begin(table.id, table.game, table.deal + 1, entry)
        case Ruled():
            return _rule(table, entry)
        case Sat():
            return _seat(_with_owner(_next(table, entry), entry.player, entry.robot_owner), entry)
        case Stood() | Away() | Back() | Relieved():
            return _seat(_next(table, entry), entry)
        case WantedNext():
            between = table.between.after_next(entry.seat, host=entry.host)
            return replace(_next(table, entry), between=between)
        case WantedWait():
            return replace(_next(table, entry), between=table.between.after_wait(entry.seat))
        case Hosted():
            return _host(_next(table, entry), entry)
        case Shown():
            permission, permissions = {(entry.seat, entry.player)}, table.hand_access.permissions
            permissions = permissions | permission if entry.hand else permissions - permission
            return _with_access(_next(table, entry), permissions=permissions)
        case Agreed():
            return _agree(_next(table, entry), entry)
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


def _with_owner(table: Table, player: str, owner: RobotOwner | None) -> Table:
    """Return the table, which knows the owner of a player that is a robot."""
    if owner is None or table.robot_owners.get(player) == owner:
        return table
    return replace(table, robot_owners={**table.robot_owners, player: owner})


def _with_access(table: Table, **changed: object) -> Table:
    return replace(table, hand_access=replace(table.hand_access, **changed))


def _agree(table: Table, entry: Agreed) -> Table:
    access = table.hand_access
    if entry.office == "seat":
        to_seat, seat_consents = {(entry.by, entry.seat or 0, entry.player)}, access.seat_consents
        seat_consents = seat_consents | to_seat if entry.agree else seat_consents - to_seat
        return _with_access(table, seat_consents=seat_consents)
    to_office, consents = {(entry.by, entry.office, entry.player)}, access.consents
    return _with_access(table, consents=consents | to_office if entry.agree else consents - to_office)


def _awaits_director(table: Table, state: Any) -> bool:
    """Return True if the table waits for a ruling: a claim is disputed, and a director has no seat."""
    return table.game.disputed(state) and any(table.right_of(each) is None for each in table.roles.directors)


def _timed(table: Table, to_act: tuple[int, ...], *, anew: bool) -> tuple[int, ...]:
    """Return those of the seats `to_act` whose time runs; `to_act` are the seats that must act."""
    timed = table.chairs.timed
    return table.clock.counts(to_act, tuple(seat for seat in to_act if timed[seat]), anew=anew)


def _turned(
    table: Table, state: Any, to_act: tuple[int, ...], moved: int | None, now_ms: int, *, anew: bool
) -> Clock:
    """Return the table's clock after an entry of the log; `state` is the game's state after this entry.

    `to_act` are the seats that must act in `state`, and `moved` is the seat that has decided, None if no seat
    has. `anew` is True if a new decision begins, False if the present decision continues.
    """
    if table.roles.directors and _awaits_director(table, state):
        return table.clock.turn(now_ms, moved, (), anew=anew, awaiting=True)
    if anew and len(to_act) == 1:
        timed: tuple[int, ...] = to_act if table.chairs.timed[to_act[0]] else ()
    else:
        timed = _timed(table, to_act, anew=anew)
    return table.clock.turn(now_ms, moved, timed, anew=anew)


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
    if table.between is not NO_WISHES and game.result(state) is None:
        table = replace(table, between=NO_WISHES)
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
        after = replace(_with_access(after, reopened=True), between=NO_WISHES)
    counters = counted(table.counters, ruler_id(entry.player or ""), entry.id, ruling)
    return replace(after, clock=clock, counters=counters)


def _seat(table: Table, entry: Sat | Stood | Away | Back | Relieved) -> Table:
    chair = entry.chair(table.chairs[entry.seat])
    after = _with_seats(table, (*table.chairs[: entry.seat], chair, *table.chairs[entry.seat + 1 :]))
    if table.has_hidden_cards(entry.seat):
        access = _access_after(after, entry, chair)
        after = after if access is after.hand_access else replace(after, hand_access=access)
    # If a robot starts or stops playing for the player, pass the seat as the one that has decided: the player
    # gets the increment of the clock rule.
    return _reclock(after, entry.seat if isinstance(entry, Relieved) else None)


def _access_after(table: Table, entry: Sat | Stood | Away | Back | Relieved, chair: Chair) -> HandAccess:
    """Return the table's `HandAccess` after `entry`, by which a seat with cards got or lost a player.

    `chair` is the seat after the entry.
    """
    access = table.hand_access
    match entry:
        case Sat():
            return access.after_entering(entry.seat, entry.player)
        case Stood():
            return access.after_leaving(entry.seat) if chair.player is None else access
        case Away():
            return access.after_leaving(entry.seat) if entry.robot is None else access
        case Back():
            return replace(access, freed=access.freed - {entry.seat})
        case Relieved():
            return access
        case _:
            assert_never(entry)


def _with_seats(table: Table, chairs: tuple[Chair, ...]) -> Table:
    """Return the table with `chairs` as its new seats.

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
        replace(table, chairs=Chairs(chairs), between=table.between.without(frozenset(former))),
        former_seats={**access.former_seats, **left} if left else access.former_seats,
        seen_by=access.seen_by.difference(now_playing),
        permissions=frozenset(each for each in access.permissions if each[0] not in former),
        absent_from_ms=access.with_owners(chairs, table.time_ms, table.policy.hold_ms).absent_from_ms,
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
    if table.hidden:
        table = _with_newcomers(table, entry, roles)
    return _reclock(replace(table, roles=roles))


def _with_newcomers(table: Table, entry: Hosted, roles: Roles) -> Table:
    """Return the table with the newcomers noted that `entry` brings into the present deal.

    Newcomers are players that get a seat with cards, new directors and newly invited players. If the entry
    names a new host, the former host is noted, too.
    """
    access = table.hand_access
    for seat, occupant in (entry.place or {}).items():
        if occupant is not None and table.has_hidden_cards(seat):
            access = access.after_entering(seat, occupant.player)
    access = replace(
        access,
        new_directors=access.new_directors | (roles.directors - table.roles.directors),
        new_invited=access.new_invited | (roles.invited - table.roles.invited),
        former_hosts=access.former_hosts | ({table.roles.host} - {roles.host}),
    )
    return replace(table, hand_access=access)


def _place(table: Table, place: dict[int, Occupant | None], robot: str | None) -> Table:
    for occupant in place.values():
        if occupant is not None:
            table = _with_owner(table, occupant.player, occupant.robot_owner)
    robots = (
        {}
        if robot is None
        else {seat: robot for seat in range(len(table.chairs)) if table.has_hidden_cards(seat)}
    )
    after = _with_seats(table, placed(table.chairs, place, robots))
    seated = rights(after.chairs)
    removed = (table.roles.removed | rights(table.chairs)) - seated
    return replace(after, roles=replace(after.roles, removed=removed))
