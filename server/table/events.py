"""The entries of a table's log. The log holds every change of the table, in order."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
from msgspec import Struct

from protocol.v1.requests import Office, Policy
from protocol.v1.updates import PlayedAgain
from server.table.player import RobotOwner
from server.table.seats import Chair as Chair
from server.table.seats import Occupant as Occupant
from server.table.seats import house_id as house_id


class Counter(Struct, frozen=True):
    """The last action of a player that was applied at this table.

    `n` is the number of the action, and `action` is the action as the player sent it, encoded. A director's
    last ruling has a counter of its own, under the key that `ruler_id` returns; the `n` of this counter is
    the `id` of the request `rule`.
    """

    n: int
    action: bytes


def counted(counters: dict[str, Counter], id: str, number: int | None, done: object) -> dict[str, Counter]:
    """Return the counters of all players, in which `done` has become the counter of the player `id`.

    A counter is a player's last action with its number. If the action has no number (`number` is None or 0),
    the players' counters do not change.
    """
    if not number:
        return counters
    after = counters.copy()
    after[id] = Counter(number, encode(done))
    return after


def ruler_id(director: str) -> str:
    """Return the key under which a table's counters keep a director's last ruling.

    The key of a director's last ruling differs from the director's player id, because a director may also
    play and send actions.
    """
    return f"rules:{director}"


class _Entry(Struct, frozen=True, tag_field="t", kw_only=True, omit_defaults=True):
    """A log entry; `at_ms` is its time in ms since 1970, never earlier than that of the previous entry."""

    at_ms: int


class Base(_Entry, frozen=True, tag="base"):
    """The first entry of every log: the table at the start of the deal.

    `state` is the state of the game at the start of the deal, for example with the results of earlier deals.
    `shown` has the permissions of watchers to look into a hand, as pairs of a seat and a watcher's id. If
    `again` is not None, the table plays an earlier deal again: `state` has its cards, and its moves up to the
    position at which the table begins. `robot_owners` are the owners of those players that are robots, by the
    ids of the robots. The other fields of this first log entry have the same meaning as in
    `Table` and `Roles`.
    """

    state: msgspec.Raw
    seats: tuple[Chair, ...]
    policy: Policy
    counters: dict[str, Counter] = {}
    moves: int = 0
    rewinds: int = 0
    paused: bool = False
    directors: tuple[str, ...] = ()
    commentators: tuple[str, ...] = ()
    invited: tuple[str, ...] = ()
    shown: tuple[tuple[int, str], ...] = ()
    host: str = ""
    onlookers: tuple[str, ...] = ()
    unwelcome: tuple[str, ...] = ()
    again: PlayedAgain | None = None
    robot_owners: dict[str, RobotOwner] = {}


class Effort(Struct, frozen=True, omit_defaults=True):
    """The load of the server while a house robot chose an action, as far as it may have changed the choice.

    `load` is the load of the worker processes that the server told the robot, None if the robot did not ask;
    a robot may compute less under a higher load. `unanswered` is the number of the robot's computations that
    gave no result in time. Only the table's log may contain how busy a robot found the server: no view,
    message or export may, because the robot's computations begin with its own cards.
    """

    load: float | None = None
    unanswered: int = 0


class Acted(_Entry, frozen=True, tag="act"):
    """An action of the player in `seat`, or a deal or cut by the server if `seat` is None.

    `action` is plain data (such as a dict) if the log entry was read from a store. `player` is the id of the
    player that acted, and `n` is the number of the action among this player's actions. `asked` is the action
    that the player sent, if the rules turned it into another action; otherwise it is None. `forced` is True
    if the table acted because the seat's time had run out. `single` is True if the table acted for the player
    because the seat had only one legal action. `effort` is the load of the server while a house robot that
    computes chose the action; for all other actions it is None.
    """

    action: Any
    seat: int | None = None
    player: str | None = None
    n: int | None = None
    asked: Any = None
    forced: bool = False
    single: bool = False
    effort: Effort | None = None


class Ruled(_Entry, frozen=True, tag="rule"):
    """A ruling of the director `player`, or of the server itself if `player` is None.

    `ruling` is plain data (such as a dict) if the log entry was read from a store. `id` is the id of the
    director's request, by which the server recognises a repeated request; 0 means that the request has no id.
    """

    ruling: Any
    player: str | None = None
    id: int = 0


class Sat(_Entry, frozen=True, tag="sit"):
    """The log entry which says that a player took a seat.

    If a robot has played in the seat until now, `robot` is this robot: it makes the present decision, and the
    player makes all later decisions. If `robot` is None, the player that took the seat makes the present
    decision, too. `robot_owner` is the owner of a player that is a robot.
    """

    seat: int
    player: str
    name: str
    robot: str | None = None
    robot_owner: RobotOwner | None = None

    def chair(self, before: Chair) -> Chair:
        """Return the seat as it is after this log entry."""
        return before.sit(self.player, self.name).relieved(self.robot, returning=self.robot is not None)


class Stood(_Entry, frozen=True, tag="stand"):
    """The log entry which says that a player left a seat, or that an absent owner gave it up (`owner`).

    `robot` is the house robot that plays the player's cards from now on, None if the player had no cards.
    """

    seat: int
    owner: bool = False
    robot: str | None = None

    def chair(self, before: Chair) -> Chair:
        """Return the seat as it is after this log entry."""
        return before.give_up(self.robot) if self.owner else before.stand(self.robot)


class WantedNext(_Entry, frozen=True, tag="next"):
    """The log entry which says that the player of `seat` wants the next deal to begin.

    `seat` is None for a host without a seat. If `host` is True, the host has sent the request, which ends the
    wait of every player.
    """

    seat: int | None = None
    host: bool = False


class WantedWait(_Entry, frozen=True, tag="wait"):
    """The log entry which says that the player of `seat` wants the table to wait with the next deal."""

    seat: int


class Away(_Entry, frozen=True, tag="away"):
    """The log entry which says that the player of a seat has been absent for the policy's `hold_ms`.

    `robot` is the house robot that plays for the absent player. If `robot` is None, another player may take
    the absent player's seat.
    """

    seat: int
    robot: str | None = None

    def chair(self, before: Chair) -> Chair:
        """Return the seat as it is after this log entry."""
        return before.leave(self.robot)


class Back(_Entry, frozen=True, tag="back"):
    """The log entry which says that the absent owner of a seat got the seat back.

    A player that played in the seat during the owner's absence loses the seat.

    If a robot has played in the seat until now, `robot` is this robot: it makes the present decision, and the
    owner of the seat makes all later decisions. If `robot` is None, the owner of the seat makes the present
    decision, too.
    """

    seat: int
    robot: str | None = None

    def chair(self, before: Chair) -> Chair:
        """Return the seat as it is after this log entry."""
        return before.give_back().relieved(self.robot, returning=self.robot is not None)


class Relieved(_Entry, frozen=True, tag="relieve"):
    """The log entry which says that a robot begins or stops to play for a player that is out of time.

    `robot` is the robot that plays for the player, None if the robot stops. The player that is out of time
    keeps the seat. `returning` is True if the player has come back and will make the next decision.
    """

    seat: int
    robot: str | None = None
    returning: bool = False

    def chair(self, before: Chair) -> Chair:
        """Return the seat as it is after this log entry."""
        return before.relieved(self.robot, returning=self.returning)


class Hosted(_Entry, frozen=True, tag="host"):
    """The log entry which says how the host or a director changed the table.

    A field of this log entry that is None changes nothing.

    `state` is the encoded first state of the game, if the host has set new options. `place` maps seats to the
    players that get them; a seat with None becomes free. `robot` is the robot that plays the cards of players
    that lose their seats. `add_ms` is the time (ms) that is added to the running clock.

    `state` has the type bytes and not `Raw`, because msgspec cannot distinguish a missing `Raw` from a null.
    """

    seats: tuple[Chair, ...] | None = None
    policy: Policy | None = None
    paused: bool | None = None
    state: bytes | None = None
    directors: tuple[str, ...] | None = None
    commentators: tuple[str, ...] | None = None
    invited: tuple[str, ...] | None = None
    place: dict[int, Occupant | None] | None = None
    robot: str | None = None
    add_ms: int = 0
    host: str | None = None
    onlookers: tuple[str, ...] | None = None
    unwelcome: tuple[str, ...] | None = None


class Shown(_Entry, frozen=True, tag="show"):
    """The log entry by which a player shows a hand to a watcher, or no longer shows it.

    `hand` is True if the watcher `player` may see the hand of the seat `seat` from now on.
    """

    seat: int
    player: str
    hand: bool = True


class Agreed(_Entry, frozen=True, tag="agree"):
    """The log entry which says that the player `by` agrees to an office or a seat for the player `player`.

    The consent holds for the present deal. If `office` is "seat", the consent is that `player` takes the seat
    with the number `seat`. If `agree` is False, the player `by` withdrew an earlier consent.
    """

    by: str
    player: str
    office: Office
    agree: bool = True
    seat: int | None = None


class Saw(_Entry, frozen=True, tag="saw"):
    """The log entry which says that a watcher sees a hidden hand of this deal.

    Because of this entry, the watcher may not take a seat in the deal.
    """

    player: str


class Credited(_Entry, frozen=True, tag="credit"):
    """The log entry which says that the players got `ms` of time back after an outage."""

    ms: int


class Closed(_Entry, frozen=True, tag="close"):
    """The log entry which says that the table was closed.

    `seat` is the seat of the player that closed the table, None if a person without a seat or the server
    closed it.
    """

    reason: str
    seat: int | None = None


Entry = (
    Base
    | Acted
    | Ruled
    | Sat
    | Stood
    | WantedNext
    | WantedWait
    | Away
    | Back
    | Relieved
    | Hosted
    | Shown
    | Agreed
    | Saw
    | Credited
    | Closed
)

ENTRY_KINDS: dict[type[Entry], str] = {kind: kind.__name__.lower() for kind in get_args(Entry)}
"""The name that each kind of log entry has in the server's metrics."""

encode = msgspec.msgpack.Encoder().encode
decode = msgspec.msgpack.Decoder(Entry).decode
