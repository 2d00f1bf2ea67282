"""The entries of a table's log. The log holds every change of the table, in order."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from protocol.v1.requests import Office, Policy
from server.table.seats import Chair as Chair
from server.table.seats import Occupant as Occupant
from server.table.seats import house_id as house_id


class Counter(Struct, frozen=True):
    """A player's last applied action at this table.

    `n` is the number of the action, and `action` its encoded form as sent. A director's last ruling has a
    counter of its own under `ruler_id`; the `n` of that counter is the id of the request.
    """

    n: int
    action: bytes


def counted(counters: dict[str, Counter], id: str, number: int | None, done: object) -> dict[str, Counter]:
    """Return the counters with `done` as the last action of `id`, or unchanged if `number` is None or 0."""
    return {**counters, id: Counter(number, encode(done))} if number else counters


def ruler_id(director: str) -> str:
    """Return the id under which the counters hold a director's last ruling.

    This id differs from the director's player id, because a director may also play.
    """
    return f"rules:{director}"


class _Entry(Struct, frozen=True, tag_field="t", kw_only=True, omit_defaults=True):
    """A log entry; `at_ms` is its time in ms since 1970, never earlier than that of the previous entry."""

    at_ms: int


class Base(_Entry, frozen=True, tag="base"):
    """The first entry of every log: the table at the start of the deal.

    `state` is the game's state, carried from the deal before. `shown` are the permissions to look into a
    hand, as pairs of seat and watcher. The other fields have the same meaning in `Table` and `Roles`.
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


class Acted(_Entry, frozen=True, tag="act"):
    """An action of the game by `seat`, or by chance if `seat` is None.

    `action` is plain data when read from a store. `player` is the actor's id and `n` is the number of the
    action among the player's actions. `asked` is the action that the player sent, if its effect is a
    different action. `forced` is True if the table acted because the seat's time had run out. `single` is
    True if the table acted for the player because the seat had only one legal action.
    """

    action: Any
    seat: int | None = None
    player: str | None = None
    n: int | None = None
    asked: Any = None
    forced: bool = False
    single: bool = False


class Ruled(_Entry, frozen=True, tag="rule"):
    """A ruling of the director `player`, or of the server itself if `player` is None.

    `ruling` is plain data when read from a store. `id` is the id of the director's request, by which a
    repeated request is recognised; 0 is no id.
    """

    ruling: Any
    player: str | None = None
    id: int = 0


class Sat(_Entry, frozen=True, tag="sit"):
    """A player's taking of a seat.

    If a robot has played the seat, `robot` makes the present decision, and the player all later decisions.
    With `robot` None the player makes the present decision, too.
    """

    seat: int
    player: str
    name: str
    robot: str | None = None

    def chair(self, before: Chair) -> Chair:
        """Return the seat after this entry."""
        return before.sit(self.player, self.name).relieved(self.robot, returning=self.robot is not None)


class Stood(_Entry, frozen=True, tag="stand"):
    """The leaving of a seat by its player or, if `owner` is True, the end of the absent owner's right to it.

    `robot` plays the cards that the player left; None if the player left no cards.
    """

    seat: int
    owner: bool = False
    robot: str | None = None

    def chair(self, before: Chair) -> Chair:
        """Return the seat after this entry."""
        return before.give_up(self.robot) if self.owner else before.stand(self.robot)


class Away(_Entry, frozen=True, tag="away"):
    """The end of a seat's hold, because its player has been absent for the policy's `hold_ms`.

    `robot` plays for the absent player. With `robot` None the seat is free for another player.
    """

    seat: int
    robot: str | None = None

    def chair(self, before: Chair) -> Chair:
        """Return the seat after this entry."""
        return before.leave(self.robot)


class Back(_Entry, frozen=True, tag="back"):
    """The return of a seat to its owner. The player that stood in for the owner loses the seat.

    If a robot has played the seat, `robot` makes the present decision, and the owner all later decisions.
    With `robot` None the owner makes the present decision, too.
    """

    seat: int
    robot: str | None = None

    def chair(self, before: Chair) -> Chair:
        """Return the seat after this entry."""
        return before.give_back().relieved(self.robot, returning=self.robot is not None)


class Relieved(_Entry, frozen=True, tag="relieve"):
    """The start of a robot's play for a player without time left, or the end of that play if `robot` is None.

    The player keeps the seat. `returning` is True if the player is present again and plays from the next
    decision on.
    """

    seat: int
    robot: str | None = None
    returning: bool = False

    def chair(self, before: Chair) -> Chair:
        """Return the seat after this entry."""
        return before.relieved(self.robot, returning=self.returning)


class Hosted(_Entry, frozen=True, tag="host"):
    """A change of the table by its host or a director. A field that is None changes nothing.

    `state` is the first state of the game under new options. `place` maps seats to the players that get them;
    a seat with None becomes free. `robot` plays the cards of players that lose their seats. `add_ms` is added
    to the running clock.

    `state` is encoded by itself, as bytes, because msgspec cannot distinguish an absent `Raw` from a null.
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
    """A permission for the watcher `player` to see the hand of `seat`, or its end if `hand` is False."""

    seat: int
    player: str
    hand: bool = True


class Agreed(_Entry, frozen=True, tag="agree"):
    """The consent of a seated player, `by`, to an office of `player` in this deal.

    `agree` False withdraws the consent.
    """

    by: str
    player: str
    office: Office
    agree: bool = True


class Saw(_Entry, frozen=True, tag="saw"):
    """A watcher's look at a hidden hand of this deal, after which the watcher may not sit in the deal."""

    player: str


class Credited(_Entry, frozen=True, tag="credit"):
    """A credit of `ms` to the clock after an outage."""

    ms: int


class Closed(_Entry, frozen=True, tag="close"):
    """The end of the table; `seat` is the seat of the player that ended an unfinished game, else None."""

    reason: str
    seat: int | None = None


Entry = (
    Base
    | Acted
    | Ruled
    | Sat
    | Stood
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

encode = msgspec.msgpack.Encoder().encode
decode = msgspec.msgpack.Decoder(Entry).decode
