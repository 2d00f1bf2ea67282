"""The entries of the log of an event. The log holds every change of the event, in order."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Struct

from server.events.conditions import Conditions
from server.events.movements.draws import Draw
from server.events.people import Person
from server.events.seatings import Seating
from server.games.base import Award

Why = Literal["withdrawn", "removed", "absent"]
Kind = Literal["played", "adjusted", "artificial", "cancelled", "unplayed"]
Stage = Literal["draft", "open", "running", "correction", "final", "cancelled"]


class _Entry(Struct, frozen=True, tag_field="t", kw_only=True, omit_defaults=True):
    """A log entry; `at_ms` is its time in ms since 1970, never earlier than that of the previous entry.

    `by` is the id of the person that sent the request, "" for the server, and `request` the id of this
    request, by which the server recognises a repeated one.
    """

    at_ms: int
    by: str = ""
    request: int = 0


class Begun(_Entry, frozen=True, tag="begun"):
    """The first entry of the log. `uploaded` is True if the boards of the event come from a file.

    All lots of the event follow from the secret `seed`, or from the event's id if `seed` is "", as in the
    logs of older versions.
    """

    name: str
    conditions: Conditions
    directors: tuple[Person, ...]
    uploaded: bool = False
    seed: str = ""


class Changed(_Entry, frozen=True, tag="changed"):
    """The directors have changed the conditions, the name or the list of directors; None changes nothing."""

    conditions: Conditions | None = None
    name: str | None = None
    directors: tuple[Person, ...] | None = None


class Staged(_Entry, frozen=True, tag="staged"):
    """The event has come to another stage, such as the correction period."""

    stage: Stage


class Held(_Entry, frozen=True, tag="held"):
    """A director has stopped the clock of the event, or of one of its tables (`on`), or started it again."""

    on: bool
    table: int | None = None


class Entered(_Entry, frozen=True, tag="entered"):
    """Players have entered the event; those in `invited` have not accepted yet.

    With fewer players than the form of the event needs, the entrant wants a partner. `late_from` is the first
    round that the entrant can play.
    """

    entrant: str
    players: tuple[Person, ...]
    invited: tuple[str, ...] = ()
    name: str = ""
    late_from: int = 0


class Joined(_Entry, frozen=True, tag="joined"):
    """A player has accepted an invitation, or has become the partner that an entrant wanted."""

    entrant: str
    player: Person


class Declined(_Entry, frozen=True, tag="declined"):
    """A player has declined an invitation, or left an entrant before its first round."""

    entrant: str
    player: str


class Claimed(_Entry, frozen=True, tag="claimed"):
    """A player has claimed a place with its `code`."""

    entrant: str
    code: str
    player: Person


class CheckedIn(_Entry, frozen=True, tag="checked_in"):
    """A player is there and ready to play."""

    entrant: str
    player: str


class Gone(_Entry, frozen=True, tag="gone"):
    """An entrant plays no more rounds."""

    entrant: str
    why: Why
    reason: str = ""


class Substituted(_Entry, frozen=True, tag="substituted"):
    """From the next board on, another player or a robot plays in place of the player `out`.

    `place` is the place, from 0, of `out` among the players of the entrant; a robot has no id. Logs of before
    have None there.
    """

    entrant: str
    out: str
    player: Person
    place: int | None = None


class Offered(_Entry, frozen=True, tag="offered"):
    """A player has offered to play as a substitute, or (`on` False) has taken the offer back."""

    player: Person
    on: bool = True


class NoShow(_Entry, frozen=True, tag="no_show"):
    """No player of these entrants has come to its table in time: they lose the meeting of this round.

    They play no more rounds, unless they come back.
    """

    entrants: tuple[str, ...]


class Returned(_Entry, frozen=True, tag="returned"):
    """A director lets an entrant that was absent play again, from the next round on."""

    entrant: str


class Drawn(_Entry, frozen=True, tag="drawn"):
    """The draw of the next round has been made; only directors see it.

    `numbers` has the entrants by their number in a movement that is fixed before the first round.
    """

    draw: Draw
    numbers: tuple[str | None, ...] = ()


class Undrawn(_Entry, frozen=True, tag="undrawn"):
    """The directors have thrown the draw of the next round away."""


class Published(_Entry, frozen=True, tag="published"):
    """The players see the draw of the next round. It begins at `starts_ms`, None if a director begins it."""

    starts_ms: int | None = None


class Started(_Entry, frozen=True, tag="started"):
    """The round has begun: its players have their seats at the `tables`.

    Its time ends at `ends_ms`, None for no limit.
    """

    tables: tuple[Seating, ...]
    ends_ms: int | None = None


class Extended(_Entry, frozen=True, tag="extended"):
    """The time of the round, or of one of its tables, is `ms` longer."""

    ms: int
    table: int | None = None


class Closing(_Entry, frozen=True, tag="closing"):
    """The time of the round, or of one of its tables, is over: no other board begins there.

    `ends_now` is True if a director has ended it, maybe before its end: then its end is the present time.
    Earlier servers left the end as it was.
    """

    table: int | None = None
    ends_now: bool = False


class Warned(_Entry, frozen=True, tag="warned"):
    """The server has warned the players of these tables that the time of their round ends soon."""

    tables: tuple[int, ...]


class Reported(_Entry, frozen=True, tag="reported"):
    """A table has finished a board, or a ruling at the table has changed the board's result.

    `deal` counts the boards of the round from 0, and `board` is the number of the board. `result` is of the
    game's type `Competing.result_type`. `result` None says that a ruling has reopened the board.
    """

    round: int
    table: int
    deal: int
    board: int
    result: bytes | None
    players: tuple[str | None, ...] = ()


class TableEnded(_Entry, frozen=True, tag="table_ended"):
    """A table plays no more boards of its round."""

    round: int
    table: int


class Adjusted(_Entry, frozen=True, tag="adjusted"):
    """A director has set the result of a board: a score, artificial awards, or none (`cancelled`).

    `law` is the law that the ruling follows, and `reason` the ruling in words.
    """

    round: int
    table: int
    deal: int
    kind: Kind
    result: bytes | None = None
    awards: tuple[Award, ...] | None = None
    law: str = ""
    reason: str = ""


class Carried(_Entry, frozen=True, tag="carried"):
    """A director has added `hundredths` of a point to the total of an entrant: negative for a penalty.

    `origin` is the event or the session that the points come from, "" for points of this event. Points of
    the same origin replace those of before.
    """

    entrant: str
    hundredths: int
    reason: str
    origin: str = ""


class Erased(_Entry, frozen=True, tag="erased"):
    """A player has deleted itself: others see the `pseudonym` in place of the id and the name."""

    player: str
    pseudonym: str


class Scored(_Entry, frozen=True, tag="scored"):
    """The round is over: no table plays a board of it any more."""


class Announced(_Entry, frozen=True, tag="announced"):
    """A director has told all players something, or those of one or several tables or of one entrant."""

    text: str
    table: int | None = None
    entrant: str | None = None
    tables: tuple[int, ...] = ()


class Called(_Entry, frozen=True, tag="called"):
    """A player has called a director, or the players of a table do not agree and need one.

    `round` and `table` are the table at which that happened, None for a call from the page of the event.
    `dispute` names the deal and the decision of a dispute, whose `entrant` is "".
    """

    call: int
    entrant: str
    text: str = ""
    round: int | None = None
    table: int | None = None
    dispute: str = ""


class Answered(_Entry, frozen=True, tag="answered"):
    """A director has taken a player's call, or (`done`) has ended it with the ruling `text`."""

    call: int
    done: bool = False
    text: str = ""


Entry = (
    Begun
    | Changed
    | Staged
    | Held
    | Entered
    | Joined
    | Declined
    | Claimed
    | CheckedIn
    | Gone
    | Substituted
    | Offered
    | NoShow
    | Returned
    | Drawn
    | Undrawn
    | Published
    | Started
    | Extended
    | Closing
    | Warned
    | Reported
    | TableEnded
    | Adjusted
    | Carried
    | Erased
    | Scored
    | Announced
    | Called
    | Answered
)

_decoder = msgspec.msgpack.Decoder(Entry)
_encoder = msgspec.msgpack.Encoder()


def encode(entry: Entry) -> bytes:
    """Return an entry as the bytes that are stored in the log."""
    return _encoder.encode(entry)


def decode(packed: bytes) -> Entry:
    """Return the entry that the bytes `packed` of a log encode.

    Raises msgspec.DecodeError or msgspec.ValidationError if the bytes are not a valid entry.
    """
    entry: Entry = _decoder.decode(packed)
    return entry
